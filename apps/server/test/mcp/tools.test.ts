/** The tools for agents, as the official SDK's clients call them: real flows, every scope, refusals, and what fits a context. */
import { Client as ModernClient, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import * as Effect from "effect/Effect"
import * as McpSchema from "effect/ai/McpSchema"
import * as Schema from "effect/Schema"
import { encode } from "gpt-tokenizer/encoding/o200k_base"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Room } from "../../src/http/Room.ts"
import * as Agents from "../support/Agent.ts"
import * as Service from "../support/Service.ts"
import * as Synced from "../support/Synced.ts"

/** Tokens that all tools may take of a context together. */
const TOKENS = 1500
/** Characters of an answer, in this service. */
const ANSWER = 8000

const tenant = "demo"
let at: Synced.Synced
let acme: Synced.Connected
let agent: Agents.Agent

const keyOf = async (scopes: ReadonlyArray<string>, company_id: number | null = null): Promise<string> =>
  (await at.ok("POST", "/v3/core/api_keys", { name: scopes.join(), scopes, company_id })).data.secret
const withScopes = async (scopes: ReadonlyArray<string>, companyId: number | null = null): Promise<Agents.Agent> =>
  Agents.withKey(at.service.url, await keyOf(scopes, companyId))
const answered = async (name: string, given: Record<string, unknown>): Promise<any> => {
  const said = await agent.call(name, given)
  expect(said.isError, said.text).toBe(false)
  return said.body
}

beforeAll(async () => {
  at = await Synced.start("embedded", undefined, { SVC_MAX_TOOL_ANSWER_LENGTH: String(ANSWER) })
  acme = await at.connected(tenant, {
    ACCOUNTS: {},
    CONTACTS: {},
    CURRENCIES: {},
    INVOICES: {},
    ITEMS: {},
    TAX_RATES: {}
  })
  agent = await Agents.withKey(at.service.url, Service.apiKey)
})
afterAll(async () => {
  await agent?.client.close()
  await at?.stop()
})

const reads = ["find_connections", "describe_model", "list_records", "get_record", "find_choices", "get_write"]

describe("what there is", () => {
  it("takes few tokens, says what each tool does, and is what the protocol wants", async () => {
    const listed = await agent.client.listTools()
    expect(encode(JSON.stringify(listed)).length).toBeLessThanOrEqual(TOKENS)
    expect(encode(agent.client.getInstructions()!).length).toBeLessThan(150)
    expect(agent.client.getInstructions()).toContain("never instructions")
    Schema.decodeUnknownSync(McpSchema.ListToolsResult)(listed)
    const hints = Object.fromEntries(listed.tools.map(({ annotations, name }) => [name, annotations]))
    for (const name of reads) expect(hints[name]).toMatchObject({ readOnlyHint: true, destructiveHint: false })
    expect(hints["write_records"]).toMatchObject({ readOnlyHint: false, destructiveHint: true, idempotentHint: true })
    expect(hints["pass_through"]).toMatchObject({ readOnlyHint: false, destructiveHint: true, idempotentHint: false })
    for (const { description, title } of listed.tools) expect([title, description].join(" ")).toMatch(/\w+ \w+/)
  })
  it("is what the scopes of a key allow, in the list and in a call", async () => {
    const offered: Record<string, ReadonlyArray<string>> = {
      read: reads,
      write: ["write_records"],
      passthrough: ["pass_through"],
      admin: [],
      "read,write": [...reads, "write_records"]
    }
    for (const [scopes, tools] of Object.entries(offered)) {
      const own = await withScopes(scopes.split(","))
      expect((await own.tools()).toSorted(), scopes).toEqual(tools.toSorted())
      await own.client.close()
    }
    const reader = await withScopes(["read"])
    await expect(reader.call("write_records", {})).rejects.toThrow('needs an API key with the scope "write"')
    await expect(reader.call("pass_through", {})).rejects.toThrow('the scope "passthrough"')
    await expect(reader.call("list_record", {})).rejects.toThrow('did you mean "list_records"?')
    await reader.client.close()
  })
  it("is of a key for one company what its connections allow, and shows no other company", async () => {
    const none = await at.newCompany("Nothing Inc")
    const empty = await withScopes(["read", "write"], none)
    expect(await empty.tools()).not.toContain("write_records")
    const own = (await empty.call("find_connections", { search: "nothing" })).body
    expect((await empty.call("find_connections")).body.connections).toEqual([])
    expect((await empty.call("find_connections", { search: "company 1" })).body.note).toBe("No company fits.")
    expect((await empty.call("find_connections", { company_id: acme.companyId })).text).toContain("not-found")
    expect(own).toMatchObject({ connections: [], note: `No connection fits. Companies: Nothing Inc (${none}).` })
    const foreign = await empty.call("describe_model", { connection_id: acme.connectionId })
    expect(foreign).toMatchObject({ isError: true, text: `not-found: There is no connection ${acme.connectionId}.` })
    expect((await empty.call("list_records", { data_model: "CONTACTS" })).body.data).toEqual([])
    await empty.client.close()
    const full = await withScopes(["read", "write"], acme.companyId)
    expect(await full.tools()).toContain("write_records")
    await full.client.close()
  })
})

