/**
 * What has changed, for whoever follows it as it happens. While somebody does, a process asks the database once a second what
 * changed in any process, and whether the keys and sessions of those who follow still let them in. What somebody has not taken
 * yet is kept once for each thing that changed; of too many things is kept that there are more.
 */
import type { Changes as Definition } from "@svc/core/api"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { AppConfig } from "../AppConfig.ts"
import { isValid } from "../connections/KnownCallers.ts"
import { ids } from "../database/Parameters.ts"
import { type Caller, sees } from "../http/Caller.ts"

export type Change = (typeof Definition.Change)["Type"]

/** Changes that came together, and what names the last of them: a moment of the database, milliseconds since 1970. */
export interface Told {
  readonly id: number
  readonly changes: ReadonlyArray<Change>
}

/** Milliseconds between two questions. */
const EVERY = 1000
/** Milliseconds for which it is asked again what changed before: of what was written then the transaction may have ended since. */
const AGAIN = 5000
/** Changes that are told one by one, and kept for somebody who does not take them. */
export const MOST = 1000
/** Milliseconds after which what was told last is too long ago to go on from. */
const OLDEST = 600_000

const everything: Change = {
  type: "EVERYTHING",
  id: null,
  company_id: null,
  connection_id: null,
  status: null,
  records_read: null,
  changed_at: null
}

/** Of a sync each part changes for itself. */
const nameOf = ({ changed_at, id, source }: Row): string => `${source} ${id} ${changed_at.getTime()}`
interface Row {
  readonly source: string
  readonly type: Exclude<Change["type"], "EVERYTHING">
  readonly organisation_id: number
  readonly id: string
  readonly company_id: number | null
  readonly connection_id: number | null
  readonly status: string | null
  readonly records_read: number | null
  readonly changed_at: Date
}

const part = (source: string, columns: string, from: string, changed: string, organisation: string): string => `(
  select '${source}' as source, ${columns}, ${changed} as changed_at from ${from}
  where ${changed} > to_timestamp($1::float8 / 1000) and ${organisation} = any($2::bigint[])
  order by ${changed} desc limit ${MOST + 1})`
const read = "(select sum(j.records_read)::bigint from sync_job j where j.sync_id = s.id)"
/** What changed of these organisations after a moment, and more of each kind than is told where there is more. */
const changed = [
  part(
    "connection",
    "'CONNECTION' as type, organisation_id, id::text, company_id, id as connection_id, status, null::bigint as records_read",
    "connection",
    "changed_at",
    "organisation_id"
  ),
  part(
    "sync",
    `'SYNC', s.organisation_id, s.id::text, s.company_id, s.connection_id, s.status, ${read}`,
    "sync s",
    "s.changed_at",
    "s.organisation_id"
  ),
  part(
    "sync_job",
    `'SYNC', s.organisation_id, s.id::text, s.company_id, s.connection_id, s.status, ${read}`,
    "sync_job c join sync s on s.id = c.sync_id",
    "c.changed_at",
    "s.organisation_id"
  ),
  part(
    "upload_job",
    "'UPLOAD_JOB', organisation_id, id::text, company_id, connection_id, status, null",
    "upload_job",
    "changed_at",
    "organisation_id"
  ),
  // Webhooks belong to no company.
  part(
    "delivery_change",
    "'DELIVERIES', w.organisation_id, w.id::text, null, null, null, null",
    "delivery_change c join webhook w on w.id = c.webhook_id",
    "c.changed_at",
    "w.organisation_id"
  )
].join(" union all ")

/** Of those who follow, by a key and perhaps a session, the keys and sessions that let somebody in. */
const welcome = (minutes: number): string => `
  select k.id as key_id, null::bigint as session_id from api_key k where k.id = any($1::bigint[]) and ${isValid}
  union all
  select null, s.id from session s where s.id = any($2::bigint[]) and s.ended_at is null and s.expires_at > now()
    and s.last_used_at > now() - make_interval(mins => ${minutes})`

/** Somebody who follows. */
interface Follower {
  readonly caller: Caller
  readonly isLeaving: () => boolean
  /** What was not taken yet, by what it is of. */
  readonly pending: Map<string, Change>
  id: number
  isOver: boolean
  /** Opened when there is something to take. */
  news: Deferred.Deferred<void>
}

export interface Following {
  /** Waits for what is new, at most so many milliseconds; with no changes when there is none, null when it is over. */
  readonly take: (milliseconds: number) => Effect.Effect<Told | null>
  readonly end: () => void
}

export class Changes extends Context.Service<
  Changes,
  {
    /**
     * Follows what a caller may see, from what was told as the last; null for who begins. `isLeaving` says that the process is
     * about to stop.
     */
    readonly follow: (caller: Caller, last: number | null, isLeaving: () => boolean) => Effect.Effect<Following>
  }
