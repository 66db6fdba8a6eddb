/** Checks a platform's own webhook with the connector's pure description of it. */
import * as Effect from "effect/Effect"
import * as Bounds from "../contract/Bounds.ts"
import type { Any } from "../contract/Connector.ts"
import { ConnectorError, InvalidCall, Unsupported } from "../contract/ConnectorError.ts"
import type {
  Inbound,
  InboundAsk,
  InboundEnded,
  InboundEvent,
  InboundProof,
  InboundRequest,
  InboundResponse,
  InboundSignature,
  InboundToken
} from "../contract/Inbound.ts"
import type { Values } from "../contract/Setting.ts"
import { hash, hmac, timingSafeEqual } from "../contract/Hmac.ts"
import type { Event, Received as Offered } from "./Offer.ts"
import * as Json from "./Json.ts"
import type { Send } from "./Request.ts"
import { idsOf, secretsOf, type Subscription } from "./Subscription.ts"
import * as Time from "./Time.ts"

/** Seconds a signed time may be off. */
const tolerance = 300

export interface Received {
  /** What the platform is answered. */
  readonly response: InboundResponse
  /** What it told; empty for a handshake or a refused request. */
  readonly events: ReadonlyArray<InboundEvent>
  /** Authorisations that it said have ended. */
  readonly ended: ReadonlyArray<InboundEnded>
  readonly accepted: boolean
}

/** What a request is believed by. */
export interface Trust<E = never> {
  /** Those in force, two during a rotation; an empty one is one that was never set. */
  readonly secrets: ReadonlyArray<string>
  /** Those of them that belong to the one connection which the address is of; all of them when absent. */
  readonly own?: ReadonlyArray<string>
  /** Asks the platform, as that connection; absent where the address is of none. */
  readonly ask?: (asked: InboundAsk) => Effect.Effect<boolean, E>
}

/** Whether each secret that was given is one of those in force. */
const areRight = ({ equals }: InboundToken, secrets: ReadonlyArray<string>): boolean => {
  const given = Array.isArray(equals) ? (equals as ReadonlyArray<unknown>) : [equals]
  return (
    given.length > 0 &&
    given.every((one) => typeof one === "string" && secrets.some((secret) => timingSafeEqual(secret, one)))
  )
}

/** Whether one of the signatures is made with one of the secrets, not long ago. */
const isSigned = Effect.fnUntraced(function* (signature: InboundSignature, secrets: ReadonlyArray<string>) {
  const now = yield* Time.millis
  if (signature.timestamp !== undefined && !(Math.abs(now / 1000 - signature.timestamp) <= tolerance)) return false
  const expected = yield* Effect.forEach(secrets, (secret) =>
    Effect.promise(() =>
      signature.secret === "prefix"
        ? hash(signature.algorithm, secret + signature.message, signature.encoding)
        : hmac(signature.algorithm, secret, signature.message, signature.encoding)
    )
  )
  return signature.signatures.some((given) => expected.some((right) => timingSafeEqual(right, given)))
})

/** Asks the platform whether a webhook is its own. */
export const proves = (
  { send, settings }: { readonly send: Send; readonly settings: Values },
  { ask, holds }: InboundAsk,
  registered: ReadonlyArray<string> = []
): Effect.Effect<boolean, ConnectorError> =>
  Effect.suspend(() => send(ask(settings, registered), { operation: "receive", repeatable: true })).pipe(
    // What is not understood is no proof.
    Effect.flatMap(({ body }) =>
      Effect.sync(() => holds(body) === true).pipe(Effect.catchDefect(() => Effect.succeed(false)))
    ),
    Effect.catchReason("ConnectorError", "Rejected", () => Effect.succeed(false)),
    Effect.catchReason("ConnectorError", "NotFound", () => Effect.succeed(false))
  )

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Whether the request is proved to be the platform's. */
const isProved = <E>(request: InboundRequest, proof: InboundProof, trust: Trust<E>): Effect.Effect<boolean, E> => {
  const inForce = (secrets: ReadonlyArray<string>) => secrets.filter((secret) => secret !== "")
  if ("ask" in proof) {
    // Text that is no JSON of its own could close the call's body early, and say the rest of it.
    return trust.ask === undefined || !isJson(request.body) ? Effect.succeed(false) : trust.ask(proof)
  }
  return "equals" in proof
    ? Effect.sync(() => areRight(proof, inForce(trust.own ?? trust.secrets)))
    : isSigned(proof, inForce(trust.secrets))
}

