/**
 * The short form of `pnpm chaos`: faults for a few seconds each, without those that have a test of their own (F2 `kill.test.ts`,
 * F3 `roles.test.ts`, F14 `rotation.test.ts`, F15 `restore.test.ts`, F18 `sync/hostile.test.ts`, F19 `security/s12-hostile.test.ts`,
 * which has the shots of the long one) and those that take minutes. What happens to three processes and their database happens in
 * one world. Two worlds at a time, since each waits a lot.
 */
import { describe, expect, it } from "vitest"
import { inTurn } from "../../chaos/Fault.ts"
import { faults } from "../../chaos/faults.ts"
import { run } from "../../chaos/run.ts"

/** A run is done again by its seed: `CHAOS_SEED=7`. */
const seed = Number(process.env["CHAOS_SEED"] ?? 1)

describe.concurrent(`everything acknowledged is there, once (seed ${seed})`, { timeout: 1_200_000 }, () => {
  it.each([
    [
      "processes killed or stopped, a database that ends, and connections that are cut",
      [inTurn({ F1: faults["F1"]!, F5: faults["F5"]!, F7: faults["F7"]!, F6: faults["F6"]! }), faults["F4"]!]
    ],
    [
      "embedded databases whose process is killed or stopped, and platforms that misbehave",
      [faults["F10"]!, faults["F17"]!, faults["F12"]!]
    ]
  ] as const)("with %s", async (_, kinds) => {
    for (const kind of kinds) {
      const ran = await run(kind, seed, 4)
      expect(ran.faults, `${kind.what}: ${JSON.stringify(ran)}`).toEqual([])
    }
  })
})
