/**
 * Webhooks as their owners manage them: registering, changing, testing, and seeing and repeating what was delivered.
 * A webhook belongs to the organisation and hears of all its companies, so a key for one company manages none.
 */
import type { Models } from "@svc/core"
import { ApiError, Webhooks as Definition } from "@svc/core/api"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { randomUUID } from "node:crypto"
import * as Audit from "../audit/Audit.ts"
import { ids, texts, uuids } from "../database/Parameters.ts"
import type { Caller } from "../http/Caller.ts"
import * as ManagedList from "../http/ManagedList.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { Guard } from "../outbound/Guard.ts"
import { Vault } from "../secrets/Vault.ts"
import { bodyOf } from "./DeliveryRows.ts"
import { DeliveryRules } from "./DeliveryRules.ts"
import type { EventType, Operation } from "./Events.ts"
import { deliver } from "./Queues.ts"
import { sample } from "./Sample.ts"
import { send } from "./Sender.ts"
import { newSecret } from "./Signature.ts"
import * as Targets from "./Targets.ts"
import { isId, timedId } from "./TimedId.ts"
import * as Config from "../Config.ts"
import { atMost } from "../Limits.ts"
import * as WebhookBody from "./WebhookBody.ts"

/** A webhook on the wire. */
export interface Webhook {
  readonly id: string
  readonly name: string
  readonly type: EventType
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Empty: all. */
  readonly operations: ReadonlyArray<Operation>
  /** Empty: all. */
  readonly data_models: ReadonlyArray<Models.ModelId>
  readonly is_disabled: boolean
  readonly disabled_reason: string | null
  readonly created_at: string
  readonly updated_at: string
}
/** With the secret that signs, shown when it is made and never again. */
export interface WebhookWithSecret extends Webhook {
  readonly secret: string
}

export const deliveryStatuses = ["PENDING", "DELIVERED", "FAILED"] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** A delivery on the wire. */
export interface Delivery {
  readonly id: string
  readonly webhook_id: string
  readonly event_id: string
  readonly type: EventType
  readonly company_id: number | null
  readonly connection_id: number | null
  readonly data_model: string | null
  readonly operation: Operation | null
  readonly status: DeliveryStatus
  readonly attempts: number
  /** Null when it is finished, and while it waits for an earlier delivery of the same record. */
  readonly next_attempt_at: string | null
  readonly last_attempt_at: string | null
  readonly response_status: number | null
  readonly error: string | null
  readonly created_at: string
  readonly finished_at: string | null
}

export interface DeliveryDetail extends Delivery {
  readonly body: string
  readonly attempts_made: (typeof Definition.DeliveryDetail)["Type"]["attempts_made"]
}
type Answer<A> = Effect.Effect<A, ApiError.ApiError>

export class Webhooks extends Context.Service<
  Webhooks,
  {
    readonly list: (caller: Caller, params: URLSearchParams) => Answer<ManagedList.Envelope<Webhook>>
    readonly get: (caller: Caller, id: string) => Answer<Webhook>
    readonly create: (caller: Caller, body: unknown) => Answer<WebhookWithSecret>
    /** Only the members that are sent change. `is_disabled: false` enables it again; what was missed can be replayed. */
    readonly update: (caller: Caller, id: string, body: unknown) => Answer<Webhook>
    readonly remove: (caller: Caller, id: string) => Answer<void>
    /** The old secret signs beside the new one for another 24 hours. */
    readonly rotateSecret: (caller: Caller, id: string) => Answer<WebhookWithSecret>
    /** Sends a sample now, once, and answers how it went. It does not count for or against the endpoint. */
    readonly test: (caller: Caller, id: string) => Answer<Delivery>
    /** Deliveries in the order of their events. */
    readonly deliveries: (caller: Caller, id: string, params: URLSearchParams) => Answer<ManagedList.Envelope<Delivery>>
    /** A delivery with the body that is sent and its attempts. */
    readonly delivery: (caller: Caller, deliveryId: string) => Answer<DeliveryDetail>
    /** Tries a delivery now and, should it fail again, by the whole schedule. */
    readonly retry: (caller: Caller, deliveryId: string) => Answer<Delivery>
    /**
     * Delivers all events of a span that the webhook wants once more, delivered before or not, in their order and with
     * their ids. Gives how many they are.
     */
    readonly replay: (caller: Caller, id: string, body: unknown) => Answer<{ readonly deliveries: number }>
  }
