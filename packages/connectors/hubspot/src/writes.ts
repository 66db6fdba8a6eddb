/** What can be written. */
import { writeCrmCompanies, writeCrmContacts, writeCrmDeals, writeCrmLeads } from "./write-crm.ts"
import { writeCrmPipelines, writeCrmStages } from "./write-pipelines.ts"
import { writeCrmActivities, writeCrmNotes, writeCrmTasks } from "./write-work.ts"

export const writes = {
  CRM_ACTIVITIES: writeCrmActivities,
  CRM_COMPANIES: writeCrmCompanies,
  CRM_CONTACTS: writeCrmContacts,
  CRM_DEALS: writeCrmDeals,
  CRM_LEADS: writeCrmLeads,
  CRM_NOTES: writeCrmNotes,
  CRM_PIPELINES: writeCrmPipelines,
  CRM_STAGES: writeCrmStages,
  CRM_TASKS: writeCrmTasks
}
