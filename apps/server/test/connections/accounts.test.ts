/**
 * Two accounts of one platform in one company are two connections, one that comes again is the same, and a reconnect leads to
 * no other: by the API, by the connect page, and by what the audit log says of them.
 */
import { Account, Auth, Connector, Models, Page, Read, Setting, Wire } from "@svc/core"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { createServer, type IncomingMessage, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { connectors as composed } from "../../src/connectors.ts"
import * as Service from "../support/Service.ts"
import * as Visitor from "../support/Visitor.ts"

const contacts = Connector.read("CONTACTS", {
  path: "/contacts",
  page: Page.single,
  items: "items",
  item: Wire.struct({ id: Wire.required(Wire.id) }),
  deletes: Read.never("Nothing is deleted"),
  map: ({ id }) => ({ platform_id: id })
})
/** A platform on a host that its user types. */
const place = Connector.make({
  id: "TEST_PLACE",
  name: "Place",
  category: "ACCOUNTING",
  models: Models.models,
  auth: Auth.apiKey({
    fields: { key: Setting.asked({ label: "Key", secret: true }) },
    headers: ({ key }) => ({ authorization: `Bearer ${key}` })
  }),
  settings: {
    address: Setting.asked({ label: "Address", pattern: "http://[a-z0-9.:/]+", normalize: Setting.address })
  },
  http: { baseUrl: ({ address }) => address, limits: { windows: [] } },
  account: Account.settings("address"),
  check: { path: "/me" },
  reads: { CONTACTS: contacts },
  writes: {}
})
/** One that says nowhere whose a key is. */
const mute: Connector.Any = {
  ...(place as Connector.Any),
  id: "TEST_MUTE",
  name: "Mute",
  settings: {},
  http: { baseUrl: "https://mute.example", limits: { windows: [] } },
  account: Account.untold("keys are all there is")
}
/** What a key or token opens: `<account>` or `<account>.<anything>`; refused when it is revoked. */
const revoked = new Set<string>()
const keyOf = ({ headers }: IncomingMessage) => String(headers.authorization).replace(/^Bearer /, "")
const accountOf = (request: IncomingMessage) => keyOf(request).split(".")[0]!

const tenants = [
  { id: "l-1", tenantId: "t-1", tenantName: "One", tenantType: "ORGANISATION" },
  { id: "l-2", tenantId: "t-2", tenantName: "Two", tenantType: "ORGANISATION" }
]
const answer = async (request: IncomingMessage): Promise<readonly [number, unknown]> => {
  const path = new URL(request.url ?? "", "http://platform").pathname
  if (path.endsWith("/token")) {
    let form = ""
    for await (const part of request) form += part
    const code = new URLSearchParams(form).get("code")
    return [200, { access_token: code, refresh_token: `refresh of ${code}`, stripe_user_id: code?.split(".")[0] }]
  }
  if (revoked.has(keyOf(request))) return [401, { message: "no longer" }]
  if (path === "/v1/account") return [200, { id: accountOf(request), object: "account" }]
  if (path === "/account-info/v3/details") return [200, { portalId: accountOf(request) }]
  if (path === "/connections") return [200, tenants]
  if (path === "/Organisation") return [200, { Organisations: [{ Name: request.headers["xero-tenant-id"] }] }]
  if (path.endsWith("/me")) return [200, {}]
  if (path.endsWith("/contacts")) return [200, { items: [{ id: accountOf(request) }] }]
  return [404, { message: "nothing here" }]
}

let platform: Server
let service: Service.Service
let port = 0
let companyId = 0

beforeAll(async () => {
  platform = createServer((request, response) => {
    void answer(request).then(([status, body]) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => platform.listen(0, "127.0.0.1", resolve))
  port = (platform.address() as AddressInfo).port
  const url = `http://127.0.0.1:${port}`
  const oauth = (id: string) => ({
    [`SVC_${id}_BASE_URL`]: url,
    [`SVC_${id}_AUTHORIZE_URL`]: `${url}/authorize`,
    [`SVC_${id}_TOKEN_URL`]: `${url}/token`,
    [`SVC_${id}_CLIENT_ID`]: "client",
    [`SVC_${id}_CLIENT_SECRET`]: "secret"
  })
  service = await Service.start(
    {
      ...oauth("STRIPE"),
      ...oauth("HUBSPOT"),
      SVC_XERO_BASE_URL: url,
      SVC_TEST_MUTE_BASE_URL: url
    },
    {
      connectors: [...composed, place, mute],
      policy: { retries: 0, pause: 1, patience: 10_000, timeout: 20_000 }
    }
  )
})
afterAll(async () => {
  await service?.stop()
  platform?.closeAllConnections()
  await new Promise((resolve) => platform.close(resolve))
})
beforeEach(async () => {
  revoked.clear()
  companyId = (await service.call("POST", "/v3/core/companies", { name: "Acme" })).body.data.svc_id
})

interface Kind {
  readonly id: string
  /** A data model of its connector: the only one that its connections could read. */
  readonly model: string
  readonly credentials: (account: string) => Readonly<Record<string, string>>
  readonly settings?: (account: string) => Readonly<Record<string, string>>
}
/** Most of what is here is about connections alone: they read nothing. */
const configOf = ({ model }: Kind, enabled = false) => [{ data_model: model, enabled }]
const post = (kind: Kind, account: string, reads = false) =>
  service.call("POST", "/v3/core/connections", {
    company_id: companyId,
    integration_type: kind.id,
    credentials: kind.credentials(account),
    sync_config: configOf(kind, reads),
    ...(kind.settings === undefined ? {} : { settings: kind.settings(account) })
  })
const connect = async (kind: Kind, account: string): Promise<number> => {
  const { body, status } = await post(kind, account)
  expect(body.error ?? status).toBe(200)
  return body.data.svc_id
}
/** The connections of the company, as the API shows them. */
const connections = async (): Promise<ReadonlyArray<any>> => {
  const { body } = await service.call("GET", "/v3/core/connections?limit=1000")
  return body.data.filter((one: any) => one.svc_company_id === companyId)
}
const rows = <A extends object>(statement: string): Promise<ReadonlyArray<A>> =>
  service.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<A>(statement)))
/** What the audit log says of the company's connections, in order. */
const audited = async (): Promise<ReadonlyArray<string>> =>
  (
    await rows<{ action: string; target_id: string }>(
      `select action, target_id from audit_event where company_id = ${companyId} and action like 'CONNECTION_%' order by id`
    )
  ).map(({ action, target_id }) => `${action} ${target_id}`)
const page = async (visitor: Visitor.Visitor, linkId: string, kind: Kind, account: string) => {
  const address = `${service.url}/connect/${linkId}/with/${kind.id.toLowerCase()}`
  const settings = Object.entries(kind.settings?.(account) ?? {}).map(([name, value]) => [`setting.${name}`, value])
  if (kind.id === "STRIPE" || kind.id === "HUBSPOT") {
    const platform = await visitor.signIn(address)
    const query = new URLSearchParams({ code: account, state: platform.searchParams.get("state")! })
    return visitor.visit(`${service.url}/oauth/callback/${kind.id.toLowerCase()}?${query}`)
  }
  const keys = Object.entries(kind.credentials(account)).map(([name, value]) => [`key.${name}`, value])
  return visitor.submit(address, Object.fromEntries([...settings, ...keys]))
}
const linkOf = async (kind: Kind): Promise<string> => {
  const body = {
    company_id: companyId,
    integration_categories: [],
    integrations: [kind.id],
    sync_config: configOf(kind)
  }
  return (await service.call("POST", "/v3/core/invite_links", body)).body.data.invite_link_id
}

const token = (account: string) => ({ access_token: account })
const stripe: Kind = { id: "STRIPE", model: "PAYMENT_CUSTOMERS", credentials: token }
const hubspot: Kind = { id: "HUBSPOT", model: "CRM_CONTACTS", credentials: token }
const sandboxKey = (account: string) => ({ api_key: `sandbox-${account.split(".")[0]}` })
const sandbox: Kind = { id: "SVC_SANDBOX", model: "CURRENCIES", credentials: sandboxKey }
const xero: Kind = { id: "XERO", model: "ACCOUNTS", credentials: token, settings: (account) => ({ tenantId: account }) }
const key = (account: string) => ({ key: account })
const typed: Kind = {
  id: "TEST_PLACE",
  model: "CONTACTS",
  credentials: () => key("any"),
  settings: (account) => ({ address: `http://127.0.0.1:${port}/${account.split(".")[0]}` })
}

describe.each([stripe, hubspot, sandbox, typed])("$id", (kind) => {
  const [a, again, b] = ["101", "101.rotated", "102"]
  it("keeps two accounts of a company apart, and renews the one that comes again, by every door", async () => {
    const first = await connect(kind, a)
    const second = await connect(kind, b)
    expect(second).not.toBe(first)
    expect(await connect(kind, again)).toBe(first)
    const visitor = Visitor.start()
    const link = await linkOf(kind)
    expect((await page(visitor, link, kind, b)).location).toContain(`/done/${second}`)
    expect((await page(visitor, link, kind, "103")).status).toBe(303)
    const ids = (await connections()).map(({ svc_id }) => svc_id)
    expect(ids).toHaveLength(3)
    const third = ids.find((id) => id !== first && id !== second)
    const done = [`CREATED ${first}`, `CREATED ${second}`, `RENEWED ${first}`, `RENEWED ${second}`, `CREATED ${third}`]
    expect(await audited()).toEqual(done.map((own) => `CONNECTION_${own}`))
  })
  it("is not led to another account by a reconnect", async () => {
    const first = await connect(kind, a)
    const stored = `select credentials, credentials_version, settings::text, account from connection where id = ${first}`
    const before = await rows(stored)
    const { body } = await service.call("POST", `/v3/core/connections/${first}/reconnect`)
    const visitor = Visitor.start()
    const refused = await page(visitor, body.data.invite_link_id, kind, b)
    expect(refused.status).toBe(422)
    expect(refused.text).toContain("This is another account")
    expect(await rows(stored)).toEqual(before)
    expect((await page(visitor, body.data.invite_link_id, kind, again)).status).toBe(303)
    expect(await connections()).toHaveLength(1)
    expect(await audited()).toEqual([`CONNECTION_CREATED ${first}`, `CONNECTION_RENEWED ${first}`])
  })
  it("makes one connection of one account that is connected by several at once", async () => {
    const all = await Promise.all([connect(kind, a), connect(kind, b), connect(kind, again), connect(kind, b)])
    expect(new Set(all).size).toBe(2)
    expect(all[0]).toBe(all[2])
    expect(await connections()).toHaveLength(2)
    expect((await audited()).filter((own) => own.startsWith("CONNECTION_CREATED"))).toHaveLength(2)
  })
})

describe("a connection that was made before accounts were told apart", () => {
  it("is asked for its account before another one is taken for it", async () => {
    const first = await connect(stripe, "acct_1")
    await rows(`update connection set account = null where id = ${first}`)
    expect(await connect(stripe, "acct_2")).not.toBe(first)
    expect(await connect(stripe, "acct_1.new")).toBe(first)
    expect(await rows(`select account from connection where id = ${first}`)).toEqual([{ account: "acct_1" }])
  })
  it("is replaced by no other account when it cannot be asked any more", async () => {
    const first = await connect(sandbox, "one")
    await rows(`update connection set account = null, status = 'EXPIRED' where id = ${first}`)
    const second = await connect(sandbox, "two")
    expect(second).not.toBe(first)
    // The same key is the same account, whoever it is.
    expect(await connect(sandbox, "one")).toBe(first)
  })
  it("is known by what the platform told of its account, too", async () => {
    const link = await linkOf(stripe)
    const visitor = Visitor.start()
    expect((await page(visitor, link, stripe, "acct_1")).status).toBe(303)
    await rows(`update connection set account = null, status = 'EXPIRED' where company_id = ${companyId}`)
    expect((await page(visitor, link, stripe, "acct_2.x")).status).toBe(303)
    expect((await page(visitor, link, stripe, "acct_1.y")).status).toBe(303)
    expect(await connections()).toHaveLength(2)
  })
  it("has the normal form of its settings when it is compared", async () => {
    const first = await connect(typed, "x")
    await rows(
      `update connection set settings = '${JSON.stringify({ address: `HTTP://127.0.0.1:${port}/x/` })}' where id = ${first}`
    )
    expect(await connect(typed, "x")).toBe(first)
  })
})

it("takes every spelling of an address for one, at every door", async () => {
  const spelled = (address: string): Kind => ({ ...typed, settings: () => ({ address }) })
  const first = await connect(spelled(`http://127.0.0.1:${port}`), "a")
  for (const address of [` HTTP://127.0.0.1:${port}/ `, `http://127.1:${port}`]) {
    expect(await connect(spelled(address), "a")).toBe(first)
  }
  const visitor = Visitor.start()
  const link = await linkOf(typed)
  expect((await page(visitor, link, spelled(`HTTP://127.0.0.1:${port}//`), "a")).location).toContain(`/done/${first}`)
  const { body } = await service.call("POST", `/v3/core/connections/${first}/reconnect`)
  const again = await page(visitor, body.data.invite_link_id, spelled(`Http://127.0.0.1:${port}/`), "a")
  expect(again.location).toContain(`/done/${first}`)
  const [only, ...others] = await connections()
  expect(others).toEqual([])
  expect(only.settings).toEqual({ address: `http://127.0.0.1:${port}` })
})

it.each([{ id: "TEST_MUTE" }])(
  "$id, where nothing tells accounts apart, has one connection, and renews it when asked for just that",
  async ({ id }) => {
    const kind: Kind = { id, model: "CONTACTS", credentials: key }
    const first = await connect(kind, "one")
    expect(await connect(kind, "one")).toBe(first)
    const refused = await post(kind, "two")
    expect([refused.status, refused.body.error.code, refused.body.error.field]).toEqual([
      409,
      "conflict",
      "credentials"
    ])
    expect(refused.body.error.message).toContain(`connection ${first}`)
    const visitor = Visitor.start()
    expect((await page(visitor, await linkOf(kind), kind, "two")).status).toBe(422)
    const { body } = await service.call("POST", `/v3/core/connections/${first}/reconnect`)
    expect((await page(visitor, body.data.invite_link_id, kind, "two")).location).toContain(`/done/${first}`)
    expect(await connections()).toHaveLength(1)
  }
)

it("does not mix the records of two accounts, nor their writes", async () => {
  const ids = [await connect(sandbox, "left"), await connect(sandbox, "right")]
  const contact = { name: "Ada of the left", contact_type: "CUSTOMER" }
  const body = { company_id: companyId, data: [contact] }
  expect((await service.call("POST", "/accounting/contacts", body)).status).toBe(409)
  const written = await service.call("POST", "/accounting/contacts", { ...body, connection_id: ids[0] })
  expect(written.body.data.status).toBe("SUCCESS")
  const found = await rows<{ connection_id: number; platform_id: string }>(
    `select connection_id, platform_id from record where company_id = ${companyId}
     and data_model = 'CONTACTS' and body::text like '%${contact.name}%'`
  )
  expect(found).toEqual([{ connection_id: ids[0], platform_id: expect.any(String) }])
  const there = async (name: string) => {
    const headers = { authorization: `Bearer ${sandboxKey(name).api_key}` }
    const seen = await fetch(`${service.platform}/contacts/${found[0]!.platform_id}`, { headers })
    return (await seen.text()).includes(contact.name)
  }
  expect([await there("left"), await there("right")]).toEqual([true, false])
})

describe("POST /v3/core/connections", () => {
  it("takes the document's own example", async () => {
    const document = (await service.call("GET", "/openapi.json")).body
    const [example] = document.components.schemas.CreateConnection.examples
    const body = JSON.parse(
      JSON.stringify({ ...example, company_id: companyId, settings: { tenantId: "t-2" } }).replaceAll("…", "a-token")
    )
    expect(Object.keys(example.settings)).toEqual(["tenantId"])
    const made = await service.call("POST", "/v3/core/connections", body)
    expect(made.body.error ?? made.status).toBe(200)
    expect(made.body.data.settings).toEqual({ tenantId: "t-2", connectionId: "l-2" })
  })
  it("asks for the account where there are several, and takes none that the credentials do not lead to", async () => {
    const several = await post({ ...xero, settings: () => ({}) }, "a")
    expect([several.status, several.body.error.code]).toEqual([409, "conflict"])
    const none = await post(xero, "t-9")
    expect([none.status, none.body.error.code]).toEqual([422, "platform-denied"])
    expect(await connections()).toEqual([])
  })
})

describe("credentials that no call can carry", () => {
  const unsent = ["a key – with a dash", "key…", "ключ", "key\u0007"]
  it.each([
    ["an access token", stripe, "access_token", (access_token: string) => ({ access_token })],
    ["a typed key", typed, "key", key]
  ] as const)(
    "are refused by name, not taken for a platform that is away: %s",
    async (_, kind, name, credentialsOf) => {
      for (const text of unsent) {
        const refused = await post({ ...kind, credentials: () => credentialsOf(text) }, "101")
        expect([refused.status, refused.body.error.field], text).toEqual([400, `credentials.${name}`])
      }
      expect(await connections()).toEqual([])
    }
  )
  it("nor by the connect page", async () => {
    for (const text of unsent) {
      const own = { ...typed, credentials: () => key(text) }
      const refused = await page(Visitor.start(), await linkOf(typed), own, "101")
      expect(refused.status, text).toBe(422)
      expect(refused.text).toContain('aria-invalid="true"')
      expect(refused.text).not.toContain("could not be reached")
    }
  })
})

describe.each([
  ["a token alone, with an OAuth client", stripe, { access_token: "acct_9" }],
  ["a token alone, without an OAuth client", { ...xero, settings: () => ({ tenantId: "t-1" }) }, { access_token: "x" }],
  [
    "a token that could be renewed, without an OAuth client",
    { ...xero, settings: () => ({ tenantId: "t-1" }) },
    { access_token: "x", refresh_token: "r" }
  ],
  ["a key", typed, { key: "k" }]
] as const)("a connection of %s", (_, kind: Kind, credentials) => {
  const doors = {
    passthrough: (id: number) =>
      service.call("POST", "/passthrough", {
        company_id: companyId,
        connection_id: id,
        data: { method: "GET", path: "/any" }
      }),
    sync: (id: number) => service.call("POST", "/v3/core/syncs", { company_id: companyId, connection_id: id })
  }
  it.each(["passthrough", "sync"] as const)("is EXPIRED once the platform refuses it, by %s", async (door) => {
    const made = await post({ ...kind, credentials: () => credentials }, "101", true)
    expect(made.body.error ?? made.status).toBe(200)
    const id: number = made.body.data.svc_id
    const statusOf = async () => (await service.call("GET", `/v3/core/connections/${id}`)).body.data.status
    await Service.until(statusOf, (status) => status === "HEALTHY")
    revoked.add(Object.values(credentials)[0]!)
    await doors[door](id)
    await Service.until(statusOf, (status) => status === "EXPIRED")
    const refused = await doors.passthrough(id)
    expect(refused.status).toBe(404)
  })
})
