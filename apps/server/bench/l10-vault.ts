/** L10: how many sealed credentials one process opens in a second, one after the other, and sixteen at a time. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { tmpdir } from "node:os"
import { randomBytes } from "node:crypto"
import { KeyRing } from "../src/secrets/KeyRing.ts"
import { Vault } from "../src/secrets/Vault.ts"
import type { Figure } from "./figure.ts"

const secrets = 1_000
const rounds = 5

/** The size of OAuth credentials with a token of a kilobyte. */
const credentials = (n: number) => JSON.stringify({ access_token: "a".repeat(1000), refresh_token: `r${n}` })

const measure = Effect.gen(function* () {
  const vault = yield* Vault
  const sealed = yield* Effect.forEach(Array.from({ length: secrets }), (_, n) =>
    Effect.map(vault.seal(`connection:${n}:credentials`, Redacted.make(credentials(n))), (text) => ({ n, text }))
  )
  const open = ({ n, text }: (typeof sealed)[number]) =>
    Effect.map(vault.open(`connection:${n}:credentials`, text), (opened) => {
      if (Redacted.value(opened) !== credentials(n)) throw new Error(`Secret ${n} opened as something else.`)
    })
  /** The best of some rounds. */
  const rate = Effect.fnUntraced(function* (concurrency: number) {
    let best = 0
    for (let round = 0; round < rounds; round++) {
      const from = performance.now()
      yield* Effect.forEach(sealed, open, { concurrency, discard: true })
      best = Math.max(best, (secrets / (performance.now() - from)) * 1000)
    }
    return best
  })
  yield* rate(1)
  const alone = yield* rate(1)
  const many = yield* rate(16)
  const figure = (what: string, perSecond: number): Figure => ({
    goal: "L10",
    what: `sealed credentials of a kilobyte opened, ${what}, at least 2000 a second`,
    figure: `${Math.round(perSecond)}/s`,
    ratio: perSecond / 2000,
    wanted: 1
  })
  return [figure("one after the other", alone), figure("sixteen at a time", many)]
})

export const run = (): Promise<ReadonlyArray<Figure>> =>
  measure.pipe(
    Effect.provide(
      Vault.layer.pipe(
        Layer.provide(
          KeyRing.layer({
            keys: Option.some(Redacted.make(`k1:${randomBytes(32).toString("base64")}`)),
            dataDir: tmpdir()
          })
        )
      )
    ),
    Effect.runPromise
  )
