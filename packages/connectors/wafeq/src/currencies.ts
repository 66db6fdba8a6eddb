/** Currencies: no list has them, so they are those of the books, of the bank accounts, and of what was written. */
import * as Connector from "@svc/core/Connector"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { changing } from "./lists.ts"
import { baseCurrency, Organization, path } from "./organization.ts"

const found = (code: string | null | undefined, base: string | null) =>
  code === null || code === undefined
    ? null
    : { platform_id: code, name: null, code, symbol: null, is_base_currency: code === base, exchange_rate: null }

const base = Connector.read("CURRENCIES", {
  source: "organization",
  path,
  page: Page.single,
  items: (body) => [body],
  item: Organization,
  derived: true,
  deletes: Read.never("The currency of the books cannot be taken away"),
  map: (raw) => {
    const code = raw.financial_settings?.base_currency ?? raw.base_currency ?? null
    return found(code, code)
  }
})
const seen = (collection: string) => {
  const { get: _, getItem: __, ...list } = changing(collection)
  return Connector.read("CURRENCIES", {
    ...list,
    item: Wire.struct({ currency: Wire.id }),
    derived: true,
    deletes: Read.never("No list has the currencies, so that none is missing from one"),
    lookups: { base: baseCurrency },
    map: ({ currency }, { lookups }) => found(currency, lookups.base)
  })
}

export const currencies = [base, ...["bank-accounts", "invoices", "bills", "expenses", "purchase-orders"].map(seen)]
