/** HubSpot, the CRM: https://developers.hubspot.com/docs/api-reference */
import * as Connector from "@svc/core/Connector"
import * as Models from "@svc/core/Models"
import * as Setting from "@svc/core/Setting"
import { account, check, discover } from "./account.ts"
import { oauth } from "./auth.ts"
import { crmActivities } from "./crm-activities.ts"
import { crmCompanies } from "./crm-companies.ts"
import { crmContacts } from "./crm-contacts.ts"
import { crmDeals } from "./crm-deals.ts"
import { crmLeads } from "./crm-leads.ts"
import { crmNotes } from "./crm-notes.ts"
import { crmPipelines } from "./crm-pipelines.ts"
import { crmStages } from "./crm-stages.ts"
import { crmTasks } from "./crm-tasks.ts"
import { crmUsers } from "./crm-users.ts"
import { failure, remaining } from "./failure.ts"
import { inbound } from "./inbound.ts"
import { isSearch } from "./objects.ts"

export const hubspot = Connector.make({
  id: "HUBSPOT",
  name: "HubSpot",
  category: "CRM",
  models: Models.crm,
  auth: oauth,
  settings: {
    portalId: Setting.discovered({
      label: "Account",
      help: "The account's id, a number. Without it webhooks find no connection.",
      optional: true
    })
  },
  discover,
  account,
  check,
  http: {
    baseUrl: "https://api.hubapi.com",
    limits: {
      // 110 for an app that is installed by OAuth, 100 for a private app of the smallest edition.
      windows: [{ max: 100, seconds: 10 }],
      // 5 a second, which all apps of an account share.
      apart: { calls: isSearch, windows: [{ max: 4, seconds: 1 }] },
      concurrent: 6,
      remaining
    },
    failure
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
