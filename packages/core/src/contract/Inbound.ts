/**
 * A platform's own webhooks: how they are proved to be the platform's, how a handshake is answered, and which records they
 * name. A proof is data and pure functions; what is computed, compared or asked for it is core's.
 */
import type { AuthSettings } from "./Auth.ts"
import type { Call } from "./Call.ts"
import type { ModelId } from "./Models.ts"
import type { Subscribe } from "./Subscribe.ts"

/** A webhook of a platform as it arrived. */
export interface InboundRequest {
  /** Such as `POST`. */
  readonly method: string
  /** The address as the platform was given it, with its parameters. */
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
  /** Hash of the HMAC. */
  readonly algorithm: "SHA-1" | "SHA-256" | "SHA-512"
  /** How the signature is written. */
  readonly encoding: "base64" | "hex"
  /** What is signed. */
  readonly message: string
  /** Those that the request carries; one of them has to be right. */
  readonly signatures: ReadonlyArray<string>
  /** Seconds since the epoch, where the platform signs the time: requests older than five minutes are refused. */
  readonly timestamp?: number
}

/**
 * A secret that comes as it is: in a header, in the query, inside the body, or as a password (`passwordOf`). Of several,
 * such as one in each event, every one must be right. It is compared with what belongs to the one connection that the address
 * is of: whoever administers an account may read what is registered there, so it proves nothing of another's.
 */
export interface InboundToken {
  /** What has to be the secret; null where the request names none. Of several, one. */
  readonly equals: string | null | undefined | ReadonlyArray<string | null | undefined>
}

/**
 * For a platform that signs in a way only it can check: it is asked. Answer null instead of this where the request lacks
 * what every right one has, so that nothing is asked for it. It is asked with the credentials of the one connection that the
 * address is of, and never for a body that is no JSON: the text may be laid into the call's own body as it came.
 */
export interface InboundAsk {
  /** `registered` are the platform's ids of the webhooks that `subscribe` has made for this address. */
  readonly ask: (settings: AuthSettings, registered: ReadonlyArray<string>) => Call
  /** Whether the answer, JSON that may be anything, says that the request is the platform's. */
  readonly holds: (answer: unknown) => boolean
}

/** What shows that a webhook is the platform's: a signature, a token, or the platform when it is asked. */
export type InboundProof = InboundSignature | InboundToken | InboundAsk

/** A change the platform tells of: the record is fetched again, and only what it then says is believed. */
export interface InboundEvent {
  /** Of which data model the records are. */
  readonly model: ModelId
  /** Null where the platform only says that records of this model changed: what changed is read then. */
  readonly platform_id: string | null
  /** Settings that name the connection it belongs to, such as `{ tenantId }`. */
  readonly settings: AuthSettings
  /** The platform says that the record is deleted; believed when it cannot be found either. */
  readonly deleted?: boolean
}

/** The platform tells that an authorisation has ended: the app was uninstalled, or its grant taken back. */
export interface InboundEnded {
  readonly ended: true
  /** Settings that name the connection it belongs to. */
  readonly settings: AuthSettings
}

/** What is answered to the platform. */
export interface InboundResponse {
  /** HTTP status. */
  readonly status: number
  /** By name; none when absent. */
  readonly headers?: Readonly<Record<string, string>>
  /** A text; empty when absent. */
  readonly body?: string
}

/** What a platform's webhooks are, and what they tell. */
export interface Inbound {
  /** What shows that the platform sent the request; null when it carries nothing of the kind where that is due. */
  readonly proof: (request: InboundRequest) => InboundProof | null
  /** Answers a request that is no event, such as a URL verification; null for all others. */
  readonly handshake?: (request: InboundRequest) => InboundResponse | null
  /**
   * Throws or answers nothing for a body it does not know. The request is for platforms that tell in headers what the
   * body is of; headers are believed only as far as a webhook's sender is, since the signature may be of the body alone.
   */
  readonly events: (body: unknown, request: InboundRequest) => ReadonlyArray<InboundEvent | InboundEnded>
  /** Answer to a request without a right proof; 401 with an empty body when absent. */
  readonly refusal?: InboundResponse
  /** Answer to a right one; 200 with an empty body when absent. */
  readonly receipt?: InboundResponse
  /** How webhooks are registered for one connection, where the platform takes that by a call (`Subscribe.make`). */
  readonly subscribe?: Subscribe
}

/** The webhooks of a platform as a value. */
export const make = (options: Inbound): Inbound => options

/**
 * The proof of a request that is signed with its time as `t=1773144000,v1=…,v1=…`, in a header of the platform's name: the hash
 * of `<time>.<body>`, in hex. Several `v1` while a secret is being rotated; other members prove nothing. Null without them.
 */
export const timed = (header: string | undefined, { body }: InboundRequest): InboundSignature | null => {
  const parts = (header ?? "").split(",").map((part) => part.trim().split("=", 2))
  const time = parts.find(([name]) => name === "t")?.[1]
  const signatures = parts.flatMap(([name, value]) => (name === "v1" && value ? [value] : []))
  return time === undefined || !/^\d+$/.test(time) || signatures.length === 0
    ? null
    : { algorithm: "SHA-256", encoding: "hex", message: `${time}.${body}`, signatures, timestamp: Number(time) }
}

/** The password of a request that is authorised by `Basic`, for platforms that send what they were given. */
export const passwordOf = ({ headers }: InboundRequest): string | undefined => {
  const given = /^basic +([a-z0-9+/]+={0,2}) *$/i.exec(headers["authorization"] ?? "")?.[1]
  if (given === undefined) return undefined
  try {
    const text = new TextDecoder().decode(Uint8Array.from(atob(given), (character) => character.charCodeAt(0)))
    return text.includes(":") ? text.slice(text.indexOf(":") + 1) : undefined
  } catch {
    return undefined
  }
}
