/** Zoho Books, accounting: https://www.zoho.com/books/api/v3/introduction/ */
import * as Account from "@svc/core/Account"
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Models from "@svc/core/Models"
import * as Setting from "@svc/core/Setting"
import * as Wire from "@svc/core/Wire"
import { centre, signIn } from "@svc/family-zoho"
import { failure, failureInside, refusal } from "./failure.ts"
import { inbound } from "./inbound.ts"
import { reads } from "./reads.ts"

const groups = [
  "accountants",
  "banking",
  "bills",
  "contacts",
  "creditnotes",
  "customerpayments",
  "debitnotes",
  "expenses",
  "invoices",
  "purchaseorders",
  "salesorders",
  "settings",
  "vendorpayments"
]
/** Calls of a day by plan; those of plans with other names are as many as of the largest. */
const days: Readonly<Record<string, number>> = { FREE: 1000, STANDARD: 2000, PROFESSIONAL: 5000 }

export const zohoBooks = Connector.make({
  id: "ZOHO_BOOKS",
  name: "Zoho Books",
  category: "ACCOUNTING",
  models: Models.accounting,
  auth: signIn(groups.map((group) => `ZohoBooks.${group}.ALL`)),
  settings: {
    ...centre,
    organization: Setting.discovered({ label: "Organisation", pattern: "[0-9]+" }),
    plan: Setting.discovered({ label: "Plan", optional: true }),
    uniqueField: Setting.asked({
      label: "Custom field without duplicates",
      help: "The API name of a custom field that is made, under the same name, for each kind of record and does not allow duplicate values. New records are put in by it.",
      placeholder: "cf_service_key",
      pattern: "cf_[A-Za-z0-9_]+",
      optional: true
    })
  },
  discover: Connector.discover({
    call: { path: "/organizations" },
    response: Wire.struct({
      organizations: Wire.required(
        Wire.list(
          Wire.required(Wire.struct({ organization_id: Wire.required(Wire.id), name: Wire.text, plan_name: Wire.text }))
        )
      )
    }),
    choices: ({ organizations }) =>
      organizations.map(({ name, organization_id, plan_name }) => ({
        name: name ?? organization_id,
        settings: { organization: organization_id, ...(plan_name ? { plan: plan_name } : {}) }
      }))
  }),
  // An organisation's number is that of its data centre.
  account: Account.settings("apiDomain", "organization"),
  check: ({ organization }) => ({ path: `/organizations/${Call.segment(organization)}` }),
  http: {
    baseUrl: ({ apiDomain }) => `${apiDomain}/books/v3`,
    query: ({ organization }) => ({ organization_id: organization }),
    limits: {
      // Five at once are what the free plan has; no header says what is left.
      concurrent: 5,
      windows: ({ plan }) => [
        { max: 100, seconds: 60 },
        { max: days[plan?.toUpperCase() ?? ""] ?? 10_000, seconds: 86_400 }
      ]
    },
    failure,
    failureInside,
    passthrough: refusal
  },
  reads,
  writes: Connector.later(() => import("./writes.ts")),
  inbound
})
