/**
 * Delivers events to webhooks. A process holds the lanes of the webhooks it serves and works for all of them in one
 * loop: write results, take on webhooks, fetch what is due, send, give back what is idle. Each round costs a few
 * statements however many webhooks there are. Jobs only say where to look, so one that is lost costs seconds.
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { Jobs } from "../jobs/Jobs.ts"
import { Guard } from "../outbound/Guard.ts"
import { Figuring } from "../overview/Figures.ts"
import { Counting } from "../usage/Usage.ts"
import type { Vault } from "../secrets/Vault.ts"
import * as DeliveryRows from "./DeliveryRows.ts"
import { DeliveryRules, type Rules } from "./DeliveryRules.ts"
import { deliver } from "./Queues.ts"
import { type Outcome, type Target, send } from "./Sender.ts"
import * as Targets from "./Targets.ts"

/** A webhook that this process delivers to. */
interface Lane {
  readonly webhook_id: string
  readonly token: number
  target: Target
  version: string
  /** The webhook is to be read again. */
  stale: boolean
  isDisabled: boolean
  failing: boolean
  /** Requests that may be under way; grows with each success. */
  window: number
  /** There may be more that is due. */
  dirty: boolean
  /** Positions of the deliveries in hand: fetched and waiting for their turn, under way, or done but not yet noted. */
  readonly inHand: Set<number>
  /** Those that wait for their turn. */
  readonly queue: Array<DeliveryRows.DueRow>
  sending: number
  /** Due deliveries to look at in one go, where most are blocked. */
  scan: number
  readonly startedAt: number
  idleSince: number | null
  /** Gives way to others: takes nothing more. */
  leaving: boolean
}

const attempts = Metric.counter("webhook_delivery_attempts_total", {
  description: "Attempts to deliver to webhooks, by what became of the delivery: delivered, pending, failed.",
  incremental: true
})

/** Milliseconds. */
const LINGER = 20
const LOOK = 50
/** How long a lane is served while others wait for one. */
const SLICE = { healthy: 2_000, failing: 20_000 }
/** How many times its window a lane has in hand, so that it is never idle while the database is asked. */
const DEPTH = 4
/** Most rows of one look-up, and most text of events in memory. */
const MOST_ROWS = 5_000
const MOST_SCANNED = 250
const MOST_BYTES = 64_000_000
/** Healthy webhooks served at once. */
const LANES = 1_000
/** How far ahead a timer of this process is set beside the durable one, whose workers look only every other second. */
const NEAR = 60
/** How long requests may go on when the process stops. */
const GRACE = 8_000

export class Deliveries extends Context.Service<
  Deliveries,
  {
    /** Delivers until the scope closes; then requests under way get a few seconds, and the rest is left to others. */
    readonly work: Effect.Effect<void, never, Scope.Scope>
    /**
     * Serves all webhooks that have something due and are served by nobody, without waiting for their jobs. Gives how
     * many they are.
     */
    readonly sweep: Effect.Effect<number, SqlError>
    /** Removes what is older than the retention. Gives how many events that were. */
    readonly purge: Effect.Effect<number, SqlError>
  }
