/** Histories of records: what changed of one and when, whatever happens beside it, for those who see the record. */
import { makeClient } from "@svc/client"
import * as InEffect from "@svc/client/effect"
import { Models } from "@svc/core"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as Stream from "effect/Stream"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ApiKeys } from "../../src/connections/ApiKeys.ts"
import { scopes } from "../../src/http/Caller.ts"
import { Events } from "../../src/webhooks/Events.ts"
import * as Service from "../support/Service.ts"

let service: Service.Service
let companyId: number
const contacts: Array<any> = []
const contactsPath = Models.get("CONTACTS").path

const ok = async (method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
  const answer = await service.call(method, path, body, headers)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const historyOf = (contact: { readonly svc_id: number }, query = "", headers?: Record<string, string>) =>
  ok("GET", `${contactsPath}/${contact.svc_id}/history${query}`, undefined, headers)
const renamed = (contact: { readonly svc_id: number }, name: string) =>
  ok("PATCH", `${contactsPath}/${contact.svc_id}`, { name })
const told = (entries: ReadonlyArray<any>) =>
  entries.map(({ changed, operation }) => [
    operation,
    changed?.find((one: any) => one.member === "name" || one.member === "svc_deleted_at")?.from ?? null
  ])
const otherKey = (options: { readonly organisation?: string; readonly company?: number }) =>
  service.run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { organisation } = options
      const [row] =
        organisation === undefined
          ? yield* sql<{ id: number }>`
              select value::bigint as id from svc_meta where name = 'default_organisation'`
          : yield* sql<{ id: number }>`insert into organisation (name) values (${organisation}) returning id`
      const caller = { organisationId: row!.id, keyId: 0, scopes, companyId: null }
      const made = { name: "reader", scopes: ["read"] as const, company_id: options.company ?? null }
      const { secret } = yield* (yield* ApiKeys).create(caller, made)
      return { api_key: secret }
    })
  )

beforeAll(async () => {
  service = await Service.start({ SVC_KEEP_ALL_EVENTS: "1", SVC_MAX_PAGE_BYTES: "4194304" })
  companyId = (await Service.connected(service)).companyId
  const { data } = await ok("POST", contactsPath, {
    company_id: companyId,
    data: ["One", "Two"].map((name) => ({ name, contact_type: "CUSTOMER" }))
  })
  for (const item of data.data) {
    const { platform_id } = item.response
    contacts.push((await ok("GET", `${contactsPath}?platform_id[eq]=${platform_id}`)).data[0])
  }
  const [one, two] = contacts
  // What happens to one of them stands between what happens to the other.
  await renamed(one, "One A")
  await renamed(two, "Two A")
  await renamed(one, "One B")
  await renamed(two, "Two B")
})
afterAll(() => service.stop())

