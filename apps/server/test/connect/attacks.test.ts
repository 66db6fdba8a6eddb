/** What somebody tries who wants to get hold of a sign-in, or to put their own in another's place. All of it is refused. */
import { Account, Auth, Connector, Models, Setting } from "@svc/core"
import type { Browser, BrowserContext } from "playwright-core"
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest"
import * as Authorization from "../support/AuthorizationServer.ts"
import * as Chromium from "../support/Chromium.ts"
import * as ConnectServer from "../support/ConnectServer.ts"
import * as Desk from "../support/Desk.ts"
import * as Visitor from "../support/Visitor.ts"

/** A platform whose sign-in page depends on what the user enters. */
const store = Connector.make({
  id: "TEST_STORE",
  name: "Store",
  category: "ECOMMERCE",
  models: Models.models,
  auth: Auth.oauth2({
    authorizeUrl: ({ shop }) => `https://${shop}.store.example/authorize`,
    tokenUrl: ({ shop }) => `https://${shop}.store.example/token`,
    scopes: ["read"],
    clientAuth: "body",
    pkce: false
  }),
  settings: { shop: Setting.asked({ label: "Shop", pattern: "[a-z0-9]+" }) },
  http: { baseUrl: ({ shop }) => `https://${shop}.store.example`, limits: { windows: [] } },
  account: Account.settings("shop"),
  check: { path: "/" },
  reads: {},
  writes: {}
})
/** Another platform with a sign-in of its own. */
const other = Connector.make({ ...Authorization.books, id: "TEST_OTHER", name: "Other" })

let server: ConnectServer.ConnectServer
let platform: Authorization.AuthorizationServer
let desk: Desk.DeskPlatform
let browser: Browser
let contexts: Array<BrowserContext> = []

beforeAll(async () => {
  const port = await ConnectServer.freePort()
  platform = await Authorization.start(`http://127.0.0.1:${port}/oauth/callback/test_books`)
  desk = await Desk.start()
  const own = Authorization.environment(platform)
  const others = Object.fromEntries(
    Object.entries(own).map(([name, value]) => [name.replace("TEST_BOOKS", "TEST_OTHER"), value])
  )
  server = await ConnectServer.start(
    [Authorization.books, other, store, Desk.desk],
    {
      ...own,
      ...others,
      ...Desk.environment(desk),
      SVC_TEST_STORE_CLIENT_ID: "store-client",
      SVC_TEST_STORE_CLIENT_SECRET: "store-secret"
    },
    port
  )
  browser = await Chromium.launch()
})
afterAll(async () => {
  await browser.close()
  await server.close()
  await Promise.all([platform.close(), desk.close()])
})
beforeEach(async () => {
  platform.tokens.length = 0
  await server.rows("delete from connection")
})
afterEach(async () => {
  await Promise.all(contexts.map((context) => context.close()))
  contexts = []
})

