/** One run: a world, clients at work, a fault, and what is left when it is over. */
import { check } from "./Checker.ts"
import type { Fault, Ran } from "./Fault.ts"
import * as Workload from "./Workload.ts"
import * as World from "./World.ts"

/**
 * Runs a fault for so many seconds, in a world on the cluster that is coordinated at an address where one is given. A run that
 * got too little done proves nothing, and fails.
 */
export const run = async (fault: Fault, seed: number, seconds: number, cluster?: string): Promise<Ran> => {
  const world = await World.make(seed, fault.shape, cluster)
  try {
    const workload = Workload.start(world, seed)
    const struck = await fault.strike(world, seconds * 1000)
    await workload.stop()
    const { ledger } = workload
    const verdict = await check(world, ledger)
    const idle = [...(struck.times === 0 ? ["the fault never happened"] : []), ...Workload.missing(ledger)]
    const failed = [...ledger.failed].map(([what, count]) => `${count} × ${what}`)
    return {
      seed,
      struck: struck.times,
      written: ledger.written.size,
      synced: ledger.syncs.size,
      read: ledger.reads,
      deliveries: verdict.deliveries,
      failed: [...ledger.failed.values()].reduce((sum, count) => sum + count, 0),
      figures: { ...struck.figures, "drained in s": verdict.drained },
      faults: [
        ...(struck.faults ?? []),
        ...verdict.faults,
        // Without the reason a 500 of a run that nobody can repeat would stay a riddle.
        ...(ledger.failed.has("500") ? world.failures().slice(0, 5) : []),
        ...idle,
        ...(fault.unnoticed === true && failed.length > 0 ? [`requests failed: ${failed.join(", ")}`] : []),
        ...(verdict.drained > (fault.drain ?? Infinity)
          ? [`it took ${verdict.drained.toFixed(1)} s until nothing was left to be done`]
          : [])
      ]
    }
  } finally {
    await world.end()
  }
}
