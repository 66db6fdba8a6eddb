/**
 * The console in a real browser, with real data: every view works under its own policy, asks nobody else for anything, and has
 * no fault that axe knows, wide and narrow, light and dark; a reader is shown no button that would be refused.
 */
import { AxeBuilder } from "@axe-core/playwright"
import { execFileSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Chromium from "../support/Chromium.ts"
import * as Service from "../support/Service.ts"
import * as Synced from "../support/Synced.ts"

let world: Synced.Synced
let browser: Browser
let good: Synced.Connected & Synced.Ran
let broken: Synced.Connected
let webhook: string
beforeAll(async () => {
  // What is looked at is what the sources say.
  execFileSync(process.execPath, [fileURLToPath(new URL("../../../console/build.ts", import.meta.url)), "--if-needed"])
  world = await Synced.start()
  const acme = await world.newCompany("Acme Ltd")
  good = await world.connected("acme", { CONTACTS: {}, EXPENSES: {} }, acme)
  const bolt = await world.newCompany("Bolt GmbH")
  broken = await world.connect("bolt", { CONTACTS: {} }, bolt)
  await world.rows(
    "update connection set status = 'EXPIRED', status_reason = 'The refresh token is not valid.' where id = $1",
    [broken.connectionId]
  )
  await world.rows(
    `insert into refusal (company_id, connection_id, data_model, platform_id, is_unnamed, issues, first_refused_at, refused_at)
     select company_id, id, 'EXPENSES', 'exp-1', false, '[{"field": "total_amount", "message": "is no number"}]', now(), now()
     from connection where id = $1`,
    [good.connectionId]
  )
  webhook = (await world.listen("DATA_MODEL_CHANGES")).data.id
  await world.ok("POST", "/v3/core/invite_links", { company_name: "Cargo SA", integration_categories: ["ACCOUNTING"] })
  browser = await Chromium.launch()
})
afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

const pageIn = async (context: BrowserContext) => {
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const complaints: Array<string> = []
  page.on("console", (message) => {
    // That nobody is signed in yet is an answer like any other.
    if (message.type() === "error" && !message.text().includes("401")) complaints.push(message.text())
  })
  page.on("pageerror", (error) => complaints.push(String(error)))
  page.on("request", (request) => {
    const url = request.url()
    if (!url.startsWith(world.service.url) && !/^(data|blob):/.test(url)) complaints.push(`It asked for ${url}`)
  })
  return { page, complaints }
}
const go = (page: Page, path: string) => page.goto(`${world.service.url}/console${path}`)
const signIn = async (page: Page, key = Service.apiKey) => {
  await go(page, "")
  await page.getByLabel("API key").fill(key)
  await page.keyboard.press("Enter")
  await page.getByRole("heading", { name: "Overview" }).waitFor()
}
/** What axe finds, as sentences. */
const faultsOf = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.flatMap(({ help, nodes }) => nodes.map(({ target }) => `${help}: ${target.join(" ")}`))
}

/** Every view, with something of the world that it must show. */
const views = (): ReadonlyArray<readonly [path: string, shown: string]> => [
  ["/", "The refresh token is not valid."],
  ["/companies", "Acme Ltd"],
  [`/companies/${good.companyId}`, "SVC_SANDBOX"],
  ["/connections", "Bolt GmbH"],
  [`/connections/${good.connectionId}`, "Sync now"],
  [`/connections/${broken.connectionId}`, "It has to be authorised again"],
  ["/syncs", "Acme Ltd"],
  [`/syncs/${good.sync.svc_id}`, "EXPENSES"],
  ["/records", "EXPENSES"],
  ["/records/CONTACTS", "rows"],
  ["/writes", "Nothing was written to a platform yet."],
  ["/webhooks", "DATA_MODEL_CHANGES"],
  [`/webhooks/${webhook}`, "Send a test"],
  ["/webhooks/verify", "Refuse what fails"],
  ["/integrations", "Xero"],
  ["/links", "Cargo SA"],
  ["/keys", "Sessions of the console"],
  ["/audit", "webhook created"],
  ["/nowhere", "There is no such page."]
]

/** The parts of a connection's page. */
const tabs = [
  ["Refused and warned", "is no number"],
  ["Calls to the platform", "/v1/contacts"],
  ["Events", "No event is kept."],
  ["Data models", "EXPENSES"],
  ["Settings and limits", "Authorised by"],
  ["Reconnect and end", "Disconnect"]
] as const

describe.each([
  { width: 1280, height: 800, colorScheme: "light" as const },
  { width: 390, height: 844, colorScheme: "dark" as const }
])("$width pixels, $colorScheme", ({ colorScheme, height, width }) => {
  it("shows every view, without a fault", async () => {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme, locale: "en-GB" })
    const { complaints, page } = await pageIn(context)
    await go(page, "")
    await page.getByLabel("API key").waitFor()
    expect(await faultsOf(page), "sign-in").toEqual([])
    await signIn(page)
    for (const [path, shown] of views()) {
      await go(page, path)
      await page.getByText(shown).first().waitFor()
      expect(await faultsOf(page), path).toEqual([])
      // Tables scroll by themselves; the page does not.
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth
      )
      expect(wide, path).toBeLessThanOrEqual(0)
    }
    await go(page, `/connections/${good.connectionId}`)
    for (const [tab, shown] of tabs) {
      await page.getByRole("tab", { name: tab }).click()
      await page.getByRole("tabpanel").getByText(shown).first().waitFor()
      expect(await faultsOf(page), tab).toEqual([])
    }
    expect(complaints).toEqual([])
    await context.close()
  })
})

