/** The console in a browser: built from its sources, opened with an eye on what it complains of and asks for, signed in to. */
import axe from "axe-core"
import { execFileSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from "playwright-core"
import * as Chromium from "./Chromium.ts"
import * as Service from "./Service.ts"

/** What is looked at is what the sources say. */
export const build = (): void =>
  void execFileSync(process.execPath, [
    fileURLToPath(new URL("../../../console/build.ts", import.meta.url)),
    "--if-needed"
  ])

/** The screens that views are looked at on. */
export const screens = [
  { width: 1280, height: 800, colorScheme: "light" },
  { width: 1280, height: 800, colorScheme: "dark" },
  { width: 390, height: 844, colorScheme: "dark" },
  { width: 390, height: 844, colorScheme: "light" }
] as const
export type Screen = (typeof screens)[number]

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
  { colorScheme, height, width }: Partial<Screen> = {}
): Promise<Opened> => {
  const options: BrowserContextOptions = { locale: "en-GB", acceptDownloads: true, reducedMotion: "reduce" }
  if (width !== undefined && height !== undefined) options.viewport = { width, height }
  if (colorScheme !== undefined) options.colorScheme = colorScheme
  const context = await browser.newContext(options)
  const page = await context.newPage()
  // One thing or another comes late on a machine that has more to do; what hangs is ended all the same.
  page.setDefaultTimeout(60_000)
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

/** The rules of axe that ask for colours: of two themes the others say the same. */
const ofColours = ["color-contrast", "link-in-text-block"]

/** What axe finds below an element, and how much wider the page is than the screen, as sentences. */
export const faultsOf = async (
  page: Page,
  within = "html",
  rules?: ReadonlyArray<string>
): Promise<ReadonlyArray<string>> => {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source)
  return page.evaluate(
    async ([selector, values]) => {
      const { violations } = await (globalThis as unknown as { readonly axe: typeof axe }).axe.run(
        { include: [[selector]] },
        {
          // A frame without scripts never answers; what it shows has a test of its own.
          iframes: false,
          preload: false,
          resultTypes: ["violations"],
          ...(values === undefined ? {} : { runOnly: { type: "rule", values: [...values] } })
        }
      )
      const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth
      return [
        ...violations.flatMap(({ help, nodes }) => nodes.map(({ target }) => `${help}: ${target.join(" ")}`)),
        ...(wide > 0 ? [`The page is ${wide} pixels wider than the screen.`] : [])
      ]
    },
    [within, rules] as const
  )
}

/**
 * The same on every screen: all rules at each width, those of colours in the other theme too. The page stays as it is, and is
 * on the first screen again.
 */
export const faultsEverywhere = async (page: Page, within?: string): Promise<ReadonlyArray<string>> => {
  const found: Array<string> = []
  for (const { colorScheme, height, width } of screens) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme })
    const faults = await faultsOf(page, within, colorScheme === screens[0].colorScheme ? undefined : ofColours)
    found.push(...faults.map((fault) => `${width} pixels, ${colorScheme}: ${fault}`))
  }
  await page.setViewportSize(screens[0])
  await page.emulateMedia({ colorScheme: screens[0].colorScheme })
  return found
}

/** How many rows a page of `longTable` has, and how many there are. */
export const longPage = 10_000
export const longTable = 100_000
/** Opens the companies as 100 000, each like the one given, and scrolls through them to the last; gives the table. */
export const openLongTable = async (page: Page, url: string, pattern: object): Promise<Locator> => {
  await page.route(/\/v3\/core\/companies\?/, (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get("next") ?? 0)
    const rows = Array.from({ length: longPage }, (_, n) => from + n)
    const next = from + longPage < longTable ? String(from + longPage) : null
    const data = rows.map((n) => ({ ...pattern, svc_id: n, name: `Company ${n}` }))
    return route.fulfill({ json: { data, next, previous: null } })
  })
  await page.goto(`${url}/console/companies`)
  const table = page.getByRole("region", { name: "Companies" })
  for (let last = longPage - 1; last < longTable; last += longPage) {
    const rows = last + 1 === longTable ? `${longTable} rows` : `${last + 1} rows so far`
    await page.getByRole("status").getByText(rows).waitFor()
    await table.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await table.getByRole("link", { name: `Company ${last}`, exact: true }).waitFor()
  }
  return table
}

/** A browser for a service, whose pages are signed in. */
export const start = async (url: string) => {
  build()
  const browser = await Chromium.launch()
  return {
    open: async (screen: Partial<Screen> = {}, key: string = Service.apiKey) => {
      const { complaints, context, page } = await opened(browser, url, screen)
      await signIn(page, url, key)
      return {
        page,
        complaints,
        go: (path: string) => page.goto(`${url}/console${path}`),
        close: () => context.close()
      }
    },
    stop: () => browser.close()
  }
}
export type Console = Awaited<ReturnType<typeof start>>