>()("@svc/server/webhooks/Webhooks") {
  static readonly layer: Layer.Layer<Webhooks, never, SqlClient.SqlClient | Jobs | Vault | Guard> = Layer.suspend(() =>
    Layer.effect(Webhooks, make)
  )
}

/** How many events are delivered again in one transaction. */
const replayed = 5000

/** How long two secrets sign. */
const OVERLAP = "24 hours"

interface WebhookRow extends Targets.SealedTarget {
  readonly position: number
  readonly organisation_id: number
  readonly name: string
  readonly type: EventType
  readonly operations: ReadonlyArray<Operation>
  readonly data_models: ReadonlyArray<Models.ModelId>
  readonly is_disabled: boolean
  readonly disabled_reason: string | null
  readonly created_at: Date
  readonly updated_at: Date
}
type Moments = "next_attempt_at" | "last_attempt_at" | "created_at" | "finished_at"
interface DeliveryRow extends Omit<Delivery, Moments> {
  readonly position: number
  readonly answer: string | null
  readonly milliseconds: number | null
  readonly next_attempt_at: Date | null
  readonly last_attempt_at: Date | null
  readonly created_at: Date
  readonly finished_at: Date | null
}

/** What a delivery says of its event; null of a release before, until that is completed. */
interface ToldRow extends Pick<
  DeliveryRow,
  "id" | "type" | "company_id" | "connection_id" | "data_model" | "operation"
> {}
type UntoldRow = Omit<DeliveryRow, "type"> & { readonly type: EventType | null }

/** What of an event is not in the row of a delivery. */
interface Message {
  readonly integration_type: string | null
  readonly data: string
  readonly told_at: Date
}
interface DeliveryAttemptRow {
  readonly number: number
  readonly at: Date
  readonly response_status: number | null
  readonly error: string | null
  readonly answer: string | null
  readonly milliseconds: number | null
}

const stored = ManagedList.define(Definition.list, {
  from: "webhook",
  organisation: "organisation_id",
  company: null,
  columns: {
    id: "id::text",
    name: "name",
    type: "type",
    created_at: "created_at",
    updated_at: "updated_at",
    is_disabled: "is_disabled",
    disabled_reason: "disabled_reason"
  },
  key: { sql: "position", type: "bigint" }
})
const storedDeliveries = ManagedList.define(Definition.deliveryList, {
  from: "delivery d",
  organisation: "d.organisation_id",
  company: null,
  columns: {
    id: "d.id::text",
    webhook_id: "d.webhook_id::text",
    event_id: "d.event_id::text",
    type: "d.type",
    company_id: "nullif(d.company_id, 0)",
    connection_id: "d.connection_id",
    data_model: "d.data_model",
    operation: "d.operation",
    status: "d.status",
    attempts: "d.attempts",
    next_attempt_at: "d.next_attempt_at",
    last_attempt_at: "d.last_attempt_at",
    response_status: "d.response_status",
    error: "d.error",
    created_at: "d.created_at",
    finished_at: "d.finished_at"
  },
  key: { sql: "d.position", type: "bigint" }
})

