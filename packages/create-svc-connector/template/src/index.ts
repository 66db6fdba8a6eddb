/** Acme Books. The platform is invented: put the addresses, fields and words of yours in the place of its. */
import * as Account from "@svc/core/Account"
import * as Auth from "@svc/core/Auth"
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Models from "@svc/core/Models"
import * as Setting from "@svc/core/Setting"
import { contacts } from "./contacts.ts"
import { taxRates } from "./tax-rates.ts"
import { writeContacts } from "./write-contacts.ts"

export const acmeBooks = Connector.make({
  id: "ACME_BOOKS",
  name: "Acme Books",
  category: "ACCOUNTING",
  models: Models.accounting,
  auth: Auth.apiKey({
    fields: { key: Setting.asked({ label: "API key", secret: true }) },
    guide: ["In Acme Books, open Settings, API keys, and make a key.", "Copy it into the field below."],
    headers: ({ key }) => ({ authorization: `Bearer ${key ?? ""}` })
  }),
  settings: { company: Setting.asked({ label: "Company", help: "The name in the address of your books" }) },
  http: {
    baseUrl: ({ company }) => `https://api.acme-books.example/v1/${Call.segment(company)}`,
    limits: { windows: [{ max: 60, seconds: 60 }] },
    failure: ({ body }) => {
      const message = Call.at(body, "error.message")
      const field = Call.at(body, "error.field")
      return {
        message: typeof message === "string" ? message : undefined,
        field: field === "display_name" ? "name" : undefined
      }
    }
  },
  account: Account.settings("company"),
  check: { path: "/company" },
  reads: { CONTACTS: contacts, TAX_RATES: taxRates },
  writes: { CONTACTS: writeContacts }
})
