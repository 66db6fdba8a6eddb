/**
 * The webhook services over a database, with a clock that tests move: due times follow it, signatures and leases keep
 * the real one.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import * as Migrations from "../../src/database/Migrations.ts"
import type { Caller } from "../../src/http/Caller.ts"
import { Jobs } from "../../src/jobs/Jobs.ts"
import { Guard, type GuardConfig } from "../../src/outbound/Guard.ts"
import { KeyRing } from "../../src/secrets/KeyRing.ts"
import { Vault } from "../../src/secrets/Vault.ts"
import { Deliveries } from "../../src/webhooks/Deliveries.ts"
import { DeliveryRules, type Rules, rules } from "../../src/webhooks/DeliveryRules.ts"
import { Events, type NewEvent } from "../../src/webhooks/Events.ts"
import { queues } from "../../src/webhooks/Queues.ts"
import { Webhooks } from "../../src/webhooks/Webhooks.ts"
import type * as Databases from "./Databases.ts"

/** What an operator who allows private targets has. */
export const openGuard: GuardConfig = { allowHttp: true, allow: ["127.0.0.1", "localhost"], ports: "any" }

/** Keys of the vault, the same for all processes of a test. */
export const secretKeys = `test:${Buffer.alloc(32, 7).toString("base64")}`

const testClock = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`create table if not exists test_clock (shift interval not null)`
    yield* sql`insert into test_clock select '0' where not exists (select from test_clock)`
  })
)

export const layer = (
  database: ReturnType<typeof Databases.embedded>,
  options: { readonly guard?: GuardConfig; readonly rules?: Partial<Rules> } = {}
) => {
  const vault = Vault.layer.pipe(
    Layer.provide(KeyRing.layer({ dataDir: "", keys: Option.some(Redacted.make(secretKeys)) }))
  )
  return Layer.mergeAll(Events.layer, Webhooks.layer, Deliveries.layer).pipe(
    Layer.provideMerge(Jobs.layer({ queues })),
    Layer.provideMerge(vault),
    Layer.provideMerge(Guard.layer(options.guard ?? openGuard)),
    Layer.provideMerge(
      Layer.succeed(DeliveryRules, { ...rules, ...options.rules, now: "(now() + (select shift from test_clock))" })
    ),
    Layer.provideMerge(testClock),
    Layer.provideMerge(Layer.effectDiscard(Migrations.run())),
    Layer.provideMerge(database),
    Layer.orDie
  )
}

/** Moves the clock of due times; `"0"` sets it back. */
export const setClock = (seconds: number) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`update test_clock set shift = make_interval(secs => ${seconds}::float8)`
  )

/** A new organisation, and somebody who may do everything in it. */
export const organisation = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ id: number }>`insert into organisation (name) values ('test') returning id`
  const caller: Caller = {
    organisationId: row!.id,
    keyId: 1,
    scopes: ["read", "write", "passthrough", "admin"],
    companyId: null
  }
  return caller
})

/** A change of a record. */
export const change = (caller: Caller, subject: number | null, more: Partial<NewEvent> = {}): NewEvent => ({
  organisation_id: caller.organisationId,
  company_id: 11,
  connection_id: 12,
  integration_type: "SVC_SANDBOX",
  type: "DATA_MODEL_CHANGES",
  data_model: "CONTACTS",
  operation: "UPDATE",
  subject,
  data: JSON.stringify({ svc_id: subject }),
  ...more
})

/** Appends in a transaction of its own. */
export const append = (...events: ReadonlyArray<NewEvent>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const service = yield* Events
    return yield* sql.withTransaction(service.append(events))
  })

/** Waits until no delivery of a webhook is open, or fails with those that are. */
export const settled = (webhook: string, status: "DELIVERED" | "FAILED" | "any" = "any") =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const open = sql<{ status: string; attempts: number; error: string | null }>`
      select status, attempts, error from delivery
      where webhook_id = ${webhook} and (status = 'PENDING' or (${status} <> 'any' and status <> ${status}))`
    const rows = yield* Effect.repeat(Effect.delay(open, "10 millis"), {
      until: (rows) => rows.length === 0
    }).pipe(
      Effect.timeoutOrElse({
        duration: "20 seconds",
        orElse: () => Effect.flatMap(open, (left) => Effect.die(new Error(`Left: ${JSON.stringify(left.slice(0, 5))}`)))
      })
    )
    return rows
  })
