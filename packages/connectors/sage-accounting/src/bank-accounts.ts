/** Bank accounts, each with a ledger account of its own. */
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { common, listed, Ref } from "./wire.ts"

export const bankAccounts = Connector.read("BANK_ACCOUNTS", {
  ...listed("bank_accounts", { nested_attributes: "all" }),
  item: Wire.struct({
    ...common,
    bank_account_details: Wire.struct({
      account_name: Wire.text,
      account_number: Wire.text,
      sort_code: Wire.text,
      iban: Wire.text
    }),
    bank_account_type: Ref,
    ledger_account: Ref,
    currency: Ref,
    balance: Wire.number,
    is_active: Wire.boolean
  }),
  map: ({ bank_account_details: details, ...raw }) => ({
    platform_id: raw.id,
    account_name: details?.account_name ?? raw.displayed_as,
    account_number: details?.account_number,
    currency_id: raw.currency?.id,
    category: raw.bank_account_type?.id,
    balance: raw.balance,
    account_id: raw.ledger_account?.id,
    iban: details?.iban,
    routing_number: details?.sort_code,
    status: raw.is_active === false ? "ARCHIVED" : "ACTIVE",
    updated_at: raw.updated_at
  })
})
