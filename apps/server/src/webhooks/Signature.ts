/**
 * Signatures of Standard Webhooks: `v1,` and the base64 of an HMAC-SHA256 over id, time and body. While a secret is
 * being changed there are two, separated by a space, and a receiver accepts either.
 */
import * as Redacted from "effect/Redacted"
import { createHmac, randomBytes } from "node:crypto"

const prefix = "whsec_"

/** A new secret: `whsec_` and the base64 of 32 random bytes. */
export const newSecret = (): Redacted.Redacted => Redacted.make(prefix + randomBytes(32).toString("base64"))

/** The bytes that sign. */
export const keyOf = (secret: Redacted.Redacted): Redacted.Redacted<Uint8Array> =>
  Redacted.make(Buffer.from(Redacted.value(secret).slice(prefix.length), "base64"))

/** The value of `webhook-signature`; `timestamp` in whole seconds since 1970, as sent in `webhook-timestamp`. */
export const sign = (
  keys: ReadonlyArray<Redacted.Redacted<Uint8Array>>,
  id: string,
  timestamp: number,
  body: string
): string =>
  keys
    .map(
      (key) => `v1,${createHmac("sha256", Redacted.value(key)).update(`${id}.${timestamp}.${body}`).digest("base64")}`
    )
    .join(" ")
