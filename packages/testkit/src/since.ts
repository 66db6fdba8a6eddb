/**
 * How a run since a moment is asked for: to the letter of the case, of nothing later than the moment, and restricted in
 * everything else as the full listing is.
 */
import assert from "node:assert/strict"
import { Connector, type Models, type Read } from "@svc/core"
import * as Effect from "effect/Effect"
import { assertIdentified } from "./asserts.ts"
import { assertShown } from "./because.ts"
import type { Case } from "./Case.ts"
import * as FakePlatform from "./FakePlatform.ts"
import { holds } from "./holding.ts"
import { type Check, fakeOf, type Subject, withClient } from "./Subject.ts"
import { foundOf, nowOf, walk, type Walking } from "./Walk.ts"

export const sinceChecks = (subject: Subject, model: Models.ModelId, own: Case): ReadonlyArray<Check> => {
  const asking = Connector.sourcesOf(subject.connector, model).filter(isAsking)
  if (asking.length === 0 && own.since === undefined) return []
  return [
    {
      name: `${model}: a run since a moment is asked for as documented`,
      run: () => documented(subject, asking, own)
    },
    {
      name: `${model}: a run since a moment lets go of nothing else that the listing is restricted to`,
      run: () => restricted(subject, asking, own)
    }
  ]
}

/** Whether a source's own listing is asked for changes; a feed has a case of its own. */
const isAsking = ({ sequence, since }: Read.Read): boolean => since !== undefined || sequence?.after !== undefined

/** The first call for a page; the platform's answer to it does not matter. */
export const firstCall = async (subject: Subject, read: Read.Read, own: Case, walking: Walking = {}) => {
  const lookups = await foundOf(subject, read, own)
  const fake = fakeOf(subject, own.exchanges, { now: nowOf(own) })
  await withClient(subject, fake, (client) =>
    Effect.exit(walk(client, fake, read, own, { ...walking, lookups, isFirstAlone: true }))
  )
  return fake.calls[0] ?? assert.fail(`${read.source} makes no call`)
}

/** The same read of one page that asks for no page. */
export const withoutPages = ({ sincePage: _sincePage, ...read }: Read.Read): Read.Read => ({
  ...read,
  page: { start: () => null, apply: () => ({}), next: () => null }
})

const fallback = { at: "2026-03-10T12:34:56.000Z", after: 101 }
/** A run since the moment, or the place in the count, that a case names. */
export const walkingOf = (
  read: Read.Read,
  { at = fallback.at, after = fallback.after }: { readonly at?: string; readonly after?: number }
): Walking => (read.since === undefined && read.sequence?.after !== undefined ? { after } : { since: at })

const documented = async (subject: Subject, asking: ReadonlyArray<Read.Read>, own: Case) => {
  const { asks, ...moment } = own.since ?? { asks: {} as NonNullable<Case["since"]>["asks"] }
  const found: Record<string, ReadonlyArray<string>> = {}
  for (const read of asking) {
    const call = await firstCall(subject, read, own, walkingOf(read, moment))
    const whole = await firstCall(subject, read, own)
    assertIdentified(subject, call)
    found[read.source] = difference(whole, call)
    if (read.since === undefined) continue
    const at = Date.parse(moment.at ?? fallback.at)
    for (const { earliest, said } of momentsIn(call, whole)) {
      assert.ok(
        earliest <= at,
        `${read.source} asks for what changed since ${said}, which is later than ${new Date(at).toISOString()}: ` +
          "what changed in between would be missed"
      )
    }
  }
  assert.ok(
    own.since !== undefined,
    "no case shows how changes are asked for: give `since` with a moment (`at`, or the count `after` it) and what a request asks for then, by source"
  )
  assert.deepEqual(found, asks, "what a run since a moment asks for beyond a full one, by source")
}

/** What a case of these exchanges shows of runs since a moment: the moment, and what each source asks for then. */
export const sinceOf = async (
  subject: Subject,
  sources: ReadonlyArray<Read.Read>,
  own: Case
): Promise<NonNullable<Case["since"]> | undefined> => {
  const asking = sources.filter(isAsking)
  if (asking.length === 0) return undefined
  const asks: Record<string, ReadonlyArray<string>> = {}
  for (const read of asking) {
    const call = await firstCall(subject, read, own, walkingOf(read, fallback))
    asks[read.source] = difference(await firstCall(subject, read, own), call)
  }
  const isByMoment = asking.some(({ since }) => since !== undefined)
  return { ...(isByMoment ? { at: fallback.at } : { after: fallback.after }), asks }
}

