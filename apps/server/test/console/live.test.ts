/** The console while things happen: what is shown follows the service, by one stream and no asking again and again. */
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import * as Chromium from "../support/Chromium.ts"
import * as Console from "../support/Console.ts"
import * as Synced from "../support/Synced.ts"
import * as Sandbox from "../support/UnrulySandbox.ts"

let world: Synced.Synced
let browser: Browser
let good: Synced.Connected & Synced.Ran
beforeAll(async () => {
  Console.build()
  world = await Synced.start("embedded", undefined, {}, { pageSize: 5 })
  good = await world.connected("acme", { CONTACTS: {} }, await world.newCompany("Acme Ltd"))
  browser = await Chromium.launch()
})
afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

it("shows what changes elsewhere, and asks only for that", async () => {
  const { asked, complaints, context, page } = await Console.opened(browser, world.service.url)
  await Console.signIn(page, world.service.url)
  await page.goto(`${world.service.url}/console/connections/${good.connectionId}`)
  await page.getByRole("button", { name: "Pause" }).waitFor()
  await world.ok("POST", `/v3/core/connections/${good.connectionId}/pause`)
  await page.getByText("It was paused here").waitFor()
  const path = `/v3/core/connections/${good.connectionId}`
  const before = asked.filter((url) => url.endsWith(path)).length
  await world.ok("POST", `/v3/core/connections/${good.connectionId}/resume`)
  await page.getByRole("button", { name: "Pause" }).waitFor()
  // A change is told once, perhaps twice where two moments of it are seen; nothing is asked by the clock.
  expect(asked.filter((url) => url.endsWith(path)).length - before).toBeLessThanOrEqual(2)
  expect(asked.filter((url) => url.endsWith("/v3/core/changes"))).toHaveLength(2)
  expect(complaints).toEqual([])
  await context.close()
})

it("shows a sync while it runs, page by page, to its end", async () => {
  const { complaints, context, page } = await Console.opened(browser, world.service.url)
  await Console.signIn(page, world.service.url)
  const gate = Promise.withResolvers<void>()
  const lift = world.platform.rule(
    Sandbox.to("acme", "contacts"),
    async (real) => {
      await gate.promise
      return real()
    },
    1
  )
  const { svc_id: id } = await world.begin(good, { full_sync: true })
  await page.goto(`${world.service.url}/console/syncs/${id}`)
  await page.getByText("running").first().waitFor()
  gate.resolve()
  await page.getByText("success").first().waitFor()
  lift()
  const { jobs } = await world.ended(id)
  expect(jobs["CONTACTS"].records_read).toBeGreaterThan(0)
  await page
    .getByRole("cell", { name: String(jobs["CONTACTS"].records_read), exact: true })
    .first()
    .waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

it("holds no stream while nobody looks, and asks anew when somebody does", async () => {
  const { asked, context, page } = await Console.opened(browser, world.service.url)
  await Console.signIn(page, world.service.url)
  await page.goto(`${world.service.url}/console/connections/${good.connectionId}`)
  await page.getByRole("button", { name: "Pause" }).waitFor()
  const show = (state: string) =>
    page.evaluate((to) => {
      Object.defineProperty(document, "visibilityState", { configurable: true, get: () => to })
      document.dispatchEvent(new Event("visibilitychange"))
    }, state)
  const ended = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/v3/core/changes"))
  await show("hidden")
  await ended
  const before = asked.length
  await world.ok("POST", `/v3/core/connections/${good.connectionId}/pause`)
  const begun = page.waitForRequest((request) => request.url().endsWith("/v3/core/changes"))
  expect(asked.slice(before)).toEqual([])
  await show("visible")
  await begun
  await page.getByText("It was paused here").waitFor()
  await world.ok("POST", `/v3/core/connections/${good.connectionId}/resume`)
  await context.close()
})
