/**
 * The service with a delivery clock that a fault moves: `update chaos_clock set shift = …` lets hours pass for due times,
 * while signatures and leases keep the real one. Endpoints may take a second and a half, and what is due is looked for twice a second.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import { sandbox } from "@svc/sandbox"
import { xero } from "@svc/xero"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { launch } from "../src/Launch.ts"
import { rules } from "../src/webhooks/DeliveryRules.ts"

const url = Redacted.make(process.env["DATABASE_URL"]!)
await Effect.runPromise(
  PgClient.PgClient.use((sql) =>
    Effect.andThen(
      sql`create table if not exists chaos_clock (shift interval not null)`,
      sql`insert into chaos_clock select '0' where not exists (select from chaos_clock)`
    )
  ).pipe(Effect.provide(PgClient.layer({ url, maxConnections: 1 })))
)
Object.assign(rules, { now: "(now() + (select shift from chaos_clock))", timeout: 1500, overdue: 0.5 })
launch({ connectors: [sandbox, xero] })
