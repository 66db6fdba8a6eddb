/**
 * Ends a process that stands still, and one that cannot stop. A connector's function that never returns would keep it from
 * answering and from renewing its leases, a statement that never ends would keep the embedded database from everybody, and
 * either from stopping. What the process was busy with is taken up again, and given up after some times.
 */
import { Worker } from "node:worker_threads"

/** How often a thread shows that it turns, in milliseconds. */
const beat = 250

export interface Options {
  /** The process is ended when a thread stands still for so many seconds; 0 lets it stand. */
  readonly stallSeconds: number
  /** The process is ended when it has not stopped after so many seconds. */
  readonly stopSeconds: number
}
export interface Watch {
  /** For the thread of the embedded database, to show that it turns. */
  readonly database: Pulse
  /** The process has loaded what it needs and serves: until then it may compute for a minute at least. */
  readonly started: () => void
  /** The process is about to stop: its time for that runs from now on. */
  readonly stopping: () => void
}

/** Shared between threads: a number that changes as long as a thread turns, and whether there is one to be watched. */
export type Pulse = Int32Array<SharedArrayBuffer>
export const makePulse = (): Pulse => new Int32Array(new SharedArrayBuffer(8))

/** What the watching thread, `WatchdogWorker.ts`, is started with. */
export interface WatchdogInput extends Options {
  /** Of the process's own loop. */
  readonly loop: Pulse
  /** Of the embedded database's thread, where there is one. */
  readonly database: Pulse
  /** Is kept from the moment on at which the process serves. */
  readonly started: Pulse
  /** Is kept from the moment on at which the process is to stop. */
  readonly stopping: Pulse
}

/** Shows that the thread does something. */
export const turn = (pulse: Pulse): void => void Atomics.add(pulse, 0, 1)

/** Whether it is shown that a thread turns. */
export const isKept = (pulse: Pulse): boolean => Atomics.load(pulse, 1) === 1

/** Shows from now on that the thread of this call turns. */
export const keep = (pulse: Pulse): void => {
  Atomics.store(pulse, 1, 1)
  setInterval(() => turn(pulse), beat).unref()
}

/** The thread has ended, as it should: it is not watched any more. */
export const forget = (pulse: Pulse): void => void Atomics.store(pulse, 1, 0)

/** Counts how often in a row a pulse was found unchanged: looks, not time, since who was stopped did not stand still. */
export const looker = (pulse: Pulse): (() => number) => {
  let last = Atomics.load(pulse, 0)
  let missed = 0
  return () => {
    const now = Atomics.load(pulse, 0)
    missed = now === last && isKept(pulse) ? missed + 1 : 0
    last = now
    return missed
  }
}

/** Watches this process until it ends. */
export const start = (options: Options): Watch => {
  const input: WatchdogInput = {
    ...options,
    loop: makePulse(),
    database: makePulse(),
    started: makePulse(),
    stopping: makePulse()
  }
  keep(input.loop)
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js"
  const run = (execArgv: Array<string>) =>
    new Worker(new URL(`./WatchdogWorker.${extension}`, import.meta.url), {
      workerData: input,
      execArgv,
      name: "watchdog"
    }).unref()
  try {
    // Signals reach the loop of the process alone, which may be what stands still; see the worker.
    run(["--expose-internals", "--no-warnings"])
  } catch {
    run([])
  }
  return { database: input.database, started: () => keep(input.started), stopping: () => keep(input.stopping) }
}
