/**
 * The connect page in a real browser, inside somebody's application: in a frame, in a window, back at its address, and in
 * every language. The application is of another site, so no cookie of ours is sent from its frame.
 */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core"
import { readFileSync } from "node:fs"
import { createServer, type IncomingHttpHeaders, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { stripTypeScriptTypes } from "node:module"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { languages } from "../../src/connect/Languages.ts"
import * as Authorization from "../support/AuthorizationServer.ts"
import * as Chromium from "../support/Chromium.ts"
import * as ConnectServer from "../support/ConnectServer.ts"
import * as Desk from "../support/Desk.ts"

const helper = stripTypeScriptTypes(
  readFileSync(new URL("../../../../packages/client/src/connect.ts", import.meta.url), "utf8")
)
const page = `<!doctype html><title>App</title><div id="here"></div><button>Connect</button><script type="module">
import { openConnect } from "/connect.js"
const asked = new URLSearchParams(location.search)
window.events = []
window.heard = []
addEventListener("message", ({ data }) => window.heard.push(data.state))
const begin = () => {
  window.handle = openConnect({
    url: asked.get("url"),
    state: "s-1",
    ...(asked.has("framed") ? { within: document.getElementById("here") } : {}),
    onEvent: (event) => window.events.push(event)
  })
}
document.querySelector("button").addEventListener("click", begin)
if (asked.has("framed")) begin()
</script>`

let app: Server
let origin: string
const arrived: Array<{ readonly url: string; readonly headers: IncomingHttpHeaders }> = []
let server: ConnectServer.ConnectServer
let platform: Authorization.AuthorizationServer
let desk: Desk.DeskPlatform
let browser: Browser
const contexts: Array<BrowserContext> = []

beforeAll(async () => {
  app = createServer((request, response) => {
    const isHelper = request.url === "/connect.js"
    if (request.url?.startsWith("/back")) arrived.push({ url: request.url, headers: request.headers })
    response
      .writeHead(200, { "content-type": isHelper ? "text/javascript" : "text/html" })
      .end(isHelper ? helper : page)
  }).listen(0, "127.0.0.1")
  await new Promise((resolve) => app.once("listening", resolve))
  origin = `http://localhost:${(app.address() as AddressInfo).port}`
  const port = await ConnectServer.freePort()
  platform = await Authorization.start(`http://127.0.0.1:${port}/oauth/callback/test_books`)
  platform.accounts = [{ id: "acc-1", name: "Ada Ltd" }]
  desk = await Desk.start()
  server = await ConnectServer.start(
    [Authorization.books, Desk.desk],
    {
      ...Authorization.environment(platform),
      ...Desk.environment(desk),
      SVC_CONNECT_ORIGINS: origin,
      SVC_NAME: "Acme"
    },
    port
  )
  browser = await Chromium.launch()
})
afterAll(async () => {
  await browser.close()
  await server.close()
  await Promise.all([platform.close(), desk.close(), new Promise((resolve) => app.close(resolve))])
})
afterEach(async () => {
  platform.isAlone = false
  await Promise.all(contexts.splice(0).map((context) => context.close()))
})

const link = async (body: object = {}): Promise<any> => {
  const answer = await server.call("POST", "/v3/core/invite_links", {
    integration_categories: ["ACCOUNTING", "CRM"],
    company_name: "Ada Ltd",
    ...body
  })
  expect(answer.status).toBe(200)
  return answer.body.data
}
const visit = async (options: BrowserContextOptions = {}): Promise<Page> => {
  const context = await browser.newContext(options)
  contexts.push(context)
  return context.newPage()
}
const addressOf = (url: string, framed: boolean, at = origin) =>
  `${at}/?${new URLSearchParams({ url, ...(framed ? { framed: "1" } : {}) })}`
const eventsOf = (page: Page): Promise<ReadonlyArray<any>> => page.evaluate("window.events")
const told = (page: Page, type: string) => page.waitForFunction(`window.events.some(({ type }) => type === "${type}")`)
const windowOf = async (page: Page, open: () => Promise<void>): Promise<Page> => {
  const [opened] = await Promise.all([page.waitForEvent("popup"), open()])
  return opened
}
const closed = (page: Page) => (page.isClosed() ? Promise.resolve() : page.waitForEvent("close").then(() => {}))
const signIn = async (opened: Page) => {
  await opened.getByRole("button").click()
  await opened.waitForURL(/\/interaction\//)
  await opened.getByRole("button", { name: "allow" }).click()
}
const names = (events: ReadonlyArray<any>) => [...new Set(events.map(({ type }) => type))]

describe("in a frame", () => {
  it("a platform is connected in a window, and the application is told", async () => {
    const invite = await link()
    const page = await visit()
    await page.goto(addressOf(invite.url, true))
    await told(page, "choosing")
    const frame = page.frameLocator("iframe")
    const opened = await windowOf(page, () => frame.getByRole("link", { name: "Books & Co" }).click())
    expect(await frame.getByRole("status").innerText()).toContain("window that has opened")
    // What others say to the application is not taken for ours.
    await page.evaluate(`window.postMessage({ source: "svc-connect", type: "connected", connection_id: 1 }, "*")`)
    // Nor what another window of ours says, which was opened for something else.
    const { url } = await link()
    const other = await windowOf(page, () => page.evaluate(`void window.open("${url}?state=other")`))
    await page.waitForFunction(`window.heard.includes("other")`)
    await other.close()
    await signIn(opened)
    await told(page, "connected")
    await closed(opened)
    const events = await eventsOf(page)
    expect(events.map(({ state }) => state)).not.toContain("other")
    const [connection] = (await server.call("GET", `/v3/core/invite_links/${invite.invite_link_id}`)).body.data
      .connections
    expect(names(events)).toEqual(["opened", "choosing", "connected"])
    expect(events.filter(({ type }) => type === "connected")).toEqual([
      { type: "connected", connection_id: connection.svc_id, integration_type: "TEST_BOOKS", state: "s-1" }
    ])
    expect(await frame.getByRole("status").innerText()).toContain("Books & Co is connected")
  })

  it("the end is learned where a sign-in page has cut the window off", async () => {
    const invite = await link()
    const page = await visit()
    platform.isAlone = true
    await page.goto(addressOf(invite.url, true))
    const frame = page.frameLocator("iframe")
    const opened = await windowOf(page, () => frame.getByRole("link", { name: "Books & Co" }).click())
    await signIn(opened)
    await told(page, "connected")
    expect(names(await eventsOf(page))).toEqual(["opened", "choosing", "closed", "connected"])
  })

  it("an origin that is not allowed shows nothing and hears nothing", async () => {
    const invite = await link()
    const page = await visit()
    const refused: Array<string> = []
    page.on("console", (message) => refused.push(message.text()))
    await page.goto(addressOf(invite.url, true, origin.replace("localhost", "127.0.0.1")))
    await expect.poll(() => refused.join()).toContain("frame-ancestors")
    expect(await eventsOf(page)).toEqual([])
    // The page itself is not framed by anybody.
    await page.goto(addressOf(invite.url, false))
    await page.evaluate(
      `document.body.append(Object.assign(document.createElement("iframe"), { src: "${invite.url}" }))`
    )
    await expect.poll(() => refused.filter((text) => text.includes("'none'")).length).toBeGreaterThan(0)
  })
})

describe("in a window", () => {
  it("what went wrong and what came of it is told", async () => {
    const invite = await link({ integrations: ["TEST_DESK"] })
    const page = await visit()
    await page.goto(addressOf(invite.url, false))
    const opened = await windowOf(page, () => page.getByRole("button").click())
    const enter = async (key: string) => {
      await opened.getByLabel("Shop").fill("ada")
      await opened.getByLabel("Region").selectOption("eu")
      await opened.getByLabel("API key").fill(key)
      await opened.getByRole("button").click()
    }
    await enter("wrong")
    await told(page, "failed")
    expect(await opened.getByRole("alert").innerText()).toContain("does not accept")
    await enter(Desk.key)
    await told(page, "connected")
    await closed(opened)
    const events = await eventsOf(page)
    expect(names(events)).toEqual(["opened", "failed", "connected"])
    expect(events.find(({ type }) => type === "failed")).toEqual({ type: "failed", reason: "refused", state: "s-1" })
  })

  it("an origin that is not allowed opens it all the same, and hears nothing", async () => {
    const { url } = await link()
    const page = await visit()
    await page.goto(addressOf(url, false, origin.replace("localhost", "127.0.0.1")))
    const opened = await windowOf(page, () => page.getByRole("button").click())
    await opened.waitForLoadState("load")
    expect(await opened.locator("meta[name=svc-connect]").count()).toBe(1)
    // Messages come in the order in which they were sent: behind this one there are none of the page's.
    await opened.evaluate(`window.opener.postMessage({ state: "end" }, "*")`)
    await page.waitForFunction(`window.heard.includes("end")`)
    expect(await page.evaluate("window.heard")).toEqual(["end"])
    expect(await eventsOf(page)).toEqual([])
  })

  it("somebody who closes it is told of", async () => {
    const { url } = await link()
    const page = await visit()
    await page.goto(addressOf(url, false))
    const opened = await windowOf(page, () => page.getByRole("button").click())
    await told(page, "choosing")
    await opened.close()
    await told(page, "closed")
  })
})

it("people go back to the application, which is not told where they were", async () => {
  const invite = await link({ integrations: ["TEST_BOOKS"], return_url: `${origin}/back?team=7` })
  const page = await visit()
  await page.goto(`${invite.url}?state=s-2`)
  await signIn(page)
  await page.waitForURL(/\/back/)
  const [connection] = (await server.call("GET", `/v3/core/invite_links/${invite.invite_link_id}`)).body.data
    .connections
  expect(page.url()).toBe(`${origin}/back?team=7&status=connected&connection_id=${connection.svc_id}&state=s-2`)
  await page.goto(invite.url)
  await page.getByRole("link", { name: "Cancel and go back to Acme" }).click()
  await page.waitForURL(/cancelled/)
  for (const { headers } of arrived) expect(headers.referer).toBeUndefined()
  expect(JSON.stringify(arrived)).not.toContain(invite.invite_link_id)
})

it("every language fits a phone, reads in its direction, and is said to be what it is", async () => {
  const invite = await link({ integration_categories: ["ACCOUNTING", "CRM"] })
  const context = await browser.newContext({ viewport: { width: 360, height: 700 }, isMobile: true, hasTouch: true })
  contexts.push(context)
  const page = await context.newPage()
  const complaints: Array<string> = []
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()))
  const check = async (tag: string, dir: string) => {
    const seen = await page.evaluate(() => ({
      lang: document.documentElement.lang,
      dir: getComputedStyle(document.body).direction,
      over: document.documentElement.scrollWidth - innerWidth,
      title: document.title
    }))
    expect(seen, page.url()).toMatchObject({ lang: tag, dir, over: 0 })
    return seen.title
  }
  const titles = new Set<string>()
  for (const { dir, name, tag } of languages) {
    await context.setExtraHTTPHeaders({ "accept-language": `${tag}-XX,${tag};q=0.9,en;q=0.1` })
    await page.goto(invite.url)
    titles.add(await check(tag, dir))
    expect(await page.locator("footer summary").innerText()).toContain(name)
    await page.goto(`${invite.url}/with/test_desk`)
    await check(tag, dir)
    // A connector's own words are English and say so.
    const label = page.locator("label[for=field-setting-shop] span[lang=en]")
    expect(await label.count()).toBe(tag === "en" ? 0 : 1)
    await page.locator("form").evaluate((form) => ((form as HTMLFormElement).noValidate = true))
    await page.getByRole("button").click()
    expect(await page.getByRole("alert").count()).toBe(1)
    await check(tag, dir)
  }
  expect(titles.size).toBe(languages.length)
  // Another can be chosen, and stays chosen.
  await page.goto(`${invite.url}?state=kept`)
  await page.locator("footer summary").click()
  await page.getByRole("link", { name: "العربية" }).click()
  await check("ar", "rtl")
  await page.locator(".cards a").first().click()
  await check("ar", "rtl")
  expect(page.url()).toMatch(/\?lang=ar&state=kept$/)
  expect(complaints.filter((text) => !/status of 422/.test(text))).toEqual([])
})
