/**
 * S2: of what belongs to another organisation nothing is to be had, by no id, cursor or filter, and nothing happens to it.
 * Every call is answered as the same call with an id that does not exist; its twin is asked to compare. The calls are made
 * up from the served document by a fixed seed; SVC_TENANT_SEED takes another.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { randomBytes, randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, it } from "vitest"
import * as Document from "../http/Document.ts"
import * as Chance from "../support/Chance.ts"
import * as Effort from "../support/Effort.ts"
import { CallLog } from "../../src/outbound/CallLog.ts"
import { Figures } from "../../src/overview/Figures.ts"
import { Usage } from "../../src/usage/Usage.ts"
import * as Organisations from "../support/Organisations.ts"
import * as Receiver from "../support/Receiver.ts"
import * as Service from "../support/Service.ts"
import * as Sandbox from "../support/UnrulySandbox.ts"

const seed = Number(process.env["SVC_TENANT_SEED"] ?? 20_261_121)
const count = Effort.times(2500)

const scope = Scope.makeUnsafe()
let platform: Sandbox.UnrulySandbox
let receiver: Receiver.Receiver
let service: Service.Service
let document: Document.Document
let both: readonly [Organisations.Organisation, Organisations.Organisation]

const rows = <A extends object = any>(text: string, params: ReadonlyArray<unknown> = []): Promise<ReadonlyArray<A>> =>
  service.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<A>(text, params)))

beforeAll(async () => {
  platform = await Sandbox.start()
  receiver = await Effect.runPromise(Scope.provide(Receiver.start, scope))
  service = await Service.start({ SVC_SANDBOX_BASE_URL: platform.url })
  document = await Document.read(service)
  both = [
    await Organisations.make(service, "alpha", receiver.url("/alpha")),
    await Organisations.make(service, "beta", receiver.url("/beta"))
  ]
  // Nothing is to happen by itself while it is watched whether something happens.
  await rows("delete from schedule")
  await Service.until(
    () => rows("select id from delivery where status = 'PENDING'"),
    (open) => open.length === 0
  )
})
afterAll(async () => {
  await service?.stop()
  await platform?.close()
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

/** Tables whose rows say whose they are by another's id. */
const children: Readonly<Record<string, string>> = {
  checkpoint: "connection_id in (select id from connection where organisation_id = $1)",
  schedule: "connection_id in (select id from connection where organisation_id = $1)",
  refusal: "connection_id in (select id from connection where organisation_id = $1)",
  sync_job: "sync_id in (select id from sync where organisation_id = $1)",
  upload_item: "job_id in (select id from upload_job where organisation_id = $1)",
  webhook_lane: "webhook_id in (select id from webhook where organisation_id = $1)"
}
/** Everything that is an organisation's: how many rows of each table, and a sum over their text. */
const stateOf = async ({ id, mark }: Organisations.Organisation) => {
  // What it did itself before is no trace of others, though it is gathered in memory for a while.
  await service.run(
    Effect.gen(function* () {
      for (const gathered of [yield* Usage, yield* Figures, yield* CallLog]) yield* gathered.flush
    })
  )
  const tables = await rows<{ name: string; own: boolean }>(
    `select c.relname as name, exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'organisation_id') as own
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`
  )
  const state: Record<string, unknown> = {
    platform: platform.seen(mark).length,
    received: receiver.received(`/${mark}`).length
  }
  for (const { name, own } of tables) {
    const where = own ? "organisation_id = $1" : children[name]
    if (where === undefined) continue
    const [sum] = await rows(
      `select count(*) as rows, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from public.${name} t where ${where}`,
      [id]
    )
    state[name] = sum
  }
  expect(Object.keys(state).length).toBeGreaterThan(20)
  return state
}
/** Every identifier of an organisation, as texts. */
const idsOf = async ({ id }: Organisations.Organisation): Promise<ReadonlySet<string>> => {
  const all = new Set<string>()
  for (const table of [
    "company",
    "connection",
    "sync",
    "record",
    "api_key",
    "invite_link",
    "integration",
    "webhook",
    "delivery",
    "upload_job",
    "audit_event"
  ]) {
    const key = table === "record" ? "svc_id" : "id"
    for (const row of await rows<{ key: string }>(
      `select ${key}::text as key from ${table} where organisation_id = $1`,
      [id]
    ))
      all.add(row.key)
  }
  return all
}

