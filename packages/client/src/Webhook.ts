/**
 * The service's own webhooks: checks a delivery's signature after Standard Webhooks with WebCrypto, so that it runs
 * wherever `fetch` does, and types what it tells.
 */
import type * as Definition from "./Definition.ts"
import type { ModelId, Record } from "./Query.ts"

interface Common {
  readonly id: string
  readonly created_at: string
  readonly company_id: number | null
  readonly connection_id: number | null
  readonly integration_type: string | null
}
/** A change of a record: `data` is the record as its list shows it. */
export type RecordChanged = {
  readonly [M in ModelId]: Common & {
    readonly type: "DATA_MODEL_CHANGES"
    readonly data_model: M
    readonly operation: "CREATE" | "UPDATE" | "DELETE"
    readonly data: Record<M>
  }
}[ModelId]
/** What a webhook of the service tells; `type` says which it is. */
export type WebhookEvent =
  | RecordChanged
  /** Something of a connection changed; `data` is the connection as it is now. */
  | (Common & { readonly type: "CONNECTION_CHANGED"; readonly data: Definition.Connection })
  /** A sync has ended; `data` is that sync. */
  | (Common & { readonly type: "SYNC_COMPLETED"; readonly data: Definition.SyncCompleted })

/** Headers as the web has them, as Node has them, or by name in any letter case. */
export type AnyHeaders = Headers | Readonly<{ [name: string]: string | ReadonlyArray<string> | undefined }>
/** A body as it may be at hand. */
export type Bytes = string | Uint8Array | ArrayBuffer
/**
 * A request of Node's `http`, of Express or of Fastify: its body is read, unless something has read it already and left the exact
 * bytes in `rawBody` or `body` (as `express.raw` does).
 */
export interface NodeRequest {
  /** By name in lower case. */
  readonly headers: Readonly<{ [name: string]: string | ReadonlyArray<string> | undefined }>
  /** The exact bytes, where something has read and kept them. */
  readonly rawBody?: unknown
  /** The exact bytes, as `express.raw` leaves them. */
  readonly body?: unknown
  /** Fastify's own request keeps Node's here. */
  readonly raw?: unknown
}

/** What a delivery is believed by: its request as it came, or its headers and its body. */
export type VerifyOptions = {
  /** The `whsec_…` in force; several while one is changed for another. */
  readonly secrets: ReadonlyArray<string>
  /** Seconds that the signed time may be off, in either direction; 300 when absent. */
  readonly tolerance?: number
} & (
  | {
      /** The web's or Node's, of which nothing has read the body. */
      readonly request: Request | NodeRequest
    }
  | {
      /** Those of the request: `webhook-id`, `webhook-timestamp` and `webhook-signature` are among them. */
      readonly headers: AnyHeaders
      /** The exact body as it came, not parsed and written again. */
      readonly body: Bytes
    }
)

const brand = Symbol.for("@svc/client/WebhookError")
/** Why a delivery is not to be believed. Answer it with 400 or 401, and do nothing else. */
export class WebhookError extends Error {
  readonly [brand] = true
  readonly _tag = "WebhookError"
  override readonly name = "WebhookError"
  readonly reason: "header-missing" | "too-old-or-new" | "signature-wrong" | "body-unreadable"
  constructor(reason: WebhookError["reason"], message: string) {
    super(message)
    this.reason = reason
  }
}
/** True for a WebhookError of any copy of this package. */
export const isWebhookError = (value: unknown): value is WebhookError =>
  typeof value === "object" && value !== null && brand in value

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> | null => {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}
const keyOf = async (caller: string, secret: string, use: "sign" | "verify"): Promise<CryptoKey> => {
  const bytes = secret.startsWith("whsec_") ? bytesOf(secret.slice(6)) : null
  // A secret that is none is the app's own mistake, which a refused delivery would hide.
  if (bytes === null || bytes.length === 0) throw new TypeError(`${caller}: a secret is \`whsec_\` and base64`)
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, [use])
}

const isBytes = (value: unknown): value is Bytes =>
  typeof value === "string" || value instanceof ArrayBuffer || ArrayBuffer.isView(value)
const isStream = (value: unknown): value is AsyncIterable<Uint8Array | string> & { readonly readableEnded?: boolean } =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value

const concatenated = async (chunks: AsyncIterable<Uint8Array | string>): Promise<string> => {
  const decoder = new TextDecoder()
  let text = ""
  for await (const chunk of chunks) text += typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true })
  return text + decoder.decode()
}

