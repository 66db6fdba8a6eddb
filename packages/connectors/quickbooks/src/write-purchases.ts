/** How bills, credit notes of vendors, purchase orders and expenses are written. */
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import { applying } from "./applying.ts"
import { billCreditNotes } from "./bill-credit-notes.ts"
import { bills } from "./bills.ts"
import { documentStatus } from "./document-fields.ts"
import { expenses } from "./expenses.ts"
import { billLookup, checkBills, linkBills } from "./linking.ts"
import { payableLookups, payableOf } from "./payable.ts"
import { purchaseOrders } from "./purchase-orders.ts"
import { head } from "./write-sales.ts"
import { entityOf, party, refTo, status, writing } from "./writing.ts"
import { itemAccounts, type Line, purchaseLines } from "./written-lines.ts"

const offers = ["create", "update", "delete"] as const
const purchase = { ...head, contact_id: party("VendorRef", "vendor"), line_items: purchaseLines() }
const requires = ["contact_id", "line_items", "line_items.unit_amount"] as const
const accounts = itemAccounts("ExpenseAccountRef")
const settled = status((raw) => documentStatus(raw, raw.Balance))

export const writeBills = writing("BILLS", offers, {
  entity: "Bill",
  record: bills,
  requires,
  lookups: { accounts },
  takes: {
    ...purchase,
    account_id: refTo("APAccountRef"),
    due_date: Take.day("DueDate"),
    status: settled,
    tax_inclusive: (isInclusive, { refuse }) => ({
      GlobalTaxCalculation: isInclusive
        ? refuse("is not described for what is sent: amounts are without tax")
        : "TaxExcluded"
    }),
    // Quirk: links to payments stand beside those to orders, and stay.
    purchase_order_ids: {
      orEmpty: (ids, { raw }) => ({
        LinkedTxn: [
          ...(raw?.["LinkedTxn"] ?? []).filter((link: Take.Item) => link["TxnType"] !== "PurchaseOrder"),
          ...(ids ?? []).map((TxnId) => ({ TxnId, TxnType: "PurchaseOrder" }))
        ]
      })
    }
  },
  clears: ["memo"]
})

const notes = applying({ ids: "bill_ids", document: "Bill", party: "VendorRef", note: "VendorCredit" })
export const writeBillCreditNotes = writing("BILL_CREDIT_NOTES", offers, {
  entity: "VendorCredit",
  record: billCreditNotes,
  requires,
  lookups: { accounts, ...notes.lookups },
  takes: { ...purchase, status: settled },
  creates: { bill_ids: Take.beside },
  clears: ["memo"],
  makes: notes.makes,
  steps: notes.steps
})

const { memo, ...order } = purchase
export const writePurchaseOrders = writing("PURCHASE_ORDERS", offers, {
  entity: "PurchaseOrder",
  record: purchaseOrders,
  requires,
  lookups: { accounts, ...payableLookups, ...billLookup },
  takes: { ...order, description: memo, delivery_date: Take.day("DueDate"), status: status(() => "SUBMITTED") },
  creates: { bill_ids: Take.beside },
  clears: ["description"],
  makes: (item, { isNew, lookups, refuse }) => {
    if (!isNew) return {}
    checkBills(item, lookups.bills, refuse)
    const payable =
      payableOf(item, lookups) ?? refuse("has no account of its own among the accounts payable", "currency_id")
    return { APAccountRef: { value: payable } }
  },
  steps: linkBills
})

/** Quirk: what a card refunds is a purchase of its own, marked, with positive amounts. */
const signOf = ({ line_items }: { readonly line_items?: ReadonlyArray<Line> | null | undefined }) =>
  (Normalize.sum((line_items ?? []).map(Take.amountOf)) ?? 0) < 0 ? -1 : 1
export const writeExpenses = writing("EXPENSES", offers, {
  entity: "Purchase",
  record: expenses,
  requires: ["account_id", "payment_mode", "line_items", "line_items.unit_amount"],
  lookups: { accounts },
  takes: {
    ...head,
    contact_id: { to: "EntityRef", by: (id, { refuse }) => entityOf(id, refuse) },
    account_id: refTo("AccountRef"),
    payment_mode: Take.words("PaymentType", { Cash: "Cash", Check: "Check", CreditCard: "CreditCard" }),
    line_items: purchaseLines(signOf)
  },
  clears: ["memo", "contact_id"],
  makes: (item, { raw, refuse }) => {
    if (!item.line_items) return {}
    const mode = item.payment_mode ?? raw?.["PaymentType"]
    if (signOf(item) === 1) return raw?.["Credit"] === true ? { Credit: false } : {}
    return mode === "CreditCard" ? { Credit: true } : refuse("give money back, which only a card can", "line_items")
  }
})
