/** How deals are written. */
import * as Take from "@svc/core/Take"
import { crmDeals, stages } from "./crm-deals.ts"
import { pipelineId } from "./wire.ts"
import { offers, writing } from "./writing.ts"

export const writeDeals = writing("CRM_DEALS", offers, {
  object: "Opportunity",
  alike: { name: "Name", company_id: "AccountId" },
  record: crmDeals,
  requires: ["name", "stage_id", "close_date"],
  lookups: { stages },
  takes: {
    name: "Name",
    amount: "Amount",
    company_id: "AccountId",
    // Quirk: a stage is set by its name.
    stage_id: {
      to: "StageName",
      by: (id, { lookups, refuse }) =>
        [...lookups.stages].find(([, own]) => own === id)?.[0] ?? refuse("is no stage of this org")
    },
    pipeline_id: (id, { refuse }) => (id === pipelineId ? {} : refuse(`must be ${pipelineId}`)),
    currency: "CurrencyIsoCode",
    close_date: Take.day("CloseDate"),
    owner_id: "OwnerId",
    probability: "Probability",
    description: "Description",
    source_name: "LeadSource"
  },
  // Quirk: it becomes the primary contact role, which is a record of its own afterwards.
  creates: { contact_id: "ContactId" },
  clears: ["amount", "company_id", "description", "source_name"]
})