const link = async (integrations: ReadonlyArray<string> = ["TEST_BOOKS", "TEST_OTHER"]): Promise<any> => {
  const answer = await server.call("POST", "/v3/core/invite_links", {
    integration_categories: [],
    integrations,
    company_name: "Ada Ltd"
  })
  expect(answer.status).toBe(200)
  return answer.body.data
}
const newContext = async (): Promise<BrowserContext> => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  contexts.push(context)
  return context
}
/** Signs in at the platform, and keeps the address that would bring the user back. */
const signIn = async (context: BrowserContext, url: string): Promise<URL> => {
  const page = await context.newPage()
  // The platform remembers nobody, so that it asks each time.
  await context.clearCookies({ name: /^_/ })
  platform.isHolding = true
  await page.goto(`${url}/with/test_books`)
  await page.getByRole("button").click()
  await page.waitForURL(/\/interaction\//)
  await page.getByRole("button", { name: "allow" }).click()
  await page.waitForURL(/\/auth\//)
  platform.isHolding = false
  const back = new URL(await page.locator("body").innerText())
  await page.close()
  return back
}
const open = async (context: BrowserContext, url: URL | string) => {
  const page = await context.newPage()
  const answer = await page.goto(String(url))
  const text = await page.locator("body").innerText()
  const at = page.url()
  await page.close()
  return { status: answer!.status(), text, at }
}
/** Nothing came of it: no connection, and the platform was not even asked for tokens. */
const nothing = async (asked: ReadonlyArray<string> = []) => {
  expect(platform.tokens).toEqual(asked)
  expect(await server.rows("select id from connection")).toEqual([])
}
const withParams = (url: URL, change: (params: URLSearchParams) => void): URL => {
  const changed = new URL(url)
  change(changed.searchParams)
  return changed
}

it("a sign-in that comes back as it should is taken", async () => {
  const context = await newContext()
  const back = await signIn(context, (await link()).url)
  const done = await open(context, back)
  expect(done.text).toContain("Books & Co is connected")
  expect(done.at).toMatch(/\/done\/\d+$/)
  expect(platform.tokens).toEqual(["authorization_code success"])
})

it("a state is taken once", async () => {
  const context = await newContext()
  const back = await signIn(context, (await link()).url)
  await open(context, back)
  const [before] = await server.rows("select credentials, credentials_version from connection")
  const again = await open(context, back)
  expect(again.status).toBe(400)
  expect(again.text).toContain("cannot be used any more")
  expect(platform.tokens).toEqual(["authorization_code success"])
  expect(await server.rows("select credentials, credentials_version from connection")).toEqual([before])
})

it("two callbacks with one state at the same time make one connection", async () => {
  const context = await newContext()
  const back = await signIn(context, (await link()).url)
  const answers = await Promise.all([open(context, back), open(context, back), open(context, back)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400])
  expect(platform.tokens).toEqual(["authorization_code success"])
})

it("a state of another browser is refused, and used up", async () => {
  const [victim, attacker] = [await newContext(), await newContext()]
  const invite = await link()
  const back = await signIn(attacker, invite.url)
  // The victim has the page open too, so it has a cookie of its own.
  await open(victim, invite.url)
  const tricked = await open(victim, back)
  expect(tricked.status).toBe(403)
  expect(tricked.text).toContain("begun elsewhere")
  expect((await open(attacker, back)).status).toBe(400)
  await nothing()
})

it("a browser without a cookie is refused", async () => {
  const back = await signIn(await newContext(), (await link()).url)
  expect((await open(await newContext(), back)).status).toBe(403)
  await nothing()
})

it("an unknown, doubled, missing or expired state is refused", async () => {
  const context = await newContext()
  const { url } = await link()
  const back = await signIn(context, url)
  const status = async (change: (params: URLSearchParams) => void) =>
    (await open(context, withParams(back, change))).status
  expect(await status((params) => params.set("state", "x".repeat(43)))).toBe(400)
  expect(await status((params) => params.delete("state"))).toBe(400)
  expect(await status((params) => params.append("state", "another"))).toBe(400)
  await server.rows("update oauth_flow set expires_at = now()")
  expect((await open(context, back)).status).toBe(400)
  await nothing()
})

it("an answer in another issuer's name is refused", async () => {
  const context = await newContext()
  const back = await signIn(context, (await link()).url)
  expect(back.searchParams.get("iss")).toBe(platform.url)
  const answer = await open(
    context,
    withParams(back, (params) => params.set("iss", "https://attacker.example"))
  )
  expect(answer.status).toBe(422)
  expect((await open(context, back)).status).toBe(400)
  await nothing()
})

it("a code of one platform is not taken to another", async () => {
  const context = await newContext()
  const { url } = await link()
  for (const integration of ["test_other", "test_desk", "test_store", "TEST_BOOKS"]) {
    const back = await signIn(context, url)
    const mixed = new URL(back)
    mixed.pathname = `/oauth/callback/${integration}`
    expect((await open(context, mixed)).status, integration).toBe(400)
    expect((await open(context, back)).status, integration).toBe(400)
  }
  await nothing()
})

it("a code is bound to its own sign-in", async () => {
  const context = await newContext()
  const { url } = await link()
  const first = await signIn(context, url)
  const second = await signIn(context, url)
  // The code of the first with the state of the second: the verifier does not fit.
  const mixed = withParams(second, (params) => params.set("code", first.searchParams.get("code")!))
  expect((await open(context, mixed)).status).toBe(422)
  await nothing(["authorization_code error"])
})

it("a code that was used is not taken again", async () => {
  const context = await newContext()
  const { url } = await link()
  const first = await signIn(context, url)
  await open(context, first)
  await server.rows("delete from connection")
  const second = await signIn(context, url)
  const replay = withParams(second, (params) => params.set("code", first.searchParams.get("code")!))
  expect((await open(context, replay)).status).toBe(422)
  await nothing(["authorization_code success", "authorization_code error"])
})

it("an invitation that ends during the sign-in takes nothing any more", async () => {
  const context = await newContext()
  const expired = await link()
  const late = await signIn(context, expired.url)
  await server.rows("update invite_link set expires_at = now() where id = $1", [expired.svc_id])
  expect(await open(context, late)).toMatchObject({ status: 410, text: expect.stringContaining("has expired") })

  const revoked = await link()
  const back = await signIn(context, revoked.url)
  await server.call("DELETE", `/v3/core/invite_links/${revoked.invite_link_id}`)
  expect(await open(context, back)).toMatchObject({ status: 410, text: expect.stringContaining("no longer valid") })

  const erased = await link()
  const gone = await signIn(context, erased.url)
  await server.call("DELETE", `/v3/core/companies/${erased.company.svc_id}`)
  expect((await open(context, gone)).status).toBe(400)
  await nothing()
})

it("a form of another page or browser is refused", async () => {
  const { url } = await link(["TEST_DESK"])
  const own = await newContext()
  const page = await own.newPage()
  await page.goto(url)
  const csrf = await page.locator("input[name=csrf]").inputValue()
  const cookie = (await own.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ")
  const fields = { "setting.shop": "ada", "setting.region": "eu", "key.key": Desk.key }
  const post = (body: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>>, to = url) =>
    fetch(`${to}/with/test_desk`, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ ...fields, ...body }),
      headers
    })
  expect((await post({}, { cookie })).status).toBe(403)
  expect((await post({ csrf: "" }, { cookie })).status).toBe(403)
  expect((await post({ csrf }, {})).status).toBe(403)
  expect((await post({ csrf }, { cookie: cookie.replace(/=.{10}/, "=0000000000") })).status).toBe(403)
  // The token of one link is not that of another.
  expect((await post({ csrf }, { cookie }, (await link(["TEST_DESK"])).url)).status).toBe(403)
  expect(await server.rows("select id from connection")).toEqual([])
  expect((await post({ csrf }, { cookie })).status).toBe(303)
})

