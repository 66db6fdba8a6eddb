/** Quayside: who holds which berth in a harbour. An invented platform. */
import * as Account from "@svc/core/Account"
import * as Auth from "@svc/core/Auth"
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Models from "@svc/core/Models"
import * as Setting from "@svc/core/Setting"
import { contacts } from "./contacts.ts"

export const quayside = Connector.make({
  id: "QUAYSIDE",
  name: "Quayside",
  category: "ACCOUNTING",
  models: Models.accounting,
  auth: Auth.apiKey({
    fields: { key: Setting.asked({ label: "Harbour key", secret: true }) },
    guide: ["Ask the harbour master for a key, and enter it with the harbour's name."],
    headers: ({ key }) => ({ "x-harbour-key": key ?? "" })
  }),
  settings: {
    harbour: Setting.asked({ label: "Harbour", pattern: "[a-z]+", normalize: (typed) => typed.toLowerCase() })
  },
  http: {
    baseUrl: "https://api.quayside.example",
    headers: ({ harbour }) => ({ "x-harbour": harbour }),
    limits: { windows: [{ max: 10, seconds: 1 }] },
    failure: ({ body }) => {
      const words = Call.at(body, "why")
      return { message: typeof words === "string" ? words : undefined }
    }
  },
  account: Account.settings("harbour"),
  check: { path: "/harbour" },
  reads: { CONTACTS: contacts },
  writes: {}
})
