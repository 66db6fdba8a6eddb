/**
 * Copies an installation from one database to another, such as from the embedded one to a PostgreSQL: every row, every
 * counter and every job that is not done yet, in one transaction on either side. Before it ends, each table is compared with
 * its source; a difference undoes everything.
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import * as Audit from "../audit/Audit.ts"

/** The installation cannot be moved; nothing was written. */
export class MoveRefused extends Data.TaggedError("MoveRefused")<{ readonly message: string }> {}

interface Table {
  readonly name: string
  /** Rows that are taken along; all when null. */
  readonly where: string | null
}
export interface Moved {
  readonly table: string
  readonly rows: number
}

/** How far it is: rows of the table that came, and how many tables are there as a whole. */
export interface Moving extends Moved {
  readonly isWhole: boolean
  readonly done: number
  readonly tables: number
}

/** Rows that travel in one statement; a record carries its raw item, so not too many. */
const chunk = 200

/** The list of migrations is written by the migrations themselves, and budgets start full. */
const own = new Set(["svc_migrations", "rate_bucket", "rate_budget"])
/** Of the job engine only what is still to be done: its queues are made anew, and what is over was history. */
const jobs: Table = { name: "pgboss.job", where: "state in ('created', 'retry', 'active')" }

/** Every table, those that others refer to first. Partitions travel with their table. */
const tablesOf = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const rows = yield* sql<{ name: string; needs: ReadonlyArray<string> }>`
    select c.relname as name, coalesce(array_agg(distinct f.relname::text) filter (where f.oid <> c.oid), '{}') as needs
    from pg_class c
    left join pg_constraint k on k.conrelid = c.oid and k.contype = 'f'
    left join pg_class f on f.oid = k.confrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    group by c.oid, c.relname order by c.relname`
  const left = new Map(rows.filter(({ name }) => !own.has(name)).map(({ name, needs }) => [name, needs]))
  const ordered: Array<Table> = []
  while (left.size > 0) {
    const free = [...left].find(([, needs]) => needs.every((need) => !left.has(need)))
    if (free === undefined) return yield* Effect.die(new Error("Tables refer to each other in a circle."))
    left.delete(free[0])
    // With its schema, since one of them is named as a type is.
    ordered.push({ name: `public.${free[0]}`, where: null })
  }
  return [...ordered, jobs]
})

interface Column {
  readonly name: string
  readonly isMoment: boolean
}

const columnsOf = (sql: SqlClient.SqlClient, table: string) =>
  sql<Column>`
    select quote_ident(attname) as name, atttypid = 'timestamptz'::regtype as "isMoment" from pg_attribute
    where attrelid = ${table}::text::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attname`

const restricted = ({ name, where }: Table): string => `${name}${where === null ? "" : ` where ${where}`}`

/**
 * How many rows, and a sum over the text of each, in which a changed byte shows. Where the rows are on the nodes of a cluster
 * these make the text: they do not know the names of a row's columns, nor the time zone that was set here.
 */
const sumOf = (sql: SqlClient.SqlClient, table: Table, columns: ReadonlyArray<Column>) => {
  const values = columns.map(({ isMoment, name }) => (isMoment ? `${name} at time zone 'UTC'` : name))
  return Effect.map(
    sql.unsafe<{ rows: number; sum: string }>(
      `select count(*) as rows,
         coalesce(sum(('x' || left(md5(json_build_array(${values.join(", ")})::text), 12))::bit(48)::bigint), 0)::text as sum
       from ${restricted(table)}`
    ).unprepared,
    ([row]) => row!
  )
}

