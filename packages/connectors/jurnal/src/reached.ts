/** How somebody is reached: links, telephone numbers and addresses, each where it is not blank. */
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"

type Text = string | null | undefined

export const linked = (link: Text) => (Normalize.text(link) === null ? [] : [{ link, type: "EMAIL" as const }])
export const numbered = <const T extends "TELEPHONE" | "MOBILE" | "FAX">(number: Text, type: T) =>
  Normalize.text(number) === null ? [] : [{ number, type }]

/** Streets with their number, neighbourhood (RT and RW), village, district, town and province. */
export const billing = {
  billing_address: Wire.text,
  billing_address_no: Wire.text,
  billing_address_rt: Wire.text,
  billing_address_rw: Wire.text,
  billing_address_post_code: Wire.text,
  billing_address_kelurahan: Wire.text,
  billing_address_kecamatan: Wire.text,
  billing_address_kabupaten: Wire.text,
  billing_address_provinsi: Wire.text
}
const labelled = (label: string, value: Text) => {
  const text = Normalize.text(value)
  return typeof text === "string" ? `${label} ${text}` : text
}
const placed = (parts: {
  readonly street: Text
  readonly locality?: Text
  readonly city?: Text
  readonly state?: Text
  readonly pincode?: Text
}) => {
  const place = {
    street: Normalize.text(parts.street),
    locality: Normalize.text(parts.locality),
    city: Normalize.text(parts.city),
    state: Normalize.text(parts.state),
    pincode: Normalize.text(parts.pincode)
  }
  return Object.values(place).some((part) => part !== null) ? [place] : []
}
export const written = (street: Text) => placed({ street })
export const billedAt = (raw: Wire.Struct<typeof billing>) =>
  placed({
    street: Normalize.fullName(raw.billing_address, labelled("No.", raw.billing_address_no)),
    locality: Normalize.street(
      labelled("RT", raw.billing_address_rt),
      labelled("RW", raw.billing_address_rw),
      raw.billing_address_kelurahan,
      raw.billing_address_kecamatan
    ),
    city: raw.billing_address_kabupaten,
    state: raw.billing_address_provinsi,
    pincode: raw.billing_address_post_code
  })
