/** The console in a browser: built from its sources, opened with an eye on what it complains of and asks for, signed in to. */
import { AxeBuilder } from "@axe-core/playwright"
import { execFileSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core"
import * as Chromium from "./Chromium.ts"
import * as Service from "./Service.ts"

/** What is looked at is what the sources say. */
export const build = (): void =>
  void execFileSync(process.execPath, [
    fileURLToPath(new URL("../../../console/build.ts", import.meta.url)),
    "--if-needed"
  ])

/** The two screens that views are looked at on. */
export const screens = [
  { width: 1280, height: 800, colorScheme: "light" as const },
  { width: 390, height: 844, colorScheme: "dark" as const }
]

export interface Opened {
  readonly context: BrowserContext
  readonly page: Page
  /** What went wrong in it, and what it asked of others. */
  readonly complaints: Array<string>
  /** Every address that it asked the service for. */
  readonly asked: Array<string>
}

export const opened = async (
  browser: Browser,
  url: string,
  { colorScheme, height, width }: Partial<(typeof screens)[number]> = {}
): Promise<Opened> => {
  const options: BrowserContextOptions = { locale: "en-GB", acceptDownloads: true }
  if (width !== undefined && height !== undefined) options.viewport = { width, height }
  if (colorScheme !== undefined) options.colorScheme = colorScheme
  const context = await browser.newContext(options)
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  const complaints: Array<string> = []
  const asked: Array<string> = []
  page.on("console", (message) => {
    // That nobody is signed in yet is an answer like any other.
    if (message.type() === "error" && !message.text().includes("401")) complaints.push(message.text())
  })
  page.on("pageerror", (error) => complaints.push(String(error)))
  page.on("request", (request) => {
    const to = request.url()
    if (to.startsWith(url)) asked.push(to)
    else if (!/^(data|blob):/.test(to)) complaints.push(`It asked for ${to}`)
  })
  return { context, page, complaints, asked }
}

export const signIn = async (page: Page, url: string, key: string = Service.apiKey): Promise<void> => {
  await page.goto(`${url}/console`)
  await page.getByLabel("API key").fill(key)
  await page.keyboard.press("Enter")
  await page.getByRole("navigation", { name: "Views" }).waitFor()
}

/** What axe finds, and how much wider the page is than the screen, as sentences. */
export const faultsOf = async (page: Page): Promise<ReadonlyArray<string>> => {
  // A frame without scripts never answers axe, which would wait for it; what it shows has a test of its own.
  const { violations } = await new AxeBuilder({ page }).exclude("iframe[sandbox]").analyze()
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  return [
    ...violations.flatMap(({ help, nodes }) => nodes.map(({ target }) => `${help}: ${target.join(" ")}`)),
    ...(wide > 0 ? [`The page is ${wide} pixels wider than the screen.`] : [])
  ]
}

/** A browser for a service, whose pages are signed in. */
export const start = async (url: string) => {
  build()
  const browser = await Chromium.launch()
  return {
    open: async (screen: Partial<(typeof screens)[number]> = {}, key: string = Service.apiKey) => {
      const { complaints, context, page } = await opened(browser, url, screen)
      await signIn(page, url, key)
      return {
        page,
        complaints,
        go: (path: string) => page.goto(`${url}/console${path}`),
        faults: () => faultsOf(page),
        close: () => context.close()
      }
    },
    stop: () => browser.close()
  }
}
export type Console = Awaited<ReturnType<typeof start>>
