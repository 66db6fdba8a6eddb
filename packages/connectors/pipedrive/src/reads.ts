/** What is read. */
import { activities, tasks } from "./activities.ts"
import { pipelines, stages, users } from "./company.ts"
import { deals } from "./deals.ts"
import { leads, notes } from "./leads.ts"
import { companies, contacts } from "./people.ts"

export const reads = {
  CRM_ACTIVITIES: activities,
  CRM_COMPANIES: companies,
  CRM_CONTACTS: contacts,
  CRM_DEALS: deals,
  CRM_LEADS: leads,
  CRM_NOTES: notes,
  CRM_PIPELINES: pipelines,
  CRM_STAGES: stages,
  CRM_TASKS: tasks,
  CRM_USERS: users
}
