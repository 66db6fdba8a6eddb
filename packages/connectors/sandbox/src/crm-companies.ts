/** Companies that the sales team deals with. */
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { reach, reachFields } from "./crm-reach.ts"
import { announced, changed, Reference } from "./wire.ts"

export const crmCompanies = Connector.read("CRM_COMPANIES", {
  ...announced("companies"),
  since: changed,
  item: Wire.struct({
    ...reach,
    id: Wire.required(Wire.id),
    name: Wire.text,
    about: Wire.text,
    industry: Wire.text,
    employees: Wire.number,
    annualRevenue: Wire.number,
    currency: Wire.id,
    parent: Reference,
    owner: Reference,
    addTime: Wire.instant,
    updateTime: Wire.instant
  }),
  map: (raw) => ({
    ...reachFields(raw),
    platform_id: raw.id,
    name: raw.name,
    description: raw.about,
    industry: raw.industry,
    people_count: raw.employees,
    annual_revenue: raw.annualRevenue,
    currency: raw.currency,
    owner_id: raw.owner?.id,
    parent_company_id: raw.parent?.id,
    created_at: raw.addTime,
    updated_at: raw.updateTime
  })
})
