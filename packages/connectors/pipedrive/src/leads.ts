/** Leads, and the notes of all records: both of the first interface. */
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { changing, moment } from "./lists.ts"

export const leads = Connector.read("CRM_LEADS", {
  // Quirk: what is archived cannot be asked for changes, and is read with every run.
  ...changing({ path: "/v1/leads", also: [{ path: "/v1/leads/archived", query: { updated_since: undefined } }] }),
  item: Wire.struct({
    id: Wire.required(Wire.id),
    title: Wire.text,
    ...Wire.all(Wire.id, "owner_id", "person_id", "organization_id"),
    source_name: Wire.text,
    is_archived: Wire.boolean,
    value: Wire.struct({ amount: Wire.number, currency: Wire.text }),
    add_time: moment,
    update_time: moment
  }),
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.title,
    amount: raw.value?.amount,
    currency: raw.value?.currency,
    company_id: raw.organization_id,
    contact_id: raw.person_id,
    owner_id: raw.owner_id,
    source_name: raw.source_name,
    status: raw.is_archived === true ? "ARCHIVED" : null,
    external_links: [],
    phone_numbers: [],
    addresses: [],
    created_at: raw.add_time,
    updated_at: raw.update_time
  })
})

export const notes = Connector.read("CRM_NOTES", {
  ...changing({ path: "/v1/notes", query: { sort: "id ASC" } }),
  from: ({ from }) => ({ query: { start_date: from.slice(0, 10) } }),
  item: Wire.struct({
    id: Wire.required(Wire.id),
    active_flag: Wire.boolean,
    content: Wire.text,
    ...Wire.all(Wire.id, "deal_id", "org_id", "person_id", "lead_id", "user_id"),
    add_time: moment,
    update_time: moment
  }),
  isDeleted: ({ active_flag }) => active_flag === false,
  map: (raw) => ({
    platform_id: raw.id,
    note: raw.content,
    deal_id: raw.deal_id,
    company_id: raw.org_id,
    contact_id: raw.person_id,
    lead_id: raw.lead_id,
    user_id: raw.user_id,
    created_at: raw.add_time,
    updated_at: raw.update_time
  })
})
