/** Bank accounts are journals, and bank transactions the lines of their statements. */
import * as Connector from "@svc/core/Connector"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { ask } from "./ask.ts"
import { base, dated, listing, ofCompany } from "./listing.ts"
import * as Own from "./wire.ts"

const journal = {
  id: Own.id,
  name: Own.text,
  type: Own.text,
  bank_acc_number: Own.text,
  bank_id: Own.named,
  currency_id: Own.link,
  default_account_id: Own.link,
  active: Own.boolean,
  write_date: Own.moment
}
const own = listing({
  model: "account.journal",
  fields: Object.keys(journal),
  domain: () => [["type", "in", ["bank", "cash", "credit"]]]
})
export const bankAccounts = Connector.read("BANK_ACCOUNTS", {
  ...own,
  lookups: { ...own.lookups, base },
  item: Wire.struct(journal),
  map: (raw, { lookups }) => ({
    platform_id: raw.id,
    institution_name: raw.bank_id,
    account_name: raw.name,
    account_number: raw.bank_acc_number,
    currency_id: raw.currency_id ?? lookups.base.currency,
    category: raw.type?.toUpperCase() ?? null,
    account_id: raw.default_account_id,
    status: raw.active === false ? "ARCHIVED" : "ACTIVE",
    updated_at: raw.write_date
  })
})

/** The ledger accounts of the journals that money goes through. */
export const journals = Lookup.make({
  call: ({ settings }) =>
    ask(settings, "account.journal", "search_read", {
      domain: [["type", "in", ["bank", "cash", "credit"]]],
      fields: ["default_account_id"]
    }),
  response: Wire.list(Wire.struct({ id: Own.id, default_account_id: Own.link })),
  pick: (rows) => new Map(rows.map(({ default_account_id, id }) => [id, default_account_id ?? null])),
  absent: new Map()
})

const line = {
  id: Own.id,
  date: Own.moment,
  payment_ref: Own.text,
  ref: Own.text,
  amount: Own.number,
  currency_id: Own.link,
  partner_id: Own.link,
  journal_id: Own.link,
  is_reconciled: Own.boolean,
  transaction_type: Own.text,
  write_date: Own.moment
}
const lines = listing({
  model: "account.bank.statement.line",
  fields: Object.keys(line),
  domain: ofCompany
})
export const bankTransactions = Connector.read("BANK_TRANSACTIONS", {
  ...lines,
  lookups: { ...lines.lookups, base, journals },
  from: dated(ofCompany, "date"),
  item: Wire.struct(line),
  map: (raw, { lookups }) => {
    const bank = lookups.journals.get(raw.journal_id ?? "") ?? null
    const isOut = (raw.amount ?? 0) < 0
    return {
      platform_id: raw.id,
      from_account_id: isOut ? bank : null,
      to_account_id: isOut ? null : bank,
      contact_id: raw.partner_id,
      amount: Normalize.absolute(raw.amount),
      type: raw.transaction_type,
      debit_or_credit: isOut ? "DEBIT" : "CREDIT",
      status: raw.is_reconciled == null ? null : raw.is_reconciled ? "RECONCILED" : "UNRECONCILED",
      currency_id: raw.currency_id ?? lookups.base.currency,
      transaction_date: raw.date,
      description: raw.payment_ref,
      reference: raw.ref,
      updated_at: raw.write_date
    }
  }
})