/** What a call asks for that another does not, one line each; what it lets go of begins with a minus. */
export const difference = (whole: FakePlatform.Asked, call: FakePlatform.Asked): ReadonlyArray<string> => {
  const [before, after] = [partsOf(whole), partsOf(call)]
  return [
    ...[...before].flatMap(([name, value]) => (after.has(name) ? [] : [`- ${name} ${value}`])),
    ...[...after].flatMap(([name, value]) => {
      const old = before.get(name)
      if (old === undefined) return [`${name} ${value}`]
      if (old === value) return []
      const [words, oldWords] = [value.split(" "), old.split(" ")]
      let head = 0
      while (head < words.length && words[head] === oldWords[head]) head++
      let tail = 0
      while (tail < Math.min(words.length, oldWords.length) - head && words.at(-1 - tail) === oldWords.at(-1 - tail))
        tail++
      const part = (of: ReadonlyArray<string>) => of.slice(head, of.length - tail).join(" ")
      return [...(part(oldWords) === "" ? [] : [`- ${name} ${part(oldWords)}`]), `${name} ${part(words)}`]
    })
  ]
}
const partsOf = ({ body, headers, method, url }: FakePlatform.Asked): ReadonlyMap<string, string> => {
  const parts = new Map([["address", `${method} ${url.pathname}`]])
  for (const name of new Set(url.searchParams.keys())) parts.set(`${name} =`, url.searchParams.getAll(name).join(","))
  for (const [name, value] of headers) if (!untold.has(name)) parts.set(`${name}:`, value)
  const visit = (value: unknown, path: string): void => {
    const isPlain = Array.isArray(value) && value.every((inner) => typeof inner !== "object" || inner === null)
    if (typeof value !== "object" || value === null || isPlain) parts.set(`${path} =`, String(value))
    else for (const [name, inner] of Object.entries(value)) visit(inner, path === "" ? name : `${path}.${name}`)
  }
  if (typeof body === "string") parts.set("body", body.replace(/>(?=<)/g, "> "))
  else if (body !== undefined) visit(body, "")
  return parts
}
/** Headers that hang on chance or on the length of what is sent. */
const untold = new Set(["traceparent", "b3", "content-length", "authorization"])

interface Said {
  readonly said: string
  /** The earliest instant it can mean: where no zone is said, that of the easternmost. */
  readonly earliest: number
}
const hour = 3_600_000
/** Moments in a call that another does not have. */
const momentsIn = (call: FakePlatform.Asked, whole: FakePlatform.Asked): ReadonlyArray<Said> => {
  const known = textOf(whole)
  const found = [
    ...textOf(call).matchAll(
      /\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?(?:Z|[+-]\d\d:?\d\d)?|\b1[5-9]\d{8}(?:\d{3})?\b/g
    )
  ].map(([said]) => said)
  return found
    .filter((said) => !known.includes(said))
    .map((said) => {
      if (/^\d+$/.test(said)) return { said, earliest: Number(said) * (said.length > 10 ? 1 : 1000) }
      const hasZone = /(?:Z|\d\d[+-]\d\d:?\d\d)$/.test(said)
      const day = said.length === 10
      const instant = Date.parse(hasZone ? said : `${said.replace(" ", "T")}${day ? "" : "Z"}`)
      return { said, earliest: hasZone ? instant : instant - 14 * hour }
    })
    .filter(({ earliest }) => !Number.isNaN(earliest))
}
const textOf = ({ body, headers, url }: FakePlatform.Asked): string =>
  [
    decodeURIComponent(url.search.replaceAll("+", "%20")),
    ...[...headers].filter(([name]) => name !== "traceparent" && name !== "b3").map(([, value]) => value),
    typeof body === "string" ? body : (JSON.stringify(body) ?? "")
  ].join("\n")

const restricted = async (subject: Subject, asking: ReadonlyArray<Read.Read>, own: Case) => {
  const lost: Array<string> = []
  for (const read of asking) {
    const call = await firstCall(subject, withoutPages(read), own, walkingOf(read, own.since ?? {}))
    const whole = await firstCall(subject, withoutPages(read), own)
    if (!holds(whole, call))
      lost.push(`${FakePlatform.describe(call)} lets go of something in ${FakePlatform.describe(whole)}`)
  }
  assertShown(own, "since", lost[0] ?? null)
}