it("keys are guessed ten times on a link, and not oftener", async () => {
  const { url } = await link(["TEST_DESK"])
  const own = await newContext()
  const page = await own.newPage()
  await page.goto(url)
  const csrf = await page.locator("input[name=csrf]").inputValue()
  // The page says who asks, and for what.
  expect(await page.locator(".asking").innerText()).toContain(
    `${new URL(server.url).host} asks for access to the Desk account of`
  )
  const cookie = (await own.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ")
  const guess = async (key: string): Promise<number> => {
    const body = new URLSearchParams({ csrf, "setting.shop": "ada", "setting.region": "eu", "key.key": key })
    return (await fetch(`${url}/with/test_desk`, { method: "POST", redirect: "manual", body, headers: { cookie } }))
      .status
  }
  const statuses: Array<number> = []
  for (let index = 0; index < 14; index++) statuses.push(await guess(`desk-wrong-${index}`))
  expect(statuses).toEqual([...Array(10).fill(422), 429, 429, 429, 429])
  // None more is tried, so that nobody learns of a right one; another link is not concerned.
  expect(await guess(Desk.key)).toBe(429)
  expect(await server.rows("select id from connection")).toEqual([])
})

it("an account choice belongs to its browser", async () => {
  platform.accounts = [
    { id: "acc-1", name: "One" },
    { id: "acc-2", name: "Two" }
  ]
  const [own, foreign] = [await newContext(), await newContext()]
  const { url } = await link()
  const choice = await open(own, await signIn(own, url))
  expect(choice.at).toMatch(/\/account\//)
  await open(foreign, url)
  expect((await open(foreign, choice.at)).status).toBe(410)
  expect((await open(own, choice.at.replace(/\/connect\/[^/]+/, new URL((await link()).url).pathname))).status).toBe(
    410
  )
  expect((await open(own, choice.at)).status).toBe(200)
  platform.accounts = [{ id: "acc-1", name: "One" }]
})

it("nothing that is entered leads a user elsewhere", async () => {
  const { url } = await link(["TEST_STORE"])
  const context = await newContext()
  const page = await context.newPage()
  await context.route(/^https:/, (route) => route.fulfill({ status: 200, body: "left" }))
  const enter = async (shop: string) => {
    await page.goto(url)
    await page.getByLabel("Shop").fill(shop)
    await page.getByRole("button").click()
    return page.url()
  }
  for (const shop of ["evil.example/", "evil.example#", "evil.example\\", "a@evil.example", "a?b", "a.b", "A"]) {
    expect(await enter(shop), shop).toBe(`${url}/with/test_store`)
    expect(await page.getByRole("alert").innerText()).toContain("Shop")
  }
  await enter("ada")
  await page.waitForURL(/^https:/)
  expect(page.url()).toMatch(/^https:\/\/ada\.store\.example\/authorize\?/)
  // Parameters that other software takes for addresses to go to mean nothing here.
  const where = "?redirect_uri=https://evil.example&next=//evil.example&url=https://evil.example"
  for (const path of [
    `${new URL(url).pathname}${where}`,
    `/oauth/callback/test_store${where}`,
    "/connect//evil.example"
  ]) {
    const answer = await fetch(`${server.url}${path}`, { redirect: "manual" })
    expect(answer.headers.get("location"), path).toBeNull()
    expect(await answer.text(), path).not.toContain("evil.example&")
  }
})

it("what is kept of a sign-in under way is sealed", async () => {
  const context = await newContext()
  const back = await signIn(context, (await link()).url)
  const [row] = await server.rows("select state_hash, browser_hash, payload from oauth_flow order by expires_at desc")
  const kept = JSON.stringify(row)
  expect(kept).not.toContain(back.searchParams.get("state"))
  expect(kept).not.toContain("verifier")
  for (const { value } of await context.cookies(server.url)) expect(kept).not.toContain(value)
})

it("keys are guessed so often as the settings say, on a link and from one address", async () => {
  const settings = { SVC_MAX_TRIES_ON_LINK: "9", SVC_MAX_TRIES_ON_LINKS: "30" }
  const own = await ConnectServer.start([Desk.desk], { ...Desk.environment(desk), ...settings })
  try {
    const guessed = async (): Promise<ReadonlyArray<number>> => {
      const company = await own.call("POST", "/v3/core/companies", { name: "Acme" })
      const { url } = (
        await own.call("POST", "/v3/core/invite_links", {
          company_id: company.body.data.svc_id,
          integration_categories: ["CRM"],
          integrations: ["TEST_DESK"]
        })
      ).body.data
      const visitor = Visitor.start()
      const statuses: Array<number> = []
      for (let index = 0; index < 10; index++) {
        const fields = { "setting.shop": "ada", "setting.region": "eu", "key.key": `desk-wrong-${index}` }
        statuses.push((await visitor.submit(`${url}/with/test_desk`, fields)).status)
      }
      return statuses
    }
    const statuses: Array<number> = []
    for (let links = 0; links < 4; links++) statuses.push(...(await guessed()))
    const onLink = [...Array(9).fill(422), 429]
    expect(statuses).toEqual([...onLink, ...onLink, ...onLink, ...Array(3).fill(422), ...Array(7).fill(429)])
  } finally {
    await own.close()
  }
})
