/** The page that shows the document, in a real browser: it works under its own policy and asks nobody else for anything. */
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import * as Chromium from "../support/Chromium.ts"
import * as Service from "../support/Service.ts"

let service: Service.Service
let browser: Browser
beforeAll(async () => {
  service = await Service.start()
  browser = await Chromium.launch()
})
afterAll(async () => {
  await browser?.close()
  await service?.stop()
})

it("shows the operations, and loads nothing from elsewhere", async () => {
  const page = await browser.newPage()
  page.setDefaultTimeout(180_000)
  const complaints: Array<string> = []
  const asked: Array<string> = []
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text())
  })
  page.on("pageerror", (error) => complaints.push(String(error)))
  page.on("request", (request) => asked.push(request.url()))
  await page.goto(`${service.url}/docs`)
  await page.getByText("List expenses").first().waitFor()
  // A click makes one operation and nothing else, so that it is answered at once however many there are.
  const made = () => page.evaluate(() => document.querySelectorAll("*").length)
  const listed = await made()
  await page.getByText("List expenses").first().click()
  await page.getByRole("heading", { name: "List expenses" }).waitFor()
  await page.getByText("include_deleted_records", { exact: false }).first().waitFor()
  expect((await made()) - listed).toBeLessThan(1500)
  await page.getByLabel("Find an operation").fill("create invoices")
  await page.getByRole("link", { name: "Create invoices" }).first().click()
  await page.getByRole("heading", { name: "Create invoices" }).waitFor()
  await page.getByText("Send a request").click()
  await page.getByLabel("api_key").fill(Service.apiKey)
  await page.getByLabel("Body").fill(JSON.stringify({ company_id: 999_999, data: [{}] }))
  await page.getByRole("button", { name: "Send" }).click()
  await page.getByText("not-found", { exact: false }).first().waitFor()
  // The answer to the request that was tried is an error, which a browser tells of by itself.
  expect(complaints.filter((one) => !one.includes("404"))).toEqual([])
  expect(asked.filter((url) => !url.startsWith(service.url) && !/^(data|blob):/.test(url))).toEqual([])
  await page.close()
})

it("answers a click within 200 ms", async () => {
  const page = await browser.newPage()
  await page.goto(`${service.url}/docs`)
  await page.getByText("List expenses").first().waitFor()
  // From the click to the frame that shows the operation, as the page sees it; in one of them this machine may do something else.
  const times = await page.evaluate(async () => {
    const took: Array<number> = []
    for (const link of [...document.querySelectorAll<HTMLElement>("nav a")]
      .filter((_, at) => at % 60 === 10)
      .slice(0, 8)) {
      const before = performance.now()
      link.click()
      do await new Promise((shown) => requestAnimationFrame(() => setTimeout(shown)))
      while (document.querySelector("nav a[aria-current]") !== link)
      took.push(performance.now() - before)
    }
    return took.toSorted((a, b) => a - b)
  })
  expect(times.length).toBeGreaterThan(4)
  expect(times[Math.floor(times.length / 2)]).toBeLessThan(200)
  await page.close()
})

it("is sent small", async () => {
  const answer = await fetch(`${service.url}/docs`, { headers: { "accept-encoding": "gzip" } })
  expect(answer.headers.get("content-encoding")).toBe("gzip")
  expect((await answer.text()).length).toBeLessThan(150_000)
})
