/** The transport of the tools for agents: who is let in, which messages are taken, and what a wrong one is told. */
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { PassThrough } from "node:stream"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { bridge } from "../../src/cli/mcp.ts"
import * as Agents from "../support/Agent.ts"
import { svc } from "../support/Command.ts"
import * as Programs from "../support/Programs.ts"
import * as Service from "../support/Service.ts"

const modern = "2026-07-28"
let service: Service.Service

beforeAll(async () => {
  service = await Service.start({
    SVC_MAX_BODY_BYTES: "20000",
    SVC_BASE_URL: "https://svc.example",
    SVC_CORS_ORIGINS: "https://app.example"
  })
})
afterAll(() => service?.stop())

type Headers = Readonly<Record<string, string>>

const send = async (body: unknown, headers: Headers = {}, method = "POST") => {
  const response = await fetch(`${service.url}/mcp`, {
    method,
    headers: {
      authorization: `Bearer ${Service.apiKey}`,
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      ...headers
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) })
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === "" ? null : JSON.parse(text) }
}
const call = (method: string, params: object = {}, id: unknown = 1) => ({ jsonrpc: "2.0", id, method, params })
const meta = {
  "io.modelcontextprotocol/protocolVersion": modern,
  "io.modelcontextprotocol/clientCapabilities": {}
}
const modernly = (method: string, params: object = {}, headers: Headers = {}) =>
  send(call(method, { _meta: meta, ...params }), {
    "mcp-protocol-version": modern,
    "mcp-method": method,
    ...("name" in params ? { "mcp-name": String(params.name) } : {}),
    ...headers
  })

describe("who is let in", () => {
  it("needs a key, as a bearer's or in the interface's header", async () => {
    for (const headers of [
      { authorization: "" },
      { authorization: "Bearer nobody" },
      { authorization: "Basic eDp5" }
    ]) {
      const { body, headers: answered, status } = await send(call("ping"), headers)
      expect({ status, challenge: answered.get("www-authenticate") }).toEqual({
        status: 401,
        challenge: 'Bearer realm="svc"'
      })
      expect(body).toMatchObject({ jsonrpc: "2.0", id: null, error: { data: { code: "unauthenticated" } } })
    }
    expect(await send(call("ping"), { authorization: "", api_key: Service.apiKey })).toMatchObject({
      status: 200,
      body: { jsonrpc: "2.0", id: 1, result: {} }
    })
  })
  it("is no page of somebody else, whatever its name resolves to", async () => {
    for (const origin of ["http://evil.example", "null", "https://svc.example.evil", service.url]) {
      for (const method of ["POST", "DELETE"]) {
        expect(await send(method === "POST" ? call("ping") : undefined, { origin }, method), origin).toMatchObject({
          status: 403,
          body: { error: { message: expect.stringContaining("may not call here") } }
        })
      }
    }
    for (const origin of ["https://svc.example", "https://app.example"]) {
      expect((await send(call("ping"), { origin })).status).toBe(200)
    }
  })
})

