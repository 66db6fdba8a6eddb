/** Creating credit notes of vendors, put on bills at once where some are named. */
import { Connector, Lookup, Normalize, Take, Wire } from "@svc/core"
import { billCreditNotes } from "./bill-credit-notes.ts"
import { numbers, suiteql, textOf } from "./statement.ts"
import { day, idempotency, itemAccounts, partyId, purchaseLines, put, ref, refuseLines, taken } from "./writing.ts"

type Wanted = Lookup.LookupContext<{ readonly bill_ids?: ReadonlyArray<string> | null | undefined }>

/** What is left to pay on each of the bills, and to whom. */
const due = Lookup.make({
  call: ({ items }: Wanted) => {
    const ids = numbers(items.flatMap(({ bill_ids }) => bill_ids ?? []))
    const where = ["t.type = 'VendBill'", `t.id IN (${ids.join(", ")})`]
    const select = { vendor: "t.entity", unpaid: "t.foreignamountunpaid" }
    return ids.length === 0 ? null : suiteql(textOf({ id: "t.id", select, from: "transaction t", where }))
  },
  response: Wire.struct({
    items: Wire.list(Wire.struct({ id: Wire.required(Wire.id), vendor: Wire.id, unpaid: Wire.number }))
  }),
  pick: ({ items }) => new Map((items ?? []).map(({ id, unpaid, vendor }) => [id, { left: unpaid ?? 0, vendor }])),
  absent: new Map()
})

export const createBillCreditNotes = Connector.create("BILL_CREDIT_NOTES", {
  requires: ["contact_id", "line_items", "line_items.unit_amount"],
  unsupported: [
    "currency_rate",
    "status",
    "total_discount",
    "line_items.tracking_category_ids",
    "line_items.project_id"
  ],
  lookups: { accounts: itemAccounts("expenseaccount"), due },
  refuse: (item, { lookups }) => {
    const vendor = partyId("vendor", item.contact_id!)
    if (vendor === null) return { field: "contact_id", message: "is no vendor" }
    for (const [index, id] of (item.bill_ids ?? []).entries()) {
      const bill = lookups.due.get(id)
      if (bill?.vendor !== vendor || bill.left <= 0)
        return { field: `bill_ids[${index}]`, message: "is no bill of the vendor with an amount left to pay" }
    }
    return refuseLines(item.line_items, lookups.accounts)
  },
  call: ([item], { lookups }) => {
    let left = Normalize.sum((item!.line_items ?? []).map(Take.amountOf)) ?? 0
    const applied = [...new Set(item!.bill_ids)].flatMap((id) => {
      const amount = Math.min(left, lookups.due.get(id)?.left ?? 0)
      left = Normalize.difference(left, amount) ?? 0
      return amount > 0 ? [{ doc: { id }, apply: true, amount }] : []
    })
    return put("vendorCredit", {
      entity: ref(partyId("vendor", item!.contact_id!)),
      tranId: item!.document_number,
      tranDate: day(item!.posted_date),
      memo: item!.memo,
      currency: ref(item!.currency_id),
      ...purchaseLines(item!.line_items),
      apply: applied.length === 0 ? null : { items: applied }
    })
  },
  answers: taken(),
  record: billCreditNotes,
  idempotency
})
