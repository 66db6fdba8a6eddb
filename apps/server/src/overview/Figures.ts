/**
 * How much was done over time: syncs, calls to platforms and deliveries, in steps of five minutes. Whoever does something
 * only adds to numbers in memory; once a second they are added to those of the database, in batches that have a number, as
 * usage is. What they are for is plots: of a transaction that is taken back in the end they may count what it did.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import * as Gathered from "../database/Gathered.ts"
import { ids, texts } from "../database/Parameters.ts"
import * as Gauges from "./Gauges.ts"

/** Seconds of a step. */
export const step = 300

export const numbers = [
  "done",
  "failed",
  "limited",
  "milliseconds",
  "longest",
  "waited",
  "created",
  "updated",
  "deleted",
  "refused"
] as const
type Numbers = { [N in (typeof numbers)[number]]?: number }

/** What is counted: a connection stands for its organisation. */
export interface Counted {
  readonly kind: "syncs" | "calls" | "deliveries"
  readonly organisationId?: number | undefined
  readonly connectionId?: number | null | undefined
  /** The platform, or the webhook. */
  readonly name: string
}
/** Adds to what is counted, and `longest` where it is more. It costs no statement, and cannot fail. */
export type Figure = (counted: Counted, numbers: Readonly<Numbers>) => void

/** What counts, for whoever does something; nothing does where there is no service around. */
export const Figuring = Context.Reference<Figure>("@svc/server/overview/Figuring", { defaultValue: () => () => {} })

interface Entry extends Counted {
  readonly at: number
  readonly numbers: Numbers
}

const added = numbers
  .map((name) =>
    name === "longest" ? "longest = greatest(f.longest, excluded.longest)" : `${name} = f.${name} + excluded.${name}`
  )
  .join(", ")

/** Adds a batch to what is stored, once. */
const add = (sql: SqlClient.SqlClient, writer: string, batch: number, entries: ReadonlyArray<Entry>) =>
  Effect.asVoid(
    sql.unsafe(
      `with ${Gathered.mine},
       n as (
         select * from unnest($3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::text[],
           ${numbers.map((_, index) => `$${index + 8}::bigint[]`).join(", ")})
           as n (organisation_id, connection_id, at, kind, name, ${numbers.join(", ")}))
       insert into figure as f (organisation_id, at, kind, name, ${numbers.join(", ")})
       select coalesce(n.organisation_id, c.organisation_id), to_timestamp(n.at), n.kind, n.name,
         ${numbers.map((name) => `${name === "longest" ? "max" : "sum"}(n.${name})::bigint`).join(", ")}
       from n left join connection c on c.id = n.connection_id
       where exists (select 1 from mine) and coalesce(n.organisation_id, c.organisation_id) is not null
       group by 1, 2, 3, 4 order by 1, 3, 2, 4
       on conflict (organisation_id, kind, at, name) do update set ${added}`,
      [
        writer,
        batch,
        ids(entries.map(({ organisationId }) => organisationId ?? null)),
        ids(entries.map(({ connectionId }) => connectionId ?? null)),
        ids(entries.map(({ at }) => at)),
        texts(entries.map(({ kind }) => kind)),
        texts(entries.map(({ name }) => name)),
        ...numbers.map((name) => ids(entries.map(({ numbers: own }) => Math.round(own[name] ?? 0))))
      ]
    )
  )

export class Figures extends Context.Service<
  Figures,
  {
    readonly count: Figure
    /** Writes what was counted so far. */
    readonly flush: Effect.Effect<void, SqlError>
  }
>()("@svc/server/overview/Figures") {
  /** With what counts. */
  static readonly layer: Layer.Layer<Figures, never, SqlClient.SqlClient> = Layer.suspend(() =>
    Layer.effect(
      Figuring,
      Effect.map(Figures, ({ count }) => count)
    ).pipe(Layer.provideMerge(Layer.effect(Figures, make)))
  )
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const entries = new Map<string, Entry>()
  const { flush, wake } = yield* Gathered.make(
    "Figures",
    Gathered.numbered(entries, (writer, batch, some) =>
      Effect.andThen(add(sql, writer, batch, some), Effect.forEach(some, Gauges.counted, { discard: true }))
    )
  )

  const count: Figure = (counted, what) => {
    const at = Math.floor(Date.now() / 1000 / step) * step
    const key = `${counted.kind}:${counted.organisationId}:${counted.connectionId}:${at}:${counted.name}`
    let entry = entries.get(key)
    if (entry === undefined) {
      // What there is no room for is not counted.
      if (entries.size >= Gathered.most) return
      entry = { ...counted, at, numbers: {} }
      entries.set(key, entry)
    }
    for (const name of numbers) {
      const [before, more] = [entry.numbers[name] ?? 0, what[name] ?? 0]
      entry.numbers[name] = name === "longest" ? Math.max(before, more) : before + more
    }
    wake()
  }

  return Figures.of({ count, flush })
})
