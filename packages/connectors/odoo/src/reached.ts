/** How somebody is reached: members that partners and companies have in common. */
import type { Wire } from "@svc/core"
import * as Own from "./wire.ts"

export const reached = {
  email: Own.text,
  website: Own.text,
  phone: Own.text,
  /** Until Odoo 18. */
  mobile: Own.text,
  street: Own.text,
  street2: Own.text,
  city: Own.text,
  zip: Own.text,
  state_id: Own.named,
  country_id: Own.named
} satisfies Readonly<Record<string, Wire.Decoder<string | null>>>

type Text = string | null | undefined
type Reached = { readonly [K in keyof typeof reached]?: Text }

/** Links and phone numbers. */
export const ways = ({ email, mobile, phone, website }: Reached) => ({
  external_links: [
    ...(email ? [{ link: email, type: "EMAIL" as const }] : []),
    ...(website ? [{ link: website, type: "WEBSITE" as const }] : [])
  ],
  phone_numbers: [
    ...(phone ? [{ number: phone, type: "TELEPHONE" as const }] : []),
    ...(mobile ? [{ number: mobile, type: "MOBILE" as const }] : [])
  ]
})

/** The address, where any of it is there. */
export const addressesOf = ({ city, country_id, state_id, street, street2, zip }: Reached) =>
  [street, street2, city, zip, state_id, country_id].some(Boolean)
    ? [
        {
          street: street ?? null,
          locality: street2 ?? null,
          city: city ?? null,
          state: state_id ?? null,
          pincode: zip ?? null,
          country: country_id ?? null
        }
      ]
    : []
