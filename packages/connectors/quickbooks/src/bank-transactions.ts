/**
 * Movements of bank accounts and credit cards. QuickBooks does not show the banks' own statement lines; the movements are
 * its transactions that touch such an account, each kind a source: deposits, transfers, purchases, and payments.
 */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { banks } from "./bank-accounts.ts"
import { billPaid, paidFrom } from "./bill-payments.ts"
import { document, lookups } from "./document-fields.ts"
import { purchased } from "./expenses.ts"
import { received } from "./invoice-payments.ts"
import { moved, movement, only } from "./movements.ts"
import { isVoided } from "./payments.ts"
import { mixedTransactions } from "./query.ts"
import { Ref } from "./wire.ts"

const deposits = Connector.read("BANK_TRANSACTIONS", {
  ...mixedTransactions("Deposit"),
  mapping: 2,
  item: Wire.struct({
    ...document,
    DepositToAccountRef: Ref,
    Line: Wire.list(
      Wire.struct({ Description: Wire.text, DepositLineDetail: Wire.struct({ AccountRef: Ref, Entity: Ref }) })
    )
  }),
  lookups,
  map: (raw, { lookups: found }) => {
    const details = (raw.Line ?? []).map(({ DepositLineDetail }) => DepositLineDetail)
    return {
      ...movement("Deposit", raw, found),
      account_id: only(details.map((own) => own?.AccountRef?.value)),
      contact_id: only(
        details.map((own) =>
          own?.Entity?.type ? Normalize.prefixed(own.Entity.type.toLowerCase(), own.Entity.value) : null
        )
      ),
      ...moved(raw.TotalAmt, "CREDIT", null, raw.DepositToAccountRef?.value),
      description: raw.PrivateNote || only((raw.Line ?? []).map(({ Description }) => Description))
    }
  }
})

const transfers = Connector.read("BANK_TRANSACTIONS", {
  ...mixedTransactions("Transfer"),
  mapping: 2,
  item: Wire.struct({ ...document, FromAccountRef: Ref, ToAccountRef: Ref, Amount: Wire.number }),
  lookups,
  map: (raw, { lookups: found }) => ({
    ...movement("Transfer", raw, found),
    ...moved(raw.Amount, null, raw.FromAccountRef?.value, raw.ToAccountRef?.value)
  })
})

const purchases = Connector.read("BANK_TRANSACTIONS", {
  ...mixedTransactions("Purchase"),
  mapping: 2,
  item: Wire.struct(purchased),
  lookups,
  map: (raw, { lookups: found }) => {
    const isRefund = raw.Credit === true
    return {
      ...movement("Purchase", raw, found),
      account_id: only((raw.Line ?? []).map((own) => own.AccountBasedExpenseLineDetail?.AccountRef?.value)),
      ...(isRefund
        ? moved(raw.TotalAmt, "CREDIT", null, raw.AccountRef?.value)
        : moved(raw.TotalAmt, "DEBIT", raw.AccountRef?.value, null)),
      contact_id: raw.EntityRef?.type ? Normalize.prefixed(raw.EntityRef.type.toLowerCase(), raw.EntityRef.value) : null
    }
  }
})

const payments = Connector.read("BANK_TRANSACTIONS", {
  ...mixedTransactions("Payment"),
  mapping: 2,
  item: Wire.struct({ ...received, ARAccountRef: Ref }),
  // A payment may come to be one that moves no money.
  owner: (raw) => Normalize.prefixed("payment", raw.Id)!,
  lookups: { ...lookups, banks },
  map: (raw, { lookups: found }) =>
    // What is put aside first reaches the bank with a deposit.
    !found.banks.has(raw.DepositToAccountRef?.value ?? "") || isVoided(raw)
      ? null
      : {
          ...movement("Payment", raw, found),
          account_id: raw.ARAccountRef?.value,
          ...moved(raw.TotalAmt, "CREDIT", null, raw.DepositToAccountRef?.value),
          contact_id: Normalize.prefixed("customer", raw.CustomerRef?.value),
          reference: raw.PaymentRefNum
        }
})

const billPayments = Connector.read("BANK_TRANSACTIONS", {
  ...mixedTransactions("BillPayment"),
  mapping: 2,
  item: Wire.struct({ ...billPaid, APAccountRef: Ref }),
  owner: (raw) => Normalize.prefixed("billpayment", raw.Id)!,
  lookups,
  map: (raw, { lookups: found }) =>
    // One that only puts a credit note on a bill moves no money.
    !raw.TotalAmt
      ? null
      : {
          ...movement("BillPayment", raw, found),
          account_id: raw.APAccountRef?.value,
          ...moved(raw.TotalAmt, "DEBIT", paidFrom(raw), null),
          contact_id: Normalize.prefixed("vendor", raw.VendorRef?.value)
        }
})

export const bankTransactions = [deposits, transfers, purchases, payments, billPayments]
