/** The company whose books these are. */
import * as Connector from "@svc/core/Connector"
import * as Page from "@svc/core/Page"
import * as Reach from "@svc/core/Reach"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { anyCount } from "./company.ts"
import { baseCurrency, codeOf, company, currencies } from "./currencies.ts"
import { objects } from "./objects.ts"
import { Lines, linesOf, links } from "./parties.ts"
import { date, text } from "./wire.ts"

export const companyInfo = Connector.read("COMPANY_INFO", {
  method: "POST",
  path: "/",
  body: {
    collection: "Company",
    fetch:
      "Name,Guid,BasicCompanyFormalName,Address,StateName,PinCode,CountryName,PhoneNumber,Email,Website,IncomeTaxNumber,GSTRegistrationNumber,StartingFrom,BooksFrom",
    only: "$$IsEqual:$Name:##SVCurrentCompany"
  },
  page: Page.single,
  items: objects("Company"),
  sequence: anyCount,
  mapping: 2,
  item: Wire.struct({
    ...Wire.all(text, "@NAME", "NAME", "BASICCOMPANYFORMALNAME", "STATENAME", "PINCODE", "COUNTRYNAME", "PHONENUMBER"),
    ...Wire.all(text, "EMAIL", "WEBSITE", "INCOMETAXNUMBER", "GSTREGISTRATIONNUMBER"),
    GUID: Wire.required(Wire.id),
    "ADDRESS.LIST": Lines,
    STARTINGFROM: date,
    BOOKSFROM: date
  }),
  deletes: Read.never("There is one company as long as there is its file"),
  lookups: { company, currencies },
  map: (raw, { lookups }) => {
    const { COUNTRYNAME: country, PINCODE: pincode, STATENAME: state } = raw
    const street = linesOf(raw["ADDRESS.LIST"])
    return {
      platform_id: raw.GUID,
      name: raw["@NAME"] ?? raw.NAME,
      legal_name: raw.BASICCOMPANYFORMALNAME,
      tax_number: raw.GSTREGISTRATIONNUMBER,
      registration_number: raw.INCOMETAXNUMBER,
      base_currency: codeOf(baseCurrency(lookups)),
      fiscal_start_at: raw.STARTINGFROM?.slice(5, 10),
      org_created_at: raw.BOOKSFROM,
      country,
      external_links: links(raw),
      phone_numbers: Reach.phones(raw.GUID, { phone: "TELEPHONE" }, { phone: raw.PHONENUMBER }),
      addresses: Reach.part({ platform_id: `${raw.GUID}:address` }, { street, state, pincode, country })
    }
  }
})
