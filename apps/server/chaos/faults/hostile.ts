/** What a platform answers on purpose, to do harm. */
import { Fault } from "@svc/testkit/platform"
import { setTimeout as sleep } from "node:timers/promises"
import { type Fault as ChaosFault, three } from "../Fault.ts"
import * as Trouble from "../Trouble.ts"
import { any, laterPage, listing, single } from "../Trouble.ts"
import { tenant, type World } from "../World.ts"

type Answer = Trouble.Kind["answer"]
const every = "every call"

const lists = (levels: number) => "[".repeat(levels) + "]".repeat(levels)
const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`
/** Adds an item, as JSON, to those of a page. */
const adding =
  (item: () => string): Answer =>
  async ({ written }) => {
    const reply = await written()
    return { ...reply, text: reply.text.replace(/^\{"items":\[(\]?)/, (_, end) => `{"items":[${item()}${end || ","}`) }
  }
/** Other items of a page, made of those that are there. */
const changing =
  (change: (items: ReadonlyArray<Record<string, unknown>>) => ReadonlyArray<unknown>): Answer =>
  async ({ written }) => {
    const reply = await written()
    const page = JSON.parse(reply.text)
    return Array.isArray(page.items)
      ? { ...reply, text: JSON.stringify({ ...page, items: change(page.items) }) }
      : reply
  }
const waiting =
  (status: number, retryAfter: string): Answer =>
  () => ({ status, headers: { "content-type": "application/json", "retry-after": retryAfter }, text: "{}" })

/** The worst of everything, and the calls that it happens to. */
const kinds: ReadonlyArray<Trouble.Kind> = [
  { name: "depth in lists", hits: listing, answer: adding(() => `{"id":"h1","lines":${lists(40_000)}}`) },
  { name: "depth in objects", hits: listing, answer: adding(() => `{"id":"h2","payee":${objects(40_000)}}`) },
  { name: "items of depth alone", hits: listing, answer: adding(() => lists(5_000)) },
  { name: "sizes", hits: listing, answer: adding(() => `{"id":"h3","remark":"${"x".repeat(4_100_000)}"}`) },
  { name: "ids", hits: listing, answer: adding(() => `{"id":"${"4".repeat(100_000)}"}`) },
  { name: "a page that comes twice", hits: laterPage, answer: Fault.repeatedPage(every).answer },
  { name: "cursors in a circle", hits: laterPage, answer: ({ before }) => before[0]! },
  {
    name: "ids that change under way",
    hits: listing,
    // Who says of a record that it is deleted is believed: those that are marked so keep their ids.
    answer: changing((items) => {
      const there = items.filter(({ deleted }) => deleted !== true)
      return items.map((item) => {
        const at = there.indexOf(item)
        return at === -1 ? item : { ...item, id: (there[at + 1] ?? there[0]!)["id"] }
      })
    })
  },
  { name: "one id for two", hits: listing, answer: changing((items) => [...items.toReversed(), ...items]) },
  { name: "waits without end", hits: any, answer: waiting(429, "1e12") },
  { name: "waits until the year 9999", hits: listing, answer: waiting(503, "Fri, 31 Dec 9999 23:59:59 GMT") },
  {
    name: "depth of one record",
    hits: single,
    answer: () => ({ status: 200, headers: { "content-type": "application/json" }, text: lists(40_000) })
  }
]

/** What an operator does: a pause that a platform asked for is lifted. Says which of them was longer than is believed. */
const lifting = async ({ call, connection }: World, over: AbortSignal): Promise<ReadonlyArray<string>> => {
  const faults: Array<string> = []
  const path = `/v3/core/connections/${connection}`
  for (;;) {
    const isLast = over.aborted
    const { body, status } = await call("GET", path)
    const until = status === 200 ? body.data.sync_resume_at : null
    if (until !== null && Date.parse(until) - Date.now() > 25.1 * 3_600_000) faults.push(`paused until ${until}`)
    await call("POST", `${path}/resume`)
    if (isLast) return [...new Set(faults)].slice(0, 3)
    await sleep(400)
  }
}
/** Records asked for by their ids and calls passed through: an answer is one, or a refusal of a kind that there is. */
const asking = async ({ call, company, platform }: World, over: AbortSignal): Promise<ReadonlyArray<string>> => {
  const faults: Array<string> = []
  const [first] = await platform.all(tenant, "contacts")
  while (!over.aborted) {
    for (const path of ["/contacts", `/contacts/${first.id}`]) {
      const { body, status } = await call("POST", "/passthrough", {
        company_id: company,
        data: { method: "GET", path }
      })
      if (![200, 429, 502, 503, 504].includes(status)) faults.push(`passthrough: ${status} ${JSON.stringify(body)}`)
    }
    await sleep(100)
  }
  return faults.slice(0, 3)
}
/** Records that a webhook was told were deleted, and that the platform has. */
const wronglyDeleted = async ({ platform, received }: World): Promise<ReadonlyArray<string>> => {
  const deleted = received.filter(({ operation }) => operation === "DELETE")
  const faults: Array<string> = []
  for (const [model, resource] of [
    ["CONTACTS", "contacts"],
    ["BILLS", "bills"],
    ["INVOICES", "invoices"],
    ["EXPENSES", "expenses"],
    ["CRM_DEALS", "deals"]
  ]) {
    const there = new Set((await platform.all(tenant, resource!)).map(({ id }) => id as string))
    const wrong = deleted.filter((one) => one.model === model && there.has(one.record.platform_id))
    if (wrong.length > 0) faults.push(`${wrong.length} of ${model} were taken for deleted`)
  }
  return faults
}

export const F18: ChaosFault = {
  what: "a platform that answers with depth, sizes and ids beyond measure, pages in circles, waits without end, ids that change",
  goal: "equal to the platform afterwards; nothing taken for deleted; no wait beyond 25 h, and none once it is lifted",
  shape: { ...three, processes: 2, platform: () => ({ pageSize: 20 }) },
  strike: async (world, time) => {
    const over = new AbortController()
    const reads: Trouble.Hits = ({ call }) => call.method === "GET"
    const trouble = Trouble.begin(world, kinds, 0.15, reads)
    const asked = Promise.all([asking(world, over.signal), Trouble.listingAll(world, over.signal, 1500)])
    const lifted = new AbortController()
    const lifts = lifting(world, lifted.signal)
    await trouble.over(time)
    over.abort()
    const [faults] = await asked
    // What was taken up before the platform behaved may still be paused by what it said.
    await Trouble.listAgain(world)
    lifted.abort()
    const long = await lifts
    return {
      times: trouble.times(),
      figures: Object.fromEntries(trouble.counts),
      faults: [...faults, ...long, ...(await wronglyDeleted(world)), ...trouble.faults()]
    }
  }
}
