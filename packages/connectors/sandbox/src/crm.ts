/** The data models of the sandbox's CRM. */
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

export const crm = {
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
}
