/** Payments of both kinds: a record for each bill that a payment settles, and for what it leaves on account. */
import { books, type Found, isIn, isMoney, ledger } from "./books.ts"
import { voucherCount } from "./company.ts"
import { amountsOf, type Side } from "./document-fields.ts"
import { kindOfLedger } from "./kinds.ts"
import { vouchers, type VoucherSource } from "./reads.ts"
import { type Made, madeBy, maker, referencesOf } from "./references.ts"
import { entriesOf, type Entry, Voucher, voucherFetch } from "./voucher.ts"

type Lookups = typeof books & { readonly made: ReturnType<typeof madeBy> }
export const paid = (
  where: string,
  made: string
): VoucherSource<Lookups> & { readonly owner: (raw: Voucher) => string } => ({
  ...vouchers({ fetch: voucherFetch, where }),
  sequence: voucherCount,
  item: Voucher,
  owner: ({ GUID }) => GUID,
  lookups: { ...books, made: madeBy(made) }
})

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
/** Whether it moves money to or from parties of the other kind alone: then it settles nothing that is shown here. */
export const isOfOthers = (
  raw: Voucher,
  own: Found,
  isParty: (entry: Entry) => boolean,
  isOther: (entry: Entry) => boolean
) => {
  const entries = raw.ISCANCELLED === true || raw.ISOPTIONAL === true ? [] : entriesOf(raw)
  return !entries.some(isParty) && entries.some(isOther) && spentOf(raw, own).length === 0
}

/** The settlements of the parties of one kind; `side` is that on which they are paid. A cancelled one settles nothing. */
export const settlements = (
  raw: Voucher,
  own: Found & { readonly made: Made },
  isParty: (entry: Entry) => boolean,
  side: Side
) => {
  if (raw.ISCANCELLED === true || raw.ISOPTIONAL === true) return []
  const from = moneyEntries(raw, own)
  const [account] = from
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
      account_id: from.length === 1 ? ledger(own, account?.LEDGERNAME)?.GUID : null,
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
