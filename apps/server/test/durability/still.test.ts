/**
 * Threads that stand still, and stops that hang: `/healthz` tells of the database's thread, the process ends itself, and a
 * stop is over in time whatever hangs. Limits are lowered, so that nobody waits for long.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, assert, beforeAll, describe, it } from "vitest"
import * as Apart from "../support/Apart.ts"
import * as Databases from "../support/Databases.ts"
import * as Postgres from "../support/Postgres.ts"
import * as Server from "../support/ServerProcess.ts"

const scope = Scope.makeUnsafe()
const folder = mkdtempSync(join(tmpdir(), "svc-still-"))
const fault = join(folder, "fault")
let dataDir: string
beforeAll(async () => {
  dataDir = await Effect.runPromise(Scope.provide(Databases.prepared, scope))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

const started: Array<Server.ServerProcess> = []
afterEach(() => Promise.all(started.splice(0).map((server) => server.kill())))

const start = async (env: Readonly<Record<string, string>>, within?: ReadonlyArray<string>) => {
  rmSync(fault, { force: true })
  const server = await Server.start(
    {
      SVC_DATA_DIR: dataDir,
      FAULT_FILE: fault,
      NODE_OPTIONS: `--import=${join(import.meta.dirname, "../support/standing-loop.ts")}`,
      SVC_STALL_SECONDS: "600",
      SVC_LOG_LEVEL: "none",
      ...env
    },
    true,
    undefined,
    within
  )
  started.push(server)
  return server
}

/** Gives the database a statement that never ends, neither reads nor writes; resolves once the database has it. */
const loopInDatabase = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect(join(dataDir, "socket", ".s.PGSQL.5432"))
    const startup = Buffer.from("\0\0\0\0\0\x03\0\0user\0postgres\0\0", "latin1")
    startup.writeInt32BE(startup.length, 0)
    const query = (sql: string) => {
      const message = Buffer.from(`Q\0\0\0\0${sql}\0`)
      message.writeInt32BE(message.length - 1, 1)
      return message
    }
    socket.on("error", reject)
    socket.write(startup)
    socket.write(query("begin"))
    socket.on("data", (data: Buffer) => {
      // ReadyForQuery, in a transaction: the session is ours.
      if (!data.includes(Buffer.from("Z\0\0\0\x05T", "latin1"))) return
      socket.removeAllListeners("error").on("error", () => {})
      socket.write(query("do $$ begin loop end loop; end $$"), () => resolve())
    })
  })

/** Waits until its loop stands still. */
const loopInProcess = async (server: Server.ServerProcess) => {
  writeFileSync(fault, "")
  await Server.until(
    () => Promise.resolve(server.said()),
    (said) => said.includes("The loop stands still.")
  )
}

const status = (server: Server.ServerProcess, path: string) =>
  fetch(server.url + path).then(
    (answer) => answer.status,
    () => 0
  )

describe("a thread that stands still", () => {
  it("is told by /healthz when it is the database's, and ends the process", async () => {
    const server = await start({ SVC_STALL_SECONDS: "10" })
    assert.strictEqual(await status(server, "/healthz"), 200)
    await loopInDatabase()
    const seen = await Server.until(
      async () => [await status(server, "/healthz"), await status(server, "/readyz")],
      ([health, ready]) => health === 503 && ready === 503
    )
    assert.deepStrictEqual(seen, [503, 503])
    assert.notStrictEqual(await server.ended, 0)
    assert.match(server.said(), /The embedded database did nothing but compute.* for 10 s.*SVC_STALL_SECONDS/)
  })

  it("ends the process also where it is the first of its container, which no signal from within ends", async () => {
    const server = await start({ SVC_STALL_SECONDS: "5" }, Apart.command)
    await loopInProcess(server)
    assert.notStrictEqual(await server.ended, 0)
    assert.match(server.said(), /The process did nothing but compute for 5 s/)
  })
})

describe("a stop ends, though", () => {
  it("a statement of the embedded database does not end, and the signal comes twice", async () => {
    const server = await start({ SVC_STOP_SECONDS: "6" })
    await loopInDatabase()
    void server.stop()
    assert.notStrictEqual(await server.stop(), 0)
    assert.match(server.said(), /has not stopped within 6 s .*a statement of the embedded database does not end/)
  })

  it("the loop that would hear the signal stands still", async () => {
    const server = await start({ SVC_STOP_SECONDS: "6" })
    await loopInProcess(server)
    assert.notStrictEqual(await server.stop(), 0)
    assert.match(server.said(), /has not stopped within 6 s .*it does nothing but compute/)
  })

  it("a statement waits in PostgreSQL, and a client keeps its connection", async () => {
    const url = Redacted.value(await Effect.runPromise(Scope.provide(Postgres.database, scope)))
    const client = await Effect.runPromise(Scope.provide(Postgres.client(url), scope))
    const server = await start({ SVC_STOP_SECONDS: "6", DATABASE_URL: url })
    const idle = connect(Number(new URL(server.url).port), "127.0.0.1").on("error", () => {})
    await Effect.runPromise(
      client.withTransaction(
        Effect.gen(function* () {
          yield* client`lock table company in access exclusive mode`
          const waiting = server.call("POST", "/v3/core/companies", { name: "Waits" }).catch(() => {})
          yield* Effect.promise(() =>
            Server.until(
              () =>
                Effect.runPromise(
                  client<{ count: number }>`select count(*)::int as count from pg_locks where not granted`
                ),
              ([row]) => row!.count > 0
            )
          )
          const before = performance.now()
          assert.notStrictEqual(yield* Effect.promise(() => server.stop()), 0)
          // Six seconds of its own, and what a busy machine takes.
          assert.isBelow(performance.now() - before, 20_000)
          assert.match(server.said(), /has not stopped within 6 s/)
          yield* Effect.promise(() => waiting)
        })
      )
    )
    idle.destroy()
  })
})
