/**
 * P7: how long after its start the service answers that it is ready, as a process of its own on the embedded database: on
 * an empty folder, and on the same folder again.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { Agent, get } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { freePort } from "../test/support/ServerProcess.ts"
import type { Figure } from "./figure.ts"

const main = join(import.meta.dirname, "../src/main.ts")
const runs = 3

const agent = new Agent({ keepAlive: false })
const status = (url: string): Promise<number> =>
  new Promise((resolve) => {
    get(url, { agent }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    }).on("error", () => resolve(0))
  })

/** Seconds from the start of the process to its first answer that it is ready; `env` adds settings. */
export const start = async (folder: string, env: Readonly<Record<string, string>> = {}): Promise<number> => {
  const port = await freePort()
  const from = performance.now()
  const child = spawn(process.execPath, [main], {
    stdio: "ignore",
    env: { PATH: process.env["PATH"], PORT: String(port), SVC_DATA_DIR: folder, SVC_DEMO: "0", ...env }
  })
  const closed = once(child, "exit")
  try {
    while ((await status(`http://127.0.0.1:${port}/readyz`)) !== 200) {
      if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode}.`)
      await sleep(10)
    }
    return (performance.now() - from) / 1000
  } finally {
    child.kill("SIGTERM")
    await closed
  }
}

/** The best of three folders. */
export const run = async (): Promise<ReadonlyArray<Figure>> => {
  const empty: Array<number> = []
  const existing: Array<number> = []
  for (let n = 0; n < runs; n++) {
    const folder = mkdtempSync(join(tmpdir(), "svc-bench-"))
    try {
      empty.push(await start(folder))
      existing.push(await start(folder))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  const figure = (what: string, all: ReadonlyArray<number>, most: number): Figure => ({
    goal: "P7",
    what: `first answer after the start on ${what}, at most ${most} s`,
    figure: `${Math.min(...all).toFixed(2)} s`,
    ratio: most / Math.min(...all),
    wanted: 1
  })
  return [figure("an existing folder", existing, 2), figure("an empty folder", empty, 5)]
}