/** Checks a request's proof and reads its events. Fails where the platform has to be asked and cannot be. */
export const receive = Effect.fnUntraced(function* <E = never>(
  inbound: Inbound,
  request: InboundRequest,
  trust: Trust<E>
): Effect.fn.Return<Received, E> {
  const refusal: Received = { response: inbound.refusal ?? { status: 401 }, events: [], ended: [], accepted: false }
  const handshake = inbound.handshake?.(request) ?? null
  if (handshake !== null) return { response: handshake, events: [], ended: [], accepted: true }
  const proof = yield* Effect.sync(() => inbound.proof(request)).pipe(Effect.catchDefect(() => Effect.succeed(null)))
  if (proof === null || !(yield* isProved(request, proof, trust))) return refusal
  const receipt = inbound.receipt ?? { status: 200 }
  const told = yield* Effect.sync(() => inbound.events(Json.parse(request.body), request)).pipe(
    Effect.catchDefect(() => Effect.succeed([] as ReturnType<Inbound["events"]>))
  )
  // What is longer is the id of nothing.
  const events = told.filter(
    (one): one is InboundEvent =>
      !("ended" in one) && (one.platform_id === null || one.platform_id.length <= Bounds.longestId)
  )
  const ended = told.filter((one) => "ended" in one)
  return { response: receipt, events, ended, accepted: true }
})

/** A web request as connectors see it; its body is read. */
const webRequestOf = async (request: Request, address: URL): Promise<InboundRequest> => ({
  method: request.method,
  url: address,
  headers: Object.fromEntries(request.headers),
  body: await request.text()
})

const isBytes = (value: unknown): value is string | ArrayBuffer | ArrayBufferView =>
  typeof value === "string" || value instanceof ArrayBuffer || ArrayBuffer.isView(value)
const isStream = (value: unknown): value is AsyncIterable<Uint8Array | string> & { readonly readableEnded?: boolean } =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value

/** The text of a request of Node's: what was kept of it as it came, or what is still to be read. */
const nodeBodyOf = async (request: NodeRequest): Promise<string> => {
  const read = [request.rawBody, request.body].find(isBytes)
  if (read !== undefined) return typeof read === "string" ? read : new TextDecoder().decode(read as ArrayBufferView)
  const stream = [request, request.raw].find(isStream)
  if (stream === undefined || stream.readableEnded === true || (request.body !== undefined && request.body !== null)) {
    throw new Error(
      "its body was parsed before; the exact bytes are needed, in `rawBody` or `body`, or a body that is not read"
    )
  }
  const decoder = new TextDecoder()
  let text = ""
  for await (const chunk of stream) text += typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true })
  return text + decoder.decode()
}

const nodeAddressOf = ({ headers, originalUrl, protocol, raw, socket, url }: NodeRequest): URL => {
  const own = originalUrl ?? url ?? "/"
  const connection: { readonly encrypted?: unknown } | undefined = socket ?? (raw as NodeRequest | undefined)?.socket
  const isSecure = connection?.encrypted === true
  return new URL(own, `${protocol ?? (isSecure ? "https" : "http")}://${headers["host"] ?? "localhost"}`)
}

