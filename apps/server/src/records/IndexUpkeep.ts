/**
 * Makes the indexes that are asked for often and drops those that nobody uses any more, one at a time over all processes. On
 * PostgreSQL records are written meanwhile; the embedded database, which has one session, serves nobody else for as long as it
 * takes, and makes none of what is large.
 */
import { Models } from "@svc/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { DatabaseInfo } from "../database/Database.ts"
import type * as Custom from "./Custom.ts"
import {
  type Definition,
  definitionOf,
  type Direction,
  Indexes,
  names,
  prefix,
  Rules,
  statisticsNames
} from "./Indexes.ts"
import { targetsOf } from "./Targets.ts"

const every = "5 minutes"
/** Days after which what nobody asked for is forgotten, and its index dropped. */
const UNUSED = 30
/** Hours after which one that could not be made is tried again. */
const AGAIN = 24
/**
 * Bytes of a partition of which the embedded database makes indexes, some 400 000 records of 600 bytes: 15 to 30 ms for each
 * million, so that others wait for 7 seconds at most.
 */
export const LargestEmbedded = Context.Reference<number>("@svc/server/records/IndexUpkeep/LargestEmbedded", {
  defaultValue: () => 256 * 1024 * 1024
})
/** The lock of who makes and drops indexes; no other lock of this kind is taken in the database. */
const LOCK = 7_305_001

interface Demand {
  readonly organisation_id: number
  readonly data_model: string
  readonly member: string
  readonly direction: Direction
  readonly is_wanted: boolean
}
interface There {
  readonly name: string
  readonly is_valid: boolean
}
export interface Kept {
  readonly made: number
  readonly dropped: number
}

type Run = <Row extends object = object>(text: string) => Effect.Effect<ReadonlyArray<Row>, SqlError>

/** The index that is asked for; undefined where nothing has that name any more. */
const wantedIn = (demand: Demand, customs: ReadonlyMap<string, Custom.Fields>): Definition | undefined => {
  const { data_model: model, direction, member, organisation_id: id } = demand
  if (!Models.isModelId(model)) return undefined
  const column = targetsOf(model, customs.get(`${id} ${model}`)).get(member)
  return column === undefined ? undefined : definitionOf(id, model, column, direction)
}

/** `run` sends statements of one session; `how` is how indexes are made and dropped there. */
const keep = Effect.fnUntraced(function* (run: Run, how: "" | "concurrently") {
  const { after, each } = yield* Rules
  yield* run(
    `delete from list_demand where ${after} = 0 or asked_at < now() - interval '${UNUSED} days'
       or not exists (select 1 from organisation o where o.id = organisation_id)`
  )
  const there = yield* run<There>(
    `select c.relname as name, i.indisvalid as is_valid from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relnamespace = current_schema()::regnamespace and c.relname ~ '${names}' order by 1`
  )
  const demands = yield* run<Demand>(
    `select organisation_id, data_model, member, direction,
       wanted_at is not null and (failed_at is null or failed_at < now() - interval '${AGAIN} hours') as is_wanted
     from list_demand order by wanted_at, organisation_id, data_model, member, direction`
  )
  const fields = yield* run<Custom.Field & { readonly whose: string }>(
    `select distinct concat(organisation_id, ' ', data_model) as whose, name, type from field_mapping order by whose, name`
  )
  const customs = Map.groupBy(fields, ({ whose }) => whose)
  const known = demands.flatMap((demand) => {
    const definition = wantedIn(demand, customs)
    return definition === undefined ? [] : [{ demand, definition }]
  })
  const named = new Set(known.map(({ definition }) => definition.name))
  const left = new Set(there.filter(({ is_valid, name }) => is_valid && named.has(name)).map(({ name }) => name))
  const gone = there.filter(({ name }) => !left.has(name))
  // What is not valid was not made to its end: whoever makes one holds the lock.
  for (const { name } of gone) yield* run(`drop index ${how} if exists ${name}`)

  let made = 0
  const ownOf = (organisationId: number) =>
    [...left].filter((name) => name.startsWith(`${prefix}${organisationId}_`)).length
  for (const { definition, demand } of known) {
    if (!demand.is_wanted || left.has(definition.name) || ownOf(demand.organisation_id) >= each) continue
    if (how === "" && (yield* isLarger(run, definition.table, yield* LargestEmbedded))) continue
    const isMade = yield* make(run, how, definition).pipe(
      Effect.as(true),
      Effect.catch((error) => Effect.as(failed(run, how, definition, demand, error), false))
    )
    if (!isMade) continue
    left.add(definition.name)
    made++
  }
  const sampled = yield* run<{ name: string }>(
    `select stxname as name from pg_statistic_ext
     where stxnamespace = current_schema()::regnamespace and stxname ~ '${statisticsNames}'`
  )
  const samples = new Set(sampled.map(({ name }) => name))
  const used = new Set<string>()
  for (const { definition } of known) {
    const { name } = definition.values
    if (name === null || !left.has(definition.name)) continue
    used.add(name)
    // Whoever erased the last record of the table dropped them.
    if (!samples.has(name)) yield* run(statisticsOf(definition))
  }
  for (const name of samples) if (!used.has(name)) yield* run(`drop statistics if exists ${name}`)
  return { made, dropped: gone.length }
})

