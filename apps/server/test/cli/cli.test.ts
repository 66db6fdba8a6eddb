/** The command line: on a data folder of its own, and beside a service that holds it. */
import { Acts, Progress } from "@svc/core/api"
import { serveSandbox } from "@svc/sandbox/platform/node"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { randomBytes } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Ended, svc, svcHere } from "../support/Command.ts"
import * as Databases from "../support/Databases.ts"
import * as ServerProcess from "../support/ServerProcess.ts"
import * as Service from "../support/Service.ts"

const scope = Scope.makeUnsafe()
let platform: Awaited<ReturnType<typeof serveSandbox>>
let dataDir: string
const env = () => ({ SVC_DATA_DIR: dataDir, SVC_SANDBOX_BASE_URL: `${platform.url}/v1` })
const answered = (ended: Ended) => {
  expect(ended.err, ended.out).not.toMatch(/error/i)
  expect(ended.code).toBe(0)
  return JSON.parse(ended.out)
}
const json = async (...args: Array<string>) => answered(await svcHere([...args, "--json"], env()))

beforeAll(async () => {
  platform = await serveSandbox()
  dataDir = await Effect.runPromise(Scope.provide(Databases.prepared, scope))
})
afterAll(async () => {
  await platform.close()
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

describe("without a service", () => {
  it("makes, lists, replaces and revokes keys", async () => {
    const made = answered(
      await svc(["keys", "create", "--name", "reporting", "--scopes", "read,write", "--json"], env())
    )
    expect(made).toMatchObject({ name: "reporting", scopes: ["read", "write"] })
    expect(made.secret).toMatch(/^svc_/)
    const rotated = await json("keys", "rotate", String(made.svc_id), "--overlap", "0")
    expect(rotated.secret).not.toBe(made.secret)
    expect((await json("keys", "revoke", String(rotated.svc_id))).revoked_at).not.toBeNull()
    const listed = await svc(["keys", "list"], env())
    expect(listed.out).toContain("reporting")
    expect(listed.out).not.toContain(made.secret)
  })
  it("makes, lists and erases companies", async () => {
    const { svc_id } = await json("companies", "create", "Initech", "--partner", "initech-1")
    await json("companies", "rename", String(svc_id), "Initech Ltd")
    expect(await json("companies", "list")).toContainEqual(
      expect.objectContaining({ svc_id, name: "Initech Ltd", partner_id: "initech-1", connections: [] })
    )
    const asked = await svcHere(["companies", "erase", String(svc_id)], env())
    expect({ code: asked.code, asks: asked.err.includes("--yes") }).toEqual({ code: 1, asks: true })
    await json("companies", "erase", String(svc_id), "--yes")
    expect((await json("companies", "list")).map((one: any) => one.svc_id)).not.toContain(svc_id)
  })
  it("makes invite links", async () => {
    const link = await json("invite", "Globex", "--integrations", "svc_sandbox", "--categories", "accounting,crm")
    expect(link).toMatchObject({ integrations: ["SVC_SANDBOX"], company: { name: "Globex" } })
    expect(link.url).toContain("/connect/")
  })
  it("has a command for each act of the console, in its words", async () => {
    for (const { command, label, says } of Object.values<Acts.Act>(Acts.acts)) {
      const words = command.split(" ").filter((word) => !word.startsWith(":") && !word.startsWith("--"))
      const { code, out } = await svcHere([...words, "--help"], env())
      const text = out.replace(/\s+/g, " ")
      expect({ command, code, hasLabel: text.includes(`${label}.`), says: text.includes(says) }).toEqual({
        command,
        code: 0,
        hasLabel: true,
        says: true
      })
    }
  })
  it("says what is wrong in a sentence", async () => {
    const ended = await svcHere(["companies", "rename", "999999", "x"], env())
    expect(ended).toMatchObject({ code: 1, err: "There is no company 999999.\n" })
    const unknown = await svcHere(["keys", "create", "--scopes", "raed"], env())
    expect(unknown.err).toContain('"raed" is no scope')
    expect((await svc(["compnies"], env())).code).toBe(1)
    expect((await svc(["--help"], env())).out).toContain("rotate-secrets")
  })
})

describe("with a service on the folder", () => {
  it("says so, and asks the service when it is told how", async () => {
    const metrics = await ServerProcess.freePort()
    const service = await Service.start({ SVC_METRICS_PORT: String(metrics) }, { dataDir })
    try {
      const { companyId, connectionId } = await Service.connected(service)
      const locked = await svc(["companies", "list"], env())
      expect(locked.code).toBe(1)
      expect(locked.err).toContain("The data folder is in use by process")
      expect(locked.err).toContain("set SVC_API_KEY")
      const http = { ...env(), SVC_BASE_URL: service.url, SVC_API_KEY: Service.apiKey }
      const listed = await svc(["companies", "list"], http)
      expect(listed.out).toContain("SVC_SANDBOX HEALTHY")
      const synced = await svc(["sync", String(companyId), "--models", "currencies"], http)
      expect(synced.out).toMatch(/CURRENCIES +SUCCESS/)
      const paused = await svc(["connections", "pause", String(connectionId)], http)
      expect(paused.out).toContain("Its syncs are paused")
      // Without another order it is the export that is asked, once, for what comes on any number of pages.
      const out = join(dataDir, "currencies.ndjson")
      const file = await svc(["records", "export", "currencies", "--out", out], http)
      const lines = `${readFileSync(out)}`.trimEnd().split("\n")
      const { body } = await service.call("GET", "/v3/accounting/currencies?limit=1000")
      expect(lines.map((line) => JSON.parse(line))).toEqual(body.data)
      expect(file.out).toBe(`${Progress.ofFile("currencies.ndjson", lines.length, readFileSync(out).length, true)}\n`)
      const asked = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text()
      expect(asked).toMatch(/http_server_request_duration_seconds_count\{[^}]*currencies\/export"[^}]*\} 1$/m)
      const rotated = await svc(["rotate-secrets"], http)
      expect(rotated).toMatchObject({ code: 1 })
      const wrong = await svc(["companies", "list"], { ...http, SVC_API_KEY: "x".repeat(30) })
      expect(wrong).toMatchObject({ code: 1, err: "The API key is not known, or no longer valid.\n" })
    } finally {
      await service.stop()
    }
  })
  it("syncs on its own afterwards, and shows how far it is", async () => {
    const [company] = (await json("companies", "list")).filter((one: any) => one.name === "Acme Ltd")
    // The pause of a service that has stopped since.
    const [connection] = await json("connections", "list")
    expect(connection).toMatchObject({ sync_status: "PAUSED", sync_resume_at: null })
    const refused = await svcHere(["sync", String(company.svc_id)], env())
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.err).toContain("is paused")
    expect(connection.paused_at).not.toBe(null)
    const { needs_a_hand } = await json("overview", "--span", "hour")
    expect(needs_a_hand).toMatchObject([{ trouble: "CONNECTION_PAUSED", connection_id: connection.svc_id }])
    const said = await svcHere(["overview"], env())
    expect(said.out).toContain(needs_a_hand[0].sentence)
    expect(said.out).toContain(needs_a_hand[0].remedy)
    expect(said.out).toMatch(/from +syncs +syncs_failed/)
    expect(await json("refusals", "totals")).toEqual([])
    expect((await json("usage", "list")).map((one: any) => one.svc_company_id)).toContain(company.svc_id)
    const calls = await json("calls", "list", "--last", "3")
    expect(calls.map((one: any) => one.svc_id)).toEqual(
      calls.map((one: any) => one.svc_id).toSorted((a: number, b: number) => a - b)
    )
    expect(calls).toHaveLength(3)
    expect(calls.at(-1)).toMatchObject({ integration_type: "SVC_SANDBOX", connection_id: connection.svc_id })
    expect((await svcHere(["calls", "list", "--last", "1"], env())).out).toMatch(/called_at .*operation/)
    for (const name of ["events", "upload-jobs", "webhooks", "field-mappings", "sessions"]) {
      expect(await json(name, "list"), name).toEqual([])
    }
    expect((await json("integrations", "list")).map((one: any) => one.integration_type)).toContain("SVC_SANDBOX")
    expect(await json("connections", "resume", String(connection.svc_id))).toMatchObject({ sync_status: "IDLE" })
    const ended = await svc(["sync", String(company.svc_id), "--models", "currencies,accounts", "--full"], {
      ...env(),
      SVC_SECRET_KEYS: ""
    })
    expect(ended.out).toMatch(/ACCOUNTS +SUCCESS/)
    // A file of what was read, in the words of the console.
    const out = join(dataDir, "accounts.ndjson")
    const query = "name[is_null]=false&sort[svc_id]=DESC"
    const file = await svcHere(["records", "export", "accounts", "--out", out, "--query", query], env())
    const written = readFileSync(out)
    const ids = `${written}`
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).svc_id)
    expect(ids.length).toBeGreaterThan(1)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    expect(file).toMatchObject({
      code: 0,
      out: `${Progress.ofFile("accounts.ndjson", ids.length, written.length, true)}\n`,
      err: `${Progress.ofFile("accounts.ndjson", ids.length, written.length, false)}\n`
    })
    const inOrder = await svcHere(
      ["records", "export", "accounts", "--out", out, "--query", "name[is_null]=false"],
      env()
    )
    const same = `${readFileSync(out)}`.trimEnd().split("\n")
    expect(inOrder.out).toBe(file.out)
    expect(same.map((line) => JSON.parse(line).svc_id)).toEqual(ids.toReversed())
    expect(await svcHere(["records", "export", "nothing", "--out", out], env())).toMatchObject({ code: 1 })
    expect(ended.err).toMatch(/records of \d+ pages by \d+ calls, which waited .*; 2 of 2 data models have ended/)
    expect(ended.code).toBe(0)
  })
})

