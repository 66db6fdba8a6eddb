/**
 * Readers that follow what changes, each in its way: by the last change it has seen, by the last id, by a cursor that it
 * keeps, by webhooks. Each remembers what it was shown and says when something was shown in front of what it had seen.
 */
import type { Received } from "./Receiver.ts"

/** One page of a list, by its path and query. */
export type Ask = (path: string) => Promise<{ readonly data: ReadonlyArray<any>; readonly next: string | null }>

export interface Poller {
  readonly name: string
  /** What it was last shown of each record: `svc_updated_at` by `svc_id`. */
  readonly seen: ReadonlyMap<number, string>
  /** What was shown against the promise. */
  readonly faults: ReadonlyArray<string>
  /** Reads on from where it stands, to the end. */
  readonly poll: () => Promise<void>
}

const make = (name: string, read: (note: (record: any) => void, fault: (text: string) => void) => Promise<void>) => {
  const seen = new Map<number, string>()
  const faults: Array<string> = []
  const note = (record: any) => void seen.set(record.svc_id, record.svc_updated_at)
  return { name, seen, faults, poll: () => read(note, (text) => void faults.push(`${name}: ${text}`)) }
}

const idOf = (record: any): string => String(record.svc_id).padStart(16, "0")
const changeOf = (record: any): string => `${record.svc_updated_at} ${idOf(record)}`

/**
 * Asks for what changed since the last change that it was shown: page by page in the order of changes, or with no limit
 * on one page in that of ids.
 */
export const byChanges = (ask: Ask, list: string, since: string, limit: number | null): Poller => {
  let mark = since
  const how = limit === null ? "&limit=1000" : `&limit=${limit}&sort[svc_updated_at]=ASC`
  const placeOf = limit === null ? idOf : changeOf
  return make(`by svc_updated_at${limit === null ? " on one page" : ""}`, async (note, fault) => {
    const query = `${list}&svc_updated_at[gte]=${mark}&include_deleted_records=true${how}`
    let place = ""
    for (let cursor: string | null = ""; cursor !== null;) {
      const page = await ask(`${query}${cursor}`)
      for (const record of page.data) {
        if (placeOf(record) <= place) fault(`${placeOf(record)} was shown after ${place}`)
        place = placeOf(record)
        if (record.svc_updated_at > mark) mark = record.svc_updated_at
        note(record)
      }
      cursor = page.next === null ? null : `&next=${page.next}`
    }
  })
}

/** Follows `next`, and asks for the last page again at the end. Nothing new may stand in front of what it was shown. */
const byCursor = (name: string, ask: Ask, query: string, placeOf: (record: any) => string): Poller => {
  const known = new Set<string>()
  let cursor = ""
  let last = ""
  return make(name, async (note, fault) => {
    for (;;) {
      const page = await ask(`${query}${cursor}`)
      for (const record of page.data) {
        const place = placeOf(record)
        if (place > last) last = place
        else if (!known.has(place)) fault(`${place} was shown after ${last}`)
        known.add(place)
        note(record)
      }
      if (page.next === null) return
      cursor = `&next=${page.next}`
    }
  })
}
/** In the order of ids, from the start of the list or from an id. Changes of what it has passed are not its business. */
export const byIds = (ask: Ask, list: string, limit: number): Poller =>
  byCursor("by svc_id", ask, `${list}&include_deleted_records=true&limit=${limit}`, idOf)
/** In the order of changes, by the cursor alone. */
export const byLastChange = (ask: Ask, list: string, since: string, limit: number): Poller =>
  byCursor(
    "by the cursor of svc_updated_at",
    ask,
    `${list}&svc_updated_at[gte]=${since}&include_deleted_records=true&limit=${limit}&sort[svc_updated_at]=ASC`,
    changeOf
  )
/** Takes what a webhook brought; of what came more than once, the first time counts. */
export const byWebhooks = (received: () => ReadonlyArray<Received>, isOurs: (record: any) => boolean): Poller => {
  const ids = new Set<string>()
  const latest = new Map<number, string>()
  let at = 0
  return make("by webhooks", async (note, fault) => {
    for (const { headers, json } of received().slice(at)) {
      at++
      const id = headers["webhook-id"]!
      const record = json["data"]
      if (ids.has(id) || !isOurs(record)) continue
      ids.add(id)
      const before = latest.get(record.svc_id) ?? ""
      if (record.svc_updated_at < before) fault(`${changeOf(record)} came after ${before}`)
      latest.set(record.svc_id, record.svc_updated_at)
      note(record)
    }
  })
}

/** What a poller has not seen of what there is: for one that follows ids, records; for others, their last change. */
export const missed = (poller: Poller, there: ReadonlyMap<number, string>): ReadonlyArray<string> =>
  [...there].flatMap(([id, at]) => {
    const seen = poller.seen.get(id)
    if (seen === at || (seen !== undefined && poller.name === "by svc_id")) return []
    return [`${poller.name}: ${id} of ${at} was ${seen === undefined ? "never shown" : `last shown as of ${seen}`}`]
  })

interface From {
  readonly since: string
  readonly id: number
}
const byLists = (ask: Ask, list: string, from: From, limit: () => number): ReadonlyArray<Poller> => [
  byChanges(ask, list, from.since, limit()),
  byChanges(ask, list, from.since, null),
  byLastChange(ask, list, from.since, limit()),
  byIds(ask, `${list}&svc_id[gt]=${from.id}`, limit())
]
const list = "/v3/accounting/items?"
/** Every kind that reads lists, of one company, from a moment and an id on. */
export const ofCompany = (ask: Ask, companyId: number, from: From, limit: () => number): ReadonlyArray<Poller> =>
  byLists(ask, `${list}svc_company_id[eq]=${companyId}`, from, limit)
/** Every kind of poller, from a moment and an id on. */
export const all = (
  ask: Ask,
  from: From,
  received: () => ReadonlyArray<Received>,
  limit: () => number
): ReadonlyArray<Poller> => {
  const before = received().length
  return [
    ...byLists(ask, list, from, limit),
    byWebhooks(
      () => received().slice(before),
      (record) => record.svc_id > from.id
    )
  ]
}

/** Lets them read, again and again, until they are told to stop. */
export const start = (pollers: ReadonlyArray<Poller>) => {
  const over = new AbortController()
  let polls = 0
  const reading = Promise.all(
    pollers.map(async (poller) => {
      while (!over.signal.aborted) {
        await poller.poll()
        polls++
        await new Promise((resolve) => setTimeout(resolve, 3))
      }
    })
  )
  // Whoever began it asks for it in the end.
  reading.catch(() => {})
  return async () => {
    over.abort()
    await reading
    return polls
  }
}

/** What is wrong or missing when all that there is was written long enough ago to be seen. */
export const left = async (pollers: ReadonlyArray<Poller>, there: ReadonlyMap<number, string>) => {
  const open = () => pollers.flatMap((poller) => missed(poller, there))
  // Lists show it in a moment, and webhooks bring it as soon as it is delivered.
  for (const end = Date.now() + 20_000; open().length > 0 && Date.now() < end;) {
    await Promise.all(pollers.map(({ poll }) => poll()))
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return [...pollers.flatMap(({ faults }) => faults), ...open()]
}
