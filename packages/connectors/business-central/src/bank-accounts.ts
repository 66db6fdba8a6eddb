/** Bank accounts. What is booked on them, no list of the standard interface shows. */
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { changing, record, text } from "./lists.ts"

export const bankAccounts = Connector.read("BANK_ACCOUNTS", {
  ...changing("bankAccounts"),
  item: Wire.struct({
    ...record,
    displayName: text,
    bankAccountNumber: text,
    iban: text,
    blocked: Wire.boolean,
    currencyId: Wire.id
  }),
  map: (raw) => ({
    platform_id: raw.id,
    institution_name: null,
    account_name: raw.displayName,
    account_number: raw.bankAccountNumber,
    currency_id: raw.currencyId,
    category: null,
    balance: null,
    available_balance: null,
    account_id: null,
    iban: raw.iban,
    routing_number: null,
    status: raw.blocked === true ? "ARCHIVED" : "ACTIVE",
    updated_at: raw.lastModifiedDateTime
  })
})
