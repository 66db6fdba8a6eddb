/** What is booked on bank accounts: Wafeq lists it for one account at a time, and the pages go from account to account. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { known } from "./bank-accounts.ts"
import { pages, pathOf, query, record, results } from "./lists.ts"

interface Place {
  /** The accounts found so far, while `at` is null; then all of them. */
  readonly accounts: ReadonlyArray<string>
  readonly at: number | null
  readonly page: string | null
}
const placeIn = (accounts: ReadonlyArray<string>, at: number): Place | null =>
  at < accounts.length ? { accounts, at, page: null } : null

/** First the pages of the bank accounts, then those of each one's movements. */
const accountByAccount: Page.Page<Place> = {
  start: () => ({ accounts: [], at: null, page: null }),
  apply: ({ accounts, at, page }, call) => ({
    ...pages.apply(page, call),
    path: at === null ? pathOf("bank-accounts") : `${pathOf("bank-accounts", accounts[at])}ledger-transactions/`
  }),
  next: ({ accounts, at, page }, answer) => {
    const next: string | null = pages.next(page, answer)
    const found =
      at === null ? [...accounts, ...results(answer.body).map((row) => String(Call.at(row, "id")))] : accounts
    return next === null ? placeIn(found, at === null ? 0 : at + 1) : { accounts: found, at, page: next }
  },
  part: ({ at }) => at ?? "accounts",
  isRepeating: true
}

export const bankTransactions = Connector.read("BANK_TRANSACTIONS", {
  path: pathOf("bank-accounts"),
  query,
  from: Read.byMapping("The movements of an account take no date"),
  page: accountByAccount,
  items: (body, { at }: Place) => (at === null ? results(body).slice(0, 0) : results(body)),
  item: Wire.struct({
    ...record,
    bank_account: Wire.required(Wire.id),
    account: Wire.id,
    amount: Wire.required(Wire.number),
    contact: Wire.id,
    date: Wire.day,
    description: Wire.text,
    reference: Wire.text
  }),
  deletes: Read.fullListing,
  lookups: { known },
  map: (raw, { lookups }) => {
    const bank = lookups.known.get(raw.bank_account)
    const isOut = raw.amount < 0
    return {
      platform_id: raw.id,
      account_id: raw.account,
      from_account_id: isOut ? bank?.account : raw.account,
      to_account_id: isOut ? raw.account : bank?.account,
      contact_id: raw.contact,
      amount: Normalize.absolute(raw.amount),
      debit_or_credit: isOut ? "DEBIT" : "CREDIT",
      currency_id: bank?.currency,
      transaction_date: raw.date,
      description: raw.description,
      reference: raw.reference,
      updated_at: raw.modified_ts
    }
  }
})
