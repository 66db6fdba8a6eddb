/** How batches are answered by HubSpot, and what a record hangs on before and after a change. */
import { connect } from "@svc/core/connect"
import { FakePlatform } from "@svc/testkit"
import { describe, expect, it } from "vitest"
import { hubspot } from "../src/index.ts"

const moment = "2026-03-10T00:00:00.000Z"
const shown = (id: string, properties: object) => ({ id, properties, createdAt: moment, updatedAt: moment })
const post = (path: string, body: unknown, status = 200): FakePlatform.Exchange => ({
  request: { method: "POST", path },
  response: { status, body }
})
const get = (type: string, id: string, properties: object): FakePlatform.Exchange => ({
  request: {
    path: `/crm/v3/objects/${type}/${id}`,
    query: { properties: asked[type]!, ...(type === "contacts" ? { associations: "companies" } : {}) }
  },
  response: { body: shown(id, properties) }
})
const asked: Readonly<Record<string, string>> = Object.fromEntries(
  (
    [
      ["companies", hubspot.reads.CRM_COMPANIES],
      ["contacts", hubspot.reads.CRM_CONTACTS]
    ] as const
  ).map(([type, read]) => {
    const { query } = read.call({ settings: {}, lookups: {}, now: moment, from: null } as never)
    return [type, String(query?.["properties"])]
  })
)
const open = (exchanges: ReadonlyArray<FakePlatform.Exchange>) => {
  const fake = FakePlatform.make(exchanges)
  return { fake, crm: connect(hubspot, { credentials: { access_token: "hub-1" }, settings: {}, fetch: fake.fetch }) }
}
const quills = [{ first_name: "Ada" }, { first_name: "Ada", last_name: "Quill" }, { first_name: "Bo" }]
const create = "/crm/v3/objects/contacts/batch/create"

describe("a batch of new objects", () => {
  it("is told apart by what was traced, in whatever order it is answered", async () => {
    const results = [2, 0, 1].map((trace) => ({ ...shown(`10${trace}`, {}), objectWriteTraceId: String(trace) }))
    const gets = quills.map(({ first_name: firstname }, trace) => get("contacts", `10${trace}`, { firstname }))
    const { crm } = open([post(create, { results }, 201), ...gets])
    const found = await crm.create("CRM_CONTACTS", quills)
    expect(found.map(({ record }) => record?.platform_id)).toEqual(["100", "101", "102"])
  })
  it("is told apart by its values where nothing was traced, also where one says a part of what another says", async () => {
    const results = [
      shown("102", { firstname: "Bo", lastname: null }),
      shown("100", { firstname: "ada" }),
      shown("101", { firstname: "Ada", lastname: "Quill" })
    ]
    const gets = ["100", "101", "102"].map((id) => get("contacts", id, { firstname: id }))
    const { crm } = open([post(create, { results }, 201), ...gets])
    const found = await crm.create("CRM_CONTACTS", quills)
    expect(found.map(({ record }) => record?.platform_id)).toEqual(["100", "101", "102"])
  })
  it("is unknown as far as it cannot be told apart, and is not sent again", async () => {
    const results = [shown("101", { firstname: "X" }), shown("102", { firstname: "Y" })]
    const { crm, fake } = open([post(create, { results }, 201)])
    const found = await crm.create("CRM_CONTACTS", quills.slice(0, 2))
    expect(found.map(({ error }) => error?.code)).toEqual(["unknown-outcome", "unknown-outcome"])
    expect(fake.calls).toHaveLength(1)
  })
  it("has no two that are the same: those are sent one by one", async () => {
    const same = [{ first_name: "Ada" }, { first_name: "Ada" }]
    const answers = ["100", "101"].map((id) => post(create, { results: [shown(id, { firstname: "Ada" })] }, 201))
    const { crm, fake } = open([...answers, ...["100", "101"].map((id) => get("contacts", id, { firstname: "Ada" }))])
    const found = await crm.create("CRM_CONTACTS", same)
    expect(found.map(({ record }) => record?.platform_id)).toEqual(["100", "101"])
    expect(fake.calls.filter(({ method }) => method === "POST")).toHaveLength(2)
  })
})

describe("a batch of deletions", () => {
  it("is one call for a hundred", async () => {
    const { crm, fake } = open([
      { request: { method: "POST", path: "/crm/v3/objects/companies/batch/archive" }, response: { status: 204 } }
    ])
    const ids = Array.from({ length: 150 }, (_, index) => ({ platform_id: String(index) }))
    const found = await crm.delete("CRM_COMPANIES", ids)
    expect(found.every(({ status }) => status === "success")).toBe(true)
    expect(fake.calls.map(({ body }) => (body as { readonly inputs: ReadonlyArray<unknown> }).inputs.length)).toEqual([
      100, 50
    ])
  })
})

describe("a change of what a record hangs on", () => {
  const linked = (...all: ReadonlyArray<readonly [number, number]>): FakePlatform.Exchange =>
    post("/crm/v4/associations/notes/contacts/batch/read", {
      results: [
        {
          from: { id: "501" },
          to: all.map(([toObjectId, typeId]) => ({ toObjectId, associationTypes: [{ typeId, label: null }] }))
        }
      ]
    })
  it("is refused where there are several of which nobody knows the first", async () => {
    const { crm, fake } = open([linked([101, 202], [102, 202])])
    const [found] = await crm.update("CRM_NOTES", [{ platform_id: "501", contact_id: "103" }])
    expect(found?.error).toMatchObject({ code: "invalid-params", field: "contact_id" })
    expect(fake.calls).toHaveLength(1)
  })
  it("is not made where it is so already", async () => {
    const update = post("/crm/v3/objects/notes/batch/update", { results: [shown("501", {})] })
    const query = { properties: "hs_note_body,hubspot_owner_id", associations: "contacts,companies,deals" }
    const note = { request: { path: "/crm/v3/objects/notes/501", query }, response: { body: shown("501", {}) } }
    const { crm, fake } = open([linked([101, 202]), update, note])
    const [found] = await crm.update("CRM_NOTES", [{ platform_id: "501", contact_id: "101" }])
    expect(found?.error).toBeNull()
    expect(fake.calls.map(({ method }) => method)).toEqual(["POST", "POST", "GET"])
  })
})

describe("lists of parts", () => {
  it.each([
    [{ phone_numbers: [{ number: "1" }] }, "phone_numbers[0].type"],
    [
      {
        phone_numbers: [
          { number: "1", type: "FAX" },
          { number: "2", type: "FAX" }
        ]
      },
      "phone_numbers[1]"
    ],
    [{ addresses: [{ city: "Cork" }, { city: "Dublin" }] }, "addresses[1]"]
  ] as const)("are refused where HubSpot would drop one: %o", async (item, field) => {
    const { crm, fake } = open([])
    const [found] = await crm.create("CRM_CONTACTS", [{ first_name: "Ada", ...item } as never])
    expect(found?.error).toMatchObject({ code: "invalid-params", field })
    expect(fake.calls).toEqual([])
  })
})
