/**
 * Idempotency keys as a model: random writes of two organisations with few keys and few bodies, some at once, some while
 * the first one runs, with restarts and days going by in between. Each key has one effect on the platform and one answer
 * for as long as it is kept; a failure is shrunk to the fewest commands that show it.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import * as fc from "fast-check"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { ApiKeys } from "../../src/connections/ApiKeys.ts"
import { scopes } from "../../src/http/Caller.ts"
import * as Upkeep from "../../src/sync/Upkeep.ts"
import * as Databases from "../support/Databases.ts"
import * as Effort from "../support/Effort.ts"
import * as Postgres from "../support/Postgres.ts"
import * as Service from "../support/Service.ts"
import * as Sandbox from "../support/UnrulySandbox.ts"

/** A run is repeated by its seed. */
const seed = Number(process.env["KEYS_SEED"] ?? 20_261_124)
const runs = Effort.times(8)
/** Hours for which a key is kept; the wire promises 24. */
const kept = 25

/** One of the two organisations: its key, its company, and the platform's company behind it. */
interface Organisation {
  readonly headers: Readonly<Record<string, string>>
  readonly companyId: number
  readonly tenant: string
  /** An item to write, whose one line says `name`: a platform would refuse a second contact, but not a second order. */
  readonly order: (name: string) => unknown
}

/** What is known of a key: the body that took it, and the answer once there is one. */
interface Known {
  readonly body: number
  answer: string | null
  hours: number
}
interface Model {
  readonly keys: Map<string, Known>
  /** How often each name must be on the platform's books. */
  readonly effects: Map<string, number>
}
interface Real {
  /** Sets this run's names and keys apart from those of others. */
  readonly run: string
  /** A moment before the run: what is older on the books is none of its own. */
  readonly since: string
  /** Writes under way while the platform keeps them waiting. */
  readonly waiting: Array<{ readonly answer: Promise<Service.Answer>; readonly known: Known | null }>
  release: (() => void) | null
}
type Command = fc.AsyncCommand<Model, Real>

