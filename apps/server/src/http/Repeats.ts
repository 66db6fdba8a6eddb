/**
 * The Idempotency-Key of every POST but the writes of records: one request does the work, and whoever repeats it gets the
 * first answer again. The key is claimed before anything is done, by whoever holds it for as long as they live; what a
 * holder that died leaves is for the endpoint's annotation `OnRepeat` to say.
 */
import { Access, ApiError } from "@svc/core/api"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Redacted from "effect/Redacted"
import type { SqlClient } from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { randomUUID } from "node:crypto"
import { atMost, type Limit } from "../Limits.ts"
import type { Vault } from "../secrets/Vault.ts"
import { checkKey, fingerprintOf, mismatch, stillRuns } from "../uploads/Idempotency.ts"
import * as Answers from "./Answers.ts"
import { type Caller, sees } from "./Caller.ts"

/** A request under a key. */
export interface Keyed {
  readonly key: string
  readonly caller: Caller
  /** Method and path, without the query. */
  readonly operation: string
  readonly body: unknown
  readonly onRepeat: Access.Repeat
}

type Response = HttpServerResponse.HttpServerResponse

/** A holder that was not heard of for so long has died. */
const lease = "15 seconds"
const beat = "5 seconds"

/** What may have been done although it failed: kept, since another try could do it twice. */
const doubtful: ReadonlySet<ApiError.ErrorCode> = new Set([
  "unknown-outcome",
  "platform-timeout",
  "platform-error",
  "unknown-error"
])

const unknownOutcome = ApiError.make(
  "unknown-outcome",
  "The first request with this Idempotency-Key was begun, and nobody knows how it ended. It is not sent again: see at the platform what became of it, and use another key.",
  "Idempotency-Key"
)

const place = (id: number): string => `idempotency_key:${id}:body`

/** What of a company's an address names, by its part: the table it is in. */
const tables: Readonly<Record<string, string>> = { connections: "connection", syncs: "sync" }

/** The company whose connection or sync an operation is about, if it is about one. */
const ownerOf = Effect.fnUntraced(function* (sql: SqlClient, { organisationId }: Caller, operation: string) {
  const [, part, id] = /^POST \/v3\/core\/(\w+)\/(\d{1,15})\//.exec(operation) ?? []
  const table = part === undefined ? undefined : tables[part]
  if (table === undefined) return 0
  const [row] = yield* sql.unsafe<{ company_id: number }>(
    `select company_id from ${table} where organisation_id = $1 and id = $2`,
    [organisationId, Number(id)]
  )
  return row?.company_id ?? 0
})

/** The company a request is about: the one its key is for, its body names, or its address leads to; 0 where there is none. */
const companyOf = (sql: SqlClient, { body, caller, operation }: Keyed): Effect.Effect<number, SqlError> => {
  const named = typeof body === "object" && body !== null ? (body as { company_id?: unknown }).company_id : undefined
  if (Number.isSafeInteger(named)) return Effect.succeed(named as number)
  return caller.companyId === null ? ownerOf(sql, caller, operation) : Effect.succeed(caller.companyId)
}

/** The company an answer of ours is about, with which it is erased. */
const aboutOf = (operation: string, answer: string): number | null => {
  const { data } = JSON.parse(answer) as { readonly data?: Readonly<Record<string, any>> }
  const found =
    data?.["svc_company_id"] ??
    data?.["company_id"] ??
    data?.["company"]?.svc_id ??
    (operation === "POST /v3/core/companies" ? data?.["svc_id"] : null)
  return Number.isSafeInteger(found) ? found : null
}

const textOf = ({ body }: Response): string =>
  body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : body._tag === "Raw" ? String(body.body) : ""

interface Row {
  readonly id: number
  readonly fingerprint: string
  readonly status: number | null
  readonly sealed_body: string | null
  readonly is_held: boolean
}

/** Said again instead of an answer that was too large to be kept: what was asked for is done, and is not done again. */
const notKept = (bytes: number, limit: Limit): ApiError.ApiError =>
  ApiError.make(
    "conflict",
    `The first request with this Idempotency-Key was carried out. Its answer had ${bytes} bytes, and is not kept: ${atMost(limit)}.`,
    "Idempotency-Key"
  )

