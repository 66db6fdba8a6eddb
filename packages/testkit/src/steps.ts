/**
 * What writes in several calls are held to: cut after any of them they go on where they stopped, refused at any of them they
 * are taken back or tell what stands, and a record that has changed since it was read is read again.
 */
import assert from "node:assert/strict"
import { isDeepStrictEqual } from "node:util"
import { Call, Write, type Writes } from "@svc/core"
import { Writing } from "@svc/core/runtime"
import * as Effect from "effect/Effect"
import type { Case } from "./Case.ts"
import * as FakePlatform from "./FakePlatform.ts"
import * as Fault from "./Fault.ts"
import { assertAsked, spelled } from "./asserts.ts"
import { type Check, fakeOf, fits, type Staged, type Subject, withClient } from "./Subject.ts"
import { once } from "./Walk.ts"

type Results = ReadonlyArray<Writing.WriteResult>
/** Compares results with what a case says of them. */
export type AssertResults = (results: Results, expected: NonNullable<Case["results"]>) => void

/** Whether an item may take several calls. */
const isInSteps = ({ follow, steps }: Write.Write): boolean => follow !== undefined || steps !== undefined

export const stepChecks = (
  subject: Subject,
  model: Writes.WriteId,
  operation: Writes.Operation,
  own: Case,
  assertResults: AssertResults
): ReadonlyArray<Check> => {
  const write: Write.Write = subject.connector.writes[model][operation]
  const what = `${operation} ${model}`
  return [
    ...(isInSteps(write)
      ? [
          {
            name: `${what}: cut after any of its calls, it goes on where it stopped`,
            run: () => cut(subject, write, own)
          },
          {
            name: `${what}: refused at any of its calls, it is taken back or says what stands`,
            run: () => refused(subject, write, own)
          }
        ]
      : []),
    ...((write.current === undefined || own.because?.stale !== undefined) && own.stale === undefined
      ? []
      : [
          {
            name: `${what}: a record that has changed since it was read is read again, once`,
            run: () => stale(subject, write, own, assertResults)
          }
        ])
  ]
}

export const stepMark = "x-suite-step"
const undoMark = "x-suite-undo"
/** On steps that say themselves what makes a repeat of them harmless. */
export const ownMark = "x-suite-own"
/** The subject, with each call that changes something, or takes it back, carrying the item's position and its name. */
export const withMarks = (subject: Subject, write: Write.Write, input: ReadonlyArray<unknown>): Subject => {
  const mark = (call: Call.Call, header: string, item: unknown, name: string) =>
    Call.merge(call, { headers: { [header]: `${input.indexOf(item)}/${name}` } })
  const { call, follow, steps } = write
  const one: Write.Write = {
    ...write,
    call: (items, context) => mark(call(items, context), stepMark, items[0], "call"),
    ...(follow === undefined
      ? {}
      : {
          follow: (raw, item, context) =>
            follow(raw, item, context).map((own, index) => mark(own, stepMark, item, String(index)))
        }),
    ...(steps === undefined
      ? {}
      : {
          steps: (context) => {
            const next = steps(context)
            if (next._tag !== "Step" || next.isQuestion) return next
            const { input: item } = context
            const { undo } = next
            const back = (found: Call.Call | null) => found && mark(found, undoMark, item, next.name)
            const call = mark(next.call, stepMark, item, next.name)
            return {
              ...next,
              call: next.idempotency === undefined ? call : mark(call, ownMark, item, next.name),
              ...(undo === undefined
                ? {}
                : { undo: (answer) => back(typeof undo === "function" ? undo(answer) : undo) })
            }
          }
        })
  }
  const { connector } = subject
  const writes = { ...connector.writes, [write.model]: { ...connector.writes[write.model], [write.operation]: one } }
  return { ...subject, connector: { ...connector, writes } }
}
/** Calls of a run that changed something, by the steps they were. */
export const changesIn = (fake: Staged): ReadonlyArray<FakePlatform.Asked & { readonly step: string }> =>
  fake.calls.flatMap((call) => {
    const step = call.headers.get(stepMark)
    return step === null ? [] : [{ ...call, step }]
  })

