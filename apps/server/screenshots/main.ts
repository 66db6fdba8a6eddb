/**
 * Takes the pictures of the console that the documentation shows, of a world in which much has gone wrong: `pnpm screenshots`
 * writes them to `docs/console`, light and dark; with the name of a folder, as PNG to that as well, to look at.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import type { Page } from "playwright-core"
import * as Chromium from "../test/support/Chromium.ts"
import * as Console from "../test/support/Console.ts"
import * as ConsoleWorld from "../test/support/ConsoleWorld.ts"

interface Picture {
  readonly name: string
  readonly path: (world: ConsoleWorld.Failures) => string
  readonly there: (page: Page) => Promise<void>
  readonly isPhone?: boolean
}
const shows =
  (text: string | RegExp) =>
  (page: Page): Promise<void> =>
    page.getByText(text).first().waitFor()
const pictures: ReadonlyArray<Picture> = [
  { name: "overview", path: () => "/", there: shows("Latest syncs") },
  { name: "phone", path: () => "/", there: shows("Latest syncs"), isPhone: true },
  { name: "sync", path: ({ ids }) => `/syncs/${ids.sync}`, there: shows("was answered 403") },
  {
    name: "refused",
    path: ({ ids }) => `/connections/${ids.connection}`,
    there: async (page) => {
      await page.getByRole("tab", { name: "Refused and warned" }).click()
      await page.getByRole("row", { name: /c2/ }).getByRole("button", { name: "Look at it" }).click()
      await page.getByRole("dialog").getByText('"label": "Bad"').waitFor()
    }
  },
  {
    name: "record",
    path: ({ ids }) => `/records/${ids.model}/${ids.record}`,
    there: shows("As the platform answered it")
  },
  { name: "webhook", path: ({ ids }) => `/webhooks/${ids.webhook}`, there: shows("out of order") },
  {
    name: "integration",
    path: () => "/integrations?find=name:XERO",
    there: async (page) => {
      await page.getByRole("link", { name: "XERO", exact: true }).click()
      await shows("Send intent to receive")(page)
    }
  }
]

const folder = join(import.meta.dirname, "../../../docs/console")
const elsewhere = process.argv[2] === undefined ? null : resolve(process.argv[2])
if (elsewhere !== null) mkdirSync(elsewhere, { recursive: true })
mkdirSync(folder, { recursive: true })
Console.build()
const world = await ConsoleWorld.failures()
const browser = await Chromium.launch()
try {
  await ConsoleWorld.lastDay(world)
  let bytes = 0
  for (const colorScheme of ["light", "dark"] as const) {
    for (const { isPhone = false, name, path, there } of pictures) {
      const viewport = isPhone ? { width: 390, height: 780 } : { width: 1280, height: 800 }
      const context = await browser.newContext({ viewport, colorScheme, locale: "en-GB", deviceScaleFactor: 1.5 })
      const page = await context.newPage()
      await Console.signIn(page, world.url)
      await page.goto(`${world.url}/console${path(world)}`)
      await there(page)
      await page.waitForFunction(() => !document.body.innerText.includes("Loading…"))
      const session = await context.newCDPSession(page)
      const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 75 })
      const picture = Buffer.from(data, "base64")
      const own = `${name}${colorScheme === "dark" ? "-dark" : ""}`
      bytes += picture.length
      writeFileSync(join(folder, `${own}.webp`), picture)
      if (elsewhere !== null) await page.screenshot({ path: join(elsewhere, `${own}.png`) })
      await context.close()
    }
  }
  process.stdout.write(`${pictures.length * 2} pictures, ${(bytes / 1000).toFixed(0)} kB, in ${folder}\n`)
} finally {
  await browser.close()
  await world.stop()
}
