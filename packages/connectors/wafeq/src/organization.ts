/** The organisation of the connection: its own record, and the currency that its books are kept in. */
import * as Connector from "@svc/core/Connector"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { languages, record } from "./lists.ts"

// Quirk: the description has the base currency and the country in the financial settings, older clients beside the name.
const own = { base_currency: Wire.id, country: Wire.text }
export const Organization = Wire.struct({
  ...record,
  ...own,
  name: languages,
  created_ts: Wire.read((value) => Normalize.instant(value)),
  financial_settings: Wire.struct({
    ...own,
    ...Wire.all(languages, "address", "city", "district"),
    ...Wire.all(Wire.text, "state", "phone", "tax_registration_number"),
    company_identification: Wire.list(Wire.struct({ type: Wire.text, value: Wire.text }))
  })
})
export type Organization = (typeof Organization)["Type"]
export const path = "/organization/"

const baseOf = ({ base_currency, financial_settings }: Organization): string | null =>
  financial_settings?.base_currency ?? base_currency ?? null
/** The commercial registration among several numbers that a company is known by. */
export const registrationOf = (
  all: NonNullable<Organization["financial_settings"]>["company_identification"]
): string | null => Normalize.text(all?.find(({ type }) => type?.toUpperCase() === "CRN")?.value)

export const baseCurrency = Lookup.make({
  call: { path },
  response: Organization,
  pick: baseOf,
  absent: null,
  lasting: true
})

export const addressOf = (raw: {
  readonly street: string | null | undefined
  readonly locality: string | null | undefined
  readonly city: string | null | undefined
  readonly state?: string | null | undefined
  readonly pincode?: string | null | undefined
  readonly country: string | null | undefined
}) => (Object.values(raw).every((part) => Normalize.text(part) === null) ? [] : [raw])

export const companyInfo = Connector.read("COMPANY_INFO", {
  path,
  page: Page.single,
  items: (body) => [body],
  item: Organization,
  deletes: Read.never("There is one organisation as long as there is the account"),
  map: (raw) => {
    const known = raw.financial_settings
    return {
      platform_id: raw.id,
      name: raw.name,
      tax_number: known?.tax_registration_number,
      registration_number: registrationOf(known?.company_identification),
      base_currency: baseOf(raw),
      org_created_at: raw.created_ts,
      country: known?.country ?? raw.country,
      external_links: [],
      phone_numbers: known?.phone ? [{ number: known.phone, type: null }] : [],
      addresses: addressOf({
        street: known?.address,
        locality: known?.district,
        city: known?.city,
        state: known?.state,
        country: known?.country ?? raw.country
      }),
      updated_at: raw.modified_ts
    }
  }
})
