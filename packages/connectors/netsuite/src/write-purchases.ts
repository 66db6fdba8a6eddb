/** Purchase orders, bills and credit notes of vendors. */
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import * as Wire from "@svc/core/Wire"
import { billCreditNotes } from "./bill-credit-notes.ts"
import { bills } from "./bills.ts"
import { purchaseOrders } from "./purchase-orders.ts"
import { numbers, suiteql, textOf } from "./statement.ts"
import { itemAccounts, purchaseLines } from "./write-lines.ts"
import { document, party, partyId, writing } from "./writing.ts"

const requires = ["contact_id", "line_items", "line_items.unit_amount"] as const
const lookups = { accounts: itemAccounts("expenseaccount") }
const takes = { ...document, contact_id: party("vendor"), line_items: purchaseLines } as const

export const writePurchaseOrders = writing("PURCHASE_ORDERS", ["create", "update", "delete"], {
  type: "purchaseOrder",
  record: purchaseOrders,
  requires,
  lookups,
  // An order becomes a bill in NetSuite only.
  takes: { ...takes, delivery_date: Take.day("dueDate") }
})

export const writeBills = writing("BILLS", ["create", "update", "delete"], {
  type: "vendorBill",
  record: bills,
  requires,
  lookups,
  takes: { ...takes, currency_rate: "exchangeRate", due_date: Take.day("dueDate"), memo: "memo" },
  clears: ["memo"]
})

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

export const writeBillCreditNotes = writing("BILL_CREDIT_NOTES", ["create", "update", "delete"], {
  type: "vendorCredit",
  record: billCreditNotes,
  requires,
  lookups: { ...lookups, due },
  takes: { ...takes, memo: "memo" },
  clears: ["memo"],
  creates: {
    // Put on bills at once.
    bill_ids: (ids, { item, lookups: { due: open }, refuse }) => {
      const vendor = partyId("vendor", item.contact_id ?? "")
      for (const [index, id] of ids.entries()) {
        const bill = open.get(id)
        if (bill?.vendor !== vendor || bill.left <= 0)
          refuse("is no bill of the vendor with an amount left to pay", `[${index}]`)
      }
      let left = Normalize.sum((item.line_items ?? []).map(Take.amountOf)) ?? 0
      const applied = Normalize.distinct(ids).flatMap((id) => {
        const amount = Math.min(left, open.get(id)?.left ?? 0)
        left = Normalize.difference(left, amount) ?? 0
        return amount > 0 ? [{ doc: { id }, apply: true, amount }] : []
      })
      return applied.length === 0 ? {} : { apply: { items: applied } }
    }
  }
})
