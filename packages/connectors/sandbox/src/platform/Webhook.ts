/**
 * The platform's own webhooks: after each change every registered endpoint gets the names of the changed records, signed
 * with its secret. They are sent once and not retried.
 */
import * as F from "./Field.ts"
import type { Lookup } from "./Resource.ts"
import { resource } from "./Resource.ts"
import type { Change } from "./Tables.ts"

const hex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("")
const bytesOf = (text: string) => new TextEncoder().encode(text)

export const digest = async (text: string): Promise<string> => hex(await crypto.subtle.digest("SHA-256", bytesOf(text)))

/** `hex(hmac-sha256(secret, body))`, the value of the header `sandbox-signature`. */
export const sign = async (secret: string, body: string): Promise<string> => {
  const algorithm = { name: "HMAC", hash: "SHA-256" }
  const key = await crypto.subtle.importKey("raw", bytesOf(secret), algorithm, false, ["sign"])
  return hex(await crypto.subtle.sign("HMAC", key, bytesOf(body)))
}

export const webhookEndpoints = resource({
  name: "webhookEndpoints",
  ids: "whe",
  stamps: "iso",
  removal: "silent",
  unannounced: true,
  fields: { url: F.url, secret: F.text(), resources: F.list(F.text()) },
  build: ({ draft }) => draft
})

/** Tells every endpoint about the changes it wants; a failed delivery is forgotten. */
export const announce = async (
  lookup: Lookup,
  changes: ReadonlyArray<Change>,
  emit: (request: Request) => Promise<unknown>
): Promise<void> => {
  const deliveries = [...lookup.rows("webhookEndpoints")].map(async ({ url, secret, resources }) => {
    const wanted = changes.filter((change) => resources.length === 0 || resources.includes(change.resource))
    if (wanted.length === 0) return
    const events = wanted.map(({ sequence, resource: name, id, operation }) => ({
      sequence,
      resource: name,
      id,
      operation
    }))
    const body = JSON.stringify({ events })
    const headers = { "content-type": "application/json", "sandbox-signature": await sign(secret, body) }
    await emit(new Request(url, { method: "POST", body, headers }))
  })
  await Promise.allSettled(deliveries)
}
