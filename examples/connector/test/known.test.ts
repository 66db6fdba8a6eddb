/** Records that no listing shows: those that others name are asked for by their ids, in a list as one by one. */
import * as Account from "@svc/core/Account"
import * as Auth from "@svc/core/Auth"
import * as Connector from "@svc/core/Connector"
import * as Models from "@svc/core/Models"
import { connect } from "@svc/core/connect"
import { describe, expect, it } from "vitest"
import { known } from "../src/options/reads.ts"

const acme = Connector.make({
  id: "ACME",
  name: "Acme",
  category: "PAYMENTS",
  models: Models.models,
  auth: Auth.none,
  settings: {},
  account: Account.untold("made up"),
  check: { path: "/" },
  http: { baseUrl: "https://acme.example", limits: { windows: [] } },
  reads: { PAYMENT_REFUNDS: known },
  writes: {}
})
const refunds: Readonly<Record<string, object>> = {
  r1: { id: "r1", state: "done", amount: "5.00" },
  r2: { id: "r2", state: "done", amount: "7.50" }
}
const asked: Array<string> = []
const client = connect(acme, {
  settings: {},
  credentials: {},
  fetch: async (input) => {
    const { pathname } = new URL(String(input instanceof Request ? input.url : input))
    asked.push(pathname)
    if (pathname === "/movements") {
      return Response.json({
        movements: [{ refund: "r1", state: "done" }, { refund: null }, { refund: "r2", state: "done" }]
      })
    }
    const found = refunds[pathname.slice("/refunds/".length)]
    return Response.json(found ?? {}, { status: found === undefined ? 404 : 200 })
  }
})

describe("records that others name", () => {
  it("are listed by who names them, each asked for by its id", async () => {
    const listed: Array<unknown> = []
    for await (const { amount, platform_id } of client.list("PAYMENT_REFUNDS")) listed.push([platform_id, amount])
    expect(listed).toEqual([
      ["r1", 5],
      ["r2", 7.5]
    ])
    expect(asked.toSorted()).toEqual(["/movements", "/refunds/r1", "/refunds/r2"])
  })
  it("are the same one by one, and none where there is none", async () => {
    expect(await client.get("PAYMENT_REFUNDS", "r2")).toMatchObject({ platform_id: "r2", amount: 7.5 })
    expect(await client.get("PAYMENT_REFUNDS", "r3")).toBeNull()
  })
})