describe.each(["embedded", "PostgreSQL"])("idempotency as a model, on %s", (database) => {
  const scope = Scope.makeUnsafe()
  const inScope = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>) => Effect.runPromise(Scope.provide(effect, scope))
  let platform: Sandbox.UnrulySandbox
  let service: Service.Service
  let start: () => Promise<Service.Service>
  let organisations: ReadonlyArray<Organisation> = []

  beforeAll(async () => {
    platform = await Sandbox.start()
    const dataDir = await inScope(Databases.prepared)
    const url = database === "embedded" ? undefined : Redacted.value(await inScope(Postgres.database))
    const env = { SVC_SANDBOX_BASE_URL: platform.url, ...(url === undefined ? {} : { DATABASE_URL: url }) }
    start = () => Service.start(env, { dataDir })
    service = await start()
    const secret = await service.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [row] = yield* sql<{ id: number }>`insert into organisation (name) values ('other') returning id`
        const caller = { organisationId: row!.id, keyId: 0, scopes, companyId: null }
        return (yield* (yield* ApiKeys).create(caller, { name: "other", scopes })).secret
      })
    )
    const connected = async (api_key: string, tenant: string): Promise<Organisation> => {
      const headers = { api_key }
      const company = await service.call("POST", "/v3/core/companies", { name: tenant }, headers)
      const companyId: number = company.body.data.svc_id
      const connection = await service.call(
        "POST",
        "/v3/core/connections",
        {
          company_id: companyId,
          integration_type: "SVC_SANDBOX",
          credentials: { api_key: `sandbox-${tenant}` },
          sync_config: [{ data_model: "PURCHASE_ORDERS", enabled: true }]
        },
        headers
      )
      assert.strictEqual(connection.status, 200, connection.text)
      const vendor = (await platform.all(tenant, "contacts")).find(
        ({ kind, state }) => kind === "vendor" && state === "active"
      )
      const account = (await platform.all(tenant, "accounts")).find(
        ({ kind, state }) => kind === "operatingExpense" && state === "open"
      )
      const order = (name: string) => ({
        contact_id: vendor.id,
        currency_id: "EUR",
        posted_date: "2025-03-01T00:00:00Z",
        line_items: [{ account_id: account.id, quantity: 1, unit_amount: 1, description: name }]
      })
      return { headers, companyId, tenant, order }
    }
    organisations = [await connected(Service.apiKey, "keys-one"), await connected(secret, "keys-two")]
  })
  afterAll(async () => {
    await service.stop()
    await platform.close()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  const nameOf = (real: Real, body: number) => `${real.run} name ${body}`
  const post = (
    { companyId, headers }: Organisation,
    data: unknown,
    key: string | null,
    more: Readonly<Record<string, string>> = {}
  ) =>
    service.call(
      "POST",
      "/accounting/purchase_orders",
      { company_id: companyId, data },
      { ...headers, ...more, ...(key === null ? {} : { "idempotency-key": key }) }
    )
  const isReplayed = ({ headers }: Service.Answer) => headers.get("idempotent-replayed") === "true"
  /** How often each name is on the books, counted at the platform. */
  const books = async (real: Real): Promise<Record<string, number>> => {
    const found: Record<string, number> = {}
    for (const { tenant } of organisations) {
      for (const { lines } of await platform.all(tenant, "purchaseOrders", real.since)) {
        const name: string = lines[0].text ?? ""
        if (!name.startsWith(`${real.run} `)) continue
        found[`${tenant} ${name}`] = (found[`${tenant} ${name}`] ?? 0) + 1
      }
    }
    return found
  }
  const settled = async (model: Model, real: Real) => {
    if (real.release === null) assert.deepStrictEqual(await books(real), Object.fromEntries(model.effects))
  }
  const release = async (real: Real) => {
    real.release?.()
    real.release = null
    for (const { answer, known } of real.waiting.splice(0)) {
      const { body, status, text } = await answer
      assert.strictEqual(status, 200, text)
      assert.strictEqual(body.data.status, "SUCCESS", text)
      if (known !== null) known.answer = text
    }
  }

  interface Write {
    readonly who: number
    readonly key: number | null
    readonly body: number
    readonly times: number
    readonly isLater: boolean
  }
  /** The same write, so many times at once. */
  const write = ({ body, isLater, key, times, who }: Write): Command => ({
    check: () => true,
    run: async (model, real) => {
      const organisation = organisations[who]!
      const name = nameOf(real, body)
      const at = `${who} ${key}`
      const before = key === null ? undefined : model.keys.get(at)
      const send = () =>
        post(
          organisation,
          [organisation.order(name)],
          key === null ? null : `${real.run} key ${key}`,
          isLater && real.release === null ? { prefer: "respond-async" } : {}
        )
      if (before !== undefined) {
        for (const answer of await Promise.all(Array.from({ length: times }, send))) {
          if (before.body !== body) {
            assert.deepStrictEqual([answer.status, answer.body.error.code], [422, "idempotency-mismatch"])
          } else if (before.answer === null) {
            assert.deepStrictEqual([answer.status, answer.body.error.code], [409, "conflict"])
          } else assert.deepStrictEqual([answer.status, answer.text, isReplayed(answer)], [200, before.answer, true])
        }
        return settled(model, real)
      }
      const effects = key === null && real.release === null ? times : 1
      const inBooks = `${organisation.tenant} ${name}`
      model.effects.set(inBooks, (model.effects.get(inBooks) ?? 0) + effects)
      const known: Known | null = key === null ? null : { body, answer: null, hours: 0 }
      if (known !== null) model.keys.set(at, known)
      if (real.release !== null) {
        const jobs = await jobsOf(organisation)
        real.waiting.push({ answer: send(), known })
        // The key is taken in the transaction that makes the job.
        await Service.until(
          () => jobsOf(organisation),
          (now) => now > jobs
        )
        return
      }
      const answers = await Promise.all(Array.from({ length: times }, send))
      const done = answers.filter(({ status }) => status === 200)
      if (known === null) assert.strictEqual(done.length, times)
      else {
        assert.strictEqual(done.filter((answer) => !isReplayed(answer)).length, 1)
        assert.strictEqual(new Set(done.map(({ text }) => text)).size, 1)
        known.answer = done[0]!.text
        for (const answer of answers) if (answer.status !== 200) assert.strictEqual(answer.status, 409, answer.text)
      }
      for (const { body: told } of done) {
        const job = await Service.until(
          () => service.call("GET", `/v3/core/upload_jobs/${told.data.upload_job_id}`, undefined, organisation.headers),
          ({ body: of }) => of.data.finished_at !== null
        )
        assert.strictEqual(job.body.data.status, "SUCCESS", job.text)
      }
      await settled(model, real)
    },
    toString: () => `write ${JSON.stringify({ who, key, body, times, isLater })}`
  })
  const jobsOf = async ({ companyId }: Organisation): Promise<number> => {
    const [row] = await service.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql<{ n: number }>`select count(*)::int as n from upload_job where company_id = ${companyId}`
      )
    )
    return row!.n
  }

  /** A request that validation refuses takes no key. */
  const faulty = (who: number, key: number): Command => ({
    check: () => true,
    run: async (model, real) => {
      const answer = await post(organisations[who]!, [], `${real.run} key ${key}`)
      assert.strictEqual(answer.status, 400, answer.text)
      await settled(model, real)
    },
    toString: () => `faulty ${who} ${key}`
  })
  /** From here on the platform keeps writes waiting. */
  const hold = (): Command => ({
    check: () => true,
    run: async (_, real) => {
      if (real.release !== null) return
      const go = Promise.withResolvers<void>()
      const end = platform.rule(
        (seen) => seen.method === "POST" && seen.path === "/purchaseOrders",
        async (answer) => {
          await go.promise
          return answer()
        }
      )
      real.release = () => {
        end()
        go.resolve()
      }
    },
    toString: () => "hold"
  })
  const letGo = (): Command => ({
    check: () => true,
    run: async (model, real) => {
      await release(real)
      await settled(model, real)
    },
    toString: () => "let go"
  })
  /** So many hours go by, and what is old is forgotten. */
  const age = (hours: number): Command => ({
    check: () => true,
    run: async (model, real) => {
      if (real.release !== null) return
      await service.run(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* sql`update idempotency_key set created_at = created_at - ${hours} * interval '1 hour'`
          yield* Upkeep.run
        })
      )
      for (const [at, known] of model.keys) {
        known.hours += hours
        if (known.hours >= kept) model.keys.delete(at)
      }
    },
    toString: () => `age ${hours}`
  })
  const restart = (): Command => ({
    check: () => true,
    run: async (_, real) => {
      if (real.release !== null) return
      await service.stop()
      service = await start()
    },
    toString: () => "restart"
  })

  const number = (end: number) => fc.nat({ max: end - 1 })
  const commands = fc.commands(
    [
      fc.oneof(
        {
          weight: 40,
          arbitrary: fc
            .record({
              who: number(2),
              key: fc.option(number(3), { freq: 6 }),
              body: number(2),
              times: fc.constantFrom(1, 1, 1, 2, 5),
              isLater: fc.constantFrom(false, false, false, true)
            })
            .map(write)
        },
        { weight: 4, arbitrary: fc.tuple(number(2), number(3)).map(([who, key]) => faulty(who, key)) },
        { weight: 8, arbitrary: fc.constant(null).map(hold) },
        { weight: 8, arbitrary: fc.constant(null).map(letGo) },
        { weight: 8, arbitrary: fc.constantFrom(1, 23, 23, 26).map(age) },
        { weight: 1, arbitrary: fc.constant(null).map(restart) }
      )
    ],
    { maxCommands: 30, size: "max" }
  )

  it(`${runs} runs of commands (KEYS_SEED=${seed})`, { timeout: Effort.times(600_000) }, async () => {
    let run = 0
    await fc.assert(
      fc.asyncProperty(commands, async (all) => {
        const since = new Date(Date.now() - 1000).toISOString()
        const real: Real = { run: `run ${run++}`, since, waiting: [], release: null }
        const model: Model = { keys: new Map(), effects: new Map() }
        try {
          await fc.asyncModelRun(() => ({ model, real }), all)
          await release(real)
          await settled(model, real)
        } finally {
          real.release?.()
          await Promise.allSettled(real.waiting.map(({ answer }) => answer))
        }
      }),
      { seed, numRuns: runs }
    )
  })
})
