/** Customers and vendors: ledgers below Sundry Debtors and Sundry Creditors. */
import * as Connector from "@svc/core/Connector"
import { books, isCreditor, isDebtor, nameOf } from "./books.ts"
import { masterCount } from "./company.ts"
import { currencyOf } from "./currencies.ts"
import { addresses, gstin, links, Party, partyFetch, phones } from "./parties.ts"
import { masters } from "./reads.ts"

const { currencies, groups, ledgers } = books
export const contacts = Connector.read("CONTACTS", {
  ...masters({ type: "Ledger", fetch: partyFetch }),
  sequence: masterCount,
  item: Party,
  owner: ({ GUID }) => GUID,
  lookups: { currencies, groups, ledgers },
  map: (raw, { lookups }) => {
    const type = isDebtor(lookups, raw) ? "CUSTOMER" : isCreditor(lookups, raw) ? "VENDOR" : null
    return type === null
      ? null
      : {
          platform_id: raw.GUID,
          name: nameOf(raw),
          contact_name: raw.LEDGERCONTACT,
          contact_type: type,
          currency_id: currencyOf(lookups.currencies, raw.CURRENCYNAME)?.GUID,
          tax_number: gstin(raw),
          registration_number: raw.INCOMETAXNUMBER,
          status: "ACTIVE",
          external_links: links(raw),
          phone_numbers: phones(raw),
          addresses: addresses(raw)
        }
  }
})

/** The one person a ledger names. */
export const contactPersons = Connector.read("CONTACT_PERSONS", {
  ...masters({ type: "Ledger", fetch: partyFetch }),
  sequence: masterCount,
  item: Party,
  owner: ({ GUID }) => GUID,
  lookups: { groups, ledgers },
  map: (raw, { lookups }) =>
    raw.LEDGERCONTACT && (isDebtor(lookups, raw) || isCreditor(lookups, raw))
      ? [
          {
            platform_id: `${raw.GUID}:contact`,
            contact_id: raw.GUID,
            name: raw.LEDGERCONTACT,
            is_primary: true,
            external_links: links(raw).filter(({ type }) => type === "EMAIL"),
            phone_numbers: phones(raw).filter(({ type }) => type === "MOBILE")
          }
        ]
      : []
})
