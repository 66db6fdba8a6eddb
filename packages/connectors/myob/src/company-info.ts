/** The company file itself: one record. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { addresses, links, phones } from "./people.ts"
import { books, homes } from "./references.ts"

/** The last month of the financial year. Quirk: whether the answer is the properties or a list of one is not documented. */
const lastMonth = Lookup.make({
  call: { path: "/GeneralLedger/AccountingProperties" },
  response: Wire.unknown,
  pick: (body) =>
    Normalize.number(Call.at(body, "Items.0.LastMonthFinancialYear") ?? Call.at(body, "LastMonthFinancialYear")),
  absent: null,
  emptyStatuses: [404]
})
const startAfter = (month: number | null): string | null =>
  month !== null && Number.isInteger(month) && month >= 1 && month <= 12
    ? `${String((month % 12) + 1).padStart(2, "0")}-01`
    : null

export const companyInfo = Connector.read("COMPANY_INFO", {
  path: "/Company",
  page: Page.single,
  items: (body) => [body],
  item: Wire.struct({
    CompanyName: Wire.required(Wire.text),
    Address: Wire.text,
    PhoneNumber: Wire.text,
    FaxNumber: Wire.text,
    EmailAddress: Wire.text,
    ABNOrTFN: Wire.text,
    ACN: Wire.text,
    GSTRegistrationNumber: Wire.text,
    CompanyRegistrationNumber: Wire.text
  }),
  deletes: Read.never("There is one company as long as there is the file"),
  lookups: { country: books.country, lastMonth },
  map: (raw, { lookups, settings }) => {
    const id = settings["businessId"] ?? ""
    const places = [
      { id: `${id}/1`, Street: raw.Address, Phone1: raw.PhoneNumber, Fax: raw.FaxNumber, Email: raw.EmailAddress }
    ]
    return {
      platform_id: id,
      name: raw.CompanyName,
      legal_name: null,
      tax_number: Normalize.text(raw.ABNOrTFN) ?? Normalize.text(raw.GSTRegistrationNumber),
      registration_number: Normalize.text(raw.ACN) ?? Normalize.text(raw.CompanyRegistrationNumber),
      base_currency: homes(lookups.country),
      fiscal_start_at: startAfter(lookups.lastMonth),
      country: lookups.country,
      external_links: links(places),
      phone_numbers: phones(places),
      addresses: addresses(places)
    }
  }
})
