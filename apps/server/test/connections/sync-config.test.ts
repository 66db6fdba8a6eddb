import { assert, describe, it } from "@effect/vitest"
import { sandbox } from "@svc/sandbox"
import * as Effect from "effect/Effect"
import * as SyncConfig from "../../src/connections/SyncConfig.ts"
import { desk } from "../support/Desk.ts"

const now = new Date("2026-03-31T10:00:00.000Z")
const check = (input: unknown, more: Partial<SyncConfig.CheckOptions> = {}) => SyncConfig.check(input, { now, ...more })

describe("sync configuration", () => {
  it("starts with every model that is read, daily, two years back", () => {
    const made = SyncConfig.defaults(sandbox, undefined, now)
    assert.deepStrictEqual(
      made.map(({ data_model }) => data_model).toSorted(),
      Object.keys(sandbox.reads).toSorted() as never
    )
    for (const entry of made) {
      assert.deepInclude(entry, { enabled: true, interval: 1, frequency: "DAILY", custom_fields: [] })
      assert.strictEqual(entry.sync_from, "2024-03-31T10:00:00.000Z")
      assert.isTrue(entry.scope_access.READ)
    }
    const access = (model: string) => made.find(({ data_model }) => data_model === model)!.scope_access
    assert.deepInclude(access("CONTACTS"), { CREATE: true, UPDATE: true, DELETE: true })
    assert.deepInclude(access("PAYMENT_DISPUTES"), { CREATE: false, UPDATE: true, DELETE: false })
    // What can only be voided needs DELETE as well.
    assert.deepInclude(access("PAYMENT_PAYMENTS"), { CREATE: true, UPDATE: true, DELETE: true })
    assert.deepInclude(access("COMPANY_INFO"), { CREATE: false, UPDATE: false, DELETE: false })
  })

  it.effect("fills in what is left out", () =>
    Effect.gen(function* () {
      const [entry] = yield* check([{ data_model: "CRM_CONTACTS", sync_from: "2025-01-01", interval: null }])
      assert.deepStrictEqual(entry, {
        enabled: true,
        interval: 1,
        frequency: "DAILY",
        data_model: "CRM_CONTACTS",
        category: "CRM",
        scope_access: { READ: true, CREATE: true, UPDATE: true, DELETE: true },
        sync_from: "2025-01-01T00:00:00.000Z",
        custom_fields: []
      })
    })
  )

  it.effect("names every fault", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(
        check([
          { data_model: "ACCOUNTS", frequency: "DALY", interval: 0, extra: 1 },
          { data_model: "ACOUNTS" },
          { data_model: "ACCOUNTS", category: "CRM" },
          {},
          7,
          {
            data_model: "BILLS",
            enabled: "yes",
            scope_access: { READ: 1, WRITE: true },
            sync_from: "yesterday",
            custom_fields: ["ok", ""]
          },
          { data_model: "ITEMS", enabled: true, scope_access: { READ: false } }
        ])
      )
      assert.deepStrictEqual(
        error.details.map(({ code, field }) => `${code} ${field}`),
        [
          "invalid-params sync_config[0].extra",
          "invalid-params sync_config[0].interval",
          "invalid-params sync_config[0].frequency",
          "invalid-params sync_config[1].data_model",
          "invalid-params sync_config[2].category",
          "invalid-params sync_config[2].data_model",
          "missing-params sync_config[3].data_model",
          "invalid-params sync_config[4]",
          "invalid-params sync_config[5].scope_access.WRITE",
          "invalid-params sync_config[5].scope_access.READ",
          "invalid-params sync_config[5].enabled",
          "invalid-params sync_config[5].sync_from",
          "invalid-params sync_config[5].custom_fields[1]",
          "invalid-params sync_config[6].enabled"
        ]
      )
      const said = error.details.map(({ message }) => message).join("\n")
      assert.include(said, 'did you mean "DAILY"')
      assert.include(said, 'did you mean "ACCOUNTS"')
      assert.strictEqual((yield* Effect.flip(check({}))).field, "sync_config")
    })
  )

  it.effect("gives a connection what its platform offers of it", () =>
    Effect.gen(function* () {
      const wanted = yield* check([
        { data_model: "ACCOUNTS" },
        { data_model: "CONTACTS", scope_access: { CREATE: false } },
        { data_model: "PAYMENT_ORDERS" }
      ])
      const made = SyncConfig.forConnector(wanted, sandbox, undefined, now)
      assert.deepStrictEqual(
        made.map(({ data_model }) => data_model),
        ["ACCOUNTS", "CONTACTS", "PAYMENT_ORDERS"]
      )
      assert.isFalse(SyncConfig.allows(made, "CONTACTS", "CREATE"))
      assert.isTrue(SyncConfig.allows(made, "CONTACTS", "READ"))
      assert.isTrue(SyncConfig.allows(made, "INVOICES", "UPDATE"))
      // Nothing is said of its category, so it is as if nothing were said.
      assert.deepStrictEqual(
        SyncConfig.forConnector(wanted, desk, undefined, now).map(({ data_model }) => data_model),
        ["CRM_CONTACTS"]
      )
    })
  )

  it("knows when a model is due again", () => {
    const next = (frequency: SyncConfig.Frequency, interval: number, from = now, enabled = true) =>
      SyncConfig.nextRun({ enabled, frequency, interval }, from)?.toISOString() ?? null
    assert.strictEqual(next("HOURLY", 6), "2026-03-31T16:00:00.000Z")
    assert.strictEqual(next("DAILY", 1), "2026-04-01T10:00:00.000Z")
    assert.strictEqual(next("WEEKLY", 2), "2026-04-14T10:00:00.000Z")
    assert.strictEqual(next("MONTHLY", 1), "2026-04-30T10:00:00.000Z")
    assert.strictEqual(next("MONTHLY", 11), "2027-02-28T10:00:00.000Z")
    assert.strictEqual(next("YEARLY", 1, new Date("2028-02-29T00:00:00Z")), "2029-02-28T00:00:00.000Z")
    assert.strictEqual(next("NEVER", 1), null)
    assert.strictEqual(next("DAILY", 1, now, false), null)
  })
})
