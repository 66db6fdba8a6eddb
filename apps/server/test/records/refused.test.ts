/**
 * Items that the database does not take: each is found out and refused by name, whichever way it came (a sync, a platform's
 * own webhook, a write, mapping again), and everything that came with it is stored.
 */
import * as Effect from "effect/Effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { Refetch } from "../../src/sync/Refetch.ts"
import { Remap } from "../../src/sync/Remap.ts"
import * as Synced from "../support/Synced.ts"
import * as Sandbox from "../support/UnrulySandbox.ts"

/** What the database is told to refuse, as it refuses what no limit of ours has foreseen. */
const unstorable = "unstorable"

describe.each(Synced.databases)("items that %s does not take", (database) => {
  let at: Synced.Synced
  beforeAll(async () => {
    at = await Synced.start(database)
    for (const model of ["currencies", "contacts"]) {
      await at.rows(`alter table record_${model} add check (not starts_with(platform_id, '${unstorable}'))`)
    }
  })
  afterAll(() => at.stop())

  const refusals = ({ connectionId }: Synced.Connected) =>
    at.rows("select platform_id, issues from refusal where connection_id = $1::bigint order by platform_id", [
      connectionId
    ])
  const currency = (id: string) => JSON.stringify({ id, code: id, label: "L" })
  /** From now on the platform lists these currencies; answers what takes that back. */
  const lists = (tenant: string, items: ReadonlyArray<string>) =>
    at.platform.rule(
      Sandbox.to(tenant, "currencies"),
      () =>
        new Response(`{"items":[${items.join(",")}],"nextCursor":null,"hasMore":false}`, {
          headers: { "content-type": "application/json" }
        })
    )
  const idsOf = async (company: Synced.Connected) =>
    (await at.list(company, "accounting/currencies")).map(({ platform_id }) => platform_id).toSorted()

  it("do not keep a sync from storing the others, nor from deleting what is gone", async () => {
    const tenant = `page-${database}`
    const good = Array.from({ length: 40 }, (_, n) => `good-${String(n).padStart(2, "0")}`)
    const bad = [`${unstorable}-1`, `${unstorable}-2`]
    const faulty = bad.map(currency)
    const all = [...good.slice(0, 7).map(currency), ...faulty, ...good.slice(7).map(currency)]
    let end = lists(tenant, all)
    const company = await at.connected(tenant, { CURRENCIES: {} })
    assert.strictEqual(company.sync.status, "SUCCESS", JSON.stringify(company))
    assert.deepInclude(company.jobs["CURRENCIES"], { records_created: 40, records_refused: 2, records_read: 42 })
    assert.deepStrictEqual(await idsOf(company), good)
    const named = await refusals(company)
    assert.strictEqual(named.length, 2)
    for (const { issues } of named) assert.strictEqual(issues.length, 1)

    // Again, with a change beside them: nothing is stuck, and nothing good is refused.
    end()
    end = lists(tenant, [...all.slice(1), currency("new")])
    const { jobs } = await at.sync(company, { full_sync: true })
    assert.deepInclude(jobs["CURRENCIES"], { status: "SUCCESS", records_created: 1, records_refused: 2 })
    assert.include(await idsOf(company), "new")
    end()
    end = lists(tenant, good.slice(2).map(currency))
    await at.sync(company, { full_sync: true })
    assert.deepStrictEqual(await idsOf(company), good.slice(2))
    end()

    const begun = await at.service.run(
      Effect.flatMap(Remap, (remap) => remap.begin({ companyId: company.companyId, model: "CURRENCIES" }))
    )
    assert.strictEqual(begun, 1)
    const [remapped] = await Synced.until(
      () => at.service.run(Effect.flatMap(Remap, (remap) => remap.progress({ companyId: company.companyId }))),
      (rows) => rows.every(({ finished_at }) => finished_at !== null)
    )
    assert.strictEqual(Number(remapped!.items_read) - Number(remapped!.records_refused), 38, JSON.stringify(remapped))
  })

  it("are refused when a platform tells of them, and the next it tells of is stored", async () => {
    const tenant = `told-${database}`
    const company = await at.connected(tenant, { CONTACTS: {} })
    const [first, second] = (await at.platform.all(tenant, "contacts")).filter(({ state }) => state === "active")
    const id = `${unstorable}-told`
    at.platform.rule(
      (seen) => seen.tenant === tenant && seen.path === `/contacts/${first.id}`,
      async (real) => Response.json({ ...(await (await real()).json()), id })
    )
    await at.platform.call(tenant, "PATCH", `/contacts/${second.id}`, { name: "Told of" })
    await at.service.run(
      Effect.flatMap(Refetch, (refetch) => refetch.records(company.connectionId, "CONTACTS", [first.id, second.id], []))
    )
    await Synced.until(
      () => at.list(company, "accounting/contacts"),
      (contacts) => contacts.some(({ name }) => name === "Told of")
    )
    assert.strictEqual((await refusals(company)).length, 1)
  })

  it("are told as written when the platform has taken them", async () => {
    const tenant = `written-${database}`
    const company = await at.connected(tenant, { CONTACTS: {} })
    const id = `${unstorable}-written`
    at.platform.rule(
      Sandbox.to(tenant, "contacts", "POST"),
      async (real) => {
        const response = await real()
        return Response.json({ ...(await response.json()), id }, { status: response.status })
      },
      1
    )
    const body = {
      company_id: company.companyId,
      data: [
        { name: "Unstorable", contact_type: "VENDOR" },
        { name: "Storable", contact_type: "VENDOR" }
      ]
    }
    const { data } = await at.ok("POST", "/accounting/contacts", body)
    assert.strictEqual(data.status, "SUCCESS", JSON.stringify(data))
    const written = data.data.map(({ response }: any) => response.platform_id)
    assert.include(written, id)
    const names = (await at.list(company, "accounting/contacts")).map(({ name }) => name)
    assert.isTrue(names.includes("Storable") !== names.includes("Unstorable"), "one of the two")
    assert.strictEqual((await refusals(company)).length, 1)
  })
})
