import * as PgClient from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import * as Schedule from "effect/Schedule"
import * as TestClock from "effect/testing/TestClock"
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync
} from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"
import { vi } from "vitest"
import * as Database from "../../src/database/Database.ts"
import * as Fence from "../../src/database/Fence.ts"
import * as FolderLock from "../../src/database/FolderLock.ts"
import * as Child from "../support/Child.ts"
import { bytesOf } from "../support/Damages.ts"
import * as Databases from "../support/Databases.ts"

const at = (dataDir: string, overrides: Partial<Database.DatabaseConfig> = {}) =>
  Database.layer({ dataDir, databaseUrl: Option.none(), ...overrides })

/** What the error of a failed effect says. */
const says = (exit: Exit.Exit<unknown, { readonly message: string }>) =>
  Exit.isFailure(exit) ? exit.cause.reasons.map((part) => (part._tag === "Fail" ? part.error.message : "")).join() : ""

describe("the embedded database", () => {
  it.live("keeps every acknowledged commit when its process is killed", () =>
    Effect.gen(function* () {
      const dataDir = yield* Databases.prepared
      const said: Array<number> = []
      for (const after of [1, 150, 400]) {
        const child = yield* Child.start("commit", dataDir)
        for (let seen = 0; seen < after; seen++) said.push(Number(yield* Queue.take(child.lines)))
        yield* child.kill
        const rest = yield* Queue.clear(child.lines).pipe(Effect.orElseSucceed((): Array<string> => []))
        said.push(...rest.map(Number))
      }
      const rows = yield* PgClient.PgClient.use((sql) => sql<{ id: number }>`select id from acknowledged`).pipe(
        Effect.provide(at(dataDir))
      )
      const stored = new Set(rows.map(({ id }) => id))
      assert.isAtLeast(said.length, 551)
      assert.deepStrictEqual(
        said.filter((id) => !stored.has(id)),
        []
      )
    }).pipe(Effect.scoped)
  )

  it.live("refuses a second process, in a sentence, and lets it in after the first was killed", () =>
    Effect.gen(function* () {
      const dataDir = yield* Databases.prepared
      const child = yield* Child.start("hold", dataDir)
      assert.strictEqual(yield* Queue.take(child.lines), "up")
      const refused = yield* Effect.exit(Effect.scoped(Layer.build(at(dataDir))))
      assert.include(says(refused), `in use by process ${child.pid}`)
      yield* child.kill
      yield* Effect.scoped(Layer.build(at(dataDir)))
      assert.isFalse(existsSync(join(dataDir, "lock")))
    }).pipe(Effect.scoped)
  )

  it.live("makes its first set-up again when that was cut short", () =>
    Effect.gen(function* () {
      const dataDir = yield* Databases.folder
      mkdirSync(join(dataDir, "pg", "base"), { recursive: true })
      writeFileSync(join(dataDir, "pg", "PG_VERSION"), "18\n")
      writeFileSync(join(dataDir, "pg.unfinished"), "")
      yield* PgClient.PgClient.use((sql) => sql`select 1`).pipe(Effect.provide(at(dataDir)))
      assert.isFalse(existsSync(join(dataDir, "pg.unfinished")))
      assert.strictEqual(statSync(join(dataDir, "pg")).mode & 0o777, 0o700)
      assert.strictEqual(statSync(join(dataDir, "socket")).mode & 0o777, 0o700)
    }).pipe(Effect.scoped)
  )

  it.live("works in a folder whose path is too long for a socket", () =>
    Effect.gen(function* () {
      const dataDir = join(yield* Databases.folder, "a".repeat(60), "b".repeat(60))
      yield* Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        assert.deepStrictEqual(yield* sql`select 1 as one`, [{ one: 1 }])
        assert.notInclude(sql.config.path ?? "", dataDir)
      }).pipe(Effect.provide(at(dataDir)))
    }).pipe(Effect.scoped)
  )
})

