/** Customers and vendors created: ledgers below Sundry Debtors or Sundry Creditors. */
import { Connector, Wire, Write } from "@svc/core"
import { books } from "./books.ts"
import { contacts } from "./contacts.ts"
import { partyFetch } from "./parties.ts"
import { taken } from "./failure.ts"
import { objects } from "./objects.ts"
import { ask, compact, quoted } from "./request.ts"
import { key, text } from "./wire.ts"

const { company, currencies, ledgers } = books
interface Input {
  readonly name?: string | null | undefined
  readonly contact_type?: string | null | undefined
}
const nameOf = (item: Input) => item.name?.trim() ?? ""
const parentOf = (item: Input) => (item.contact_type === "CUSTOMER" ? "Sundry Debtors" : "Sundry Creditors")
const oneBlank = (name: string) => name.replace(/\s+/g, " ")
const Ledger = Wire.struct({ "@NAME": text, NAME: text, PARENT: text })
/** Whether a ledger is what was sent: one that is spelt otherwise, or stands elsewhere, such as among expenses, is another. */
const isOf = (item: Input, raw: unknown): boolean => {
  const { "@NAME": shown, NAME, PARENT } = Wire.decode(Ledger, raw)
  return oneBlank(shown ?? NAME ?? "") === oneBlank(nameOf(item)) && key(PARENT ?? "") === key(parentOf(item))
}

export const createContacts = Connector.create("CONTACTS", {
  requires: ["name"],
  unsupported: ["status", "external_links", "phone_numbers", "addresses"],
  lookups: { company, currencies, ledgers },
  refuse: (item, { lookups }) => {
    // Quirk: a ledger of the same name would be altered instead; names are unique among all ledgers.
    if (lookups.ledgers.has(key(nameOf(item))))
      return { field: "name", message: "is that of a ledger already", exists: true }
    if (nameOf(item).includes('"')) return { field: "name", message: "must not hold quotation marks" }
    return item.currency_id && !lookups.currencies.some(({ GUID }) => GUID === item.currency_id)
      ? { field: "currency_id", message: "is no currency of the company" }
      : null
  },
  call: ([item], { lookups }) => {
    const own = item!
    const currency = lookups.currencies.find(({ GUID }) => GUID === own.currency_id)
    const from = lookups.company?.BOOKSFROM
    return ask({
      import: "All Masters",
      message: {
        LEDGER: {
          "@NAME": nameOf(own),
          "@ACTION": "Create",
          "NAME.LIST": { "@TYPE": "String", NAME: nameOf(own) },
          PARENT: parentOf(own),
          CURRENCYNAME: currency?.["@NAME"] ?? currency?.NAME,
          ISBILLWISEON: "Yes",
          AFFECTSSTOCK: "No",
          LEDGERCONTACT: own.contact_name,
          EMAIL: own.email,
          INCOMETAXNUMBER: own.registration_number,
          PARTYGSTIN: own.tax_number,
          // Quirk: since release 3 registrations have a date; older releases take the member above.
          "LEDGSTREGDETAILS.LIST":
            own.tax_number && from
              ? { APPLICABLEFROM: compact(from.slice(0, 10)), GSTREGISTRATIONTYPE: "Regular", GSTIN: own.tax_number }
              : undefined
        }
      }
    })
  },
  answers: (body, [item]) => taken(["CREATED"], () => `name/${nameOf(item!)}`)(body),
  record: contacts,
  idempotency: Write.lookup<Input>({
    call: (item) =>
      ask({
        collection: "Ledger",
        fetch: partyFetch,
        only: `$Name = ${quoted(nameOf(item), "name")}`
      }),
    find: (body, item) => objects("Ledger")(body).find((one) => isOf(item, one))
  })
})
