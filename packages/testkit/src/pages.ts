/** That a case shows enough of a list to prove its pages: a second one of each, and the order that a key needs. */
import assert from "node:assert/strict"
import { Connector, Models, type Page, type Read } from "@svc/core"
import * as Effect from "effect/Effect"
import { assertShown } from "./because.ts"
import type { Case } from "./Case.ts"
import type * as FakePlatform from "./FakePlatform.ts"
import { firstCall } from "./since.ts"
import { type Check, fakeOf, type Subject, withClient } from "./Subject.ts"
import { nowOf, sourceRun, walk } from "./Walk.ts"

export const pageChecks = (subject: Subject, model: Models.ModelId, own: Case): ReadonlyArray<Check> => {
  const sources = Connector.sourcesOf(subject.connector, model)
  const named = sources.filter(namesIds)
  return [
    {
      name: `${model}: the case shows two pages of each list`,
      run: async () => assertShown(own, "pages", await lackOfPages(subject, sources, own))
    },
    ...(named.length === 0 || own.deletes === undefined
      ? []
      : [
          {
            name: `${model}: the case shows two pages of ids`,
            run: async () => assertShown(own, "ids", await lackOfIds(subject, named, own))
          }
        ]),
    { name: `${model}: pages by a key are asked for in its order`, run: () => ordered(subject, sources, own) }
  ]
}

const namesIds = ({ deletes }: Read.Read): boolean => deletes._tag === "Feed" || deletes._tag === "IdListing"

/** How many pages with an item a case shows of a source. */
const shownOf = async (subject: Subject, read: Read.Read, own: Case): Promise<number> => {
  const { walked } = await sourceRun(subject, read, own)
  return walked.steps.filter(({ page }) => page.items.length + page.older.length > 0).length
}
/** Walks that a case shows in two pages; what shares their strategy is proven with them. */
const provenIn = new WeakMap<Subject["cases"], Promise<ReadonlySet<Page.Page>>>()
const provenOf = (subject: Subject): Promise<ReadonlySet<Page.Page>> => {
  const known = provenIn.get(subject.cases)
  if (known !== undefined) return known
  const asked = findProven(subject)
  provenIn.set(subject.cases, asked)
  return asked
}
const findProven = async (subject: Subject): Promise<ReadonlySet<Page.Page>> => {
  const found = new Set<Page.Page>()
  for (const model of Models.modelIds.filter((name) => name in subject.connector.reads && name in subject.cases)) {
    const own = subject.cases[model]!
    for (const read of Connector.sourcesOf(subject.connector, model)) {
      if (!found.has(read.page) && (await shownOf(subject, read, own)) > 1) found.add(read.page)
      const { deletes } = read
      if (!("page" in deletes) || found.has(deletes.page)) continue
      if ((await pagesOfIds(subject, read, own)) > 1) found.add(deletes.page)
    }
  }
  return found
}

const lackOfPages = async (subject: Subject, sources: ReadonlyArray<Read.Read>, own: Case) => {
  const lacking: Array<string> = []
  for (const read of sources) {
    // The calendar says how many there are.
    if (read.page.isRepeating === true) continue
    const count = await shownOf(subject, read, own)
    if (count > 1 || (count === 1 && (await provenOf(subject)).has(read.page))) continue
    lacking.push(
      `the case shows ${count === 0 ? "no item" : "one page"} of ${read.source}: give it a second page with an item, so that a list that ends too early is seen`
    )
  }
  return lacking[0] ?? null
}

const pagesOfIds = async (subject: Subject, read: Read.Read, own: Case): Promise<number> => {
  const { deletes } = own
  const fake = fakeOf(subject, deletes?.exchanges ?? [], { now: nowOf(own) })
  const since = deletes?.since ?? "2026-03-01T00:00:00.000Z"
  await withClient(subject, fake, (client) => Effect.exit(client.ids(read, { now: nowOf(own), since })))
  return fake.calls.length
}
const lackOfIds = async (subject: Subject, sources: ReadonlyArray<Read.Read>, own: Case) => {
  const lacking: Array<string> = []
  for (const read of sources) {
    const { deletes } = read
    if ((await pagesOfIds(subject, read, own)) > 1) continue
    if ("page" in deletes && (await provenOf(subject)).has(deletes.page)) continue
    lacking.push(`the case shows one page of the ids of ${read.source}: give \`deletes\` a second page with an id`)
  }
  return lacking[0] ?? null
}

/** Why a case of an account with little in it shows one page. */
export const onePage = async (
  subject: Subject,
  sources: ReadonlyArray<Read.Read>,
  own: Case,
  why: string
): Promise<NonNullable<Case["because"]>> => {
  const named = sources.filter(namesIds)
  const pages = await lackOfPages(subject, sources, own)
  const ids = own.deletes === undefined ? null : await lackOfIds(subject, named, own)
  return { ...(pages === null ? {} : { pages: why }), ...(ids === null ? {} : { ids: why }) }
}

/** A page that begins after the key of the last item needs a list that is sorted by that key. */
const ordered = async (subject: Subject, sources: ReadonlyArray<Read.Read>, own: Case) => {
  const unordered: Array<string> = []
  for (const read of sources) {
    if (read.page.sorted !== undefined) {
      assert.notEqual(read.page.sorted.trim(), "", `${read.source}: \`sorted\` says why pages come in the key's order`)
      continue
    }
    if (!(await isByKey(subject, read, own))) continue
    const call = await firstCall(subject, read, own)
    if (!isOrdered(call)) {
      unordered.push(
        `${read.source} begins each page after the last item of the one before, and does not ask for an order: an item that comes out of turn would be skipped`
      )
    }
  }
  assertShown(own, "order", unordered[0] ?? null)
}
const isOrdered = ({ body, url }: FakePlatform.Asked): boolean =>
  /order|sort|rank/i.test(`${decodeURIComponent(url.search)} ${typeof body === "string" ? body : JSON.stringify(body)}`)

/** Whether the next page hangs on which item is the last. */
const isByKey = async (subject: Subject, read: Read.Read, own: Case): Promise<boolean> => {
  const fake = fakeOf(subject, own.exchanges, { now: nowOf(own) })
  const seen: Array<readonly [unknown, Page.PageAnswer]> = []
  const page: Page.Page = {
    ...read.page,
    next: (state, answer) => {
      seen.push([state, answer])
      return read.page.next(state, answer)
    }
  }
  const watched = { ...read, page }
  await withClient(subject, fake, (client) => Effect.exit(walk(client, fake, watched, own)))
  const next = (state: unknown, answer: Page.PageAnswer, items: ReadonlyArray<unknown>): unknown => {
    try {
      return JSON.stringify(read.page.next(state, { ...answer, items }))
    } catch {
      return undefined
    }
  }
  return seen.some(([state, answer]) => {
    const { items } = answer
    if (items.length < 2) return false
    const [forth, back] = [next(state, answer, items), next(state, answer, items.toReversed())]
    return forth !== undefined && back !== undefined && forth !== back
  })
}
