/** Deals, each in a stage of a pipeline. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { companyCurrency } from "./account.ts"
import { associated, companions } from "./associations.ts"
import { objects, undated } from "./objects.ts"
import { moment, record } from "./wire.ts"

const properties = {
  dealname: Wire.text,
  amount: Wire.number,
  deal_currency_code: Wire.text,
  closedate: moment,
  dealstage: Wire.id,
  pipeline: Wire.id,
  hs_is_closed: Wire.boolean,
  hs_is_closed_won: Wire.boolean,
  hs_deal_stage_probability: Wire.number,
  hubspot_owner_id: Wire.id,
  description: Wire.text,
  closed_lost_reason: Wire.text,
  hs_analytics_source: Wire.text,
  notes_last_updated: moment
}
const kinds = ["companies", "contacts"] as const

export const crmDeals = Connector.read("CRM_DEALS", {
  ...objects("deals", { properties: Object.keys(properties), associations: kinds }),
  from: undated,
  item: record(properties),
  lookups: { companyCurrency },
  companions: companions("deals", kinds),
  map: (raw, { companions: found, lookups }) => {
    const own = raw.properties
    return {
      platform_id: raw.id,
      name: own.dealname,
      amount: own.amount,
      company_id: associated(raw, "companies", found),
      contact_id: associated(raw, "contacts", found),
      stage_id: own.dealstage,
      currency: Normalize.text(own.deal_currency_code) ?? lookups.companyCurrency,
      status: own.hs_is_closed_won ? "Won" : own.hs_is_closed ? "Lost" : "Open",
      close_date: own.closedate,
      pipeline_id: own.pipeline,
      owner_id: own.hubspot_owner_id,
      probability: Normalize.fraction(own.hs_deal_stage_probability),
      description: own.description,
      lost_reason: own.closed_lost_reason,
      source_name: own.hs_analytics_source,
      last_activity_at: own.notes_last_updated,
      created_at: raw.createdAt,
      updated_at: raw.updatedAt
    }
  }
})
