/** The company of the connection: its own record, the currencies there are, and which one its books are kept in. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { addressOf, linksOf, phonesOf, Reached } from "./people.ts"
import { all, listed, moment, ref } from "./wire.ts"

type Settings = Readonly<Record<string, string | undefined>>
const call = ({ companyId }: Settings): Call.Call => ({ path: `/Company/Get/${Call.segment(companyId ?? "")}` })
const home = { HomeCurrencyId: ref, CurrencyId: ref }
const homeOf = (raw: Wire.Struct<typeof home>): string | null => raw.HomeCurrencyId ?? raw.CurrencyId ?? null

/** The currency of the books, which a record has that names none. */
export const base = Lookup.make({
  call: ({ settings }) => call(settings),
  response: Wire.struct(home),
  pick: homeOf,
  absent: null,
  lasting: true
})

const Currency = Wire.struct({ ID: Wire.required(Wire.id), Code: Wire.text, Description: Wire.text, Symbol: Wire.text })
const codes = Lookup.make({
  call: all("/Currency/Get"),
  response: Wire.list(Wire.required(Currency)),
  pick: (found) => new Map(found.map(({ Code, ID }) => [ID, Code ?? null])),
  absent: new Map<string, string | null>(),
  emptyStatuses: [404]
})

export const currencies = Connector.read("CURRENCIES", {
  ...listed("Currency"),
  item: Currency,
  lookups: { base },
  map: (raw, { lookups }) => ({
    platform_id: raw.ID,
    name: raw.Description,
    code: raw.Code,
    symbol: raw.Symbol,
    is_base_currency: lookups.base === null ? null : raw.ID === lookups.base,
    exchange_rate: null
  })
})

export const companyInfo = Connector.read("COMPANY_INFO", {
  path: ({ settings }) => call(settings).path,
  page: Page.single,
  items: (body) => [body],
  item: Wire.struct({
    ...home,
    ...Reached,
    ID: Wire.required(Wire.id),
    Name: Wire.text,
    RegisteredName: Wire.text,
    RegistrationNumber: Wire.text,
    TaxNumber: Wire.text,
    CompanyTaxNumber: Wire.text,
    Country: Wire.text,
    Created: moment,
    Modified: moment
  }),
  deletes: Read.never("There is one company as long as the connection is of it"),
  lookups: { codes },
  map: (raw, { lookups }) => ({
    platform_id: raw.ID,
    name: raw.Name,
    legal_name: raw.RegisteredName,
    tax_number: Normalize.text(raw.TaxNumber) ?? Normalize.text(raw.CompanyTaxNumber),
    registration_number: raw.RegistrationNumber,
    base_currency: Normalize.lookUp(lookups.codes, homeOf(raw)),
    fiscal_start_at: null,
    org_created_at: raw.Created,
    country: raw.Country,
    external_links: linksOf(raw.ID, raw),
    phone_numbers: phonesOf(raw.ID, raw),
    addresses: addressOf(raw.ID, "postal", raw),
    updated_at: raw.Modified
  })
})

interface Monies {
  readonly CurrencyId?: string | null | undefined
  readonly ExchangeRate?: number | null | undefined
  readonly UseForeignCurrency?: boolean | null | undefined
  readonly partyCurrency?: string | null | undefined
  readonly partyRate?: number | null | undefined
}
/** The currency of a document: its own or that of its party, where the company has several; that of the books else. */
export const currencyOf = (raw: Monies, books: string | null) => {
  if (raw.UseForeignCurrency === false) return { currency_id: books, currency_rate: null }
  return {
    currency_id: raw.CurrencyId ?? raw.partyCurrency ?? books,
    currency_rate: raw.ExchangeRate ?? raw.partyRate
  }
}