/** An id of somebody else, and one like it that nobody has. */
interface Pair {
  readonly kind: Organisations.Kind
  readonly foreign: string | number
  readonly missing: string | number
}
const missingLike = (foreign: string | number): string | number =>
  typeof foreign === "number"
    ? 7_000_000_000 + (foreign % 1000)
    : /^[0-9a-f-]{36}$/.test(foreign)
      ? randomUUID()
      : randomBytes(32).toString("base64url").slice(0, foreign.length)

interface MadeUp {
  readonly operation: string
  readonly method: string
  readonly path: (pick: "foreign" | "missing") => string
  readonly body: (pick: "foreign" | "missing") => unknown
  readonly pairs: ReadonlyArray<Pair>
  /** A cursor of theirs stands in it, which has no twin. */
  readonly hasCursor: boolean
}

/** Which kind of thing a path names by its parameter. */
const kindOf = (path: string): Organisations.Kind =>
  path === "/integrations/{integration_id}"
    ? "integrations"
    : (Organisations.kinds.find((kind) => path.includes(`/${kind}/{`)) ?? "records")
const idMember = /^(svc_)?(company_id|connection_id)$/

const makeUp = (chance: Chance.Chance, own: Organisations.Organisation, victim: Organisations.Organisation) => {
  const operations = document.operations.filter(({ op, path }) => {
    if (path.includes("/inbound/")) return false
    const schema = document.deref(op.requestBody?.content["application/json"]?.schema ?? {})
    return (
      path.includes("{") ||
      Object.keys(schema.properties ?? {}).some((name) => idMember.test(name)) ||
      op.parameters.some(({ name }: any) => name === "next")
    )
  })
  const pair = (kind: Organisations.Kind): Pair => {
    const foreign = chance.one(victim.ids[kind])
    return { kind, foreign, missing: missingLike(foreign) }
  }
  return (): MadeUp => {
    const { method, op, path } = chance.one(operations)
    const pairs: Array<Pair> = []
    const use = (kind: Organisations.Kind): Pair => {
      const made = pair(kind)
      pairs.push(made)
      return made
    }
    /** Parts of the address and members of the body that depend on whose id is taken. */
    const parts = path.split(/(\{\w+\})/).map((part): string | Pair => {
      if (!part.startsWith("{")) return part
      // Now and then the id of something else.
      return use(chance.some(0.85) ? kindOf(path) : chance.one(Organisations.kinds))
    })
    const asked = op.requestBody?.content["application/json"]?.schema
    const schema = asked === undefined ? null : document.deref(asked)
    const example: any = schema?.examples?.[0] ?? {}
    const inBody: Array<readonly [name: string, value: Pair | number | string]> = []
    if (schema !== null) {
      const members = Object.keys(schema.properties ?? {}).filter((name) => idMember.test(name))
      // With their connection, the company may be one's own.
      const isOwn = members.includes("connection_id") && chance.some(0.4)
      for (const name of members) {
        const isCompany = name.endsWith("company_id")
        if (isCompany && isOwn) inBody.push([name, chance.one(own.ids.companies)])
        else if (isCompany) inBody.push([name, use("companies")])
        else if (isOwn || chance.some(0.5)) inBody.push([name, use("connections")])
      }
      if ("integration_type" in (schema.properties ?? {})) inBody.push(["integration_type", "SVC_SANDBOX"])
    }
    const query: Array<readonly [name: string, value: Pair | string]> = []
    let hasCursor = false
    const parameters: ReadonlyArray<any> = op.parameters.filter((one: any) => one.in === "query")
    const named = new Map(parameters.map((one) => [one.name, one]))
    if (named.has("next") && (!path.includes("{") || chance.some(0.3))) {
      const filters = ["svc_id", "svc_company_id", "connection_id", "company_id"].filter(
        (name) => named.get(name)?.style === "deepObject"
      )
      if (filters.length > 0 && chance.some(0.6)) {
        const name = chance.one(filters)
        const kind = name === "svc_id" ? "records" : name === "connection_id" ? "connections" : "companies"
        query.push([`${name}[${chance.one(["eq", "in"])}]`, use(kind)])
        if (chance.some(0.3)) query.push(["return_count", "true"])
      } else {
        const known = victim.cursors.get(path) ?? []
        const cursors = known.length > 0 && chance.some(0.8) ? known : [...victim.cursors.values()].flat()
        query.push([chance.one(["next", "prev"]), chance.one(cursors)])
        hasCursor = true
      }
      if (chance.some(0.3)) query.push(["limit", chance.one(["1", "2", "50"])])
    }
    const valueOf = (value: Pair | string | number, pick: "foreign" | "missing") =>
      typeof value === "object" ? value[pick] : value
    return {
      operation: `${method} ${path}`,
      method,
      pairs,
      hasCursor,
      path: (pick) => {
        const whole = parts
          .map((part) => encodeURIComponent(String(valueOf(part, pick))))
          .join("")
          .replaceAll("%2F", "/")
        const search = query.map(([name, value]) => `${name}=${encodeURIComponent(String(valueOf(value, pick)))}`)
        return search.length === 0 ? whole : `${whole}?${search.join("&")}`
      },
      body: (pick) =>
        schema === null
          ? undefined
          : { ...example, ...Object.fromEntries(inBody.map(([name, value]) => [name, valueOf(value, pick)])) }
    }
  }
}

