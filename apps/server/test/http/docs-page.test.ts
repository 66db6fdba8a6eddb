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
  expect(complaints).toEqual([])
  expect(asked.filter((url) => !url.startsWith(service.url) && !/^(data|blob):/.test(url))).toEqual([])
  await page.close()
})
