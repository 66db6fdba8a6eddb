/** The company itself: one record. */
import * as Connector from "@svc/core/Connector"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { Address, addresses, links, phones } from "./reach.ts"

export const companyInfo = Connector.read("COMPANY_INFO", {
  path: "/company",
  page: Page.single,
  items: (body) => [body],
  item: Wire.struct({
    id: Wire.required(Wire.id),
    tradingName: Wire.text,
    legalName: Wire.text,
    vatId: Wire.text,
    registryNumber: Wire.text,
    baseCurrency: Wire.id,
    fiscalYear: Wire.struct({ startMonth: Wire.number, startDay: Wire.number }),
    foundedOn: Wire.instant,
    email: Wire.text,
    website: Wire.text,
    phone: Wire.text,
    address: Address,
    updatedAt: Wire.instant
  }),
  deletes: Read.never("There is one company as long as there is the account"),
  get: "/company/{id}",
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.tradingName,
    legal_name: raw.legalName,
    tax_number: raw.vatId,
    registration_number: raw.registryNumber,
    base_currency: raw.baseCurrency,
    fiscal_start_at: monthAndDay(raw.fiscalYear?.startMonth, raw.fiscalYear?.startDay),
    org_created_at: raw.foundedOn,
    country: raw.address?.countryCode,
    external_links: links([raw.email], [raw.website]),
    phone_numbers: phones([{ number: raw.phone }]),
    addresses: addresses([raw.address]),
    updated_at: raw.updatedAt
  })
})

const monthAndDay = (month: number | null | undefined, day: number | null | undefined) =>
  month && day ? `${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}` : null
