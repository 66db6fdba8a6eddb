/**
 * A platform's own webhooks: how their signature is checked, how a handshake is answered, and which records they name.
 * Verification is data and pure functions; the HMAC itself is computed by core.
 */
import type { AuthSettings } from "./Auth.ts"
import type { ModelId } from "./Models.ts"

export interface InboundRequest {
  readonly method: string
  readonly url: URL
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The exact bytes as UTF-8 text. */
  readonly body: string
}

/** What must be signed and what the request says the signature is; several where a secret is being rotated. */
export interface InboundSignature {
  /** How the secret comes in: as the key of an HMAC when absent, or `prefix`: a plain hash of secret and message. */
  readonly secret?: "prefix"
  readonly algorithm: "SHA-1" | "SHA-256" | "SHA-512"
  readonly encoding: "base64" | "hex"
  readonly message: string
  readonly signatures: ReadonlyArray<string>
  /** Seconds since the epoch, where the platform signs the time: requests older than five minutes are refused. */
  readonly timestamp?: number
}

/** A change the platform tells of: the record is fetched again, and only what it then says is believed. */
export interface InboundEvent {
  readonly model: ModelId
  readonly platform_id: string
  /** Settings that name the connection it belongs to, such as `{ tenantId }`. */
  readonly settings: AuthSettings
  /** The platform says that the record is deleted; believed when it cannot be found either. */
  readonly deleted?: boolean
}

export interface InboundResponse {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Inbound {
  /** Null when the request carries no signature where one is due. */
  readonly signature: (request: InboundRequest) => InboundSignature | null
  /** Answers a request that is no event, such as a URL verification; null for all others. */
  readonly handshake?: (request: InboundRequest) => InboundResponse | null
  /**
   * Throws or answers nothing for a body it does not know. The request is for platforms that tell in headers what the
   * body is of; headers are believed only as far as a webhook's sender is, since the signature may be of the body alone.
   */
  readonly events: (body: unknown, request: InboundRequest) => ReadonlyArray<InboundEvent>
  /** Answer to a wrong signature; 401 with an empty body when absent. */
  readonly refusal?: InboundResponse
  /** Answer to a right one; 200 with an empty body when absent. */
  readonly receipt?: InboundResponse
}

export const make = (options: Inbound): Inbound => options
