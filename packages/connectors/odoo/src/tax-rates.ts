/** Tax rates. A group's parts are taxes of their own; which those are is asked for once for a page. */
import * as Connector from "@svc/core/Connector"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { ask } from "./ask.ts"
import { listing } from "./listing.ts"
import * as Own from "./wire.ts"

const members = {
  id: Own.id,
  ...Wire.all(Own.text, "name", "invoice_label", "description", "type_tax_use", "amount_type"),
  amount: Own.number,
  include_base_amount: Own.boolean,
  children_tax_ids: Wire.nullAs(false, Wire.list(Wire.required(Wire.id))),
  active: Own.boolean,
  write_date: Own.moment
}
const Tax = Wire.struct(members)
type Tax = (typeof Tax)["Type"]

/** Every tax of the company: there are few, and groups may name any. */
const all = Lookup.make({
  call: ({ settings }) =>
    ask(settings, "account.tax", "search_read", {
      domain: [],
      fields: ["name", "amount", "amount_type", "include_base_amount"]
    }),
  response: Wire.list(Tax),
  pick: (rows) => new Map(rows.map((row) => [row.id, row])),
  absent: new Map()
})

/** In percent; a tax of so much for each unit has none. */
const rateOf = ({ amount, amount_type }: Pick<Tax, "amount" | "amount_type">) =>
  amount_type === "percent" || amount_type === "division" ? (amount ?? null) : null

const own = listing({
  model: "account.tax",
  fields: Object.keys(members)
})
export const taxRates = Connector.read("TAX_RATES", {
  ...own,
  lookups: { ...own.lookups, all },
  item: Tax,
  isDeleted: ({ active }) => active === false,
  mapping: 2,
  map: (raw, { lookups }) => {
    const parts =
      raw.amount_type === "group"
        ? Normalize.distinct(raw.children_tax_ids).flatMap((id) => {
            const part = lookups.all.get(id)
            return part === undefined ? [] : [part]
          })
        : []
    const rates = parts.map(rateOf)
    const rate = raw.amount_type !== "group" ? rateOf(raw) : rates.includes(null) ? null : Normalize.sum(rates)
    return {
      platform_id: raw.id,
      name: raw.name,
      code: raw.invoice_label ?? raw.description,
      tax_type: raw.type_tax_use,
      // What a part that is reckoned on another part makes of the whole is said nowhere.
      effective_tax_rate: parts.some(({ include_base_amount }) => include_base_amount === true) ? null : rate,
      total_tax_rate: rate,
      components: parts.map((part) => ({
        name: part.name ?? null,
        rate: rateOf(part),
        is_compound: part.include_base_amount ?? null
      })),
      updated_at: raw.write_date
    }
  }
})
