/**
 * C1: how long the console takes to its first view, as a browser that was never there before sees it: from the navigation to
 * the overview with its data on the screen, with the demo behind it. Beside it how large the console's files are, and what
 * serving them costs a start on an empty folder.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { gzipSync } from "node:zlib"
import type { Browser, Page } from "playwright-core"
import * as Chromium from "../test/support/Chromium.ts"
import * as Console from "../test/support/Console.ts"
import { freePort } from "../test/support/ServerProcess.ts"
import type { Figure } from "./figure.ts"
import * as Start from "./p7-start.ts"

const main = join(import.meta.dirname, "../src/main.ts")
const assets = join(import.meta.dirname, "../../console/dist/assets")
const runs = 5
const apiKey = "svc_bench_0123456789abcdefghijklmnopqrstuvwxyz"

/** Milliseconds between frames while 100 000 rows are scrolled through, a screen every third frame, and rows on the page. */
const scrolled = async (
  page: Page,
  url: string
): Promise<{ readonly frames: Array<number>; readonly rows: number }> => {
  const answer = await fetch(`${url}/v3/core/companies?limit=1`, { headers: { api_key: apiKey } })
  const { data } = (await answer.json()) as { readonly data: ReadonlyArray<object> }
  const table = await Console.openLongTable(page, url, data[0]!)
  const frames = await table.evaluate(async (element) => {
    const found: Array<number> = []
    element.scrollTo(0, 0)
    let last = await new Promise(requestAnimationFrame)
    for (let n = 0; n < 300; n++) {
      element.scrollBy(0, element.clientHeight / 3)
      const now = await new Promise(requestAnimationFrame)
      found.push(now - last)
      last = now
    }
    return found
  })
  return { frames, rows: await table.locator("tbody tr").count() }
}

/** Milliseconds from a navigation until the overview with its data was painted, in a browser context that knows nothing. */
const firstView = async (browser: Browser, url: string, cookies: ReadonlyArray<any>): Promise<number> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await context.addCookies([...cookies])
  const page = await context.newPage()
  await page.addInitScript(() => {
    const look = new MutationObserver(() => {
      if (document.querySelector("[aria-label='What needs a hand']") === null) return
      look.disconnect()
      // What is there by the next frame is painted when that is over.
      requestAnimationFrame(() => setTimeout(() => Object.assign(globalThis, { painted: performance.now() })))
    })
    look.observe(document, { childList: true, subtree: true })
  })
  await page.goto(`${url}/console`)
  const painted = await page.waitForFunction(() => (globalThis as { painted?: number }).painted)
  const milliseconds = await painted.jsonValue()
  await context.close()
  return milliseconds!
}

const views = async () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-bench-"))
  const url = `http://127.0.0.1:${await freePort()}`
  const child = spawn(process.execPath, [main], {
    stdio: "ignore",
    env: { PATH: process.env["PATH"], PORT: new URL(url).port, SVC_DATA_DIR: folder, SVC_API_KEY: apiKey }
  })
  const closed = once(child, "exit")
  const browser = await Chromium.launch()
  try {
    const synced = async (): Promise<boolean> => {
      const answer = await fetch(`${url}/v3/core/syncs`, { headers: { api_key: apiKey } }).catch(() => null)
      if (answer?.status !== 200) return false
      const { data } = (await answer.json()) as {
        readonly data: ReadonlyArray<{ readonly finished_at: string | null }>
      }
      return data.length > 0 && data.every(({ finished_at }) => finished_at !== null)
    }
    while (!(await synced())) {
      if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode}.`)
      await sleep(100)
    }
    const context = await browser.newContext()
    const page = await context.newPage()
    await Console.signIn(page, url, apiKey)
    const cookies = await context.cookies()
    const found: Array<number> = []
    for (let n = 0; n < runs; n++) found.push(await firstView(browser, url, cookies))
    return { painted: found.toSorted((a, b) => a - b), table: await scrolled(page, url) }
  } finally {
    await browser.close()
    child.kill("SIGTERM")
    await closed
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Seconds of the quickest of seven starts on an empty folder, with the console and without, in turns: of three noise decides. */
const starts = async (): Promise<readonly [with_: number, without: number]> => {
  const found: [Array<number>, Array<number>] = [[], []]
  for (let n = 0; n < 7; n++) {
    for (const index of n % 2 === 0 ? [0, 1] : [1, 0]) {
      const SVC_CONSOLE = index === 0 ? "1" : "0"
      const folder = mkdtempSync(join(tmpdir(), "svc-bench-"))
      try {
        found[index]!.push(await Start.start(folder, { SVC_CONSOLE }))
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    }
  }
  return [Math.min(...found[0]), Math.min(...found[1])]
}

export const run = async (): Promise<ReadonlyArray<Figure>> => {
  Console.build()
  const bytes = readdirSync(assets).reduce(
    (sum, name) => sum + gzipSync(readFileSync(join(assets, name)), { level: 9 }).length,
    0
  )
  const { painted, table } = await views()
  const frames = table.frames.toSorted((a, b) => a - b)
  const slow = frames[Math.floor(frames.length * 0.95)]!
  const median = painted[Math.floor(painted.length / 2)]!
  const [beside, without] = await starts()
  const more = Math.max(0, beside - without)
  return [
    {
      goal: "C1",
      what: `first view of the console with its data, nothing cached, median of ${runs}, at most 1 s`,
      figure: `${median.toFixed(0)} ms (${painted[0]!.toFixed(0)} to ${painted.at(-1)!.toFixed(0)})`,
      ratio: 1000 / median,
      wanted: 1
    },
    {
      goal: "C1",
      what: "a frame while 100 000 rows are scrolled through, 95 of 100 within two of a screen with 60 in a second",
      figure: `${slow.toFixed(1)} ms (longest ${frames.at(-1)!.toFixed(1)}), ${table.rows} rows on the page`,
      ratio: 1000 / 30 / slow,
      wanted: 1
    },
    {
      goal: "C1",
      what: "all files of the console by gzip, at most 250 kB",
      figure: `${(bytes / 1000).toFixed(1)} kB`,
      ratio: 250_000 / bytes,
      wanted: 1
    },
    {
      goal: "C1",
      what: "start on an empty folder with the console beside without it, at most 0.3 s more",
      figure: `${beside.toFixed(2)} s beside ${without.toFixed(2)} s`,
      ratio: more === 0 ? 1 : 0.3 / more,
      wanted: 1
    }
  ]
}