describe("a disk that fails", () => {
  it.live("ends the database: nothing that it did not store was acknowledged", () =>
    Effect.gen(function* () {
      const dataDir = yield* Databases.prepared
      const fault = join(dataDir, "fault")
      const child = yield* Child.start("commit", dataDir, { preload: "failing-disk.ts", env: { FAULT_FILE: fault } })
      let last = 0
      for (let seen = 0; seen < 50; seen++) last = Number(yield* Queue.take(child.lines))
      writeFileSync(fault, "")
      let line = ""
      while (!line.startsWith("failed")) {
        line = yield* Queue.take(child.lines)
        if (/^\d+$/.test(line)) last = Number(line)
      }
      yield* Effect.exit(Effect.forever(Queue.take(child.lines)))
      const rows = yield* PgClient.PgClient.use(
        (sql) => sql<{ max: number }>`select max(id) from acknowledged where id <= ${last}`
      ).pipe(Effect.provide(at(dataDir)))
      assert.deepStrictEqual(rows, [{ max: last }])
    }).pipe(Effect.scoped)
  )
})

describe("one session for all", () => {
  const limited = Layer.unwrap(Effect.map(Databases.prepared, (dataDir) => at(dataDir, { holdLimit: 300 })))

  it.live("says what is wrong when a transaction waits for another connection, vacuums, and cleans up", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      yield* sql`create table t (n int)`

      // A transaction that waits for a statement outside of it.
      const outside = yield* Deferred.make<void>()
      const waiting = yield* Effect.andThen(Deferred.await(outside), sql`select 1`).pipe(Effect.forkChild)
      const exit = yield* sql
        .withTransaction(
          Effect.gen(function* () {
            yield* sql`insert into t values (1)`
            yield* Deferred.succeed(outside, undefined)
            yield* Fiber.join(waiting)
          })
        )
        .pipe(Effect.exit)
      assert.include(says(Exit.mapError(exit, (error) => ({ message: String(error.reason.cause) }))), "kept by another")
      assert.deepStrictEqual(yield* sql`select * from t`, [])

      // A client that vanishes in the middle of a transaction, without a word.
      const lost = yield* Effect.callback<void>((resume) => {
        const socket = connect(sql.config.path ?? "")
        const startup = Buffer.from("\0\0\0\0\0\x03\0\0user\0postgres\0\0", "latin1")
        startup.writeInt32BE(startup.length, 0)
        const query = (text: string) => {
          const body = Buffer.from(`Q\0\0\0\0${text}\0`)
          body.writeInt32BE(body.length - 1, 1)
          return body
        }
        socket.write(startup)
        socket.write(query("begin; insert into t values (2)"))
        socket.on("data", (data: Buffer) => {
          // ReadyForQuery, in a transaction.
          if (!data.includes(Buffer.from("Z\0\0\0\x05T", "latin1"))) return
          socket.destroy()
          resume(Effect.void)
        })
      })
      assert.isUndefined(lost)
      assert.deepStrictEqual(yield* sql`select * from t`, [])

      yield* sql`insert into t select generate_series(1, 1000)`
      yield* sql`delete from t`
      assert.strictEqual(yield* Database.vacuum, 1)
      assert.strictEqual(yield* Database.vacuum, 0)
    }).pipe(Effect.provide(limited), Effect.scoped)
  )
})

