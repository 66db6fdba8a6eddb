/** Starts `child-main.ts`, a process of its own on a database, and reads what it says line by line. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import type * as Scope from "effect/Scope"
import { spawn } from "node:child_process"
import { join } from "node:path"
import { createInterface } from "node:readline"
import * as Programs from "./Programs.ts"

export interface Child {
  readonly pid: number
  /** The lines it writes; the queue ends when the process does. */
  readonly lines: Queue.Dequeue<string, "ended">
  /** Ends it the hard way and waits until it is gone. */
  readonly kill: Effect.Effect<void>
}

export const start = (
  mode: "hold" | "commit" | "migrate",
  target: string,
  options: { readonly preload?: string; readonly env?: Record<string, string> } = {}
): Effect.Effect<Child, never, Scope.Scope> =>
  Effect.gen(function* () {
    const lines = yield* Queue.unbounded<string, "ended">()
    const program = yield* Effect.promise(() => Programs.fileOf(join(import.meta.dirname, "child-main.ts")))
    const made = Effect.sync(() => {
      const child = spawn(process.execPath, ["--liftoff-only", program, mode, target], {
        stdio: ["ignore", "pipe", "inherit"],
        env: {
          ...process.env,
          ...options.env,
          NODE_OPTIONS: options.preload === undefined ? "" : `--import=${join(import.meta.dirname, options.preload)}`
        }
      })
      const closed = new Promise<void>((resolve) => child.on("close", () => resolve()))
      const reader = createInterface(child.stdout)
      reader.on("line", (line) => Queue.offerUnsafe(lines, line))
      reader.on("close", () => Queue.failCauseUnsafe(lines, Cause.fail("ended" as const)))
      const kill = Effect.promise(() => {
        child.kill("SIGKILL")
        return closed
      })
      return { pid: child.pid ?? 0, lines, kill }
    })
    return yield* Effect.acquireRelease(made, (child) => child.kill)
  })
