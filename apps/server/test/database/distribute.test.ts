/**
 * A database that is in use is spread over the nodes of its cluster while lists, writes and syncs go on: no request fails,
 * and nothing is lost. Without a cluster there is nothing to spread it over.
 */
import { Progress } from "@svc/core/api"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Database from "../../src/database/Database.ts"
import * as Distribution from "../../src/database/Distribution.ts"
import * as Migrations from "../../src/database/Migrations.ts"
import * as Partitions from "../../src/database/Partitions.ts"
import type { Spreading } from "../../src/database/ToldByCommands.ts"
import * as Pollers from "../support/Pollers.ts"
import * as Postgres from "../support/Postgres.ts"
import { type Connected, start, type Synced } from "../support/Synced.ts"

describe("a database that is in use", { timeout: 900_000 }, () => {
  const scope = Scope.makeUnsafe()
  let at: Synced
  let before: Distribution.State | undefined
  beforeAll(async () => {
    if (!Postgres.isGiven()) return
    const databaseUrl = await Effect.runPromise(Scope.provide(Postgres.empty, scope))
    const client = Database.layer({ dataDir: ".", databaseUrl: Option.some(databaseUrl) })
    const prepared = Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* Migrations.run()
      yield* Partitions.run
      // A release before made it, of a webhook that was tried: so the database is not empty, and is left as it is at start.
      yield* sql`insert into event (id, organisation_id, type, data, created_at)
        values (gen_random_uuid(), 0, 'DATA_MODEL_CHANGES', '{}', now())`
      const state = yield* Distribution.run
      if (state === "whole") {
        const name = new URL(Redacted.value(databaseUrl)).pathname.slice(1)
        yield* sql.unsafe(`alter database ${name} set citus.enable_fast_path_router_planner = off`)
      }
      return state
    })
    before = await Effect.runPromise(Effect.provide(prepared, client))
    at = await start("embedded", undefined, { DATABASE_URL: Redacted.value(databaseUrl) })
  }, 180_000)
  afterAll(async () => {
    await at?.stop()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  const distribute = (tell: (progress: Spreading) => void) =>
    at.service.run(Effect.result(Distribution.distribute((progress) => Effect.sync(() => tell(progress)))))

  it("is spread without a failed request", async () => {
    if (before !== "whole") return console.info("No cluster is named by TEST_DATABASE_URL: nothing is spread.")
    await at.listen("DATA_MODEL_CHANGES")
    const companies: Array<Connected> = []
    for (const tenant of ["one", "two", "three"]) companies.push(await at.connected(tenant, { CONTACTS: {} }))

    const over = new AbortController()
    let answers = 0
    const failed: Array<string> = []
    let putOff = 0
    const ask = async (method: string, path: string, body?: unknown): Promise<any> => {
      const answer = await at.call(method, path, body)
      answers++
      // A read that would wait for too long is put off, and asked again.
      if (method === "GET" && answer.status === 503 && answer.headers.has("retry-after")) {
        putOff++
        return ask(method, path)
      }
      if (answer.status !== 200) failed.push(`${method} ${path}: ${answer.status} ${answer.text}`)
      return answer.body
    }
    const loop = async (turn: () => Promise<unknown>) => {
      do await turn()
      while (!over.signal.aborted)
    }
    const shown = new Set<string>()
    const written = new Map(companies.map(({ tenant }) => [tenant, 0]))
    const poller = Pollers.byChanges(
      // What was refused is among the failed.
      async (path) => ({ data: [], next: null, ...(await ask("GET", path)) }),
      "/v3/accounting/contacts?svc_created_at[gte]=2000-01-01T00:00:00.000Z",
      "2000-01-01T00:00:00.000Z",
      50
    )
    const load = [
      ...companies.flatMap((company) => [
        loop(async () => {
          const number = written.get(company.tenant)! + 1
          const data = [{ name: `Written ${company.tenant} ${number}`, contact_type: "VENDOR" }]
          written.set(company.tenant, number)
          const body = await ask("POST", "/accounting/contacts", { company_id: company.companyId, data })
          // One that takes longer than a request waits is answered as it stands, and goes on.
          if (!["SUCCESS", "RUNNING"].includes(body?.data?.status)) failed.push(JSON.stringify(body))
        }),
        loop(async () => {
          const { svc_id } = await at.begin(company, { full_sync: true })
          const { sync } = await at.ended(svc_id, 300)
          answers++
          if (sync.status !== "SUCCESS") failed.push(JSON.stringify(sync))
        }),
        loop(() =>
          ask("GET", `/v3/accounting/contacts?svc_company_id[eq]=${company.companyId}&sort[name]=ASC&limit=20`)
        )
      ]),
      loop(() => poller.poll()),
      loop(() => ask("GET", "/v3/core/events?limit=100&return_count=true")),
      loop(() => ask("GET", "/v3/core/calls?limit=100")),
      loop(() => ask("GET", "/v3/core/refusals?limit=100")),
      loop(() => ask("GET", "/v3/core/upload_jobs?limit=20")),
      // What is asked by the console, which follows it by the clock as well.
      loop(async () => {
        const { data } = await ask("GET", "/v3/core/overview/work")
        for (const { sentence, work } of data) if (work === "SPREADING") shown.add(sentence)
      })
    ]
    const told: Array<string> = []
    const said = new Set<string>()
    const spread = await distribute((progress) => {
      told.push(`${progress.table} ${progress.step}`)
      said.add(Progress.ofSpreading(progress))
    })
    over.abort()
    await Promise.all(load)
    assert.deepStrictEqual(failed, [])
    assert.strictEqual(spread._tag, "Success", JSON.stringify(spread))
    assert.isAbove(answers, 100)
    assert.strictEqual(await at.service.run(Distribution.state), "spread")
    assert.strictEqual(told.filter((line) => line.endsWith("done")).length, 9)
    // The interface, and so the console, says what the command says.
    assert.isAbove(shown.size, 3)
    assert.includeMembers([...said], [...shown])
    assert.deepStrictEqual(
      (await ask("GET", "/v3/core/overview/work")).data.filter(({ work }: any) => work === "SPREADING"),
      []
    )

    // Once more after the last write: everything that the platform has is there, and was told of once.
    for (const company of companies) {
      await at.sync(company, { full_sync: true })
      const there = await at.platform.all(company.tenant, "contacts")
      const listed = await at.list(company, "accounting/contacts")
      assert.deepStrictEqual(
        listed.map(({ platform_id }) => platform_id).toSorted(),
        there.map(({ id }) => id).toSorted()
      )
      assert.isAbove(written.get(company.tenant)!, 0)
      const events = await at.events(company)
      const created = events.filter(({ operation }) => operation === "CREATE").map(({ subject }) => subject)
      assert.strictEqual(new Set(created).size, created.length)
      assert.deepStrictEqual(
        listed.map(({ svc_id }) => svc_id).filter((id) => !created.includes(id)),
        []
      )
    }
    await poller.poll()
    assert.deepStrictEqual(poller.faults, [])
    const all = await Promise.all(companies.map((company) => at.list(company, "accounting/contacts")))
    assert.deepStrictEqual(
      all.flat().filter(({ svc_id }) => !poller.seen.has(svc_id)),
      []
    )

    // What is done is left alone.
    const again = await distribute(() => assert.fail("nothing is left to spread"))
    assert.deepStrictEqual(again._tag === "Success" ? again.success : again, [])
    console.info(`${answers} requests and syncs while it was spread, none failed, ${putOff} put off.`)
  })
})
