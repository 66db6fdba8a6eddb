/** What can be written. */
import { writeDeals } from "./write-deals.ts"
import { writeCompanies, writeContacts, writeLeads } from "./write-people.ts"
import { writeActivities, writeNotes, writeTasks } from "./write-work.ts"

export const writes = {
  CRM_ACTIVITIES: writeActivities,
  CRM_COMPANIES: writeCompanies,
  CRM_CONTACTS: writeContacts,
  CRM_DEALS: writeDeals,
  CRM_LEADS: writeLeads,
  CRM_NOTES: writeNotes,
  CRM_TASKS: writeTasks
}
