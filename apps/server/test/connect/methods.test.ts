/** A platform with several ways to be authorised: the user picks one, and the connection remembers it. */
import { Auth, Connector, Setting } from "@svc/core"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import * as Authorization from "../support/AuthorizationServer.ts"
import * as Chromium from "../support/Chromium.ts"
import * as ConnectServer from "../support/ConnectServer.ts"

const key = "books-key-0123456789"
const connector: Connector.Any = Connector.make({
  ...Authorization.books,
  // Only who types a key has to say where; whoever signs in is asked nothing.
  settings: { ...Authorization.books.settings, site: Setting.asked({ label: "Site", methods: ["key"] }) },
  http: {
    ...Authorization.books.http,
    headers: ({ site }: { readonly site?: string | undefined }) => ({ "x-site": site })
  },
  auth: Auth.choice({
    oauth2: { label: "Sign in at Books", help: "For most people.", auth: Authorization.books.auth as Auth.OAuth2 },
    key: {
      label: "Use an API key",
      auth: Auth.apiKey({
        fields: { key: Setting.asked({ label: "API key" }) },
        headers: ({ key: own }) => ({ "x-key": own ?? "" })
      })
    }
  })
})

let server: ConnectServer.ConnectServer
let platform: Authorization.AuthorizationServer
let api: Server
let browser: Browser
/** How the calls so far were authorised. */
const seen: Array<string> = []
/** The site that the last one named. */
let site: unknown