describe("what is no message", () => {
  it("is refused by what it is", async () => {
    const long = call("tools/call", { name: "find_connections", arguments: { search: "x".repeat(30_000) } })
    const table: ReadonlyArray<
      readonly [body: unknown, status: number, code: number, said: RegExp, headers?: Headers]
    > = [
      ["{", 400, -32_700, /not valid JSON/],
      ["", 400, -32_600, /one JSON-RPC message/],
      ["3", 400, -32_600, /one JSON-RPC message/],
      [[call("ping")], 400, -32_600, /no batches/],
      [{ ...call("ping"), jsonrpc: "1.0" }, 400, -32_600, /"jsonrpc" must be "2.0"/],
      [{ jsonrpc: "2.0", id: 1 }, 400, -32_600, /"method" must be a text/],
      [call("ping", {}, null), 400, -32_600, /"id" must be/],
      [{ ...call("ping"), params: [] }, 400, -32_602, /"params" must be an object/],
      [`{"jsonrpc":"2.0","id":1,"method":"ping","method":"ping"}`, 400, -32_700, /named twice/],
      [
        call("ping"),
        400,
        -32_022,
        /speaks the protocol revisions 2026-07-28/,
        { "mcp-protocol-version": "1999-01-01" }
      ],
      [call("resources/list"), 200, -32_601, /no method "resources\/list"/],
      [call("tools/call", { name: "nothing" }), 200, -32_602, /There is no tool "nothing"/],
      [call("tools/call", {}), 200, -32_602, /There is no tool/],
      [call("ping"), 415, -32_000, /application\/json/, { "content-type": "text/plain" }],
      [long, 413, -32_000, /larger than 20000 bytes \(SVC_MAX_BODY_BYTES\)/]
    ]
    for (const [body, status, code, said, headers] of table) {
      const answer = await send(body, headers)
      expect(answer, JSON.stringify(body).slice(0, 100)).toMatchObject({
        status,
        body: { jsonrpc: "2.0", error: { code, message: expect.stringMatching(said) } }
      })
    }
    expect((await send(call("ping"), { accept: "text/html" })).status).toBe(406)
    const { body } = await send(call("tools/call", { name: "describe_model", arguments: [] }))
    expect(body.result).toMatchObject({ isError: true, content: [{ text: '"arguments" must be an object.' }] })
  })
  it("names the request where it has an id", async () => {
    const { body } = await send({ ...call("ping", {}, "mine"), jsonrpc: "1" })
    expect(body.id).toBe("mine")
  })
  it("of the newest revision must say the same in its headers", async () => {
    const whole = await modernly("tools/list")
    expect(whole).toMatchObject({ status: 200, body: { result: { resultType: "complete", cacheScope: "private" } } })
    const table: ReadonlyArray<readonly [Awaited<ReturnType<typeof send>>, number, number]> = [
      [await modernly("tools/list", {}, { "mcp-method": "tools/call" }), 400, -32_020],
      [await modernly("tools/list", {}, { "mcp-protocol-version": "2025-11-25" }), 400, -32_020],
      [await modernly("tools/call", { name: "find_connections" }, { "mcp-name": "pass_through" }), 400, -32_020],
      [
        await modernly("tools/list", { _meta: { ...meta, "io.modelcontextprotocol/clientCapabilities": 1 } }),
        400,
        -32_602
      ],
      [await send(call("tools/list"), { "mcp-protocol-version": modern }), 400, -32_602],
      [await modernly("ping"), 404, -32_601],
      [await modernly("initialize"), 404, -32_601],
      [await modernly("subscriptions/listen"), 404, -32_601]
    ]
    for (const [{ body, status }, expected, code] of table) {
      expect({ status, code: body.error.code }).toEqual({ status: expected, code })
    }
  })
})

describe("what begins", () => {
  it("agrees on a revision that both speak", async () => {
    for (const [asked, given] of [
      ["2025-11-25", "2025-11-25"],
      ["2025-06-18", "2025-06-18"],
      ["2024-11-05", "2025-11-25"],
      [modern, "2025-11-25"]
    ]) {
      const { body, headers } = await send(
        call("initialize", { protocolVersion: asked, capabilities: {}, clientInfo: { name: "a", version: "1" } })
      )
      expect(body.result).toMatchObject({
        protocolVersion: given,
        capabilities: { tools: {} },
        serverInfo: { name: "svc" }
      })
      expect(headers.get("mcp-session-id")).toMatch(/^[\w-]{36}$/)
    }
    expect((await modernly("server/discover")).body.result).toMatchObject({
      supportedVersions: expect.arrayContaining([modern, "2025-11-25"]),
      instructions: expect.stringContaining("find_connections")
    })
  })
  it("is answered by any process: a session is only a name", async () => {
    expect(await send(call("tools/list"), { "mcp-session-id": "of-another-process" })).toMatchObject({ status: 200 })
  })
  it("takes what needs no answer, and has no stream to open", async () => {
    for (const body of [
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7 } },
      { jsonrpc: "2.0", id: 1, result: {} }
    ]) {
      expect(await send(body)).toMatchObject({ status: 202, body: null })
    }
    const stream = await send(undefined, {}, "GET")
    expect({ status: stream.status, allow: stream.headers.get("allow") }).toEqual({
      status: 405,
      allow: "DELETE, OPTIONS, POST"
    })
    expect((await send(undefined, { "mcp-session-id": "mine" }, "DELETE")).status).toBe(204)
    expect((await send(undefined, {}, "DELETE")).status).toBe(400)
  })
})

