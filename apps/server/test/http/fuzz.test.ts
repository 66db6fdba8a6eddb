/**
 * Thousands of requests made up from the served document, right and wrong: none may end in a 5xx, in a status that the
 * document does not declare, or in a body that it does not describe. The seed is fixed; SVC_FUZZ_SEED takes another. A long
 * run prints figures.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ApiKeys } from "../../src/connections/ApiKeys.ts"
import { scopes } from "../../src/http/Caller.ts"
import * as Chance from "../support/Chance.ts"
import * as Effort from "../support/Effort.ts"
import * as Service from "../support/Service.ts"
import * as Document from "./Document.ts"
import * as Requests from "./Requests.ts"
import * as Seed from "./Seed.ts"
import * as S from "./Shape.ts"

const seed = Number(process.env["SVC_FUZZ_SEED"] ?? 20_261_121)
const count = Effort.times(1200)
/** Nothing takes this long, not even on a machine that has other things to do. */
const patience = 30_000

let service: Service.Service
let document: Document.Document
let foreignKey: string
/** What the test stands on, and no request may take away. */
let untouchable: ReadonlyArray<RegExp> = []
const ids: Record<string, Array<unknown>> = {}

/** The identifiers a list shows. */
const shown = async (path: string, member = "svc_id"): Promise<Array<unknown>> =>
  (await service.call("GET", `${path}?limit=50`)).body.data.map((one: any) => one[member])

beforeAll(async () => {
  service = await Service.start({ SVC_MAX_BODY_BYTES: "1000000", SVC_MAX_MANAGEMENT_BODY_BYTES: "1000000" })
  document = await Document.read(service)
  const { companyId, connectionId } = await Service.connected(service)
  foreignKey = await service.run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* sql<{ id: number }>`insert into organisation (name) values ('other') returning id`
      const caller = { organisationId: row!.id, keyId: 0, scopes, companyId: null }
      return (yield* (yield* ApiKeys).create(caller, { name: "foreign", scopes })).secret
    })
  )
  for (let index = 0; index < 20; index++) {
    await service.call("POST", "/v3/core/companies", { name: `Spare ${index}` })
    await service.call("POST", "/v3/core/api_keys", { name: `Spare ${index}`, scopes: ["read"] })
    await service.call("POST", "/v3/core/invite_links", { integration_categories: ["ACCOUNTING"] })
    await service.call("POST", "/v3/core/webhooks", {
      name: `Spare ${index}`,
      type: "CONNECTION_CHANGED",
      url: "http://127.0.0.1:9/none"
    })
  }
  const spare = (all: Array<unknown>) => all.filter((id) => id !== companyId)
  ids["company_id"] = [companyId]
  ids["connection_id"] = [connectionId]
  ids["companies"] = spare(await shown("/v3/core/companies"))
  ids["connections"] = [connectionId]
  ids["invite_links"] = await shown("/v3/core/invite_links", "invite_link_id")
  ids["integrations"] = await shown("/v3/core/integrations")
  ids["syncs"] = await shown("/v3/core/syncs")
  ids["webhooks"] = await shown("/v3/core/webhooks", "id")
  const [own, ...others] = await shown("/v3/core/api_keys")
  ids["api_keys"] = others
  untouchable = [`/api_keys/${own}`, `/companies/${companyId}`, `/connections/${connectionId}/disconnect`].map(
    (path) => new RegExp(`${path}(/rotate)?(\\?|$)`)
  )
  ids["records"] = await shown("/v3/accounting/expenses")
})
afterAll(() => service.stop(), 60_000)

/** A path with its numbers written in one way, so that `2`, `%32` and `2.0` are the same. */
const plainly = (path: string): string =>
  path.replaceAll(/(?<=\/)[^/?]+/g, (segment) => {
    try {
      const number = Number(decodeURIComponent(segment))
      return Number.isFinite(number) ? String(number) : segment
    } catch {
      return segment
    }
  })

const chance = Chance.make(seed)
const known: Requests.Known = {
  get keys() {
    return [Service.apiKey, foreignKey, "", "nope", "svc_", "x".repeat(500)]
  },
  value: ({ op, path }, name) => {
    if (name === "integration_type") return "SVC_SANDBOX"
    // A sync of everything for each request would be another test.
    if (name === "data_models_to_sync") return ["CURRENCIES"]
    if (name === "svc_id" || name === "id" || name === "invite_link_id" || name === "integration_id") {
      if (op.operationId.endsWith("disconnect")) return undefined
      const group = path.split("/").find((part) => ids[part] !== undefined && part !== "")
      return chance.one(ids[group ?? "records"]!)
    }
    return ids[name] === undefined ? undefined : chance.one(ids[name])
  }
}

/** What a long run is read for: how many of each status, and how long they took. */
const figures = (
  times: ReadonlyArray<{ readonly took: number; readonly request: string }>,
  statuses: ReadonlyMap<number, number>,
  whole: number
): string => {
  const ordered = times.toSorted((a, b) => b.took - a.took)
  const at = (part: number) => `${ordered[Math.floor(ordered.length * (1 - part))]!.took.toFixed(1)} ms`
  return [
    `${times.length} requests of seed ${seed} in ${(whole / 1000).toFixed(0)} s`,
    [...statuses]
      .toSorted(([a], [b]) => a - b)
      .map(([status, n]) => `${status}: ${n}`)
      .join(", "),
    `p50 ${at(0.5)}, p99 ${at(0.99)}, p99.9 ${at(0.999)}; the slowest:`,
    ...ordered.slice(0, 5).map(({ request, took }) => `  ${took.toFixed(0)} ms ${request}`),
    ""
  ].join("\n")
}

