/** Pipedrive, by its own descriptions of both of its interfaces. */
import { pipedrive } from "@svc/pipedrive"
import { join } from "node:path"
import { type Description, join as together } from "../Description.ts"
import { isObject } from "../JsonSchemas.ts"
import * as OpenApi from "../OpenApi.ts"
import type { Profile } from "../Profile.ts"

const domain = "https://harbour.pipedrive.com"
/** The descriptions name the address of old; a company's own is called. */
const version = (name: string) => ({ servers: [`${domain}/api/${name}`] })

/** Where a page begins is said as it was asked for: what is made of a schema is another. */
const begun = (value: unknown, start: number): unknown => {
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, own]) => {
      if (name === "data") return [name, own]
      if (name === "start") return [name, start]
      return [name, name === "next_start" ? start + 1 : begun(own, start)]
    })
  )
}
const describe = (folder: string): Description => {
  const own = together(
    ["v2", "v1"].map((name) => OpenApi.load(join(folder, "openapi", `pipedrive-${name}.openapi.json`), version(name)))
  )
  return {
    ...own,
    find: (request, options) => {
      const found = own.find(request, options)
      if (found.operation === null) return found
      const start = Number(request.url.searchParams.get("start") ?? 0)
      const examples = found.operation.examples.map((example) => ({ ...example, body: begun(example.body, start) }))
      // Each page is an operation of its own: the answer to one is none to another.
      const id = start > 0 ? `${found.operation.id}, from ${start}` : found.operation.id
      return { ...found, operation: { ...found.operation, id, examples } }
    }
  }
}

const lead = "adf21080-0e10-11eb-879b-05d71fb426ec"
const address = {
  street: "1 Quay Street",
  locality: "Docks",
  city: "Bristol",
  state: "England",
  pincode: "BS1",
  country: "UK"
}
const gone = [{ platform_id: "1" }]
const reach = {
  phone_numbers: [{ number: "+44 1", type: "MOBILE" }],
  addresses: [address]
}
const person = {
  name: "Ada Quill",
  title: "Buyer",
  company_id: "1",
  owner_id: "1",
  external_links: [{ link: "ada@quill.example", type: "EMAIL" }],
  ...reach
}
const company = {
  name: "Quill",
  industry: "4",
  people_count: 12,
  annual_revenue: 90_000,
  owner_id: "1",
  external_links: [{ link: "https://quill.example", type: "WEBSITE" }],
  addresses: [address]
}
const deal = {
  name: "Chairs",
  amount: 12.5,
  currency: "EUR",
  company_id: "1",
  contact_id: "1",
  stage_id: "1",
  pipeline_id: "1",
  owner_id: "1",
  status: "Open",
  close_date: "2026-04-01T00:00:00.000Z",
  probability: 60
}
const lost = { status: "Lost", lost_reason: "Price", close_date: "2026-03-01T09:30:00.000Z" }
const work = { name: "Ask", status: "OPEN", description: "Ask", company_id: "1", contact_id: "1", deal_id: "1" }
const call = {
  ...work,
  type: "CALL",
  start_date: "2026-03-20T09:30:00.000Z",
  duration_seconds: 600,
  location: "Bristol",
  user_id: "1"
}
const task = { ...work, due_date: "2026-03-20T00:00:00.000Z", user_id: "1" }
const note = { note: "Called", deal_id: "1", company_id: "1", contact_id: "1", user_id: "1" }

export const profile: Profile = {
  slug: "pipedrive",
  connector: pipedrive,
  describe,
  settings: { domain },
  credentials: { access_token: "a token of nobody" },
  ids: {
    ...Object.fromEntries(Object.keys(pipedrive.reads).map((model) => [model, "1"])),
    CRM_LEADS: lead
  },
  subscribes: true,
  writes: {
    CRM_ACTIVITIES: {
      create: [call, { name: "Fair", type: "MEETING", lead_id: lead }],
      update: [{ platform_id: "1", ...call, description: null }],
      delete: gone
    },
    CRM_COMPANIES: {
      create: [company],
      update: [
        {
          platform_id: "1",
          industry: null,
          people_count: null,
          annual_revenue: null,
          external_links: [],
          addresses: []
        }
      ],
      delete: gone
    },
    CRM_CONTACTS: {
      create: [person],
      update: [{ platform_id: "1", name: "Ada", title: null, external_links: [], phone_numbers: [], addresses: [] }],
      delete: gone
    },
    CRM_DEALS: {
      create: [deal, { name: "Desks", ...lost }],
      update: [
        { platform_id: "1", ...deal, probability: null, lost_reason: null },
        { platform_id: "1", ...lost }
      ],
      delete: gone
    },
    CRM_LEADS: {
      create: [{ name: "Harbour", amount: 5, currency: "EUR", company_id: "1", contact_id: "1", owner_id: "1" }],
      update: [
        { platform_id: lead, name: "Quay", amount: null, currency: null, contact_id: null, status: "ARCHIVED" },
        { platform_id: lead, amount: 5, currency: "EUR", company_id: null, status: null }
      ],
      delete: [{ platform_id: lead }]
    },
    CRM_NOTES: {
      create: [note, { note: "Called", lead_id: lead }],
      update: [{ platform_id: "1", ...note }],
      delete: gone
    },
    CRM_PIPELINES: { create: [{ name: "Sales" }], update: [{ platform_id: "1", name: "Direct" }], delete: gone },
    CRM_STAGES: {
      create: [{ name: "Signed", pipeline_id: "1", deal_probability: 90 }],
      update: [{ platform_id: "1", name: "Offered", pipeline_id: "1", deal_probability: 40 }],
      delete: gone
    },
    CRM_TASKS: { create: [task], update: [{ platform_id: "7", ...task }], delete: [{ platform_id: "7" }] }
  },
  variants: {
    CRM_TASKS: {
      what: "is a task",
      of: (body) => {
        const asTask = (row: unknown) => (isObject(row) ? { ...row, type: "task" } : row)
        if (!isObject(body)) return body
        return { ...body, data: Array.isArray(body["data"]) ? body["data"].map(asTask) : asTask(body["data"]) }
      }
    }
  },
  more: (body, page) => {
    if (!isObject(body)) return body
    const pagination = { start: page - 1, limit: 1, more_items_in_collection: true, next_start: page }
    return { ...body, additional_data: { next_cursor: `cursor-${page}`, pagination } }
  },
  // What bodies of creations show of a record has no id, and is none of a list's.
  behaviour: {
    fits: (item) => item["id"] !== undefined,
    seed: { "/activities": [{ id: "7", subject: "Order", type: "task" }] }
  },
  last: (body) => {
    if (!isObject(body) || !Array.isArray(body["data"])) return body
    return {
      ...body,
      additional_data: { next_cursor: null, pagination: { limit: 500, more_items_in_collection: false } }
    }
  }
}
