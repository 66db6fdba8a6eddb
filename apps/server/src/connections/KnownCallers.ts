/**
 * Callers by the hash of what they bring, an API key or a session: one that was heard of just now is not looked up again, and
 * when each was last used is written now and then. An end is obeyed by every process within a second.
 */
import * as Effect from "effect/Effect"
import type { Caller, Scope } from "../http/Caller.ts"

/** How long a known caller is not looked up again, milliseconds: what an end may take. */
const remembered = 500
const maxRemembered = 10_000
/** How exact the time of the last use is, milliseconds. */
const useGrain = 60_000

/** What of an API key's row makes a caller, and the columns of it in SQL. */
export interface KeyRow {
  readonly key_id: number
  readonly organisation_id: number
  readonly scopes: ReadonlyArray<Scope>
  readonly company_id: number | null
  readonly request_limit: number | null
}
export const keyColumns = "k.id as key_id, k.organisation_id, k.scopes, k.company_id, k.request_limit"
/** Whether a key lets anybody in, in SQL. */
export const isValid = "k.revoked_at is null and (k.expires_at is null or k.expires_at > now())"

export const callerOf = (row: KeyRow): Caller => ({
  organisationId: row.organisation_id,
  keyId: row.key_id,
  scopes: row.scopes,
  companyId: row.company_id,
  requestLimit: row.request_limit
})

type InTurn<E> = (lookUp: Effect.Effect<Caller | null>) => Effect.Effect<Caller | null, E>

export interface KnownCallers {
  /** Whose hash it is, remembered or looked up in turn; null for nobody's. */
  readonly find: <E = never>(hash: string, inTurn: InTurn<E>) => Effect.Effect<Caller | null, E>
  /** Looks up these again when they come next. */
  readonly forget: (fits: (caller: Caller) => boolean) => void
}

/** `lookUp` asks the database; `use` writes, in the background, that what has the id was used just now. */
export const make = (
  lookUp: (hash: string) => Effect.Effect<Caller | null>,
  idOf: (caller: Caller) => number,
  use: (id: number) => Effect.Effect<void>
): KnownCallers => {
  const known = new Map<string, { readonly caller: Caller; readonly until: number }>()
  const used = new Map<number, number>()
  const note = (id: number, now: number): Effect.Effect<void> => {
    if (now - (used.get(id) ?? -Infinity) < useGrain) return Effect.void
    // Set again, it is the youngest.
    used.delete(id)
    used.set(id, now)
    if (used.size > maxRemembered) used.delete(used.keys().next().value!)
    return use(id)
  }
  const asked = Effect.fnUntraced(function* (hash: string) {
    // Remembered from when it was asked: it may be ended before the answer comes.
    const now = performance.now()
    const caller = yield* lookUp(hash)
    known.delete(hash)
    if (caller === null) return null
    known.set(hash, { caller, until: now + remembered })
    if (known.size > maxRemembered) known.delete(known.keys().next().value!)
    yield* note(idOf(caller), now)
    return caller
  })
  return {
    find: (hash, inTurn) =>
      Effect.suspend(() => {
        const now = performance.now()
        const kept = known.get(hash)
        if (kept === undefined || kept.until <= now) return inTurn(asked(hash))
        return Effect.as(note(idOf(kept.caller), now), kept.caller)
      }),
    forget: (fits) => {
      for (const [hash, { caller }] of known) if (fits(caller)) known.delete(hash)
    }
  }
}
