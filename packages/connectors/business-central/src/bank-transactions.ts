/** What is booked on the ledger's accounts of banks, which a setting names: no list of the standard interface says which they are. */
import type { Auth } from "@svc/core"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { changing, none, quoted, record, reference, text, word } from "./lists.ts"

const numbersOf = (settings: Auth.AuthSettings): ReadonlyArray<string> =>
  (settings["bank_ledger"] ?? "").split(",").flatMap((number) => number.trim() || [])
/** Without the setting, the entries of no account. */
const among = (settings: Auth.AuthSettings): string => {
  const [first = "", ...others] = numbersOf(settings)
  return `(${[first, ...others].map((number) => `accountNumber eq ${quoted(number)}`).join(" or ")})`
}

const { deletes: _, since: __, query: ___, ...ledger } = changing("generalLedgerEntries")
export const bankTransactions = Connector.read("BANK_TRANSACTIONS", {
  ...ledger,
  query: ({ settings }) => ({ $filter: among(settings) }),
  since: ({ settings, since }) => ({
    query: { $filter: `${among(settings)} and lastModifiedDateTime ge ${since}` }
  }),
  from: ({ from, settings }) => ({ query: { $filter: `${among(settings)} and postingDate ge ${from.slice(0, 10)}` } }),
  item: Wire.struct({
    ...record,
    postingDate: Wire.required(Wire.day),
    documentNumber: text,
    documentType: word,
    accountId: reference,
    accountNumber: Wire.decisive(text),
    description: text,
    debitAmount: Wire.required(Wire.number),
    creditAmount: Wire.required(Wire.number)
  }),
  deletes: Read.never("Nothing is taken out of the ledger: what is wrong is booked back"),
  map: (raw, { settings }) => {
    if (!numbersOf(settings).includes(raw.accountNumber ?? "")) return null
    const amount = Normalize.difference(raw.debitAmount, raw.creditAmount) ?? 0
    return {
      platform_id: raw.id,
      account_id: null,
      from_account_id: amount < 0 ? raw.accountId : null,
      to_account_id: amount < 0 ? null : raw.accountId,
      contact_id: null,
      amount: Normalize.absolute(amount),
      type: raw.documentType,
      // What a bank's account in the ledger is debited with came in.
      debit_or_credit: amount < 0 ? "DEBIT" : "CREDIT",
      status: null,
      currency_id: none,
      currency_rate: null,
      transaction_date: raw.postingDate,
      description: raw.description,
      reference: raw.documentNumber,
      updated_at: raw.lastModifiedDateTime
    }
  }
})
