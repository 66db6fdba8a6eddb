/** What moves through an account of the bank: from it or to it, and between two of them. */
import * as Connector from "@svc/core/Connector"
import * as Take from "@svc/core/Take"
import { copy, lineOf, writing } from "./money.ts"

const bankTransactions = Connector.read("BANK_TRANSACTIONS", {
  ...copy,
  map: ({ anchor, id, lineItems, ...raw }) => {
    const isIn = anchor.direction === "DEPOSIT"
    const [bank, other] = [anchor.accountId, lineItems[0]?.accountId]
    return {
      platform_id: id,
      contact_id: lineItems[0]?.customerId,
      from_account_id: isIn ? other : bank,
      to_account_id: isIn ? bank : other,
      amount: anchor.amount,
      debit_or_credit: isIn ? "CREDIT" : "DEBIT",
      transaction_date: raw.date,
      description: raw.description
    }
  }
})

export const writeBankTransactions = writing("BANK_TRANSACTIONS", ["create"], {
  record: bankTransactions,
  requires: ["from_account_id", "to_account_id", "amount", "transaction_date", "description"],
  takes: {
    transaction_date: Take.day("date"),
    description: "description",
    from_account_id: Take.beside,
    to_account_id: Take.beside,
    contact_id: Take.beside,
    // Which of the two accounts is the bank's: money that comes in (CREDIT) goes to it.
    debit_or_credit: Take.beside,
    amount: (amount, { item: { contact_id, debit_or_credit, from_account_id, to_account_id } }) => {
      const isIn = debit_or_credit === "CREDIT"
      const [accountId, other] = isIn ? [to_account_id, from_account_id] : [from_account_id, to_account_id]
      return {
        anchor: { accountId, amount: String(amount), direction: isIn ? "DEPOSIT" : "WITHDRAWAL" },
        lineItems: [lineOf({ account_id: other, contact_id }, amount, isIn ? "CREDIT" : "DEBIT")]
      }
    }
  }
})
