/** How deals, leads and the notes of all records are written. */
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import { deals, statuses } from "./deals.ts"
import { leads, notes } from "./leads.ts"
import { second } from "./lists.ts"
import { ref, writing } from "./writing.ts"

const take = ["create", "update", "delete"] as const

export const writeDeals = writing("CRM_DEALS", take, {
  path: "/v2/deals",
  alike: ({ amount, company_id, contact_id, name }) => ({
    title: name,
    person_id: contact_id,
    org_id: company_id,
    value: amount
  }),
  by: ["person_id", "org_id"],
  record: deals,
  requires: ["name"],
  takes: {
    name: "title",
    amount: "value",
    company_id: ref("org_id"),
    contact_id: ref("person_id"),
    stage_id: ref("stage_id"),
    pipeline_id: ref("pipeline_id"),
    owner_id: ref("owner_id"),
    currency: "currency",
    status: Take.words("status", statuses),
    // Of an open deal it is when it is expected to close, of all others when it did.
    close_date: (value, { isNew, place, refuse, root }) => {
      const status = root["status"] ?? (isNew ? "Open" : refuse("needs the status beside it", ""))
      return status === "Open"
        ? { expected_close_date: Normalize.day(value, place) }
        : { close_time: second(String(Normalize.instant(value, place))) }
    },
    probability: { orEmpty: (probability) => ({ probability }) },
    lost_reason: { orEmpty: (reason) => ({ lost_reason: reason }) }
  }
})

interface Valued {
  readonly amount?: number | null | undefined
  readonly currency?: string | null | undefined
}
/** An amount and its currency are one, and changed together. */
const valueOf = ({ amount, currency }: Valued, { isNew, refuse }: Take.At<unknown>): object => {
  if (amount === undefined && currency === undefined) return {}
  if (amount == null && currency == null) return isNew ? {} : { value: null }
  if (amount == null) return refuse("is required beside currency", "amount")
  return currency == null ? refuse("is required beside amount", "currency") : { value: { amount, currency } }
}
export const writeLeads = writing("CRM_LEADS", take, {
  path: "/v1/leads",
  alike: ({ amount, company_id, contact_id, name }) => ({
    title: name,
    person_id: contact_id,
    organization_id: company_id,
    "value.amount": amount
  }),
  by: ["person_id", "organization_id"],
  newest: { limit: 500 },
  record: leads,
  requires: ["name"],
  takes: {
    name: "title",
    amount: Take.beside,
    currency: Take.beside,
    company_id: ref("organization_id"),
    contact_id: ref("person_id"),
    owner_id: ref("owner_id")
  },
  updates: {
    status: {
      orEmpty: (status, { refuse }) =>
        status === null || status === "ARCHIVED"
          ? { is_archived: status !== null }
          : refuse("must be ARCHIVED, or empty of a lead that is not")
    }
  },
  clears: ["company_id", "contact_id"],
  makes: (item, at) => {
    if (at.isNew && item.company_id == null && item.contact_id == null)
      at.refuse("is required, or company_id", "contact_id")
    return valueOf(item, at)
  }
})

export const writeNotes = writing("CRM_NOTES", take, {
  path: "/v1/notes",
  alike: ({ company_id, contact_id, deal_id, lead_id, note }) => ({
    content: note,
    deal_id,
    lead_id,
    person_id: contact_id,
    org_id: company_id
  }),
  by: ["deal_id", "lead_id", "person_id", "org_id"],
  newest: { limit: 500, sort: "id DESC" },
  record: notes,
  requires: ["note"],
  takes: {
    note: "content",
    deal_id: ref("deal_id"),
    company_id: ref("org_id"),
    contact_id: ref("person_id"),
    lead_id: "lead_id",
    user_id: ref("user_id")
  },
  makes: ({ company_id, contact_id, deal_id, lead_id }, { isNew, refuse }) =>
    isNew && [deal_id, company_id, contact_id, lead_id].every((id) => id == null)
      ? refuse("is required, or company_id, contact_id or lead_id", "deal_id")
      : {}
})
