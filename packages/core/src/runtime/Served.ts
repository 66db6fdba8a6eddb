/**
 * The platform client as a server has it, which keeps records, jobs and connections: single pages, single chunks of writes, answers
 * that are handed on, and the account behind credentials. Apart, since who embeds a connector asks for none of it.
 */
import * as Effect from "effect/Effect"
import type { Call } from "../contract/Call.ts"
import type { ConnectorError } from "../contract/ConnectorError.ts"
import type { ModelId } from "../contract/Models.ts"
import type { Read, ReadContext } from "../contract/Read.ts"
import type { Values } from "../contract/Setting.ts"
import type { Operation, WriteId } from "../contract/Writes.ts"
import type { Client } from "./Client.ts"
import * as Part from "./Part.ts"
import { type PageRequest, type PageResult, readIds, readPage } from "./Reading.ts"
import type { Answer } from "./Request.ts"
import type { IsVerbatim } from "./Verbatim.ts"
import type { ChunkOptions, Entry, WriteResult } from "./Writing.ts"

/** A client for who keeps what it reads and writes. */
export interface Served extends Client {
  /** The sources a model is read from with these credentials; `Unsupported` when there is none. */
  readonly sources: (model: ModelId) => Effect.Effect<ReadonlyArray<Read>, ConnectorError>
  /** One page of one source: what a sync that checkpoints between pages reads. */
  readonly page: (read: Read, request: Omit<PageRequest, "settings">) => Effect.Effect<PageResult, ConnectorError>
  /** Ids that a deletion feed or id listing names. */
  readonly ids: (
    read: Read,
    context: Omit<ReadContext, "settings"> & { readonly since: string }
  ) => Effect.Effect<ReadonlyArray<string>, ConnectorError>
  readonly chunks: (
    model: WriteId,
    operation: Operation,
    entries: ReadonlyArray<Entry>
  ) => Effect.Effect<ReadonlyArray<ReadonlyArray<Entry>>, ConnectorError>
  readonly chunk: (
    model: WriteId,
    operation: Operation,
    chunk: ReadonlyArray<Entry>,
    options: ChunkOptions
  ) => Effect.Effect<ReadonlyArray<WriteResult>, ConnectorError>
  /** As `call`, for who hands the answer on: where nobody has to look into it, it comes as its text, `Answer.json`. */
  readonly forward: (call: Call, isVerbatim: IsVerbatim) => Effect.Effect<Answer, ConnectorError>
  /** As `check`, and the id of the account behind the credentials; null where the platform has none (`Account.untold`). */
  readonly account: Effect.Effect<string | null, ConnectorError>
  /** What the connector's `discover` finds: choices of settings. */
  readonly discover: Effect.Effect<ReadonlyArray<{ readonly name: string; readonly settings: Values }>, ConnectorError>
  /** Ends the authorisation at the platform where the connector knows a call for it. */
  readonly disconnect: Effect.Effect<void, ConnectorError>
}

/** A client with all that a server asks for. */
export const served = (client: Client): Served => {
  const { parts } = client
  const { checked, connector, send, settings } = parts
  const later = <A, E>(operation: string, use: (own: Part.Later) => Effect.Effect<A, E>) =>
    Effect.flatMap(Part.later(connector, operation), use)
  return {
    ...client,
    sources: (model) => parts.reads(model, `list ${model}`),
    page: (read, request) =>
      Effect.flatMap(Part.reading(connector, read.model, `list ${read.model}`), (own) =>
        readPage(own, send, read, { ...request, settings })
      ),
    ids: (read, context) => readIds(connector, send, read, { ...context, settings }),
    chunks: (...of) => later("write", ({ ClientWrites }) => ClientWrites.chunks(parts, ...of)),
    chunk: (...of) => later("write", ({ ClientWrites }) => ClientWrites.chunk(parts, ...of)),
    forward: (call, isVerbatim) => later("passthrough", ({ Confine }) => Confine.passed(parts, call, true, isVerbatim)),
    account: later("check the connection", ({ Accounts }) =>
      Effect.flatMap(checked, (answer) => Accounts.account(parts, answer))
    ),
    discover: later("find out the account", ({ Accounts }) => Accounts.discover(parts)),
    disconnect: Effect.suspend(() => {
      const call = connector.disconnect?.(settings) ?? null
      return call === null ? Effect.void : Effect.asVoid(send(call, { operation: "disconnect", repeatable: true }))
    })
  }
}
