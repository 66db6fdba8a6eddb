/** Money spent: bank transactions out of an account. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import { BankTransaction, isGone } from "./bank-transactions.ts"
import { documentFields } from "./document-fields.ts"
import { references } from "./references.ts"
import { listed } from "./wire.ts"

export const types = ["SPEND", "SPEND-OVERPAYMENT", "SPEND-PREPAYMENT"]

/** Transfers between own accounts are spent on nothing. */
export const isExpense = (raw: { readonly Type?: string | null | undefined }) => types.includes(raw.Type ?? "")
export const expensesOnly = types.map((type) => `Type=="${type}"`).join(" OR ")

export const expenses = Connector.read("EXPENSES", {
  ...listed("BankTransactions", "BankTransactionID", expensesOnly, { unitdp: 4 }),
  item: BankTransaction,
  deletes: Read.flag(isGone),
  mapping: 2,
  lookups: references,
  map: (raw, { lookups }) => {
    if (!isExpense(raw)) return null
    const fields = documentFields(raw, lookups)
    return {
      ...fields,
      platform_id: raw.BankTransactionID,
      account_id: raw.BankAccount?.AccountID,
      document_number: raw.Reference,
      payment_mode: raw.Type,
      total_discount: Normalize.sum(fields.line_items.map(({ total_discount }) => total_discount))
    }
  }
})
