/** Customers of 1.1 kB that a platform would answer in pages, and what a sync does with them once they have been fetched. */
import { Connector, Page, Read, Wire } from "@svc/core"
import { InSpite } from "@svc/core/runtime"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import * as Estimates from "../src/records/Estimates.ts"
import { inTransaction, Records, type Target } from "../src/records/Records.ts"
import { Checkpoints } from "../src/sync/Checkpoints.ts"

export const pageSize = 500

/** A customer as a platform would answer it, 1.1 kB of JSON. */
const raw = (n: number) => ({
  id: `cus_${String(n).padStart(8, "0")}`,
  name: `Customer number ${n} of the measured platform`,
  taxNumber: `DE${100_000_000 + n}`,
  currency: n % 3 === 0 ? "USD" : "EUR",
  balance: n * 1.25,
  createdAt: "2026-03-01T10:00:00Z",
  updatedAt: "2026-05-02T11:12:13Z",
  email: `customer-${n}@example.com`,
  notes: "x".repeat(780),
  flags: { isActive: true, isVip: n % 10 === 0, segment: "wholesale", region: "north" }
})
/** They are stored as the smallest model that takes all of their fields. */
export const read = (page: Page.Page, deletes: Read.Deletes) =>
  Connector.read("PAYMENT_DISPUTES", {
    path: "/customers",
    page,
    items: "data",
    item: Wire.struct({
      id: Wire.required(Wire.id),
      name: Wire.text,
      taxNumber: Wire.text,
      currency: Wire.text,
      balance: Wire.number,
      createdAt: Wire.text,
      updatedAt: Wire.text,
      notes: Wire.text
    }),
    deletes,
    map: (own) => ({
      platform_id: own.id,
      amount: own.balance,
      currency_id: own.currency,
      status: "OPEN" as const,
      reason_code: own.taxNumber,
      reason_description: own.notes,
      payment_id: own.name,
      due_date: own.updatedAt,
      created_at: own.createdAt,
      updated_at: own.updatedAt
    })
  })

const customers = read(Page.single, Read.never("Nothing is deleted"))

/** A new company with a connection to the platform. */
export const connect = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<Target>`
    with o as (insert into organisation (name) values ('bench') returning id),
      c as (insert into company (organisation_id, name) select id, 'bench' from o returning id, organisation_id)
    insert into connection (organisation_id, company_id, integration_type, category, status, sync_config)
    select organisation_id, id, 'BENCH', 'PAYMENTS', 'HEALTHY', '[]' from c
    returning organisation_id as "organisationId", company_id as "companyId", id as "connectionId", integration_type as "integrationType"`
  return row!
})

/** The bodies of so many pages. */
export const pagesOf = (pages: number): ReadonlyArray<string> =>
  Array.from({ length: pages }, (_, page) =>
    JSON.stringify({ data: Array.from({ length: pageSize }, (__, n) => raw(page * pageSize + n)) })
  )

/** Reads the pages as a sync does: decode, map, check, hash, store, events, checkpoint, estimates. */
export const sync = Effect.fnUntraced(function* (target: Target, bodies: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const records = yield* Records
  const checkpoints = Checkpoints(sql)
  const { companyId, connectionId } = target
  const place = { companyId, connectionId, model: "PAYMENT_DISPUTES", source: "default" }
  // Of no sync that has read it to its end already, so there is a run.
  let run = (yield* checkpoints.begin(place, {
    syncId: 0,
    wantFull: false,
    read: customers,
    from: null,
    counted: null
  }))!
  const expect = Estimates.following(sql, target, "PAYMENT_DISPUTES")
  for (const [page, body] of bodies.entries()) {
    const raws = customers.items(JSON.parse(body), null)
    const items = raws.map((one) =>
      Result.getOrThrow(InSpite.mapItem(customers, one, { settings: {}, lookups: {}, followed: [] }))
    )
    const { created } = yield* inTransaction(
      sql,
      Effect.tap(
        records.ingest(target, "PAYMENT_DISPUTES", "default", items),
        checkpoints.advance(place, run, page, customers)
      )
    )
    yield* expect(created)
    run = { ...run, pages: run.pages + 1 }
  }
  yield* checkpoints.complete(place, run)
})