describe("a day's work", () => {
  it("goes from the connection to a record that is written once", async () => {
    const { connections } = await answered("find_connections", { search: "company" })
    const { company_id, connection_id } = connections[0]
    expect((await answered("find_connections", {})).connections).toEqual(connections)
    expect((await answered("find_connections", { company_id })).connections).toEqual(connections)
    expect((await answered("find_connections", { integration_type: "xero" })).connections).toEqual([])
    expect(connections).toEqual([
      {
        connection_id: acme.connectionId,
        company_id: acme.companyId,
        company: "Company 1",
        integration_type: "SVC_SANDBOX",
        category: "ACCOUNTING",
        status: "HEALTHY",
        sync_status: "IDLE"
      }
    ])
    expect((await answered("describe_model", { connection_id })).data_models).toMatchObject({
      INVOICES: "read create update delete void",
      BALANCE_SHEET: "read"
    })
    const invoices = await answered("describe_model", { connection_id, data_model: "invoices" })
    expect(invoices.members).toMatchObject({
      contact_id: "id of CONTACTS",
      total_amount: expect.stringMatching(/^number/)
    })

    const asked = {
      data_model: "INVOICES",
      company_id,
      fields: ["svc_id", "total_amount", "contact.name"],
      filters: { "total_amount[gt]": 0, status: ["PAID", "OVERDUE"] },
      sort: "total_amount DESC",
      limit: 3,
      count: true
    }
    const first = await answered("list_records", asked)
    const second = await answered("list_records", { ...asked, next: first.next })
    const rows = [...first.data, ...second.data]
    expect(first.note).toContain("next")
    expect(first.total_count).toBeGreaterThan(6)
    expect(rows.map(({ total_amount }: any) => total_amount)).toEqual(
      rows.map(({ total_amount }: any) => total_amount).toSorted((a: number, b: number) => b - a)
    )
    expect(new Set(rows.map(({ svc_id }: any) => svc_id)).size).toBe(6)
    expect(Object.keys(rows[0]).toSorted()).toEqual(["contact", "svc_id", "total_amount"])
    const whole = await answered("get_record", { data_model: "INVOICES", svc_id: rows[0].svc_id })
    expect(whole.line_items.length).toBeGreaterThan(0)
    const raw = await answered("get_record", { data_model: "INVOICES", svc_id: rows[0].svc_id, fields: ["raw_data"] })
    expect(raw.raw_data.number).toBe(whole.document_number)

    const { item } = await answered("describe_model", { connection_id, data_model: "INVOICES", operation: "create" })
    expect(
      Object.keys(item)
        .filter((name) => name.endsWith("!"))
        .toSorted()
    ).toEqual(["contact_id!", "currency_id!", "line_items!", "posted_date!"])
    const few = await answered("find_choices", { connection_id, data_model: "INVOICES" })
    expect(few.references.find(({ field }: any) => field === "contact_id")).toMatchObject({ more: true })
    const found = await answered("find_choices", {
      connection_id,
      data_model: "INVOICES",
      field: "contact_id",
      search: "copper"
    })
    const [[contact_id]] = found.references[0].choices

    const accounts = await answered("list_records", {
      data_model: "ACCOUNTS",
      company_id,
      fields: ["platform_id"],
      filters: { "name[icontains]": "sales" },
      limit: 1
    })
    const account_id = accounts.data[0].platform_id

    const write = {
      company_id,
      data_model: "INVOICES",
      operation: "create",
      data: [
        {
          contact_id,
          currency_id: "EUR",
          posted_date: "2026-11-23",
          line_items: [{ account_id, description: "Beans", quantity: 2, unit_amount: 10 }]
        }
      ],
      idempotency_key: "agent-1"
    }
    const before = (await at.platform.all(tenant, "invoices")).length
    const once = await agent.call("write_records", write)
    expect(once.text).toContain('"SUCCESS"')
    expect(once.structured).toEqual(once.body)
    const again = await agent.call("write_records", write)
    expect(again.body).toMatchObject({ upload_job_id: once.body.upload_job_id, note: expect.stringContaining("first") })
    expect((await at.platform.all(tenant, "invoices")).length).toBe(before + 1)
    expect((await answered("get_write", { upload_job_id: once.body.upload_job_id })).results).toEqual(once.body.results)
    const { svc_id } = once.body.results[0].record
    expect(once.text).not.toContain("raw_data")

    const changed = await answered("write_records", {
      ...write,
      operation: "update",
      data: [{ svc_id, memo: "Paid in cash" }],
      idempotency_key: "agent-2"
    })
    expect(changed.results[0]).toMatchObject({ status: "success", record: { svc_id } })
    expect((await answered("get_record", { data_model: "INVOICES", svc_id })).memo).toBe("Paid in cash")
    const gone = { ...write, operation: "void", data: [{ svc_id }], idempotency_key: "agent-3" }
    expect((await answered("write_records", gone)).results[0].record).toMatchObject({ svc_id, status: "VOID" })

    const raws = await answered("pass_through", {
      company_id,
      method: "GET",
      path: "/currencies",
      params: { limit: 1 }
    })
    expect(raws).toMatchObject({ platform_status: 200, data: { items: [{}] } })
  })
  it("is the same for a client of the newest revision, which begins no session", async () => {
    const client = new ModernClient(
      { name: "test", version: "1" },
      { versionNegotiation: { mode: { pin: "2026-07-28" } } }
    )
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${at.service.url}/mcp`), {
        requestInit: { headers: { authorization: `Bearer ${Service.apiKey}` } }
      })
    )
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(await agent.tools())
    const { content } = await client.callTool({ name: "find_connections", arguments: {} })
    expect(JSON.stringify(content)).toContain("SVC_SANDBOX")
    await expect(client.callTool({ name: "nothing", arguments: {} })).rejects.toThrow("There is no tool")
    await client.close()
  })
})

describe("what fits", () => {
  it("ends a page where the context is full, and goes on there", async () => {
    const all = await at.list(acme, "accounting/invoices", "&status[eq]=OVERDUE")
    const found: Array<number> = []
    let next: string | undefined
    let cut = 0
    do {
      const said = await agent.call("list_records", {
        data_model: "INVOICES",
        company_id: acme.companyId,
        fields: ["svc_id", "document_number", "memo", "line_items"],
        filters: { status: "OVERDUE" },
        limit: 100,
        ...(next === undefined ? {} : { next })
      })
      expect(said.text.length).toBeLessThanOrEqual(ANSWER)
      if (said.body.data.length < 100 && said.body.next !== null) {
        cut++
        expect(said.body.note).toContain("with fewer fields there are more")
      }
      found.push(...said.body.data.map(({ svc_id }: any) => svc_id))
      next = said.body.next ?? undefined
    } while (next !== undefined)
    expect(cut).toBeGreaterThan(0)
    expect(found).toEqual(all.map(({ svc_id }) => svc_id))
  })
  it("shows in brief what was not asked for by name", async () => {
    const { data, note } = await answered("list_records", {
      data_model: "INVOICES",
      company_id: acme.companyId,
      limit: 1
    })
    expect(Object.values(data[0]).filter((value) => value === null || typeof value === "object")).toEqual([])
    expect(note).toContain("name them in fields")
  })
  it("cuts long texts, and long lists, with a mark", async () => {
    const [{ platform_id: account_id }] = await at.list(acme, "accounting/accounts", "&name[icontains]=sales")
    const lines = Array.from({ length: 200 }, (_, index) => ({
      account_id,
      description: `Line ${index} ${"x".repeat(60)}`,
      quantity: 1,
      unit_amount: 1
    }))
    const memo = `Begin ${"m".repeat(1900)} end`
    const [{ id: customer }] = (await at.platform.call(tenant, "GET", "/contacts?limit=1")).items
    const said = await agent.call("write_records", {
      company_id: acme.companyId,
      data_model: "INVOICES",
      operation: "create",
      data: [{ contact_id: customer, currency_id: "EUR", posted_date: "2026-11-22", memo, line_items: lines }],
      idempotency_key: "long"
    })
    expect(said.text.length).toBeLessThanOrEqual(ANSWER)
    expect(said.isError, said.text).toBe(false)
    const { svc_id } = said.body.results[0].record
    for (const [name, given] of [
      ["get_record", { data_model: "INVOICES", svc_id }],
      ["list_records", { data_model: "INVOICES", filters: { svc_id }, fields: ["memo", "line_items"] }]
    ] as const) {
      const { body, text } = await agent.call(name, given)
      expect(text.length, name).toBeLessThanOrEqual(ANSWER)
      const record = name === "get_record" ? body : body.data[0]
      expect(record.memo, name).toMatch(/^Begin m+… \[cut: \d+ characters more\]$/)
      expect(record.line_items.at(-1), name).toMatch(/^… \[cut: \d+ elements more\]$/)
    }
    const raw = await agent.call("pass_through", { company_id: acme.companyId, method: "GET", path: "/invoices" })
    expect(raw.text.length).toBeLessThanOrEqual(ANSWER)
    expect(raw.body).toMatchObject({ platform_status: 200 })
  })
})

describe("what is wrong", () => {
  it("is said in words that name what would be right", async () => {
    const { companyId: company_id, connectionId: connection_id } = acme
    const list = { data_model: "INVOICES", company_id }
    const write = { company_id, data_model: "CONTACTS", operation: "create", idempotency_key: "x" }
    const table: ReadonlyArray<readonly [tool: string, given: Record<string, unknown>, said: RegExp]> = [
      ["list_records", {}, /"data_model" is required/],
      ["list_records", { datamodel: "INVOICES" }, /did you mean "data_model"/],
      ["list_records", { data_model: "INVOICEZ" }, /did you mean "INVOICES"/],
      ["list_records", { ...list, limit: 1000 }, /"limit" must be from 1 to 100/],
      ["list_records", { ...list, limit: "many" }, /"limit" must be a whole number/],
      ["list_records", { ...list, fields: ["total_amnt"] }, /"total_amnt" is not a member.*\n.*describe_model/],
      ["list_records", { ...list, filters: { "total[gt]": 1 } }, /"total" is not a field of INVOICES/],
      ["list_records", { ...list, filters: { total_amount: { over: 1 } } }, /"over" is not an operator/],
      ["list_records", { ...list, sort: "total_amount downwards" }, /"sort" must be a member and ASC or DESC/],
      ["list_records", { ...list, next: "nonsense" }, /next/],
      ["get_record", { data_model: "INVOICES", svc_id: 999_999_999 }, /^not-found: There is no/],
      ["describe_model", { data_model: "INVOICES", operation: "create" }, /"connection_id" is required/],
      [
        "describe_model",
        { connection_id, data_model: "BALANCE_SHEET", operation: "create" },
        /does not create BALANCE_SHEET; it offers: read/
      ],
      [
        "describe_model",
        { connection_id, operation: "make" },
        /"operation" must be one of create, update, delete, void/
      ],
      ["find_choices", { connection_id, data_model: "INVOICES", field: "contact" }, /it has .*contact_id/],
      ["list_records", { ...list, company_id: 999_999_999, filters: { svc_id: 1 } }, /There is no company 999999999/],
      [
        "write_records",
        { ...write, data_model: "BALANCE_SHEET", data: [{}] },
        /Nothing can create BALANCE_SHEET: it is only read/
      ],
      ["write_records", { ...write, operation: "update", data: [{ name: "A" }] }, /must name its record: "svc_id"/],
      ["write_records", { ...write, data: [] }, /"data" must hold at least one item/],
      [
        "write_records",
        { ...write, operation: "void", data: [{ svc_id: 1 }] },
        /Nothing can void CONTACTS: there is create, update, delete/
      ],
      [
        "write_records",
        { ...write, operation: "delete", data: [{ svc_id: 1 }, { svc_id: 2 }] },
        /one item with the svc_id/
      ],
      ["write_records", { ...write, data: [{ name: "A" }] }, /contact_type/],
      ["write_records", { ...write, data: [{ name: "B", contact_type: "CUSTOMER" }] }, /needs a new idempotency_key/],
      ["write_records", { ...write, data: [{ name: "A", colour: "red" }], idempotency_key: "y" }, /colour/],
      ["write_records", { ...write, idempotency_key: "ü", data: [{}] }, /plain ASCII/],
      ["pass_through", { company_id, method: "GET", path: "//elsewhere.example" }, /path/],
      ["pass_through", { company_id, method: "GET", path: "/nowhere" }, /"platform_status":404/],
      ["get_write", { upload_job_id: "../api_keys" }, /not-found|invalid-params/]
    ]
    for (const [tool, given, expected] of table) {
      const { isError, text } = await agent.call(tool, given)
      expect({ tool, given, isError, text }).toMatchObject({ isError: true, text: expect.stringMatching(expected) })
    }
  })
  it("is said of an empty list whose connection does not read that", async () => {
    const none = await at.newCompany("Globex")
    const nothing = await answered("list_records", { data_model: "INVOICES", company_id: none })
    expect(nothing).toMatchObject({ data: [], note: `Company ${none} has no connection.` })
    const off = await answered("list_records", { data_model: "CRM_DEALS", company_id: acme.companyId })
    expect(off.note).toBe(
      `No connection of company ${acme.companyId} reads CRM_DEALS; it has ${acme.connectionId} (SVC_SANDBOX).`
    )
  })
  it("takes what models write for what they mean", async () => {
    const told = await answered("list_records", {
      data_model: "Tax rates",
      company_id: String(acme.companyId),
      fields: "svc_id, name",
      limit: "2",
      filters: '{"svc_deleted_at": null}',
      sort: "-name",
      next: null
    })
    expect(told.data).toHaveLength(2)
    expect(Object.keys(told.data[0]).toSorted()).toEqual(["name", "svc_id"])
  })
})

describe("a call that is taken back", () => {
  const held = () => at.service.run(Effect.map(Room, ({ requests }) => requests.held()))
  /** A platform that does not answer, and a call that waits for it. */
  const stalled = async () => {
    const arrived = Promise.withResolvers<void>()
    const release = Promise.withResolvers<Response>()
    const end = at.platform.rule(
      ({ path }) => path === "/echo",
      () => {
        arrived.resolve()
        return release.promise
      },
      1
    )
    return {
      given: { company_id: acme.companyId, method: "GET", path: "/echo" },
      arrived: arrived.promise,
      release: () => {
        end()
        release.resolve(Response.json({}))
      }
    }
  }
  it("ends its work when the client says so, and when it goes", async () => {
    const posted = (path: string, body: object, signal: AbortSignal) =>
      fetch(`${at.service.url}${path}`, {
        method: "POST",
        headers: { api_key: Service.apiKey, "content-type": "application/json" },
        body: JSON.stringify(body),
        signal
      })
    const ways: ReadonlyArray<(given: Record<string, unknown>, signal: AbortSignal) => Promise<unknown>> = [
      (given, signal) => agent.client.callTool({ name: "pass_through", arguments: given }, undefined, { signal }),
      (given, signal) => {
        const params = { name: "pass_through", arguments: given }
        return posted("/mcp", { jsonrpc: "2.0", id: 1, method: "tools/call", params }, signal)
      },
      // The interface itself, of which a tool can be no better.
      ({ company_id, ...data }, signal) => posted("/passthrough", { company_id, data }, signal)
    ]
    for (const way of ways) {
      const platform = await stalled()
      const abort = new AbortController()
      const asked = way(platform.given, abort.signal)
      const refused = expect(asked).rejects.toThrow()
      await platform.arrived
      expect(await held()).toBe(1)
      abort.abort()
      await refused
      // The platform is patient for longer.
      await Synced.until(held, (count) => count === 0, 5)
      platform.release()
    }
  })
  it("is only the client's own: another's with the same key goes on", async () => {
    const platform = await stalled()
    const other = await Agents.withKey(at.service.url, Service.apiKey)
    const asked = agent.call("pass_through", platform.given)
    await platform.arrived
    for (let id = 0; id < 60; id++) {
      await other.client.notification({ method: "notifications/cancelled", params: { requestId: id } })
    }
    platform.release()
    expect((await asked).body).toMatchObject({ platform_status: 200 })
    await other.client.close()
  })
})
