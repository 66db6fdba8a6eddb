/** Qoyod, accounting for Saudi Arabia: its API of version 2. */
import * as Account from "@svc/core/Account"
import * as Auth from "@svc/core/Auth"
import * as Connector from "@svc/core/Connector"
import * as Models from "@svc/core/Models"
import * as Setting from "@svc/core/Setting"
import { failure, parse } from "./failure.ts"
import { reads } from "./reads.ts"

/** Older clients of Qoyod's use another address. */
const addresses = {
  "api.qoyod.com/2.0": "api.qoyod.com",
  "www.qoyod.com/api/2.0": "www.qoyod.com",
  "legacy.qoyod.com/api/2.0": "legacy.qoyod.com"
}

export const qoyod = Connector.make({
  id: "QOYOD",
  name: "Qoyod",
  category: "ACCOUNTING",
  models: Models.accounting,
  auth: Auth.apiKey({
    fields: {
      key: Setting.asked({
        label: "API key",
        help: "In Qoyod under Settings, General settings: generate the key and save. It opens one company.",
        secret: true
      })
    },
    guide: [
      "Open the company in Qoyod. Its subscription must have access to the API.",
      "Under Settings, General settings, generate the API key and save the page. Generating another ends the one before.",
      "Enter the key below. All else may stay as it is."
    ],
    headers: ({ key }) => ({ "api-key": key ?? "" })
  }),
  settings: {
    address: Setting.asked({
      label: "Address",
      help: "Only where Qoyod has told you another than api.qoyod.com",
      choices: addresses,
      pattern: "((www|legacy)\\.qoyod\\.com/api|api\\.qoyod\\.com)/2\\.0",
      optional: true
    }),
    currency: Setting.asked({
      label: "Currency of the books",
      help: "Where it is another than SAR",
      placeholder: "SAR",
      pattern: "[A-Z]{3}",
      optional: true
    }),
    inventory: Setting.asked({
      label: "Location for new documents",
      help: "Its number at Qoyod; the first one where you leave it empty",
      placeholder: "1",
      pattern: "[0-9]+",
      optional: true
    }),
    status: Setting.asked({
      label: "New documents are",
      help: "Drafts can be approved in Qoyod alone. Approved invoices and credit notes are reported to ZATCA.",
      choices: { Draft: "Drafts", Approved: "Approved" },
      optional: true
    })
  },
  http: {
    baseUrl: ({ address }) => `https://${address ?? "api.qoyod.com/2.0"}`,
    // Nobody documents a number: two calls a second.
    limits: { windows: [{ max: 20, seconds: 10 }], concurrent: 2 },
    timeout: 120,
    parse,
    failure
  },
  account: Account.untold("A key opens one company, and no answer says which"),
  check: { path: "/accounts" },
  checked: (body) => (typeof body === "object" ? null : { message: "The accounts are no list." }),
  reads,
  writes: Connector.later(() => import("./writes.ts"))
})
