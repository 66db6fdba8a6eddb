/** Deals, in the stage that their text stands for. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { common, module, Named, undated } from "./modules.ts"
import { currency, deals, type DealValues, outcomeOf } from "./references.ts"

/** Quirk: a pipeline is named by its id and name, or by its name alone. */
const Pipeline = Wire.read((value) =>
  typeof value === "string" ? { id: null, name: Normalize.text(value) } : (Named.read(value) ?? null)
)
const Deal = {
  ...common,
  Deal_Name: Wire.text,
  Amount: Wire.number,
  Account_Name: Named,
  Contact_Name: Named,
  Stage: Wire.text,
  Pipeline,
  Currency: Wire.text,
  Closing_Date: Wire.day,
  Probability: Wire.number,
  Description: Wire.text,
  Reason_For_Loss__s: Wire.text,
  Lead_Source: Wire.text,
  Last_Activity_Time: Wire.instant
}
/** The id of a stage is that of its pipeline with its own, since one stage may be in several. */
export const stageId = (pipeline: string | null | undefined, stage: string | null | undefined): string | null =>
  pipeline && stage ? `${pipeline}:${stage}` : null
const pipelineOf = ({ Pipeline: own }: Wire.Struct<typeof Deal>, { pipelines }: DealValues) =>
  own?.id ?? Normalize.lookUp(pipelines, own?.name)?.id ?? null

export const crmDeals = Connector.read("CRM_DEALS", {
  ...module({ name: "Deals", query: { approved: "both" } }, Deal),
  lookups: { currency, deals },
  from: undated,
  map: (raw, { lookups }) => {
    const stage = Normalize.lookUp(lookups.deals.stages, raw.Stage)
    const pipeline = pipelineOf(raw, lookups.deals)
    return {
      platform_id: raw.id,
      name: raw.Deal_Name,
      amount: raw.Amount,
      company_id: raw.Account_Name?.id,
      contact_id: raw.Contact_Name?.id,
      stage_id: stageId(pipeline, stage?.id),
      currency: Normalize.text(raw.Currency) ?? lookups.currency,
      status: outcomeOf(stage?.forecast_type, raw.Stage),
      close_date: raw.Closing_Date,
      pipeline_id: pipeline,
      owner_id: raw.Owner?.id,
      probability: raw.Probability,
      description: raw.Description,
      lost_reason: raw.Reason_For_Loss__s,
      source_name: raw.Lead_Source,
      last_activity_at: raw.Last_Activity_Time,
      created_at: raw.Created_Time,
      updated_at: raw.Modified_Time
    }
  }
})
