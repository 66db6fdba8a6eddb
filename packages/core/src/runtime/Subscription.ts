/** What is registered at a platform for one connection, as whoever looks after it keeps it. */
import { bytesToBase64 } from "../contract/Base64.ts"

/** One webhook that was registered. */
export interface Part {
  readonly topic: string
  readonly id: string
  /** What the platform said, when it was made, that it signs with; null where it signs with something else. */
  readonly secret: string | null
  /** Of the call that made it: one that would be made otherwise today is made anew. */
  readonly stamp: string
  /** When it was made or renewed last, ISO 8601. */
  readonly since: string
  /** When it ends, ISO 8601; null for never. */
  readonly until: string | null
}

/** What is registered for one connection. It holds secrets: keep it as you keep credentials. */
export interface Subscription {
  /** Where the platform sends. */
  readonly address: string
  /** Ours, which the platform signs with or sends along where it takes one. */
  readonly secret: string
  readonly parts: ReadonlyArray<Part>
}

/** A secret for a subscription: 43 letters, digits, `-` and `_`. */
export const newSecret = (): string =>
  bytesToBase64(crypto.getRandomValues(new Uint8Array(32)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "")

/** What proves the webhooks of a subscription. */
export const secretsOf = ({ parts, secret }: Subscription): ReadonlyArray<string> => [
  ...new Set([secret, ...parts.flatMap((part) => part.secret ?? [])])
]
/** What the platform calls its webhooks. */
export const idsOf = ({ parts }: Subscription): ReadonlyArray<string> => parts.map(({ id }) => id)

/** How webhooks are registered for a connection, and looked after from then on. */
export interface Subscribing {
  /** Where the platform is to send: an address of this connection alone, which must answer before this is called. */
  readonly address: string
  /** What was kept of the last time; null or absent where nothing was. */
  readonly subscription?: Subscription | null | undefined
  /** What the platform is to sign with or send along; that of `subscription`, or a new one, when absent. */
  readonly secret?: string | undefined
}
/** What there was before, at the address of today. */
export const subscriptionOf = ({ address, secret, subscription }: Subscribing): Subscription => ({
  address,
  secret: secret ?? subscription?.secret ?? newSecret(),
  parts: subscription?.parts ?? []
})
