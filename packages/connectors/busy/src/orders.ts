/** Orders of both kinds. They book nothing: their items stand in a table of their own, and what is beside them is not told. */
import type { Auth, Lookup } from "@svc/core"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { type Books, ledger, contactOf } from "./books.ts"
import { currencyOf } from "./currencies.ts"
import { columns } from "./settings.ts"
import { day, infoOf, infos, rowsOf, type Voucher, vouchers } from "./voucher.ts"

const Ordered = Wire.struct({
  ...Wire.all(Wire.required(Wire.number), "itemsrno", "value1", "newrefamount"),
  mastercode1: Wire.required(Wire.id),
  value3: Wire.number,
  duedate: day
})
const companions = { ordered: rowsOf({ table: "Tran3", columns: columns.Tran3 }), infos }

interface Context {
  readonly lookups: Books
  readonly companions: Lookup.Found<typeof companions>
  readonly settings: Auth.AuthSettings
}
const orderOf = (raw: Voucher, { companions: found, lookups, settings }: Context) => {
  const ordered = (found.ordered.get(raw.vchcode) ?? [])
    .map((row) => Wire.decode(Ordered, row))
    .toSorted((a, b) => a.itemsrno - b.itemsrno)
  // Quirk: what a purchase order is over is negative.
  const lines = ordered.map((line) => ({
    platform_id: `${raw.vchcode}:${line.itemsrno}`,
    item_id: line.mastercode1,
    quantity: Math.abs(line.value1),
    unit_amount: Normalize.absolute(line.value3),
    sub_total: Math.abs(line.newrefamount),
    total_amount: Math.abs(line.newrefamount)
  }))
  return {
    platform_id: raw.vchcode,
    contact_id: contactOf(lookups, raw.mastercode1),
    document_number: raw.vchno,
    description: infoOf(found, raw).narration1,
    posted_date: raw.date,
    // Each line may have a day of its own: the order is there with the last of them.
    delivery_date: ordered
      .flatMap(({ duedate }) => duedate ?? [])
      .toSorted()
      .at(-1),
    currency_id: currencyOf(lookups, settings),
    total_amount: Normalize.absolute(raw.vchamtbasecur),
    sub_total: Normalize.sum(lines.map(({ sub_total }) => sub_total)),
    status: "SUBMITTED" as const,
    line_items: lines
  }
}
const shared = { lookups: ledger, companions, map: orderOf }
export const purchaseOrders = Connector.read("PURCHASE_ORDERS", { ...vouchers("purchase_order"), ...shared })
export const salesOrders = Connector.read("SALES_ORDERS", { ...vouchers("sales_order"), ...shared })
