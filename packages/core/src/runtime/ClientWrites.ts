/** What a client writes: the write that is asked for, its items in as many calls as they take, and how far they have come. */
import * as Effect from "effect/Effect"
import { scopeOf } from "../contract/Auth.ts"
import type { Any } from "../contract/Connector.ts"
import { ConnectorError, Unsupported } from "../contract/ConnectorError.ts"
import type { Values } from "../contract/Setting.ts"
import type { Write } from "../contract/Write.ts"
import type { Operation, WriteId } from "../contract/Writes.ts"
import type { WriteOptions } from "./Client.ts"
import { writesOf } from "./Loaded.ts"
import { authOf, type Connection, type Send } from "./Request.ts"
import { mistake, momentFault, present } from "./Steps.ts"
import { type ChunkOptions, chunksOf, type Entry, inOrder, isGranted, type Progress, writeChunk } from "./Writing.ts"

/** What a client has for its connection. */
export interface Parts {
  readonly connector: Any
  readonly connection: Connection
  readonly send: Send
  readonly settings: Values
}

const writeOf = Effect.fnUntraced(function* (
  { connection, connector }: Parts,
  model: WriteId,
  operation: Operation
): Effect.fn.Return<Write, ConnectorError> {
  const writes = yield* writesOf(connector)
  const found = (writes as Record<string, Record<string, Write> | undefined>)[model]?.[operation]
  const what = `${operation} ${model}`
  const unsupported = (capability: string) =>
    new ConnectorError({
      connector: connector.id,
      operation: `write ${model}`,
      reason: new Unsupported({ capability })
    })
  if (found === undefined) return yield* unsupported(what)
  if (found.scope === undefined) return found
  if (isGranted(found, scopeOf(authOf(connector, connection.method), yield* connection.credentials))) return found
  return yield* unsupported(`${what} without the scope ${found.scope}`)
})

/** Items as they go together. */
export const chunks = (parts: Parts, model: WriteId, operation: Operation, entries: ReadonlyArray<Entry>) =>
  Effect.map(writeOf(parts, model, operation), (write) => chunksOf(write, entries))

/** Writes items that go together. */
export const chunk = (
  parts: Parts,
  model: WriteId,
  operation: Operation,
  entries: ReadonlyArray<Entry>,
  options: ChunkOptions
) =>
  Effect.flatMap(writeOf(parts, model, operation), (write) =>
    writeChunk(parts.connector, parts.send, write, parts.settings, entries, options)
  )

/** Writes items; one result each, in their order. */
export const write = Effect.fnUntraced(function* (
  parts: Parts,
  model: WriteId,
  operation: Operation,
  items: ReadonlyArray<unknown>,
  options: WriteOptions = {}
) {
  const { connector, send, settings } = parts
  if (!Array.isArray(items)) {
    return yield* mistake(connector, `write ${model}`, "items", "must be a list of items")
  }
  const fault = momentFault(connector, `write ${model}`, { begun: options.begun })
  if (fault !== null) return yield* fault
  const own = yield* writeOf(parts, model, operation)
  const { begun = yield* present, key = crypto.randomUUID(), progress } = options
  const entries = items.map((input, position): Entry => ({ position, input }))
  const known = new Map<number, Progress | null>()
  if (progress !== undefined) {
    for (const { position } of entries) known.set(position, yield* progress.load(`${key}:${position}`))
  }
  const kept: Pick<ChunkOptions, "progress" | "waits"> =
    progress === undefined
      ? {}
      : {
          waits: true,
          progress: {
            of: (position) => known.get(position) ?? null,
            keep: (position, how) => progress.keep(`${key}:${position}`, how)
          }
        }
  const together = chunksOf(own, entries)
  const results = yield* Effect.forEach(together, (some) =>
    writeChunk(connector, send, own, settings, some, { key, repeated: false, begun, ...kept })
  )
  return inOrder(together, results)
})
