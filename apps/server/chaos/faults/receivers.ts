/** What receivers of webhooks do wrong, each at an endpoint of its own, while the others are served. */
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { createServer } from "node:tls"
import { rules } from "../../src/webhooks/DeliveryRules.ts"
import * as Receiver from "../../test/support/Receiver.ts"
import { freePort, until } from "../../test/support/ServerProcess.ts"
import type { Fault } from "../Fault.ts"
import { data, type World } from "../World.ts"

const day = 86_400
const retryAfter = 600
const bytes = 1_000_000_000

/** How much longer healthy endpoints may wait while others fail, below how many milliseconds nothing is said of that, and
 * by how many megabytes processes may grow. */
const slower = 2
const floor = 2000
const growth = 150

/** A server without a certificate: no handshake with it succeeds. */
const withoutCertificate = async () => {
  const server = createServer({})
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const close = () => new Promise((resolve) => server.close(resolve))
  return { port: (server.address() as AddressInfo).port, close }
}

/** Endpoints that never take a delivery, and what the delivery says of it. */
const failing = async (receiver: Receiver.Receiver, tls: number) => {
  const moved = Receiver.status(301, { location: receiver.url("/elsewhere") })
  const at = (path: string, answer: Receiver.Answer) => {
    receiver.answer(path, answer)
    return receiver.url(path)
  }
  return [
    { name: "refused", url: `http://127.0.0.1:${await freePort()}/`, error: /refused the connection/ },
    { name: "name unknown", url: "http://receiver.invalid/", error: /^The name of the endpoint/ },
    { name: "TLS error", url: `https://127.0.0.1:${tls}/`, error: /certificate or encryption/ },
    { name: "503", url: at("/error", Receiver.status(503)), error: /answered 503/ },
    {
      name: "429 with Retry-After",
      url: at("/limited", Receiver.status(429, { "retry-after": String(retryAfter) })),
      error: /answered 429/
    },
    { name: "301", url: at("/moved", moved), error: /answered 301/ },
    { name: "slow drip", url: at("/drip", Receiver.drip), error: /did not answer within/ },
    {
      name: "1 GB of 500",
      url: at("/flood-500", Receiver.flood(500, bytes)),
      error: /answered 500|did not answer within/
    },
    { name: "cut", url: at("/cut", Receiver.cut), error: /cut the connection/ }
  ]
}
interface Probe {
  readonly name: string
  readonly webhook: string
  readonly error: RegExp
}
interface Row {
  readonly webhook_id: string
  readonly status: string
  readonly attempts: number
  readonly error: string | null
  /** Seconds from the last attempt to the next. */
  readonly wait: number | null
  /** Seconds from when the last attempt was due until it was made. */
  readonly last: number
  readonly due: number | null
}

const register = async (world: World, name: string, type: string, url: string): Promise<string> =>
  (await data(world, "POST", "/v3/core/webhooks", { name, type, url })).id

/** A connection is made, which the failing endpoints are told of. */
const change = async (world: World) => {
  const { svc_id } = await data(world, "POST", "/v3/core/companies", { name: "Signed in" })
  await data(world, "POST", "/v3/core/connections", {
    company_id: svc_id,
    integration_type: "XERO",
    settings: { tenantId: "tenant" },
    credentials: { ...world.signedIn.tokens(), expires_at: new Date(Date.now() + 3_600_000).toISOString() },
    sync_config: [{ data_model: "CURRENCIES", enabled: false }]
  })
}
/** The first delivery of each webhook. */
const firsts = (world: World, webhooks: ReadonlyArray<string>) =>
  world.postgres!.query<Row>(
    `select distinct on (webhook_id) webhook_id, status, attempts, error,
       extract(epoch from next_attempt_at - last_attempt_at)::float8 as wait,
       extract(epoch from last_attempt_at)::float8 as last, extract(epoch from next_attempt_at)::float8 as due
     from delivery where webhook_id = any($1::uuid[]) order by webhook_id, position`,
    [webhooks]
  )
const advance = (world: World, seconds: number) =>
  world.postgres!.query("update chaos_clock set shift = shift + make_interval(secs => $1::float8)", [seconds])

