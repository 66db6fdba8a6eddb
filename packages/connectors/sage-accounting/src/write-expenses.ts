/** Money spent without an invoice, and moved between bank accounts. */
import type { Writes } from "@svc/core"
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import { transfers } from "./bank-transactions.ts"
import { expenses } from "./other-payments.ts"
import { placesOf } from "./places.ts"
import { banks } from "./references.ts"
import { lineLookups } from "./write-lines.ts"
import { newest } from "./write-documents.ts"
import { bankOf } from "./write-payments.ts"
import { dayTo, writing } from "./writing.ts"

type Line = NonNullable<Writes.ItemOf<"EXPENSES">["line_items"]>[number]
const lookups = { banks, taxes: lineLookups.taxes }

export const writeExpenses = writing("EXPENSES", ["create", "update", "delete"], {
  path: "other_payments",
  name: "other_payment",
  record: expenses,
  newest,
  made: { transaction_type_id: "OTHER_PAYMENT" },
  alike: { contact_id: "contact.id", posted_date: "date", document_number: "reference" },
  requires: {
    create: ["account_id", "posted_date", "line_items", "line_items.account_id", "line_items.unit_amount"]
  },
  lookups,
  takes: {
    account_id: bankOf,
    contact_id: "contact_id",
    document_number: "reference",
    posted_date: dayTo("date"),
    payment_mode: "payment_method_id",
    line_items: {
      of: {
        platform_id: Take.beside,
        account_id: "ledger_account_id",
        description: "details",
        tracking_category_ids: "analysis_type_categories",
        tax_id: "tax_rate_id",
        quantity: Take.beside,
        unit_amount: (_: number, { item, lookups: { taxes }, refuse }: Take.At<Line, typeof lookups>) => {
          const percentage = item.tax_id ? (taxes.get(item.tax_id) ?? refuse("has an unknown tax rate")) : 0
          const net_amount = Take.amountOf(item)
          const tax_amount = Normalize.rounded((net_amount * percentage) / 100)
          return { net_amount, tax_amount, total_amount: Normalize.sum([net_amount, tax_amount]) }
        }
      },
      list: (payment_lines) => ({
        payment_lines,
        total_amount: Normalize.sum(payment_lines.map((line) => line["total_amount"]))
      })
    }
  }
})

const bank =
  (to: string) =>
  (account: string, at: Take.At<unknown, { readonly banks: typeof banks }>): object => ({
    [to]: bankOf(account, at).bank_account_id
  })
export const writeBankTransactions = writing("BANK_TRANSACTIONS", ["create", "update", "delete"], {
  path: "bank_transfers",
  name: "bank_transfer",
  record: transfers,
  newest,
  alike: { amount: "amount", transaction_date: "date", reference: "reference", description: "description" },
  requires: { create: ["from_account_id", "to_account_id", "amount", "transaction_date"] },
  lookups: { banks },
  takes: {
    from_account_id: bank("from_bank_account_id"),
    to_account_id: bank("to_bank_account_id"),
    amount: "amount",
    transaction_date: dayTo("date"),
    reference: "reference",
    description: "description"
  },
  // Quirk: nothing in an id says which movement it is of. What is in no list is gone.
  departs: ({ delete: remove }) => ({
    delete: {
      lookups: { places: placesOf(["bank_transfers", "contact_payments", "other_payments", "bank_deposits"]) },
      call: (sent) =>
        (sent.lookups["places"].get(sent.id) ?? "bank_transfers") === "bank_transfers"
          ? remove!.call!(sent)
          : sent.refuse("is no transfer, and is deleted as what it is", "platform_id")
    }
  })
})
