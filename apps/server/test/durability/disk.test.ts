/** The embedded database on a disk that is full just when its log has to grow: it waits for space, and nothing ends. */
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as ServerProcess from "../support/ServerProcess.ts"

describe("a full disk", () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-disk-"))
  const [dataDir, fault] = [join(folder, "data"), join(folder, "full")]
  let server: ServerProcess.ServerProcess
  const start = () =>
    ServerProcess.start({
      SVC_DATA_DIR: dataDir,
      FAULT_FILE: fault,
      NODE_OPTIONS: `--import=${join(import.meta.dirname, "../support/short-disk.ts")}`
    })
  beforeAll(async () => {
    // A folder of its own: what is copied from a prepared one has room in its log.
    server = await start()
  })
  afterAll(async () => {
    await server.kill()
    rmSync(folder, { recursive: true, force: true })
  })
  const database = PgClient.layer({
    path: join(dataDir, "socket", ".s.PGSQL.5432"),
    username: "postgres",
    database: "postgres",
    maxConnections: 1
  })
  const write = (name: string) => server.call("POST", "/v3/core/companies", { name })
  /** The next write needs another file of the log, for which there is no space. */
  const fill = async () => {
    await Effect.runPromise(
      PgClient.PgClient.use((sql) => sql`select pg_switch_wal()::text`).pipe(Effect.provide(database))
    )
    writeFileSync(fault, "")
    return ServerProcess.until(
      () => write("while it is full"),
      ({ status }) => status !== 200
    )
  }

  it("refuses with 503 what waits and what comes, and goes on when there is space", async () => {
    assert.strictEqual((await write("before")).status, 200)
    for (const refused of [await fill(), await write("more"), await server.call("GET", "/v3/core/companies")]) {
      assert.strictEqual(refused.status, 503, JSON.stringify(refused.body))
      assert.strictEqual(refused.body.error.code, "platform-unavailable")
      assert.strictEqual(refused.headers.get("retry-after"), "1")
    }
    assert.strictEqual((await fetch(`${server.url}/healthz`)).status, 200)
    assert.strictEqual((await fetch(`${server.url}/readyz`)).status, 503)
    rmSync(fault)
    await ServerProcess.until(
      () => write("after"),
      ({ status }) => status === 200
    )
    const { body } = await server.call("GET", "/v3/core/companies")
    assert.includeMembers(
      body.data.map(({ name }: { readonly name: string }) => name),
      ["before", "after"]
    )
    assert.include(server.said(), "is full: the embedded database waits for space")
  })

  it("can be killed meanwhile, and has everything acknowledged afterwards", async () => {
    assert.strictEqual((await write("before the end")).status, 200)
    assert.strictEqual((await fill()).status, 503)
    await server.kill()
    rmSync(fault)
    server = await start()
    const { body } = await server.call("GET", "/v3/core/companies")
    assert.include(
      body.data.map(({ name }: { readonly name: string }) => name),
      "before the end"
    )
  })
})
