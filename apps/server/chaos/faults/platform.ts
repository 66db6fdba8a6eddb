/** What a platform does wrong. */
import { Fault } from "@svc/testkit/platform"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import type { Fault as ChaosFault } from "../Fault.ts"
import { limit } from "../limit.ts"
import * as Trouble from "../Trouble.ts"
import { any, kind, laterPage, listing } from "../Trouble.ts"
import { tenant, type World } from "../World.ts"

const every = "every call"

/** Everything that can go wrong, and with which calls. */
const kinds: ReadonlyArray<Trouble.Kind> = [
  kind(Fault.tooManyRequests(every, 1), any),
  kind(Fault.tooManyRequests(every), any),
  kind(Fault.unauthorized(every), laterPage),
  kind(Fault.unavailable(every, 500), laterPage),
  kind(Fault.unavailable(every), any),
  kind(Fault.cutShort(every), any),
  kind(Fault.html(every), any),
  kind(Fault.brokenConnection(every), any),
  kind(Fault.lostAnswer(every), any),
  kind(Fault.repeatedPage(every), laterPage),
  kind(Fault.shiftedPage(every, "items"), laterPage),
  kind(Fault.doubledItems(every, "items"), listing),
  kind(Fault.wrongTypes(every, "items", "name"), listing),
  kind(Fault.skewedTimes(every, "items", "updatedAt", -600), listing),
  kind(Fault.expiredCursor(every), laterPage)
]

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

export const F12: ChaosFault = {
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
    const trouble = Trouble.begin(world, kinds, 0.2)
    const acting = Promise.all([
      deleting(world, over.signal),
      expiring(world, over.signal),
      Trouble.listingAll(world, over.signal, 2500)
    ])
    await trouble.over(time)
    over.abort()
    const [deleted, { expiries, faults }] = await acting
    // A member that could not be read is null and told, until the record is read again: the last listing may have had some.
    await Trouble.listAgain(world)
    const refused = world.platform.refused()
    return {
      times: trouble.times(),
      figures: { ...Object.fromEntries(trouble.counts), deletes: deleted, expiries, "calls above the limit": refused },
      faults: [
        ...faults,
        ...trouble.faults(),
        ...(deleted === 0 ? ["nothing was deleted"] : []),
        ...(expiries === 0 ? ["no token ended"] : []),
        ...(refused > 0 ? [`${refused} calls came above the platform's limit`] : [])
      ]
    }
  }
}