describe("the lock of a folder", () => {
  const lock = (dataDir: string) => Effect.scoped(FolderLock.acquire(dataDir))
  /** What a process leaves that does not unlock on its way out; also its kernel's lock is gone then. */
  const left = (dataDir: string, change: Record<string, unknown>) =>
    Effect.gen(function* () {
      const path = join(dataDir, "lock")
      const held = yield* Effect.scoped(
        Effect.map(FolderLock.acquire(dataDir), () => JSON.parse(readFileSync(path, "utf8")))
      )
      writeFileSync(path, JSON.stringify({ ...held, token: "old", kernel: null, ...change }))
    })
  const rest = ["kernel-lock"]

  it.live("is refused within the same process, and free again after", () =>
    Effect.gen(function* () {
      const dataDir = yield* Databases.folder
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* FolderLock.acquire(dataDir)
          assert.include(says(yield* Effect.exit(lock(dataDir))), `in use by process ${process.pid}`)
        })
      )
      yield* lock(dataDir)
      assert.deepStrictEqual(readdirSync(dataDir), rest)
      assert.strictEqual(statSync(join(dataDir, "kernel-lock")).size, 0)
    }).pipe(Effect.scoped)
  )

  it.live("is taken over when its process number belongs to another process now", () =>
    Effect.gen(function* () {
      const dataDir = yield* Databases.folder
      yield* left(dataDir, { started: "1" })
      yield* lock(dataDir)
      assert.deepStrictEqual(readdirSync(dataDir), rest)
    }).pipe(Effect.scoped)
  )

  it.live("without a lock of the kernel is refused while its process runs", () =>
    Effect.gen(function* () {
      const dataDir = yield* Databases.folder
      yield* left(dataDir, {})
      assert.include(says(yield* Effect.exit(lock(dataDir))), `in use by process ${process.pid}`)
    }).pipe(Effect.scoped)
  )

  it.live("goes to exactly one of many that find a dead owner", () =>
    Effect.gen(function* () {
      const dataDir = yield* Databases.folder
      yield* left(dataDir, { pid: 0 })
      const exits = yield* Effect.forEach(Array.from({ length: 8 }), () => Effect.exit(FolderLock.acquire(dataDir)), {
        concurrency: "unbounded"
      })
      assert.strictEqual(exits.filter(Exit.isSuccess).length, 1)
    }).pipe(Effect.scoped)
  )

  it.live("of another machine counts as long as it is kept fresh", () =>
    Effect.gen(function* () {
      const dataDir = yield* Databases.folder
      yield* left(dataDir, { place: "elsewhere - -" })
      const path = join(dataDir, "lock")
      yield* Effect.sync(() => utimesSync(path, new Date(), new Date())).pipe(
        Effect.repeat(Schedule.spaced("1 second")),
        Effect.forkScoped
      )
      assert.include(says(yield* Effect.exit(lock(dataDir))), "on elsewhere")
    }).pipe(Effect.scoped)
  )

  it.effect("of another machine that gives no sign is taken over, and its owner is then given time to notice", () =>
    Effect.gen(function* () {
      const dataDir = yield* Databases.folder
      yield* left(dataDir, { place: "elsewhere - -" })
      const token = () => JSON.parse(readFileSync(join(dataDir, "lock"), "utf8")).token
      const taking = yield* Effect.forkChild(FolderLock.acquire(dataDir), { startImmediately: true })
      yield* TestClock.adjust("9 seconds")
      assert.strictEqual(token(), "old")
      yield* TestClock.adjust("2 seconds")
      assert.notStrictEqual(token(), "old")
      assert.isUndefined(taking.pollUnsafe())
      yield* TestClock.adjust("3 seconds")
      yield* Fiber.join(taking)
    }).pipe(Effect.scoped)
  )

  it.live("is taken over when it cannot be read, as after a power cut", () =>
    Effect.gen(function* () {
      const dataDir = yield* Databases.folder
      writeFileSync(join(dataDir, "lock"), "")
      yield* lock(dataDir)
    }).pipe(Effect.scoped)
  )

  it.live("of another container that died is free at once, by the lock of their kernel", () =>
    Effect.gen(function* () {
      const dataDir = yield* Databases.folder
      const kernel = yield* Effect.scoped(
        Effect.map(FolderLock.acquire(dataDir), () => JSON.parse(readFileSync(join(dataDir, "lock"), "utf8")).kernel)
      )
      yield* left(dataDir, { place: "another - -", kernel })
      // Nobody watches for ten seconds: the test has five.
      yield* lock(dataDir)
    }).pipe(Effect.scoped)
  )
})

describe("a process that goes on after another took its folder over", () => {
  it.live("changes not a byte of it", () =>
    Effect.gen(function* () {
      const dataDir = yield* Databases.prepared
      const child = yield* Child.start("commit", dataDir)
      for (let seen = 0; seen < 20; seen++) yield* Queue.take(child.lines)
      process.kill(child.pid, "SIGSTOP")
      // Longer than a look at the lock is good for.
      yield* Effect.sleep(Fence.VALID + 500)
      writeFileSync(join(dataDir, "lock.next"), JSON.stringify({ token: "another's" }))
      renameSync(join(dataDir, "lock.next"), join(dataDir, "lock"))
      const before = bytesOf(join(dataDir, "pg"))
      process.kill(child.pid, "SIGCONT")
      yield* Effect.exit(Effect.forever(Queue.take(child.lines)))
      assert.deepStrictEqual(bytesOf(join(dataDir, "pg")), before)
    }).pipe(Effect.scoped)
  )
})

