/** Zoho CRM: https://www.zoho.com/crm/developer/docs/api/v8/ */
import * as Account from "@svc/core/Account"
import * as Connector from "@svc/core/Connector"
import * as Models from "@svc/core/Models"
import * as Setting from "@svc/core/Setting"
import * as Wire from "@svc/core/Wire"
import { centre, signIn } from "@svc/family-zoho"
import { crmActivities } from "./crm-activities.ts"
import { crmCompanies } from "./crm-companies.ts"
import { crmContacts } from "./crm-contacts.ts"
import { crmDeals } from "./crm-deals.ts"
import { crmLeads } from "./crm-leads.ts"
import { crmNotes } from "./crm-notes.ts"
import { crmPipelines, crmStages } from "./crm-pipelines.ts"
import { crmTasks } from "./crm-tasks.ts"
import { crmUsers } from "./crm-users.ts"
import { failure, failureInside, refusal } from "./failure.ts"
import { inbound } from "./inbound.ts"

/** Credits of a day: so many, more for each user, and at most. https://www.zoho.com/crm/developer/docs/api/v8/api-limits.html */
const credits: Readonly<Record<string, readonly [base: number, user: number, most: number]>> = {
  free: [5000, 0, 5000],
  standard: [50_000, 250, 100_000],
  professional: [50_000, 500, 3_000_000],
  enterprise: [50_000, 1000, 5_000_000],
  ultimate: [50_000, 2000, 10_000_000]
}
const creditsOf = (edition = "", users = ""): number => {
  const [base, user, most] = credits[edition.toLowerCase()] ?? credits["standard"]!
  return Math.min(base + user * (Number(users) || 0), most)
}

export const zohoCrm = Connector.make({
  id: "ZOHO_CRM",
  name: "Zoho CRM",
  category: "CRM",
  models: Models.crm,
  auth: signIn(
    ["modules.ALL", "settings.ALL", "users.READ", "org.READ", "notifications.ALL"].map((own) => `ZohoCRM.${own}`)
  ),
  settings: {
    ...centre,
    organization: Setting.discovered({ label: "Organisation", pattern: "[0-9]+" }),
    edition: Setting.discovered({ label: "Edition", optional: true }),
    users: Setting.discovered({ label: "Users paid for", optional: true })
  },
  discover: Connector.discover({
    call: { path: "/org" },
    response: Wire.struct({
      org: Wire.required(
        Wire.list(
          Wire.required(
            Wire.struct({
              id: Wire.required(Wire.id),
              company_name: Wire.text,
              license_details: Wire.struct({ paid_type: Wire.text, users_license_purchased: Wire.number })
            })
          )
        )
      )
    }),
    choices: ({ org }) =>
      org.map(({ company_name, id, license_details: own }) => ({
        name: company_name ?? id,
        settings: {
          organization: id,
          ...(own?.paid_type ? { edition: own.paid_type } : {}),
          ...(own?.users_license_purchased ? { users: String(own.users_license_purchased) } : {})
        }
      }))
  }),
  // An organisation's number is that of its data centre.
  account: Account.settings("apiDomain", "organization"),
  check: { path: "/org" },
  http: {
    baseUrl: ({ apiDomain }) => `${apiDomain}/crm/v8`,
    limits: {
      // What the free edition has at once, and a tenth of it for calls that are heavy.
      concurrent: 5,
      windows: [],
      weighed: {
        windows: ({ edition, users }) => [{ max: creditsOf(edition, users), seconds: 86_400 }],
        weigh: ({ path }) => (path.endsWith("/actions/convert") ? 5 : 1),
        // Told from the half of a day's credits on.
        remaining: (headers) =>
          headers["x-api-credits-remaining"] === undefined
            ? []
            : [{ seconds: 86_400, remaining: Number(headers["x-api-credits-remaining"]) }]
      }
    },
    failure,
    failureInside,
    passthrough: refusal
  },
  reads: {
    CRM_ACTIVITIES: crmActivities,
    CRM_COMPANIES: crmCompanies,
    CRM_CONTACTS: crmContacts,
    CRM_DEALS: crmDeals,
    CRM_LEADS: crmLeads,
    CRM_NOTES: crmNotes,
    CRM_PIPELINES: crmPipelines,
    CRM_STAGES: crmStages,
    CRM_TASKS: crmTasks,
    CRM_USERS: crmUsers
  },
  writes: Connector.later(() => import("./writes.ts")),
  inbound
})
