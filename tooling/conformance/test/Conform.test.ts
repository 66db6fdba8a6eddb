/** A connector that fits its description passes, and each planted fault is caught and named. */
import { Connector, Page, Read, Wire, Write } from "@svc/core"
import { expect, it } from "vitest"
import * as Conform from "../src/Conform.ts"
import type { AnyConnector } from "../src/Profile.ts"
import * as Report from "../src/Report.ts"
import { contacts, createContact, ledgerly, profile } from "./invented/ledgerly.ts"

const run = (connector: AnyConnector = ledgerly, changes: Partial<typeof profile> = {}) => {
  const own = { ...profile, ...changes, connector }
  return Conform.run(own, own.describe(""))
}
const changed = (changes: Partial<AnyConnector>): AnyConnector => ({ ...(ledgerly as AnyConnector), ...changes })
const faultsOf = (report: Conform.Report) => [...new Set(report.sent.flatMap(({ faults }) => faults))]

it("passes a connector that keeps to the description, and counts what it reads", async () => {
  const report = await run()
  expect(Report.format(report)).toContain("passed")
  expect(report.rows).toEqual([
    { name: "CONTACTS", examples: 3, made: 0, varied: 0, variant: null, items: 4, records: 3, others: 0, refusals: 1 },
    {
      name: "CURRENCIES",
      examples: 1,
      made: 1,
      varied: 0,
      variant: null,
      items: 1,
      records: 1,
      others: 0,
      refusals: 0
    },
    {
      name: "CONTACTS create",
      examples: 1,
      made: 0,
      varied: 0,
      variant: null,
      items: 1,
      records: 1,
      others: 0,
      refusals: 0
    }
  ])
  expect(report.refused.map(({ reason }) => reason)).toEqual(["the example shows a customer without its id"])
  expect(report.failures).toEqual({ read: 1, silent: [] })
  const urls = report.sent.map(({ method, url }) => `${method} ${url.replace("https://api.ledgerly.example/v1", "")}`)
  expect(urls).toContain("GET /customers?page=1&page_size=200")
  expect(urls).toContain("GET /customers?page=2&page_size=200")
  expect(urls).toContain("GET /customers/c-1")
  expect(urls).toContain("POST /customers")
  expect(Conform.passed(report)).toBe(true)
})

it("catches a path that is not described", async () => {
  const read = Connector.read("CONTACTS", { ...options, path: "/clients" })
  const report = await run(changed({ reads: { CONTACTS: read }, writes: {} }))
  expect(faultsOf(report)).toContain("GET /v1/clients: no path fits https://api.ledgerly.example/v1/clients")
  expect(Conform.passed(report)).toBe(false)
})

it("catches a base address that is not the platform's", async () => {
  const report = await run(
    changed({ http: { ...(ledgerly as AnyConnector).http, baseUrl: "https://api.ledgerly.example/v2" } })
  )
  expect(faultsOf(report)[0]).toContain("no path fits https://api.ledgerly.example/v2")
})

it("catches a method that is not described", async () => {
  const write = { ...createContact, call: () => ({ method: "PUT" as const, path: "/customers", body: { name: "x" } }) }
  const report = await run(changed({ writes: { CONTACTS: { create: write } } }))
  expect(faultsOf(report).join()).toContain("the method PUT is not described for /v1/customers, only GET, POST")
})

const options = {
  path: "/customers",
  page: Page.single,
  items: "customers",
  item: Wire.struct({ customer_id: Wire.required(Wire.text) }),
  deletes: Read.never("Nothing is deleted"),
  map: (raw: { readonly customer_id: string }) => ({ platform_id: raw.customer_id })
}

