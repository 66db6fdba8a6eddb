/** Bank accounts, petty cash and credit cards; each has a ledger account behind it. */
import * as Connector from "@svc/core/Connector"
import * as Lookup from "@svc/core/Lookup"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { changing, pages, pathOf, query, record } from "./lists.ts"

export const BankAccount = Wire.struct({
  ...record,
  name: Wire.text,
  account: Wire.id,
  currency: Wire.id,
  sub_classification: Wire.text
})

/** What movements need to know of theirs, by id. */
export const known = Lookup.make({
  call: Read.pages({ call: { path: pathOf("bank-accounts"), query }, page: pages, items: "results" }),
  response: Wire.list(Wire.required(BankAccount)),
  pick: (all): ReadonlyMap<string, (typeof BankAccount)["Type"]> => new Map(all.map((own) => [own.id, own])),
  absent: new Map()
})

export const bankAccounts = Connector.read("BANK_ACCOUNTS", {
  ...changing("bank-accounts"),
  item: BankAccount,
  map: (raw) => ({
    platform_id: raw.id,
    account_name: raw.name,
    currency_id: raw.currency,
    category: raw.sub_classification,
    account_id: raw.account,
    status: "ACTIVE",
    updated_at: raw.modified_ts
  })
})
