/**
 * `sslmode` of an address: what each mode means to a server that speaks TLS and to one that does not, for our own client and
 * for the job engine's, which are two libraries with two opinions.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import { connect, createServer, type AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Database from "../../src/database/Database.ts"
import { Jobs } from "../../src/jobs/Jobs.ts"
import * as Queue from "../../src/jobs/Queue.ts"
import * as Postgres from "../support/Postgres.ts"

const queue = Queue.make("any", Schema.Struct({}))
/** What a client asks a server with, whether it speaks TLS. */
const asked = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

describe("sslmode", () => {
  const scope = Scope.makeUnsafe()
  const urls = { secure: "", plain: "" }
  beforeAll(async () => {
    urls.secure = Redacted.value(await Effect.runPromise(Scope.provide(Postgres.database, scope)))
    const server = new URL(urls.secure)
    // The same server as one that speaks no TLS.
    const plain = createServer((socket) => {
      const through = connect(Number(server.port), server.hostname)
      const close = () => {
        socket.destroy()
        through.destroy()
      }
      for (const end of [socket, through]) end.on("error", close).on("close", close)
      through.pipe(socket)
      socket.on("data", (bytes: Buffer) => {
        if (bytes.equals(asked)) socket.write("N")
        else through.write(bytes)
      })
    })
    await new Promise<void>((resolve) => plain.listen(0, "127.0.0.1", resolve))
    await Effect.runPromise(
      Scope.addFinalizer(
        scope,
        Effect.promise(() => new Promise((resolve) => plain.close(resolve)))
      )
    )
    const other = new URL(urls.secure)
    other.port = String((plain.address() as AddressInfo).port)
    urls.plain = other.href
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  /** Whether our client and the job engine's are encrypted; null where they do not connect. */
  const encrypted = (server: keyof typeof urls, mode: string | null) => {
    const url = new URL(urls[server])
    if (mode !== null) url.searchParams.set("sslmode", mode)
    const database = Database.layer({ dataDir: tmpdir(), databaseUrl: Option.some(Redacted.make(url.href)) })
    return Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      yield* (yield* Jobs).counts
      const rows = yield* sql<{ name: string; ssl: boolean }>`
        select distinct a.application_name as name, s.ssl from pg_stat_activity a join pg_stat_ssl s on s.pid = a.pid
        where a.datname = current_database() and a.application_name in ('svc', 'svc-jobs') order by 1`
      return rows.map(({ name, ssl }) => `${name} ${ssl ? "encrypted" : "plain"}`)
    }).pipe(
      Effect.provide(Jobs.layer({ queues: [queue] }).pipe(Layer.provideMerge(database))),
      Effect.scoped,
      Effect.result,
      Effect.map((result) => (result._tag === "Success" ? result.success : null)),
      Effect.runPromise
    )
  }
  const both = (how: string) => [`svc ${how}`, `svc-jobs ${how}`]

  const modes = [
    ["secure", null, both("plain")],
    ["secure", "disable", both("plain")],
    ["secure", "allow", both("encrypted")],
    ["secure", "prefer", both("encrypted")],
    // Nobody vouches for its certificate.
    ["secure", "require", null],
    ["secure", "verify-full", null],
    ["plain", null, both("plain")],
    ["plain", "disable", both("plain")],
    ["plain", "allow", both("plain")],
    ["plain", "prefer", both("plain")],
    ["plain", "require", null],
    ["plain", "verify-full", null]
  ] as const
  it.each(modes)("of a %s server: %s", async (server, mode, expected) => {
    assert.deepStrictEqual(await encrypted(server, mode), expected as ReadonlyArray<string> | null)
  })
})
