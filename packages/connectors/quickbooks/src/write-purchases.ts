/** How bills, credit notes of vendors, purchase orders and expenses are written. */
import { Normalize } from "@svc/core"
import { applying } from "./applying.ts"
import { billCreditNotes } from "./bill-credit-notes.ts"
import { bills } from "./bills.ts"
import { documentStatus } from "./document-fields.ts"
import { expenses } from "./expenses.ts"
import { billLookup, checkBills, linkBills } from "./linking.ts"
import { payableLookups, payableOf } from "./payable.ts"
import { status } from "./posting.ts"
import { purchaseOrders } from "./purchase-orders.ts"
import { as, beside, day, entityOf, type Item, party, refTo, refuse, type Table, words } from "./taking.ts"
import { head } from "./write-sales.ts"
import { type Context, writing } from "./writing.ts"
import { amountOf, itemAccounts, linesIn, purchaseLines } from "./written-lines.ts"

const purchase: Table = { ...head, contact_id: party("VendorRef", "vendor"), line_items: purchaseLines() }
const bought = {
  requires: ["contact_id", "line_items", "line_items.unit_amount"],
  clears: ["memo"],
  lookups: { accounts: itemAccounts("ExpenseAccountRef") }
}

export const writeBills = writing("BILLS", ["create", "update", "delete"], {
  ...bought,
  entity: "Bill",
  record: bills,
  takes: {
    ...purchase,
    account_id: refTo("APAccountRef"),
    due_date: day("DueDate"),
    status: status((raw) => documentStatus(raw, raw.Balance)),
    tax_inclusive: as("GlobalTaxCalculation", (value, { place }) =>
      value ? refuse(place, "is not described for what is sent: amounts are without tax") : "TaxExcluded"
    ),
    // Quirk: links to payments stand beside those to orders, and stay.
    purchase_order_ids: (ids: ReadonlyArray<string> | null, { raw }) => ({
      LinkedTxn: [
        ...(raw?.["LinkedTxn"] ?? []).filter((link: Item) => link["TxnType"] !== "PurchaseOrder"),
        ...(ids ?? []).map((TxnId) => ({ TxnId, TxnType: "PurchaseOrder" }))
      ]
    })
  },
  clears: ["memo", "purchase_order_ids"]
})

const { lookups, makes, steps } = applying({
  ids: "bill_ids",
  document: "Bill",
  party: "VendorRef",
  note: "VendorCredit"
})
export const writeBillCreditNotes = writing("BILL_CREDIT_NOTES", ["create", "update", "delete"], {
  ...bought,
  entity: "VendorCredit",
  record: billCreditNotes,
  takes: { ...purchase, status: status((raw) => documentStatus(raw, raw.Balance)) },
  creates: { bill_ids: beside },
  lookups: { ...bought.lookups, ...lookups },
  makes,
  steps
})

const { memo, ...order } = purchase
export const writePurchaseOrders = writing("PURCHASE_ORDERS", ["create", "update", "delete"], {
  ...bought,
  entity: "PurchaseOrder",
  record: purchaseOrders,
  takes: { ...order, description: memo!, delivery_date: day("DueDate"), status: status(() => "SUBMITTED") },
  clears: ["description"],
  creates: { bill_ids: beside },
  lookups: { ...bought.lookups, ...payableLookups, ...billLookup },
  steps: linkBills,
  makes: (item, { current, lookups: found }: Context) => {
    if (current !== undefined) return {}
    checkBills(item, { lookups: found })
    const payable =
      payableOf(item, found) ?? refuse("currency_id", "has no account of its own among the accounts payable")
    return { APAccountRef: { value: payable } }
  }
})

/** Quirk: what a card refunds is a purchase of its own, marked, with positive amounts. */
const signOf = (item: Item) => ((Normalize.sum(linesIn(item).map(amountOf)) ?? 0) < 0 ? -1 : 1)
export const writeExpenses = writing("EXPENSES", ["create", "update", "delete"], {
  ...bought,
  entity: "Purchase",
  record: expenses,
  requires: ["account_id", "payment_mode", "line_items", "line_items.unit_amount"],
  takes: {
    ...head,
    contact_id: as("EntityRef", (id, { place }) => entityOf(id, place)),
    account_id: refTo("AccountRef"),
    payment_mode: words("PaymentType", { Cash: "Cash", Check: "Check", CreditCard: "CreditCard" }),
    line_items: purchaseLines(signOf)
  },
  clears: ["memo", "contact_id"],
  makes: (item, { current }) => {
    if (!item["line_items"]) return {}
    const mode = item["payment_mode"] ?? current?.raw["PaymentType"]
    if (signOf(item) === 1) return current?.raw["Credit"] === true ? { Credit: false } : {}
    return mode === "CreditCard" ? { Credit: true } : refuse("line_items", "give money back, which only a card can")
  }
})