const make = Effect.gen(function* () {
  const { replayEvents, webhooks: mostWebhooks } = yield* Config.Kept
  const sql = yield* SqlClient.SqlClient
  const jobs = yield* Jobs
  const vault = yield* Vault
  const guard = yield* Guard
  const rules = yield* DeliveryRules
  const targets = yield* Targets.make
  const audit = Audit.writer(sql)
  const { page } = yield* ManagedList.make

  const columns = `id, position, organisation_id, name, type, url, headers, operations, data_models, secret,
    case when previous_secret_until > ${rules.now} then previous_secret end as previous_secret,
    is_disabled, disabled_reason, created_at, updated_at`
  const deliveryColumns = `d.id, d.position, d.webhook_id, d.event_id, d.type, d.company_id, d.connection_id, d.data_model,
    d.operation, d.status, d.attempts, d.next_attempt_at, d.last_attempt_at, d.response_status, d.error, d.answer,
    d.milliseconds, d.created_at, d.finished_at`

  const messageColumns = "integration_type, data::text as data, created_at as told_at"

  const wire = Effect.fnUntraced(function* (row: WebhookRow): Effect.fn.Return<Webhook> {
    return {
      id: row.id,
      name: row.name,
      type: row.type,
      url: row.url,
      headers: yield* targets.headers(row),
      operations: row.operations,
      data_models: row.data_models,
      is_disabled: row.is_disabled,
      disabled_reason: row.disabled_reason,
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString()
    }
  })

  const manages = (caller: Caller): Answer<void> =>
    caller.companyId === null
      ? Effect.void
      : Effect.fail(
          ApiError.make("operation-denied", "Webhooks hear of all companies; this API key is for one company only.")
        )

  const find = Effect.fnUntraced(function* (caller: Caller, id: string, lock = "") {
    yield* manages(caller)
    if (!isId(id)) return yield* ApiError.notFound("webhook with this id")
    const [row] = yield* sql.unsafe<WebhookRow>(
      `select ${columns} from webhook where id = $1 and organisation_id = $2 ${lock}`,
      [id, caller.organisationId]
    )
    return row ?? (yield* ApiError.notFound("webhook with this id"))
  })
  const enabled = (row: Pick<WebhookRow, "is_disabled" | "disabled_reason">): Answer<void> =>
    row.is_disabled
      ? Effect.fail(ApiError.make("conflict", `The webhook is disabled. ${row.disabled_reason ?? ""} Enable it first.`))
      : Effect.void
  const wakeLane = (webhook_id: string) => jobs.send(deliver, { webhook_id })

  /** Deliveries with what they say of their events; those of a release before do not say it yet. */
  const told = Effect.fnUntraced(function* <Row extends UntoldRow>(rows: ReadonlyArray<Row>) {
    const untold = rows.filter(({ type }) => type === null)
    const found =
      untold.length === 0
        ? []
        : yield* sql<Omit<ToldRow, "id"> & { readonly event_id: string }>`
            select id as event_id, type, company_id, connection_id, data_model, operation from event
            where id = any(${uuids(untold.map(({ event_id }) => event_id))})`
    const byEvent = new Map(found.map((one) => [one.event_id, one]))
    return rows.map((row) => {
      const own = { ...row, ...byEvent.get(row.event_id) } as Row & ToldRow
      return { ...own, company_id: own.company_id === 0 ? null : own.company_id }
    })
  })
  const delivery = Effect.fnUntraced(function* (id: string) {
    const [row] = yield* Effect.flatMap(
      sql.unsafe<UntoldRow>(`select ${deliveryColumns} from delivery d where d.id = $1`, [id]),
      told
    )
    return row === undefined ? yield* ApiError.notFound("delivery with this id") : deliveryWire(row)
  })

  const list = Effect.fn("Webhooks.list")(function* (caller: Caller, params: URLSearchParams) {
    yield* manages(caller)
    return yield* page(stored, caller, params, { select: columns }, (rows: ReadonlyArray<WebhookRow>) =>
      Effect.forEach(rows, wire)
    )
  })

  const create = Effect.fn("Webhooks.create")(function* (caller: Caller, body: unknown) {
    yield* manages(caller)
    const asked = yield* WebhookBody.read(body, true, guard.refuse)
    const webhook = { headers: {}, operations: [], data_models: [], is_disabled: false, ...asked }
    yield* WebhookBody.fits({ ...webhook, type: webhook.type! })
    const id = randomUUID()
    const secret = newSecret()
    const row = yield* sql.withTransaction(
      Effect.gen(function* () {
        // Locked, so that two at once do not both find the last free place.
        yield* sql`select id from organisation where id = ${caller.organisationId} for no key update`
        const [{ count } = { count: 0 }] = yield* sql<{ count: number }>`
          select count(*) as count from webhook where organisation_id = ${caller.organisationId}`
        // Each change is fanned out to all of them, in its own transaction.
        if (count >= mostWebhooks.most) {
          return yield* ApiError.make(
            "conflict",
            `There are ${count} webhooks already; ${atMost(mostWebhooks)} are kept.`
          )
        }
        const [row] = yield* sql.unsafe<WebhookRow>(
          `insert into webhook (id, organisation_id, name, type, url, headers, operations, data_models, secret, is_disabled)
           values ($1, $2, $3, $4, $5, $6, $7::text[], $8::text[], $9, $10) returning ${columns}`,
          [
            id,
            caller.organisationId,
            webhook.name,
            webhook.type,
            webhook.url,
            yield* vault.seal(Targets.places.headers(id), Redacted.make(JSON.stringify(webhook.headers))),
            texts(webhook.operations),
            texts(webhook.data_models),
            yield* vault.seal(Targets.places.secret(id), secret),
            webhook.is_disabled
          ]
        )
        yield* sql`insert into webhook_lane (webhook_id) values (${id})`
        yield* audit(Audit.by(caller), { action: "WEBHOOK_CREATED", target: id, details: { type: webhook.type } })
        return row!
      })
    )
    return { ...(yield* wire(row)), secret: Redacted.value(secret) }
  }, orDie)

  const update = Effect.fn("Webhooks.update")(function* (caller: Caller, id: string, body: unknown) {
    yield* manages(caller)
    const asked = yield* WebhookBody.read(body, false, guard.refuse)
    const row = yield* sql.withTransaction(
      Effect.gen(function* () {
        const before = yield* find(caller, id, "for no key update")
        const after = { ...before, ...asked }
        yield* WebhookBody.fits(after)
        const headers =
          asked.headers === undefined
            ? before.headers
            : yield* vault.seal(Targets.places.headers(id), Redacted.make(JSON.stringify(asked.headers)))
        const isSwitched = after.is_disabled !== before.is_disabled
        const isMoved = after.url !== before.url
        const [row] = yield* sql.unsafe<WebhookRow>(
          `update webhook set name = $2, type = $3, url = $4, headers = $5, operations = $6::text[],
             data_models = $7::text[], is_disabled = $8, disabled_reason = $9,
             failing_since = case when $10 then null else failing_since end, updated_at = clock_timestamp()
           where id = $1 returning ${columns}`,
          [
            id,
            after.name,
            after.type,
            after.url,
            headers,
            texts(after.operations),
            texts(after.data_models),
            after.is_disabled,
            isSwitched ? (after.is_disabled ? "It was disabled on request." : null) : before.disabled_reason,
            isSwitched || isMoved
          ]
        )
        // Another address has not asked to be left alone. Open deliveries of a disabled webhook are ended by its lane.
        if (isMoved) yield* sql`update webhook_lane set paused_until = null where webhook_id = ${id}`
        if (isSwitched || isMoved) yield* wakeLane(id)
        // The values stay out: an address or a header may be a secret.
        yield* audit(Audit.by(caller), {
          action: "WEBHOOK_UPDATED",
          target: id,
          details: { changed: Object.keys(asked), is_disabled: after.is_disabled }
        })
        return row!
      })
    )
    return yield* wire(row)
  }, orDie)

  const remove = Effect.fn("Webhooks.remove")(function* (caller: Caller, id: string) {
    // Nothing new comes in, and what is there goes in pieces that never hold the table for long.
    yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* find(caller, id, "for no key update")
        yield* sql`update webhook set is_disabled = true, updated_at = clock_timestamp() where id = ${id}`
        yield* audit(Audit.by(caller), { action: "WEBHOOK_DELETED", target: id })
      })
    )
    const empty = Effect.repeat(
      sql`delete from delivery where id = any(array(
        select id from delivery where webhook_id = ${id} order by position limit 2000)) returning 1`,
      { until: (removed) => removed.length === 0 }
    )
    yield* empty
    yield* sql`delete from webhook where id = ${id}`
    yield* sql`delete from delivery_change where webhook_id = ${id}`
    // Of changes that were under way: they kept the webhook until they were committed.
    yield* empty
  }, orDie)

  const rotateSecret = Effect.fn("Webhooks.rotateSecret")(function* (caller: Caller, id: string) {
    const secret = newSecret()
    const row = yield* sql.withTransaction(
      Effect.gen(function* () {
        const before = yield* find(caller, id, "for no key update")
        const old = yield* Effect.orDie(vault.open(Targets.places.secret(id), before.secret))
        const [row] = yield* sql.unsafe<WebhookRow>(
          `update webhook set secret = $2, previous_secret = $3,
             previous_secret_until = ${rules.now} + interval '${OVERLAP}', updated_at = clock_timestamp()
           where id = $1 returning ${columns}`,
          [
            id,
            yield* vault.seal(Targets.places.secret(id), secret),
            yield* vault.seal(Targets.places.previousSecret(id), old)
          ]
        )
        yield* audit(Audit.by(caller), { action: "WEBHOOK_SECRET_ROTATED", target: id })
        return row!
      })
    )
    return { ...(yield* wire(row)), secret: Redacted.value(secret) }
  }, orDie)

  const test = Effect.fn("Webhooks.test")(function* (caller: Caller, id: string) {
    const row = yield* find(caller, id)
    const target = yield* targets.target(row)
    const dataModel = row.type === "DATA_MODEL_CHANGES" ? (row.data_models[0] ?? "CONTACTS") : null
    const [{ at } = { at: new Date() }] = yield* sql<{ at: Date }>`select clock_timestamp() as at`
    const event = {
      event_id: timedId(),
      id: timedId(),
      type: row.type,
      created_at: at,
      company_id: null,
      connection_id: null,
      integration_type: null,
      data_model: dataModel,
      operation: row.type === "DATA_MODEL_CHANGES" ? (row.operations[0] ?? "UPDATE") : null,
      data: sample(row.type, dataModel ?? "CONTACTS")
    }
    const underWay = new Set<() => void>()
    const begun = performance.now()
    const outcome = yield* Effect.promise((signal) => {
      signal.addEventListener("abort", () => underWay.forEach((cut) => cut()))
      const message = { id: event.event_id, timestamp: Math.floor(at.getTime() / 1000), body: bodyOf(event) }
      return send(guard.dispatcher, target, message, rules.timeout, underWay)
    })
    const took = Math.round(performance.now() - begun)
    yield* sql.withTransaction(
      Effect.gen(function* () {
        // It may have been removed while the sample was on its way.
        yield* find(caller, id, "for key share")
        yield* audit(Audit.by(caller), { action: "WEBHOOK_TESTED", target: id })
        yield* sql.unsafe(
          `insert into event (id, organisation_id, company_id, type, data_model, operation, data, created_at)
           values ($1, $2, 0, $3, $4, $5, $6::text::json, $7)`,
          [event.event_id, caller.organisationId, event.type, event.data_model, event.operation, event.data, at]
        )
        yield* sql.unsafe(
          `insert into delivery (id, organisation_id, webhook_id, event_id, type, company_id, data_model, operation, status,
             attempts, last_attempt_at, response_status, error, answer, milliseconds, created_at, finished_at)
           values ($1, $2, $3, $4, $9, 0, $10, $11, $5, 1, $6, $7, $8, $12, $13, $6, ${rules.now})`,
          [
            event.id,
            caller.organisationId,
            id,
            event.event_id,
            outcome.ok ? "DELIVERED" : "FAILED",
            at,
            outcome.status,
            outcome.error,
            event.type,
            event.data_model,
            event.operation,
            outcome.answer,
            took
          ]
        )
      })
    )
    return yield* delivery(event.id)
  }, orDie)

  const deliveries = Effect.fn("Webhooks.deliveries")(function* (caller: Caller, id: string, params: URLSearchParams) {
    const webhook = yield* Effect.result(find(caller, id))
    const selection: ManagedList.Selection = {
      select: deliveryColumns,
      where: (bind) => [Result.isSuccess(webhook) ? `d.webhook_id = ${bind(id, "uuid")}` : "false"],
      of: id
    }
    // The query is looked at first: what is wrong with it is so for every webhook.
    const found = yield* page(storedDeliveries, caller, params, selection, (rows: ReadonlyArray<UntoldRow>) =>
      Effect.map(Effect.orDie(told(rows)), (all) => all.map(deliveryWire))
    )
    return Result.isSuccess(webhook) ? found : yield* webhook.failure
  }, orDie)

  const detail = Effect.fn("Webhooks.delivery")(function* (caller: Caller, deliveryId: string) {
    yield* manages(caller)
    const [found] = isId(deliveryId)
      ? yield* sql.unsafe<UntoldRow>(
          `select ${deliveryColumns} from delivery d where d.id = $1 and d.organisation_id = $2`,
          [deliveryId, caller.organisationId]
        )
      : []
    const messages =
      found === undefined
        ? []
        : found.company_id === null
          ? yield* sql.unsafe<Message>(`select ${messageColumns} from event where id = $1`, [found.event_id])
          : yield* sql.unsafe<Message>(`select ${messageColumns} from event where id = $1 and company_id = $2`, [
              found.event_id,
              found.company_id
            ])
    if (found === undefined || messages[0] === undefined) return yield* ApiError.notFound("delivery with this id")
    const [own] = yield* told([found])
    const row = { ...own!, ...messages[0] }
    const kept = yield* sql<DeliveryAttemptRow>`
      select number, at, response_status, error, answer, milliseconds from delivery_attempt
      where delivery_id = ${deliveryId} order by number`
    const made = deliveryWire(row)
    // One that arrived at once is known by its delivery alone.
    const last =
      row.attempts > 0 && kept.at(-1)?.number !== row.attempts
        ? [
            {
              number: row.attempts,
              at: made.last_attempt_at!,
              response_status: row.response_status,
              error: row.error,
              answer: row.answer,
              milliseconds: row.milliseconds
            }
          ]
        : []
    return {
      ...made,
      body: bodyOf({ ...row, created_at: row.told_at }),
      attempts_made: [...kept.map((attempt) => ({ ...attempt, at: attempt.at.toISOString() })), ...last]
    }
  }, orDie)

  const retry = Effect.fn("Webhooks.retry")(function* (caller: Caller, deliveryId: string) {
    yield* manages(caller)
    if (!isId(deliveryId)) return yield* ApiError.notFound("delivery with this id")
    yield* sql.withTransaction(
      Effect.gen(function* () {
        const [row] = yield* sql<{ webhook_id: string; is_disabled: boolean; disabled_reason: string | null }>`
          select w.id as webhook_id, w.is_disabled, w.disabled_reason from delivery d join webhook w on w.id = d.webhook_id
          where d.id = ${deliveryId} and d.organisation_id = ${caller.organisationId}`
        if (row === undefined) return yield* ApiError.notFound("delivery with this id")
        yield* enabled(row)
        // One that arrived at once has said itself how that was, until now.
        yield* sql`
          insert into delivery_attempt (delivery_id, number, at, response_status, error, answer, milliseconds)
          select id, attempts, last_attempt_at, response_status, error, answer, milliseconds from delivery
          where id = ${deliveryId} and attempts > 0
          on conflict do nothing`
        // One that is open keeps its place in the schedule and is tried now; a parked one still waits for its turn.
        yield* sql.unsafe(
          `update delivery set
             next_attempt_at = case when status = 'PENDING' and next_attempt_at is null then null else ${rules.now} end,
             attempts_before = case when status = 'PENDING' then attempts_before else attempts end,
             status = 'PENDING', finished_at = null
           where id = $1`,
          [deliveryId]
        )
        yield* sql`update webhook_lane set paused_until = null where webhook_id = ${row.webhook_id}`
        yield* wakeLane(row.webhook_id)
        yield* audit(Audit.by(caller), {
          action: "DELIVERY_RETRIED",
          target: deliveryId,
          details: { webhook_id: row.webhook_id }
        })
      })
    )
    return yield* delivery(deliveryId)
  }, orDie)

  /** Webhooks whose events are being replayed: what one replay adds, the next one counts. */
  const replaying = new Set<string>()
  const replay = Effect.fn("Webhooks.replay")(function* (caller: Caller, id: string, body: unknown) {
    yield* manages(caller)
    const span = yield* WebhookBody.readReplay(body)
    const row = yield* find(caller, id)
    yield* enabled(row)
    if (replaying.has(id)) return yield* ApiError.make("conflict", "A replay of this webhook is under way.")
    replaying.add(id)
    return yield* Effect.ensuring(
      again(caller, row, span),
      Effect.sync(() => replaying.delete(id))
    )
  }, orDie)
  const again = Effect.fnUntraced(function* (caller: Caller, row: WebhookRow, { from, to }: WebhookBody.Replay) {
    const { id } = row
    const [asked] = yield* sql<{ n: number }>`
      select count(*) as n from (select 1 from event where organisation_id = ${caller.organisationId}
        and created_at >= ${from} and created_at < ${to} and type = ${row.type} limit ${replayEvents.most + 1}) e`
    if (asked!.n > replayEvents.most) {
      return yield* ApiError.make(
        "invalid-params",
        `There are more events from "from" to "to" than are delivered again at once: ${atMost(replayEvents)}. Take a shorter period, and the rest after it.`,
        "to"
      )
    }
    const [waiting] = yield* sql<{ n: number }>`select count(*) as n from (
      select 1 from delivery where webhook_id = ${id} and status = 'PENDING' limit ${replayEvents.most + 1}) d`
    if (waiting!.n > replayEvents.most) {
      const message = `More deliveries of this webhook wait to be sent than are delivered again at once: ${atMost(replayEvents)}. Replay when fewer wait.`
      return yield* ApiError.make("conflict", message)
    }
    /** The next events after a place in the order that the webhook wants; the time is text, since a Date would lose its microseconds. */
    const chunk = (time: string, position: number) =>
      sql.unsafe<ToldRow & { readonly subject: number | null; readonly time: string; readonly position: number }>(
        `select id, position, created_at::text as time, subject, type, company_id, connection_id, operation, data_model
         from event
         where organisation_id = $1 and created_at >= $2::timestamptz and created_at < $4
           and (created_at, position) > ($2::timestamptz, $3) and type = $5
           and (operation is null or $6::text[] = '{}' or operation = any($6))
           and (data_model is null or $7::text[] = '{}' or data_model = any($7))
         order by created_at, position limit ${replayed}`,
        [caller.organisationId, time, position, to, row.type, texts(row.operations), texts(row.data_models)]
      )
    const send = (events: Effect.Success<ReturnType<typeof chunk>>) =>
      sql.unsafe(
        `insert into delivery (id, organisation_id, webhook_id, event_id, subject, type, company_id, connection_id,
           data_model, operation, status, next_attempt_at, created_at)
         select gen_random_uuid(), $1, w.id, t.id, subject, t.type, company_id, connection_id, data_model, operation,
           'PENDING', ${rules.now}, now()
         from unnest($3::uuid[], $4::bigint[], $5::text[], $6::bigint[], $7::bigint[], $8::text[], $9::text[])
           with ordinality as t (id, subject, type, company_id, connection_id, data_model, operation, ordinal)
         join webhook w on w.id = $2
         order by ordinal returning 1 as one`,
        [
          caller.organisationId,
          id,
          uuids(events.map((event) => event.id)),
          ids(events.map((event) => event.subject)),
          texts(events.map((event) => event.type)),
          ids(events.map((event) => event.company_id ?? 0)),
          ids(events.map((event) => event.connection_id)),
          texts(events.map((event) => event.data_model)),
          texts(events.map((event) => event.operation))
        ]
      )
    // Noted first: of a replay that is broken off a part is on its way.
    yield* audit(Audit.by(caller), {
      action: "EVENTS_REPLAYED",
      target: id,
      details: { from: from.toISOString(), to: to.toISOString() }
    })
    let total = 0
    let place: { readonly time: string; readonly position: number } | null = { time: from.toISOString(), position: 0 }
    while (place !== null) {
      const { position, time }: { readonly time: string; readonly position: number } = place
      // Some thousands at a time, each with the job that sends them: what was counted is on its way.
      const events: Effect.Success<ReturnType<typeof chunk>> = yield* chunk(time, position)
      const sent = events.length === 0 ? [] : yield* sql.withTransaction(Effect.tap(send(events), () => wakeLane(id)))
      total += sent.length
      place = events.length < replayed ? null : events.at(-1)!
    }
    return { deliveries: total }
  })

  return Webhooks.of({
    list,
    get: Effect.fn("Webhooks.get")(function* (caller, id) {
      return yield* wire(yield* find(caller, id))
    }, orDie),
    create,
    update,
    remove,
    rotateSecret,
    test,
    deliveries,
    delivery: detail,
    retry,
    replay
  })
})

/** What the database fails with is a defect here. */
const orDie = <A, R>(
  effect: Effect.Effect<A, ApiError.ApiError | SqlError, R>
): Effect.Effect<A, ApiError.ApiError, R> => Effect.catchTag(effect, "SqlError", Effect.die)

const deliveryWire = (row: DeliveryRow): Delivery => ({
  id: row.id,
  webhook_id: row.webhook_id,
  event_id: row.event_id,
  type: row.type,
  company_id: row.company_id,
  connection_id: row.connection_id,
  data_model: row.data_model,
  operation: row.operation,
  status: row.status,
  attempts: row.attempts,
  next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
  last_attempt_at: row.last_attempt_at?.toISOString() ?? null,
  response_status: row.response_status,
  error: row.error,
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null
})