describe("rotate-secrets", () => {
  it("puts every secret under the current key, so that the old one can go", async () => {
    const folder = await Effect.runPromise(Scope.provide(Databases.prepared, scope))
    const key = (name: string) => `${name}:${randomBytes(32).toString("base64")}`
    const [old, young] = [key("old"), key("young")]
    const first = await Service.start({ SVC_SECRET_KEYS: old }, { dataDir: folder })
    const { companyId } = await Service.connected(first)
    await first.call("POST", "/v3/core/webhooks", {
      name: "x",
      type: "CONNECTION_CHANGED",
      url: "http://127.0.0.1:9/x",
      headers: { authorization: "secret" }
    })
    const { body: integrations } = await first.call("GET", "/v3/core/integrations")
    const [integration] = integrations.data
    await first.call("PUT", `/integrations/${integration.svc_id}`, {
      client_id: "a",
      client_secret: "b",
      is_disabled: false
    })
    await first.stop()
    const rotated = await svc(["rotate-secrets"], { SVC_DATA_DIR: folder, SVC_SECRET_KEYS: `${young},${old}` })
    // The connection's credentials, the webhook's headers and secret, the client secret; the pepper went at the start.
    expect(rotated).toMatchObject({ code: 0, out: "4 secrets are under the current key now.\n" })
    expect(rotated.err).toMatch(/^Secrets are put under the current key: 3 secrets are left\.$/m)
    expect(rotated.err).toMatch(/^Secrets are put under the current key: 0 secrets are left\.$/m)
    const again = await svcHere(["rotate-secrets"], { SVC_DATA_DIR: folder, SVC_SECRET_KEYS: `${young},${old}` })
    expect(again.out).toBe("Every secret is under the current key already.\n")
    const second = await Service.start({ SVC_SECRET_KEYS: young }, { dataDir: folder })
    const answer = await second.call("POST", "/passthrough", {
      company_id: companyId,
      data: { method: "GET", path: "/company" }
    })
    expect(answer.body.platform_status).toBe(200)
    expect((await second.call("GET", "/v3/core/webhooks")).body.data[0].headers).toEqual({ authorization: "secret" })
    await second.stop()
  })
})
