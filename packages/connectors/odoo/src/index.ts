/** Odoo, accounting: JSON-2 of Odoo 19 and newer, and JSON-RPC of the versions before. */
import * as Account from "@svc/core/Account"
import * as Auth from "@svc/core/Auth"
import * as Connector from "@svc/core/Connector"
import * as Models from "@svc/core/Models"
import * as Setting from "@svc/core/Setting"
import { ask, encode, isRpc, parse, session } from "./ask.ts"
import { reads } from "./reads.ts"
import { found } from "./companies.ts"
import { failure, failureInside } from "./failure.ts"
import { refusal } from "./passthrough.ts"

export const odoo = Connector.make({
  id: "ODOO_ACCOUNTING",
  name: "Odoo",
  category: "ACCOUNTING",
  models: Models.accounting,
  auth: Auth.choice({
    json2: {
      label: "Odoo 19 or newer: API key",
      help: "Made in Odoo under Preferences, Account Security. It ends after three months at most.",
      auth: Auth.apiKey({
        fields: { key: Setting.asked({ label: "API key", secret: true }) },
        guide: [
          "Sign in to Odoo as the user whose rights the connection is to have: billing rights are needed for the ledger.",
          "Open Preferences, Account Security, and make a new API key. It lives three months at most.",
          "Copy the key at once: Odoo shows it only once."
        ],
        headers: ({ key }) => ({ authorization: `bearer ${key ?? ""}` })
      })
    },
    rpc: {
      label: "Odoo 16 to 18: login and API key",
      help: "The key is made in Odoo under Preferences, Account Security; a password works where there is no second factor.",
      auth: Auth.apiKey({
        fields: { key: Setting.asked({ label: "API key or password", secret: true }) },
        guide: [
          "Have ready the login of the user whose rights the connection is to have: billing rights are needed for the ledger.",
          "In Odoo, open Preferences, Account Security, and make a new API key. The password does as well where there is no second factor."
        ],
        session
      })
    }
  }),
  settings: {
    host: Setting.asked({
      label: "Address of Odoo",
      help: "As it stands in the browser when Odoo is open",
      placeholder: "acme.odoo.com",
      normalize: Setting.host,
      pattern: "[a-z0-9.-]+(:[0-9]+)?"
    }),
    database: Setting.asked({
      label: "Database",
      help: "On odoo.com the first part of the address",
      placeholder: "acme",
      pattern: "[A-Za-z0-9][A-Za-z0-9_.-]*"
    }),
    login: Setting.asked({ label: "Login", placeholder: "ada@acme.example", methods: ["rpc"] }),
    company: Setting.discovered({ label: "Company", pattern: "[0-9]+" })
  },
  discover: found,
  http: {
    baseUrl: (settings) => `https://${settings.host}${isRpc(settings as Auth.AuthSettings) ? "" : "/json/2"}`,
    headers: ({ database }) => ({ "x-odoo-database": database }),
    // Nobody documents a number; about one call in a second and none beside it is what odoo.com calls fair.
    limits: { windows: [{ max: 60, seconds: 60 }], concurrent: 1 },
    timeout: 130,
    parse,
    encode: (body, settings, keys) => encode(body, settings as Auth.AuthSettings, keys),
    failure,
    failureInside,
    passthrough: (call, settings) => refusal(call, settings as Auth.AuthSettings)
  },
  account: Account.settings("host", "database", "company"),
  check: (settings) =>
    ask(settings as Auth.AuthSettings, "res.company", "search_read", {
      domain: [["id", "=", Number(settings.company)]],
      fields: ["name"]
    }),
  checked: (body) =>
    Array.isArray(body) && body.length === 1
      ? null
      : { reason: "Forbidden", message: "The key's user may not see this company." },
  reads,
  writes: Connector.later(() => import("./writes.ts"))
})
