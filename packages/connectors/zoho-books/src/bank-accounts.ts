/** Bank accounts and credit cards; each is the ledger account of the same id. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { activity } from "./accounts.ts"
import { pages } from "./lists.ts"

export const bankAccounts = Connector.read("BANK_ACCOUNTS", {
  path: "/bankaccounts",
  query: { filter_by: "Status.All" },
  page: pages,
  items: "bankaccounts",
  item: Wire.struct({
    account_id: Wire.required(Wire.id),
    ...Wire.all(Wire.text, "account_name", "account_number", "account_type", "bank_name", "routing_number"),
    currency_id: Wire.id,
    balance: Wire.number,
    bank_balance: Wire.number,
    is_active: Wire.boolean
  }),
  get: "/bankaccounts/{id}",
  getItem: (body: unknown) => Call.at(body, "bankaccount"),
  deletes: Read.fullListing,
  map: (raw) => ({
    platform_id: raw.account_id,
    institution_name: raw.bank_name,
    account_name: raw.account_name,
    account_number: raw.account_number,
    currency_id: raw.currency_id,
    category: raw.account_type,
    balance: raw.balance,
    available_balance: raw.bank_balance,
    account_id: raw.account_id,
    routing_number: raw.routing_number,
    status: activity(raw.is_active)
  })
})