it("catches parameters that are not declared, not valid or missing", async () => {
  const read = Connector.read("CONTACTS", {
    ...options,
    query: { pages: 1, page_size: 1000, kind: "friend" },
    headers: { "x-trace": "1", "x-tenant": undefined }
  })
  const report = await run(changed({ reads: { CONTACTS: read }, writes: {} }))
  expect(faultsOf(report)).toEqual([
    "GET /customers: query parameter pages is not declared",
    "GET /customers: header x-trace is not declared",
    "GET /customers: header parameter X-Tenant is required and missing",
    "GET /customers: query parameter page_size must be <= 200",
    "GET /customers: query parameter kind must be one of customer, vendor"
  ])
})

it("catches a path parameter of another form", async () => {
  const report = await run(ledgerly, { ids: { CONTACTS: "42" } })
  expect(faultsOf(report)).toEqual([
    'GET /customers/{customer_id}: path parameter customer_id must match pattern "^(c|new)-[0-9]+$"'
  ])
})

it("catches a body that is not valid: type, length, word, misspelled and read-only members", async () => {
  const write = {
    ...createContact,
    call: () => ({
      method: "POST" as const,
      path: "/customers",
      body: { name: "x".repeat(41), kind: "friend", vat: 7, aktive: true, changed: "2026-01-01T00:00:00Z" }
    })
  }
  const report = await run(changed({ writes: { CONTACTS: { create: write } } }))
  expect(faultsOf(report).toSorted()).toEqual([
    "POST /customers: body: changed is read-only",
    "POST /customers: body: has the member aktive, which is not declared",
    "POST /customers: body: kind must be one of customer, vendor",
    "POST /customers: body: name must NOT have more than 40 characters",
    "POST /customers: body: vat must be string,null"
  ])
})

it("catches a body that is required and missing, and a header that is too long", async () => {
  const write = {
    ...createContact,
    call: () => ({ method: "POST" as const, path: "/customers", headers: { "idempotency-key": "k".repeat(65) } }),
    idempotency: Write.none
  }
  const report = await run(changed({ writes: { CONTACTS: { create: write } } }))
  expect(faultsOf(report)).toEqual([
    "POST /customers: header parameter Idempotency-Key must NOT have more than 64 characters",
    "POST /customers: a body is required and missing"
  ])
})

it("takes a departure that the profile explains, and says when nothing needed it", async () => {
  const read = Connector.read("CONTACTS", { ...options, query: { pages: 1 } })
  const connector = changed({ reads: { CONTACTS: read }, writes: {} })
  const used = { fault: /query parameter pages/, reason: "the platform takes it all the same" }
  const unused = { fault: /never/, reason: "nothing" }
  const refusals = [{ model: "CONTACTS", issue: /./, reason: "the example shows a customer without its id" }]
  const report = await run(connector, { departures: [used, unused], refusals })
  expect(Conform.passed(report)).toBe(true)
  expect(report.departures.map(({ departure }) => departure)).toEqual([used])
  expect(report.unusedDepartures).toEqual([unused])
})

it("fails a refusal that nothing explains, and an example that cannot be read at all", async () => {
  const unexplained = await run(ledgerly, { refusals: [] })
  expect(Conform.passed(unexplained)).toBe(false)
  expect(Report.format(unexplained)).toContain("NOT EXPLAINED")

  const elsewhere = Read.make("CONTACTS", { ...options, items: "" })
  const unreadable = await run(changed({ reads: { CONTACTS: elsewhere } }))
  expect(unreadable.crashes.join()).toContain("CONTACTS: GET /customers (two)")
  expect(Conform.passed(unreadable)).toBe(false)

  const map = () => {
    throw new Error("oops")
  }
  const throwing = await run(changed({ reads: { CONTACTS: { ...contacts, map } } }))
  expect(throwing.refused.some(({ issue, reason }) => issue.includes("oops") && reason === null)).toBe(true)
})

it("says which capabilities nothing exercised", async () => {
  const report = await run(ledgerly, { writes: {} })
  expect(report.gaps).toEqual(["CONTACTS create: the profile has no item to write"])
  expect(Conform.passed(report)).toBe(false)
})
