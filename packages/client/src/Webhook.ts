/**
 * The service's own webhooks: checks a delivery's signature after Standard Webhooks with WebCrypto, so that it runs
 * wherever `fetch` does, and types what it tells.
 */
import type { Connection, Syncs } from "@svc/core/api"
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
export type WebhookEvent =
  | RecordChanged
  | (Common & { readonly type: "CONNECTION_CHANGED"; readonly data: (typeof Connection.Connection)["Type"] })
  | (Common & { readonly type: "SYNC_COMPLETED"; readonly data: (typeof Syncs.SyncCompleted)["Type"] })

export interface VerifyOptions {
  /** The `whsec_…` in force; several while one is changed for another. */
  readonly secrets: ReadonlyArray<string>
  readonly headers: Headers | Readonly<{ [name: string]: string | undefined }>
  /** The exact body as it came, not parsed and written again. */
  readonly body: string | Uint8Array<ArrayBuffer> | ArrayBuffer
  /** Seconds that the signed time may be off, in either direction; 300 when absent. */
  readonly tolerance?: number
}

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
const keyOf = async (secret: string): Promise<CryptoKey> => {
  const bytes = secret.startsWith("whsec_") ? bytesOf(secret.slice(6)) : null
  // A secret that is none is the app's own mistake, which a refused delivery would hide.
  if (bytes === null || bytes.length === 0) throw new TypeError("verifyWebhook: a secret is `whsec_` and base64")
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"])
}

/** Verifies a delivery and answers its event; rejects with a `WebhookError`. */
export const verifyWebhook = async (options: VerifyOptions): Promise<WebhookEvent> => {
  const { body, headers, secrets, tolerance = 300 } = options
  const found = new Headers(headers instanceof Headers ? headers : defined(headers))
  const header = (name: string): string => {
    const value = found.get(name)
    if (value === null || value === "") throw new WebhookError("header-missing", `The header ${name} is missing.`)
    return value
  }
  const keys = await Promise.all(secrets.map(keyOf))
  const id = header("webhook-id")
  const time = header("webhook-timestamp")
  const signatures = header("webhook-signature")
    .split(" ")
    .flatMap((one) => (one.startsWith("v1,") ? (bytesOf(one.slice(3)) ?? []) : []))
  if (!/^\d+$/.test(time) || Math.abs(Date.now() / 1000 - Number(time)) > tolerance) {
    throw new WebhookError("too-old-or-new", `The delivery was signed at ${time}, more than ${tolerance} seconds off.`)
  }
  const text = typeof body === "string" ? body : new TextDecoder().decode(body)
  const signed = new TextEncoder().encode(`${id}.${time}.${text}`)
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

const defined = (headers: Readonly<{ [name: string]: string | undefined }>): Array<[string, string]> =>
  Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as [string, string]]))
