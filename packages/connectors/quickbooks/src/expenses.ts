/** Money spent from a bank account or credit card: purchases, and refunds of them. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { document, documentFields, lookups } from "./document-fields.ts"
import { transactions } from "./query.ts"
import { Ref } from "./wire.ts"

export const purchased = {
  ...document,
  EntityRef: Ref,
  AccountRef: Ref,
  PaymentType: Wire.text,
  Credit: Wire.boolean
}

export const expenses = Connector.read("EXPENSES", {
  ...transactions("Purchase"),
  mapping: 3,
  item: Wire.struct(purchased),
  lookups,
  map: (raw, { lookups: found }) => ({
    // Quirk: what a card refunds is a purchase of its own, marked, with positive amounts.
    ...documentFields(raw, found, raw.Credit === true ? -1 : 1),
    contact_id: raw.EntityRef?.type ? Normalize.prefixed(raw.EntityRef.type.toLowerCase(), raw.EntityRef.value) : null,
    account_id: raw.AccountRef?.value,
    payment_mode: raw.PaymentType
  })
})
