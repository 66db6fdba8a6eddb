/** Writes of several calls over HTTP: a runner that dies between them, and a call that is refused. */
import * as Effect from "effect/Effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { UploadRunner } from "../../src/uploads/UploadRunner.ts"
import * as Synced from "../support/Synced.ts"
import * as Sandbox from "../support/UnrulySandbox.ts"

const { until } = Synced
const tenant = "steps"

describe("a write of several calls", () => {
  let at: Synced.Synced
  let company: Synced.Connected
  let vendor: any
  let account: any
  let bills = 0
  let notes = 0

  beforeAll(async () => {
    at = await Synced.start()
    company = await at.connect(tenant, { BILL_CREDIT_NOTES: {} })
    const known = await at.platform.all(tenant, "contacts")
    vendor = known.find(({ kind, state }) => kind === "vendor" && state === "active")
    const accounts = await at.platform.all(tenant, "accounts")
    account = accounts.find(({ kind, state }) => kind === "operatingExpense" && state === "open")
  })
  afterAll(() => at.stop())

  /** A note of 10 for a bill of 20, of a number of its own. */
  const note = async () => {
    const bill = await at.platform.call(tenant, "POST", "/bills", {
      vendor: vendor.id,
      number: `B-${++bills}`,
      billedOn: "2026-03-01",
      currency: "EUR",
      lines: [{ accountId: account.id, qty: 1, unitMinor: 2000, text: "Paper" }]
    })
    const document_number = `STEP-${++notes}`
    const item = {
      contact_id: vendor.id,
      document_number,
      currency_id: "EUR",
      posted_date: "2026-03-02",
      bill_ids: [bill.id],
      line_items: [{ account_id: account.id, quantity: 1, unit_amount: 10 }]
    }
    const onBooks = async () =>
      (await at.platform.all(tenant, "creditNotes")).filter((own) => own.number === document_number)
    return { item, onBooks }
  }
  const send = (item: object, headers: Readonly<Record<string, string>> = {}) =>
    at.call("POST", "/accounting/bill_credit_notes", { company_id: company.companyId, data: [item] }, headers)
  const patches = Sandbox.to(tenant, "creditNotes", "PATCH")
  const keysOf = (fits: Sandbox.Fits) =>
    at.platform
      .seen(tenant)
      .filter(fits)
      .map(({ headers }) => headers["idempotency-key"])
  const jobOf = async (id: string) => (await at.ok("GET", `/v3/core/upload_jobs/${id}`)).data
  const stepsOf = () => at.rows("select steps from upload_item where steps is not null")

  it("is two calls, of which nothing is kept when it has ended", async () => {
    const { item, onBooks } = await note()
    const { body } = await send(item)
    assert.strictEqual(body.data.status, "SUCCESS", JSON.stringify(body))
    assert.deepStrictEqual(body.data.data[0].response.bill_ids, item.bill_ids)
    assert.deepStrictEqual(
      (await onBooks()).map(({ state }) => state),
      ["used"]
    )
    assert.deepStrictEqual(await stepsOf(), [])
  })

  it.each(["made", "applied"])("goes on where it stopped when its runner dies with %s sent", async (step) => {
    const { item, onBooks } = await note()
    const creates = Sandbox.to(tenant, "creditNotes", "POST")
    const fits = step === "made" ? creates : patches
    const [posted, patched] = [keysOf(creates).length, keysOf(patches).length]
    const [sent, dead] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    // The platform carries it out, and whoever sent it never hears of it.
    at.platform.rule(
      fits,
      async (real) => {
        const answer = await real()
        sent.resolve()
        await dead.promise
        return answer
      },
      1
    )
    const { body } = await send(item, { prefer: "respond-async" })
    const id: string = body.data.upload_job_id
    await sent.promise
    // Another runner takes the job up, as it does when the first one has died.
    await at.service.run(Effect.flatMap(UploadRunner, (runner) => runner.run(id)))
    const job = await jobOf(id)
    assert.strictEqual(job.status, "SUCCESS", JSON.stringify(job))
    assert.deepStrictEqual(
      (await onBooks()).map(({ state }) => state),
      ["used"]
    )
    const [posts, changes] = [keysOf(creates).slice(posted), keysOf(patches).slice(patched)]
    assert.deepStrictEqual([posts.length, changes.length], step === "made" ? [2, 1] : [1, 2])
    for (const keys of [posts, changes]) assert.strictEqual(new Set(keys).size, 1, "a repeat is the same call")
    // The first one was not dead: what it hears now changes nothing.
    dead.resolve()
    await until(
      () => at.rows("select 1 from pgboss.job where data->>'upload_job_id' = $1 and state = 'active'", [id]),
      (rows) => rows.length === 0
    )
    assert.deepStrictEqual(await jobOf(id), job)
    assert.deepStrictEqual(
      [keysOf(creates).length - posted, keysOf(patches).length - patched],
      [posts.length, changes.length]
    )
    assert.deepStrictEqual(await stepsOf(), [])
  })

  it("is taken back when its second call is refused", async () => {
    const { item, onBooks } = await note()
    at.platform.rule(patches, Sandbox.status(422), 1)
    const { body } = await send(item)
    const [{ error, status }] = body.data.data
    assert.strictEqual(status, "failed")
    assert.match(error.message, /\(taken back: made\)$/)
    assert.isNull(error.platform_id)
    assert.deepStrictEqual(await onBooks(), [])
  })

  it("says what stands when it cannot be taken back", async () => {
    const { item, onBooks } = await note()
    at.platform.rule(patches, Sandbox.status(422), 1)
    const heal = at.platform.rule(Sandbox.to(tenant, "creditNotes", "DELETE"), Sandbox.status(422))
    const { body } = await send(item)
    heal()
    const [standing] = await onBooks()
    const [{ error }] = body.data.data
    assert.match(
      error.message,
      new RegExp(`^The platform took the item as ${standing.id}, but it could not be completed`)
    )
    assert.match(error.message, /\(done: made; not done: applied; could not be taken back: made \(/)
    assert.strictEqual(error.platform_id, standing.id)
    assert.deepInclude(standing, { deleted: false, state: "issued" })
  })

  it("waits in the middle when the platform has no time, and goes on", async () => {
    const { item, onBooks } = await note()
    at.platform.rule(patches, Sandbox.status(429, { "retry-after": "1" }), 2)
    const { body } = await send(item)
    assert.strictEqual(body.data.status, "SUCCESS", JSON.stringify(body))
    assert.deepStrictEqual(
      (await onBooks()).map(({ state }) => state),
      ["used"]
    )
  })

  it("says what stands when the connection is gone before it could go on", async () => {
    const { item, onBooks } = await note()
    const limited = Promise.withResolvers<void>()
    const heal = at.platform.rule(patches, () => {
      limited.resolve()
      return Response.json({}, { status: 429, headers: { "retry-after": "60" } })
    })
    const { body } = await send(item, { prefer: "respond-async" })
    const id: string = body.data.upload_job_id
    await limited.promise
    await until(
      () => at.rows("select steps from upload_item where job_id = $1 and not is_sent", [id]),
      (rows) => rows[0]?.["steps"] !== null && rows[0]?.["steps"] !== undefined
    )
    await at.service.run(Effect.flatMap(UploadRunner, (runner) => runner.setAside(id, "It was set aside.")))
    heal()
    const [standing] = await onBooks()
    const [{ error }] = (await jobOf(id)).data
    assert.strictEqual(error.code, "unknown-outcome")
    assert.strictEqual(error.platform_id, standing.id)
    assert.match(error.message, /\(done: made; not done: applied\): It was set aside\.$/)
  })
})
