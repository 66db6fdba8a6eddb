/** What becomes of the lines of documents: items and accounts, with a tax that each must have, and discounts in percent. */
import type { Writes } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Take from "@svc/core/Take"
import * as Wire from "@svc/core/Wire"
import { all } from "./wire.ts"
import { analysedBy, ref } from "./references.ts"

const TaxType = Wire.struct({ ID: Wire.required(Wire.id), Percentage: Wire.number, IsDefault: Wire.boolean })
/** The company's own tax types, which differ from company to company. */
const taxes = Lookup.make({
  call: all("/TaxType/Get"),
  response: Wire.list(Wire.required(TaxType)),
  pick: (found) => ({
    byDefault: found.find(({ IsDefault }) => IsDefault === true)?.ID ?? null,
    rates: new Map(found.map(({ ID, Percentage }) => [ID, Percentage ?? null]))
  }),
  absent: { byDefault: null, rates: new Map<string, number | null>() },
  lasting: true
})
export const taxLookups = { taxes }
export type Taxed = { readonly taxes: typeof taxes }

/** The tax of an amount, to the cent. */
export const taxOf = (
  amount: number,
  tax: string | null | undefined,
  { lookups, refuse }: Pick<Take.At<any, Taxed>, "lookups" | "refuse">
): number => {
  if (!tax) return 0
  const rate = lookups.taxes.rates.get(tax) ?? refuse("is no tax type of the company", ".tax_id")
  return Normalize.rounded((amount * rate) / 100)
}
export type Line = NonNullable<Writes.ItemOf<"INVOICES">["line_items"]>[number]
const line: Take.Table<Line, Taxed> = {
  platform_id: (id) => {
    const own = id.split("/")[1]
    return own !== undefined && /^\d+$/.test(own) ? { ID: Number(own) } : {}
  },
  description: "Description",
  quantity: "Quantity",
  unit_amount: "UnitPriceExclusive",
  item_id: (id, { refuse }) => ({ LineType: 0, ...numbered(id, refuse) }),
  account_id: (id, { item, refuse }) =>
    item.item_id
      ? refuse("follows from the item, and cannot be named beside it")
      : { LineType: 1, ...numbered(id, refuse) },
  tax_id: ref("TaxTypeId"),
  tracking_category_ids: analysedBy,
  total_discount: (_, { item, refuse }) => ({
    DiscountPercentage: Take.exactPercentOf(item, 6) ?? refuse("does not come out even in percent")
  })
}
const numbered = (id: string, refuse: Take.At["refuse"]) => ({
  SelectionId: /^[1-9]\d*$/.test(id) ? Number(id) : refuse("is of no record that a line can name")
})

/** Members of a line that Sage works out of the others. */
const computed = ["Exclusive", "Discount", "Tax", "Total", "UnitPriceInclusive", "TaxPercentage"]
type Members = Readonly<Record<string, unknown>>
/** A line that is there keeps what is not written of it. */
const keptOf = (raw: Take.Item | undefined, id: unknown): Members => {
  const lines: ReadonlyArray<Members> = raw?.["Lines"] ?? []
  const before = id === undefined ? undefined : lines.find((own) => own["ID"] === id)
  return Object.fromEntries(Object.entries(before ?? {}).filter(([name]) => !computed.includes(name)))
}
/** The whole new set of lines. Quirk: a line without a tax type is refused, so it has the company's usual one. */
export const lines = {
  of: line,
  list: (made: ReadonlyArray<Take.Item>, { lookups, raw, refuse }: Take.At<any, Taxed>) => ({
    Inclusive: false,
    Lines: made.map((own, at) => {
      if (own["SelectionId"] === undefined) refuse("needs an item or an account", `[${at}]`)
      const usual = lookups.taxes.byDefault
      const TaxTypeId =
        own["TaxTypeId"] ??
        (usual === null ? refuse("is required: the company has no usual tax", `[${at}].tax_id`) : Number(usual))
      return { ...keptOf(raw, own["ID"]), DiscountPercentage: 0, Quantity: 1, ...own, TaxTypeId }
    })
  })
}

/** What a document takes off as a whole: in percent of its lines, which then have no discounts of their own. */
export const discountOf: Take.Make<number, any> = (discount, { item, raw, refuse }) => {
  const given: ReadonlyArray<Line> | null | undefined = item.line_items
  const own: ReadonlyArray<number | null | undefined> =
    given?.map(({ total_discount }) => total_discount) ??
    ((raw?.["Lines"] ?? []) as ReadonlyArray<Take.Item>).map((one) => one["Discount"])
  const taken = Normalize.sum(own) ?? 0
  if (taken > 0) return taken === discount ? {} : refuse("is not that of the lines, which have discounts of their own")
  const gross = given
    ? Normalize.sum(given.map(({ quantity, unit_amount }) => Normalize.product(quantity ?? 1, unit_amount)))
    : Normalize.sum(((raw?.["Lines"] ?? []) as ReadonlyArray<Take.Item>).map((one) => one["Exclusive"]))
  const percent = Take.exactPercentOf({ unit_amount: gross, total_discount: discount }, 6)
  return { DiscountPercentage: percent ?? refuse("does not come out even in percent") }
}

/** Whether a document has the lines that an item has, by what each is of. */
export const hasLines = (item: Take.Item, row: unknown): boolean => {
  const own: ReadonlyArray<Line> = item["line_items"] ?? []
  const shown = Read.arrayAt(row, "Lines")
  return (
    own.length === shown.length &&
    own.every(
      ({ quantity, unit_amount }, at) =>
        Normalize.number(Call.at(shown[at], "Quantity")) === (quantity ?? 1) &&
        Normalize.number(Call.at(shown[at], "UnitPriceExclusive")) === unit_amount
    )
  )
}