interface Moment {
  /** The step's mark; null for what takes one back. */
  readonly step: string | null
  readonly carryOut: () => Promise<Response>
  readonly die: () => Promise<never>
}
interface Process {
  /** An item: those that are not sent together with it are left out. */
  readonly only?: number | undefined
  readonly repeated?: boolean
  readonly changing?: (moment: Moment) => Promise<Response>
  readonly keeping?: (position: number, die: () => Promise<never>) => Promise<unknown>
}
/** What a platform has of the items by now: the steps that were taken and not taken back. */
interface World {
  readonly fake: Staged
  readonly kept: Map<number, string>
  readonly applied: Set<string>
}
const worldOf = (subject: Subject, own: Case): World => ({
  fake: fakeOf(subject, [...(own.undone ?? []), ...own.exchanges]),
  kept: new Map(),
  applied: new Set()
})

/** Sends the input as a process does that keeps how far it has come: results by their positions, or null when it died. */
const process = async (
  subject: Subject,
  write: Write.Write,
  input: ReadonlyArray<unknown>,
  { applied, fake, kept }: World,
  { changing = ({ carryOut }) => carryOut(), keeping, only, repeated = false }: Process = {}
): Promise<ReadonlyMap<number, Writing.WriteResult> | null> => {
  let end = () => {}
  const death = new Promise<null>((resolve) => (end = () => resolve(null)))
  const die = () => {
    end()
    return new Promise<never>(() => {})
  }
  const watched: Staged = {
    ...fake,
    fetch: async (given, init) => {
      const request = new Request(given, init)
      const step = request.headers.get(stepMark)
      const back = request.headers.get(undoMark)
      const carryOut = async () => {
        const response = await fake.fetch(request)
        if (response.ok && step !== null) applied.add(step)
        if (response.ok && back !== null) applied.delete(back)
        return response
      }
      return step === null && back === null ? carryOut() : changing({ step, carryOut, die })
    }
  }
  return withClient(withMarks(subject, write, input), watched, (client) =>
    Effect.gen(function* () {
      const entries = input.map((item, position) => ({ position, input: item }))
      const all = yield* client.chunks(write.model, write.operation, entries)
      const chunks = only === undefined ? all : all.filter((chunk) => chunk.some(({ position }) => position === only))
      const results = yield* Effect.forEach(chunks, (chunk) =>
        client.chunk(write.model, write.operation, chunk, {
          key: "suite",
          repeated,
          progress: {
            of: (position) => JSON.parse(kept.get(position) ?? "null"),
            keep: (position, progress) =>
              Effect.promise(async () => {
                kept.set(position, JSON.stringify(progress))
                await keeping?.(position, die)
              })
          }
        })
      )
      return new Map(
        chunks.flatMap((chunk, at) => chunk.map(({ position }, index) => [position, results[at]![index]!] as const))
      )
    }).pipe(Effect.raceFirst(Effect.promise(() => death)))
  )
}

const positionOf = (step: string): number => Number(step.split("/")[0])
/** An item's steps among the marks. */
const stepsOf = (marks: Iterable<string>, position: number): ReadonlyArray<string> =>
  [...marks].flatMap((mark) => (mark.startsWith(`${position}/`) ? [mark.slice(`${position}/`.length)] : []))

/** What stands of an item is in its error: the names of its steps, or of the calls that complete it, and its id. */
const assertTold = (write: Write.Write, world: World, position: number, { error }: Writing.WriteResult): void => {
  // An item's own call is told by the id that it was taken as.
  const left = stepsOf(world.applied, position).filter((name) => name !== "call")
  if (left.length === 0) return
  const said = `item ${position}: ${error?.message}`
  const calls = changesIn(world.fake)
  for (const name of left) {
    const call = calls.find(({ step }) => step === `${position}/${name}`)
    const label = write.steps === undefined ? (call?.url.pathname.split("/").at(-1) ?? name) : name
    assert.ok(error?.message.includes(label), `the step ${name} stands, and is not told: ${said}`)
  }
  const [, unanswered = ""] = /sent without an answer: ([^;)]*)/.exec(error?.message ?? "") ?? []
  if (left.every((name) => unanswered.split(", ").includes(name))) return
  assert.ok(error?.platform_id, `the record that stands is not named: give its step an \`id\`. ${said}`)
}

