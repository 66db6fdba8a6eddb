/** The company itself: one record. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { Address, addresses, Email, links, Phone, phones, Website } from "./people.ts"
import { homeCurrency } from "./preferences.ts"
import { minorversion } from "./query.ts"
import { record, updatedAt } from "./wire.ts"

const Answer = Wire.struct({ CompanyInfo: Wire.required(Wire.unknown) })
const months = "January February March April May June July August September October November December".split(" ")
const firstDay = Normalize.word(
  Object.fromEntries(months.map((month, index) => [month, `${String(index + 1).padStart(2, "0")}-01`])),
  null
)

export const companyInfo = Connector.read("COMPANY_INFO", {
  path: ({ settings }) => `/companyinfo/${Call.segment(settings["realmId"] ?? "")}`,
  query: { minorversion },
  page: Page.single,
  items: (body) => [Wire.decode(Answer, body).CompanyInfo],
  item: Wire.struct({
    ...record,
    ...Wire.all(Wire.text, "CompanyName", "LegalName", "EmployerId", "Country", "FiscalYearStartMonth"),
    CompanyStartDate: Wire.text,
    Email,
    CompanyEmailAddr: Email,
    CustomerCommunicationEmailAddr: Email,
    WebAddr: Website,
    PrimaryPhone: Phone,
    ...Wire.all(Address, "CompanyAddr", "LegalAddr", "CustomerCommunicationAddr")
  }),
  deletes: Read.never("There is one company as long as there is the account"),
  mapping: 2,
  lookups: { home: homeCurrency },
  map: (raw, { lookups }) => ({
    platform_id: raw.Id,
    name: raw.CompanyName,
    legal_name: raw.LegalName,
    tax_number: raw.EmployerId,
    base_currency: lookups.home,
    fiscal_start_at: firstDay(raw.FiscalYearStartMonth),
    org_created_at: Normalize.instant(raw.CompanyStartDate || raw.MetaData?.CreateTime, "CompanyStartDate"),
    country: raw.Country,
    external_links: links(raw.Id, [raw.Email, raw.CompanyEmailAddr, raw.CustomerCommunicationEmailAddr], raw.WebAddr),
    phone_numbers: phones(raw.Id, raw),
    addresses: addresses(raw.Id, {
      CompanyAddr: raw.CompanyAddr,
      LegalAddr: raw.LegalAddr,
      CustomerCommunicationAddr: raw.CustomerCommunicationAddr
    }),
    updated_at: updatedAt(raw)
  })
})
