/** Leads, and what they became. */
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { reach, reachFields } from "./crm-reach.ts"
import { announced, changed, Reference } from "./wire.ts"

export const crmLeads = Connector.read("CRM_LEADS", {
  ...announced("leads"),
  since: changed,
  item: Wire.struct({
    ...reach,
    id: Wire.required(Wire.id),
    title: Wire.text,
    firstName: Wire.text,
    lastName: Wire.text,
    jobTitle: Wire.text,
    companyName: Wire.text,
    worth: Wire.struct({ amount: Wire.number, currency: Wire.id }),
    source: Wire.text,
    person: Reference,
    org: Reference,
    owner: Reference,
    convertedTo: Wire.struct({ deal: Wire.id, org: Wire.id, person: Wire.id }),
    convertedTime: Wire.instant,
    state: Wire.text,
    addTime: Wire.instant,
    updateTime: Wire.instant
  }),
  map: (raw) => ({
    ...reachFields(raw),
    platform_id: raw.id,
    name: raw.title,
    first_name: raw.firstName,
    last_name: raw.lastName,
    title: raw.jobTitle,
    company_name: raw.companyName,
    amount: raw.worth?.amount,
    currency: raw.worth?.currency,
    company_id: raw.org?.id,
    contact_id: raw.person?.id,
    owner_id: raw.owner?.id,
    source_name: raw.source,
    status: raw.state,
    converted_at: raw.convertedTime,
    converted_contact_id: raw.convertedTo?.person,
    converted_company_id: raw.convertedTo?.org,
    converted_deal_id: raw.convertedTo?.deal,
    created_at: raw.addTime,
    updated_at: raw.updateTime
  })
})
