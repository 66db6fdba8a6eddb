/** Ledgerly: bookkeeping for small firms. An invented platform. */
import * as Account from "@svc/core/Account"
import * as Auth from "@svc/core/Auth"
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Models from "@svc/core/Models"
import * as Setting from "@svc/core/Setting"
import { contacts } from "./contacts.ts"
import { currencies } from "./currencies.ts"
import { writeContacts } from "./write-contacts.ts"

export const ledgerly = Connector.make({
  id: "LEDGERLY",
  name: "Ledgerly",
  category: "ACCOUNTING",
  models: Models.accounting,
  auth: Auth.apiKey({
    fields: { token: Setting.asked({ label: "Access token", secret: true }) },
    guide: [
      "In Ledgerly, open the book's settings and make an access token that may write.",
      "Enter it below, with the name of the book."
    ],
    headers: ({ token }) => ({ "x-ledgerly-token": token ?? "" })
  }),
  settings: { book: Setting.asked({ label: "Book", placeholder: "main" }) },
  http: {
    baseUrl: ({ book }) => `https://api.ledgerly.example/books/${Call.segment(book)}`,
    limits: { windows: [{ max: 120, seconds: 60 }] },
    failure: ({ body }) => {
      const message = Call.at(body, "problem.text")
      const field = Call.at(body, "problem.member")
      return {
        message: typeof message === "string" ? message : undefined,
        field: field === "title" ? "name" : undefined
      }
    }
  },
  account: Account.settings("book"),
  check: { path: "/about" },
  reads: { CONTACTS: contacts, CURRENCIES: currencies },
  writes: { CONTACTS: writeContacts }
})
