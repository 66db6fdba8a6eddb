/** What payments and credit notes are put on: bills of a vendor, invoices to a customer. */
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import * as Wire from "@svc/core/Wire"
import { numbers, suiteql, textOf } from "./statement.ts"
import { partyId } from "./writing.ts"

export const ofBills = { kind: "vendor", document: "VendBill", member: "bill_id", many: "bill_ids" } as const
export const ofInvoices = { kind: "customer", document: "CustInvc", member: "invoice_id", many: "invoice_ids" } as const
export type Side = typeof ofBills | typeof ofInvoices

/** What is left to pay on each of the documents, and whose it is. */
export const dueOf = ({ document, many, member }: Side) =>
  Lookup.make({
    call: ({ items }: Lookup.LookupContext<Take.Item>) => {
      const ids = numbers(items.flatMap((item) => [...(item[many] ?? []), ...(item[member] ? [item[member]] : [])]))
      const where = [`t.type = '${document}'`, `t.id IN (${ids.join(", ")})`]
      const select = { party: "t.entity", unpaid: "t.foreignamountunpaid" }
      return ids.length === 0 ? null : suiteql(textOf({ id: "t.id", select, from: "transaction t", where }))
    },
    response: Wire.struct({
      items: Wire.list(Wire.struct({ id: Wire.required(Wire.id), party: Wire.id, unpaid: Wire.number }))
    }),
    pick: ({ items }) => new Map((items ?? []).map(({ id, party, unpaid }) => [id, { left: unpaid ?? 0, party }])),
    absent: new Map()
  })
type Due = { readonly due: ReturnType<typeof dueOf> }

/** The document that is paid, with money left to pay and of whom the item says. */
export const openOf = ({ kind }: Side, id: string, { lookups: { due }, refuse, root }: Take.At<any, Due>) => {
  const [own, whose] = [due.get(id), root["contact_id"] ? partyId(kind, root["contact_id"]) : undefined]
  return own === undefined || own.left <= 0 || (whose !== undefined && own.party !== whose)
    ? refuse(`is no ${kind === "vendor" ? "bill" : "invoice"} of the ${kind} with an amount left to pay`)
    : own
}
export const applied = (id: string, amount: number) => ({ doc: { id }, apply: true, amount })

/** A new credit note is put on documents at once, in their order. */
export const putOn =
  (side: Side) =>
  (ids: ReadonlyArray<string>, at: Take.At<any, Due>): object => {
    const open = ids.map((id, index) => openOf(side, id, { ...at, refuse: Take.within(at.refuse, `[${index}]`) }))
    const { line_items: lines, total_discount: discount } = at.root
    let left = Normalize.difference(Normalize.sum((lines ?? []).map(Take.amountOf)) ?? 0, discount ?? 0) ?? 0
    const items = Normalize.distinct(ids).flatMap((id) => {
      const amount = Math.min(left, open[ids.indexOf(id)]!.left)
      left = Normalize.difference(left, amount) ?? 0
      return amount > 0 ? [applied(id, amount)] : []
    })
    return items.length === 0 ? {} : { apply: { items } }
  }