describe(`${count} made-up requests`, () => {
  it(`are answered as the document says (seed ${seed})`, { timeout: 300_000 + count * 20 }, async () => {
    const next = Requests.make(document, chance, known)
    const faults: Array<string> = []
    const statuses = new Map<number, number>()
    const times: Array<{ readonly took: number; readonly request: string }> = []
    const began = performance.now()
    let sent = 0
    const work = async () => {
      while (sent < count && faults.length < 20) {
        sent++
        const made = next()
        if (made.method !== "GET" && untouchable.some((path) => path.test(plainly(made.path)))) continue
        // A stream does not end by itself; changes/changes.test.ts follows it.
        if (made.method === "GET" && /^\/v3\/core\/changes\/?(\?|$)/.test(plainly(made.path))) continue
        const asked = performance.now()
        const answer = await service.call(made.method, made.path, made.body, made.headers)
        const took = performance.now() - asked
        times.push({ took, request: `${made.method} ${made.path.slice(0, 100)} -> ${answer.status}` })
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
        const story = `${made.method} ${made.path.slice(0, 300)} ${made.body?.slice(0, 300) ?? ""} -> ${answer.text.slice(0, 300)}`
        if (answer.status >= 500) faults.push(`${answer.status}: ${story}`)
        // Another route may answer when an identifier was made up of slashes or nothing.
        const operation = document.find(made.method, made.path) ?? made.operation
        // Who names the members of an answer gets no others.
        const isChosen = answer.status === 200 && /[?&]fields=./.test(made.path)
        for (const fault of document.faults(operation, answer)) {
          if (!(isChosen && fault.includes("must have required property"))) faults.push(`${fault}: ${story}`)
        }
        if (answer.status >= 400 && S.problemsOf(answer.body, Seed.error).length > 0) faults.push(`envelope: ${story}`)
        if (took > patience) faults.push(`${Math.round(took)} ms: ${story}`)
      }
    }
    await Promise.all(Array.from({ length: 16 }, work))
    if (Effort.isLong) process.stdout.write(figures(times, statuses, performance.now() - began))
    expect(faults).toEqual([])
    // Both kinds came through in numbers: the test would prove little if everything were refused.
    expect(statuses.get(200)).toBeGreaterThan(count / 10)
    expect(statuses.get(400)).toBeGreaterThan(count / 5)
    const { status } = await service.call("GET", "/readyz")
    expect(status).toBe(200)
  })
})

describe("large bodies", () => {
  it.each([
    ["a text of 10 MB", () => `{"name":"${"x".repeat(10_000_000)}"}`, 413],
    ["a list of a hundred thousand", () => `{"name":[${"0,".repeat(100_000)}0]}`, 400],
    [
      "a hundred thousand unknown members",
      () => `{${Array.from({ length: 70_000 }, (_, i) => `"m${i}":1`).join(",")}}`,
      400
    ],
    ["brackets without end", () => "[".repeat(900_000), 400],
    ["a number without end", () => `{"name":${"9".repeat(500_000)}}`, 400]
  ])("%s", async (_, body, status) => {
    const answer = await service.call("POST", "/v3/core/companies", body())
    expect(answer.status, answer.text.slice(0, 200)).toBe(status)
    expect(S.problemsOf(answer.body, Seed.error)).toEqual([])
    expect(answer.text.length).toBeLessThan(100_000)
  })
})

describe("what belongs to somebody else", () => {
  it("is not there", async () => {
    const mine = { ...ids, companies: ids["company_id"]! }
    const foreign = { api_key: foreignKey }
    for (const { method, op, path: template } of document.operations) {
      const path = template.replace("{data_model}", "EXPENSES")
      const name = /\{([^}]+)\}/.exec(path)?.[1]
      if (
        name === undefined ||
        path.includes("/inbound/") ||
        path.includes("/upload_jobs/") ||
        path.includes("/deliveries/")
      )
        continue
      const group = path.split("/").find((part) => (mine as any)[part] !== undefined && part !== "")
      const id = (mine as any)[group ?? "records"][0]
      const example = op.requestBody?.content["application/json"]?.schema
      const body = example === undefined ? undefined : (document.deref(example).examples?.[0] ?? {})
      const url =
        path.replace(`{${name}}`, String(id)) + (/\/(choices|custom_fields)$/.test(path) ? "?data_model=BILLS" : "")
      const own = await service.call(method, url.replace(String(id), "999999999"), body)
      const answer = await service.call(method, url, body, foreign)
      expect(answer.status, `${method} ${path} ${answer.text}`).toBe(404)
      expect(own.status, `${method} ${path}`).toBe(404)
    }
    // Some of the made-up requests were the other's, so that it may have companies of its own.
    const listed = async (headers?: Readonly<Record<string, string>>): Promise<ReadonlyArray<number>> =>
      (await service.call("GET", "/v3/core/companies?limit=1000", undefined, headers)).body.data.map(
        (one: any) => one.svc_id
      )
    const own = new Set(await listed())
    expect((await listed(foreign)).filter((id) => own.has(id))).toEqual([])
    expect((await service.call("GET", "/v3/accounting/expenses", undefined, foreign)).body.data).toEqual([])
    const company = ids["company_id"]![0]
    for (const [path, body] of [
      ["/accounting/contacts", { company_id: company, data: [{ name: "x" }] }],
      ["/passthrough", { company_id: company, data: { method: "GET", path: "/accounts" } }],
      ["/v3/core/syncs", { company_id: company }]
    ] as const) {
      expect((await service.call("POST", path, body, foreign)).status, path).toBe(404)
    }
    const { body: page } = await service.call("GET", "/v3/accounting/expenses?limit=1")
    const cursor = await service.call("GET", `/v3/accounting/expenses?limit=1&next=${page.next}`, undefined, foreign)
    expect(cursor.status).toBe(400)
  })
})
