/** Customers and vendors: ledgers below Sundry Debtors and Sundry Creditors. */
import { Connector, Wire } from "@svc/core"
import { books, isCreditor, isDebtor, ledgerMembers, nameOf } from "./books.ts"
import { masterCount } from "./company.ts"
import { currencyOf } from "./currencies.ts"
import { masters } from "./reads.ts"
import { text } from "./wire.ts"

const { currencies, groups, ledgers } = books
export const partyFetch = [
  "Guid",
  "AlterId",
  "Name",
  "Parent",
  "_PrimaryGroup",
  "CurrencyName",
  "MailingName",
  "Address",
  "LedStateName",
  "CountryName",
  "PinCode",
  "Email",
  "Website",
  "LedgerMobile",
  "LedgerPhone",
  "LedgerContact",
  "IncomeTaxNumber",
  "PartyGSTIN",
  "LedGSTRegDetails.ApplicableFrom",
  "LedGSTRegDetails.GSTIN"
]
export const Party = Wire.struct({
  ...ledgerMembers,
  "ADDRESS.LIST": Wire.list(Wire.struct({ ADDRESS: Wire.list(text) })),
  LEDSTATENAME: text,
  COUNTRYNAME: text,
  PINCODE: text,
  EMAIL: text,
  WEBSITE: text,
  LEDGERMOBILE: text,
  LEDGERPHONE: text,
  LEDGERCONTACT: text,
  INCOMETAXNUMBER: text,
  PARTYGSTIN: text,
  "LEDGSTREGDETAILS.LIST": Wire.list(Wire.struct({ APPLICABLEFROM: text, GSTIN: text }))
})
type Party = (typeof Party)["Type"]

const phones = (raw: Party) => {
  const told = [
    ["mobile", "MOBILE", raw.LEDGERMOBILE],
    ["phone", "TELEPHONE", raw.LEDGERPHONE]
  ] as const
  return told.flatMap(([name, type, number]) => (number ? [{ number, type, platform_id: `${raw.GUID}:${name}` }] : []))
}
const links = (raw: Party) => {
  const told = [
    ["email", "EMAIL", raw.EMAIL],
    ["website", "WEBSITE", raw.WEBSITE]
  ] as const
  return told.flatMap(([name, type, link]) => (link ? [{ platform_id: `${raw.GUID}:${name}`, link, type }] : []))
}
const addresses = (raw: Party) => {
  const street = (raw["ADDRESS.LIST"] ?? [])
    .flatMap(({ ADDRESS }) => (ADDRESS ?? []).flatMap((line) => line ?? []))
    .join(", ")
  const { COUNTRYNAME: country, LEDSTATENAME: state, PINCODE: pincode } = raw
  return street || state || pincode || country
    ? [{ platform_id: `${raw.GUID}:address`, street, state, pincode, country }]
    : []
}
/** Quirk: registrations are kept by the date from which they hold; the latest is in force, older releases have one alone. */
const gstin = (raw: Party) => {
  const dated = (raw["LEDGSTREGDETAILS.LIST"] ?? []).filter(({ GSTIN }) => GSTIN)
  return (
    dated.toSorted((a, b) => (a.APPLICABLEFROM ?? "").localeCompare(b.APPLICABLEFROM ?? "")).at(-1)?.GSTIN ??
    raw.PARTYGSTIN
  )
}

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