/** Calls of one step are the same, to the letter, whoever makes them. */
const assertSame = (subject: Subject, fake: Staged): void => {
  const known = new Map<string, string>()
  for (const call of changesIn(fake)) {
    const headers = new Headers([...call.headers].filter(([name]) => name !== "traceparent" && name !== "b3"))
    const text = spelled(subject, { ...call, headers })
    assert.equal(known.get(call.step) ?? text, text, `the step ${call.step} comes again as another call`)
    known.set(call.step, text)
  }
}

const straights = once<Awaited<ReturnType<typeof makeStraight>>>()
/** The write as it goes when nothing is in its way: both laws compare with it. */
const straightOf = (subject: Subject, write: Write.Write, own: Case, input: ReadonlyArray<unknown>) =>
  straights(subject, own, write, () => makeStraight(subject, write, own, input))
const makeStraight = async (subject: Subject, write: Write.Write, own: Case, input: ReadonlyArray<unknown>) => {
  const world = worldOf(subject, own)
  const keeps: Array<number> = []
  const keeping = async (position: number) => void keeps.push(position)
  const results = await process(subject, write, input, world, { keeping })
  const steps = changesIn(world.fake).map(({ step }) => step)
  const several = input.some((_, position) => stepsOf(steps, position).length > 1)
  assert.ok(several, "no item of the case takes several calls")
  const alone = new Map<number, number | undefined>()
  /** The item, where it comes to the same without the others; undefined where an answer of the case hangs on theirs. */
  const onlyOf = async (position: number): Promise<number | undefined> => {
    if (input.length > 1 && !alone.has(position)) {
      const found = (await process(subject, write, input, worldOf(subject, own), { only: position }))!
      const isSame = [...found].every(([at, result]) => isDeepStrictEqual(result, results!.get(at)))
      alone.set(position, isSame ? position : undefined)
    }
    return alone.get(position)
  }
  return { results: results!, steps, keeps, onlyOf }
}

const cut = async (subject: Subject, write: Write.Write, own: Case) => {
  const input = own.input ?? []
  const straight = await straightOf(subject, write, own, input)
  const idempotency = Write.idempotencyOf(write, subject.settings)
  const { in: place } = Write.placeOf(idempotency) ?? {}
  const isKnown = idempotency._tag === "Natural" || (idempotency._tag === "Key" && place !== "body" && place !== "path")
  const deaths: ReadonlyArray<readonly [string, number, Process]> = [
    ...[...new Set(straight.steps)].map((step): (typeof deaths)[number] => [
      `before the answer to ${step} was kept`,
      positionOf(step),
      {
        changing: async (moment) => {
          const response = await moment.carryOut()
          return moment.step === step ? moment.die() : response
        }
      }
    ]),
    ...straight.keeps.map((item, index): (typeof deaths)[number] => {
      const time = straight.keeps.slice(0, index + 1).filter((position) => position === item).length
      let seen = 0
      return [
        `when item ${item} was kept the time ${time}`,
        item,
        { keeping: async (position, die) => (position === item && ++seen === time ? die() : undefined) }
      ]
    })
  ]
  for (const [when, item, death] of deaths) {
    const world = worldOf(subject, own)
    const only = await straight.onlyOf(item)
    assert.equal(await process(subject, write, input, world, { ...death, only }), null)
    // Items that have a result are not sent again; here they are, as after the loss of their results.
    const results = (await process(subject, write, input, world, { only, repeated: true }))!
    assertSame(subject, world.fake)
    for (const [position, result] of results.entries()) {
      const said = `after a death ${when}, item ${position}: ${JSON.stringify(result.error)}`
      // The same answers ask for the same step, whenever and by whomever `steps` is asked.
      assert.doesNotMatch(result.error?.message ?? "", /The connector (wants|does not know) the step/, said)
      if (result.error?.code !== "unknown-outcome" || isKnown) {
        assert.deepEqual(result, straight.results.get(position), said)
        continue
      }
      assertTold(write, world, position, result)
    }
    const all = new Set(changesIn(world.fake).map(({ step }) => step))
    if ([...results.values()].every(({ error }) => error?.code !== "unknown-outcome")) {
      const due = new Set(straight.steps.filter((step) => results.has(positionOf(step))))
      assert.deepEqual([...all].toSorted(), [...due].toSorted(), `the calls after a death ${when}`)
    }
  }
}

