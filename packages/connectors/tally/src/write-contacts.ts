/** Customers and vendors created: ledgers below Sundry Debtors or Sundry Creditors. */
import * as Take from "@svc/core/Take"
import * as Wire from "@svc/core/Wire"
import * as Write from "@svc/core/Write"
import * as Writer from "@svc/core/Writer"
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

const writing = Writer.make(() => ({
  create: {
    call: ({ body, item }) => {
      const name = nameOf(item)
      const head = { "@NAME": name, "@ACTION": "Create", "NAME.LIST": { "@TYPE": "String", NAME: name } }
      const kept = { PARENT: parentOf(item), ISBILLWISEON: "Yes", AFFECTSSTOCK: "No" }
      return ask({ import: "All Masters", message: { LEDGER: { ...head, ...kept, ...body } } })
    },
    answers: (body, [sent]) => taken(["CREATED"], () => `name/${nameOf(sent!.item)}`)(body),
    idempotency: Write.lookup<Input>({
      call: (item) => ask({ collection: "Ledger", fetch: partyFetch, only: `$Name = ${quoted(nameOf(item), "name")}` }),
      find: (body, item) => objects("Ledger")(body).find((one) => isOf(item, one))
    })
  }
}))

export const writeContacts = writing("CONTACTS", ["create"], {
  record: contacts,
  requires: ["name"],
  lookups: { company, currencies, ledgers },
  takes: {
    name: (_, { item, lookups, refuse }) => {
      // Quirk: a ledger of the same name would be altered instead; names are unique among all ledgers.
      if (lookups.ledgers.has(key(nameOf(item)))) refuse("is that of a ledger already", "", true)
      return nameOf(item).includes('"') ? refuse("must not hold quotation marks") : {}
    },
    contact_type: Take.beside,
    currency_id: (id, { lookups, refuse }) => {
      const found = lookups.currencies.find(({ GUID }) => GUID === id) ?? refuse("is no currency of the company")
      return { CURRENCYNAME: found["@NAME"] ?? found.NAME }
    },
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
