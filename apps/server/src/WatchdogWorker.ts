/** The thread that watches the other threads of its process, which could not do so themselves. */
import { createRequire } from "node:module"
import { workerData } from "node:worker_threads"
import * as CompileCache from "./CompileCache.ts"
import * as Ending from "./Ending.ts"
import { isKept, looker, type WatchdogInput } from "./Watchdog.ts"

const { database, loop, stallSeconds, started, stopSeconds, stopping } = workerData as WatchdogInput

/** Whether a signal to stop has come, also when the loop that would tell of it stands still. */
let signalled = false
try {
  // Node tells signals to the process's own loop only. What it is made of tells any loop; where a release of Node does not
  // give it to us, a loop that stands still is ended by its time limit alone.
  const { internalBinding } = createRequire(import.meta.url)("internal/test/binding")
  const { Signal } = internalBinding("signal_wrap")
  for (const number of [2, 15]) {
    const signal = new Signal()
    signal.onsignal = () => (signalled = true)
    signal.start(number)
  }
} catch {
  // As said above.
}

const stands = [
  [looker(loop), "The process did nothing but compute"],
  [looker(database), "The embedded database did nothing but compute, in a statement that does not end,"]
] as const
/** A start loads and compiles, which on a busy machine takes longer than anything after it may. */
const starting = 60
let stoppingFor = 0
setInterval(() => {
  const limit = isKept(started) ? stallSeconds : Math.max(stallSeconds, starting)
  const still = stands.map(([look, what]) => [look(), what] as const)
  for (const [missed, what] of still) {
    if (stallSeconds > 0 && missed >= limit) {
      Ending.now(`${what} for ${limit} s, so the process ends (SVC_STALL_SECONDS).`)
    }
  }
  if (signalled || isKept(stopping)) stoppingFor++
  // Two looks less than seconds: it is to be over within them.
  if (stoppingFor >= Math.max(1, stopSeconds - 2)) {
    const [[loopMissed], [databaseMissed]] = still as [readonly [number, string], readonly [number, string]]
    const why =
      loopMissed > 0
        ? "it does nothing but compute"
        : databaseMissed > 0
          ? "a statement of the embedded database does not end"
          : "something in it waits for what does not come"
    Ending.now(
      `The process has not stopped within ${stopSeconds} s (SVC_STOP_SECONDS): ${why}. It ends at once; what was ` +
        "acknowledged is stored, and what was under way is taken up at the next start."
    )
  }
}, 1000)
CompileCache.flush()
