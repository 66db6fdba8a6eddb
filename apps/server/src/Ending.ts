/** Ends the process at once, from any of its threads, whatever the others do: for when going on would do harm. */
import { writeSync } from "node:fs"
import { setFlagsFromString } from "node:v8"

const sleeper = new Int32Array(new SharedArrayBuffer(4))

/**
 * Says why and ends the process by SIGKILL (status 137 to a shell): nothing is closed, written or unlocked on the way out.
 * Never returns.
 */
export const now = (sentence: string): never => {
  try {
    writeSync(2, `${sentence}\n`)
  } catch {
    // Nobody listens; it ends all the same.
  }
  process.kill(process.pid, "SIGKILL")
  // The first process of a container takes no signal from within, this one neither; a breakpoint that nobody waits for ends
  // it all the same (status 133).
  try {
    setFlagsFromString("--allow-natives-syntax")
    new Function("%SystemBreak()")()
  } catch {
    // An engine without it: this thread at least does nothing any more.
  }
  for (;;) Atomics.wait(sleeper, 0, 0)
}
