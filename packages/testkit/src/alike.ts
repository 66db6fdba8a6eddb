/**
 * That a record asked for by its id is the one that the listing shows, in every member, and that what another model's
 * records are is not found.
 */
import { Connector, Models, type Read } from "@svc/core"
import type { Reading } from "@svc/core/runtime"
import * as Effect from "effect/Effect"
import { assertShown } from "./because.ts"
import type { Case } from "./Case.ts"
import * as FakePlatform from "./FakePlatform.ts"
import { complete } from "./reads.ts"
import { firstCall, withoutPages } from "./since.ts"
import { type Check, fakeOf, type Subject, withClient } from "./Subject.ts"
import { foundOf, straightRun } from "./Walk.ts"

export const alikeChecks = (subject: Subject, model: Models.ModelId, own: Case): ReadonlyArray<Check> => {
  const able = Connector.sourcesOf(subject.connector, model).filter(({ get }) => get !== undefined)
  if (able.length === 0) return []
  return [
    { name: `${model}: a record by its id is what the listing shows of it`, run: () => alike(subject, model, own) },
    {
      name: `${model}: what is another kind's is not found by its id`,
      run: () => otherKinds(subject, model, able, own)
    }
  ]
}

const alike = async (subject: Subject, model: Models.ModelId, own: Case) => {
  const { walked } = await straightRun(subject, model, own)
  const listed = new Map<string, object>()
  for (const { records } of walked.items) {
    for (const record of records) listed.set(record.platform_id, record)
  }
  const differing: Array<string> = []
  let shown = 0
  for (const { id, record } of own.get ?? []) {
    if (record === null) continue
    const found: Readonly<Record<string, unknown>> = complete(model, record)
    const inList = listed.get(String(found["platform_id"])) as typeof found | undefined
    if (inList === undefined) continue
    shown++
    for (const [name, value] of Object.entries(found)) {
      const before = JSON.stringify(inList[name])
      const after = JSON.stringify(value)
      if (before !== after) differing.push(`${id}: \`${name}\` is ${before} in the listing and ${after} by its id`)
    }
  }
  if (listed.size > 0 && shown === 0) {
    differing.push(
      "no record of `get` is one that the listing shows: give the id of one, answered as the listing has it"
    )
  }
  assertShown(own, "get", differing[0] ?? null)
}

const sameCall = (one: ReturnType<NonNullable<Read.Read["get"]>>, other: typeof one): boolean =>
  one !== null && other !== null && JSON.stringify(one) === JSON.stringify(other)

/** Ids of the items that a listing shows, and of their records. */
const idsIn = (items: ReadonlyArray<Reading.Item>): ReadonlySet<string> =>
  new Set(items.flatMap(({ owner, records }) => [...records.map((one) => one.platform_id), ...(owner ? [owner] : [])]))

const otherKinds = async (subject: Subject, model: Models.ModelId, able: ReadonlyArray<Read.Read>, own: Case) => {
  const { connector, settings } = subject
  const callsFor = (reads: ReadonlyArray<Read.Read>, of: Case, id: string) =>
    Promise.all(reads.map(async (read) => read.get!(id, { settings, lookups: await foundOf(subject, read, of) })))
  const listed = idsIn((await straightRun(subject, model, own)).walked.items)
  const found: Array<string> = []
  let asked = 0
  for (const other of Models.modelIds.filter((name) => name !== model && name in connector.reads)) {
    const its = subject.cases[other]
    if (its === undefined) continue
    const others = Connector.sourcesOf(connector, other).filter(({ get }) => get !== undefined)
    for (const { exchanges, id, record } of its.get ?? []) {
      if (record === null) continue
      const mine = await callsFor(able, own, id)
      const theirs = await callsFor(others, its, id)
      if (!mine.some((call) => theirs.some((one) => sameCall(call, one)))) continue
      const fake = fakeOf(subject, [...exchanges, ...own.exchanges])
      const item = await withClient(subject, fake, (client) => Effect.option(client.get(model, id)))
      const one = item._tag === "Some" ? item.value?.records[0]?.platform_id : undefined
      if (one === undefined) asked++
      else if (!listed.has(one)) {
        found.push(
          `${id} is one of ${other}, and a record of ${model} is found by it: ask for this kind alone, or map another kind to null`
        )
      }
    }
  }
  const hidden = (own.get ?? []).some(
    ({ exchanges, record }) => record === null && exchanges.some(({ response }) => (response.status ?? 200) < 300)
  )
  const loose = asked > 0 || hidden ? [] : await unkept(subject, able, own)
  assertShown(own, "kind", [...found, ...loose][0] ?? null)
}

/** What sources are restricted to in their listing and not where one record is asked for. */
const unkept = async (subject: Subject, able: ReadonlyArray<Read.Read>, own: Case): Promise<ReadonlyArray<string>> => {
  const requests = (own.get ?? []).flatMap(({ exchanges }) => exchanges.map(({ request }) => request))
  const loose: Array<string> = []
  for (const read of able) {
    const call = await firstCall(subject, withoutPages(read), own)
    const kinds = kindsIn(call)
    const isKept = requests.some((request) => {
      const said = JSON.stringify([request.path, request.query, FakePlatform.bodyOf(request)])
      return kinds.every((kind) => said.includes(JSON.stringify(kind).slice(1, -1)))
    })
    if (kinds.length > 0 && !isKept) {
      loose.push(
        `${read.source} lists ${kinds.join(", ")} alone: no case shows that a record of another kind is not found by its id (\`get\` with \`record: null\`)`
      )
    }
  }
  return loose
}

/** The words that say which kind a listing is restricted to: a parameter of that name, or what a condition compares with. */
const kindsIn = ({ body, url }: FakePlatform.Asked): ReadonlyArray<string> => {
  const found: Array<string> = []
  const visit = (value: unknown, name: string): void => {
    if (Array.isArray(value)) {
      const [field, operator, kind] = value as ReadonlyArray<unknown>
      if (typeof field === "string" && /^(=|==|eq|in)$/i.test(String(operator)) && typeof kind === "string")
        found.push(kind)
      else for (const inner of value) visit(inner, name)
    } else if (typeof value === "object" && value !== null) {
      for (const [inner, own] of Object.entries(value)) visit(own, inner)
    } else if (typeof value === "string" && /(^|_|[a-z])(type|kind|side|role|class)$/i.test(name)) found.push(value)
    else if (typeof value === "string") {
      const where = /\bwhere\b/i.test(value) || /^(where|filter|\$filter|query|q)$/i.test(name) ? value : ""
      for (const [, kind] of where.matchAll(/(?:=|==|\beq\b)\s*\\?["']([\w -]+)\\?["']/gi)) found.push(kind!)
    }
  }
  for (const [name, value] of url.searchParams) visit(value, name)
  visit(body, "")
  return found
}
