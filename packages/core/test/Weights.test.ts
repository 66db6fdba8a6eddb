/** Budgets that calls weigh on: a day's tokens, of which each call costs some, beside the windows that count calls. */
import { describe, expect, it } from "vitest"
import { connect, isConnectorError } from "../src/connect/index.ts"
import { Account, Auth, Connector, Models, Setting } from "../src/contract/index.ts"

const acme = Connector.make({
  id: "ACME",
  name: "Acme",
  category: "CRM",
  models: Models.models,
  auth: Auth.none,
  settings: { plan: Setting.asked({ label: "Plan" }) },
  account: Account.untold("made up"),
  check: { path: "/" },
  http: {
    baseUrl: "https://acme.example",
    limits: {
      windows: [{ max: 1000, seconds: 60 }],
      weighed: {
        windows: ({ plan }) => [{ max: plan === "large" ? 100 : 20, seconds: 86_400 }],
        weigh: ({ path }) => ({ "/free": 0, "/dear": 7.5, "/beyond": 1e9 })[path] ?? 1,
        remaining: (headers) =>
          headers["x-left"] === undefined ? [] : [{ seconds: 86_400, remaining: Number(headers["x-left"]) }]
      }
    }
  },
  reads: {},
  writes: {}
})
/** What became of calls to these paths, one after the other: true, or the seconds after which another makes sense. */
const called = async (plan: string, paths: ReadonlyArray<string>, left?: string) => {
  const sent: Array<string> = []
  const client = connect(acme, {
    settings: { plan },
    credentials: {},
    fetch: async (input) => {
      sent.push(new URL(String(input instanceof Request ? input.url : input)).pathname)
      return Response.json({}, left === undefined ? {} : { headers: { "x-left": left } })
    }
  })
  const outcomes: Array<unknown> = []
  for (const path of paths) {
    outcomes.push(
      await client.call({ path }).then(
        () => true,
        (error) => isConnectorError(error) && error.reason._tag
      )
    )
  }
  return { outcomes, sent }
}

describe("a budget that calls weigh on", () => {
  it("lets through what has room by its weight, and sends nothing else", async () => {
    const { outcomes, sent } = await called("small", ["/dear", "/dear", "/dear", "/free", "/cheap"])
    expect(outcomes).toEqual([true, true, "RateLimited", true, true])
    expect(sent).toEqual(["/dear", "/dear", "/free", "/cheap"])
  })
  it("is that of the connection's plan", async () => {
    const { outcomes } = await called("large", Array(13).fill("/dear"))
    expect(outcomes).toEqual([...Array(12).fill(true), "RateLimited"])
  })
  it("takes what is heavier than all of it for all of it", async () => {
    expect((await called("small", ["/beyond", "/dear"])).outcomes).toEqual([true, "RateLimited"])
  })
  it("is lowered by what the platform says is left", async () => {
    expect((await called("small", ["/cheap", "/dear", "/cheap"], "3")).outcomes).toEqual([true, "RateLimited", true])
  })
})
