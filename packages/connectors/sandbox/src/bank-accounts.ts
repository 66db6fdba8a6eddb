/** Bank accounts, cards and petty cash. */
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { activeStatus, amountIn, currency, flagged, Reference } from "./wire.ts"

// Quirk: a balance does not move updatedAt, so that bank accounts are read as a whole each time.
export const bankAccounts = Connector.read("BANK_ACCOUNTS", {
  ...flagged("bankAccounts"),
  item: Wire.struct({
    id: Wire.required(Wire.id),
    deleted: Wire.boolean,
    label: Wire.text,
    bankName: Wire.text,
    kind: Wire.text,
    iban: Wire.text,
    sortCode: Wire.text,
    maskedNumber: Wire.text,
    currency,
    ledgerAccount: Reference,
    state: Wire.text,
    balanceMinor: Wire.number,
    updatedAt: Wire.instant
  }),
  map: (raw) => ({
    platform_id: raw.id,
    institution_name: raw.bankName,
    account_name: raw.label,
    account_number: raw.maskedNumber,
    currency_id: raw.currency,
    category: raw.kind,
    balance: amountIn(raw.currency)(raw.balanceMinor),
    account_id: raw.ledgerAccount?.id,
    iban: raw.iban,
    routing_number: raw.sortCode,
    status: activeStatus(raw.state),
    updated_at: raw.updatedAt
  })
})