const bodyOf = async (request: Request | NodeRequest): Promise<Bytes> => {
  if (typeof Request !== "undefined" && request instanceof Request) return request.arrayBuffer()
  const { body, raw, rawBody } = request as NodeRequest
  const read = [rawBody, body].find(isBytes)
  if (read !== undefined) return read
  const stream = [request, raw].find(isStream)
  if (stream === undefined || stream.readableEnded === true || (body !== undefined && body !== null)) {
    throw new TypeError(
      "verifyWebhook: the body was parsed before. Give the exact bytes: `headers` and `body`, or a request whose body is not read"
    )
  }
  return concatenated(stream)
}

const textOf = (body: Bytes): string => (typeof body === "string" ? body : new TextDecoder().decode(body))
const bytesToSign = (id: string, time: string, text: string) => new TextEncoder().encode(`${id}.${time}.${text}`)

/** Verifies a delivery and answers its event; rejects with a `WebhookError`. */
export const verifyWebhook = async (options: VerifyOptions): Promise<WebhookEvent> => {
  const { secrets, tolerance = 300 } = options
  const keys = await Promise.all(secrets.map((secret) => keyOf("verifyWebhook", secret, "verify")))
  const { headers } = "request" in options ? options.request : options
  const found = headers instanceof Headers ? headers : new Headers(defined(headers as NodeRequest["headers"]))
  const header = (name: string): string => {
    const value = found.get(name)
    if (value === null || value === "") throw new WebhookError("header-missing", `The header ${name} is missing.`)
    return value
  }
  const id = header("webhook-id")
  const time = header("webhook-timestamp")
  const signatures = header("webhook-signature")
    .split(" ")
    .flatMap((one) => (one.startsWith("v1,") ? (bytesOf(one.slice(3)) ?? []) : []))
  if (!/^\d+$/.test(time) || Math.abs(Date.now() / 1000 - Number(time)) > tolerance) {
    throw new WebhookError("too-old-or-new", `The delivery was signed at ${time}, more than ${tolerance} seconds off.`)
  }
  const text = textOf("request" in options ? await bodyOf(options.request) : options.body)
  const signed = bytesToSign(id, time, text)
  const verdicts = await Promise.all(
    keys.flatMap((key) => signatures.map((signature) => crypto.subtle.verify("HMAC", key, signature, signed)))
  )
  if (!verdicts.includes(true)) throw new WebhookError("signature-wrong", "No signature of the delivery is right.")
  try {
    return JSON.parse(text) as WebhookEvent
  } catch {
    throw new WebhookError("body-unreadable", "The body of the delivery is not JSON.")
  }
}

/** What a test webhook is made of. */
export interface SignOptions {
  /** The `whsec_…` that the handler believes; several sign like a service whose secret is being changed. */
  readonly secrets: ReadonlyArray<string>
  /** What is told. Its `id` is that of the delivery. */
  readonly event: WebhookEvent | { readonly id: string; readonly type: string; readonly [member: string]: unknown }
  /** When it is said to be signed; now when absent. */
  readonly at?: Date
}
/** A delivery as the service sends it: `new Request(address, { method: "POST", ...signed })`. */
export interface SignedDelivery {
  /** What the delivery is believed by. */
  readonly headers: {
    readonly "content-type": string
    readonly "webhook-id": string
    readonly "webhook-timestamp": string
    readonly "webhook-signature": string
  }
  /** The event as JSON: exactly what was signed. */
  readonly body: string
}
/** Signs a delivery as the service does, to test a handler of webhooks with. */
export const signWebhook = async ({ at = new Date(), event, secrets }: SignOptions): Promise<SignedDelivery> => {
  const body = JSON.stringify(event)
  const time = String(Math.floor(at.getTime() / 1000))
  const signed = bytesToSign(event.id, time, body)
  const signatures = await Promise.all(
    secrets.map(async (secret) => crypto.subtle.sign("HMAC", await keyOf("signWebhook", secret, "sign"), signed))
  )
  return {
    headers: {
      "content-type": "application/json",
      "webhook-id": event.id,
      "webhook-timestamp": time,
      "webhook-signature": signatures
        .map((signature) => `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`)
        .join(" ")
    },
    body
  }
}

const defined = (headers: NodeRequest["headers"]): Array<[string, string]> =>
  Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, typeof value === "string" ? value : value.join(", ")] as [string, string]]
  )
