/**
 * The general ledger behind the documents: what each one books, in base currency. Balances and reports are worked out from
 * here, so they always agree with the documents.
 */
import { decimal, fromMinor, inverse, readMinor, times, toMinor } from "../Money.ts"
import type { Id, Lookup, Row } from "../Resource.ts"
import { baseCurrency } from "./references.ts"

/** One side of a booking. Debits are positive; minor units of the base currency. */
export interface Posting {
  readonly account: Id
  readonly minor: number
}
export interface Booking {
  /** `YYYY-MM-DD`. */
  readonly on: string
  readonly currency: string
  readonly postings: ReadonlyArray<Posting & { /** Minor units of `currency`. */ readonly foreign: number }>
}

/** The accounts that documents book to by themselves, by code. */
export const controlCodes = {
  receivable: "1200",
  inputTax: "1260",
  payable: "2100",
  outputTax: "2200",
  rounding: "7990"
}

type Leg = readonly [account: Id, foreign: number]

interface Control extends Record<keyof typeof controlCodes, Id> {}

const controls = (lookup: Lookup): Control => {
  const byCode = new Map([...lookup.rows("accounts")].map((row) => [row.code, row.id]))
  const found = Object.entries(controlCodes).map(([name, code]) => [name, byCode.get(code) ?? code])
  return Object.fromEntries(found) as Control
}

/** Converts the legs one by one; what rounding leaves goes to the rounding account. */
const booking = (
  on: string,
  currency: string,
  rate: bigint,
  legs: ReadonlyArray<Leg>,
  rounding: Id,
  base: string
): Booking => {
  const postings = legs
    .filter(([, foreign]) => foreign !== 0)
    .map(([account, foreign]) => ({
      account,
      foreign,
      minor: toMinor(times(fromMinor(foreign, currency), rate), base)
    }))
  const rest = postings.reduce((sum, { minor }) => sum + minor, 0)
  return {
    on,
    currency,
    postings: rest === 0 ? postings : [...postings, { account: rounding, foreign: 0, minor: -rest }]
  }
}

const salesLegs = (row: Row, sign: 1 | -1, party: Id, tax: Id): ReadonlyArray<Leg> => {
  const minor = (text: string) => sign * readMinor(text, row.currency)
  return [
    [party, minor(row.totals.total)],
    [tax, -minor(row.totals.tax)],
    ...row.lines.map((line: Row): Leg => [line.account.id, -minor(line.net)])
  ]
}
const purchaseLegs = (row: Row, other: Id, tax: Id): ReadonlyArray<Leg> => [
  [other, -row.totals.totalMinor],
  [tax, row.totals.taxMinor],
  ...row.lines.map((line: Row): Leg => [line.accountId, line.netMinor])
]

type Books = (row: Row, control: Control) => { readonly on: string; readonly legs: ReadonlyArray<Leg> } | null

const books: Record<string, Books> = {
  invoices: (row, { receivable, outputTax }) =>
    row.state === "draft" || row.state === "cancelled"
      ? null
      : { on: row.issuedOn, legs: salesLegs(row, 1, receivable, outputTax) },
  creditNotes: (row, { receivable, payable, outputTax, inputTax }) =>
    row.state === "draft" || row.state === "cancelled"
      ? null
      : {
          on: row.issuedOn,
          legs:
            row.side === "customer" ? salesLegs(row, -1, receivable, outputTax) : salesLegs(row, 1, payable, inputTax)
        },
  bills: (row, { payable, inputTax }) =>
    row.stage === "entered" || row.stage === "voided"
      ? null
      : { on: row.billedOn, legs: purchaseLegs(row, payable, inputTax) },
  expenses: (row, { inputTax }) => ({
    on: row.paidOn,
    legs: purchaseLegs(row, row.paidFrom.ledgerAccountId, inputTax)
  }),
  customerPayments: (row, { receivable }) => {
    const minor = readMinor(row.amount, row.currency)
    const legs: ReadonlyArray<Leg> = [
      [row.into.ledgerAccount, minor],
      [receivable, -minor]
    ]
    return row.state === "bounced" ? null : { on: row.receivedOn, legs }
  },
  vendorPayments: (row, { payable }) => {
    const legs: ReadonlyArray<Leg> = [
      [payable, row.amountMinor],
      [row.fromLedgerAccountId, -row.amountMinor]
    ]
    return row.voided ? null : { on: row.paidOn, legs }
  },
  journals: (row) => {
    const minor = (text: string | null) => (text === null ? 0 : readMinor(text, row.currency))
    const legs = row.entries.map((line: Row): Leg => [line.accountId, minor(line.debit) - minor(line.credit)])
    return row.state === "posted" ? { on: row.bookedOn, legs } : null
  },
  bankTransactions: (row) => {
    const sign = row.amount.startsWith("-") ? -1 : 1
    const minor = sign * readMinor(row.amount.replace("-", ""), row.currency)
    const other = row.counterBankAccount?.ledgerAccountId ?? row.counterAccount.id
    return {
      on: row.bookedOn,
      legs: [
        [row.bankAccount.ledgerAccountId, minor],
        [other, -minor]
      ]
    }
  }
}

const rateOf = (row: Row) => (row.fxRate === undefined ? inverse(decimal(row.unitsPerBase)) : decimal(row.fxRate))

const compute = (lookup: Lookup): ReadonlyArray<Booking> => {
  const control = controls(lookup)
  const base = baseCurrency(lookup)
  const all: Array<Booking> = []
  for (const [name, book] of Object.entries(books)) {
    for (const row of lookup.rows(name)) {
      const booked = row.deleted === true ? null : book(row, control)
      if (booked === null) continue
      all.push(booking(booked.on, row.currency, rateOf(row), booked.legs, control.rounding, base))
    }
  }
  return all
}

interface Ledger {
  readonly version: number
  readonly bookings: ReadonlyArray<Booking>
  readonly balances: ReadonlyMap<Id, number>
}
const ledgers = new WeakMap<Lookup, Ledger>()

/** The bookings and balances of the present state; worked out again only after a change. */
export const ledgerOf = (lookup: Lookup): Ledger => {
  const kept = ledgers.get(lookup)
  if (kept !== undefined && kept.version === lookup.version()) return kept
  const bookings = compute(lookup)
  const balances = new Map<Id, number>()
  for (const { postings } of bookings) {
    for (const { account, minor } of postings) balances.set(account, (balances.get(account) ?? 0) + minor)
  }
  const ledger: Ledger = { version: lookup.version(), bookings, balances }
  ledgers.set(lookup, ledger)
  return ledger
}

/** Debit balance of an account, minor units of the base currency. */
export const ledgerBalance = (lookup: Lookup, id: Id): number => ledgerOf(lookup).balances.get(id) ?? 0

/** Balance of a bank account in its own currency's minor units. */
export const bankBalance = (lookup: Lookup, row: Row): number => {
  const account: Id = row.ledgerAccount.id
  if (row.currency === baseCurrency(lookup)) return ledgerBalance(lookup, account)
  const own = ledgerOf(lookup).bookings.filter(({ currency }) => currency === row.currency)
  return own
    .flatMap(({ postings }) => postings)
    .reduce((sum, posting) => {
      return posting.account === account ? sum + posting.foreign : sum
    }, 0)
}
