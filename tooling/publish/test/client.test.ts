/**
 * The client as somebody installs it who has nothing else: no effect, no core. Its declarations stand alone, say what the definition
 * says, and a call works.
 */
import { once } from "node:events"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { pack, published, repository, run, tarballOf, tool } from "../src/Packed.ts"

const work = mkdtempSync(join(tmpdir(), "svc-client-"))
const consumer = join(work, "consumer")
const own = join(consumer, "node_modules/@svc/client")
const options = {
  target: "ES2024",
  lib: ["ES2024", "DOM", "DOM.Iterable", "DOM.AsyncIterable", "ESNext.Iterator", "ESNext.Collection"],
  module: "NodeNext",
  strict: true,
  noEmit: true,
  types: []
}
const check = (folder: string, compilerOptions: object, file: string, text: string): Promise<string> => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, file), text)
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [file] }))
  return run(folder, tool(".", "tsc"), "-p", ".")
}

beforeAll(async () => {
  await pack(
    published.filter(({ manifest }) => manifest.name === "@svc/client"),
    work
  )
  mkdirSync(consumer)
  writeFileSync(join(consumer, "package.json"), JSON.stringify({ name: "consumer", private: true, type: "module" }))
  await run(
    consumer,
    "npm",
    "install",
    "--offline",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    tarballOf(work, "@svc/client")
  )
})
afterAll(() => rmSync(work, { recursive: true, force: true }))

it("needs nothing but itself", () => {
  const packages = readdirSync(join(consumer, "node_modules")).filter((name) => !name.startsWith("."))
  expect([packages, readdirSync(join(consumer, "node_modules/@svc"))]).toEqual([["@svc"], ["client"]])
  const declarations = readdirSync(join(own, "dist")).filter((file) => file.endsWith(".d.ts"))
  const needing = declarations.filter((file) =>
    /from "(effect|@svc)/.test(readFileSync(join(own, "dist", file), "utf8"))
  )
  expect(needing).toEqual(["effect.d.ts"])
})

it("leaves declarations that the compiler makes anew, as others of this repository need them", async () => {
  const folder = join(repository, "packages/client")
  await run(repository, tool(".", "tsc"), "-b", folder)
  expect(readFileSync(join(folder, "dist/Definition.d.ts"), "utf8")).toMatch(/from "@svc\/core"/)
})

it("has types that are known without effect, and words on hover", async () => {
  await check(
    consumer,
    { ...options, exactOptionalPropertyTypes: true, skipLibCheck: false },
    "main.ts",
    `import { isSvcError, makeClient, signWebhook, verifyWebhook, type Record, type WebhookEvent } from "@svc/client"
type IsAny<T> = 0 extends 1 & T ? true : false
const known = <_ extends false>(): void => {}
known<IsAny<typeof makeClient>>()
known<IsAny<typeof isSvcError>>()
known<IsAny<typeof signWebhook>>()
known<IsAny<typeof verifyWebhook>>()
known<IsAny<Record<"CONTACTS">>>()
known<IsAny<Record<"CONTACTS">["name"]>>()
known<IsAny<Record<"BALANCE_SHEET">["assets"]>>()
known<IsAny<WebhookEvent["data"]>>()
const svc = makeClient({ url: "http://svc.example", apiKey: "k" })
known<IsAny<Awaited<ReturnType<typeof svc.companies.create>>["name"]>>()
const query = { filter: { posted_date: { gte: "-7d" } }, expand: ["contact"] } as const
for await (const bill of svc.list("BILLS", query)) {
  const name: string | null | undefined = bill.contact?.name
  void name
}
void svc.create("CONTACTS", { company_id: 3, data: [{ name: "Ada Ltd" }] }, { key: "k" })
// @ts-expect-error no such model
svc.list("EXPENSE")
// @ts-expect-error no such member
void svc.companies.create({ title: "Acme" })
// @ts-expect-error a statement is not written
void svc.create("BALANCE_SHEET", { company_id: 3, data: [] })
`
  )
  expect(readFileSync(join(own, "dist/Definition.d.ts"), "utf8")).toContain("Only with `select=raw_data`")
})

it("says the same as the definition", async () => {
  const written = JSON.stringify(join(own, "dist/Definition.d.ts"))
  const derived = JSON.stringify(join(repository, "packages/client/src/Definition.ts"))
  await check(
    join(work, "same"),
    { ...options, skipLibCheck: true, allowImportingTsExtensions: true },
    "same.ts",
    `import type * as Derived from ${derived}
import type * as Written from ${written}
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
type Each<A, B> = { readonly [K in keyof A | keyof B]: K extends keyof A & keyof B ? Same<A[K], B[K]> : false }
type Two<A, B> = { readonly [K in keyof A | keyof B]: K extends keyof A & keyof B ? Each<A[K], B[K]> : false }
type Yes<A> = { readonly [K in keyof A]: true }
type YesTwo<A> = { readonly [K in keyof A]: Yes<A[K]> }
const holds = <_ extends true>(): void => {}
holds<Each<Derived.Records, Written.Records> extends Yes<Derived.Records> ? true : false>()
holds<Two<Derived.Relations, Written.Relations> extends YesTwo<Derived.Relations> ? true : false>()
holds<Two<Derived.Items, Written.Items> extends YesTwo<Derived.Items> ? true : false>()
holds<Two<Derived.Endpoints, Written.Endpoints> extends YesTwo<Derived.Endpoints> ? true : false>()
holds<Same<Derived.ErrorCode | Derived.ErrorDetail, Written.ErrorCode | Written.ErrorDetail>>()
holds<Same<Derived.UploadJob, Written.UploadJob>>()
holds<Same<Derived.PassthroughRequest, Written.PassthroughRequest>>()
holds<Same<Derived.PassthroughAnswer, Written.PassthroughAnswer>>()
holds<Same<Derived.Connection, Written.Connection>>()
holds<Same<Derived.SyncCompleted, Written.SyncCompleted>>()
`
  )
})

it("makes calls", async () => {
  const server = createServer((_, response) =>
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify({ data: [{ svc_id: 1 }, { svc_id: 2 }], prev: null, next: null, total_count: null }))
  )
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const program = `import { makeClient } from "@svc/client"
const seen = []
for await (const { svc_id } of makeClient({ url: "http://127.0.0.1:${port}", apiKey: "k" }).list("CONTACTS")) seen.push(svc_id)
console.log(JSON.stringify(seen))\n`
  writeFileSync(join(consumer, "main.js"), program)
  expect(JSON.parse(await run(consumer, process.execPath, "main.js"))).toEqual([1, 2])
  server.close()
})