>()("@svc/server/webhooks/Deliveries") {
  static readonly layer: Layer.Layer<Deliveries, never, SqlClient.SqlClient | Jobs | Vault | Guard> = Layer.suspend(
    () => Layer.effect(Deliveries, make)
  )
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const jobs = yield* Jobs
  const guard = yield* Guard
  const rules = yield* DeliveryRules
  const rows = yield* DeliveryRows.make
  const targets = yield* Targets.make
  const count = yield* Counting
  const figure = yield* Figuring

  const lanes = new Map<string, Lane>()
  const waiting = { healthy: new Set<string>(), failing: new Set<string>() }
  const timers = new Map<string, { readonly at: number; readonly timer: ReturnType<typeof setTimeout> }>()
  const inFlight = { healthy: 0, failing: 0 }
  let results: Array<{
    readonly lane: Lane
    readonly row: DeliveryRows.DueRow
    readonly outcome: Outcome
    readonly took: number
    readonly endedAt: number
  }> = []
  /** Of all events in hand, and of one on average: they are what takes memory. */
  let bytes = 0
  let size = 2_000
  /** Milliseconds from our monotonic clock to the clock of the database, by which attempts are signed. */
  let clock = Date.now() - performance.now()
  let looked = 0
  let renewed = 0
  let stopping = true
  /** What cuts short the requests under way, and whether they were. */
  const underWay = new Set<() => void>()
  let isCut = false
  const signal = Latch.makeUnsafe(false)
  // A round is one after the other: what is claimed and what is settled never overlap.
  const round = yield* Semaphore.make(1)

  const poolOf = (lane: Lane) => (lane.failing ? "failing" : "healthy")
  const countLanes = (pool: "healthy" | "failing") => {
    let count = 0
    for (const lane of lanes.values()) if (poolOf(lane) === pool && !lane.leaving) count++
    return count
  }
  const mostLanes = { healthy: LANES, failing: Math.floor(rules.inFlight.failing / rules.window.failing) }

  const offer = (webhook: string) => {
    if (stopping) return
    const lane = lanes.get(webhook)
    if (lane !== undefined) lane.dirty = true
    else if (!waiting.failing.has(webhook)) waiting.healthy.add(webhook)
    signal.openUnsafe()
  }

  const setTimer = (webhook: string, seconds: number) => {
    if (stopping || seconds > NEAR) return
    const at = performance.now() + seconds * 1000
    const known = timers.get(webhook)
    if (known !== undefined) {
      if (known.at <= at) return
      clearTimeout(known.timer)
    }
    const timer = setTimeout(
      () => {
        timers.delete(webhook)
        offer(webhook)
      },
      Math.max(0, seconds * 1000) + 2
    )
    timers.set(webhook, { at, timer })
  }

  /** Sends one delivery and keeps its outcome for the next round. */
  const attempt = (lane: Lane, row: DeliveryRows.DueRow) => {
    const pool = poolOf(lane)
    lane.sending++
    inFlight[pool]++
    const begun = performance.now()
    const timestamp = Math.floor((begun + clock) / 1000)
    const message = { id: row.event_id, timestamp, body: DeliveryRows.bodyOf(row) }
    void send(guard.dispatcher, lane.target, message, rules.timeout, underWay).then((outcome) => {
      lane.sending--
      inFlight[pool]--
      // Cut short by our own shutdown, it was no attempt of the endpoint's: it stays due.
      if (outcome.status === null && isCut) putBack(lane, [row])
      else {
        const endedAt = performance.now()
        results.push({ lane, row, outcome, took: endedAt - begun, endedAt })
      }
      pump(lane)
      signal.openUnsafe()
    })
  }

  /** Lets go of what was not sent: it is still due. */
  const putBack = (lane: Lane, rows: ReadonlyArray<DeliveryRows.DueRow>) => {
    for (const row of rows) {
      lane.inHand.delete(row.position)
      bytes -= row.data.length
    }
    if (rows.length > 0) lane.dirty = true
  }

  /** Sends what a lane has waiting, as far as its window and that of all allow. */
  const pump = (lane: Lane) => {
    if (lanes.get(lane.webhook_id) !== lane || stopping || lane.isDisabled || lane.leaving) {
      putBack(lane, lane.queue.splice(0))
      return
    }
    const pool = poolOf(lane)
    while (lane.queue.length > 0 && lane.sending < lane.window && inFlight[pool] < rules.inFlight[pool]) {
      attempt(lane, lane.queue.shift()!)
    }
  }

  const settle = Effect.gen(function* () {
    if (results.length === 0) return
    const batch = results.slice(0, 2_000)
    const settled = batch.map(({ outcome, row, took }) => resultOf(rules, row, outcome, took))
    const unparked = yield* rows.settle(settled)
    results = results.slice(batch.length)
    for (const { endedAt, outcome, row, took } of batch) {
      if (outcome.ok) count({ organisationId: row.organisation_id, companyId: row.company_id }, { deliveries: 1 })
      figure(
        { kind: "deliveries", organisationId: row.organisation_id, name: row.webhook_id },
        {
          [outcome.ok ? "done" : "failed"]: 1,
          milliseconds: took,
          longest: took,
          // From the change to its arrival, and how many arrived at the first attempt.
          ...(outcome.ok && row.attempts === 0
            ? { created: 1, waited: Math.max(0, endedAt + clock - row.created_at.getTime()) }
            : {})
        }
      )
    }
    for (const [status, { length }] of Map.groupBy(settled, (result) => result.status)) {
      yield* Metric.update(Metric.withAttributes(attempts, { outcome: status.toLowerCase() }), length)
    }
    if (results.length > 0) signal.openUnsafe()
    for (const { webhook_id } of unparked) {
      const lane = lanes.get(webhook_id)
      if (lane !== undefined) lane.dirty = true
    }

    const healths = new Map<Lane, DeliveryRows.Health>()
    const pauses = new Map<string, number>()
    for (const { lane, outcome, row } of batch) {
      lane.inHand.delete(row.position)
      bytes -= row.data.length
      const before = healths.get(lane)
      // One success shows that the endpoint is alive, whatever else went wrong meanwhile; that it is gone outweighs all.
      healths.set(lane, {
        webhook_id: lane.webhook_id,
        gone: outcome.gone || (before?.gone ?? false),
        ok: (outcome.ok || (before?.ok ?? false)) && !(outcome.gone || (before?.gone ?? false)),
        error: outcome.error ?? before?.error ?? ""
      })
      // It asks to be left alone, not only by this delivery.
      if (outcome.retryAfter !== null && (outcome.status === 429 || outcome.status === 503)) {
        const seconds = Math.min(outcome.retryAfter, rules.longestRetryAfter)
        pauses.set(lane.webhook_id, Math.max(seconds, pauses.get(lane.webhook_id) ?? 0))
        putBack(lane, lane.queue.splice(0))
      }
      lane.window = outcome.ok ? lane.window + 1 : Math.floor(lane.window / 2)
    }
    if (pauses.size > 0) yield* rows.pause(pauses)
    const news = [...healths].filter(([lane, { ok }]) => !ok || lane.failing)
    if (news.length > 0) {
      for (const judged of yield* rows.judge(news.map(([, health]) => health))) {
        const lane = lanes.get(judged.id)
        if (judged.is_disabled)
          yield* Effect.logWarning(`The webhook ${judged.id} was disabled. ${judged.disabled_reason}`)
        if (lane === undefined) continue
        lane.isDisabled = judged.is_disabled
        if (lane.failing && !judged.failing) lane.window = rules.window.first
        // What waits was fetched for an endpoint that was well.
        if (!lane.failing && judged.failing) putBack(lane, lane.queue.splice(0))
        lane.failing = judged.failing
        lane.dirty = true
      }
    }
    for (const lane of healths.keys()) {
      lane.window = Math.max(1, Math.min(lane.window, rules.window[poolOf(lane)]))
    }
  })

  const load = Effect.fnUntraced(function* (webhooks: ReadonlyArray<string>) {
    const loaded = new Map<string, DeliveryRows.TargetRow & { readonly target: Target }>()
    for (const row of yield* rows.targets(webhooks)) {
      const target = yield* targets.target(row).pipe(Effect.exit)
      if (Exit.isSuccess(target)) loaded.set(row.id, { ...row, target: target.value })
      else yield* Effect.logError(`The secrets of the webhook ${row.id} cannot be opened.`, target.cause)
    }
    return loaded
  })

  /** Takes on webhooks that wait, as far as there is room. */
  const start = Effect.gen(function* () {
    const chosen: Array<string> = []
    for (const pool of ["healthy", "failing"] as const) {
      let room = mostLanes[pool] - countLanes(pool)
      for (const webhook of waiting[pool]) {
        if (room-- <= 0) break
        waiting[pool].delete(webhook)
        chosen.push(webhook)
      }
    }
    if (chosen.length === 0 || stopping) return
    const acquired = yield* Effect.onError(rows.acquire(chosen), () => Effect.sync(() => chosen.forEach(offer)))
    if (acquired.length === 0) return
    const loaded = yield* load(acquired.map(({ webhook_id }) => webhook_id))
    const unwanted: Array<DeliveryRows.Held> = []
    let failing = countLanes("failing")
    for (const lane of acquired) {
      const row = loaded.get(lane.webhook_id)
      if (row === undefined) unwanted.push(lane)
      else if (row.failing && failing >= mostLanes.failing) {
        unwanted.push(lane)
        waiting.failing.add(lane.webhook_id)
      } else {
        if (row.failing) failing++
        lanes.set(lane.webhook_id, {
          webhook_id: lane.webhook_id,
          token: lane.token,
          target: row.target,
          version: row.version,
          stale: false,
          isDisabled: row.is_disabled,
          failing: row.failing,
          window: row.failing ? rules.window.failing : rules.window.first,
          dirty: true,
          inHand: new Set(),
          queue: [],
          sending: 0,
          scan: 0,
          startedAt: performance.now(),
          idleSince: null,
          leaving: false
        })
      }
    }
    if (unwanted.length > 0) yield* rows.release(unwanted, true)
  })

  /** Keeps the lanes, and asks whether other processes saw something for them. */
  const look = Effect.gen(function* () {
    const now = performance.now()
    if (lanes.size === 0 || now - looked < LOOK) return
    looked = now
    for (const { webhook_id } of yield* rows.again([...lanes.values()])) lanes.get(webhook_id)!.dirty = true
    if (now - renewed < (rules.lease * 1000) / 3) return
    renewed = now
    const kept = new Set((yield* rows.renew([...lanes.values()])).map(({ webhook_id }) => webhook_id))
    for (const webhook of lanes.keys()) if (!kept.has(webhook)) lanes.delete(webhook)
    for (const pool of ["healthy", "failing"] as const) {
      const excess = countLanes(pool) - mostLanes[pool]
      if (waiting[pool].size === 0 && excess <= 0) continue
      for (const lane of lanes.values()) {
        if (poolOf(lane) === pool && now - lane.startedAt > SLICE[pool]) lane.leaving = true
      }
    }
  })

  /** Reads webhooks again that changed, or may have. */
  const refresh = Effect.fnUntraced(function* (webhooks: ReadonlyArray<string>) {
    const loaded = yield* load(webhooks)
    for (const webhook of webhooks) {
      const [lane, row] = [lanes.get(webhook), loaded.get(webhook)]
      if (row === undefined) lanes.delete(webhook)
      else if (lane !== undefined) {
        lane.target = row.target
        lane.version = row.version
        lane.isDisabled = row.is_disabled
        lane.stale = false
      }
    }
  })

  /** Fetches what is due and sends it. */
  const claim = Effect.gen(function* () {
    if (stopping) return
    const stale = [...lanes.values()].filter((lane) => lane.stale)
    if (stale.length > 0) yield* refresh(stale.map(({ webhook_id }) => webhook_id))
    let room = Math.min(MOST_ROWS, Math.floor((MOST_BYTES - bytes) / size))
    const wanted: Array<DeliveryRows.Wanted & { readonly lane: Lane }> = []
    for (const lane of lanes.values()) {
      if (!lane.dirty || lane.leaving || lane.isDisabled) continue
      const free = Math.min(lane.window * DEPTH - lane.inHand.size, room)
      // Few at a time would cost a statement each: a busy lane is asked again when half of its rows are gone.
      if (free <= 0 || (lane.inHand.size > 0 && free * 2 < lane.window * DEPTH)) continue
      room -= free
      const scan = Math.max(free, lane.scan)
      wanted.push({ webhook_id: lane.webhook_id, token: lane.token, free, scan, inFlight: lane.inHand, lane })
    }
    if (wanted.length === 0) return
    for (const { lane } of wanted) lane.dirty = false
    const again = Effect.sync(() => wanted.forEach(({ lane }) => (lane.dirty = true)))
    const found = yield* Effect.onError(rows.claim(wanted), () => again)
    const due = found.filter((row): row is DeliveryRows.DueRow => row.id !== null)
    if (found[0] !== undefined) clock = found[0].at * 1000 - performance.now()
    const old = new Set(
      due.filter((row) => lanes.get(row.webhook_id)!.version !== row.version).map((row) => row.webhook_id)
    )
    if (old.size > 0) yield* Effect.onError(refresh([...old]), () => again)
    for (const row of due) {
      const lane = lanes.get(row.webhook_id)
      if (lane === undefined || lane.isDisabled) continue
      lane.inHand.add(row.position)
      lane.queue.push(row)
      bytes += row.data.length
      size = size * 0.99 + row.data.length * 0.01
    }
    const looks = new Map(found.map((row) => [row.webhook_id, row]))
    for (const { lane, scan } of wanted) {
      const { parked, seen } = looks.get(lane.webhook_id)!
      lane.dirty ||= seen >= scan || (lane.isDisabled && seen > 0)
      // Where most are blocked, more are looked at in one go.
      lane.scan = parked * 2 > scan ? Math.min(scan * 4, MOST_SCANNED) : 0
      // The one served now comes last the next time.
      if (lanes.delete(lane.webhook_id)) lanes.set(lane.webhook_id, lane)
    }
    for (const { lane } of wanted) pump(lane)
    if (wanted.some(({ lane }) => lane.dirty && lane.inHand.size === 0)) signal.openUnsafe()
  })

  /** Ends what is open of webhooks that were disabled. */
  const close = Effect.gen(function* () {
    const closing = [...lanes.values()].filter((lane) => lane.isDisabled && lane.inHand.size === 0 && lane.dirty)
    if (closing.length === 0) return
    const ended = yield* rows.close(closing.map(({ webhook_id }) => webhook_id))
    if (ended === 0) for (const lane of closing) lane.dirty = false
    else signal.openUnsafe()
  })

  /** Gives back lanes that are idle, or that give way. */
  const release = Effect.gen(function* () {
    const now = performance.now()
    const idle: Array<Lane> = []
    const leaving: Array<Lane> = []
    for (const lane of lanes.values()) {
      if (lane.inHand.size > 0 || (lane.dirty && !lane.leaving)) lane.idleSince = null
      else if (lane.leaving) leaving.push(lane)
      else if (now - (lane.idleSince ??= now) >= LINGER) idle.push(lane)
    }
    for (const [group, force] of [
      [idle, false],
      [leaving, true]
    ] as const) {
      if (group.length > 0) yield* giveBack(group, force)
    }
  })

  const giveBack = Effect.fnUntraced(function* (group: ReadonlyArray<Lane>, force: boolean) {
    const released = yield* sql.withTransaction(
      Effect.tap(rows.release(group, force), (answers) =>
        jobs.sendAll(
          deliver,
          answers.flatMap(({ timer, wait, webhook_id }) =>
            timer ? [{ data: { webhook_id }, options: { startAfter: Math.ceil(wait!) } }] : []
          )
        )
      )
    )
    const answered = new Map(released.map((answer) => [answer.webhook_id, answer]))
    const stuck: Array<string> = []
    for (const lane of group) {
      const answer = answered.get(lane.webhook_id)
      if (answer?.stuck === true) stuck.push(lane.webhook_id)
      if (answer !== undefined && !answer.released) {
        lane.dirty = true
        lane.idleSince = null
        // What is due was not found before: perhaps because the webhook is disabled.
        lane.stale = true
        signal.openUnsafe()
        continue
      }
      lanes.delete(lane.webhook_id)
      if (answer === undefined) continue
      // What was offered while it was given back, or is due although it had to give way, is taken on again in turn.
      if (lane.dirty || (answer.wait !== null && answer.wait <= 0)) {
        waiting[poolOf(lane)].add(lane.webhook_id)
        signal.openUnsafe()
      } else if (answer.wait !== null) setTimer(lane.webhook_id, answer.wait)
    }
    if (stuck.length > 0) yield* rows.heal(stuck)
  })

  const tick = round.withPermits(1)(
    Effect.gen(function* () {
      yield* settle
      // Some waited for others' requests to end, or are of lanes that give way.
      for (const lane of lanes.values()) pump(lane)
      yield* start
      yield* look
      yield* claim
      yield* close
      yield* release
    })
  )

  const loop = Effect.gen(function* () {
    // With lanes in hand there is something to look after even when nothing happens.
    const woken = signal.await
    yield* lanes.size === 0 ? woken : Effect.timeoutOption(woken, lanes.values().some(isIdle) ? LINGER : LOOK)
    signal.closeUnsafe()
    yield* tick
  }).pipe(
    Effect.catchCause((cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.interrupt
        : Effect.logError("Webhook deliveries wait: a round failed.", cause).pipe(
            Effect.andThen(Effect.sleep("1 second")),
            Effect.andThen(Effect.sync(() => signal.openUnsafe()))
          )
    ),
    Effect.forever
  )

  /** Stops taking on, waits for what is under way, writes the results, and leaves the rest to others. */
  const stop = Effect.gen(function* () {
    stopping = true
    for (const { timer } of timers.values()) clearTimeout(timer)
    timers.clear()
    waiting.healthy.clear()
    waiting.failing.clear()
    for (const lane of lanes.values()) pump(lane)
    const none = Effect.repeat(Effect.sleep(10), { until: () => inFlight.healthy + inFlight.failing === 0 })
    yield* Effect.timeoutOption(none, GRACE)
    isCut = true
    for (const cut of underWay) cut()
    yield* Effect.timeoutOption(none, 1_000)
    yield* round.withPermits(1)(
      Effect.gen(function* () {
        while (results.length > 0) yield* settle
        if (lanes.size === 0) return
        const left = [...lanes.values()]
        lanes.clear()
        yield* sql.withTransaction(
          Effect.flatMap(rows.release(left, true), (answers) =>
            jobs.sendAll(
              deliver,
              answers.flatMap(({ wait, webhook_id }) =>
                wait === null ? [] : [{ data: { webhook_id }, options: { startAfter: Math.max(0, Math.ceil(wait)) } }]
              )
            )
          )
        )
      })
    )
  }).pipe(Effect.catchCause((cause) => Effect.logError("Webhook lanes were not given back; their lease ends.", cause)))

  const sweep = Effect.map(rows.overdue(0), (found) => {
    for (const { webhook_id } of found) offer(webhook_id)
    return found.length
  })
  const purge = Effect.gen(function* () {
    let removed = 0
    let place: DeliveryRows.Old | null = { time: "-infinity", position: 0 }
    while (place !== null) {
      const { count, next }: { readonly count: number; readonly next: DeliveryRows.Old | null } = yield* rows.purge(
        rules.retention,
        place
      )
      removed += count
      place = next
    }
    return removed
  })
  const complete = Effect.repeat(rows.complete, { until: (count) => count === 0 })
  const quietly = <A, E>(effect: Effect.Effect<A, E>, what: string) =>
    Effect.catchCause(Effect.asVoid(effect), (cause) => Effect.logWarning(`${what} failed, and is tried again.`, cause))

  return Deliveries.of({
    sweep,
    purge,
    work: Effect.gen(function* () {
      stopping = false
      isCut = false
      yield* Effect.forkScoped(loop)
      yield* Effect.addFinalizer(() => stop)
      yield* jobs.work(deliver, { batchSize: 100 }, ({ webhook_id }) => Effect.sync(() => offer(webhook_id)))
      const overdue = (age: number) =>
        Effect.map(rows.overdue(age), (found) => found.forEach((row) => offer(row.webhook_id)))
      yield* Effect.forkScoped(
        quietly(overdue(0), "The look for due webhooks").pipe(
          Effect.andThen(
            Effect.schedule(
              quietly(overdue(rules.overdue), "The look for overdue webhooks"),
              Schedule.jittered(Schedule.spaced(rules.overdue * 1000))
            )
          )
        )
      )
      yield* Effect.forkScoped(
        Effect.schedule(
          quietly(
            Effect.map(rows.abandoned, (found) => found.forEach((row) => offer(row.webhook_id))),
            "The look for abandoned webhooks"
          ),
          Schedule.jittered(Schedule.spaced("5 seconds"))
        )
      )
      yield* Effect.forkScoped(
        Effect.schedule(
          quietly(Effect.andThen(complete, purge), "The removal of old events"),
          Schedule.jittered(Schedule.spaced("1 hour"))
        )
      )
    })
  })
})

const isIdle = (lane: Lane): boolean => lane.inHand.size === 0

/** What becomes of a delivery after an attempt. */
const resultOf = (rules: Rules, row: DeliveryRows.DueRow, outcome: Outcome, took: number): DeliveryRows.Result => {
  const made = row.attempts - row.attempts_before + 1
  const delay = rules.delays[made]
  const last = delay === undefined || outcome.gone
  const jittered = (delay ?? 0) * (1 + (Math.random() * 2 - 1) * rules.jitter)
  return {
    webhook_id: row.webhook_id,
    delivery_id: row.id,
    attempts: row.attempts,
    status: outcome.ok ? "DELIVERED" : last ? "FAILED" : "PENDING",
    delay: outcome.ok || last ? null : Math.max(jittered, Math.min(outcome.retryAfter ?? 0, rules.longestRetryAfter)),
    response_status: outcome.status,
    error: outcome.error,
    answer: outcome.answer,
    took
  }
}