/** `limit` is how large an answer may be that is kept. */
export const make = (sql: SqlClient, vault: Vault["Service"], limit: Limit) => {
  const inTransaction = <E, R>(effect: Effect.Effect<Response, E, R>): Effect.Effect<Response, E, R> =>
    Effect.catch(sql.withTransaction(effect), (error) =>
      isSqlError(error) ? Effect.die(error) : Effect.fail(error as E)
    )
  const again = Effect.fnUntraced(function* ({ id, sealed_body, status }: Row) {
    const text = Redacted.value(yield* Effect.orDie(vault.open(place(id), sealed_body!)))
    if (status! >= 400) return yield* new ApiError.ApiError({ ...JSON.parse(text), replayed: true })
    return HttpServerResponse.setHeader(
      HttpServerResponse.setStatus(Answers.text(text), status!),
      "idempotent-replayed",
      "true"
    )
  })

  /** Takes a key; gives its row's id, or the answer that was kept. */
  const claim = Effect.fnUntraced(function* (keyed: Keyed, company: number, fingerprint: string, holder: string) {
    const { caller, key, onRepeat } = keyed
    const [made] = yield* sql<{ id: number }>`
      insert into idempotency_key (organisation_id, company_id, key, fingerprint, holder, held_until)
      values (${caller.organisationId}, ${company}, ${key}, ${fingerprint}, ${holder}, now() + ${lease}::interval)
      on conflict do nothing returning id`
    if (made !== undefined) return made.id
    const [row] = yield* sql<Row>`
      select id, fingerprint, status, sealed_body, coalesce(held_until > now(), false) as is_held from idempotency_key
      where organisation_id = ${caller.organisationId} and company_id = ${company} and key = ${key}`
    // It was let go between the two statements.
    if (row === undefined) return yield* stillRuns
    if (row.fingerprint !== fingerprint) return yield* mismatch
    if (row.status !== null) return yield* again(row)
    if (row.is_held) return yield* stillRuns
    if (onRepeat === "unknown") return yield* unknownOutcome
    const taken = yield* sql`
      update idempotency_key set holder = ${holder}, held_until = now() + ${lease}::interval
      where id = ${row.id} and status is null and held_until <= now() returning id`
    return taken.length > 0 ? row.id : yield* stillRuns
  })

  /** Carries out a request under its key, or gives the answer that the first one got. `reasonOf` finds what it failed with. */
  return Effect.fnUntraced(function* <E, R>(
    keyed: Keyed,
    http: Effect.Effect<Response, E, R>,
    reasonOf: (error: unknown) => unknown
  ): Effect.fn.Return<Response, E | ApiError.ApiError, R> {
    const { body, caller, key, onRepeat, operation } = keyed
    yield* checkKey(key)
    const company = yield* Effect.orDie(companyOf(sql, keyed))
    // Whoever may not see it learns so from the endpoint, and nothing of its keys.
    if (company !== 0 && !sees(caller, company)) return yield* http
    const holder = randomUUID()
    // An answer may hold a secret that is shown once: only the API key that made it gets it again.
    const fingerprint = fingerprintOf(`${operation}\n${caller.keyId}`, body)
    const claimed = yield* Effect.catchTag(claim(keyed, company, fingerprint, holder), "SqlError", Effect.die)
    if (typeof claimed !== "number") return claimed

    const isOwn = sql`id = ${claimed} and holder = ${holder} and status is null`
    const letGo = Effect.orDie(sql`delete from idempotency_key where ${isOwn}`)
    const keep = Effect.fnUntraced(function* (given: number, answer: string) {
      const bytes = Buffer.byteLength(answer)
      const { status, text } =
        bytes <= limit.most
          ? { status: given, text: answer }
          : { status: 409, text: JSON.stringify(notKept(bytes, limit)) }
      const sealed = yield* vault.seal(place(claimed), Redacted.make(text))
      const kept = yield* sql`update idempotency_key set status = ${status}, sealed_body = ${sealed}, held_until = null,
          about_company_id = ${status < 400 && onRepeat !== "unknown" ? aboutOf(operation, text) : null}
        where ${isOwn} returning id`
      return kept.length > 0
    }, Effect.orDie)
    const answered = Effect.flatMap(http, (response) =>
      response.status >= 400
        ? Effect.as(letGo, response)
        : Effect.flatMap(keep(response.status, textOf(response)), (isKept) =>
            // Somebody took us for dead and did it as well: what was done here is taken back, where it can be.
            isKept || onRepeat !== "rolls-back" ? Effect.succeed(response) : stillRuns
          )
    )
    const beating = sql`update idempotency_key set held_until = now() + ${lease}::interval where ${isOwn}`.pipe(
      Effect.ignoreCause,
      Effect.delay(beat),
      Effect.forever
    )
    const settle = (cause: Cause.Cause<unknown>) => {
      const reason = reasonOf(Cause.squash(cause))
      const isKnown = reason instanceof ApiError.ApiError
      const isRefusal = isKnown ? !doubtful.has(reason.code) : !Cause.hasInterrupts(cause) && !Cause.hasDies(cause)
      if (onRepeat !== "unknown" || isRefusal) return letGo
      return isKnown
        ? keep(reason.status, JSON.stringify(reason))
        : Effect.orDie(sql`update idempotency_key set held_until = now() where ${isOwn}`)
    }
    return yield* (onRepeat === "rolls-back" ? inTransaction(answered) : Effect.raceFirst(answered, beating)).pipe(
      Effect.onExit((exit) => (Exit.isSuccess(exit) ? Effect.void : Effect.ignoreCause(settle(exit.cause))))
    )
  })
}