/** The web's and Node's requests as connectors see them. `address` replaces what the request says that it came to. */
export const requestOf = async (
  request: Request | NodeRequest,
  address: string | URL | undefined
): Promise<InboundRequest> => {
  if ("json" in request && typeof request.json === "function" && typeof request.headers.get === "function") {
    const web = request as Request
    return webRequestOf(web, new URL(address ?? web.url))
  }
  const node = request as NodeRequest
  return {
    method: node.method ?? "POST",
    url: address === undefined ? nodeAddressOf(node) : new URL(address),
    headers: Object.fromEntries(
      Object.entries(node.headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name.toLowerCase(), typeof value === "string" ? value : value.join(", ")]]
      )
    ),
    body: await nodeBodyOf(node)
  }
}

/** The answer to the platform as a web response. */
export const responseOf = ({ body, headers, status }: InboundResponse): Response =>
  new Response(body ?? null, { status, ...(headers === undefined ? {} : { headers: { ...headers } }) })

/** What a request may be proved by: secrets in force, and what was registered for the address that it came to. */
export interface Proofs {
  readonly secrets?: ReadonlyArray<string> | undefined
  readonly subscription?: Subscription | null | undefined
  /** The address that the platform posts to, where a proxy shows the app another: some platforms sign it. */
  readonly address?: string | URL | undefined
}

/**
 * A request of Node's `http`, of Express or of Fastify. Its body is read, unless something has read it already and left the exact
 * bytes in `rawBody` or `body` (as `express.raw` does).
 */
export interface NodeRequest {
  readonly method?: string | undefined
  /** The path and the query. */
  readonly url?: string | undefined
  readonly headers: Readonly<{ [name: string]: string | ReadonlyArray<string> | undefined }>
  readonly socket?: object | undefined
  /** Express: the path and the query before a router took its part of them. */
  readonly originalUrl?: string | undefined
  /** Express and Fastify. */
  readonly protocol?: string | undefined
  readonly rawBody?: unknown
  readonly body?: unknown
  /** Fastify: Node's own request. */
  readonly raw?: unknown
}

/**
 * Checks the proof of a request and reads its events, those of models that the connector reads; `Unsupported` when its
 * platform has no webhooks. A platform that has to be asked is asked by a connection's client, and without one the request
 * is a mistake of its caller.
 */
export const receiveWeb = Effect.fnUntraced(function* <C extends Any>(
  connector: C,
  request: Request | NodeRequest,
  { address, secrets = [], subscription }: Proofs = {},
  client?: {
    readonly proves: (asked: InboundAsk, registered: ReadonlyArray<string>) => Effect.Effect<boolean, ConnectorError>
  }
): Effect.fn.Return<Offered<C>, ConnectorError> {
  const { inbound } = connector
  const fault = (reason: InvalidCall | Unsupported) =>
    new ConnectorError({ connector: connector.id, operation: "receive", reason })
  if (inbound === undefined) return yield* fault(new Unsupported({ capability: "webhooks" }))
  // Of a text each letter would be a secret.
  if (!Array.isArray(secrets))
    return yield* fault(new InvalidCall({ field: "secrets", message: "must be a list of texts" }))
  const read = yield* Effect.tryPromise({
    try: () => requestOf(request, address),
    catch: (error) =>
      fault(
        new InvalidCall({
          field: "request",
          message: `The request cannot be read: ${error instanceof Error ? error.message : String(error)}`
        })
      )
  })
  const alone = "The platform has to be asked whether it sent this: call `receive` of the connection it is for."
  const registered = subscription == null ? [] : idsOf(subscription)
  const received = yield* receive(inbound, read, {
    secrets: [...secrets, ...(subscription == null ? [] : secretsOf(subscription))],
    ask: (asked) =>
      client?.proves(asked, registered) ?? Effect.fail(fault(new InvalidCall({ field: "request", message: alone })))
  })
  return {
    accepted: received.accepted,
    events: received.events.filter((event): event is Event<C> => Object.hasOwn(connector.reads, event.model)),
    ended: received.ended,
    response: responseOf(received.response)
  }
})
