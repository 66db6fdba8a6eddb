/** What went through the bank accounts: payments with and without invoices, transfers between accounts, and deposits. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { OtherPayment, otherReferences } from "./other-payments.ts"
import { payment } from "./payments.ts"
import { rateOf } from "./rates.ts"
import type { Bank } from "./references.ts"
import { common, dated, inOrder, listed, Ref } from "./wire.ts"

const directions = Normalize.word(
  {
    CUSTOMER_RECEIPT: "CREDIT",
    CUSTOMER_REFUND: "DEBIT",
    VENDOR_PAYMENT: "DEBIT",
    VENDOR_REFUND: "CREDIT",
    OTHER_RECEIPT: "CREDIT",
    OTHER_RECEIPT_REFUND: "DEBIT",
    OTHER_PAYMENT: "DEBIT",
    OTHER_PAYMENT_REFUND: "CREDIT"
  },
  null
)
/** The ledger account of the bank account, on the side where the money comes from or goes to. */
const through = (type: string | null | undefined, bank: Bank | undefined) => {
  const direction = directions(type)
  return {
    type,
    debit_or_credit: direction,
    from_account_id: direction === "DEBIT" ? bank?.account : null,
    to_account_id: direction === "CREDIT" ? bank?.account : null
  }
}

const payments = Connector.read("BANK_TRANSACTIONS", {
  source: "payments",
  ...listed("contact_payments", inOrder),
  from: dated,
  item: Wire.struct(payment),
  lookups: otherReferences,
  map: (raw, { lookups }) => ({
    ...through(raw.transaction_type?.id, Normalize.lookUp(lookups.banks, raw.bank_account?.id)),
    platform_id: raw.id,
    contact_id: raw.contact?.id,
    amount: raw.total_amount,
    currency_id: raw.currency?.id ?? lookups.base,
    currency_rate: rateOf(raw, lookups.base),
    transaction_date: raw.date,
    reference: raw.reference,
    updated_at: raw.updated_at
  })
})

const others = Connector.read("BANK_TRANSACTIONS", {
  source: "others",
  ...listed("other_payments", inOrder),
  from: dated,
  item: OtherPayment,
  lookups: otherReferences,
  map: (raw, { lookups }) => {
    const bank = Normalize.lookUp(lookups.banks, raw.bank_account?.id)
    const [first, ...more] = raw.payment_lines ?? []
    return {
      ...through(raw.transaction_type?.id, bank),
      platform_id: raw.id,
      account_id: more.length === 0 ? first?.ledger_account?.id : null,
      contact_id: raw.contact?.id,
      amount: raw.total_amount,
      currency_id: bank?.currency ?? lookups.base,
      transaction_date: raw.date,
      description: more.length === 0 ? first?.details : null,
      reference: raw.reference,
      updated_at: raw.updated_at
    }
  }
})

const moved = {
  ...common,
  from_bank_account: Ref,
  to_bank_account: Ref,
  date: Wire.day,
  reference: Wire.text,
  description: Wire.text,
  amount: Wire.number,
  total_amount: Wire.number
}
const movesOf = (source: string, collection: string, type: string) =>
  Connector.read("BANK_TRANSACTIONS", {
    source,
    ...listed(collection, inOrder),
    from: dated,
    item: Wire.struct(moved),
    lookups: otherReferences,
    map: (raw, { lookups }) => {
      const from = Normalize.lookUp(lookups.banks, raw.from_bank_account?.id)
      return {
        platform_id: raw.id,
        from_account_id: from?.account,
        to_account_id: Normalize.lookUp(lookups.banks, raw.to_bank_account?.id)?.account,
        amount: raw.amount ?? raw.total_amount,
        type,
        currency_id: from?.currency ?? lookups.base,
        transaction_date: raw.date,
        description: raw.description,
        reference: raw.reference,
        updated_at: raw.updated_at
      }
    }
  })
export const transfers = movesOf("transfers", "bank_transfers", "BANK_TRANSFER")
const deposits = movesOf("deposits", "bank_deposits", "BANK_DEPOSIT")

export const bankTransactions = [payments, others, transfers, deposits]
