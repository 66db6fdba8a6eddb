/** What a repeat of a write makes of items that cannot be sent any more: what stands in their way may be their own. */
import { describe, expect, it } from "vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import {
  Account,
  Auth,
  Call,
  Connector,
  Lookup,
  Models,
  Normalize,
  Page,
  Read,
  Wire,
  Write
} from "../src/contract/index.ts"
import { Platform } from "../src/runtime/index.ts"

const contacts = Connector.read("CONTACTS", {
  path: "/contacts",
  page: Page.single,
  items: "",
  item: Wire.struct({ id: Wire.required(Wire.id), name: Wire.text }),
  deletes: Read.never("Nothing is deleted"),
  map: ({ id, name }) => ({ platform_id: id, name })
})
const names = Lookup.make({
  call: { path: "/contacts" },
  response: Wire.list(Wire.struct({ name: Wire.text })),
  pick: (all) => new Set(all.map((one) => one?.name)),
  absent: new Set<string | null | undefined>()
})
/** What is sent, and looked for, of a name; none can be longer than twenty letters. */
const short = (name: string | null | undefined) => {
  if ((name ?? "").length > 20) throw new Normalize.Unreadable("at most 20 letters", name, "name")
  return name
}
const search = Write.lookup<{ readonly name?: string | null }>({
  call: ({ name }) => (name === "Nameless" ? null : { path: "/contacts", query: { name: short(name) } }),
  find: (body) => Call.at(body, "0")
})
const make = (idempotency: Write.Idempotency, asks: boolean) =>
  Connector.make({
    id: "UNIQUE",
    name: "Unique",
    category: "ACCOUNTING",
    models: Models.models,
    auth: Auth.none,
    settings: {},
    http: { baseUrl: "https://unique.example", limits: { windows: [] } },
    account: Account.untold("a test has one account"),
    check: { path: "/" },
    reads: { CONTACTS: contacts },
    writes: {
      CONTACTS: {
        create: Connector.create("CONTACTS", {
          requires: ["name"],
          lookups: asks ? { names } : {},
          refuse: ({ name }, { lookups }) =>
            lookups.names?.has(name) === true ? { field: "name", message: "is taken", exists: true } : null,
          call: ([item]) => ({ method: "POST", path: "/contacts", body: { name: short(item?.name) } }),
          answers: (body) => [Write.accepted(body)],
          record: contacts,
          idempotency
        })
      }
    }
  })

/** Writes one name where Ada and the nameless are there already, and the platform finds `found` when it is asked. */
const write = async (
  name: string,
  options: { found?: unknown; idempotency?: Write.Idempotency; repeated?: boolean; asks?: boolean }
) => {
  const { asks = true, found = [], idempotency = search, repeated = true } = options
  const sent: Array<string> = []
  const answer: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    if (request.method === "POST") sent.push(await request.text())
    const isSearch = new URL(request.url).searchParams.has("name")
    return Response.json(
      request.method === "POST" ? { id: "2", name } : isSearch ? found : [{ name: "Ada" }, { name: "Nameless" }]
    )
  }
  const http = FetchHttpClient.layer.pipe(Layer.provide(Layer.succeed(FetchHttpClient.Fetch, answer)))
  const [result] = await Effect.gen(function* () {
    const platform = yield* Platform.Platform
    const client = platform.open(make(idempotency, asks), { key: "k", settings: {}, credentials: Effect.succeed({}) })
    return yield* client.chunk("CONTACTS", "create", [{ position: 0, input: { name } }], { key: "k", repeated })
  }).pipe(Effect.provide(Platform.Platform.layer.pipe(Layer.provide(http))), Effect.runPromise)
  return { sent, is: result?.error?.code ?? result?.item?.records[0]?.platform_id }
}

describe("an item that a repeat may not send", () => {
  it("is refused the first time, without being looked for", async () => {
    expect(await write("Ada", { found: [{ id: "1", name: "Ada" }], repeated: false })).toEqual({
      sent: [],
      is: "record-already-exists"
    })
  })
  it("is what was sent before, where the platform shows it", async () => {
    expect(await write("Ada", { found: [{ id: "1", name: "Ada" }] })).toEqual({ sent: [], is: "1" })
  })
  it("is refused where the platform does not show it", async () => {
    expect(await write("Ada", {})).toEqual({ sent: [], is: "record-already-exists" })
  })
  it("may have been sent, where the platform cannot be asked", async () => {
    expect(await write("Nameless", {})).toEqual({ sent: [], is: "unknown-outcome" })
    expect(await write("Ada", { idempotency: Write.none })).toEqual({ sent: [], is: "unknown-outcome" })
  })
  it("is refused where no call can be made of it, since none was sent", async () => {
    const long = "a name of many more letters"
    expect(await write(long, { asks: false })).toEqual({ sent: [], is: "invalid-params" })
    // What the platform answers now may be something else than when it was sent.
    expect(await write(long, {})).toEqual({ sent: [], is: "unknown-outcome" })
  })
  it("is sent where nothing stands in its way and it is not there", async () => {
    expect(await write("Bo", {})).toEqual({ sent: ['{"name":"Bo"}'], is: "2" })
  })
})