const isLarger = (run: Run, table: string, bytes: number) =>
  Effect.map(
    run<{ is_larger: boolean }>(`select pg_table_size('${table}') > ${bytes} as is_larger`),
    ([row]) => row!.is_larger
  )

/**
 * Makes an index, and has the planner take samples of what it holds: of an index of some of the rows it uses none, and without
 * any it would look through all records for a page that it takes for common.
 */
const make = Effect.fnUntraced(function* (run: Run, how: "" | "concurrently", definition: Definition) {
  const { name, on, table, values } = definition
  yield* run(`create index ${how} if not exists ${name} ${on}`)
  if (values.name !== null) {
    yield* run(`alter index ${name} alter column 1 set statistics 0`)
    yield* run(statisticsOf(definition))
  }
  yield* run(`analyze ${table}`)
})

const statisticsOf = ({ table, values: { name, sql } }: Definition): string =>
  `create statistics if not exists ${name} on (${sql}) from ${table}`

/** Takes back what there is of an index that could not be made. Where the session is gone, the next look does. */
const failed = Effect.fnUntraced(function* (
  run: Run,
  how: "" | "concurrently",
  { name }: Definition,
  { data_model, direction, member, organisation_id }: Demand,
  error: SqlError
) {
  yield* run(`drop index ${how} if exists ${name}`)
  yield* run(
    `update list_demand set failed_at = now() where organisation_id = ${organisation_id}
       and data_model = '${data_model}' and member = '${member}' and direction = '${direction}'`
  )
  yield* Effect.logWarning(
    `The index of ${member} of ${data_model} for organisation ${organisation_id} could not be made; it is tried again tomorrow.`,
    error
  )
})

/** Looks once; null where another process does so. */
export const run: Effect.Effect<Kept | null, SqlError, Indexes | SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const indexes = yield* Indexes
  const info = yield* Effect.serviceOption(DatabaseInfo)
  yield* indexes.flush
  const isEmbedded = Option.isSome(info) && info.value.kind === "embedded"
  const kept = yield* isEmbedded
    ? keep((text) => sql.unsafe<any>(text).unprepared, "")
    : Effect.scoped(
        Effect.gen(function* () {
          const session = yield* sql.reserve
          const run: Run = (text) => session.executeUnprepared(text, [], undefined) as Effect.Effect<any, SqlError>
          const [lock] = yield* run<{ is_mine: boolean }>(`select pg_try_advisory_lock(${LOCK}) as is_mine`)
          if (!lock!.is_mine) return null
          const back = Effect.andThen(run("reset statement_timeout"), run(`select pg_advisory_unlock(${LOCK})`))
          return yield* Effect.ensuring(
            Effect.andThen(run("set statement_timeout = 0"), keep(run, "concurrently")),
            Effect.ignore(back)
          )
        })
      )
  if (kept !== null && kept.made + kept.dropped > 0) indexes.changed()
  return kept
})

export const layer: Layer.Layer<never, never, Indexes | SqlClient.SqlClient> = Layer.effectDiscard(
  run.pipe(
    Effect.catchCause((cause) => Effect.logError("Indexes on demand could not be looked after.", cause)),
    Effect.schedule(Schedule.spaced(every)),
    Effect.forkScoped
  )
)
