/** What is booked on bank accounts and credit cards. A transfer is on both of its accounts, a movement of each. */
import * as Connector from "@svc/core/Connector"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { pages } from "./lists.ts"

/** Quirk: a movement tells the account of its other side by its name alone. */
const named = Lookup.make({
  call: Read.pages({ call: { path: "/chartofaccounts" }, page: pages, items: "chartofaccounts" }),
  response: Wire.list(Wire.struct({ account_id: Wire.id, account_name: Wire.text })),
  pick: (all): ReadonlyMap<string, string | null> => {
    const names = new Map<string, string | null>()
    for (const own of all) {
      const name = Normalize.text(own?.account_name)
      // A name that two accounts have says nothing.
      if (name !== null) names.set(name, names.has(name) ? null : (own?.account_id ?? null))
    }
    return names
  },
  absent: new Map()
})
/** The account's own side: what is debited to a bank account comes in. */
const directions = Normalize.word({ debit: "CREDIT", credit: "DEBIT" }, null)

export const bankTransactions = Connector.read("BANK_TRANSACTIONS", {
  path: "/banktransactions",
  query: { filter_by: "Status.All" },
  page: pages,
  items: "banktransactions",
  lookups: { named },
  item: Wire.struct({
    transaction_id: Wire.required(Wire.id),
    account_id: Wire.decisive(Wire.id),
    date: Wire.day,
    amount: Wire.number,
    ...Wire.all(Wire.text, "transaction_type", "description", "offset_account_name", "reference_number"),
    status: Wire.decisive(Wire.text),
    ...Wire.all(Wire.id, "customer_id", "vendor_id", "currency_id"),
    debit_or_credit: Wire.decisive(Wire.text)
  }),
  from: Read.byMapping("What a shorter list lacks cannot be asked for by its id"),
  deletes: Read.fullListing,
  map: (raw, { lookups }) => {
    if (/^(uncategorized|excluded)$/i.test(raw.status ?? ""))
      return Read.untaken("a line of a bank statement that is not booked")
    const other = Normalize.lookUp(lookups.named, raw.offset_account_name) ?? null
    const direction = directions(raw.debit_or_credit)
    const own = raw.account_id ?? null
    return {
      platform_id: own === null ? raw.transaction_id : `${own}:${raw.transaction_id}`,
      account_id: other,
      from_account_id: direction === null ? null : direction === "DEBIT" ? own : other,
      to_account_id: direction === null ? null : direction === "DEBIT" ? other : own,
      contact_id: raw.customer_id ?? raw.vendor_id,
      amount: Normalize.absolute(raw.amount),
      type: raw.transaction_type,
      debit_or_credit: direction,
      status: raw.status,
      currency_id: raw.currency_id,
      transaction_date: raw.date,
      description: raw.description,
      reference: raw.reference_number
    }
  }
})
