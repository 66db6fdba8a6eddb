/** The thread that watches the event loop of its process, which could not do so itself. */
import { writeSync } from "node:fs"
import { workerData } from "node:worker_threads"

/** What the thread is started with. */
export interface WatchdogInput {
  /** One number, which the loop changes as long as it turns. */
  readonly beats: Int32Array
  readonly seconds: number
}

const { beats, seconds } = workerData as WatchdogInput
let last = Atomics.load(beats, 0)
// Looks are counted, not time: a machine or a process that was stopped and goes on did not stand still.
let missed = 0
setInterval(() => {
  const now = Atomics.load(beats, 0)
  missed = now === last ? missed + 1 : 0
  last = now
  if (missed < seconds) return
  writeSync(2, `The process did nothing but compute for ${seconds} s, so it ends (SVC_STALL_SECONDS).\n`)
  process.kill(process.pid, "SIGKILL")
}, 1000)
