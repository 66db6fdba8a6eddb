/**
 * The call budgets of connections in the database, so that all processes draw from one: windows, calls under way, pauses and
 * points are a row each, moved by one statement with the database's clock. On the embedded database there is one process:
 * its memory is enough for short windows, and what counts for a day or a month is written down now and then.
 */
import { Budget, BudgetStore, Limits } from "@svc/core/runtime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { DatabaseInfo } from "../database/Database.ts"

/** After this time the places of a killed process are free again. A process that lives renews its own long before. */
const lease = 15_000

interface Row {
  readonly key: string
  readonly moment: number
  readonly holders: ReadonlyArray<string>
  readonly calls: ReadonlyArray<number>
  readonly held_until: ReadonlyArray<number>
  readonly seconds: ReadonlyArray<number>
  readonly heads: ReadonlyArray<number>
  readonly totals: ReadonlyArray<number>
  readonly counts: ReadonlyArray<number>
  readonly foreign_calls: ReadonlyArray<number>
  readonly foreign_until: ReadonlyArray<number>
}

const store = Layer.effect(
  BudgetStore.BudgetStore,
  Effect.map(SqlClient.SqlClient, (sql) =>
    BudgetStore.BudgetStore.of({
      lease,
      exchange: (key, said) =>
        sql<{ readonly answer: Answer }>`
          select rate_exchange(${key}, ${JSON.stringify(said)}::text::jsonb) as answer`.pipe(
          Effect.orDie,
          Effect.map(([row]) => answerOf(row!.answer))
        ),
      lift: (key) =>
        sql`update rate_budget set blocked_until = 0, available = null, heard_at = null, lifts = lifts + 1,
            foreign_until = array_fill(0::float8, array[cardinality(foreign_until)])
          where key = ${key} or starts_with(key, ${`${key}:`})`.pipe(Effect.asVoid, Effect.orDie),
      read: (keys) =>
        sql<Row>`
          select key, (extract(epoch from clock_timestamp()) * 1000)::float8 as moment, holders, calls, held_until, seconds,
            heads, totals, counts, foreign_calls, foreign_until
          from rate_budget where key = any(${keys as Array<string>}::text[])`.pipe(
          Effect.orDie,
          Effect.map((rows) => new Map(rows.map((row) => [row.key, Budget.usage(stateOf(row), row.moment)] as const)))
        )
    })
  )
)

/** Windows of this length and longer outlive the process, in seconds. */
const lasting = 3600
/** How often they are written down: what a process that was killed had counted since is forgotten. */
const every = "30 seconds"

const kept = Layer.unwrap(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const states = new Map<string, Budget.State>()
    const written = new Map<string, string>()
    const rows = yield* sql<Omit<Row, "moment">>`
      select key, '{}'::text[] as holders, '{}'::int[] as calls, '{}'::float8[] as held_until, seconds, heads, totals,
        counts, foreign_calls, foreign_until
      from rate_budget where ${lasting} <= any(seconds)`.pipe(Effect.orDie)
    for (const row of rows) {
      const state = { ...stateOf(row), shares: new Map() }
      // A driver may answer large numbers as texts.
      states.set(row.key, { ...state, windows: state.windows.map((own) => ({ ...own, head: Number(own.head) })) })
    }
    /** Calls that are under way have been made when this is read again. */
    const write = Effect.suspend(() =>
      Effect.forEach([...states], ([key, { shares, windows }]) => {
        const own = windows.filter(({ seconds }) => seconds >= lasting)
        const under = [...shares.values()].reduce((sum, { calls }) => sum + calls, 0)
        const of = (list: (window: Budget.Window) => ReadonlyArray<number>) => `{${own.flatMap(list).join(",")}}`
        const counts = of((window) =>
          window.counts.map((count, at) => (at === window.head % Budget.ring ? count + under : count))
        )
        const said = [of(({ head }) => [head]), of(({ total }) => [total + under]), counts] as const
        if (own.length === 0 || written.get(key) === said.join()) return Effect.void
        const [heads, totals] = said
        return sql`
          insert into rate_budget (key, seconds, heads, totals, counts, foreign_calls, foreign_until, touched_at)
          values (${key}, ${of(({ seconds }) => [seconds])}::text::float8[], ${heads}::text::bigint[],
            ${totals}::text::int[], ${counts}::text::int[], ${of(({ foreign }) => [Math.ceil(foreign)])}::text::int[],
            ${of(({ foreignUntil }) => [foreignUntil])}::text::float8[], extract(epoch from now()) * 1000)
          on conflict (key) do update set seconds = excluded.seconds, heads = excluded.heads, totals = excluded.totals,
            counts = excluded.counts, foreign_calls = excluded.foreign_calls, foreign_until = excluded.foreign_until,
            touched_at = excluded.touched_at`.pipe(Effect.tap(() => Effect.sync(() => written.set(key, said.join()))))
      }).pipe(Effect.ignoreCause)
    )
    yield* Effect.addFinalizer(() => write)
    yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(every), write)))
    return BudgetStore.BudgetStore.layerOf(states)
  })
)

/** The budgets, shared as far as the database is. */
export const layer: Layer.Layer<Limits.Limits, never, SqlClient.SqlClient | DatabaseInfo> = Layer.unwrap(
  Effect.map(DatabaseInfo, ({ kind }) =>
    Limits.Limits.layerStore.pipe(Layer.provide(kind === "embedded" ? kept : store))
  )
)

interface Answer {
  readonly waits: ReadonlyArray<number>
  readonly points: ReadonlyArray<number>
  readonly free: number
  readonly lifts: number
}
const answerOf = ({ free, lifts, points, waits }: Answer): Budget.Answer => ({
  free,
  lifts,
  turns: waits.map((wait, index) => ({ wait, points: points[index]! }))
})

/** As much of a row as its use is reckoned from. */
const stateOf = (row: Omit<Row, "moment">): Budget.State => ({
  ...Budget.empty(),
  shares: new Map(
    row.holders.map((holder, index) => [
      holder,
      { calls: row.calls[index]!, background: 0, points: 0, until: row.held_until[index]! }
    ])
  ),
  windows: row.seconds.map((seconds, index) => ({
    seconds,
    head: row.heads[index]!,
    total: row.totals[index]!,
    counts: row.counts.slice(index * (Budget.parts + 1), (index + 1) * (Budget.parts + 1)),
    foreign: row.foreign_calls[index]!,
    foreignUntil: row.foreign_until[index]!
  }))
})
