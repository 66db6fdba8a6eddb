/** Sage Accounting (Sage Business Cloud Accounting), for all of its countries but South Africa: https://developer.sage.com/accounting/ */
import * as Account from "@svc/core/Account"
import * as Auth from "@svc/core/Auth"
import * as Connector from "@svc/core/Connector"
import * as Further from "@svc/core/Further"
import * as Models from "@svc/core/Models"
import * as Setting from "@svc/core/Setting"
import * as Wire from "@svc/core/Wire"
import { failure, passthrough } from "./failure.ts"
import { reads } from "./reads.ts"
import { pages } from "./wire.ts"

export const sageAccounting = Connector.make({
  id: "SAGE_CLOUD_ACCOUNTING",
  name: "Sage Accounting",
  category: "ACCOUNTING",
  models: Models.accounting,
  auth: Auth.oauth2({
    authorizeUrl: "https://www.sageone.com/oauth2/auth/central",
    authorizeParams: { filter: "apiv3.1" },
    tokenUrl: "https://oauth.accounting.sage.com/token",
    revokeUrl: "https://oauth.accounting.sage.com/revoke",
    scopes: ["full_access"],
    clientAuth: "body",
    pkce: false,
    // Quirk: five minutes, and each refresh ends the refresh token that it was asked with.
    expiresIn: 300
  }),
  settings: { business: Setting.discovered({ label: "Business", pattern: "[A-Za-z0-9-]+" }) },
  discover: Connector.discover({
    call: Further.pages({ call: { path: "/businesses" }, page: pages, items: "$items" }),
    response: Wire.list(Wire.struct({ id: Wire.required(Wire.id), name: Wire.text, displayed_as: Wire.text })),
    choices: (businesses) =>
      businesses.map(({ displayed_as, id, name }) => ({ name: name ?? displayed_as ?? id, settings: { business: id } }))
  }),
  check: { path: "/financial_settings" },
  account: Account.settings("business"),
  http: {
    baseUrl: "https://api.accounting.sage.com/v3.1",
    // Quirk: without it, calls are for the user's lead business.
    headers: ({ business }) => ({ "x-business": business }),
    // Quirk: 100 a minute are said; no header tells what is left.
    limits: { concurrent: 4, windows: [{ max: 90, seconds: 60 }] },
    failure,
    passthrough
  },
  reads,
  writes: Connector.later(() => import("./writes.ts"))
})
