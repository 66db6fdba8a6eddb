/** What a platform does wrong. */
import { Fault as Trouble } from "@svc/testkit/platform"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import type { Fault } from "../Fault.ts"
import { limit } from "../limit.ts"
import { tenant, type World } from "../World.ts"

interface Kind {
  readonly fault: Trouble.Fault
  readonly hits: (moment: Trouble.Moment) => boolean
}
const every = "every call"
const any = () => true
const listing = ({ call }: Trouble.Moment) => call.method === "GET" && call.url.pathname.split("/").length === 3
const laterPage = (moment: Trouble.Moment) =>
  listing(moment) && moment.call.url.searchParams.has("cursor") && moment.before.length > 0

/** Everything that can go wrong, and with which calls. */
const kinds: ReadonlyArray<Kind> = [
  { fault: Trouble.tooManyRequests(every, 1), hits: any },
  { fault: Trouble.tooManyRequests(every), hits: any },
  { fault: Trouble.unauthorized(every), hits: laterPage },
  { fault: Trouble.unavailable(every, 500), hits: laterPage },
  { fault: Trouble.unavailable(every), hits: any },
  { fault: Trouble.cutShort(every), hits: any },
  { fault: Trouble.html(every), hits: any },
  { fault: Trouble.brokenConnection(every), hits: any },
  { fault: Trouble.lostAnswer(every), hits: any },
  { fault: Trouble.repeatedPage(every), hits: laterPage },
  { fault: Trouble.shiftedPage(every, "items"), hits: laterPage },
  { fault: Trouble.doubledItems(every, "items"), hits: listing },
  { fault: Trouble.wrongTypes(every, "items", "name"), hits: listing },
  { fault: Trouble.skewedTimes(every, "items", "updatedAt", -600), hits: listing },
  { fault: Trouble.expiredCursor(every), hits: laterPage }
]

/** Strikes some calls, each with the kind that has waited longest among those that can; how often each did so far. */
const trouble = ({ chance, platform }: World) => {
  const counts = new Map(kinds.map(({ fault }) => [fault.name, 0]))
  const deck = kinds.toSorted(() => chance.int(3) - 1)
  const stop = platform.strike({
    name: "trouble by chance",
    when: ({ call }) => !call.url.pathname.endsWith("/company") && chance.some(0.2),
    answer: (moment) => {
      const kind = deck.find(({ hits }) => hits(moment))!
      deck.push(...deck.splice(deck.indexOf(kind), 1))
      counts.set(kind.fault.name, counts.get(kind.fault.name)! + 1)
      return kind.fault.answer(moment)
    }
  })
  return { counts, stop }
}

/** Deletes records of every kind: those that stay marked, those that the feed names, those that only a listing lacks. */
const deleting = async ({ chance, platform }: World, over: AbortSignal): Promise<number> => {
  let deleted = 0
  while (!over.aborted) {
    const resource = chance.one(["contacts", "bills", "invoices", "expenses", "deals"])
    // What clients wrote is to be found there afterwards.
    const rows = (await platform.all(tenant, resource)).filter(({ name }) => !String(name).startsWith("Chaos "))
    const { id } = chance.one(rows)
    const gone = platform.call(tenant, "DELETE", `/${resource}/${id}`).then(
      () => 1,
      // Others refer to it.
      () => 0
    )
    deleted += await gone
    await sleep(150)
  }
  return deleted
}

/** Later pages are what much of this happens to. */
const listingAll = async ({ call, company, connection }: World, over: AbortSignal): Promise<void> => {
  while (!over.aborted) {
    await call("POST", "/v3/core/syncs", { company_id: company, connection_id: connection, full_sync: true })
    await sleep(2500)
  }
}

/** Lets tokens end, with fifty calls at once over all processes each time; says what was not as it must be. */
const expiring = async ({ servers, signedIn }: World, over: AbortSignal) => {
  const faults: Array<string> = []
  let expiries = 0
  while (!over.aborted) {
    const [server] = servers
    const company = await server!.call("POST", "/v3/core/companies", { name: "Signed in" })
    const company_id: number = company.body.data.svc_id
    const ends = Date.now() + 61_000
    const made = await server!.call("POST", "/v3/core/connections", {
      company_id,
      integration_type: "XERO",
      settings: { tenantId: "tenant" },
      credentials: { ...signedIn.tokens(), expires_at: new Date(ends).toISOString() },
      sync_config: [{ data_model: "CURRENCIES", enabled: false }]
    })
    if (made.status !== 200) return { expiries, faults: [`no connection: ${JSON.stringify(made.body)}`] }
    // Tokens are renewed a minute before they end.
    await sleep(Math.max(0, ends - 60_000 - Date.now()) + 200)
    const [asked, served] = [signedIn.asked(), signedIn.served()]
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        servers[at % servers.length]!.call("POST", "/passthrough", {
          company_id,
          data: { method: "GET", path: "/Organisation" }
        })
      )
    )
    expiries++
    const refused = answers.filter(({ body, status }) => status !== 200 || body.platform_status !== 200)
    if (refused.length > 0) faults.push(`${refused.length} of 50 calls failed: ${JSON.stringify(refused[0]!.body)}`)
    if (signedIn.asked() - asked !== 1) faults.push(`${signedIn.asked() - asked} renewals for one expiry`)
    if (signedIn.served() - served !== 50) faults.push(`${signedIn.served() - served} of 50 calls reached the platform`)
  }
  return { expiries, faults }
}

export const F12: Fault = {
  what: "a platform whose answers are refusals, errors, cut, wrong, repeated, shifted, out of date or lost; tokens that end",
  goal: "equal to the platform afterwards; one renewal for each expiry; never above the limit",
  shape: {
    database: "PostgreSQL",
    processes: 2,
    main: join(import.meta.dirname, "../limited-main.ts"),
    // A clock that is late by less than what each run looks back.
    platform: (chance) => ({ pageSize: 20, limit, skew: chance.one([-600_000, 0, 600_000]) })
  },
  strike: async (world, time) => {
    const over = new AbortController()
    const { counts, stop } = trouble(world)
    const acting = Promise.all([
      deleting(world, over.signal),
      expiring(world, over.signal),
      listingAll(world, over.signal)
    ])
    const missing = () => [...counts].filter(([, count]) => count === 0).map(([name]) => name)
    for (const began = Date.now(); Date.now() - began < time || missing().length > 0;) {
      if (Date.now() - began > time + 60_000) break
      await sleep(100)
    }
    stop()
    over.abort()
    const [deleted, { expiries, faults }] = await acting
    const refused = world.platform.refused()
    return {
      times: [...counts.values()].reduce((sum, count) => sum + count, 0),
      figures: { ...Object.fromEntries(counts), deletes: deleted, expiries, "calls above the limit": refused },
      faults: [
        ...faults,
        ...missing().map((name) => `${name} never happened`),
        ...(deleted === 0 ? ["nothing was deleted"] : []),
        ...(expiries === 0 ? ["no token ended"] : []),
        ...(refused > 0 ? [`${refused} calls came above the platform's limit`] : [])
      ]
    }
  }
}
