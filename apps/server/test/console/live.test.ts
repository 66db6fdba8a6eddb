/** The console while things happen: what is shown follows the service, by one stream and no asking again and again. */
import { makeClient } from "@svc/client"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import * as Chromium from "../support/Chromium.ts"
import * as Console from "../support/Console.ts"
import * as Service from "../support/Service.ts"
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

it("asks for nothing while nothing happens, and shows on the overview what does", async () => {
  // Who follows already has been told of all that the tests before have changed: it is told to nobody else.
  const own = makeClient({ url: world.service.url, apiKey: Service.apiKey })
  const over = new AbortController()
  const told = (async () => {
    for await (const change of own.changes({ signal: over.signal })) {
      if (change.type === "CONNECTION" && change.id === String(good.connectionId)) return
    }
  })()
  await world.ok("POST", `/v3/core/connections/${good.connectionId}/pause`)
  await world.ok("POST", `/v3/core/connections/${good.connectionId}/resume`)
  await told
  const { asked, complaints, context, page } = await Console.opened(browser, world.service.url)
  await page.clock.install()
  const isOverview = (url: string) => url.endsWith("/v3/core/overview?span=day")
  // It is asked for when one comes, and once more when the stream begins: who begins is told that all may be new. A stream
  // that begins first would leave it at once.
  const first = page.waitForRequest((request) => isOverview(request.url()))
  await page.route(/\/v3\/core\/changes\b/, async (route) => {
    await first
    await route.continue()
  })
  const twice = Service.until(
    () => Promise.resolve(asked.filter(isOverview).length),
    (times) => times === 2
  )
  await Console.signIn(page, world.service.url)
  await page.getByText("Every connection works").waitFor()
  await twice
  const before = asked.length
  // Every timer of the page goes off that would within 50 seconds; after a minute without a word a stream is given up.
  await page.clock.runFor(50_000)
  expect(asked.slice(before)).toEqual([])
  await world.ok("POST", `/v3/core/connections/${good.connectionId}/pause`)
  await page.getByText("of Acme Ltd is paused: nothing is read.").waitFor()
  await world.ok("POST", `/v3/core/connections/${good.connectionId}/resume`)
  await page.getByText("Every connection works").waitFor()
  // Two changes, each perhaps told twice: what is asked is what the overview is made of.
  expect(asked.length - before).toBeLessThanOrEqual(8)
  expect(complaints).toEqual([])
  over.abort()
  await context.close()
})
