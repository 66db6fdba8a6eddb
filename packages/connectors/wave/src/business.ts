/** The business of the connection, and the currencies of the world, of which one is that of its books. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Lookup from "@svc/core/Lookup"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { ask, type Known, path } from "./asking.ts"
import { addressOf, links, phones, reach, reachFields } from "./reached.ts"
import { answered, Coded, record, stamps } from "./values.ts"

const asked =
  (query: string) =>
  ({ settings }: Known) =>
    ask(query, { business: settings["business"] })
const Business = Wire.struct({ ...record, ...reach, name: Wire.text, currency: Coded, createdAt: Wire.instant })
const body =
  "query Business($business: ID!) { business(id: $business) { id name isPersonal isArchived isClassicAccounting " +
  `organizationalType type { name value } subtype { name value } currency { code } timezone ${reachFields} ${stamps} } }`

export const companyInfo = Connector.read("COMPANY_INFO", {
  method: "POST",
  path,
  body: (context) => asked(body)(context).body,
  page: Page.single,
  items: (answer) => [Call.at(answer, "data.business")],
  item: Business,
  deletes: Read.never("There is one business as long as there is the connection"),
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.name,
    base_currency: raw.currency?.code,
    org_created_at: raw.createdAt,
    country: raw.address?.country?.name,
    external_links: links(raw.id, raw),
    phone_numbers: phones(raw.id, raw),
    addresses: addressOf(raw.id, "address", raw.address),
    updated_at: raw.modifiedAt
  })
})

/** The currency that the books are kept in. */
export const base = Lookup.make({
  call: asked("query BaseCurrency($business: ID!) { business(id: $business) { id currency { code } } }"),
  response: answered({ business: Wire.required(Wire.struct({ currency: Coded })) }),
  pick: ({ data }) => data.business.currency?.code ?? null,
  absent: null,
  lasting: true
})

export const currencies = Connector.read("CURRENCIES", {
  ...ask("query Currencies { currencies { code symbol name exponent } }", {}),
  page: Page.single,
  items: "data.currencies",
  item: Wire.struct({ code: Wire.required(Wire.id), symbol: Wire.text, name: Wire.text }),
  lookups: { base },
  deletes: Read.fullListing,
  map: (raw, { lookups }) => ({
    platform_id: raw.code,
    name: raw.name,
    code: raw.code,
    symbol: raw.symbol,
    is_base_currency: lookups.base === null ? null : raw.code === lookups.base
  })
})
