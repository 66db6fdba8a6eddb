/** Stages of opportunities, those that are not used any more among them. */
import * as Connector from "@svc/core/Connector"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { record, source } from "./source.ts"
import { activeStatus, pipelineId } from "./wire.ts"

// The list is short: it is read whole, so that what it lacks is known to be gone.
const { since: _, ...whole } = source("OpportunityStage", {
  ...record,
  ApiName: Wire.text,
  MasterLabel: Wire.text,
  IsActive: Wire.boolean,
  SortOrder: Wire.number,
  IsClosed: Wire.boolean,
  IsWon: Wire.boolean,
  DefaultProbability: Wire.number
})

export const crmStages = Connector.read("CRM_STAGES", {
  ...whole,
  deletes: Read.fullListing,
  mapping: 2,
  map: (raw) => ({
    platform_id: raw.Id,
    // The name by which opportunities know it.
    platform_unique_id: raw.ApiName,
    name: raw.MasterLabel,
    status: activeStatus(raw.IsActive),
    deal_probability: raw.DefaultProbability,
    pipeline_id: pipelineId,
    display_order: raw.SortOrder,
    is_closed: raw.IsClosed,
    is_won: raw.IsWon,
    created_at: raw.CreatedDate,
    updated_at: raw.SystemModstamp
  })
})
