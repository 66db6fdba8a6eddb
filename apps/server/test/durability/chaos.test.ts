/**
 * The short form of `pnpm chaos`: faults for a few seconds each, without those that have a test of their own (F2 `kill.test.ts`,
 * F3 `roles.test.ts`, F14 `rotation.test.ts`, F15 `restore.test.ts`, F18 `sync/hostile.test.ts`, F19 `security/s12-hostile.test.ts`,
 * which has the shots of the long one) and those that take minutes. Two worlds at a time, since
 * each waits a lot.
 */
import { describe, expect, it } from "vitest"
import { faults } from "../../chaos/faults.ts"
import { run } from "../../chaos/run.ts"

/** A run is done again by its seed: `CHAOS_SEED=7`. */
const seed = Number(process.env["CHAOS_SEED"] ?? 1)

describe.concurrent(`everything acknowledged is there, once (seed ${seed})`, { timeout: 1_200_000 }, () => {
  it.each([
    ["processes that are killed or stand still", ["F1", "F4", "F10", "F17"]],
    ["databases that end or cannot be reached, and platforms that misbehave", ["F5", "F6", "F7", "F12"]]
  ] as const)("with %s", async (_, names) => {
    for (const name of names) {
      const ran = await run(faults[name]!, seed, 4)
      expect(ran.faults, `${name}: ${JSON.stringify(ran)}`).toEqual([])
    }
  })
})
