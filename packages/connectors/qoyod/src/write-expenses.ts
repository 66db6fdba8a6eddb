/** How expenses are written: simple bills, which are by account and may be changed. */
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import { expenses } from "./expenses.ts"
import { byReference, contact, document, id, inventory, writing } from "./writing.ts"

export const writeExpenses = writing("EXPENSES", ["create", "update", "delete"], {
  ...byReference,
  path: () => "/simple_bills",
  wrap: "simple_bill",
  item: ["simple_bill"],
  list: ["simple_bills"],
  verb: "PATCH",
  made: document,
  record: expenses,
  departs: ({ create }) => ({ create: { ...create, lookups: { inventory } } }),
  requires: [
    "contact_id",
    "document_number",
    "posted_date",
    "line_items",
    "line_items.account_id",
    "line_items.unit_amount",
    "line_items.tax_id"
  ],
  takes: {
    contact_id: contact("vendor"),
    document_number: "reference",
    posted_date: Take.day("issue_date")
  },
  // What becomes of the rows that are there is not documented.
  creates: {
    line_items: {
      list: (made) => ({ simple_bill_items_attributes: made.map((own) => ({ ...own, is_inclusive: false })) }),
      of: {
        account_id: id("expense_category_id"),
        quantity: Take.beside,
        unit_amount: (amount, { item }) => ({ total_amount: Normalize.product(amount, item.quantity ?? 1) }),
        tax_id: id("tax_id"),
        description: "description"
      }
    }
  }
})
