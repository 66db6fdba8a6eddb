/** Purchase orders, bills and credit notes of vendors, and what is paid at once. */
import * as Take from "@svc/core/Take"
import { dueOf, ofBills, putOn } from "./applied.ts"
import { billCreditNotes } from "./bill-credit-notes.ts"
import { bills } from "./bills.ts"
import { expenses } from "./expenses.ts"
import { purchaseOrders } from "./purchase-orders.ts"
import { itemAccounts, purchaseLines } from "./write-lines.ts"
import { anyParty, document, knowing, party, ref, writing } from "./writing.ts"

const requires = ["contact_id", "line_items", "line_items.unit_amount"] as const
const lookups = { accounts: itemAccounts("expenseaccount") }
const takes = { ...document, contact_id: party("vendor"), line_items: purchaseLines } as const

export const writePurchaseOrders = writing("PURCHASE_ORDERS", ["create", "update", "delete"], {
  type: "purchaseOrder",
  record: purchaseOrders,
  requires,
  lookups,
  // An order becomes a bill in NetSuite only.
  takes: { ...takes, delivery_date: Take.day("dueDate"), description: "memo" },
  clears: ["description"]
})

export const writeBills = writing("BILLS", ["create", "update", "delete"], {
  type: "vendorBill",
  record: bills,
  requires,
  lookups,
  takes: { ...takes, account_id: ref("account"), due_date: Take.day("dueDate"), memo: "memo" },
  clears: ["memo"]
})

export const writeBillCreditNotes = writing("BILL_CREDIT_NOTES", ["create", "update", "delete"], {
  type: "vendorCredit",
  record: billCreditNotes,
  requires,
  lookups: { ...lookups, due: dueOf(ofBills) },
  takes: { ...takes, memo: "memo" },
  clears: ["memo"],
  creates: { bill_ids: putOn(ofBills) }
})

/** The types of records that expenses are, by what they are to us and to the query language. */
const spent = { CHECK: "check", CREDIT_CARD: "creditCardCharge", Check: "check", CardChrg: "creditCardCharge" } as const
export const writeExpenses = writing("EXPENSES", ["create", "update", "delete"], {
  type: ({ isNew, item, raw, refuse }) => {
    const type = isNew ? (item["payment_mode"] ?? "CHECK") : raw?.["rows"]?.[0]?.type
    // A report is of an employee, and its lines are of categories.
    const place = isNew ? "payment_mode" : "platform_id"
    return spent[type as keyof typeof spent] ?? refuse("must be CHECK or CREDIT_CARD", place)
  },
  record: expenses,
  requires: ["account_id", "line_items", "line_items.unit_amount"],
  lookups,
  takes: { ...takes, contact_id: anyParty, account_id: ref("account"), memo: "memo" },
  creates: { payment_mode: Take.beside },
  clears: ["memo"],
  // What type of record it is, NetSuite says.
  departs: knowing
})
