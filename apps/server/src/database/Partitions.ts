/**
 * One partition of the record table for each data model of the registry, made at start where it is missing, and an index
 * for each way in which lists embed records of the model.
 */
import { Models } from "@svc/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"

/** What records of a model are found by when others embed all that refer to them. */
const references = Models.modelIds.flatMap((id) =>
  Object.values(Models.get(id).relations).flatMap((relation) =>
    relation._tag === "Many" ? [{ model: relation.model, member: relation.by }] : []
  )
)

const nameOf = (model: string): string => `record_${model.toLowerCase()}`

/** Makes the partitions that are missing; answers the models they are for. Run after the migrations. */
export const run: Effect.Effect<ReadonlyArray<string>, SqlError, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const there = yield* sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'record'::regclass`
  const known = new Set(there.map(({ name }) => name))
  const missing = Models.modelIds.filter((model) => !known.has(nameOf(model)))
  const indexes = yield* sql<{ name: string }>`
    select indexname as name from pg_indexes where schemaname = current_schema() and starts_with(tablename, 'record_')`
  const indexed = new Set(indexes.map(({ name }) => name))
  const wanted = new Map(
    references.map(({ member, model }) => [
      `${nameOf(model)}_by_${member}`,
      `on ${nameOf(model)} (connection_id, (body ->> '${member}'))`
    ])
  )
  // Identifiers of the registry hold nothing but capitals and underscores. What is there already is not asked for again,
  // because even an index that is there would make writers wait.
  const statements = [
    ...missing.map(
      (model) => `create table if not exists ${nameOf(model)} partition of record for values in ('${model}')`
    ),
    ...[...wanted]
      .filter(([name]) => !indexed.has(name))
      .map(([name, columns]) => `create index if not exists ${name} ${columns}`)
  ]
  // All in one statement: an empty installation needs about a hundred. Processes that start at once take turns: even
  // with `if not exists`, two that make the same table at the same time collide.
  if (statements.length > 0) {
    const turn = "lock table record in share row exclusive mode"
    yield* sql.unsafe(`do $do$ begin ${[turn, ...statements].map((statement) => `${statement};`).join("\n")} end $do$`)
      .unprepared
  }
  return missing
})

export const layer: Layer.Layer<never, SqlError, SqlClient.SqlClient> = Layer.effectDiscard(run)