/** Lets the attempts of each probe happen, each as soon as it is due, and says which came at other times than the table's. */
const schedule = async (world: World, probes: ReadonlyArray<Probe>): Promise<ReadonlyArray<string>> => {
  const faults: Array<string> = []
  const webhooks = probes.map(({ webhook }) => webhook)
  let before: ReadonlyMap<string, Row> = new Map()
  for (let attempt = 1; attempt <= rules.delays.length; attempt++) {
    const rows = await until(
      () => firsts(world, webhooks),
      (all) => all.length === probes.length && all.every(({ attempts }) => attempts >= attempt)
    )
    const delay = rules.delays[attempt]
    for (const row of rows) {
      const { error, name } = probes.find(({ webhook }) => webhook === row.webhook_id)!
      const what = `${name}, attempt ${attempt}`
      const due = before.get(row.webhook_id)?.due
      if (due != null && row.last < due) faults.push(`${what}: ${due - row.last} s too early`)
      if (!error.test(row.error ?? "")) faults.push(`${what} says: ${row.error}`)
      if (row.attempts !== attempt) faults.push(`${what}: ${row.attempts} were made`)
      if (delay === undefined) {
        if (row.status !== "FAILED") faults.push(`${what}: the delivery is ${row.status}`)
        continue
      }
      const least = Math.max(delay * (1 - rules.jitter), name.startsWith("429") ? retryAfter : 0)
      const most = Math.max(delay * (1 + rules.jitter), name.startsWith("429") ? retryAfter : 0)
      if (row.wait === null || row.wait < least - 0.01 || row.wait > most + 0.01) {
        faults.push(`${what}: the next comes after ${row.wait} s instead of ${delay} s`)
      }
    }
    before = new Map(rows.map((row) => [row.webhook_id, row]))
    // A little more, so that what is looked for as overdue is found.
    if (delay !== undefined) await advance(world, Math.max(...rows.map(({ wait }) => wait ?? 0)) + 2)
  }
  return faults
}

/** The endpoints that have failed for five days are disabled by the next attempt, and say why. */
const disabled = async (world: World, probes: ReadonlyArray<Probe>): Promise<ReadonlyArray<string>> => {
  await advance(world, 5 * day)
  await change(world)
  const state = () => Promise.all(probes.map(({ webhook }) => data(world, "GET", `/v3/core/webhooks/${webhook}`)))
  const all = await until(state, (webhooks) => webhooks.every(({ is_disabled }) => is_disabled)).catch(state)
  return all.flatMap(({ disabled_reason, is_disabled }, index) =>
    is_disabled && /^No delivery has succeeded since \d{4}-/.test(disabled_reason)
      ? []
      : [`${probes[index]!.name}: after five days it is ${is_disabled ? disabled_reason : "still enabled"}`]
  )
}

/**
 * Milliseconds from a change to the attempt that tells of it, of 95 in 100, for changes since a moment. Attempts say their
 * time in whole seconds; when they are received depends on this process, which has much else to do.
 */
const latency = ({ receiver }: World, from: number): number => {
  const times = receiver
    .received("/ledger")
    .map(({ headers, json }) => ({
      made: Date.parse(json["created_at"]),
      sent: Number(headers["webhook-timestamp"]) * 1000 + 500
    }))
    .filter(({ made }) => made >= from)
    .map(({ made, sent }) => Math.max(0, sent - made))
    .toSorted((a, b) => a - b)
  return times[Math.floor(times.length * 0.95)] ?? 0
}

/** Two endpoints that are told of every change: one answers a gigabyte, the other cuts connections that were kept. */
const busy = (world: World) => {
  const { receiver } = world
  receiver.answer("/flood", Receiver.flood(200, bytes))
  receiver.answer("/kept", Receiver.cutWhenReused())
  const paths = ["/flood", "/kept"]
  const ids = (path: string) => new Set(receiver.received(path).map(({ headers }) => headers["webhook-id"]!))
  return {
    start: () => Promise.all(paths.map((path) => register(world, path, "DATA_MODEL_CHANGES", receiver.url(path)))),
    /** What was cut is tried again, and nothing of it is missing in the end. */
    finish: async (registered: number) => {
      receiver.answer("/kept", Receiver.status(200))
      // The longest pause between two attempts is a day and a tenth, and others of the same record wait behind it.
      await advance(world, 2 * day)
      const told = receiver.received("/ledger").filter(({ json }) => Date.parse(json["created_at"]) > registered)
      const missing = (path: string) => {
        const there = ids(path)
        return told.filter(({ headers }) => !there.has(headers["webhook-id"]!)).length
      }
      const state = async () => paths.map((path) => [path, missing(path)] as const)
      const left = await until(state, (all) => all.every(([, count]) => count === 0)).catch(state)
      const rows = await world.postgres!.query<{ readonly what: string }>(
        `select status || ' after ' || attempts || ': ' || count(*) as what from delivery
         where status <> 'DELIVERED' group by status, attempts order by status, attempts`
      )
      const open = rows.map(({ what }) => what).join(", ")
      return left.flatMap(([path, count]) =>
        count === 0 ? [] : [`${path}: ${count} of ${told.length} never came (all that are not delivered: ${open})`]
      )
    }
  }
}

