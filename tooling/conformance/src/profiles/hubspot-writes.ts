/** What is written to HubSpot to see whether its documents allow it: of each model all that it takes, and the least. */
import type { Profile } from "../Profile.ts"

const about = { contact_id: "101", company_id: "201", deal_id: "301" }
const address = { street: "1 Nib Lane", city: "Cork", state: "Munster", pincode: "T12", country: "Ireland" }
const phones = [
  { number: "+353 1 555 0101", type: "TELEPHONE" },
  { number: "+353 87 555 0101", type: "MOBILE" },
  { number: "+353 1 555 0102", type: "FAX" }
]
const gone = (...ids: ReadonlyArray<string>) => ids.map((platform_id) => ({ platform_id }))

export const writes: NonNullable<Profile["writes"]> = {
  CRM_COMPANIES: {
    create: [
      {
        name: "Quill & Co",
        description: "Pens by post",
        industry: "RETAIL",
        people_count: 42,
        annual_revenue: 1200000.5,
        owner_id: "31",
        parent_company_id: "202",
        external_links: [{ link: "quill.example", type: "WEBSITE" }],
        phone_numbers: phones.slice(0, 1),
        addresses: [{ ...address, locality: "Floor 2" }]
      },
      { name: "Ink" }
    ],
    update: [{ platform_id: "201", name: "Quill Ltd", parent_company_id: "203", addresses: [] }],
    delete: gone("201")
  },
  CRM_CONTACTS: {
    create: [
      {
        first_name: "Ada",
        last_name: "Quill",
        title: "Head of pens",
        company_id: "201",
        owner_id: "31",
        external_links: [
          { link: "ada@quill.example", type: "EMAIL" },
          { link: "ada@home.example", type: "EMAIL" },
          { link: "https://ada.example", type: "WEBSITE" }
        ],
        phone_numbers: phones,
        addresses: [address]
      },
      { last_name: "Quill" }
    ],
    update: [{ platform_id: "101", last_name: "Nib", company_id: "202", phone_numbers: null }],
    delete: gone("101")
  },
  CRM_DEALS: {
    create: [
      {
        name: "Paper for a year",
        amount: 1500.75,
        company_id: "201",
        contact_id: "101",
        stage_id: "appointmentscheduled",
        currency: "EUR",
        close_date: "2026-06-30",
        pipeline_id: "default",
        owner_id: "31",
        description: "By the ream",
        lost_reason: "Too dear"
      },
      { name: "Ink", stage_id: "appointmentscheduled" }
    ],
    update: [{ platform_id: "301", amount: null, stage_id: "closedwon", contact_id: "102", company_id: "202" }],
    delete: gone("301")
  },
  CRM_LEADS: {
    create: [{ name: "Ada about quills", contact_id: "101", company_id: "201", owner_id: "31", status: "WARM" }],
    update: [{ platform_id: "401", status: "HOT", contact_id: "102" }],
    delete: gone("401")
  },
  CRM_NOTES: {
    create: [{ note: "<p>Called back</p>", user_id: "31", ...about }, { note: "For nobody" }],
    update: [{ platform_id: "501", note: "Called twice", deal_id: "302" }],
    delete: gone("501")
  },
  CRM_TASKS: {
    create: [
      {
        name: "Send the offer",
        description: "With samples",
        status: "IN_PROGRESS",
        priority: "NORMAL",
        due_date: "2026-04-01T09:00:00Z",
        user_id: "31",
        ...about
      }
    ],
    update: [{ platform_id: "601", status: "COMPLETED", contact_id: "102" }],
    delete: gone("601")
  },
  CRM_ACTIVITIES: {
    create: [
      {
        type: "CALL",
        name: "Offer",
        description: "By phone",
        status: "COMPLETED",
        direction: "OUTBOUND",
        start_date: "2026-03-14T10:00:00Z",
        duration_seconds: 61.5,
        ...about
      },
      {
        type: "MEETING",
        name: "Demo",
        status: "OPEN",
        location: "Cork",
        start_date: "2026-03-20T10:00:00Z",
        end_date: "2026-03-20T11:00:00Z",
        ...about
      },
      { type: "EMAIL", name: "Your quills", direction: "INBOUND", start_date: "2026-03-13", ...about }
    ],
    update: [
      { platform_id: "call:701", status: "CANCELLED", contact_id: "102" },
      { platform_id: "meeting:702", location: "Dublin" },
      { platform_id: "email:703", name: "Ready" }
    ],
    delete: gone("call:701", "meeting:702", "email:703")
  },
  CRM_PIPELINES: {
    create: [{ name: "Renewals", display_order: 1 }],
    update: [{ platform_id: "8000001", name: "Again", display_order: 2 }],
    delete: gone("8000001")
  },
  CRM_STAGES: {
    create: [{ name: "Tasting", pipeline_id: "default", display_order: 2, deal_probability: 30, is_closed: false }],
    update: [{ platform_id: "7000013", name: "Trial", deal_probability: 40 }],
    delete: gone("7000013")
  }
}