it("goes by keyboard alone from signing in to a sync of a connection that was looked for by name", async () => {
  const context = await browser.newContext({ locale: "en-GB" })
  const { complaints, page } = await pageIn(context)
  await signIn(page)
  await page.keyboard.press("Control+k")
  await page.getByPlaceholder("Find a page, a company or a connection").waitFor()
  await page.getByRole("option", { name: /SVC_SANDBOX of Acme/ }).waitFor()
  await page.keyboard.type("sandbox of acme")
  await page.keyboard.press("Enter")
  await page.waitForURL(/\/connections\/\d+$/)
  const button = page.getByRole("button", { name: "Sync now" })
  await button.focus()
  await page.keyboard.press("Enter")
  const syncs = await Synced.until(
    () => world.syncs(good),
    (found) => found.length === 2
  )
  await world.ended(syncs[1].svc_id)
  await page.getByRole("link", { name: `Sync ${syncs[1].svc_id}`, exact: true }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

it("shows the records that an address asks for, and asks for no others", async () => {
  const context = await browser.newContext({ locale: "en-GB" })
  const { page } = await pageIn(context)
  await signIn(page)
  const [first] = await world.list(good, "accounting/contacts")
  const asked = page.waitForRequest((request) => request.url().includes("/v3/accounting/contacts?platform_id"))
  await go(page, `/records/CONTACTS?platform_id[eq]=${first.platform_id}`)
  expect(decodeURIComponent((await asked).url())).toContain(`platform_id[eq]=${first.platform_id}`)
  await page.getByText("1 row", { exact: true }).waitFor()
  await page.getByRole("link", { name: String(first.svc_id), exact: true }).click()
  await page.getByText("As the platform answered it").waitFor()
  await context.close()
})

it("finds a company by a part of its name, and sorts the others", async () => {
  const context = await browser.newContext({ locale: "en-GB" })
  const { complaints, page } = await pageIn(context)
  await signIn(page)
  await go(page, "/companies")
  const names = () => page.locator("tbody tr td:first-child").allInnerTexts()
  await page.getByRole("link", { name: "Acme Ltd" }).waitFor()
  await page.getByRole("button", { name: "Company" }).click()
  await page.locator("th[aria-sort=descending]").waitFor()
  await Synced.until(names, (found) => found.length === 3 && found[0] === "Cargo SA")
  expect(await names()).toEqual(["Cargo SA", "Bolt GmbH", "Acme Ltd"])
  await page.getByPlaceholder("Find by name").fill("olt")
  await Synced.until(names, (found) => found.length === 1)
  expect(await names()).toEqual(["Bolt GmbH"])
  await page.getByPlaceholder("Find by name").fill("nobody")
  await page.getByText("Nothing is like that.").waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

it("shows a refused item in words and as the platform answered it", async () => {
  const context = await browser.newContext({ locale: "en-GB" })
  const { page } = await pageIn(context)
  await signIn(page)
  await go(page, `/connections/${good.connectionId}`)
  await page.getByRole("tab", { name: "Refused and warned" }).click()
  await page.getByRole("button", { name: "Look at it" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByText("total_amount").waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press("Escape")
  await dialog.waitFor({ state: "hidden" })
  await context.close()
})

it("shows a reader no button that would be refused, and no secret", async () => {
  const { data } = await world.ok("POST", "/v3/core/api_keys", { name: "reader", scopes: ["read"] })
  const context = await browser.newContext({ locale: "en-GB" })
  const { complaints, page } = await pageIn(context)
  await signIn(page, data.secret)
  for (const path of [
    `/connections/${good.connectionId}`,
    `/webhooks/${webhook}`,
    "/links",
    `/companies/${good.companyId}`
  ]) {
    await go(page, path)
    await page.getByRole("heading").first().waitFor()
    const names = await page.locator("main button:not(th button, [role=tab])").allInnerTexts()
    expect(
      names.filter((name) => !/^(CSV|NDJSON|Copy|Look at it)$/.test(name)),
      path
    ).toEqual([])
  }
  await go(page, "/audit")
  await page.getByText("shown to keys with the scope admin").waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

it("asks to sign in again when the session has ended, and goes on where one was", async () => {
  const context = await browser.newContext({ locale: "en-GB" })
  const { page } = await pageIn(context)
  await signIn(page)
  await go(page, "/companies")
  await page.getByText("Acme Ltd").waitFor()
  await world.rows("update session set ended_at = now() where ended_at is null")
  // A session that has ended is refused within a second.
  await Synced.until(
    () => page.evaluate(async (url) => (await fetch(url)).status, `${world.service.url}/v3/core/caller`),
    (status) => status === 401
  )
  await page.reload()
  await page.getByLabel("API key").fill(Service.apiKey)
  await page.keyboard.press("Enter")
  await page.getByText("Acme Ltd").waitFor()
  await context.close()
})
