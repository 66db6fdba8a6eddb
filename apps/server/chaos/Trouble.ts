/**
 * A platform's calls that are struck by chance, each by the kind of trouble that has waited longest among those that can
 * happen to it: so that every kind comes, however few calls there are.
 */
import { Fault } from "@svc/testkit/platform"
import { setTimeout as sleep } from "node:timers/promises"
import { data, type World } from "./World.ts"

export type Hits = (moment: Fault.Moment) => boolean
export interface Kind {
  readonly name: string
  readonly hits: Hits
  readonly answer: Fault.Fault["answer"]
}

/** A fault of the kit's, and which calls it happens to. */
export const kind = ({ answer, name }: Fault.Fault, hits: Hits): Kind => ({ name, hits, answer })

const segments = ({ call }: Fault.Moment) => call.url.pathname.split("/").length
export const any: Hits = () => true
export const listing: Hits = (moment) => moment.call.method === "GET" && segments(moment) === 3
export const single: Hits = (moment) => moment.call.method === "GET" && segments(moment) === 4
export const laterPage: Hits = (moment) =>
  listing(moment) && moment.call.url.searchParams.has("cursor") && moment.before.length > 0
const isFile = ({ call }: Fault.Moment) => call.url.pathname.endsWith("/content")
export const writing: Hits = (moment) => !["GET", "DELETE"].includes(moment.call.method) && !isFile(moment)
/** A file that is sent. */
export const filing: Hits = (moment) => moment.call.method === "POST" && isFile(moment)

export interface Trouble {
  /** How often each kind struck so far. */
  readonly counts: ReadonlyMap<string, number>
  /** Resolves when the time, in milliseconds, is over and each kind has struck, at the latest a minute after it; then it stops. */
  readonly over: (time: number) => Promise<void>
  readonly times: () => number
  /** What a kind that never struck is told as. */
  readonly faults: () => ReadonlyArray<string>
}

/** Strikes this part of the calls, but for those that ask whose account it is. */
export const begin = ({ chance, platform }: World, kinds: ReadonlyArray<Kind>, part: number): Trouble => {
  const counts = new Map(kinds.map(({ name }) => [name, 0]))
  let isLate = false
  // What has not come by chance is not waited for: the world grows meanwhile.
  const isDue = (moment: Fault.Moment) =>
    chance.some(part) || (isLate && kinds.some(({ hits, name }) => counts.get(name) === 0 && hits(moment)))
  const deck = kinds.toSorted(() => chance.int(3) - 1)
  const stop = platform.strike({
    name: "trouble by chance",
    when: (moment) => !moment.call.url.pathname.endsWith("/company") && isDue(moment),
    answer: (moment) => {
      const fitting = deck.filter((own) => own.hits(moment))
      const next = fitting.find(({ name }) => isLate && counts.get(name) === 0) ?? fitting[0]!
      deck.push(...deck.splice(deck.indexOf(next), 1))
      counts.set(next.name, counts.get(next.name)! + 1)
      return next.answer(moment)
    }
  })
  const missing = () => [...counts].filter(([, count]) => count === 0).map(([name]) => name)
  return {
    counts,
    over: async (time) => {
      for (const began = Date.now(); Date.now() - began < time || missing().length > 0;) {
        isLate = Date.now() - began >= time
        if (Date.now() - began > time + 60_000) break
        await sleep(100)
      }
      stop()
    },
    times: () => [...counts.values()].reduce((sum, count) => sum + count, 0),
    faults: () => missing().map((name) => `${name} never happened`)
  }
}

const listsAll = ({ company, connection }: World) => ({
  company_id: company,
  connection_id: connection,
  full_sync: true
})

/**
 * Full syncs one after the other, with pauses, in milliseconds: later pages are what much of this happens to. Never two at
 * once, since a queue of them would take longer to work off than what is tested.
 */
export const listingAll = async (world: World, over: AbortSignal, pause: number) => {
  const { call } = world
  let last: number | null = null
  while (!over.aborted) {
    const asked = last === null ? null : await call("GET", `/v3/core/syncs/${last}`)
    if (asked === null || (asked.status === 200 && asked.body.data.finished_at !== null)) {
      const made = await call("POST", "/v3/core/syncs", listsAll(world))
      last = made.status === 200 ? made.body.data.svc_id : null
    }
    await sleep(pause)
  }
}

/**
 * Everything listed once more, to its end, by a sync that began after this was called. What a platform said of one record
 * under the id of another is not among the changes that it tells later on.
 */
export const listAgain = async (world: World): Promise<void> => {
  const end = Date.now() + 180_000
  for (;;) {
    const { svc_id } = await data(world, "POST", "/v3/core/syncs", listsAll(world))
    for (;;) {
      const sync = await data(world, "GET", `/v3/core/syncs/${svc_id}`)
      if (sync.status === "SUCCESS") return
      if (Date.now() > end) {
        const jobs = await data(world, "GET", `/v3/core/syncs/${svc_id}/jobs`)
        const left = jobs.filter(({ status }: any) => status !== "SUCCESS")
        throw new Error(`What lists everything again is ${sync.status}: ${sync.error} ${JSON.stringify(left)}`)
      }
      if (sync.finished_at !== null) break
      await sleep(200)
    }
  }
}
