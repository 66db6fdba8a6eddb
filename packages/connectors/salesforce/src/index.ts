/** Salesforce, the CRM platform, production orgs and sandboxes: https://developer.salesforce.com/docs/platform/api-rest */
import * as Account from "@svc/core/Account"
import * as Auth from "@svc/core/Auth"
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Models from "@svc/core/Models"
import * as Normalize from "@svc/core/Normalize"
import * as Setting from "@svc/core/Setting"
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
import { ask } from "./soql.ts"

const label = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
/** Below `salesforce.com`, or `salesforce.mil` of the government's own: hosts that are Salesforce's alone. */
const hosts = `(?:${label}\\.){1,4}salesforce\\.(?:com|mil)`

const login =
  (path: string) =>
  ({ loginHost }: Auth.AuthSettings) =>
    `https://${loginHost || "login.salesforce.com"}/services/oauth2/${path}`

export const salesforce = Connector.make({
  id: "SALESFORCE",
  name: "Salesforce",
  category: "CRM",
  models: Models.crm,
  auth: Auth.oauth2({
    authorizeUrl: login("authorize"),
    tokenUrl: login("token"),
    revokeUrl: login("revoke"),
    clientAuth: "body",
    pkce: true,
    scopes: ["api", "refresh_token"]
    // Quirk: no answer says how long a token lives. It is used until Salesforce refuses it, and then renewed.
  }),
  settings: {
    loginHost: Setting.asked({
      label: "Login address",
      help: "Leave blank for production. test.salesforce.com for a sandbox, or the address of your own My Domain.",
      placeholder: "acme.my.salesforce.com",
      pattern: hosts,
      normalize: Setting.host,
      optional: true
    }),
    // Quirk: every org has a host of its own, and the answer with the tokens tells which.
    instanceUrl: Setting.fromToken({
      label: "Instance",
      help: "The address of the org, such as https://acme.my.salesforce.com.",
      at: "instance_url",
      normalize: Setting.address,
      pattern: `https://${hosts}`
    })
  },
  // The one record of the org itself, which every user may read: its id stays when the host is renamed
  // (https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_objects_organization.htm).
  check: ask({ fields: ["Id"], from: "Organization", limit: 1 }),
  account: Account.answer((body) => Normalize.id(Call.at(body, "records.0.Id"))),
  http: {
    baseUrl: ({ instanceUrl }) => instanceUrl,
    // The smallest allowance of a day, shared with everything else that calls the org; at most five long calls at once.
    limits: { concurrent: 4, windows: [{ max: 15_000, seconds: 86_400 }], remaining },
    failure,
    // The body of a note comes as it is.
    parse: (text, json) => {
      try {
        return json(text)
      } catch {
        return text
      }
    }
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
  writes: Connector.later(() => import("./writes.ts"))
})
