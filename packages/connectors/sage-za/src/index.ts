/** Sage Accounting of South Africa, once Sage One: https://www.sage.com/en-za/sage-business-cloud/accounting/developer-api/ */
import * as Account from "@svc/core/Account"
import * as Auth from "@svc/core/Auth"
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Further from "@svc/core/Further"
import * as Models from "@svc/core/Models"
import * as Setting from "@svc/core/Setting"
import * as Wire from "@svc/core/Wire"
import { withoutContent } from "./attachments.ts"
import { failure, passthrough } from "./failure.ts"
import { reads } from "./reads.ts"
import { pages } from "./wire.ts"

export const sageZa = Connector.make({
  id: "SAGE_ZA_CLOUD_ACCOUNTING",
  name: "Sage Accounting (South Africa)",
  category: "ACCOUNTING",
  models: Models.accounting,
  app: { clientSecret: "API key" },
  auth: Auth.basic({
    guide: [
      "In Sage Accounting, let an administrator invite a user for this connection alone, who may see all of the company.",
      "Accept the invitation and choose a password: an old password used elsewhere would block that user for a day.",
      "Enter that user's e-mail address and password below."
    ],
    fields: {
      username: Setting.asked({
        label: "E-mail address",
        help: "That of a user of Sage whom nobody else uses: twenty failed logins within an hour block a user for a day.",
        placeholder: "api@company.co.za"
      }),
      password: Setting.asked({ label: "Password", secret: true })
    }
  }),
  settings: { companyId: Setting.discovered({ label: "Company", pattern: "[0-9]+" }) },
  discover: Connector.discover({
    call: () => Further.pages({ call: { path: "/Company/Get" }, page: pages, items: "Results" }),
    response: Wire.list(Wire.required(Wire.struct({ ID: Wire.required(Wire.id), Name: Wire.text }))),
    choices: (companies) => companies.map(({ ID, Name }) => ({ name: Name ?? ID, settings: { companyId: ID } }))
  }),
  account: Account.settings("companyId"),
  check: ({ companyId }) => ({ path: `/Company/Get/${Call.segment(companyId)}` }),
  http: {
    baseUrl: "https://accounting.sageone.co.za/api/2.0.0",
    // Quirk: the key is written in braces.
    query: ({ companyId }, { clientSecret }) => ({
      apikey: `{${clientSecret.replace(/[{}\s]/g, "")}}`,
      companyid: companyId
    }),
    // Quirk: a hundred and first call within a minute blocks the company for an hour, and Sage asks for one a second.
    limits: {
      concurrent: 1,
      windows: [{ max: 1, seconds: 1 }],
      weighed: { windows: [{ max: 5000, seconds: 86_400 }], weigh: () => 1 }
    },
    parse: (text, json) => withoutContent(json(text)),
    failure,
    passthrough
  },
  reads,
  writes: Connector.later(() => import("./writes.ts"))
})
