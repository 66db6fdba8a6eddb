/** The connectors this server composes, as a service: known by their ids, and loaded when they are first needed. */
import { Registry } from "@svc/core/runtime"
import { Connector } from "@svc/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import * as ComposedPackages from "./ComposedPackages.ts"
import * as LazyConnector from "./LazyConnector.ts"

/** Ids and categories are known of all, whether or not they are loaded. */
export interface Known {
  readonly id: string
  readonly category: Connector.Category
}

export class Connectors extends Context.Service<
  Connectors,
  {
    readonly known: ReadonlyArray<Known>
    readonly has: (id: string) => boolean
    /** One by its id. Undefined where none is composed, and where it cannot be loaded, which is logged. */
    readonly get: (id: string) => Effect.Effect<Connector.Any | undefined>
    /** Those with the ids that can be had, in the order of the composition. */
    readonly of: (ids: Iterable<string>) => Effect.Effect<ReadonlyArray<Connector.Any>>
    /** Those that any connection is of. */
    readonly inUse: (sql: SqlClient.SqlClient) => Effect.Effect<ReadonlyArray<Connector.Any>, SqlError>
    /** All that can be loaded. */
    readonly all: Effect.Effect<ReadonlyArray<Connector.Any>>
    /** The sentence for who asked for one that there is not. */
    readonly lack: (id: string) => string
  }
>()("@svc/server/Connectors") {
  /**
   * Fails the start, with a sentence, when one of them cannot be composed; one that is loaded later is checked then, and costs
   * the others nothing. `program` is the file that composes them, for what the manifests of the packages beside it say.
   */
  static readonly layer = (
    connectors: ReadonlyArray<LazyConnector.Composed>,
    program?: string
  ): Layer.Layer<Connectors> =>
    Layer.effect(
      Connectors,
      Effect.promise(async () => {
        const said = program === undefined ? null : await ComposedPackages.fault(program, connectors)
        if (said !== null) throw new Error(said)
        return make(connectors)
      })
    )
}

/** What is wrong with what was loaded; null when it can be run. */
const fault = ({ category, id }: Known, loaded: unknown): string | null => {
  const said = Registry.fault(loaded)
  if (said !== null) return said
  const own = loaded as Connector.Any
  if (own.id !== id) return `It is the connector ${own.id}.`
  return own.category === category ? null : `Its category is ${own.category}, and ${category} was composed.`
}

const make = (connectors: ReadonlyArray<LazyConnector.Composed>): (typeof Connectors)["Service"] => {
  const composed = new Map<string, LazyConnector.Composed>()
  const loaded = new Map<string, Effect.Effect<Connector.Any>>()
  for (const own of connectors) {
    const said = LazyConnector.isLazy(own) ? Registry.idFault(own.id) : Registry.fault(own)
    if (said !== null) throw new Error(said)
    if (composed.has(own.id)) throw new Error(`Two of the composed connectors have the id ${own.id}.`)
    composed.set(own.id, own)
    if (!LazyConnector.isLazy(own) && Connector.isWhole(own)) loaded.set(own.id, Effect.succeed(own))
  }
  const known = [...composed.values()].map(({ category, id }): Known => ({ id, category }))

  const loadedOf = async (lazy: LazyConnector.Composed): Promise<Connector.Any | string> => {
    try {
      const own = await Connector.whole(LazyConnector.isLazy(lazy) ? await lazy.load() : lazy)
      const said = fault(lazy, own)
      if (said !== null) return said
      loaded.set(lazy.id, Effect.succeed(own))
      return own
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }
  const loading = new Map<string, Promise<Connector.Any | string>>()
  /** Once for all who ask meanwhile; what could not be loaded is tried again when it is asked for again. */
  const begin = (lazy: LazyConnector.Composed) => {
    const under = loading.get(lazy.id) ?? loadedOf(lazy).finally(() => loading.delete(lazy.id))
    loading.set(lazy.id, under)
    return under
  }
  const told = new Map<string, string>()
  const load = Effect.fnUntraced(function* (lazy: LazyConnector.Composed) {
    const own = yield* Effect.promise(() => begin(lazy))
    if (typeof own !== "string") return own
    if (told.get(lazy.id) !== own) yield* Effect.logError(`The connector ${lazy.id} cannot be loaded. ${own}`)
    told.set(lazy.id, own)
    return undefined
  })
  const get = (id: string): Effect.Effect<Connector.Any | undefined> => {
    const there = loaded.get(id)
    if (there !== undefined) return there
    const own = composed.get(id)
    return own === undefined ? Effect.succeed(undefined) : load(own)
  }
  // One after the other: each holds up the process for as long as its modules take, and requests go on between them.
  const each = (ids: ReadonlyArray<string>) =>
    Effect.map(Effect.forEach(ids, get), (found) => found.flatMap((own) => own ?? []))
  const all = known.map(({ id }) => id)
  const of = (ids: Iterable<string>) => {
    const wanted = new Set(ids)
    return each(all.filter((id) => wanted.has(id)))
  }
  return {
    known,
    has: (id) => composed.has(id),
    get,
    of,
    inUse: (sql) =>
      Effect.flatMap(sql<{ type: string }>`select distinct integration_type as type from connection`, (rows) =>
        of(rows.map(({ type }) => type))
      ),
    all: each(all),
    lack: (id) =>
      composed.has(id)
        ? `The connector ${id} cannot be loaded here; the log of the service says why.`
        : `There is no connector for ${id} here.`
  }
}
