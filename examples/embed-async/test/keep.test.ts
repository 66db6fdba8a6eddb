/** What `keep.ts` does with rows over several runs: changes, deletions of each kind, what cannot be read, and a run that breaks off. */
import * as Account from "@svc/core/Account"
import * as Auth from "@svc/core/Auth"
import * as Connector from "@svc/core/Connector"
import * as Models from "@svc/core/Models"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Setting from "@svc/core/Setting"
import * as Wire from "@svc/core/Wire"
import { connect } from "@svc/core/connect"
import { expect, it } from "vitest"
import { type Cursor, keep, type Rows } from "../keep.ts"

interface Raw {
  readonly id: string
  readonly name: unknown
  readonly at: string
  readonly gone?: boolean
}
const Item = Wire.struct({ id: Wire.required(Wire.id), name: Wire.text, gone: Wire.boolean })
const reading = {
  page: Page.numbered({ size: 2 }),
  items: "list",
  item: Item,
  since: ({ since }: { readonly since: string }) => ({ query: { since } }),
  map: ({ id, name }: { readonly id: string; readonly name?: string | null | undefined }) => ({
    platform_id: id,
    name: name ?? null
  })
}
const shelf = Connector.make({
  id: "SHELF",
  name: "Shelf",
  category: "ACCOUNTING",
  models: Models.accounting,
  auth: Auth.apiKey({
    fields: { key: Setting.asked({ label: "Key" }) },
    headers: ({ key }) => ({ "x-key": key ?? "" })
  }),
  settings: {},
  http: { baseUrl: "https://shelf.example", limits: { windows: [] } },
  account: Account.untold("a test has one account"),
  check: { path: "/contacts" },
  reads: {
    CONTACTS: Connector.read("CONTACTS", {
      ...reading,
      path: "/contacts",
      deletes: Read.flag((raw: { readonly gone?: boolean | null | undefined }) => raw.gone === true)
    }),
    ITEMS: Connector.read("ITEMS", { ...reading, path: "/items", deletes: Read.byFullListing("Nothing tells sooner") })
  },
  writes: {}
})

/** A platform whose clock is five minutes slow, and tables of somebody's. */
const world = () => {
  const items = new Map<string, Raw>()
  const rows = new Map<string, unknown>()
  const refused: Array<string | null> = []
  let cursor: Cursor | null = null
  let isDown = false
  const platformTime = () => new Date(Date.now() - 5 * 60_000).toISOString()
  const fetch = (async (input: string | URL | Request) => {
    const { searchParams } = new URL(input instanceof Request ? input.url : input)
    const page = Number(searchParams.get("page") ?? 1)
    if (isDown && page > 1) return Response.json({}, { status: 400 })
    const since = searchParams.get("since")
    const list = [...items.values()].filter(({ at, gone }) => (since === null ? gone !== true : at >= since))
    return Response.json({ list: list.slice(2 * page - 2, 2 * page) })
  }) as typeof globalThis.fetch
  const books = connect(shelf, { credentials: { key: "k-1" }, settings: {}, fetch })
  const table: Rows<any> = {
    cursor: async () => cursor,
    ids: async () => [...rows.keys()],
    put: async (id, records) => void rows.set(id, records[0]?.name),
    remove: async (id) => void rows.delete(id),
    refused: async ({ id }) => void refused.push(id),
    setCursor: async (next) => {
      cursor = next
    }
  }
  return {
    rows,
    refused,
    set: (id: string, name: unknown, gone = false) => items.set(id, { id, name, at: platformTime(), gone }),
    drop: (id: string) => items.delete(id),
    run: (model: "CONTACTS" | "ITEMS") => keep(shelf, books, model, table),
    down: (isIt: boolean) => void (isDown = isIt),
    /** As though the last whole run were two days ago. */
    age: () => {
      cursor = { ...cursor!, whole: new Date(Date.now() - 48 * 60 * 60_000).toISOString() }
    },
    cursor: () => cursor
  }
}

it("keeps rows the same where the platform marks what is gone", async () => {
  const { refused, rows, run, set } = world()
  for (const id of ["1", "2", "3"]) set(id, `Name ${id}`)
  await run("CONTACTS")
  expect([...rows]).toEqual([
    ["1", "Name 1"],
    ["2", "Name 2"],
    ["3", "Name 3"]
  ])
  set("2", "Another")
  set("3", "Name 3", true)
  await run("CONTACTS")
  expect([...rows]).toEqual([
    ["1", "Name 1"],
    ["2", "Another"]
  ])
  expect(refused).toEqual([])
})

it("finds by whole runs what only a listing of everything lacks", async () => {
  const { age, drop, rows, run, set } = world()
  for (const id of ["1", "2", "3"]) set(id, `Name ${id}`)
  await run("ITEMS")
  drop("2")
  await run("ITEMS")
  expect([...rows.keys()]).toEqual(["1", "2", "3"])
  age()
  await run("ITEMS")
  expect([...rows.keys()]).toEqual(["1", "3"])
})

it("goes on after what cannot be read, and keeps no cursor of a run that broke off", async () => {
  const { cursor, down, refused, rows, run, set } = world()
  set("1", "Name 1")
  set("2", ["no text"])
  set("3", "Name 3")
  await run("CONTACTS")
  expect([[...rows.keys()].includes("3"), refused]).toEqual([true, ["2"]])
  const before = cursor()
  for (const id of ["3", "4", "5"]) set(id, "New")
  down(true)
  await expect(run("CONTACTS")).rejects.toMatchObject({ reason: { _tag: "Rejected" } })
  expect(cursor()).toBe(before)
  down(false)
  await run("CONTACTS")
  expect([...rows].filter(([, name]) => name === "New").map(([id]) => id)).toEqual(["3", "4", "5"])
})
