/** Customers and vendors created: accounts below Sundry Debtors or Sundry Creditors. Nothing known of the service changes them. */
import { Call, Take, Write, Writer, Xml } from "@svc/core"
import { accounts } from "./books.ts"
import { contacts } from "./contacts.ts"
import { ask, rows } from "./query.ts"
import { file } from "./open-file.ts"
import { numberOf } from "./settings.ts"

/** What proxies and servers let pass in one header, with room for the others. */
const longest = 7_000
/** XML as a header carries it: on one line, and of plain letters. */
const inHeader = (document: Parameters<typeof Xml.write>[0], refuse: Take.At["refuse"]): string => {
  const text = Xml.write(document).replace(/[^\x20-\x7e]/gu, (sign) => `&#${sign.codePointAt(0)};`)
  return text.length > longest ? refuse("is longer than the web service takes in one call", "name") : text
}

interface Input {
  readonly name?: string | null | undefined
  readonly contact_type?: string | null | undefined
}
const nameOf = ({ name }: Input) => name?.trim() ?? ""
const key = (name: string | null | undefined) => (name ?? "").trim().toLowerCase()

const writing = Writer.make(() => ({
  create: {
    call: ({ body, item, refuse, settings }) => {
      const group = item["contact_type"] === "CUSTOMER" ? "Sundry Debtors" : "Sundry Creditors"
      // Quirk: public programs call the group by either name; one that is not known is passed over.
      const Account = { Name: nameOf(item), PrintName: nameOf(item), ParentGroup: group, Group: group, ...body }
      return {
        path: "/",
        headers: {
          SC: "5",
          MasterType: String(numberOf(settings, "account")),
          MasterXML: inHeader({ Account }, refuse)
        }
      }
    },
    // The answer is the code of the new account alone.
    answers: (body) => {
      if (typeof body !== "string" || !/^\d{1,15}$/.test(body))
        throw new Error("the answer does not say the code of the new account")
      return [Write.acceptedId(body)]
    },
    // Quirk: a name is of one account alone, and was of none before the first try.
    idempotency: Write.lookup<Input>({
      call: (_, { settings }) =>
        ask(settings, {
          table: "Master1",
          columns: ["Code", "Name"],
          where: { MasterType: [numberOf(settings, "account")] },
          order: "Code"
        }),
      find: (body, item) => {
        const found = rows(body).find(({ name }) => String(name ?? "").trim() === nameOf(item))
        return found === undefined ? undefined : Write.acceptedId(String(found["code"]))
      }
    })
  }
}))

export const writeContacts = writing("CONTACTS", ["create"], {
  record: contacts,
  requires: ["name"],
  lookups: { accounts, file },
  takes: {
    name: (name, { lookups, refuse }) =>
      [...lookups.accounts.values()].some((own) => key(own.name) === key(name))
        ? refuse("is that of an account already", "", true)
        : {},
    contact_type: Take.beside,
    contact_name: Take.beside,
    email: Take.beside,
    registration_number: Take.beside,
    tax_number: Take.beside
  },
  makes: ({ contact_name, email, registration_number, tax_number }) => {
    const Address = Call.present({
      Email: email,
      ITPAN: registration_number,
      Contact: contact_name,
      GSTNo: tax_number
    })
    return Object.keys(Address).length === 0 ? {} : { Address }
  }
})
