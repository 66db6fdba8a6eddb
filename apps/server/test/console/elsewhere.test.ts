/** The console served from another origin of the same site: it signs in and works there where that was named, and nowhere else. */
import { execFileSync } from "node:child_process"
import { readFile } from "node:fs/promises"
import { mkdtempSync, rmSync } from "node:fs"
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
/** A host of files that answers every other address with the page, as it has to be set up. */
const host = async (folder: string, port: number): Promise<Server> => {
  const server = createServer(async (request, response) => {
    const type = types[extname(request.url ?? "")]
    const file = await readFile(join(folder, type === undefined ? "index.html" : request.url!))
    response.writeHead(200, { "content-type": type ?? "text/html" }).end(file)
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

it("does not let another origin of the site use the session", async () => {
  const { context, page } = await Console.opened(browser, service.url)
  await page.goto(`${originOf(named)}/`)
  await page.getByLabel("API key").fill(Service.apiKey)
  await page.keyboard.press("Enter")
  await page.getByRole("heading", { name: "Overview" }).waitFor()
  await page.goto(`${originOf(other)}/`)
  // The browser has the cookie for both, and the service is what keeps them apart.
  const sent = (url: string, method: string, mode: RequestMode) =>
    page.evaluate(
      async ([url, method, mode]) => {
        try {
          return (await fetch(url!, { method: method!, mode: mode as RequestMode, credentials: "include" })).status
        } catch {
          return "unreadable"
        }
      },
      [url, method, mode]
    )
  const companies = `${service.url}/v3/core/companies`
  expect(await sent(companies, "GET", "cors")).toBe("unreadable")
  const before = (await service.call("GET", "/v3/core/sessions")).body.data.filter((one: any) => one.ended_at === null)
  const refused = page.waitForResponse((answer) => answer.url().endsWith("/v3/core/syncs"))
  await sent(`${service.url}/v3/core/syncs`, "POST", "no-cors")
  expect((await refused).status()).toBe(403)
  const after = (await service.call("GET", "/v3/core/sessions")).body.data.filter((one: any) => one.ended_at === null)
  expect(after).toHaveLength(before.length)
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
