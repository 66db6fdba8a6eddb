/** The lines of invoices, bills, credit notes and orders as they are written, by the layout of the document. */
import { Call, Lookup, Normalize, type Take, Wire, type Writes } from "@svc/core"
import { books, homeOf } from "./references.ts"
import { Ref } from "./wire.ts"

type Row = NonNullable<Writes.ItemOf<"BILLS">["line_items"]>[number]
type Root = Take.At<Take.Item, typeof books>

/** Items with a contact, whose tax of freight is asked for. */
type Named = Lookup.LookupContext<{ readonly contact_id?: string | null }>
/** Quirk: the tax of freight is due also where there is none; it is that of the contact's card. */
export const freightOf = (path: string, details: "SellingDetails" | "BuyingDetails") =>
  Lookup.make({
    call: ({ items }: Named) => {
      const ids = [...new Set(items.flatMap(({ contact_id }) => contact_id ?? []))]
      return ids.length === 0 ? null : ids.map((id) => ({ path: `${path}/${Call.segment(id)}` }))
    },
    response: Wire.list(
      Wire.struct({ UID: Wire.required(Wire.id), [details]: Wire.struct({ FreightTaxCode: Ref }) as never })
    ),
    pick: (cards): ReadonlyMap<string, string> =>
      new Map(
        cards.flatMap((card) => {
          const tax = Normalize.id(Call.at(card, `${details}.FreightTaxCode.UID`))
          return card === null || tax === null ? [] : [[card.UID, tax] as const]
        })
      ),
    absent: new Map(),
    emptyStatuses: [404],
    lasting: true
  })
export const lineLookups = books
/** What the head of a document is made with. */
export type Heading = Take.At<any, { readonly freight: ReturnType<typeof freightOf> }>

/** Which members amounts stand in: those of another currency have their own. */
export const isForeign = ({ lookups, raw, root }: Pick<Root, "lookups" | "raw" | "root">): boolean =>
  raw === undefined
    ? Boolean(root["currency_id"]) && root["currency_id"] !== homeOf(lookups)
    : Boolean(raw["ForeignCurrency"]?.UID)
export const currencyTo = (id: string, at: Root): object =>
  isForeign({ ...at, raw: undefined }) ? { ForeignCurrency: { UID: id } } : {}

export const layoutOf = (item: Take.Item, raw: Take.Item | undefined): string =>
  raw?.["InvoiceType"] ??
  raw?.["BillType"] ??
  raw?.["OrderType"] ??
  ((item["line_items"] ?? []).some((row: Row) => row.item_id) ? "Item" : "Service")

export const cents = (amount: number) => Number(amount.toFixed(2))
const job = ({ project_id, tracking_category_ids }: Row, refuse: Root["refuse"], at: string) => {
  const all = [...new Set([project_id, ...(tracking_category_ids ?? [])].flatMap((id) => id ?? []))]
  if (all.length > 1) refuse("is one more than the job that a line has", `${at}.tracking_category_ids`)
  return all[0] === undefined ? {} : { Job: { UID: all[0] } }
}

/** Quirk: lines of items have quantities and prices, and those of services a total alone. Those of credit notes are below zero. */
export const linesTo = (
  quantity: "ShipQuantity" | "BillQuantity",
  options: { readonly isTurned?: true; readonly isOrder?: true } = {}
) => ({
  of: [
    "platform_id",
    "tracking_category_ids",
    "project_id",
    "item_id",
    "tax_id",
    "account_id",
    "description",
    "quantity",
    "unit_amount",
    "total_discount"
  ] as const,
  whole: (rows: ReadonlyArray<Row> | null, at: Root): object => {
    const { isNew, raw, refuse, root } = at
    const layout = layoutOf(root, raw)
    if (layout !== "Item" && layout !== "Service") refuse(`of the layout ${layout} can be read only`)
    const sign = options.isTurned ? -1 : 1
    const foreign = isForeign(at) ? "Foreign" : ""
    return {
      Lines: (rows ?? []).map((row, index) => {
        const place = `[${index}]`
        if (layout === "Service" && row.item_id) refuse("has no place in a document of services", `${place}.item_id`)
        if (layout === "Item" && options.isOrder && !row.item_id)
          refuse("is required beside others with items", `${place}.item_id`)
        if (!row.item_id && !row.account_id) refuse("is required, or an item", `${place}.account_id`)
        const [count, price, discount] = [row.quantity ?? 1, row.unit_amount ?? 0, row.total_discount ?? 0]
        const whole = Normalize.product(count, price) ?? 0
        const total = cents((whole - discount) * sign)
        const id = row.platform_id?.split("/").at(-1)
        return {
          ...(isNew || id === undefined ? {} : { RowID: Number(id) }),
          Type: "Transaction",
          Description: row.description ?? "",
          ...(layout === "Item"
            ? {
                [quantity]: count * sign,
                [`UnitPrice${foreign}`]: price,
                DiscountPercent: whole === 0 ? 0 : Number(((100 * discount) / whole).toFixed(4))
              }
            : {}),
          [`Total${foreign}`]: total,
          ...(row.item_id ? { Item: { UID: row.item_id } } : {}),
          ...(row.account_id ? { Account: { UID: row.account_id } } : {}),
          ...(row.tax_id ? { TaxCode: { UID: row.tax_id } } : {}),
          ...job(row, refuse, place)
        }
      })
    }
  }
})
