/** What is written. */
import { writeDeals, writeLeads, writeNotes } from "./write-deals.ts"
import { writeCompanies, writeContacts } from "./write-people.ts"
import { writePipelines, writeStages } from "./write-pipelines.ts"
import { writeActivities, writeTasks } from "./write-work.ts"

export const writes = {
  CRM_ACTIVITIES: writeActivities,
  CRM_COMPANIES: writeCompanies,
  CRM_CONTACTS: writeContacts,
  CRM_DEALS: writeDeals,
  CRM_LEADS: writeLeads,
  CRM_NOTES: writeNotes,
  CRM_PIPELINES: writePipelines,
  CRM_STAGES: writeStages,
  CRM_TASKS: writeTasks
}
