/** People that the sales team deals with. */
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { reach, reachFields } from "./crm-reach.ts"
import { changed, flagged, Reference } from "./wire.ts"

export const crmContacts = Connector.read("CRM_CONTACTS", {
  ...flagged("people"),
  since: changed,
  item: Wire.struct({
    ...reach,
    id: Wire.required(Wire.id),
    deleted: Wire.boolean,
    display: Wire.text,
    firstName: Wire.text,
    lastName: Wire.text,
    jobTitle: Wire.text,
    org: Reference,
    owner: Reference,
    source: Wire.text,
    addTime: Wire.instant,
    updateTime: Wire.instant
  }),
  map: (raw) => ({
    ...reachFields(raw),
    platform_id: raw.id,
    name: raw.display,
    first_name: raw.firstName,
    last_name: raw.lastName,
    title: raw.jobTitle,
    company_id: raw.org?.id,
    owner_id: raw.owner?.id,
    lead_source: raw.source,
    created_at: raw.addTime,
    updated_at: raw.updateTime
  })
})
