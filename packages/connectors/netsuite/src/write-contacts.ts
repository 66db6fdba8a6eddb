/** Customers and vendors: which of them a new contact is, its type says. */
import * as Normalize from "@svc/core/Normalize"
import { customers, vendors } from "./contacts.ts"
import { kindId, ref, status, writing } from "./writing.ts"

export const writeContacts = writing("CONTACTS", ["create", "update", "delete"], {
  record: ({ contact_type, platform_id }) =>
    platform_id == null
      ? contact_type === "VENDOR"
        ? vendors
        : customers
      : Normalize.unprefixed("vendor", platform_id) === null
        ? customers
        : vendors,
  requires: ["name", "contact_type"],
  // Persons are records of their own, and tax numbers are kept in one way with SuiteTax and in another without.
  takes: { name: "companyName", email: "email", status },
  creates: { currency_id: ref("currency"), contact_type: () => ({}) },
  clears: ["email"],
  idOf: kindId,
  kinds: { customer: {}, vendor: {} },
  kindOf: ({ contact_type, platform_id }) =>
    platform_id == null
      ? contact_type === "VENDOR"
        ? "vendor"
        : "customer"
      : (["customer", "vendor"] as const).find((kind) => Normalize.unprefixed(kind, platform_id) !== null),
  // Quirk: with OneWorld nobody is without a subsidiary.
  makes: (_, { isNew, settings: { subsidiary } }) =>
    isNew ? { isPerson: false, ...(subsidiary ? { subsidiary: { id: subsidiary } } : {}) } : {}
})