beforeAll(async () => {
  const port = await ConnectServer.freePort()
  platform = await Authorization.start(`http://127.0.0.1:${port}/oauth/callback/test_books`)
  api = createServer(({ headers, url }, response) => {
    const way = headers["x-key"] === key ? "key" : headers.authorization?.startsWith("Bearer ") ? "oauth2" : "none"
    seen.push(way)
    site = headers["x-site"]
    const body = url === "/accounts" ? [{ id: "acc-1", name: "Ada" }] : { contacts: [] }
    response.writeHead(way === "none" ? 401 : 200, { "content-type": "application/json" }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve))
  server = await ConnectServer.start(
    [connector],
    {
      ...Authorization.environment(platform),
      SVC_TEST_BOOKS_BASE_URL: `http://127.0.0.1:${(api.address() as AddressInfo).port}`
    },
    port
  )
  browser = await Chromium.launch()
})
afterAll(async () => {
  await browser.close()
  await server.close()
  api.closeAllConnections()
  await new Promise((resolve) => api.close(resolve))
  await platform.close()
})

const link = async (): Promise<any> =>
  (
    await server.call("POST", "/v3/core/invite_links", {
      integration_categories: [],
      integrations: ["TEST_BOOKS"],
      company_name: "Ada"
    })
  ).body.data
const connectionOf = async (invite: { readonly invite_link_id: string }): Promise<any> =>
  (await server.call("GET", `/v3/core/invite_links/${invite.invite_link_id}`)).body.data.connections[0]
const visit = async (use: (page: Page) => Promise<void>): Promise<void> => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 700 } })
  try {
    await use(await context.newPage())
  } finally {
    await context.close()
  }
}
const heading = (page: Page) => page.getByRole("heading", { level: 1 }).innerText()
/** How a call through the connection of a link is authorised. */
const called = async (invite: any): Promise<string | undefined> => {
  await server.call("POST", "/passthrough", {
    company_id: invite.company.svc_id,
    data: { method: "GET", path: "/me" }
  })
  return seen.at(-1)
}
const throughSignIn = async (page: Page) => {
  await page.getByRole("link", { name: "Sign in at Books" }).click()
  await page.getByRole("button", { name: "Continue to Books & Co" }).click()
  await page.waitForURL(/\/interaction\//)
  await page.getByRole("button", { name: "allow" }).click()
  await page.waitForURL(/\/done\//)
}
const throughKey = async (page: Page) => {
  await page.getByRole("link", { name: "Use an API key" }).click()
  await page.getByLabel("API key").fill(key)
  await page.getByLabel("Site").fill(" north ")
  await page.getByRole("button", { name: "Connect Books & Co" }).click()
  expect(await heading(page)).toBe("Books & Co is connected")
}

it("the user picks a way, and may pick another one to connect again", async () => {
  const invite = await link()
  await visit(async (page) => {
    await page.goto(invite.url)
    expect(await heading(page)).toBe("Connect Books & Co")
    expect(await page.getByRole("listitem").allInnerTexts()).toEqual([
      "Sign in at Books\nFor most people.",
      "Use an API key"
    ])
    await throughKey(page)
  })
  const first = await connectionOf(invite)
  expect(first).toMatchObject({
    status: "HEALTHY",
    auth_method: "key",
    settings: { accountId: "acc-1", site: "north" }
  })
  expect([await called(invite), site]).toEqual(["key", "north"])

  await visit(async (page) => {
    await page.goto(`${invite.url}/with/test_books/key`)
    await page.getByRole("link", { name: "Connect it another way" }).click()
    await throughSignIn(page)
  })
  expect(await connectionOf(invite)).toMatchObject({ svc_id: first.svc_id, auth_method: "oauth2" })
  expect([await called(invite), site]).toEqual(["oauth2", undefined])
})

it("a key the platform refuses is said on the page of that way, and an unknown way is not there", async () => {
  const invite = await link()
  await visit(async (page) => {
    expect((await page.goto(`${invite.url}/with/test_books/no`))!.status()).toBe(404)
    await page.goto(`${invite.url}/with/test_books/key`)
    await page.getByLabel("API key").fill("wrong-key")
    await page.getByLabel("Site").fill("north")
    await page.getByRole("button", { name: "Connect Books & Co" }).click()
    expect(page.url()).toMatch(/\/with\/test_books\/key$/)
    expect(await page.getByRole("alert").innerText()).toContain("does not accept this")
  })
  expect(await connectionOf(invite)).toBeUndefined()
})

it("without an OAuth client, the other way is the only one and nobody has to pick", async () => {
  const invite = await link()
  const { body } = await server.call("GET", "/v3/core/integrations")
  const { svc_id } = body.data.find((one: any) => one.integration_type === "TEST_BOOKS")
  // An organisation with a registration of its own that is not there yet.
  await server.rows("update integration set is_svc_identity = false, client_id = null where id = $1", [svc_id])
  await visit(async (page) => {
    await page.goto(invite.url)
    await page.getByLabel("API key").fill(key)
    await page.getByLabel("Site").fill("north")
    expect(await page.getByRole("link", { name: "Connect it another way" }).count()).toBe(0)
    await page.getByRole("button", { name: "Connect Books & Co" }).click()
    expect(await heading(page)).toBe("Books & Co is connected")
  })
  expect(await connectionOf(invite)).toMatchObject({ auth_method: "key" })
  await server.rows("update integration set is_svc_identity = true where id = $1", [svc_id])
})

it("the interface takes credentials by way; a connection without one has the first", async () => {
  const { body } = await server.call("POST", "/v3/core/companies", { name: "Grace" })
  const create = (more: object) =>
    server.call("POST", "/v3/core/connections", {
      company_id: body.data.svc_id,
      integration_type: "TEST_BOOKS",
      settings: { accountId: "acc-1" },
      ...more
    })
  const wrong = await create({ auth_method: "kee", credentials: { key } })
  expect([wrong.status, JSON.stringify(wrong.body)]).toEqual([400, expect.stringContaining("oauth2, key")])
  // The credentials of one way are not those of another.
  expect((await create({ credentials: { key } })).status).toBe(400)
  const settings = { accountId: "acc-1", site: "north" }
  const placeless = await create({ auth_method: "key", credentials: { key } })
  expect([placeless.status, JSON.stringify(placeless.body)]).toEqual([400, expect.stringContaining("settings.site")])
  const astray = await create({ credentials: { access_token: "token-0123456789" }, settings })
  expect([astray.status, JSON.stringify(astray.body)]).toEqual([400, expect.stringContaining("another way")])
  expect((await create({ auth_method: "key", credentials: { key }, settings })).body.data.auth_method).toBe("key")
  const made = await create({ credentials: { access_token: "token-0123456789" } })
  expect(made.body.data.auth_method).toBe("oauth2")
  // As before there was a choice.
  await server.rows("update connection set auth_method = null where id = $1", [made.body.data.svc_id])
  expect(await called({ company: { svc_id: body.data.svc_id } })).toBe("oauth2")
})
