/** The CRM data models. */
import * as Field from "../contract/Field.ts"
import * as Model from "../contract/Model.ts"
import * as Shared from "./shared.ts"

const category = "CRM"
const company = Model.one("CRM_COMPANIES", "company_id")
const contact = Model.one("CRM_CONTACTS", "contact_id")
const deal = Model.one("CRM_DEALS", "deal_id")
const lead = Model.one("CRM_LEADS", "lead_id")
const owner = Model.one("CRM_USERS", "owner_id")
const user = Model.one("CRM_USERS", "user_id")
const pipeline = Model.one("CRM_PIPELINES", "pipeline_id")
const currencyCode = Field.text
const probability = Field.number

export const CRM_EXTERNAL_LINKS = Shared.links("CRM_EXTERNAL_LINKS", category)
export const CRM_PHONE_NUMBERS = Shared.phones("CRM_PHONE_NUMBERS", category)
export const CRM_ADDRESSES = Shared.addresses("CRM_ADDRESSES", category)
const reach = {
  external_links: Field.records(CRM_EXTERNAL_LINKS),
  phone_numbers: Field.records(CRM_PHONE_NUMBERS),
  addresses: Field.records(CRM_ADDRESSES)
}

export const CRM_CONTACTS = Model.model("CRM_CONTACTS", {
  category,
  title: "CRM contact",
  fields: {
    name: Field.text,
    first_name: Field.text,
    last_name: Field.text,
    title: Field.text,
    company_id: Field.text,
    owner_id: Field.text,
    lead_source: Field.text,
    ...reach,
    last_activity_at: Field.computed(Field.dateTime),
    created_at: Shared.createdAt
  },
  relations: { company, owner }
})

export const CRM_COMPANIES = Model.model("CRM_COMPANIES", {
  category,
  title: "CRM company",
  needs: ["name"],
  fields: {
    name: Field.text,
    description: Field.text,
    industry: Field.text,
    people_count: Field.number,
    annual_revenue: Field.number,
    currency: currencyCode,
    owner_id: Field.text,
    parent_company_id: Field.text,
    ...reach,
    last_activity_at: Field.computed(Field.dateTime),
    created_at: Shared.createdAt
  },
  relations: { owner, parent_company: Model.one("CRM_COMPANIES", "parent_company_id") }
})

export const CRM_DEALS = Model.model("CRM_DEALS", {
  category,
  title: "Deal",
  needs: ["name"],
  date: "close_date",
  fields: {
    name: Field.text,
    amount: Field.number,
    company_id: Field.text,
    contact_id: Field.text,
    stage_id: Field.text,
    currency: currencyCode,
    status: Field.oneOf(["Open", "Won", "Lost"]),
    close_date: Field.dateTime,
    pipeline_id: Field.reference("CRM_PIPELINES"),
    owner_id: Field.reference("CRM_USERS"),
    probability,
    description: Field.text,
    lost_reason: Field.text,
    source_name: Field.text,
    last_activity_at: Field.computed(Field.dateTime),
    created_at: Shared.createdAt
  },
  relations: { company, contact, stage: Model.one("CRM_STAGES", "stage_id") }
})

export const CRM_LEADS = Model.model("CRM_LEADS", {
  category,
  title: "Lead",
  fields: {
    name: Field.text,
    first_name: Field.text,
    last_name: Field.text,
    title: Field.text,
    company_name: Field.text,
    amount: Field.number,
    currency: currencyCode,
    company_id: Field.text,
    contact_id: Field.text,
    owner_id: Field.text,
    source_name: Field.text,
    status: Field.text,
    converted_at: Field.computed(Field.dateTime),
    converted_contact_id: Field.computed(Field.text),
    converted_company_id: Field.computed(Field.text),
    converted_deal_id: Field.computed(Field.text),
    ...reach,
    created_at: Shared.createdAt
  },
  relations: {
    company,
    contact,
    owner,
    converted_contact: Model.one("CRM_CONTACTS", "converted_contact_id"),
    converted_company: Model.one("CRM_COMPANIES", "converted_company_id"),
    converted_deal: Model.one("CRM_DEALS", "converted_deal_id")
  }
})

export const CRM_NOTES = Model.model("CRM_NOTES", {
  category,
  title: "Note",
  date: "created_at",
  fields: {
    title: Field.text,
    note: Field.text,
    deal_id: Field.text,
    company_id: Field.text,
    contact_id: Field.text,
    lead_id: Field.text,
    user_id: Field.text,
    created_at: Shared.createdAt
  },
  relations: { deal, company, contact, lead, user }
})

export const CRM_PIPELINES = Model.model("CRM_PIPELINES", {
  category,
  title: "Pipeline",
  needs: ["name"],
  fields: {
    name: Field.text,
    status: Shared.baseStatus,
    deal_probability: probability,
    currency: currencyCode,
    display_order: Field.number,
    created_at: Shared.createdAt
  }
})

export const CRM_STAGES = Model.model("CRM_STAGES", {
  category,
  title: "Stage",
  needs: ["name", "pipeline_id"],
  fields: {
    name: Field.text,
    status: Shared.baseStatus,
    deal_probability: probability,
    pipeline_id: Field.text,
    display_order: Field.number,
    is_closed: Field.boolean,
    is_won: Field.boolean,
    created_at: Shared.createdAt
  },
  relations: { pipeline }
})

export const CRM_ACTIVITIES = Model.model("CRM_ACTIVITIES", {
  category,
  title: "Activity",
  needs: ["type"],
  date: "start_date",
  fields: {
    name: Field.text,
    status: Field.oneOf(["OPEN", "COMPLETED", "CANCELLED", "UNKNOWN"]),
    type: Field.oneOf(["CALL", "MEETING", "EMAIL", "TASK", "NOTE", "OTHER"]),
    description: Field.text,
    direction: Field.oneOf(["INBOUND", "OUTBOUND"]),
    start_date: Field.dateTime,
    end_date: Field.dateTime,
    duration_seconds: Field.number,
    location: Field.text,
    company_id: Field.text,
    contact_id: Field.text,
    deal_id: Field.text,
    lead_id: Field.text,
    user_id: Field.text,
    created_at: Shared.createdAt
  },
  relations: { company, contact, deal, lead, user }
})

export const CRM_TASKS = Model.model("CRM_TASKS", {
  category,
  title: "Task",
  needs: ["name"],
  date: "due_date",
  fields: {
    name: Field.text,
    description: Field.text,
    status: Field.oneOf(["OPEN", "IN_PROGRESS", "COMPLETED", "DEFERRED", "UNKNOWN"]),
    priority: Field.oneOf(["HIGH", "NORMAL", "LOW"]),
    due_date: Field.dateTime,
    completed_at: Field.computed(Field.dateTime),
    parent_task_id: Field.text,
    company_id: Field.text,
    contact_id: Field.text,
    deal_id: Field.text,
    user_id: Field.text,
    created_at: Shared.createdAt
  },
  relations: { parent_task: Model.one("CRM_TASKS", "parent_task_id"), company, contact, deal, user }
})

export const CRM_USERS = Model.model("CRM_USERS", {
  category,
  title: "CRM user",
  writes: [],
  fields: {
    name: Field.text,
    email: Field.text,
    currency: currencyCode,
    status: Shared.baseStatus,
    created_at: Shared.createdAt
  }
})
