/**
 * What is shown of items that could not be read: which, why and since when; that it is gone once the item is read right or
 * is there no more; and that a platform that breaks all its items leaves so many of them and a number.
 */
import * as Effect from "effect/Effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { Refetch } from "../../src/sync/Refetch.ts"
import { Remap } from "../../src/sync/Remap.ts"
import * as Synced from "../support/Synced.ts"
import * as Sandbox from "../support/UnrulySandbox.ts"

const most = 5

describe("refusals", () => {
  let at: Synced.Synced
  beforeAll(async () => {
    at = await Synced.start("embedded", undefined, { SVC_KEEP_REFUSALS: String(most) })
  })
  afterAll(() => at.stop())

  const of = async ({ connectionId }: Synced.Connected): Promise<ReadonlyArray<any>> =>
    (await at.ok("GET", "/v3/core/refusals?limit=1000")).data.filter((one: any) => one.connection_id === connectionId)
  const totals = async ({ connectionId }: Synced.Connected): Promise<ReadonlyArray<any>> =>
    (await at.ok("GET", "/v3/core/refusals/totals?limit=1000")).data.filter(
      (one: any) => one.connection_id === connectionId
    )
  /** From now on the platform lists these; answers what takes that back. */
  const lists = (tenant: string, resource: string, items: ReadonlyArray<object>) =>
    at.platform.rule(Sandbox.to(tenant, resource), () =>
      Response.json({ items, nextCursor: null, hasMore: false }, { headers: { "content-type": "application/json" } })
    )
  const good = { id: "c1", code: "GLD", label: "Gold" }
  const bad = { id: "c2", code: {}, label: "Bad" }
  const part = { id: "c3", code: "PRT", label: "Part", unitsPerBase: "n/a" }

  it("name the item, what is wrong and since when, and show the item of each beside it", async () => {
    const tenant = "named"
    const end = lists(tenant, "currencies", [good, bad, part])
    const own = await at.connected(tenant, { CURRENCIES: {} })
    const found = await of(own)
    assert.deepStrictEqual(
      found
        .map(({ data_model, field, kind, platform_id }) => ({ data_model, field, kind, platform_id }))
        .toSorted((a, b) => a.kind.localeCompare(b.kind)),
      [
        { data_model: "CURRENCIES", field: "code", kind: "refused", platform_id: "c2" },
        { data_model: "CURRENCIES", field: "exchange_rate", kind: "warning", platform_id: "PRT" }
      ]
    )
    for (const one of found) {
      assert.deepInclude(one, { svc_company_id: own.companyId, integration_type: "SVC_SANDBOX" })
      assert.isNotEmpty(one.message)
      assert.deepStrictEqual(one.issues[0].message, one.message)
      const { data } = await at.ok("GET", `/v3/core/refusals/${one.svc_id}`)
      const { raw_data, ...rest } = data
      assert.deepStrictEqual(rest, one)
      assert.deepStrictEqual(raw_data, one.kind === "refused" ? bad : part)
    }
    const [total] = await totals(own)
    assert.deepInclude(total, { data_model: "CURRENCIES", refused: 1, warnings: 1, not_kept: 0 })

    // Read once more as they are, they are the same refusals.
    await at.sync(own)
    const again = await of(own)
    const fixed = (one: any) => ({ ...one, last_seen_at: null })
    assert.deepStrictEqual(again.map(fixed), found.map(fixed))
    for (const [n, one] of again.entries())
      assert.isAbove(Date.parse(one.last_seen_at), Date.parse(found[n].last_seen_at))

    // Read right, though under another id than the item seemed to have.
    end()
    const right = lists(tenant, "currencies", [good, { ...bad, code: "BAD" }, { ...part, unitsPerBase: "2" }])
    await at.sync(own)
    right()
    assert.deepStrictEqual(await of(own), [])
    assert.deepStrictEqual(await totals(own), [])
    const gone = await at.call("GET", `/v3/core/refusals/${found[0].svc_id}`)
    assert.strictEqual(gone.status, 404, gone.text)
  })

  it("are shown to keys for their company alone", async () => {
    const tenant = "companies"
    const end = lists(tenant, "currencies", [bad])
    const own = await at.connected(tenant, { CURRENCIES: {} })
    const other = await at.newCompany()
    end()
    const keyOf = async (company_id: number) =>
      (await at.ok("POST", "/v3/core/api_keys", { name: "one", scopes: ["read"], company_id })).data.secret
    const [mine, theirs] = [await keyOf(own.companyId), await keyOf(other)]
    const [{ svc_id }] = (await of(own)) as [any]
    for (const [api_key, status, count] of [
      [mine, 200, 1],
      [theirs, 404, 0]
    ] as const) {
      const list = await at.call("GET", "/v3/core/refusals", undefined, { api_key })
      assert.strictEqual(list.body.data.length, count)
      assert.strictEqual(
        (await at.call("GET", "/v3/core/refusals/totals", undefined, { api_key })).body.data.length,
        count
      )
      assert.strictEqual((await at.call("GET", `/v3/core/refusals/${svc_id}`, undefined, { api_key })).status, status)
    }
  })

  it("are gone when a full listing does not show their items any more, whatever these were called", async () => {
    const tenant = "deleted"
    const end = lists(tenant, "currencies", [good, bad, { label: "Nobody" }, part])
    const own = await at.connected(tenant, { CURRENCIES: {} })
    const found = await of(own)
    assert.deepStrictEqual(found.map(({ platform_id }) => platform_id).toSorted(), ["PRT", "c2", null])

    // Mapped again, an item without an id is still one.
    await at.service.run(Effect.flatMap(Remap, (remap) => remap.begin({ companyId: own.companyId })))
    await Synced.until(
      () => at.service.run(Effect.flatMap(Remap, (remap) => remap.progress({ companyId: own.companyId }))),
      (all) => all.every(({ finished_at }) => finished_at !== null)
    )
    assert.deepStrictEqual(
      (await of(own)).map(({ svc_id }) => svc_id).toSorted(),
      found.map(({ svc_id }) => svc_id).toSorted()
    )

    end()
    const without = lists(tenant, "currencies", [good])
    await at.sync(own)
    without()
    assert.deepStrictEqual(await of(own), [])
  })

  it("are gone when a platform says of an item that never was a record that it is gone", async () => {
    const tenant = "told"
    const own = await at.connected(tenant, { CONTACTS: {} })
    const [first] = (await at.platform.all(tenant, "contacts")).filter(({ state }) => state === "active")
    const told = (gone: ReadonlyArray<string>) =>
      at.service.run(Effect.flatMap(Refetch, (refetch) => refetch.run(own.connectionId, "CONTACTS", [first.id], gone)))
    await at.rows("delete from record where connection_id = $1::bigint", [own.connectionId])
    const to = (seen: Sandbox.Seen) => seen.tenant === tenant && seen.path === `/contacts/${first.id}`
    const end = at.platform.rule(to, () => Response.json({ id: first.id, name: "x", kind: {}, updatedAt: {} }))
    await told([])
    end()
    const [only, ...others] = await of(own)
    assert.deepStrictEqual(others, [])
    assert.deepInclude(only, { platform_id: first.id, data_model: "CONTACTS" })
    const missing = at.platform.rule(to, () => new Response("{}", { status: 404 }))
    await told([first.id])
    missing()
    assert.deepStrictEqual(await of(own), [])
  })

  it("are kept up to so many of a data model, and counted beyond", async () => {
    const tenant = "many"
    const all = Array.from({ length: 40 }, (_, n) => ({ ...bad, id: `bad-${String(n).padStart(2, "0")}` }))
    const end = lists(tenant, "currencies", [good, ...all])
    const own = await at.connected(tenant, { CURRENCIES: {} })
    assert.strictEqual(own.jobs["CURRENCIES"].records_refused, 40)
    const ids = async () => (await of(own)).map(({ platform_id }) => platform_id).toSorted()
    const kept = await ids()
    assert.strictEqual(kept.length, most)
    const only = async () => (await totals(own))[0]
    assert.deepInclude(await only(), { refused: most, not_kept: 40 - most })

    // Those that are kept stay those, and the others are not counted twice.
    await at.sync(own)
    assert.deepStrictEqual(await ids(), kept)
    assert.deepInclude(await only(), { refused: most, not_kept: 40 - most })

    end()
    const mended = lists(tenant, "currencies", [good, ...all.slice(0, 7)])
    await at.sync(own)
    assert.deepInclude(await only(), { refused: most, not_kept: 2 })
    mended()
    const right = lists(tenant, "currencies", [good])
    await at.sync(own)
    right()
    assert.deepStrictEqual(await totals(own), [])
  })

  it("go with their company", async () => {
    const tenant = "erased"
    const end = lists(
      tenant,
      "currencies",
      Array.from({ length: 9 }, (_, n) => ({ ...bad, id: `bad-${n}` }))
    )
    const own = await at.connected(tenant, { CURRENCIES: {} })
    end()
    assert.strictEqual((await of(own)).length, most)
    await at.ok("DELETE", `/v3/core/companies/${own.companyId}`)
    assert.deepStrictEqual(await of(own), [])
    assert.deepStrictEqual(await totals(own), [])
  })
})
