/** How movements of bank accounts are written. */
import * as Take from "@svc/core/Take"
import * as Write from "@svc/core/Write"
import { bankTransactions } from "./bank-transactions.ts"
import { at } from "./records.ts"
import { writing } from "./writing.ts"

const moved = { path: "banktransactions", list: "banktransactions", one: "banktransaction", id: "transaction_id" }
const ofBank = /^(?:deposit|sales_without_invoices|expense_refund|owner_contribution|interest_income|other_income)$/
const ofOurs = (id: string): string => id.split(":").at(-1) ?? ""
/** Quirk: what was booked is told without the account that it is seen from, which is that of what was asked. */
const seen = (raw: Take.Item, item: Take.Item): Write.Answer => {
  const isIn = item["debit_or_credit"] == null ? ofBank.test(item["type"]) : item["debit_or_credit"] === "CREDIT"
  const [own, other] = isIn ? ["to", "from"] : ["from", "to"]
  return Write.accepted({
    account_id: item[`${own}_account_id`],
    offset_account_name: raw[`${other}_account_name`],
    debit_or_credit: isIn ? "debit" : "credit",
    ...raw
  })
}
export const writeBankTransactions = writing("BANK_TRANSACTIONS", ["create", "update", "delete"], {
  kind: moved,
  referred: true,
  shown: seen,
  record: bankTransactions,
  requires: {
    create: ["from_account_id", "to_account_id", "amount", "type", "transaction_date"],
    update: ["type", "from_account_id", "to_account_id"]
  },
  takes: {
    from_account_id: "from_account_id",
    to_account_id: "to_account_id",
    amount: "amount",
    type: "transaction_type",
    debit_or_credit: Take.beside,
    currency_id: "currency_id",
    currency_rate: "exchange_rate",
    transaction_date: Take.day("date"),
    description: "description"
  },
  creates: { contact_id: "customer_id" },
  updates: { reference: "reference_number" },
  clears: ["description"],
  departs: ({ update, ...usual }) => ({
    ...usual,
    update: { ...update, call: ({ body, id }) => ({ method: "PUT", path: at(moved, ofOurs(id)), body }) },
    delete: { call: ({ id }) => ({ method: "DELETE", path: at(moved, ofOurs(id)) }) }
  })
})
