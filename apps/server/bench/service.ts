/** The whole service as a process of its own on a database, and the reference servers beside it. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { fork, spawn, type ChildProcess } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

export const apiKey = "bench_0123456789abcdefghijklmnop"

const stop = (child: ChildProcess) =>
  Effect.callback<void>((resume) => {
    if (child.exitCode !== null || child.signalCode !== null) return resume(Effect.void)
    child.once("exit", () => resume(Effect.void))
    child.kill("SIGKILL")
  })

/** Starts the service as `pnpm start` does, with these settings too; gives its port. */
export const start = Effect.fnUntraced(function* (
  databaseUrl: Redacted.Redacted,
  settings: Readonly<Record<string, string>> = {}
): Effect.fn.Return<number, never, Scope.Scope> {
  const dataDir = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "svc-bench-"))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
  )
  const child = yield* Effect.acquireRelease(
    Effect.sync(() =>
      spawn(process.execPath, [join(import.meta.dirname, "../src/main.ts")], {
        stdio: ["ignore", "pipe", "inherit"],
        env: {
          ...process.env,
          DATABASE_URL: Redacted.value(databaseUrl),
          PORT: "0",
          SVC_API_KEY: apiKey,
          SVC_DATA_DIR: dataDir,
          SVC_LOG_LEVEL: "warn",
          // One key for all load there is.
          SVC_MAX_REQUESTS_PER_KEY: "1000000000",
          ...settings
        }
      })
    ),
    stop
  )
  return yield* Effect.callback<number>((resume) => {
    let said = ""
    child.stdout.on("data", (chunk: Buffer) => {
      said += chunk.toString()
      const found = /http:\/\/[^\s:]+:(\d+)/.exec(said)
      if (found !== null) resume(Effect.succeed(Number(found[1])))
    })
    child.once("exit", (code) => resume(Effect.die(new Error(`The service ended with ${code}: ${said}`))))
  })
})

/** Starts a script here that sends its port when it listens. */
export const reference = Effect.fnUntraced(function* (
  script: string,
  job: unknown
): Effect.fn.Return<number, never, Scope.Scope> {
  const child = yield* Effect.acquireRelease(
    Effect.sync(() =>
      fork(join(import.meta.dirname, script), { env: { ...process.env, BENCH_JOB: JSON.stringify(job) } })
    ),
    stop
  )
  return yield* Effect.callback<number>((resume) => {
    child.once("message", (port) => resume(Effect.succeed(Number(port))))
    child.once("exit", (code) => resume(Effect.die(new Error(`${script} ended with ${code}.`))))
  })
})
