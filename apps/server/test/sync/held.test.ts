/**
 * What arrives while a connection is not to be read, because an operator paused it or its platform asked for a pause, is
 * taken up once that is lifted: what platforms' webhooks told of, and writes. None of it waits for a clock.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { Refetch } from "../../src/sync/Refetch.ts"
import * as Synced from "../support/Synced.ts"
import * as Sandbox from "../support/UnrulySandbox.ts"

const { until } = Synced

describe("what arrives while a connection is held", () => {
  let at: Synced.Synced
  beforeAll(async () => {
    at = await Synced.start("PostgreSQL")
  })
  afterAll(() => at.stop())

  const on = (connection: Synced.Connected, act: "pause" | "resume") =>
    at.ok("POST", `/v3/core/connections/${connection.connectionId}/${act}`)
  /** A contact that the platform has changed since it was read, and how its name shows here. */
  const changed = async (connection: Synced.Connected) => {
    const [contact] = await at.list(connection, "accounting/contacts")
    const id: string = contact.platform_id
    await at.platform.call(connection.tenant, "PATCH", `/contacts/${id}`, { name: `Changed ${connection.tenant}` })
    const isSeen = async () =>
      (await at.list(connection, "accounting/contacts")).some(({ name }) => name === `Changed ${connection.tenant}`)
    return { id, isSeen }
  }
  const tell = (connection: Synced.Connected, ids: ReadonlyArray<string>) =>
    at.service.run(Effect.flatMap(Refetch, (refetch) => refetch.records(connection.connectionId, "CONTACTS", ids, [])))
  /** Jobs of a connection that wait for longer than a moment. */
  const putOff = ({ connectionId }: Synced.Connected, name: string) =>
    at.rows<{ seconds: number }>(
      `select extract(epoch from start_after - now())::float8 as seconds from pgboss.job
       where name = $1 and group_id = $2 and state < 'active' and start_after > now() + interval '20 seconds'`,
      [name, String(connectionId)]
    )

  it("is fetched once an operator resumes it", async () => {
    const connection = await at.connected("paused", { CONTACTS: {} })
    const { id, isSeen } = await changed(connection)
    await on(connection, "pause")
    await tell(connection, [id])
    await until(
      () => putOff(connection, "refetch"),
      (jobs) => jobs.length > 0
    )
    assert.isFalse(await isSeen())
    await on(connection, "resume")
    await until(isSeen, (seen) => seen)
  })

  it("is fetched though the resume comes between the look at the connection and the waiting", async () => {
    const connection = await at.connected("between", { CONTACTS: {} })
    const { id, isSeen } = await changed(connection)
    await on(connection, "pause")
    // Whoever puts a record off waits for a lock that is ours, at the moment before it does.
    await at.rows(`create function wait_for_test() returns trigger language plpgsql as $$ begin
      if new.name = 'refetch' and new.start_after > now() + interval '1 minute' then perform pg_advisory_xact_lock(7); end if;
      return new; end $$`)
    await at.rows(
      "create trigger wait_for_test before insert on pgboss.job for each row execute function wait_for_test()"
    )
    const waiting = (where: string) =>
      until(
        () => at.rows(`select 1 from pg_stat_activity where wait_event_type = 'Lock' and ${where}`),
        (rows) => rows.length > 0
      )
    const letGo = Promise.withResolvers<void>()
    const holding = at.service.run(
      Effect.flatMap(SqlClient.SqlClient, (sql) =>
        sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`select pg_advisory_xact_lock(7)`
            yield* Effect.promise(() => tell(connection, [id]))
            yield* Effect.promise(() => letGo.promise)
          })
        )
      )
    )
    await waiting("wait_event = 'advisory'")
    // It is either through at once, or waits for who puts the record off.
    const resumed = on(connection, "resume")
    await Promise.race([resumed, waiting("wait_event <> 'advisory'")])
    letGo.resolve()
    await Promise.all([holding, resumed])
    await at.rows("drop function wait_for_test cascade")
    await until(
      async () => ({ isSeen: await isSeen(), putOff: await putOff(connection, "refetch") }),
      (now) => now.isSeen || now.putOff.length > 0
    )
    assert.deepStrictEqual(await putOff(connection, "refetch"), [])
    await until(isSeen, (seen) => seen)
  })

  it("is fetched after a pause that the platform asked for, however long that is, and at once when it is lifted", async () => {
    const connection = await at.connected("limited", { CONTACTS: {} })
    const { id, isSeen } = await changed(connection)
    const behave = at.platform.rule(
      Sandbox.to("limited", "contacts"),
      Sandbox.status(429, { "retry-after": String(6 * 3600) })
    )
    await tell(connection, ["con_unknown", id])
    // Not a job that is tried again a few times and then given up.
    const [job] = await until(
      () => putOff(connection, "refetch"),
      (jobs) => jobs.length > 0
    )
    assert.isAbove(job!.seconds, 5 * 3600)
    behave()
    await on(connection, "resume")
    await until(isSeen, (seen) => seen)
  })

  it("is fetched though the platform asks for a pause while it is lifted", async () => {
    const connection = await at.connected("lifted", { CONTACTS: {} })
    const { id, isSeen } = await changed(connection)
    const reached = Promise.withResolvers<void>()
    const go = Promise.withResolvers<void>()
    at.platform.rule(
      Sandbox.to("lifted", "contacts"),
      async (real, seen) => {
        reached.resolve()
        await go.promise
        return Sandbox.status(429, { "retry-after": String(6 * 3600) })(real, seen)
      },
      1
    )
    await tell(connection, [id])
    await reached.promise
    await on(connection, "resume")
    go.resolve()
    await until(isSeen, (seen) => seen)
  })

  it("is sent, of writes, though its operator paused it; and once the platform's pause is lifted", async () => {
    const connection = await at.connected("writes", { CONTACTS: {} })
    const write = (name: string, headers = {}) =>
      at.call(
        "POST",
        "/accounting/contacts",
        { company_id: connection.companyId, data: [{ name, contact_type: "VENDOR" }] },
        headers
      )
    await on(connection, "pause")
    assert.strictEqual((await write("While paused")).body.data.status, "SUCCESS")
    await on(connection, "resume")
    const behave = at.platform.rule(
      Sandbox.to("writes", "contacts", "POST"),
      Sandbox.status(429, { "retry-after": String(6 * 3600) })
    )
    const { body } = await write("While limited", { prefer: "respond-async" })
    const job = async () => (await at.ok("GET", `/v3/core/upload_jobs/${body.data.upload_job_id}`)).data
    const isAsked = () => at.platform.seen("writes").filter(Sandbox.to("writes", "contacts", "POST")).length > 1
    await until(
      async () => isAsked(),
      (asked) => asked
    )
    behave()
    assert.isNull((await job()).finished_at)
    await on(connection, "resume")
    const { status } = await until(job, ({ finished_at }) => finished_at !== null)
    assert.strictEqual(status, "SUCCESS")
  })
})
