import { expect, test } from "vitest"
import { start } from "./client.ts"

test("pages cover every record once, in creation order", async () => {
  const { get, all } = start()
  const seen: Array<string> = []
  let path = "/invoices?limit=37"
  for (let more = true; more;) {
    const { body } = await get(path)
    seen.push(...body.items.map(({ id }: { id: string }) => id))
    expect(body.hasMore).toBe(body.nextCursor !== null)
    more = body.hasMore
    path = `/invoices?limit=37&cursor=${body.nextCursor}`
  }
  expect(seen).toEqual((await all("/invoices")).map(({ id }) => id))
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen).toEqual(seen.toSorted())
  expect(seen.length).toBeGreaterThan(300)
})

test("a page boundary is neither skipped nor repeated when records change meanwhile", async () => {
  const { get, patch, del, post } = start()
  const first = (await get("/leads?limit=10")).body
  await del(`/leads/${first.items[9].id}`)
  await patch(`/leads/${first.items[0].id}`, { jobTitle: "Chef" })
  await post("/leads", { title: "New one" })
  const second = (await get(`/leads?limit=200&cursor=${first.nextCursor}`)).body
  const ids = [...first.items, ...second.items].map(({ id }: { id: string }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(second.items.at(-1).title).toBe("New one")
})

test("modifiedSince gives what changed at or after the moment", async () => {
  const { all, patch } = start()
  const since = "2026-06-01T00:00:00.000Z"
  const changed = await all(`/bills?modifiedSince=${since}`)
  const everything = await all("/bills")
  expect(changed.map(({ id }) => id)).toEqual(
    everything.filter(({ updatedAt }) => updatedAt >= since).map(({ id }) => id)
  )
  expect(changed.length).toBeGreaterThan(0)
  const seconds = Date.parse(since) / 1000
  expect(await all(`/bills?modifiedSince=${seconds}`)).toEqual(changed)

  await patch("/contacts/ctc_000002", { website: "https://elsewhere.example" })
  const contacts = await all("/contacts?modifiedSince=2026-11-20T10:00:00Z")
  expect(contacts.map(({ id, website }) => [id, website])).toEqual([["ctc_000002", "https://elsewhere.example"]])
})

test("datedFrom gives what is dated at or after the moment, and what has no date", async () => {
  const { all, post } = start()
  const from = "2026-06-01"
  const bills = await all("/bills")
  const late = bills.filter(({ billedOn }) => billedOn >= from)
  expect(late.length).toBeGreaterThan(0)
  expect(late.length).toBeLessThan(bills.length)
  expect(await all(`/bills?datedFrom=${from}`)).toEqual(late)
  const charges = await all("/charges")
  expect(await all(`/charges?datedFrom=${from}`)).toEqual(
    charges.filter(({ created }) => created >= Date.parse(from) / 1000)
  )
  const { body } = await post("/tasks", { subject: "Some day" })
  expect((await all("/tasks?datedFrom=2099-01-01")).map(({ id }) => id)).toContain(body.id)
})

test("flagged deletes are listed on request, hard deletes never", async () => {
  const { all, get, del } = start()
  const visible = await all("/contacts")
  const withDeleted = await all("/contacts?includeDeleted=true")
  const gone = withDeleted.filter(({ deleted }) => deleted)
  expect(gone.length).toBe(3)
  expect(withDeleted.length - visible.length).toBe(3)
  expect((await get(`/contacts/${gone[0].id}`)).body.deleted).toBe(true)

  expect((await del("/bankTransactions/btr_000004")).body).toEqual({ id: "btr_000004", deleted: true })
  expect((await get("/bankTransactions/btr_000004")).status).toBe(404)
  expect((await all("/bankTransactions?includeDeleted=true")).some(({ id }) => id === "btr_000004")).toBe(false)
})

test("filters are by equality and unknown parameters are refused", async () => {
  const { all, get } = start()
  const vendors = await all("/creditNotes?side=vendor")
  expect(vendors.length).toBeGreaterThan(5)
  expect(vendors.every(({ side }) => side === "vendor")).toBe(true)
  const [first] = await all("/invoices")
  expect((await all(`/invoices?number=${first.number}`)).map(({ id }) => id)).toEqual([first.id])
  for (const query of [
    "?colour=red",
    "?limit=0",
    "?limit=201",
    "?cursor=!!",
    "?modifiedSince=soon",
    "?datedFrom=soon",
    "?includeDeleted=1"
  ]) {
    const { status, body } = await get(`/invoices${query}`)
    expect([query, status, body.error.type]).toEqual([query, 400, "invalid_request"])
    expect(query).toContain(body.error.param)
  }
  const { nextCursor } = (await get("/bills")).body
  expect((await get(`/invoices?cursor=${nextCursor}`)).body.error.param).toBe("cursor")
})

test("the change feed tells the company's history and what is new", async () => {
  const { get, post, patch, del, all } = start()
  const { latestSequence } = (await get("/changes?limit=1")).body
  expect(latestSequence).toBeGreaterThan(5000)
  const created = await post("/deals", { title: "Feed test", stage: { id: "stg_000001" } })
  await patch(`/deals/${created.body.id}`, { value: 10 })
  await del(`/deals/${created.body.id}`)
  const { body } = await get(`/changes?since=${latestSequence}`)
  expect(body.items.map((item: object) => Object.values(item))).toEqual(
    ["create", "update", "delete"].map((operation, index) => {
      return [latestSequence + index + 1, "deals", created.body.id, operation, "2026-11-20T10:00:00.000Z"]
    })
  )
  expect(body).toMatchObject({ nextSequence: latestSequence + 3, latestSequence: latestSequence + 3, hasMore: false })

  const deleted = new Set<string>()
  for (let since = 0, more = true; more;) {
    const page = (await get(`/changes?resource=bills&limit=200&since=${since}`)).body
    for (const { id, operation } of page.items) if (operation === "delete") deleted.add(id)
    since = page.nextSequence
    more = page.hasMore
  }
  expect(deleted.size).toBeGreaterThan(2)
  expect((await all("/bills")).some(({ id }) => deleted.has(id))).toBe(false)
})

test("silent deletes are known from a complete listing alone", async () => {
  const { get, del, all } = start()
  const { latestSequence } = (await get("/changes?limit=1")).body
  await del("/notes/not_000009")
  expect((await get(`/changes?since=${latestSequence}`)).body.items).toEqual([])
  expect((await all("/notes")).some(({ id }) => id === "not_000009")).toBe(false)
})
