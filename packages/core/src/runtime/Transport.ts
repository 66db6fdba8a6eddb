/**
 * What sends core's requests, in as few words as core needs: a body that is there as a whole, an answer that is read as a whole.
 * A `fetch` stands behind it (`FetchTransport.ts`), or an HTTP client of effect's (`HttpTransport.ts`), which only those bundle who
 * have one.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Call } from "../contract/Call.ts"
import type { ConnectorError } from "../contract/ConnectorError.ts"

/** A request that is ready to be sent. */
export interface Outgoing {
  readonly method: NonNullable<Call["method"]>
  readonly url: URL
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: { readonly content: string | Uint8Array; readonly type: string } | undefined
  /** Whether a client that makes a span for each request may do so; the platform is never told of it. */
  readonly isTraced?: boolean
}
/** An answer: its head is there, its body is read by one of the three. */
export interface Incoming {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: Effect.Effect<string, Failure>
  readonly arrayBuffer: Effect.Effect<ArrayBuffer, Failure>
  /** The bytes as they come; whoever cancels it breaks the request off. */
  readonly readable: Effect.Effect<ReadableStream<Uint8Array>, Failure>
}
/** Why there is no answer, or not the whole of it: what is known of that is in its causes. */
export interface Failure {
  readonly _tag: "HttpClientError" | "TransportError"
  readonly cause?: unknown
}
/** What is told of a call to whoever traces: nothing of its address beside the host, since keys travel in queries. */
export interface Span {
  readonly name: string
  readonly method: string
  readonly host: string
}
/** A call that was made. */
export interface CallMade {
  /** The connector's id. */
  readonly connector: string
  /** The key of the connection; null of a call for tokens. */
  readonly key: string | null
  /** What it was made for: `list CONTACTS`, `write INVOICES`, `passthrough`, `refresh`, `check the connection`. */
  readonly operation: string
  readonly method: string
  readonly host: string
  /** Without the connection's secrets and mail addresses, and cut where it is long. */
  readonly path: string
  /** Names of the query's parameters. */
  readonly query: ReadonlyArray<string>
  /** Null where no answer came. */
  readonly status: number | null
  /** Why no answer could be taken: a reason of `ConnectorError`, or `Interrupted`. Null where one came and could be read. */
  readonly failure: string | null
  /** When it was sent, milliseconds since 1970. */
  readonly at: number
  /** Until its answer was read, or until it failed. */
  readonly milliseconds: number
  /** How often the same call was sent by then, this one included. */
  readonly attempt: number
  /** Milliseconds for which it had waited for its turn in the rate budget. */
  readonly waited: number
}
/** Told of each call in the fiber that made it. It must not fail, and the call's caller waits for it. */
export type Told = (call: CallMade) => Effect.Effect<void>

/** How a call is told of. */
export interface Telling extends Pick<CallMade, "connector" | "key" | "operation" | "attempt"> {
  /** When it was to be sent, milliseconds since 1970. */
  readonly asked: number
  /** Takes the secrets out of what is told. */
  readonly clean: (text: string) => string
}
export type Observe = <A extends { readonly status: number }, E>(
  outgoing: Pick<Outgoing, "method" | "url">,
  about: Telling,
  call: Effect.Effect<A, E>
) => Effect.Effect<A, E | ConnectorError>
export interface Transport {
  (outgoing: Outgoing): Effect.Effect<Incoming, Failure>
  /** Makes a span around a call, until its answer is read or its failure is known; absent where nobody could see it. */
  readonly traced?: <A extends { readonly status: number }, E>(
    span: Span,
    call: Effect.Effect<A, E>
  ) => Effect.Effect<A, E>
  /** Makes a call and tells of it; absent where nobody wants to hear. */
  readonly observe?: Observe
}

/** The transport, for who asks the context for it. */
export class Sender extends Context.Service<Sender, Transport>()("@svc/core/Sender") {}
