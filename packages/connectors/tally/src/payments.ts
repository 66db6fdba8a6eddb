/** Payments of both kinds: a record for each bill that a payment settles, and for what it leaves on account. */
import * as Connector from "@svc/core/Connector"
import * as Read from "@svc/core/Read"
import { books, type Found, isCreditor, isDebtor, isIn, isMoney, ledger } from "./books.ts"
import { amountsOf, type Side } from "./document-fields.ts"
import { kindOfLedger } from "./kinds.ts"
import { owner, vouchers } from "./voucher-reads.ts"
import { type Made, madeBy, maker, referencesOf } from "./references.ts"
import { entriesOf, type Entry, type Voucher } from "./voucher.ts"
import { isPayment, isPurchase, isReceipt, isSales } from "./families.ts"

const paid = (where: string, made: string) => ({ ...vouchers(where, { ...books, made: madeBy(made) }), owner })

/** The bank or cash ledgers of a voucher. */
export const moneyEntries = (raw: Voucher, own: Found): ReadonlyArray<Entry> =>
  entriesOf(raw).filter((entry) => isMoney(own, ledger(own, entry.LEDGERNAME)))
/** How it was paid: as the bank's allocation says, or in cash where all of it moves through ledgers of cash. */
export const mode = (entries: ReadonlyArray<Entry>, own: Found) =>
  entries.flatMap((entry) => entry["BANKALLOCATIONS.LIST"] ?? []).find(({ TRANSACTIONTYPE }) => TRANSACTIONTYPE)
    ?.TRANSACTIONTYPE ??
  (entries.length > 0 && entries.every(({ LEDGERNAME }) => isIn(own, ledger(own, LEDGERNAME), "cash-in-hand"))
    ? "Cash"
    : null)

/** What a voucher spends on expenses. */
export const spentOf = (raw: Voucher, own: Found): ReadonlyArray<Entry> =>
  entriesOf(raw).filter(({ AMOUNT, LEDGERNAME }) => {
    const found = ledger(own, LEDGERNAME)
    return (AMOUNT?.base ?? 0) < 0 && found !== undefined && kindOfLedger(own, found) === "EXPENSE"
  })
type Is = (entry: Entry) => boolean
const isVendor =
  (own: Found): Is =>
  ({ LEDGERNAME }) =>
    isCreditor(own, ledger(own, LEDGERNAME))
const isCustomer =
  (own: Found): Is =>
  ({ LEDGERNAME }) =>
    isDebtor(own, ledger(own, LEDGERNAME))
/** Whether it moves money to or from parties of the other kind alone: then it settles nothing that is shown here. */
const isOfOthers = (raw: Voucher, own: Found, isParty: Is, isOther: Is) => {
  const entries = raw.ISCANCELLED === true || raw.ISOPTIONAL === true ? [] : entriesOf(raw)
  return !entries.some(isParty) && entries.some(isOther) && spentOf(raw, own).length === 0
}

/** The settlements of the parties of one kind; `side` is that on which they are paid. A cancelled one settles nothing. */
const settlements = (raw: Voucher, own: Found & { readonly made: Made }, isParty: Is, side: Side) => {
  if (raw.ISCANCELLED === true || raw.ISOPTIONAL === true) return []
  const from = moneyEntries(raw, own)
  const parties = entriesOf(raw).filter(isParty)
  const amounts = amountsOf(
    parties.map(({ AMOUNT }) => AMOUNT),
    own
  )
  return parties
    .flatMap((entry) => referencesOf(entry).map((reference) => ({ entry, reference })))
    .map(({ entry, reference }, index) => ({
      platform_id: `${raw.GUID}:${index}`,
      payment_id: raw.GUID,
      document: maker(own.made, entry, reference),
      account_id: from.length === 1 ? ledger(own, from[0]!.LEDGERNAME)?.GUID : null,
      contact_id: ledger(own, entry.LEDGERNAME)?.GUID,
      amount: amounts.read(reference.amount, side),
      payment_mode: mode(from, own),
      currency_id: amounts.currency_id,
      currency_rate: amounts.currency_rate,
      document_number: raw.VOUCHERNUMBER,
      memo: raw.NARRATION,
      payment_date: raw.DATE
    }))
}

/** What customers pay. */
export const invoicePayments = Connector.read("INVOICE_PAYMENTS", {
  ...paid(isReceipt, isSales),
  map: (raw, { lookups: own }) =>
    isOfOthers(raw, own, isCustomer(own), isVendor(own))
      ? Read.untaken("a receipt from a vendor")
      : settlements(raw, own, isCustomer(own), "credit").map(({ document: invoice_id, ...rest }) => ({
          ...rest,
          invoice_id
        }))
})
/** What is paid to vendors. */
export const billPayments = Connector.read("BILL_PAYMENTS", {
  ...paid(isPayment, isPurchase),
  map: (raw, { lookups: own }) =>
    isOfOthers(raw, own, isVendor(own), isCustomer(own))
      ? Read.untaken("a payment to a customer")
      : settlements(raw, own, isVendor(own), "debit").map(({ document: bill_id, ...rest }) => ({ ...rest, bill_id }))
})
