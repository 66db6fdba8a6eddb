/**
 * Movements of bank accounts and credit cards. QuickBooks does not show the banks' own statement lines; the movements are
 * its transactions that touch such an account, each kind a source: deposits, transfers, purchases, and payments.
 */
import { Connector, Normalize, Wire } from "@svc/core"
import { banks } from "./bank-accounts.ts"
import { billPaid, paidFrom } from "./bill-payments.ts"
import { currencyOf, document, lookups } from "./document-fields.ts"
import { purchased } from "./expenses.ts"
import { received } from "./invoice-payments.ts"
import { mixedTransactions, prefixed } from "./query.ts"
import { record, Ref, TypedRef, updatedAt } from "./wire.ts"

interface Movement {
  readonly Id: string
  readonly TxnDate?: string | null | undefined
  readonly PrivateNote?: string | null | undefined
  readonly DocNumber?: string | null | undefined
  readonly CurrencyRef?: (typeof Ref)["Type"] | null | undefined
  readonly ExchangeRate?: number | null | undefined
  readonly MetaData?: Wire.Struct<typeof record>["MetaData"]
}
const movement = (entity: string, raw: Movement, found: { readonly home: string | null }) => ({
  platform_id: prefixed(entity, raw.Id)!,
  type: entity,
  currency_id: currencyOf(raw, found),
  currency_rate: raw.ExchangeRate,
  transaction_date: Normalize.day(raw.TxnDate, "TxnDate"),
  description: raw.PrivateNote,
  reference: raw.DocNumber,
  updated_at: updatedAt(raw)
})
/** The one there is; null where there are several or none. */
const only = (ids: ReadonlyArray<string | null | undefined>) => {
  const [first, ...others] = new Set(ids.filter((id) => id !== null && id !== undefined))
  return others.length === 0 ? first : null
}

const deposits = Connector.read("BANK_TRANSACTIONS", {
  ...mixedTransactions("Deposit"),
  item: Wire.struct({
    ...document,
    DepositToAccountRef: Ref,
    Line: Wire.list(Wire.struct({ DepositLineDetail: Wire.struct({ AccountRef: Ref, Entity: TypedRef }) }))
  }),
  lookups,
  map: (raw, { lookups: found }) => {
    const details = (raw.Line ?? []).map(({ DepositLineDetail }) => DepositLineDetail)
    return {
      ...movement("Deposit", raw, found),
      account_id: only(details.map((own) => own?.AccountRef?.value)),
      contact_id: only(details.map((own) => (own?.Entity?.type ? prefixed(own.Entity.type, own.Entity.value) : null))),
      to_account_id: raw.DepositToAccountRef?.value,
      amount: raw.TotalAmt,
      debit_or_credit: "CREDIT"
    }
  }
})

const transfers = Connector.read("BANK_TRANSACTIONS", {
  ...mixedTransactions("Transfer"),
  item: Wire.struct({ ...document, FromAccountRef: Ref, ToAccountRef: Ref, Amount: Wire.number }),
  lookups,
  map: (raw, { lookups: found }) => ({
    ...movement("Transfer", raw, found),
    from_account_id: raw.FromAccountRef?.value,
    to_account_id: raw.ToAccountRef?.value,
    amount: raw.Amount
  })
})

const purchases = Connector.read("BANK_TRANSACTIONS", {
  ...mixedTransactions("Purchase"),
  item: Wire.struct(purchased),
  lookups,
  map: (raw, { lookups: found }) => {
    const isRefund = raw.Credit === true
    return {
      ...movement("Purchase", raw, found),
      account_id: only((raw.Line ?? []).map((own) => own.AccountBasedExpenseLineDetail?.AccountRef?.value)),
      ...(isRefund ? { to_account_id: raw.AccountRef?.value } : { from_account_id: raw.AccountRef?.value }),
      contact_id: raw.EntityRef?.type ? prefixed(raw.EntityRef.type, raw.EntityRef.value) : null,
      amount: raw.TotalAmt,
      debit_or_credit: isRefund ? "CREDIT" : "DEBIT"
    }
  }
})

const payments = Connector.read("BANK_TRANSACTIONS", {
  ...mixedTransactions("Payment"),
  item: Wire.struct({ ...received, ARAccountRef: Ref }),
  // A payment may come to be one that moves no money.
  owner: (raw) => prefixed("Payment", raw.Id)!,
  lookups: { ...lookups, banks },
  map: (raw, { lookups: found }) =>
    // What is put aside first reaches the bank with a deposit.
    !found.banks.has(raw.DepositToAccountRef?.value ?? "")
      ? null
      : {
          ...movement("Payment", raw, found),
          account_id: raw.ARAccountRef?.value,
          to_account_id: raw.DepositToAccountRef?.value,
          contact_id: prefixed("customer", raw.CustomerRef?.value),
          amount: raw.TotalAmt,
          debit_or_credit: "CREDIT",
          reference: raw.PaymentRefNum
        }
})

const billPayments = Connector.read("BANK_TRANSACTIONS", {
  ...mixedTransactions("BillPayment"),
  item: Wire.struct({ ...billPaid, APAccountRef: Ref }),
  owner: (raw) => prefixed("BillPayment", raw.Id)!,
  lookups,
  map: (raw, { lookups: found }) =>
    // One that only puts a credit note on a bill moves no money.
    !raw.TotalAmt
      ? null
      : {
          ...movement("BillPayment", raw, found),
          account_id: raw.APAccountRef?.value,
          from_account_id: paidFrom(raw),
          contact_id: prefixed("vendor", raw.VendorRef?.value),
          amount: raw.TotalAmt,
          debit_or_credit: "DEBIT"
        }
})

export const bankTransactions = [deposits, transfers, purchases, payments, billPayments]
