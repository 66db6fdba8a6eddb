/** The company of the connection. */
import * as Connector from "@svc/core/Connector"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { listed, record, text } from "./lists.ts"
import { reach, reached } from "./people.ts"

const { get: _, getItem: __, ...list } = listed("companyInformation")
export const companyInfo = Connector.read("COMPANY_INFO", {
  ...list,
  item: Wire.struct({
    ...record,
    ...reach,
    displayName: text,
    faxNumber: text,
    taxRegistrationNumber: text,
    currencyCode: text,
    currentFiscalYearStartDate: Wire.day
  }),
  deletes: Read.never("A company has one record as long as it is there"),
  map: (raw) => {
    const { phone_numbers: phones, ...own } = reached(raw)
    return {
      platform_id: raw.id,
      name: raw.displayName,
      legal_name: null,
      tax_number: raw.taxRegistrationNumber,
      registration_number: null,
      base_currency: raw.currencyCode,
      fiscal_start_at: raw.currentFiscalYearStartDate,
      org_created_at: null,
      country: raw.country,
      ...own,
      phone_numbers: [...phones, ...(raw.faxNumber ? [{ number: raw.faxNumber, type: "FAX" as const }] : [])],
      updated_at: raw.lastModifiedDateTime
    }
  }
})