/** Everything that receivers do wrong, one thing after the other; what of it did not end as it must, and how often it was. */
const misbehave = async (world: World, tls: number) => {
  const { receiver } = world
  receiver.answer("/gone", Receiver.status(410))
  const flooding = busy(world)
  await flooding.start()
  const gone = await register(world, "gone", "CONNECTION_CHANGED", receiver.url("/gone"))
  const probes = await Promise.all(
    (await failing(receiver, tls)).map(async ({ error, name, url }) => ({
      name,
      error,
      webhook: await register(world, name, "CONNECTION_CHANGED", url)
    }))
  )
  const registered = Date.now()
  await change(world)
  const state = () => data(world, "GET", `/v3/core/webhooks/${gone}`)
  const end = await until(state, ({ is_disabled }) => is_disabled).catch(state)
  const faults = [...(await schedule(world, probes)), ...(await disabled(world, probes))]
  if (end.disabled_reason !== "The endpoint answered 410: it is gone.") {
    faults.push(`410: the endpoint is ${end.is_disabled ? end.disabled_reason : "not disabled"}`)
  }
  if (receiver.received("/gone").length !== 1) faults.push(`410: ${receiver.received("/gone").length} requests`)
  if (receiver.received("/elsewhere").length > 0) faults.push("301: the redirect was followed")
  const times = probes.length * rules.delays.length + receiver.received("/kept").length + 1
  return { faults: [...faults, ...(await flooding.finish(registered))], times }
}

/** The most memory that a process holds until something is done, in megabytes. */
const peak = async <A>({ servers }: World, act: () => Promise<A>) => {
  const now = () => Math.max(...servers.map((server) => server.memory())) / 1e6
  const least = now()
  let most = least
  const watch = setInterval(() => (most = Math.max(most, now())), 200)
  try {
    return { done: await act(), least, most }
  } finally {
    clearInterval(watch)
  }
}

export const F11: Fault = {
  what: "receivers that refuse, are unknown, answer errors, nothing or too much, cut connections, or are gone",
  goal: "attempts at the table's times; 410 and five days disable; others unaffected; memory flat",
  shape: { database: "PostgreSQL", processes: 2, main: join(import.meta.dirname, "../clock-main.ts") },
  strike: async (world, time) => {
    // What the first sync told of is out of the way.
    const waiting = `select count(*)::int as count from delivery where status = 'PENDING'`
    await until(
      () => world.postgres!.query<{ readonly count: number }>(waiting),
      ([left]) => left!.count < 20
    )
    /** How healthy endpoints do alone. */
    const alone = async () => {
      const from = Date.now()
      await sleep(Math.max(time, 3000))
      return latency(world, from)
    }
    const before = await alone()
    const tls = await withoutCertificate()
    const from = Date.now()
    const { done, least, most } = await peak(world, () => misbehave(world, tls.port)).finally(tls.close)
    const ill = latency(world, from)
    const well = Math.max(before, await alone())
    return {
      times: done.times,
      figures: { "p95 alone in ms": well, "p95 meanwhile in ms": ill, "memory grown by MB": most - least },
      faults: [
        ...done.faults,
        ...(ill > Math.max(well * slower, floor) ? [`healthy endpoints wait ${ill} ms instead of ${well} ms`] : []),
        ...(most - least > growth ? [`memory grew from ${least} MB to ${most} MB`] : [])
      ]
    }
  }
}