const copy = Effect.fnUntraced(function* (
  from: SqlClient.SqlClient,
  to: SqlClient.SqlClient,
  table: Table,
  tell: (rows: number) => Effect.Effect<void>
) {
  const known = new Set((yield* columnsOf(to, table.name)).map(({ name }) => name))
  const columns = (yield* columnsOf(from, table.name)).filter(({ name }) => known.has(name))
  const list = columns.map(({ name }) => name).join(", ")
  yield* from.unsafe(
    `declare moving no scroll cursor for select row_to_json(t)::text as row from (select ${list} from ${restricted(table)}) t`
  ).unprepared
  for (let came = 0; ;) {
    const rows = yield* from.unsafe<{ row: string }>(`fetch ${chunk} from moving`).unprepared
    if (rows.length === 0) break
    yield* to.unsafe(
      `insert into ${table.name} (${list}) overriding system value
       select ${list} from json_populate_recordset(null::${table.name}, $1::text::json)`,
      [`[${rows.map(({ row }) => row).join(",")}]`]
    )
    yield* tell((came += rows.length))
  }
  yield* from.unsafe("close moving").unprepared
  const [was, is] = [yield* sumOf(from, table, columns), yield* sumOf(to, table, columns)]
  if (was.rows !== is.rows || was.sum !== is.sum) {
    return yield* new MoveRefused({
      message: `The table ${table.name} did not arrive as it was: ${was.rows} rows there, ${is.rows} here.`
    })
  }
  return { table: table.name, rows: is.rows }
})

/** Counters go on where they stood: an id is never given twice. */
const copyCounters = Effect.fnUntraced(function* (from: SqlClient.SqlClient, to: SqlClient.SqlClient) {
  const counters = yield* from<{ name: string; last: number | null }>`
    select quote_ident(sequencename) as name, last_value as last from pg_sequences where schemaname = 'public'`
  for (const { last, name } of counters) {
    if (last !== null) yield* to`select setval(${name}::text::regclass, ${last})`
  }
})

/**
 * Copies everything. Both databases have this release's schema and job queues, and nobody works on either. Fails, with
 * nothing written, when the target holds an installation already or a table did not arrive as it was.
 */
export const move = Effect.fn("Move.move")(function* (
  from: SqlClient.SqlClient,
  to: SqlClient.SqlClient,
  tell: (moving: Moving) => Effect.Effect<void> = () => Effect.void
): Effect.fn.Return<ReadonlyArray<Moved>, MoveRefused | SqlError> {
  const patient = (sql: SqlClient.SqlClient) =>
    sql`select set_config(name, value, true) from (values
      ('statement_timeout', '0'), ('idle_in_transaction_session_timeout', '0'), ('timezone', 'UTC')) as s (name, value)`
  const both = Effect.gen(function* () {
    yield* Effect.all([patient(from), patient(to)])
    // Of no company is what a release before wrote for nobody: a database that is spread has a place for the number alone.
    yield* from`update event set company_id = 0 where company_id is null`
    const tables = yield* tablesOf(from)
    for (const { name } of tables) {
      const [row] = yield* to.unsafe<{ used: boolean }>(`select exists (select 1 from ${name}) as used`)
      if (row!.used) {
        return yield* new MoveRefused({
          message: `The target is not empty: ${name} has rows. An installation moves into a database of its own.`
        })
      }
    }
    const moved: Array<Moved> = []
    for (const table of tables) {
      const moving = { table: table.name, isWhole: false, done: moved.length, tables: tables.length }
      moved.push(yield* copy(from, to, table, (rows) => tell({ ...moving, rows })))
      yield* tell({ ...moving, ...moved.at(-1)!, isWhole: true, done: moved.length })
    }
    yield* copyCounters(from, to)
    // What a process had begun when it was stopped is to be begun again.
    yield* to`update pgboss.job set state = 'retry' where state = 'active'`
    const rows = moved.reduce((sum, table) => sum + table.rows, 0)
    for (const { value } of yield* to<{ value: string }>`
      select value from svc_meta where name = 'default_organisation' and value <> ''`) {
      const operator = Audit.by({ keyId: 0, organisationId: Number(value) })
      yield* Audit.writer(to)(operator, { action: "INSTALLATION_MOVED", target: null, details: { rows } })
    }
    return moved
  })
  return yield* from.withTransaction(to.withTransaction(both))
})
