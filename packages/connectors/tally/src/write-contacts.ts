/** Customers and vendors created: ledgers below Sundry Debtors or Sundry Creditors. */
import * as Take from "@svc/core/Take"
import { books } from "./books.ts"
import { contacts } from "./contacts.ts"
import { partyFetch } from "./parties.ts"
import { compact } from "./request.ts"
import { inCurrency, ledgerLookups, ledgerWriting, unused } from "./writing-ledgers.ts"

export const writeContacts = ledgerWriting("CONTACTS", ["create"], {
  record: contacts,
  fetch: partyFetch,
  groupOf: ({ contact_type }) => (contact_type === "CUSTOMER" ? "Sundry Debtors" : "Sundry Creditors"),
  kept: { ISBILLWISEON: "Yes" },
  requires: ["name"],
  lookups: { company: books.company, ...ledgerLookups },
  takes: {
    name: unused,
    contact_type: Take.beside,
    currency_id: inCurrency,
    contact_name: "LEDGERCONTACT",
    email: "EMAIL",
    registration_number: "INCOMETAXNUMBER",
    // Quirk: since release 3 registrations have a date; older releases take the first of both.
    tax_number: (number, { lookups: { company: own } }) => ({
      PARTYGSTIN: number,
      ...(own?.BOOKSFROM
        ? {
            "LEDGSTREGDETAILS.LIST": {
              APPLICABLEFROM: compact(own.BOOKSFROM.slice(0, 10)),
              GSTREGISTRATIONTYPE: "Regular",
              GSTIN: number
            }
          }
        : {})
    })
  }
})
