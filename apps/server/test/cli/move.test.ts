/** An installation moves from the embedded database to a PostgreSQL, with all it has and all that is still to be done. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { svc } from "../support/Command.ts"
import * as Databases from "../support/Databases.ts"
import * as Postgres from "../support/Postgres.ts"
import * as Service from "../support/Service.ts"

describe("svc move-to-postgres", () => {
  const scope = Scope.makeUnsafe()
  let dataDir: string
  let url: string
  beforeAll(async () => {
    dataDir = await Effect.runPromise(Scope.provide(Databases.prepared, scope))
    url = Redacted.value(await Effect.runPromise(Scope.provide(Postgres.empty, scope)))
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  /** Everything an organisation sees, as the lists answer it, but for what any call changes. */
  const seen = async (service: Service.Service) => {
    const paths = [
      "/v3/core/companies",
      "/v3/core/connections",
      "/v3/core/syncs",
      "/v3/core/webhooks",
      "/v3/core/api_keys"
    ]
    const records = ["accounting/invoices", "accounting/contacts", "crm/deals", "payments/payments", "ecommerce/orders"]
    const all: Record<string, unknown> = {}
    for (const path of [...paths, ...records.map((name) => `/v3/${name}`)]) {
      const answer = await service.call("GET", `${path}?limit=100`)
      expect(answer.status, `${path} ${answer.text}`).toBe(200)
      all[path] = answer.body.data.map((row: object) => ({ ...row, last_used_at: null, rate_limits: null }))
    }
    return all
  }

  it("takes everything along, once", async () => {
    const before = await Service.start({}, { dataDir })
    const { companyId, connectionId } = await Service.connected(before)
    const webhook = await before.call("POST", "/v3/core/webhooks", {
      name: "moved",
      type: "DATA_MODEL_CHANGES",
      url: "http://127.0.0.1:9/hook"
    })
    expect(webhook.status, webhook.text).toBe(200)
    // A write whose item is done, and a sync that nobody has begun.
    const contact = await before.call("POST", "/accounting/contacts", {
      company_id: companyId,
      data: [{ name: "Mover Ltd", contact_type: "CUSTOMER" }]
    })
    expect(contact.status, contact.text).toBe(200)
    const known = await seen(before)

    const held = await svc(["move-to-postgres"], { SVC_DATA_DIR: dataDir, DATABASE_URL: url })
    expect(held.code).toBe(1)
    expect(held.err).toContain("in use by process")
    await before.stop()

    const nowhere = await svc(["move-to-postgres"], { SVC_DATA_DIR: dataDir })
    expect(nowhere.err).toContain("Set DATABASE_URL")
    const moved = await svc(["move-to-postgres"], { SVC_DATA_DIR: dataDir, DATABASE_URL: url })
    expect(moved.code, moved.err).toBe(0)
    expect(moved.out).toContain("are in the PostgreSQL now")
    // Of each table it was said that it is there, of how many.
    const tables = Number(/ rows of (\d+) tables/.exec(moved.out)![1])
    const told = moved.err
      .split("\n")
      .filter((line) => / tables? (is|are) moved\.$/.test(line) && !line.includes(" so far"))
    expect(told).toHaveLength(tables)
    // And of the first that has rows, how many had come before it was there.
    expect(moved.err).toMatch(/ rows? so far; \d+ of \d+ tables are moved\.$/m)
    expect(told.at(-1)).toContain(`${tables} of ${tables} tables are moved.`)

    const after = await Service.start({ DATABASE_URL: url }, { dataDir })
    try {
      expect(await seen(after)).toEqual(known)
      // So does the audit log, and the move is the last in it.
      const { body: log } = await after.call("GET", "/v3/core/audit_events?limit=1000")
      const acts = log.data.map(({ action, actor_type }: any) => `${action} ${actor_type}`)
      expect(acts).toContain("WEBHOOK_CREATED API_KEY")
      expect(acts.at(-1)).toBe("INSTALLATION_MOVED OPERATOR")
      // Secrets open, ids go on, and the connection still works.
      const sync = await after.call("POST", "/v3/core/syncs", { company_id: companyId, connection_id: connectionId })
      expect(sync.status, sync.text).toBe(200)
      const company = await after.call("POST", "/v3/core/companies", { name: "Newcomer" })
      expect(company.body.data.svc_id).toBeGreaterThan(connectionId)
    } finally {
      await after.stop()
    }

    const again = await svc(["move-to-postgres"], { SVC_DATA_DIR: dataDir, DATABASE_URL: url })
    expect(again.code).toBe(1)
    expect(again.err).toContain("The target is not empty")
  })
})