/** An answer without what differs from one call to the next, and without the id that was asked for. */
const plainly = (answer: Service.Answer, pairs: ReadonlyArray<Pair>, pick: "foreign" | "missing"): string => {
  const { request_id: _, request_timestamp: __, response_timestamp: ___, ...body } = answer.body ?? {}
  const text = pairs.reduce(
    (rest, pair) => rest.replaceAll(new RegExp(`(?<![\\w-])${String(pair[pick])}(?![\\w-])`, "g"), `{${pair.kind}}`),
    JSON.stringify(body)
  )
  return `${answer.status} ${text}`
}

it(
  `${count} calls with what is another's find and do nothing (seed ${seed})`,
  { timeout: Effort.times(300_000) },
  async () => {
    const chance = Chance.make(seed)
    const began = performance.now()
    const faults: Array<string> = []
    const statuses = new Map<number, number>()
    const operations = new Set<string>()
    const twins = new Map<string, Promise<string>>()
    let sent = 0
    let compared = 0
    for (const [own, victim] of [both, [both[1], both[0]] as const]) {
      const theirs = await idsOf(victim)
      const before = await stateOf(victim)
      const next = makeUp(chance, own, victim)
      let left = count / 2
      const work = async () => {
        while (left-- > 0 && faults.length < 10) {
          const made = next()
          const [path, body] = [made.path("foreign"), made.body("foreign")]
          const answer = await own.call(made.method, path, body)
          sent++
          operations.add(made.operation)
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
          const told = `${own.mark}: ${made.method} ${path} ${JSON.stringify(body) ?? ""} -> ${answer.status} ${answer.text.slice(0, 300)}`
          if (answer.status >= 500) faults.push(told)
          if (answer.text.includes(victim.mark)) faults.push(`Shows what is theirs: ${told}`)
          const shown = answer.status === 200 ? [answer.body.data].flat() : []
          for (const one of shown) {
            if (theirs.has(String(one?.svc_id ?? one?.id))) faults.push(`Lists one of theirs: ${told}`)
          }
          // Beside lists, there is nothing that such a call could rightly get.
          if (answer.status === 200 && made.method !== "GET") faults.push(`Was carried out: ${told}`)
          if (made.hasCursor) continue
          const alike = `${own.mark} ${made.method} ${plainly({ ...answer, body: { path, body } }, made.pairs, "foreign")}`
          const twin =
            twins.get(alike) ??
            own
              .call(made.method, made.path("missing"), made.body("missing"))
              .then((given) => plainly(given, made.pairs, "missing"))
          twins.set(alike, twin)
          compared++
          const [mine, missing] = [plainly(answer, made.pairs, "foreign"), await twin]
          if (mine !== missing) faults.push(`${told}\n  but for a missing id: ${missing.slice(0, 300)}`)
        }
      }
      await Promise.all(Array.from({ length: 12 }, work))
      expect(faults).toEqual([])
      expect(await stateOf(victim)).toEqual(before)
    }
    const seconds = (performance.now() - began) / 1000
    process.stdout.write(
      `S2: ${sent} calls over ${operations.size} operations in ${seconds.toFixed(1)} s, ${compared} compared with ${twins.size} twins; ` +
        `${[...statuses].map(([status, times]) => `${status}: ${times}`).join(", ")}\n`
    )
    expect(sent).toBe(count)
    // Most of them went as far as looking for the id.
    expect(statuses.get(404)).toBeGreaterThan(count / 4)
    expect(operations.size).toBeGreaterThan(60)
  }
)
