/** Movements of bank accounts. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { announced, changed, dated, epoch, Reference, unitsPerBase } from "./wire.ts"

const Bank = Wire.struct({ ledgerAccountId: Wire.id })
const statuses = Normalize.word({ true: "RECONCILED", false: "UNRECONCILED" }, null)

export const bankTransactions = Connector.read("BANK_TRANSACTIONS", {
  ...announced("bankTransactions"),
  since: changed,
  from: dated,
  item: Wire.struct({
    id: Wire.required(Wire.id),
    bankAccount: Bank,
    bookedOn: Wire.instant,
    kind: Wire.text,
    amount: Wire.number,
    currency: Wire.id,
    unitsPerBase,
    counterAccount: Reference,
    counterBankAccount: Bank,
    contact: Reference,
    text: Wire.text,
    reference: Wire.text,
    matched: Wire.boolean,
    updated: epoch
  }),
  map: (raw) => {
    const own = raw.bankAccount?.ledgerAccountId
    const other = raw.counterBankAccount?.ledgerAccountId
    // Quirk: the sign says the direction: minus is money out.
    const direction = raw.amount ? (raw.amount < 0 ? "DEBIT" : "CREDIT") : null
    return {
      platform_id: raw.id,
      account_id: raw.counterAccount?.id ?? other,
      from_account_id: direction === "DEBIT" ? own : direction === "CREDIT" ? other : null,
      to_account_id: direction === "CREDIT" ? own : direction === "DEBIT" ? other : null,
      contact_id: raw.contact?.id,
      amount: Normalize.absolute(raw.amount),
      type: raw.kind?.toUpperCase(),
      debit_or_credit: direction,
      status: statuses(raw.matched),
      currency_id: raw.currency,
      currency_rate: raw.unitsPerBase,
      transaction_date: raw.bookedOn,
      description: raw.text,
      reference: raw.reference,
      updated_at: raw.updated
    }
  }
})
