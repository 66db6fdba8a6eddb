/**
 * The sealed part of a webhook: its secrets and its headers. Opened ones are remembered by their sealed text for a
 * while, since each delivery needs them and opening costs more than signing.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Vault } from "../secrets/Vault.ts"
import { keyOf } from "./Signature.ts"
import type { Target } from "./Sender.ts"

/** Columns of `webhook` that a target is made of; `previous_secret` is null once its time is over. */
export interface SealedTarget {
  readonly id: string
  readonly url: string
  readonly headers: string
  readonly secret: string
  readonly previous_secret: string | null
}

/** What the sealed columns are sealed for. */
export const places = {
  headers: (id: string) => `webhook:headers:${id}`,
  secret: (id: string) => `webhook:secret:${id}`,
  previousSecret: (id: string) => `webhook:previous_secret:${id}`
}

/** Most opened texts kept in memory. */
const CAPACITY = 5_000

/** Opens targets with the vault. A text that cannot be opened is a fault of the installation, hence a defect. */
export const make = Effect.gen(function* () {
  const vault = yield* Vault
  const opened = new Map<string, Redacted.Redacted>()

  const open = Effect.fnUntraced(function* (place: string, sealed: string) {
    const known = opened.get(sealed)
    if (known !== undefined) return known
    const secret = yield* Effect.orDie(vault.open(place, sealed))
    if (opened.size >= CAPACITY) opened.delete(opened.keys().next().value!)
    opened.set(sealed, secret)
    return secret
  })
  const headers = Effect.fnUntraced(function* (row: Pick<SealedTarget, "id" | "headers">) {
    const text = Redacted.value(yield* open(places.headers(row.id), row.headers))
    return JSON.parse(text) as Readonly<Record<string, string>>
  })
  return {
    headers,
    target: Effect.fnUntraced(function* (row: SealedTarget): Effect.fn.Return<Target> {
      const secrets = [yield* open(places.secret(row.id), row.secret)]
      if (row.previous_secret !== null) {
        secrets.push(yield* open(places.previousSecret(row.id), row.previous_secret))
      }
      return {
        url: URL.canParse(row.url) ? new URL(row.url) : null,
        headers: yield* headers(row),
        keys: secrets.map(keyOf)
      }
    })
  }
})
