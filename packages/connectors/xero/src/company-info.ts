/** The organisation itself: one record. */
import * as Connector from "@svc/core/Connector"
import * as Lookup from "@svc/core/Lookup"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { Addresses, addresses, links, Phones, phones } from "./people.ts"
import { date } from "./wire.ts"

const path = "/Organisation"

export const companyInfo = Connector.read("COMPANY_INFO", {
  path,
  page: Page.single,
  items: "Organisations",
  item: Wire.struct({
    OrganisationID: Wire.required(Wire.id),
    ...Wire.all(Wire.text, "Name", "LegalName", "TaxNumber", "RegistrationNumber", "EmployerIdentificationNumber"),
    CountryCode: Wire.text,
    BaseCurrency: Wire.id,
    FinancialYearEndDay: Wire.number,
    FinancialYearEndMonth: Wire.number,
    CreatedDateUTC: date,
    Addresses,
    Phones,
    ExternalLinks: Wire.list(Wire.struct({ LinkType: Wire.text, Url: Wire.text }))
  }),
  deletes: Read.never("There is one company as long as there is the account"),
  map: (raw) => ({
    platform_id: raw.OrganisationID,
    name: raw.Name,
    legal_name: raw.LegalName,
    tax_number: raw.TaxNumber,
    registration_number: raw.RegistrationNumber ?? raw.EmployerIdentificationNumber,
    base_currency: raw.BaseCurrency,
    fiscal_start_at: dayAfter(raw.FinancialYearEndMonth, raw.FinancialYearEndDay),
    org_created_at: raw.CreatedDateUTC,
    country: raw.CountryCode,
    external_links: links(
      raw.OrganisationID,
      ...(raw.ExternalLinks ?? []).map(
        ({ LinkType, Url }, position) => [LinkType || String(position), "WEBSITE", Url] as const
      )
    ),
    phone_numbers: phones(raw.OrganisationID, raw.Phones),
    addresses: addresses(raw.OrganisationID, raw.Addresses)
  })
})

const lastDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
/** `MM-DD` of the day after a month's day: the financial year begins when the last one has ended. */
const dayAfter = (month: number | null | undefined, day: number | null | undefined): string | null => {
  if (!month || !day || month < 1 || month > 12 || day < 1 || day > 31) return null
  const [nextMonth, nextDay] = day >= lastDays[month - 1]! ? [(month % 12) + 1, 1] : [month, day + 1]
  return `${String(nextMonth).padStart(2, "0")}-${String(nextDay).padStart(2, "0")}`
}

/** ISO code of the organisation's base currency, for records that name no currency because it is theirs. */
export const baseCurrency = Lookup.make({
  call: { path },
  response: Wire.struct({ Organisations: Wire.list(Wire.struct({ BaseCurrency: Wire.id })) }),
  pick: ({ Organisations }) => Organisations?.[0]?.BaseCurrency ?? null,
  absent: null
})
