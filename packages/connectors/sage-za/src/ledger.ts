/** What is booked without a document: expenses, what goes through bank accounts, and journals. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { bankPrefix } from "./accounts.ts"
import { base } from "./company.ts"
import { analysedBy, analysis, changing, dated, listed, prefixed, record, ref, results } from "./wire.ts"

const rate = Wire.nullAs(0, Wire.number)
const money = {
  ...analysis,
  Date: Wire.day,
  Description: Wire.text,
  Reference: Wire.text,
  TaxTypeId: ref,
  Exclusive: Wire.number,
  Tax: Wire.number,
  BankAccountId: ref
}

/** Money that is paid from a bank account to an account, without a bill. */
export const expenses = Connector.read("EXPENSES", {
  ...changing("AccountPayment"),
  from: dated,
  // Quirk: the service has no call for one of them.
  get: (id) => ({ path: "/AccountPayment/Get", query: { $filter: `ID eq ${Number(id)}` } }),
  getItem: (body) => results(body)[0],
  item: Wire.struct({
    ...money,
    ...record,
    AccountId: ref,
    Payee: Wire.text,
    Comments: Wire.text,
    BankAccount_CurrencyId: ref,
    BankAccount_ExchangeRate: rate
  }),
  lookups: { base },
  map: (raw, { lookups }) => {
    // Quirk: older versions show no total.
    const total = Normalize.sum([raw.Exclusive, raw.Tax])
    return {
      platform_id: raw.ID,
      contact_id: null,
      account_id: prefixed(bankPrefix, raw.BankAccountId),
      document_number: raw.Reference,
      posted_date: raw.Date,
      payment_mode: null,
      currency_id: raw.BankAccount_CurrencyId ?? lookups.base,
      currency_rate: raw.BankAccount_ExchangeRate,
      total_amount: total,
      sub_total: raw.Exclusive,
      tax_amount: raw.Tax,
      total_discount: null,
      memo: raw.Comments,
      line_items: [
        {
          tracking_category_ids: analysedBy(raw),
          project_id: null,
          item_id: null,
          tax_id: raw.TaxTypeId,
          account_id: raw.AccountId,
          description: raw.Description,
          quantity: 1,
          unit_amount: raw.Exclusive,
          sub_total: raw.Exclusive,
          tax_amount: raw.Tax,
          total_amount: total,
          total_discount: null
        }
      ],
      updated_at: raw.Modified
    }
  }
})

/** Quirk: of the codes of what a movement is for, that of an account alone is known. */
const isOfAccount = 1
export const bankTransactions = Connector.read("BANK_TRANSACTIONS", {
  ...listed("BankTransaction"),
  from: dated,
  item: Wire.struct({
    ...money,
    ID: Wire.required(Wire.id),
    Type: Wire.decisive(Wire.number),
    SelectionId: ref,
    DocumentNumber: Wire.text,
    Total: Wire.required(Wire.number),
    Reconciled: Wire.boolean,
    BankAccountCurrencyId: ref,
    BankAccountExchangeRate: rate
  }),
  lookups: { base },
  map: (raw, { lookups }) => {
    // Quirk: what goes out is below zero.
    const isOut = raw.Total < 0
    const [bank, other] = [prefixed(bankPrefix, raw.BankAccountId), raw.Type === isOfAccount ? raw.SelectionId : null]
    return {
      platform_id: raw.ID,
      account_id: other,
      from_account_id: isOut ? bank : other,
      to_account_id: isOut ? other : bank,
      contact_id: null,
      amount: Normalize.absolute(raw.Total),
      type: raw.Type === isOfAccount ? "ACCOUNT" : null,
      debit_or_credit: isOut ? "DEBIT" : "CREDIT",
      status: raw.Reconciled === true ? "RECONCILED" : null,
      currency_id: raw.BankAccountCurrencyId ?? lookups.base,
      currency_rate: raw.BankAccountExchangeRate,
      transaction_date: raw.Date,
      description: raw.Description,
      reference: Normalize.text(raw.Reference) ?? Normalize.text(raw.DocumentNumber)
    }
  }
})