describe("the fence of a folder", () => {
  class Lost extends Error {}
  const fenced = Effect.gen(function* () {
    const dataDir = yield* Databases.folder
    const path = join(dataDir, "lock")
    writeFileSync(path, JSON.stringify({ token: "ours" }))
    const fence = yield* Effect.acquireRelease(
      Effect.sync(() =>
        Fence.make({ path, token: "ours" }, () => {
          throw new Lost()
        })
      ),
      ({ close }) => Effect.sync(close)
    )
    fence.look()
    return { fence, path }
  })
  /** The clocks as they are after a pause, while `act` runs. */
  const after = (clocks: { readonly monotonic: number; readonly wall: number }, act: () => void) => {
    const [monotonic, wall] = [performance.now(), Date.now()]
    const spies = [
      vi.spyOn(performance, "now").mockReturnValue(monotonic + clocks.monotonic),
      vi.spyOn(Date, "now").mockReturnValue(wall + clocks.wall)
    ]
    try {
      act()
    } finally {
      for (const spy of spies) spy.mockRestore()
    }
  }
  const replace = (path: string) => {
    writeFileSync(`${path}.next`, JSON.stringify({ token: "another's" }))
    renameSync(`${path}.next`, path)
  }

  it.effect("waits where it cannot be asked whose the folder is, and takes that for no answer", () =>
    Effect.gen(function* () {
      const { fence, path } = yield* fenced
      renameSync(path, `${path}.kept`)
      mkdirSync(path)
      const waited = vi.spyOn(Atomics, "wait").mockImplementation(() => {
        rmSync(path, { recursive: true })
        renameSync(`${path}.kept`, path)
        return "timed-out"
      })
      try {
        after({ monotonic: 3000, wall: 3000 }, () => assert.doesNotThrow(fence.pass))
        assert.strictEqual(waited.mock.calls.length, 1)
      } finally {
        waited.mockRestore()
      }
    }).pipe(Effect.scoped)
  )

  it.effect.each([
    ["a process that was stopped", { monotonic: 3000, wall: 3000 }],
    ["a machine that slept, whose monotonic clock stood still", { monotonic: 0, wall: 3000 }],
    ["a machine that slept, whose clock was set back meanwhile", { monotonic: 3000, wall: 0 }],
    ["a clock that was set back", { monotonic: 0, wall: -3000 }]
  ] as const)("lets %s write nothing when another has the folder", ([, clocks]) =>
    Effect.gen(function* () {
      const { fence, path } = yield* fenced
      after(clocks, () => assert.doesNotThrow(fence.pass))
      replace(path)
      const touched = statSync(path).mtimeMs
      const { fence: late, path: latePath } = yield* fenced
      replace(latePath)
      after(clocks, () => assert.throws(late.pass, Lost))
      assert.throws(late.look, Lost)
      assert.strictEqual(statSync(path).mtimeMs, touched)
    }).pipe(Effect.scoped)
  )

  it.effect("gives its sign of life to its own lock file and to no other", () =>
    Effect.gen(function* () {
      const { fence, path } = yield* fenced
      utimesSync(path, 1, 1)
      fence.look()
      assert.isAbove(statSync(path).mtimeMs, 1000)
      replace(path)
      utimesSync(path, 1, 1)
      assert.throws(fence.look, Lost)
      assert.strictEqual(statSync(path).mtimeMs, 1000)
    }).pipe(Effect.scoped)
  )

  it.effect("counts a lock file that was removed as lost", () =>
    Effect.gen(function* () {
      const { fence, path } = yield* fenced
      rmSync(path)
      assert.throws(fence.look, Lost)
    }).pipe(Effect.scoped)
  )
})
