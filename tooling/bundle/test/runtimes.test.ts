/**
 * The same calls in every runtime that people embed in: Node from the oldest to the newest, Bun, Deno, Cloudflare's workerd and
 * Chromium. They are bundled once; the runtimes are packages that this test installs for itself (`runtimes/`).
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Miniflare } from "miniflare"
import { afterAll, beforeAll, expect, it } from "vitest"
import { moduleBundle } from "../src/Bundle.ts"
import * as Platform from "../src/runtimes/Platform.ts"
import { names, type Runtime, runtimes } from "../src/runtimes/Runtimes.ts"

/** The browser that the tests of pages use too. */
const { launch } = (await import(join(import.meta.dirname, "../../../apps/server/test/support/Chromium.ts"))) as {
  readonly launch: () => Promise<{
    readonly newPage: () => Promise<{
      readonly goto: (url: string) => Promise<unknown>
      readonly evaluate: (script: string) => Promise<unknown>
    }>
    readonly close: () => Promise<void>
  }>
}
const folder = mkdtempSync(join(tmpdir(), "svc-runtimes-"))
let platform: Platform.Platform
let script: string
let programs: Readonly<Record<Runtime, (file: string, ...args: ReadonlyArray<string>) => Promise<string>>>

const expected = {
  authorize: "S256",
  exchange: "a-1",
  accounts: ["Acme", "Umbrella"],
  lists: ["Ada Ltd,Babbage & Co"],
  renewals: 1,
  get: "Babbage & Co",
  gone: [null, null],
  changes: [
    ["c-1", false],
    ["c-2", false],
    ["c-3", true]
  ],
  written: ["Made 0", "Made 1", "Made 2"],
  refused: "InvalidCall",
  abort: ["enough", 1],
  receive: [[{ model: "CONTACTS", platform_id: "c-1", settings: {} }], 401],
  verifyWebhook: ["evt-1", "signature-wrong"],
  client: [[1, 2], { svc_id: 7, name: "Acme" }],
  closed: "InvalidCall",
  revoked: ["r-2"]
}

beforeAll(async () => {
  platform = await Platform.start()
  script = await moduleBundle(
    `export { run } from ${JSON.stringify(join(import.meta.dirname, "../src/runtimes/calls.ts"))}`
  )
  writeFileSync(join(folder, "calls.mjs"), script)
  writeFileSync(
    join(folder, "main.mjs"),
    `import { run } from "./calls.mjs"
const { argv } = await import("node:process")
console.log(JSON.stringify(await run(argv[2])))\n`
  )
  programs = await runtimes()
}, 300_000)
afterAll(async () => {
  await platform.close()
  rmSync(folder, { recursive: true, force: true })
})

it("has the versions of Node that it names", async () => {
  writeFileSync(join(folder, "version.mjs"), "console.log(process.versions.node.split('.')[0])\n")
  const said = await Promise.all(
    names.filter((name) => name.startsWith("node")).map((name) => programs[name](join(folder, "version.mjs")))
  )
  expect(said.map((major) => Number(major))).toEqual([20, 22, 24, Number(process.versions.node.split(".")[0])])
})

it.each(names)("makes the same calls in %s", async (name) => {
  const said = await programs[name](join(folder, "main.mjs"), platform.origin)
  expect(JSON.parse(said)).toEqual(expected)
})

it("makes the same calls in workerd", async () => {
  const workers = new Miniflare({
    compatibilityDate: "2026-07-01",
    modules: [
      {
        type: "ESModule",
        path: "main.mjs",
        contents: `import { run } from "./calls.mjs"
export default { fetch: async (request) => Response.json(await run(new URL(request.url).searchParams.get("origin"))) }`
      },
      { type: "ESModule", path: "calls.mjs", contents: script }
    ]
  })
  try {
    const answer = await workers.dispatchFetch(`http://worker/?origin=${encodeURIComponent(platform.origin)}`)
    expect(JSON.parse(await answer.text())).toEqual(expected)
  } finally {
    await workers.dispose()
  }
})

it("makes the same calls in Chromium", async () => {
  platform.pages.set("/", { type: "text/html", text: "<!doctype html>" })
  platform.pages.set("/calls.mjs", { type: "text/javascript", text: script })
  const browser = await launch()
  try {
    const page = await browser.newPage()
    await page.goto(platform.origin)
    const said = await page.evaluate(
      "import('/calls.mjs').then(({ run }) => run(location.origin)).then(JSON.stringify)"
    )
    expect(JSON.parse(said as string)).toEqual(expected)
  } finally {
    await browser.close()
  }
})