describe("over standard input", () => {
  it("is the same, for a client that starts a process", async () => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [await Programs.fileOf(Programs.cli), "mcp"],
      env: { ...getDefaultEnvironment(), SVC_BASE_URL: service.url, SVC_API_KEY: Service.apiKey },
      stderr: "pipe"
    })
    let said = ""
    transport.stderr?.on("data", (chunk) => (said += chunk))
    const wrong: Array<unknown> = []
    const agent = await Agents.over(transport)
    Object.assign(agent.client, { onerror: (error: unknown) => wrong.push(error) })
    expect(agent.client.getServerVersion()).toMatchObject({ name: "svc" })
    expect(await agent.tools()).toContain("find_connections")
    expect((await agent.call("find_connections")).body).toMatchObject({ connections: [] })
    await agent.client.close()
    expect({ wrong, said }).toEqual({ wrong: [], said: "" })
  })
  it("says at once what it needs", async () => {
    expect(await svc(["mcp"], { SVC_BASE_URL: service.url })).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringContaining("Set SVC_API_KEY")
    })
  })

  /** Lines handed over in this process, and the lines that come back for them. */
  const talk = (url: string, key = Service.apiKey) => {
    const [input, output] = [new PassThrough(), new PassThrough()]
    const over = bridge({ url, key, input, output })
    const lines = createInterface({ input: output })[Symbol.asyncIterator]()
    return {
      input,
      say: (message: unknown) => input.write(`${typeof message === "string" ? message : JSON.stringify(message)}\n`),
      heard: async () => JSON.parse((await lines.next()).value as string),
      output,
      over
    }
  }
  it("answers each line by its id, and ends with its input when all is answered", async () => {
    const { heard, input, over, say } = talk(service.url)
    say("{")
    expect(await heard()).toMatchObject({ id: null, error: { code: -32_700 } })
    say([call("ping")])
    expect(await heard()).toMatchObject({ id: null, error: { code: -32_600 } })
    say({ jsonrpc: "2.0", method: "notifications/initialized" })
    say({ ...call("ping", {}, "a"), jsonrpc: "1.0" })
    expect(await heard()).toMatchObject({ id: "a", error: { code: -32_600 } })
    say(call("tools/call", { name: "describe_model", _meta: meta }, 7))
    expect(await heard()).toMatchObject({ id: 7, result: { resultType: "complete" } })
    for (let id = 0; id < 40; id++) say(call("ping", {}, id))
    input.end()
    const ids = new Set<number>()
    while (ids.size < 40) ids.add((await heard()).id)
    await over
  })
  it("says why nobody answers, and goes on", async () => {
    const closed = talk("http://127.0.0.1:9")
    closed.say(call("ping", {}, 3))
    expect(await closed.heard()).toMatchObject({
      id: 3,
      error: { message: expect.stringContaining("no service answers there") }
    })
    closed.input.end()
    await closed.over
    const unknown = talk(service.url, "svc_unknown")
    unknown.say(call("ping", {}, 4))
    expect(await unknown.heard()).toMatchObject({ id: 4, error: { message: expect.stringContaining("not known") } })
    unknown.input.end()
    await unknown.over
    const elsewhere = talk(`${service.url}/docs`)
    elsewhere.say(call("ping", {}, 5))
    expect(await elsewhere.heard()).toMatchObject({ id: 5, error: { message: expect.stringContaining("nothing at") } })
    elsewhere.input.end()
    await elsewhere.over
  })
  it("ends when nobody reads it any more", async () => {
    const { output, over, say } = talk(service.url)
    output.destroy()
    await once(output, "close")
    say(call("ping"))
    await over
  })
})

describe("switched off", () => {
  it("is not there", async () => {
    const off = await Service.start({ SVC_MCP: "0" })
    try {
      expect((await off.call("POST", "/mcp", call("ping"))).status).toBe(404)
    } finally {
      await off.stop()
    }
  })
})
