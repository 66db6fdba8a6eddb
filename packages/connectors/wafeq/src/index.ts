/** Wafeq, accounting for the Gulf and Egypt: https://developer.wafeq.com */
import * as Account from "@svc/core/Account"
import * as Auth from "@svc/core/Auth"
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Models from "@svc/core/Models"
import * as Normalize from "@svc/core/Normalize"
import * as Setting from "@svc/core/Setting"
import { failure } from "./failure.ts"
import { path } from "./organization.ts"
import { refusal } from "./passthrough.ts"
import { reads } from "./reads.ts"

export const wafeq = Connector.make({
  id: "WAFEQ",
  name: "Wafeq",
  category: "ACCOUNTING",
  models: Models.accounting,
  auth: Auth.choice({
    key: {
      label: "API key",
      help: "Made in Wafeq under Developer, API keys (app.wafeq.com/c/api-keys), by a user of the organisation that is to be connected.",
      auth: Auth.apiKey({
        fields: { key: Setting.asked({ label: "API key", secret: true }) },
        guide: [
          "Sign in to Wafeq and open the organisation that is to be connected.",
          "Make a key at https://app.wafeq.com/c/api-keys (Developer, API keys), and enter it below."
        ],
        headers: ({ key }) => ({ authorization: `Api-Key ${key ?? ""}` })
      })
    },
    oauth2: {
      label: "Sign in at Wafeq",
      help: "You choose the organisation and agree to what is read and written.",
      auth: Auth.oauth2({
        authorizeUrl: "https://app.wafeq.com/oauth/authorize/",
        tokenUrl: "https://app.wafeq.com/oauth/token/",
        revokeUrl: "https://app.wafeq.com/oauth/token/revoke/",
        clientAuth: "basic",
        pkce: false,
        scopes: [
          "basic",
          "chart_of_accounts.write",
          "bank_accounts.write",
          "contacts.write",
          "tax_rates.read",
          "invoices.write",
          "expenses.write",
          "bills.write",
          "journals.write",
          "payments.write",
          "reports"
        ]
      })
    }
  }),
  settings: {},
  // A key and a sign-in are for one organisation; no call names it.
  account: Account.answer((body) => Normalize.id(Call.at(body, "id"))),
  check: { path },
  http: {
    baseUrl: "https://api.wafeq.com/v1",
    // No number is published; public clients keep to this one, and 429 says how long to wait.
    limits: { windows: [{ max: 20, seconds: 10 }], concurrent: 4 },
    failure,
    passthrough: refusal
  },
  reads,
  writes: Connector.later(() => import("./writes.ts"))
})
