/** What is written to Zoho CRM to hold its requests to its documents. */
import type { Profile } from "../Profile.ts"

export const id = "5550000000700001"
const gone = [{ platform_id: id }]
const address = { street: "1 Quay Street", city: "Mombasa", state: "Coast", pincode: "80100", country: "Kenya" }
const reach = {
  external_links: [{ link: "will@bowman.example", type: "EMAIL" }],
  phone_numbers: [{ number: "+254 20 555 0101", type: "TELEPHONE" }],
  addresses: [address]
}
const meeting = {
  type: "MEETING",
  name: "At the fair",
  start_date: "2026-03-10T09:30:00.000Z",
  end_date: "2026-03-10T10:30:00.000Z",
  location: "Mombasa",
  contact_id: id,
  company_id: id,
  user_id: id
}
const call = {
  type: "CALL",
  name: "Offer",
  direction: "OUTBOUND",
  start_date: "2026-03-12T09:30:00.000Z",
  duration_seconds: 90,
  lead_id: id
}

export const writes: NonNullable<Profile["writes"]> = {
  CRM_ACTIVITIES: {
    create: [meeting, call],
    update: [
      { platform_id: `meeting-${id}`, name: "At the other fair", description: null, location: null },
      { platform_id: `call-${id}`, name: "A better offer", duration_seconds: 100 }
    ],
    delete: [{ platform_id: `meeting-${id}` }, { platform_id: `call-${id}` }]
  },
  CRM_COMPANIES: {
    create: [
      {
        name: "Bowman and Co",
        description: "Furniture",
        industry: "Retail",
        people_count: 40,
        annual_revenue: 1_200_000,
        currency: "USD",
        owner_id: id,
        parent_company_id: id,
        ...reach,
        external_links: [{ link: "www.bowman.example", type: "WEBSITE" }]
      }
    ],
    update: [{ platform_id: id, name: "Bowman", industry: null, phone_numbers: [] }],
    delete: gone
  },
  CRM_CONTACTS: {
    create: [
      {
        first_name: "Will",
        last_name: "Smith",
        title: "Buyer",
        company_id: id,
        owner_id: id,
        lead_source: "Trade Show",
        ...reach
      }
    ],
    update: [{ platform_id: id, name: "Willa Stone", company_id: null, addresses: [] }],
    delete: gone
  },
  CRM_DEALS: {
    create: [
      {
        name: "Forty chairs",
        amount: 4000.5,
        company_id: id,
        contact_id: id,
        stage_id: `${id}:${id}`,
        currency: "USD",
        close_date: "2026-04-30T00:00:00.000Z",
        owner_id: id,
        probability: 10,
        description: "For the quay",
        source_name: "Trade Show"
      }
    ],
    update: [{ platform_id: id, amount: 6, description: null, lost_reason: "Price" }],
    delete: gone
  },
  CRM_LEADS: {
    create: [
      {
        first_name: "Ann",
        last_name: "Pine",
        title: "Owner",
        company_name: "Pine Mills",
        currency: "USD",
        owner_id: id,
        source_name: "Web",
        status: "Contacted",
        ...reach
      }
    ],
    update: [{ platform_id: id, status: "Qualified", title: null, external_links: [] }],
    delete: gone
  },
  CRM_NOTES: {
    create: [{ title: "Called", note: "Wants chairs", deal_id: id }],
    update: [{ platform_id: id, title: null, note: "Wants tables" }],
    delete: gone
  },
  CRM_TASKS: {
    create: [
      {
        name: "Send offer",
        description: "With prices",
        status: "IN_PROGRESS",
        priority: "HIGH",
        due_date: "2026-03-20T00:00:00.000Z",
        contact_id: id,
        deal_id: id,
        user_id: id
      }
    ],
    update: [{ platform_id: id, status: "COMPLETED", due_date: null, priority: "LOW" }],
    delete: gone
  }
}