>()("@svc/server/changes/Changes") {
  static readonly layer: Layer.Layer<Changes, never, AppConfig | SqlClient.SqlClient> = Layer.suspend(() =>
    Layer.effect(Changes, make)
  )
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { sessionMinutes } = yield* AppConfig
  const scope = yield* Effect.scope
  const context = yield* Effect.context<never>()
  const followers = new Set<Follower>()

  const look = (since: number, organisations: ReadonlyArray<number>) =>
    sql.unsafe<Row>(changed, [since, ids([...new Set(organisations)])])
  const clock = Effect.map(
    sql<{ now: number }>`select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now`,
    ([row]) => row!.now
  )

  const wake = (follower: Follower): void => void Deferred.doneUnsafe(follower.news, Effect.void)
  const end = (follower: Follower): void => {
    follower.isOver = true
    followers.delete(follower)
    wake(follower)
  }
  const tell = (follower: Follower, row: Row): void => {
    const { caller, pending } = follower
    const isSeen = row.type === "DELIVERIES" ? caller.companyId === null : sees(caller, row.company_id)
    if (row.organisation_id !== caller.organisationId || !isSeen || pending.has(everything.type)) return
    const key = `${row.type} ${row.id}`
    const before = pending.get(key)?.changed_at
    const changed_at = row.changed_at.toISOString()
    if (before !== undefined && before !== null && before > changed_at) return
    pending.delete(key)
    const { company_id, connection_id, id, records_read, status, type } = row
    pending.set(key, { type, id, company_id, connection_id, status, records_read, changed_at })
    if (pending.size > MOST) lose(follower)
  }
  const lose = ({ pending }: Follower): void => {
    pending.clear()
    pending.set(everything.type, everything)
  }
  /** Whether there may be more of one source than was read. */
  const isMore = (rows: ReadonlyArray<Row>): boolean =>
    [...Map.groupBy(rows, ({ source }) => source).values()].some(({ length }) => length > MOST)

  /** What was seen in the last look, so that it is not told again. */
  let seen: ReadonlySet<string> = new Set()
  let floor: number | null = null

  const admitted = Effect.fnUntraced(function* () {
    const all = [...followers]
    const rows = yield* sql.unsafe<{ key_id: number | null; session_id: number | null }>(welcome(sessionMinutes), [
      ids([...new Set(all.map(({ caller }) => caller.keyId))]),
      ids([...new Set(all.flatMap(({ caller }) => caller.sessionId ?? []))])
    ])
    const keys = new Set(rows.map(({ key_id }) => key_id))
    const sessions = new Set(rows.map(({ session_id }) => session_id))
    for (const follower of all) {
      const { keyId, sessionId } = follower.caller
      if (!keys.has(keyId) || (sessionId !== undefined && !sessions.has(sessionId))) end(follower)
    }
  })

  const tick = Effect.gen(function* () {
    yield* admitted()
    const now = yield* clock
    const rows = yield* look(
      (floor ?? now) - AGAIN,
      [...followers].map(({ caller }) => caller.organisationId)
    )
    const isTooMany = isMore(rows)
    const news = rows.filter((row) => !seen.has(nameOf(row)))
    seen = new Set(rows.map(nameOf))
    floor = now
    for (const follower of followers) {
      follower.id = Math.max(follower.id, now)
      if (isTooMany && news.length > 0) lose(follower)
      else for (const row of news) tell(follower, row)
      if (follower.pending.size > 0) wake(follower)
    }
  })

  let isRunning = false
  const loop: Effect.Effect<void> = Effect.gen(function* () {
    for (;;) {
      for (const follower of followers) if (follower.isLeaving()) end(follower)
      if (followers.size === 0) return
      yield* Effect.catchCause(tick, (cause) =>
        Effect.logDebug("What changed could not be read, and is asked again.", cause)
      )
      yield* Effect.sleep(EVERY)
    }
  }).pipe(
    Effect.ensuring(
      Effect.sync(() => {
        isRunning = false
        floor = null
        seen = new Set()
      })
    )
  )
  const begin = (): void => {
    if (isRunning) return
    isRunning = true
    Effect.runForkWith(context)(Effect.forkIn(loop, scope))
  }
  yield* Effect.addFinalizer(() => Effect.sync(() => followers.forEach(end)))

  /** Since when somebody goes on who was told something last; null where that is too long ago, or no moment at all. */
  const from = (last: number | null, now: number): number | null =>
    last !== null && last <= now && last > now - OLDEST ? last : null

  const caughtUp = Effect.fnUntraced(function* (
    follower: Follower,
    last: number | null
  ): Effect.fn.Return<void, SqlError> {
    follower.id = yield* clock
    const since = from(last, follower.id)
    const rows = since === null ? null : yield* look(since - AGAIN, [follower.caller.organisationId])
    if (rows === null || isMore(rows)) lose(follower)
    else for (const row of rows) tell(follower, row)
  })

  return Changes.of({
    follow: Effect.fn("Changes.follow")(function* (caller, last, isLeaving) {
      const follower: Follower = {
        caller,
        isLeaving,
        pending: new Map(),
        id: 0,
        isOver: false,
        news: Deferred.makeUnsafe()
      }
      followers.add(follower)
      yield* Effect.onError(Effect.orDie(caughtUp(follower, last)), () => Effect.sync(() => end(follower)))
      begin()
      const taken = (): Told | null => {
        if (follower.isOver) return null
        const changes = [...follower.pending.values()]
        follower.pending.clear()
        follower.news = Deferred.makeUnsafe()
        return { id: follower.id, changes }
      }
      return {
        take: (milliseconds) =>
          Effect.suspend(() =>
            follower.pending.size > 0 || follower.isOver
              ? Effect.succeed(taken())
              : Effect.map(Effect.timeoutOption(Deferred.await(follower.news), milliseconds), taken)
          ),
        end: () => end(follower)
      }
    })
  })
})
