/** What a platform answers on purpose, to do harm. */
import { Fault } from "@svc/testkit/platform"
import { apiKey } from "../../test/support/ServerProcess.ts"
import * as Calling from "../Calling.ts"
import { type Fault as ChaosFault, three } from "../Fault.ts"
import * as Others from "../Others.ts"
import * as Trouble from "../Trouble.ts"
import { any, filing, laterPage, listing, single, writing } from "../Trouble.ts"
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

/** What a platform says of what it has done, with a member more, as JSON, before the others. */
const telling =
  (member: () => string): Answer =>
  async ({ written }) => {
    const reply = await written()
    return { ...reply, text: reply.text.replace(/^\{/, () => `{${member()},`) }
  }
/** The same with another id. */
const renamed =
  (id: () => string): Answer =>
  async ({ written }) => {
    const reply = await written()
    return { ...reply, text: reply.text.replace(/"id":"[^"]*"/, () => `"id":"${id()}"`) }
  }

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
  },
  { name: "depth of what was written", hits: writing, answer: telling(() => `"lines":${objects(40_000)}`) },
  { name: "sizes of what was written", hits: writing, answer: telling(() => `"remark":"${"x".repeat(4_100_000)}"`) },
  { name: "an id without end of what was written", hits: writing, answer: renamed(() => "4".repeat(100_000)) },
  {
    name: "depth alone of what was written",
    hits: writing,
    answer: async ({ written }) => ({ ...(await written()), text: lists(40_000) })
  },
  { name: "depth of a file that was taken", hits: filing, answer: telling(() => `"lines":${lists(40_000)}`) },
  { name: "an id without end of a file", hits: filing, answer: renamed(() => "4".repeat(100_000)) }
]

const json =
  (text: () => string, status = 200, headers: Readonly<Record<string, string>> = {}): Calling.TokenTrouble["answer"] =>
  (response) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(text())
const tokens = (more: string) => `{"access_token":"a","refresh_token":"b","token_type":"Bearer",${more}}`
/** The same of a token service. */
const tokenTroubles: ReadonlyArray<Calling.TokenTrouble> = [
  { name: "depth of tokens", answer: json(() => tokens(`"more":${lists(40_000)}`)) },
  { name: "depth instead of tokens", answer: json(() => objects(40_000)) },
  { name: "sizes of tokens", answer: json(() => tokens(`"more":"${"x".repeat(8_000_000)}"`)) },
  { name: "tokens without end", answer: json(() => `{"access_token":"${"a".repeat(500_000)}","token_type":"Bearer"}`) },
  { name: "tokens that live for ever", answer: json(() => tokens(`"expires_in":1e300`)) },
  { name: "tokens to be waited for without end", answer: json(() => "{}", 429, { "retry-after": "1e12" }) }
]

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
  what: "a platform that answers reads, writes, files and token requests with depth, sizes and ids beyond measure, pages in circles, waits without end, ids that change",
  goal: `equal to the platform afterwards; nothing taken for deleted; no wait beyond 25 h, and none once it is lifted; ${Others.goal}`,
  shape: { ...three, processes: 2, platform: () => ({ pageSize: 50 }) },
  strike: async (world, time) => {
    const over = new AbortController()
    const lifted = new AbortController()
    const files = await Calling.files(world)
    // Others are measured beside the same work with a platform that behaves, for it is the platform that means harm.
    const asked = Promise.all([
      Calling.passing(world, over.signal),
      Calling.writing(world, over.signal),
      Calling.filing(world, files, apiKey, over.signal),
      Trouble.listingAll(world, over.signal, 1500).then(() => [])
    ])
    const lifts = Calling.lifting(world, [world.connection, files.connection], lifted.signal)
    const struck = async () => {
      const { faults, figures, harm } = await Others.beside(world, time, async () => {
        const trouble = Trouble.begin(world, kinds, 0.15)
        const renewed = Calling.renewing(world, tokenTroubles, over.signal)
        await trouble.over(time)
        over.abort()
        return { trouble, renewed: await renewed }
      })
      const wrong = (await asked).flat()
      // What was taken up before the platform behaved may still be paused by what it said.
      await Trouble.listAgain(world)
      return { ...harm, figures, faults: [...faults, ...wrong] }
    }
    const { faults, figures, renewed, trouble } = await struck().finally(() => {
      over.abort()
      lifted.abort()
      return Promise.allSettled([asked, lifts])
    })
    const long = await lifts
    const never = [...renewed.counts].filter(([, count]) => count === 0)
    return {
      times: trouble.times(),
      figures: { ...figures, ...Object.fromEntries([...trouble.counts, ...renewed.counts]) },
      faults: [
        ...faults,
        ...long,
        ...renewed.faults,
        ...never.map(([name]) => `${name} never happened`),
        ...(await wronglyDeleted(world)),
        ...trouble.faults()
      ]
    }
  }
}
