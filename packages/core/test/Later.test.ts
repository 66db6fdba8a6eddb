/** Reads in a module of their own: loaded by the first call that needs them, offered and described before. */
import { describe, expect, it } from "vitest"
import * as Async from "../src/connect/index.ts"
import { Account, Auth, Connector, Models, Page, Read, Setting, Wire } from "../src/contract/index.ts"
import { Registry } from "../src/runtime/index.ts"

const of = (path: string) => ({
  path,
  get: `${path}/{id}`,
  getItem: (body: unknown) => body,
  page: Page.single,
  items: "list",
  item: Wire.struct({ id: Wire.required(Wire.id), name: Wire.text }),
  sequence: { call: () => ({ path: "/count" }), position: () => ({ of: "books", at: 7 }) },
  unofferedStatuses: [402]
})
const map = ({ id, name }: { readonly id: string; readonly name?: string | null | undefined }) => ({
  platform_id: id,
  name: name ?? null
})
const contacts = Connector.read("CONTACTS", { ...of("/contacts"), deletes: Read.fullListing, map })
const items = ["goods", "services"].map((source) =>
  Connector.read("ITEMS", {
    ...of(`/${source}`),
    source,
    deletes: Read.idListing({ call: () => ({ path: "/ids" }), page: Page.single, ids: () => ["1"] }),
    map
  })
)

/** A connector whose items are loaded later, and how often they were. */
const shop = (deletions: Read.Deletions = "ids", load = async () => ({ reads: { ITEMS: items } })) => {
  let loads = 0
  const connector = Connector.make({
    id: "SHOP",
    name: "Shop",
    category: "ACCOUNTING",
    models: Models.models,
    auth: Auth.apiKey({ fields: { key: Setting.asked({ label: "Key" }) }, headers: ({ key }) => ({ key: key ?? "" }) }),
    settings: {},
    http: { baseUrl: "https://shop.example", limits: { windows: [] } },
    check: { path: "/count" },
    account: Account.untold("a test has one account"),
    reads: {
      CONTACTS: contacts,
      ...Connector.laterReads({ ITEMS: deletions }, () => {
        loads++
        return load()
      })
    },
    writes: {}
  })
  const client = Async.connect(connector, {
    credentials: { key: "k" },
    settings: {},
    fetch: async (input) => {
      const { pathname } = new URL(new Request(input).url)
      if (pathname === "/services") return new Response("{}", { status: 402 })
      const one = { id: "1", name: pathname }
      return Response.json(pathname.endsWith("/1") ? one : { list: [one] })
    }
  })
  return { client, connector, loads: () => loads }
}
const listed = async <A>(all: AsyncIterable<A>): Promise<ReadonlyArray<A>> => {
  const found: Array<A> = []
  for await (const one of all) found.push(one)
  return found
}
const failure = async (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => (Async.isConnectorError(error) ? error.reason : error)
  )

describe("reads that are loaded later", () => {
  it("are loaded by the first call that needs them, and by no other", async () => {
    const { client, loads } = shop()
    expect((await listed(client.list("CONTACTS"))).map(({ name }) => name)).toEqual(["/contacts"])
    await client.check()
    expect(loads()).toBe(0)
    // Of two sources the account has one alone.
    expect((await listed(client.list("ITEMS"))).map(({ name }) => name)).toEqual(["/goods"])
    expect(loads()).toBe(1)
    expect(await client.get("ITEMS", "1")).toMatchObject({ name: "/goods/1" })
    expect(await client.positions("ITEMS")).toEqual({
      goods: { of: "books", at: 7 },
      services: { of: "books", at: 7 }
    })
  })

  it("say before how their deletions are known", async () => {
    const { client, connector, loads } = shop()
    expect([Async.deletionsOf(connector, "CONTACTS"), Async.deletionsOf(connector, "ITEMS")]).toEqual([
      "listing",
      "ids"
    ])
    expect(loads()).toBe(0)
    expect(await failure(listed(client.list("ITEMS", { deleted: true })))).toMatchObject({
      _tag: "InvalidCall",
      field: "deleted"
    })
    await expect(Connector.whole(shop("told").connector)).rejects.toThrow(
      'SHOP says that deletions of ITEMS are "told", and they are "ids".'
    )
  })

  it("that cannot be loaded are named, and asked for again by the next call", async () => {
    let isThere = false
    const { client } = shop("ids", async () => {
      if (!isThere) throw new Error("no such chunk")
      return { reads: { ITEMS: items } }
    })
    expect(await failure(client.get("ITEMS", "1"))).toMatchObject({
      _tag: "Unavailable",
      message: "The app's bundle lacks what reads ITEMS: no such chunk"
    })
    isThere = true
    expect(await client.get("ITEMS", "1")).toMatchObject({ platform_id: "1" })
  })

  it("are there for who looks into the whole connector", async () => {
    const { connector } = shop()
    expect(Registry.fault(connector)).toBeNull()
    expect(() => Connector.sourcesOf(connector, "ITEMS")).toThrow("The reads of ITEMS are loaded by `Connector.whole`.")
    const whole = await Connector.whole(connector)
    expect([Connector.isWhole(connector), Connector.isWhole(whole)]).toEqual([false, true])
    expect([whole.reads.ITEMS].flat()).toEqual(items)
    expect(Connector.sourcesOf(whole, "ITEMS").map(({ source }) => source)).toEqual(["goods", "services"])
    expect(whole.reads.CONTACTS).toBe(contacts)
    expect(await Connector.whole(whole)).toBe(whole)
    expect(Registry.capabilities(whole).find(({ model }) => model === "ITEMS")).toMatchObject({ read: true })
  })

  it("are held to the models that are named, and to the words there are", () => {
    const load = async () => ({ reads: { ITEMS: items } })
    // @ts-expect-error: the module has no read of invoices
    const lacking = Connector.laterReads({ ITEMS: "ids", INVOICES: "ids" }, load)
    // @ts-expect-error: no word for how deletions are known
    const unsaid = Connector.laterReads({ ITEMS: "somehow" }, load)
    expect([lacking, unsaid].map((own) => Object.keys(own))).toEqual([["ITEMS", "INVOICES"], ["ITEMS"]])
  })
})
