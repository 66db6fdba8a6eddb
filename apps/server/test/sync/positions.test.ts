/** Platforms that count changes instead of dating them: where a run stood is where the next begins. */
import { sandbox } from "@svc/sandbox"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Synced from "../support/Synced.ts"

const { since: _, ...contacts } = sandbox.reads.CONTACTS
const sequence = {
  call: () => ({ path: "/count" }),
  position: (body: unknown) => body as { readonly of: string; readonly at: number }
}
/** The sandbox, whose contacts are asked for by the number of their change, and whose items cannot be. */
const counted = {
  ...sandbox,
  id: "COUNTED",
  reads: {
    CONTACTS: {
      ...contacts,
      sequence: {
        ...sequence,
        after: ({ after }: { readonly after: number }) => ({ headers: { "x-after": String(after) } })
      }
    },
    CURRENCIES: { ...sandbox.reads.CURRENCIES, sequence }
  },
  writes: {},
  inbound: undefined
} as unknown as typeof sandbox

describe.each(Synced.databases)("a count of changes on %s", (database) => {
  let at: Synced.Synced
  let connection: Synced.Connected
  let count: unknown = { of: "file-1", at: 10 }
  let seen = 0
  beforeAll(async () => {
    at = await Synced.start(database, [counted])
    at.platform.rule(
      ({ path }) => path === "/count",
      () => Response.json(count)
    )
    connection = await at.connect("counted", { CONTACTS: {}, CURRENCIES: {} }, undefined, "COUNTED")
    const [first] = await at.syncs(connection)
    await at.ended(first.svc_id)
  })
  afterAll(() => at.stop())

  /** The places after which a resource was asked for since the last look; `all` for everything. */
  const asked = (resource = "contacts") =>
    at.platform
      .seen("counted")
      .slice(seen)
      .filter(({ path }) => path === `/${resource}`)
      .map(({ headers }) => headers["x-after"] ?? "all")
  const run = async (to: unknown, body: object = {}) => {
    seen = at.platform.seen("counted").length
    count = to
    const { sync } = await at.sync(connection, body)
    return sync.status
  }

  it("begins with everything", async () => {
    assert.deepStrictEqual(asked(), ["all"])
    assert.deepStrictEqual(asked("currencies"), ["all"])
  })
  it("lists nothing while it stands still", async () => {
    assert.strictEqual(await run({ of: "file-1", at: 10 }), "SUCCESS")
    assert.deepStrictEqual([...asked(), ...asked("currencies")], [])
  })
  it("asks for what came after, or for everything where that cannot be asked for", async () => {
    assert.strictEqual(await run({ of: "file-1", at: 12 }), "SUCCESS")
    assert.deepStrictEqual(asked(), ["10"])
    assert.deepStrictEqual(asked("currencies"), ["all"])
  })
  it("moves on only when a run has come to its end", async () => {
    at.platform.rule(
      ({ path }) => path === "/contacts",
      () => Response.json({ error: { message: "No" } }, { status: 400 }),
      1
    )
    assert.strictEqual(await run({ of: "file-1", at: 15 }), "PARTIAL_SUCCESS")
    assert.strictEqual(await run({ of: "file-1", at: 15 }), "SUCCESS")
    assert.deepStrictEqual(asked(), ["12"])
  })
  it("leaves to the next run what changes while one reads", async () => {
    at.platform.rule(
      ({ path }) => path === "/contacts",
      (real) => {
        count = { of: "file-1", at: 25 }
        return real()
      },
      1
    )
    assert.strictEqual(await run({ of: "file-1", at: 20 }), "SUCCESS")
    assert.strictEqual(await run({ of: "file-1", at: 25 }), "SUCCESS")
    assert.deepStrictEqual(asked(), ["20"])
  })
  it.each([
    ["went back", { of: "file-1", at: 3 }, {}],
    ["is of another file", { of: "file-2", at: 30 }, {}],
    ["does not matter to a full sync", { of: "file-2", at: 31 }, { full_sync: true }]
  ])("begins anew when the count %s", async (_name, to, body) => {
    assert.strictEqual(await run(to, body), "SUCCESS")
    assert.deepStrictEqual(asked(), ["all"])
    await run(to)
    assert.deepStrictEqual(asked(), [])
  })
  it("fails a model whose count cannot be read, and reads it the next time", async () => {
    assert.strictEqual(await run("nonsense"), "FAILED")
    assert.strictEqual(await run({ of: "file-2", at: 32 }), "SUCCESS")
    assert.deepStrictEqual(asked(), ["31"])
  })
})
