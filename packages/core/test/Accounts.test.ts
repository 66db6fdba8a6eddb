/** What tells accounts apart, and the one form that a setting has however it was typed. */
import { describe, expect, it } from "vitest"
import { connect } from "../src/connect/index.ts"
import { Account, Auth, Connector, Models, Setting } from "../src/contract/index.ts"
import { Accounts, Registry } from "../src/runtime/index.ts"

const spellings = (one: string, ...typed: ReadonlyArray<string>) => typed.map((own) => [own, one] as const)

describe("an address", () => {
  it.each([
    ...spellings(
      "https://acme.example",
      "https://acme.example",
      "HTTPS://ACME.example",
      " https://acme.example/ ",
      "https://acme.example:443",
      "https://acme.example.///\n"
    ),
    ...spellings(
      "http://acme.example:9000/Books",
      "http://Acme.Example:9000/Books/",
      "HTTP://acme.example.:9000/Books"
    ),
    ...spellings("https://127.0.0.1", "https://2130706433/", "https://127.1"),
    ...spellings("https://[::1]", "https://[0:0:0:0:0:0:0:1]:443/"),
    // What could hide something stays as it is, and its pattern refuses it.
    ...[
      "https://acme.example@evil.example",
      "https://acme.example\\.evil.example",
      "https://acme.example?a",
      "acme"
    ].map((own) => [own, own] as const)
  ])("%j is %j", (typed, one) => {
    expect(Setting.address(typed)).toBe(one)
    expect(Setting.address(one)).toBe(one)
  })
})

describe("a host", () => {
  it.each([
    ...spellings(
      "acme.example",
      "acme.example",
      " ACME.example ",
      "https://acme.example/",
      "acme.example.",
      "acme.example:443",
      "HTTPS://Acme.example/admin/x"
    ),
    ...spellings("user@acme.example", "user@acme.example")
  ])("%j is %j", (typed, one) => {
    expect(Setting.host(typed)).toBe(one)
    expect(Setting.host(one)).toBe(one)
  })
})

const make = (settings: Setting.Settings, account: Account.Account) =>
  Connector.make({
    id: "ACME",
    name: "Acme",
    category: "CUSTOM",
    models: Models.models,
    auth: Auth.none,
    settings,
    account,
    http: { baseUrl: ({ address = "https://acme.example" }) => address, limits: { windows: [] } },
    check: { path: "/me" },
    reads: {},
    writes: {}
  })
const address = Setting.asked({ label: "Address", normalize: Setting.address })
const pin = Setting.asked({ label: "PIN", secret: true })
const region = Setting.asked({ label: "Region", optional: true })

describe("an account", () => {
  it("is the one that its settings name, however they were typed", () => {
    const acme = make({ address, region }, Account.settings("address"))
    const of = (typed: string) => Accounts.ofSettings(acme, { address: typed, region: typed })
    expect(of(" HTTPS://Acme.example/ ")).toBe("https://acme.example")
    expect(of("https://acme.example/other")).not.toBe(of("https://acme.example"))
    expect(Accounts.ofSettings(acme, { region: "eu" })).toBeNull()
    const both = make({ address, tenant: region as never }, Account.settings("address", "tenant"))
    const pair = (one: string, two: string) => Accounts.ofSettings(both, { address: one, tenant: two })
    expect(pair("a", "bc")).not.toBe(pair("ab", "c"))
  })
  it("is the one that an answer names, and none where it names none that can be kept", () => {
    const acme = make(
      {},
      Account.answer((body) => body.id)
    )
    const of = (body: unknown) => Accounts.idOfChecked(acme, body, { settings: {}, credentials: {} })
    expect(of({ id: "a-1" })).toBe("a-1")
    expect(of({ id: 7 })).toBe("7")
    for (const body of [null, {}, { id: "" }, { id: " " }, { id: true }, { id: "a\u0000" }, { id: "a".repeat(501) }]) {
      expect(of(body)).toBeNull()
    }
  })
  it("is refused where nothing says how it is known", () => {
    const { account: _, ...rest } = make({ address }, Account.untold("nothing says it"))
    expect(Registry.fault(rest)).toContain("give it `account`")
  })
  it.each([
    ["by a setting that is not declared", make({}, { _tag: "Settings", names: ["tenant"] })],
    ["by one that may be left out", make({ region }, Account.settings("region"))],
    ["by a secret", make({ pin }, Account.settings("pin"))],
    ["by nothing, without a reason", make({}, Account.untold(" "))],
    ["in a way that nobody knows", make({}, { _tag: "Chance" } as never)]
  ])("is not told apart %s: the connector is not composed", (_, connector) => {
    expect(Registry.fault(connector)).toMatch(/^The connector ACME .*apart/)
  })
})

it("sends what an embedder's spelling of an address means", async () => {
  const asked: Array<string> = []
  const fetch = (async (input: RequestInfo | URL) => {
    asked.push(String(input))
    return Response.json({})
  }) as typeof globalThis.fetch
  const acme = make({ address: { ...address, pattern: "https://[a-z.]+" } }, Account.settings("address"))
  for (const typed of ["https://acme.example", " HTTPS://ACME.example/ ", "https://acme.example:443"]) {
    await connect(acme, { credentials: {}, settings: { address: typed }, fetch }).check()
  }
  expect(new Set(asked)).toEqual(new Set(["https://acme.example/me"]))
})