describe("a history", () => {
  it("tells what changed against the event before of the same record", async () => {
    const [one, two] = contacts
    const { data, next, prev, total_count } = await historyOf(one)
    expect({ next, prev, total_count }).toEqual({ next: null, prev: null, total_count: null })
    expect(told(data)).toEqual([
      ["CREATE", null],
      ["UPDATE", "One"],
      ["UPDATE", "One A"]
    ])
    // Nothing is kept before the first.
    expect(data[0]).toMatchObject({ changed: null, data: one })
    expect(data[1].changed).toContainEqual({ member: "name", from: "One", to: "One A" })
    expect(data[2].changed).toContainEqual({ member: "name", from: "One A", to: "One B" })
    // It says all that differs, and nothing else.
    for (const [at, { changed, data: after }] of data.entries()) {
      const before = data[at - 1]?.data
      if (before === undefined) continue
      const differing = Object.keys(after).filter(
        (member) => JSON.stringify(after[member]) !== JSON.stringify(before[member])
      )
      expect(changed.map(({ member }: any) => member)).toEqual(differing.filter((name) => name !== "svc_updated_at"))
    }
    expect(data.at(-1).data).toEqual((await ok("GET", `${contactsPath}/${one.svc_id}`)).data)
    const events = await ok("GET", `/v3/core/events?subject_id[eq]=${one.svc_id}`)
    expect(data.map(({ id }: any) => id)).toEqual(events.data.map(({ id }: any) => id))
    expect(told((await historyOf(two)).data)).toEqual([
      ["CREATE", null],
      ["UPDATE", "Two"],
      ["UPDATE", "Two A"]
    ])
  })
  it("is paged, filtered and sorted, and compares with the event before all the same", async () => {
    const [one] = contacts
    const all = (await historyOf(one)).data
    const pages: Array<any> = []
    let next: string | null = null
    do {
      const page: any = await historyOf(one, `?limit=1&return_count=true${next === null ? "" : `&next=${next}`}`)
      expect(page.total_count).toBe(3)
      pages.push(...page.data)
      next = page.next
    } while (next !== null)
    expect(pages).toEqual(all)
    expect((await historyOf(one, "?operation[eq]=UPDATE")).data).toEqual(all.slice(1))
    expect((await historyOf(one, "?sort[created_at]=DESC&limit=2")).data).toEqual(all.slice(1).toReversed())
    expect((await historyOf(one, `?created_at[gt]=${all[1].created_at}`)).data).toEqual(all.slice(2))
    const first = await historyOf(one, "?limit=1")
    const other = await service.call("GET", `${contactsPath}/${contacts[1].svc_id}/history?next=${first.next}`)
    expect([other.status, other.body.error.field]).toEqual([400, "next"])
  })
  it("is read by the client, page by page", async () => {
    const [one] = contacts
    const all = (await historyOf(one)).data
    const options = { url: service.url, apiKey: Service.apiKey }
    const seen: Array<unknown> = []
    for await (const entry of makeClient(options).history("CONTACTS", one.svc_id, { limit: 1 })) seen.push(entry)
    expect(seen).toEqual(all)
    const { stream } = InEffect.makeClient(options).history("CONTACTS", one.svc_id, { limit: 2 })
    expect(await Effect.runPromise(Stream.runCollect(stream))).toEqual(all)
  })
  it("has the end of a record that is gone at the platform, found by a sync", async () => {
    const [, two] = contacts
    const platformId = two.platform_id
    const data = { method: "DELETE", path: `/contacts/${platformId}` }
    const gone = await ok("POST", "/passthrough", { company_id: companyId, data })
    expect(JSON.stringify(gone)).not.toContain('"status":404')
    await ok("POST", "/v3/core/syncs", { company_id: companyId, full_sync: true, data_models_to_sync: ["CONTACTS"] })
    await Service.until(
      () => service.call("GET", `${contactsPath}/${two.svc_id}`),
      ({ status }) => status === 404
    )
    const last = (await historyOf(two)).data.at(-1)
    expect(last.operation).toBe("DELETE")
    const [ended] = last.changed.filter(({ member }: any) => member === "svc_deleted_at")
    expect(ended).toEqual({ member: "svc_deleted_at", from: null, to: last.data.svc_deleted_at })
    expect(ended.to).not.toBeNull()
  })
  it("is seen by those who see the record, and by nobody else", async () => {
    const [one] = contacts
    const own = (await historyOf(one)).data
    expect((await historyOf(one, "", await otherKey({ company: companyId }))).data).toEqual(own)
    const elsewhere = (await ok("POST", "/v3/core/companies", { name: "Elsewhere" })).data.svc_id
    for (const headers of [await otherKey({ organisation: "Others" }), await otherKey({ company: elsewhere })]) {
      const answer = await service.call("GET", `${contactsPath}/${one.svc_id}/history`, undefined, headers)
      expect(answer.status).toBe(404)
      expect(answer.text).not.toContain("One")
    }
    // Nor under the address of another data model.
    expect((await service.call("GET", `/v3/accounting/invoices/${one.svc_id}/history`)).status).toBe(404)
    expect(
      (await service.call("GET", `${contactsPath}/${one.svc_id}/history`, undefined, { api_key: "" })).status
    ).toBe(401)
  })
  it("of a record is empty where nothing of it was kept, and says what is asked wrong", async () => {
    const { data } = await ok("GET", "/v3/accounting/accounts?limit=1")
    const [account] = data
    await service.run(
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql`delete from event where subject = ${account.svc_id}`)
    )
    const path = `/v3/accounting/accounts/${account.svc_id}/history`
    expect(await ok("GET", path)).toEqual({ data: [], next: null, prev: null, total_count: null })
    const wrong = await service.call("GET", `${path}?limit=0&changed[eq]=name`)
    expect([wrong.status, wrong.body.error.details.map(({ field }: any) => field).toSorted()]).toEqual([
      400,
      ["changed[eq]", "limit"]
    ])
  })
  it("of large records ends a page where an answer is full, and goes on from there", async () => {
    const [one] = contacts
    const text = "x".repeat(200_000)
    await service.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const events = yield* Events
        const [target] = yield* sql<{ organisation_id: number; connection_id: number }>`
          select organisation_id, connection_id from event where subject = ${one.svc_id} limit 1`
        for (const name of ["1", "2", "3", "4"]) {
          yield* sql.withTransaction(
            events.append([
              {
                ...target!,
                company_id: companyId,
                integration_type: "SVC_SANDBOX",
                type: "DATA_MODEL_CHANGES",
                data_model: "CONTACTS",
                operation: "UPDATE",
                subject: one.svc_id,
                data: JSON.stringify({ svc_id: one.svc_id, name: name + text })
              }
            ])
          )
        }
      })
    )
    const page = await historyOf(one, "?sort[created_at]=DESC")
    expect(page.data.length).toBeGreaterThan(0)
    expect(page.data.length).toBeLessThan(4)
    expect(page.data[0].changed).toEqual([{ member: "name", from: `3${text}`, to: `4${text}` }])
    const rest = await historyOf(one, `?next=${page.next}`)
    expect(rest.data[0].data.name[0]).toBe(String(4 - page.data.length))
  })
  it("is read along an index, in its order", async () => {
    const plan = await service.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`analyze event`
        const rows = yield* sql.unsafe<{ "QUERY PLAN": string }>(
          `explain select e.id from event e where e.organisation_id = 1 and e.company_id = ${companyId} and e.subject = ${contacts[0].svc_id}
             and e.type = 'DATA_MODEL_CHANGES' order by e.created_at, e.position limit 101`
        )
        return rows.map((row) => row["QUERY PLAN"]).join("\n")
      })
    )
    expect(plan).toContain("Index Scan using event_subject")
    expect(plan).not.toContain("Sort")
  })
})
