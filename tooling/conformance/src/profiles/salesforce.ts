/** Salesforce, by describe answers of two orgs and the platform's own collection of requests. */
import type { Lookup, Read } from "@svc/core"
import { salesforce } from "@svc/salesforce"
import { isObject } from "../JsonSchemas.ts"
import type { AnyConnector, Profile } from "../Profile.ts"
import * as SalesforceApi from "../SalesforceApi.ts"
import * as SObjectRecords from "../SObjectRecords.ts"
import type { Field, SObject } from "../SObjects.ts"

const field = (name: string, type: string, ...referenceTo: ReadonlyArray<string>): readonly [string, Field] => [
  name,
  { name, type, filterable: true, sortable: true, relationshipName: null, referenceTo, picklistValues: [] }
]
/** Put together by us after its page in the Object Reference, v62.0. */
const contentNote: SObject = {
  name: "ContentNote",
  answer: null,
  children: new Map(),
  fields: new Map([
    field("Id", "id"),
    field("IsDeleted", "boolean"),
    field("CreatedDate", "datetime"),
    field("LastModifiedDate", "datetime"),
    field("Title", "string"),
    field("TextPreview", "string"),
    field("OwnerId", "reference", "User")
  ])
}

/** The same, of the one member that is asked for. */
const organization: SObject = {
  name: "Organization",
  answer: null,
  children: new Map(),
  fields: new Map([field("Id", "id")])
}

/**
 * Asks for every field that the connector wants, so that none is misspelt. What it leaves out where an org's answer lacks
 * it, its own tests show; the describe is asked for all the same.
 */
const wanting = (read: Read.Read): Read.Read => {
  const described = read.lookups["described"]
  const asked: Lookup.Lookup | undefined = described && { ...described, pick: () => null, absent: null }
  return asked === undefined ? read : { ...read, lookups: { ...read.lookups, described: asked } }
}
const any: AnyConnector = salesforce
const connector: AnyConnector = {
  ...any,
  reads: Object.fromEntries(
    Object.entries(any.reads).map(([model, reads]) => [model, [reads].flat().map((read) => wanting(read as Read.Read))])
  )
}

const account = "0015e00000AAAA1AAM"
const contact = "0035e00000CCCC1AAM"
const deal = "0065e00000OOOO1AAM"
const lead = "00Q5e00000LLLL1AAM"
const owner_id = "0055e000001AAAAAA2"
const addresses = [
  { street: "1 Quay Street", city: "Leith", state: "Lothian", pincode: "EH6", country: "United Kingdom" }
]
const phone_numbers = [
  { number: "+44 131 555 0101", type: "TELEPHONE" },
  { number: "+44 131 555 0102", type: "FAX" }
]
const email = { link: "ada@quay.example", type: "EMAIL" }
const site = { link: "https://quay.example", type: "WEBSITE" }
const changed = (platform_id: string, change: Readonly<Record<string, string | null>>) => ({
  update: [{ platform_id, ...change }],
  delete: [{ platform_id }]
})
const person = { first_name: "Ada", last_name: "Quay", title: "Owner", owner_id, phone_numbers }
const writes: Profile["writes"] = {
  CRM_COMPANIES: {
    create: [
      {
        name: "Quay & Sons",
        description: "Boats",
        industry: "Shipping",
        people_count: 12,
        annual_revenue: 250_000,
        currency: "GBP",
        owner_id,
        parent_company_id: account,
        external_links: [site],
        phone_numbers,
        addresses: [...addresses, ...addresses]
      }
    ],
    ...changed(account, { name: "Quay Ltd", description: null })
  },
  CRM_CONTACTS: {
    create: [
      {
        ...person,
        company_id: account,
        lead_source: "Web",
        external_links: [email],
        addresses: [...addresses, ...addresses]
      },
      { name: "Mary Ann Pine" }
    ],
    ...changed(contact, { title: null, name: "Ada Pine" })
  },
  CRM_LEADS: {
    create: [
      {
        ...person,
        company_name: "Quay Ltd",
        currency: "GBP",
        source_name: "Web",
        status: "Open - Not Contacted",
        external_links: [email, site],
        addresses
      }
    ],
    ...changed(lead, { status: "Working - Contacted" })
  },
  CRM_DEALS: {
    create: [
      {
        name: "Three boats",
        amount: 1250.5,
        company_id: account,
        contact_id: contact,
        stage_id: SObjectRecords.idOf("OpportunityStage", 0),
        pipeline_id: "default",
        currency: "GBP",
        close_date: "2026-04-30",
        owner_id,
        probability: 40,
        description: "By sea",
        source_name: "Web"
      }
    ],
    ...changed(deal, { name: "Boats", close_date: "2026-05-01", currency: "GBP", description: null })
  },
  CRM_NOTES: {
    create: [{ title: "Call back", note: "On Monday", deal_id: deal, user_id: owner_id }],
    update: [{ platform_id: "0025e00000NNNN1AAM", note: null }],
    delete: [{ platform_id: "0025e00000NNNN1AAM" }, { platform_id: "0695e00000KKKK1AAM" }]
  },
  CRM_TASKS: {
    create: [
      {
        name: "Send offer",
        description: "With prices",
        status: "IN_PROGRESS",
        priority: "HIGH",
        due_date: "2026-03-20",
        contact_id: contact,
        deal_id: deal,
        user_id: owner_id
      }
    ],
    ...changed("00T5e00000TTTT1AAM", { status: "COMPLETED", due_date: null })
  },
  CRM_ACTIVITIES: {
    create: [
      {
        type: "MEETING",
        name: "Demo",
        description: "At theirs",
        start_date: "2026-03-20T09:00:00.000Z",
        end_date: "2026-03-20T10:00:00.000Z",
        location: "Leith",
        lead_id: lead,
        user_id: owner_id
      },
      {
        type: "CALL",
        name: "Called",
        status: "COMPLETED",
        direction: "OUTBOUND",
        start_date: "2026-03-14",
        duration_seconds: 90,
        contact_id: contact,
        company_id: account
      }
    ],
    update: [
      { platform_id: "00U5e00000EEEE1AAM", location: null, deal_id: deal },
      { platform_id: "00T5e00000TTTT2AAM", status: "COMPLETED" }
    ],
    delete: [{ platform_id: "00U5e00000EEEE1AAM" }, { platform_id: "00T5e00000TTTT2AAM" }]
  }
}

export const profile: Profile = {
  slug: "salesforce",
  connector,
  writes,
  describe: (folder) => SalesforceApi.load(folder, contentNote, organization),
  settings: { instanceUrl: "https://acme.my.salesforce.com" },
  credentials: { access_token: "a token of nobody" },
  more: (body) =>
    isObject(body) && Array.isArray(body["records"])
      ? { ...body, done: false, nextRecordsUrl: "/services/data/v62.0/query/0r8xx3tkJyIm1LQAQM-2000" }
      : body,
  departures: [
    {
      fault: /GET \/services\/data\/v62\.0\/connect\/organization: no request of this path/,
      reason:
        "the Apex reference has ConnectApi.Organization.getSettings, of which this is the resource; without it amounts have no currency"
    },
    {
      fault: /GET \/services\/data\/v62\.0\/sobjects\/ContentNote\/describe: nothing is known/,
      reason: "the folder has no describe answer of ContentNote"
    }
  ]
}
