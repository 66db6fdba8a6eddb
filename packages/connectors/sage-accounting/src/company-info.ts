/** The business itself: one record. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { addresses, phones } from "./people.ts"
import { Ref } from "./wire.ts"

const financial = Lookup.make({
  call: { path: "/financial_settings" },
  response: Wire.struct({ base_currency: Ref, tax_number: Wire.text, year_end_date: Wire.day }),
  pick: (found) => found,
  absent: {}
})
const settings = Lookup.make({
  call: { path: "/business_settings" },
  response: Wire.struct({ business_created_at: Wire.instant }),
  pick: (found) => found,
  absent: {}
})

/** `MM-DD` of the day after the one on which the financial year ends. */
const startOf = (end: string | null | undefined) =>
  end ? new Date(Date.parse(end) + 86_400_000).toISOString().slice(5, 10) : null

export const companyInfo = Connector.read("COMPANY_INFO", {
  path: ({ settings: { business } }) => `/businesses/${Call.segment(business ?? "")}`,
  page: Page.single,
  items: (body) => [body],
  item: Wire.struct({
    id: Wire.required(Wire.id),
    displayed_as: Wire.text,
    name: Wire.text,
    website: Wire.text,
    telephone: Wire.text,
    mobile: Wire.text,
    address_line_1: Wire.text,
    address_line_2: Wire.text,
    city: Wire.text,
    region: Wire.text,
    postal_code: Wire.text,
    country: Ref,
    updated_at: Wire.instant
  }),
  deletes: Read.never("a business that is closed ends its connection"),
  lookups: { financial, settings },
  map: (raw, { lookups }) => ({
    platform_id: raw.id,
    name: raw.name ?? raw.displayed_as,
    tax_number: lookups.financial.tax_number,
    base_currency: lookups.financial.base_currency?.id,
    fiscal_start_at: startOf(lookups.financial.year_end_date),
    org_created_at: lookups.settings.business_created_at,
    country: raw.country?.id,
    external_links: [raw.website].flatMap((website) => {
      const link = Normalize.text(website)
      return link === null ? [] : [{ platform_id: `${raw.id}:external_links:website`, link, type: "WEBSITE" as const }]
    }),
    phone_numbers: phones(raw.id, raw),
    addresses: addresses({ ...raw, id: `${raw.id}:addresses:main` }),
    updated_at: raw.updated_at
  })
})
