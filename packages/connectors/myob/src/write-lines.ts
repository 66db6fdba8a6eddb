/** What documents are written with besides their lines: the tax of their freight, their currency, their layout. */
import type { Take, Writes } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { books, homeOf } from "./references.ts"
import { namedBy, Ref } from "./wire.ts"

export type Row = NonNullable<Writes.ItemOf<"BILLS">["line_items"]>[number]
export type Root = Take.At<Take.Item, typeof books>

/** Quirk: the tax of freight is due also where there is none; it is that of the contact's card. */
export const freightOf = (path: string, details: "SellingDetails" | "BuyingDetails") =>
  Lookup.make({
    call: namedBy("contact_id", path),
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
