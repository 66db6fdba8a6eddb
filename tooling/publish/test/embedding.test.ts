/**
 * Embedding as somebody else does it: the examples run and type-check on packed tarballs in a folder outside this
 * repository, and an app that ends up with two copies of core still knows their errors.
 */
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { installed, pack, published, repository, run, tarballOf, tool } from "../src/Packed.ts"

const work = mkdtempSync(join(tmpdir(), "svc-embedding-"))
const consumer = join(work, "consumer")
const names = ["@svc/core", "@svc/sandbox", "@svc/xero"]
const examples = ["embed-async", "embed-effect"]

beforeAll(async () => {
  await pack(
    published.filter(({ manifest }) => names.includes(manifest.name)),
    work
  )
  await installed(consumer, work, names)
  for (const example of examples) {
    cpSync(join(repository, "examples", example), join(consumer, example), {
      recursive: true,
      filter: (path) => !/node_modules|\.test\.ts$/.test(path.slice(repository.length))
    })
  }
  symlinkSync(join(consumer, "embed-async"), join(consumer, "node_modules/example-embed-async"))
})
afterAll(() => rmSync(work, { recursive: true, force: true }))

describe.each(examples)("%s", (example) => {
  it("reads, writes and passes through", async () => {
    expect(await run(consumer, process.execPath, `${example}/main.ts`)).toMatch(
      /^Spent: [1-9]\d*\.\d\d\nMade Ada Ltd\nPassed through: /
    )
  })

  it("keeps the tokens that were refreshed, and believes the platform's webhooks only", async () => {
    process.env["XERO_CLIENT_ID"] = "app"
    process.env["XERO_CLIENT_SECRET"] = "hush"
    process.env["XERO_WEBHOOK_KEY"] = "key"
    const { expected } = await import(join(consumer, "embed-async/test/FakeXero.ts"))
    expect(JSON.parse(await run(consumer, process.execPath, `${example}/test/drive.ts`))).toEqual(expected)
  })
})

it("type-checks without Node's types", async () => {
  const compilerOptions = {
    target: "ES2024",
    lib: ["ES2024", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
    module: "NodeNext",
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    types: []
  }
  writeFileSync(join(consumer, "env.d.ts"), "declare const process: { env: Record<string, string | undefined> }\n")
  const files = ["env.d.ts", ...examples.flatMap((example) => [`${example}/main.ts`, `${example}/test/drive.ts`])]
  writeFileSync(join(consumer, "tsconfig.json"), JSON.stringify({ compilerOptions, files }))
  await run(consumer, tool(".", "tsc"), "-p", ".")
})

it("loads few files in Node, none of effect, and what writes with the first write", async () => {
  writeFileSync(
    join(consumer, "cold.js"),
    `import { registerHooks } from "node:module"
const loaded = []
registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
const { connect } = await import("@svc/core/connect")
const { xero } = await import("@svc/xero")
const start = loaded.splice(0)
const fetch = async () => Response.json({ Contacts: [] })
const books = connect(xero, { credentials: { access_token: "t" }, settings: { tenantId: "1" }, fetch })
for await (const _ of books.list("CONTACTS")) throw new Error("none was expected")
const listing = loaded.splice(0)
await books.create("CONTACTS", [{ name: "Ada Ltd" }])
console.log(JSON.stringify({ start, listing, writing: loaded }))\n`
  )
  const { listing, start, writing } = JSON.parse(await run(consumer, process.execPath, "cold.js"))
  const files = start.filter((url: string) => url.startsWith("file:"))
  expect(files.filter((url: string) => /\/node_modules\/effect\//.test(url))).toEqual([])
  expect(files.length).toBeLessThan(10)
  expect(files.some((url: string) => url.endsWith("/dist/node/connect.js"))).toBe(true)
  expect(files.some((url: string) => url.endsWith("/dist/node/index.js"))).toBe(true)
  expect(listing).toEqual([])
  expect(writing.some((url: string) => url.endsWith("/dist/node/writes.js"))).toBe(true)
})

it("knows errors, missing lists and unreadable values of another copy of core", async () => {
  // As a package manager nests it: the app has one core, the connector brought another.
  const two = join(work, "two")
  const modules = join(two, "node_modules")
  const nested = join(modules, "@svc/sandbox/node_modules/@svc/core")
  for (const [name, folder] of [
    ["@svc/core", join(modules, "@svc/core")],
    ["@svc/sandbox", join(modules, "@svc/sandbox")],
    ["@svc/core", nested]
  ] as const) {
    mkdirSync(folder, { recursive: true })
    await run(work, "tar", "-xzf", tarballOf(work, name), "-C", folder, "--strip-components=1")
  }
  const core = realpathSync(join(consumer, "node_modules/@svc/core"))
  for (const name of ["effect", "oauth4webapi"]) {
    symlinkSync(realpathSync(join(dirname(dirname(core)), name)), join(modules, name))
  }
  writeFileSync(join(two, "package.json"), JSON.stringify({ type: "module" }))
  writeFileSync(
    join(two, "main.js"),
    `import * as mine from "@svc/core"
import { connect, ConnectorError, isConnectorError } from "@svc/core/connect"
import { sandbox } from "@svc/sandbox"
import { makeSandbox } from "@svc/sandbox/platform"
import * as theirs from "./node_modules/@svc/sandbox/node_modules/@svc/core/dist/contract/index.js"
import * as other from "./node_modules/@svc/sandbox/node_modules/@svc/core/dist/connect/index.js"

const platform = makeSandbox()
const open = (fetch) => connect(sandbox, { credentials: { api_key: "sandbox-demo" }, settings: {}, fetch })
const books = open((input, init) => platform.fetch(new Request(input, init)))
let read = 0
for await (const _ of books.list("CONTACTS")) read++
const failure = (client) => client.list("CONTACTS")[Symbol.asyncIterator]().next().catch((error) => error)
const noList = await failure(open(async () => Response.json({ items: 5 })))
const unreadable = await failure(open(async () => Response.json({ items: [{ updatedAt: "2026-11-01T00:00:00Z" }] })))
const errors = [noList, unreadable]
console.log(JSON.stringify({
  read: read > 0,
  copies: ConnectorError === other.ConnectorError ? 1 : 2,
  instances: errors.map((error) => error instanceof other.ConnectorError),
  branded: errors.map((error) => isConnectorError(error) && other.isConnectorError(error)),
  noList: noList.reason.issues,
  isNoList: mine.Read.isNoList(theirs.Read.noList) && !mine.Read.isNoList([]),
  unreadable: unreadable.reason._tag
}))\n`
  )
  expect(JSON.parse(await run(two, process.execPath, "main.js"))).toEqual({
    read: true,
    copies: 2,
    instances: [false, false],
    branded: [true, true],
    noList: ["expected a list at items"],
    isNoList: true,
    unreadable: "Undecodable"
  })
})
