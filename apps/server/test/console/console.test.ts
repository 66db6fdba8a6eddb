/** What an operator does in the console beside the tasks: finds, sorts and follows addresses, and signs in again. */
import { readdirSync, readFileSync } from "node:fs"
import { gzipSync } from "node:zlib"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import * as Chromium from "../support/Chromium.ts"
import * as Console from "../support/Console.ts"
import * as Service from "../support/Service.ts"
import * as Synced from "../support/Synced.ts"

let world: Synced.Synced
let browser: Browser
let good: Synced.Connected & Synced.Ran
beforeAll(async () => {
  Console.build()
  world = await Synced.start()
  good = await world.connected("acme", { CONTACTS: {}, EXPENSES: {} }, await world.newCompany("Acme Ltd"))
  await world.newCompany("Bolt GmbH")
  await world.newCompany("Cargo SA")
  browser = await Chromium.launch()
})
afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

const go = (page: Page, path: string) => page.goto(`${world.service.url}/console${path}`)
const signedIn = async () => {
  const opened = await Console.opened(browser, world.service.url)
  await Console.signIn(opened.page, world.service.url)
  return opened
}

it("goes by keyboard alone from signing in to a sync of a connection that was looked for by name", async () => {
  const { complaints, context, page } = await signedIn()
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
  await page.waitForURL(`**/console/syncs/${syncs[1].svc_id}`)
  await page.getByRole("heading", { name: `Sync ${syncs[1].svc_id}` }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

it("shows the records that an address asks for, and asks for no others", async () => {
  const { context, page } = await signedIn()
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
  const { complaints, context, page } = await signedIn()
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

it("finds connections by what their companies are called, however many there are, and asks for those names at once", async () => {
  await world.rows(`insert into company (organisation_id, name, partner_id)
    select 1, 'Many ' || n, 'many-' || n from generate_series(1, 1500) n`)
  await world.rows(`insert into connection (organisation_id, company_id, integration_type, category, status, sync_status, sync_config)
    select 1, id, 'SVC_SANDBOX', 'ACCOUNTING', 'DISCONNECTED', 'IDLE', '[]' from company where name like 'Many %'`)
  const { asked, complaints, context, page } = await signedIn()
  await go(page, "/connections?find=company:many")
  await page.getByText("200 rows so far").waitFor()
  await page.getByRole("link", { name: "Many 2", exact: true }).waitFor()
  expect(asked.filter((url) => url.includes("/v3/core/companies?svc_id"))).toHaveLength(1)
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "NDJSON" }).click()
  ])
  expect(`${readFileSync((await file.path())!)}`.trimEnd().split("\n")).toHaveLength(1500)
  await page.getByRole("columnheader", { name: "Company" }).getByRole("button").click()
  await page.getByRole("link", { name: "Many 999", exact: true }).waitFor()
  await page.getByLabel("What to find by").selectOption("Find by partner id")
  await page.getByRole("searchbox").fill("many-1499")
  await page.getByText("1 row", { exact: true }).waitFor()
  // From everywhere as well, of which only the first are there before one types.
  await page.keyboard.press("Control+k")
  await page.getByRole("option", { name: /Acme/ }).first().waitFor()
  await page.keyboard.type("sandbox of many 1500")
  await page.getByRole("option", { name: "SVC_SANDBOX of Many 1500" }).waitFor()
  await page.keyboard.press("Escape")
  // A phone holds as few rows, and asks for as few.
  await page.setViewportSize({ width: 390, height: 844 })
  await go(page, "/companies?find=name:many")
  await page.getByText("200 rows so far").waitFor()
  expect(await page.locator("tbody tr").count()).toBeLessThan(80)
  expect(complaints).toEqual([])
  await context.close()
  await world.rows("delete from connection where company_id in (select id from company where name like 'Many %')")
  await world.rows("delete from company where name like 'Many %'")
})

it("asks to sign in again when the session has ended, and goes on where one was", async () => {
  const { context, page } = await signedIn()
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

it("is at most 250 kB, all of its files together, by gzip", () => {
  const folder = new URL("../../../console/dist/assets/", import.meta.url)
  const sizes = readdirSync(folder).map((name) => gzipSync(readFileSync(new URL(name, folder))).length)
  expect(sizes.length).toBeGreaterThan(10)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(250_000)
})