const refused = async (subject: Subject, write: Write.Write, own: Case) => {
  const input = own.input ?? []
  const straight = await straightOf(subject, write, own, input)
  const shown = new Set(own.undone ?? [])
  for (const step of new Set(straight.steps)) {
    // What becomes of an item whose only call is refused, other cases show.
    if (step.endsWith("/call")) continue
    const world = worldOf(subject, own)
    const item = positionOf(step)
    let isMet = false
    const results = (await process(subject, write, input, world, {
      only: await straight.onlyOf(item),
      changing: async (moment) => {
        if (isMet || moment.step !== step) return moment.carryOut()
        isMet = true
        return Response.json({ message: "the suite refuses it" }, { status: 422 })
      }
    }))!
    const strays = world.fake.strays()
    assert.deepEqual(
      strays,
      [],
      `calls that no exchange of the case, nor one of its \`undone\`, answers: ${step} is refused`
    )
    const result = results.get(item)!
    assert.equal(result.status, "failed", `item ${item}, whose ${step} is refused`)
    assertTold(write, world, item, result)
    const unasked = new Set(world.fake.unasked())
    for (const exchange of shown) if (!unasked.has(exchange)) shown.delete(exchange)
  }
  assert.deepEqual(
    [...shown].map(({ request }) => `${request.method ?? "GET"} ${request.path}`),
    [],
    "`undone` shows calls that take something back, and nothing makes them"
  )
}

const stale = async (subject: Subject, write: Write.Write, own: Case, assertResults: AssertResults) => {
  const { exchanges, input, results } =
    own.stale ??
    assert.fail("no case shows what comes of a record that has changed: give `stale` with exchanges and results")
  assert.ok(write.current !== undefined, "the case shows a record that has changed, and the write does not ask for it")
  const send = (fake: Staged) =>
    withClient(withMarks(subject, write, input), fake, (client) =>
      client.write(write.model, write.operation, input, { key: "suite" })
    )
  const fake = fakeOf(subject, exchanges)
  const found = await send(fake)
  assertAsked(subject, fake, exchanges)
  assertResults(found, results)
  const [first, second] = changesIn(fake)
  assert.ok(first !== undefined && second !== undefined, "the case shows no change that is refused and made again")
  // One that is always changed by somebody else is given up.
  // Some refuse with success: it is the answer to the first change. What a look-up is refused is none.
  const changes = exchanges.filter(({ request }) => changesIn(fake).some((call) => fits(subject, request, call)))
  const refusal = changes.find(({ response }) => (response.status ?? 200) >= 400) ?? changes[0]
  assert.ok(refusal !== undefined, "the case shows no refusal")
  const { status = 200, ...refused } = refusal.response
  const always = Fault.answering(({ call }) => call.headers.has(stepMark), { ...refused, status })
  const busy = fakeOf(subject, exchanges, { faults: [always] })
  const given = await send(busy)
  assert.ok(
    given.every(({ status }) => status === "failed"),
    "a record that is always changed is not given up"
  )
  assert.equal(changesIn(busy).length, 2 * input.length, "a record that is always changed is tried once more")
}
