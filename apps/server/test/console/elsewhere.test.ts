/** The console served from another origin of the same site: it signs in and works there where that was named, and nowhere else. */
import { execFileSync } from "node:child_process"
import { readFile } from "node:fs/promises"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { extname, join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import * as Chromium from "../support/Chromium.ts"
import * as Console from "../support/Console.ts"
import * as Service from "../support/Service.ts"
import * as ServerProcess from "../support/ServerProcess.ts"

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml"
}
/** A host of files that answers every other address with the page, with the policy that the guide names, as it has to be set up. */
const host = async (folder: string, port: number): Promise<Server> => {
  const guide = readFileSync(fileURLToPath(new URL("../../../../docs/operator-guide.md", import.meta.url)), "utf8")
  const [, policy] = /`(default-src 'none'; script-src [^`]*)`/.exec(guide)!
  const own = policy!.replaceAll("https://svc.example.com", service.url)
  const server = createServer(async (request, response) => {
    const type = types[extname(request.url ?? "")]
    const file = await readFile(join(folder, type === undefined ? "index.html" : request.url!))
    response.writeHead(200, { "content-type": type ?? "text/html", "content-security-policy": own }).end(file)
  })
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
  return server
}

const folders: Array<string> = []
let service: Service.Service
let browser: Browser
let named: Server
let other: Server
beforeAll(async () => {
  const port = await ServerProcess.freePort()
  service = await Service.start({ SVC_CONSOLE_ORIGINS: `http://127.0.0.1:${port}` })
  const folder = mkdtempSync(join(tmpdir(), "svc-console-"))
  folders.push(folder)
  const build = fileURLToPath(new URL("../../../console/build.ts", import.meta.url))
  execFileSync(process.execPath, [build, "--service", service.url, "--out", folder])
  named = await host(folder, port)
  other = await host(folder, 0)
  browser = await Chromium.launch()
})
afterAll(async () => {
  await browser?.close()
  named?.close()
  other?.close()
  await service?.stop()
  for (const folder of folders) rmSync(folder, { recursive: true })
})
const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

it("signs in, shows, changes and follows from an origin that was named", async () => {
  await service.call("POST", "/v3/core/companies", { name: "Acme Ltd" })
  const { context, page } = await Console.opened(browser, service.url)
  await page.goto(`${originOf(named)}/companies`)
  await page.getByLabel("API key").fill(Service.apiKey)
  const followed = page.waitForResponse((answer) => answer.url().endsWith("/v3/core/changes"))
  await page.keyboard.press("Enter")
  await page.getByText("Acme Ltd").waitFor()
  expect((await followed).status()).toBe(200)
  const [cookie] = await context.cookies()
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict" })
  await page.getByRole("link", { name: "Keys and sessions" }).click()
  await page.getByRole("button", { name: "Sign out" }).click()
  await page.getByLabel("API key").waitFor()
  await context.close()
})

it("shows the connect page from an origin that was named, and to no other", async () => {
  const mark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#0b6b4a"/></svg>`
  await service.call("PATCH", "/v3/core/brand", {
    name: "Harbour",
    colour: "#0b6b4a",
    mark: `data:image/svg+xml;base64,${Buffer.from(mark).toString("base64")}`
  })
  const link = await service.call("POST", "/v3/core/invite_links", {
    company_name: "Gamma SA",
    integration_categories: ["ACCOUNTING"]
  })
  const { complaints, context, page } = await Console.opened(browser, service.url)
  await page.goto(`${originOf(named)}/connect`)
  await page.getByLabel("API key").fill(Service.apiKey)
  await page.keyboard.press("Enter")
  const shown = page.frameLocator("iframe[title='The connect page']")
  await shown
    .getByText("Harbour")
    .first()
    .waitFor()
    .catch(async (cause: unknown) => {
      throw new Error(`${complaints.join("\n")}\n${await page.locator("main").innerText()}`, { cause })
    })
  await shown.getByText("Gamma SA").first().waitFor()
  // With its mark and in its colour, which are files of the service.
  const width = await shown.getByAltText("Harbour").evaluate(async (image: HTMLImageElement) => {
    await image.decode().catch(() => undefined)
    return image.naturalWidth
  })
  const button = await shown.locator("html").evaluate((html) => getComputedStyle(html).getPropertyValue("--button"))
  expect([width > 0, button.trim()]).toEqual([true, "#0b6b4a"])
  expect(complaints.filter((one) => !one.startsWith("It asked for "))).toEqual([])
  await context.close()
  const { pathname } = new URL(link.body.data.url)
  const of = async (origin: string) =>
    (await service.call("GET", pathname, undefined, { origin })).headers.get("access-control-allow-origin")
  expect(await of(originOf(named))).toBe(originOf(named))
  expect(await of(originOf(other))).toBeNull()
})

it("does not let another origin of the site use the session", async () => {
  const { connectionId } = await Service.connected(service)
  const { context, page } = await Console.opened(browser, service.url)
  await page.goto(`${originOf(named)}/`)
  await page.getByLabel("API key").fill(Service.apiKey)
  await page.keyboard.press("Enter")
  await page.getByRole("navigation", { name: "Views" }).waitFor()
  /** What a page gets to see of a request with the cookie, which the browser has for both origins. */
  const sent = (path: string, method: string, mode: string) =>
    page.evaluate(
      async ([url, method, mode]) => {
        try {
          return (await fetch(url!, { method: method!, mode: mode as RequestMode, credentials: "include" })).status
        } catch {
          return "nothing"
        }
      },
      [`${service.url}${path}`, method, mode]
    )
  const connection = `/v3/core/connections/${connectionId}`
  const isPaused = async () => (await service.call("GET", connection)).body.data.paused_at !== null
  await page.goto(`${originOf(other)}/`)
  expect(await sent(connection, "GET", "cors")).toBe("nothing")
  for (const mode of ["cors", "no-cors"]) {
    expect(await sent(`${connection}/pause`, "POST", mode)).toBe("nothing")
    expect(await isPaused()).toBe(false)
  }
  await page.goto(`${originOf(named)}/`)
  await page.getByRole("navigation", { name: "Views" }).waitFor()
  expect(await sent(connection, "GET", "cors")).toBe(200)
  expect(await sent(`${connection}/pause`, "POST", "cors")).toBe(200)
  expect(await isPaused()).toBe(true)
  await context.close()
})

it("is told with credentials, but for the origins of other pages", async () => {
  const of = (origin: string) =>
    service.call("OPTIONS", "/v3/core/companies", undefined, { origin, "access-control-request-method": "GET" })
  const allowed = await of(originOf(named))
  expect(allowed.headers.get("access-control-allow-origin")).toBe(originOf(named))
  expect(allowed.headers.get("access-control-allow-credentials")).toBe("true")
  expect((await of(originOf(other))).headers.get("access-control-allow-credentials")).toBeNull()
})
