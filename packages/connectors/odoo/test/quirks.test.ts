import assert from "node:assert/strict"
import { Case, checks } from "@svc/testkit"
import * as Connector from "@svc/core/Connector"
import { connect, isConnectorError } from "@svc/core/connect"
import { describe, it } from "vitest"
import { odoo } from "../src/index.ts"
import { inRpc, session } from "./rpc.ts"

const settings = { host: "harbour.odoo.com", database: "harbour", company: "1" }
const credentials = { key: "odoo-key-1" }

/** A connection whose every call is answered so. */
const answering = (status: number, body: unknown) => {
  const sent: Array<string> = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    sent.push(new URL(new Request(input, init).url).pathname)
    return Response.json(body, { status })
  }
  return { books: connect(odoo, { settings, credentials, fetch }), sent }
}
const said = (name: string, message: string) => ({
  name,
  message,
  arguments: [],
  context: {},
  debug: "Traceback: /opt/odoo"
})

describe("what Odoo's exceptions mean", () => {
  for (const [name, status, message, reason] of [
    ["odoo.exceptions.AccessError", 403, "Not for you", "Forbidden"],
    ["werkzeug.exceptions.Unauthorized", 401, "Invalid apikey", "AuthExpired"],
    ["odoo.exceptions.MissingError", 404, "Record does not exist", "NotFound"],
    ["odoo.exceptions.ValidationError", 422, "No", "Rejected"],
    ["builtins.ValueError", 500, "Invalid field 'nowhere' on 'account.move'", "Rejected"],
    ["psycopg2.errors.SerializationFailure", 500, "could not serialize access", "Unavailable"],
    ["werkzeug.exceptions.NotFound", 404, "the model 'purchase.order' does not exist", "Unsupported"],
    ["odoo.exceptions.UserError", 200, "Object purchase.order doesn't exist", "Unsupported"]
  ] as const) {
    it(`${name}: ${message}`, async () => {
      const inside = { jsonrpc: "2.0", id: 1, error: { code: 200, data: said(name, message) } }
      const { books } = answering(status, status === 200 ? inside : said(name, message))
      const error: unknown = await books.check().catch((own: unknown) => own)
      assert.ok(isConnectorError(error))
      assert.equal(error.reason._tag, reason)
      assert.doesNotMatch(JSON.stringify(error), /Traceback/)
    })
  }
})

describe("a caller's own calls", () => {
  it("may read the machinery of the database and not change it", async () => {
    const { books, sent } = answering(200, [])
    await books.call({ method: "POST", path: "/ir.model/search_read", body: {} })
    for (const path of ["/ir.cron/write", "/res.users/create", "/res.users.apikeys/generate", "/%69r.rule/unlink"]) {
      await assert.rejects(books.call({ method: "POST", path, body: {} }), path)
    }
    assert.deepEqual(sent, ["/json/2/ir.model/search_read"])
  })
})

const whole = await Connector.whole(odoo)
describe("the same by JSON-RPC", () => {
  const loaded = Case.load(new URL("./fixtures/", import.meta.url))
  const cases = Object.fromEntries(Object.entries(loaded).map(([name, own]) => [name, inRpc(own)]))
  const subject = {
    connector: whole,
    method: "rpc",
    settings: { ...settings, login: "ada@harbour.example" },
    credentials,
    session,
    headers: { "x-odoo-database": "harbour" },
    cases
  }
  // Sums are asked for by other methods there.
  const due = /^(?!.*(?:STATEMENT|SHEET)).*(?:all pages are read once|is found by its id|exactly these requests)/
  for (const { name, run } of checks(subject)) if (due.test(name)) it(name, run)
})
