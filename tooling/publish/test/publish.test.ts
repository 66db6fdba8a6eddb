/**
 * What a registry would receive, received by somebody else: the published packages are built and packed, held against publint and
 * "are the types wrong", installed into an empty folder outside this repository, imported by plain Node and type-checked.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  installed as install,
  manifestOf,
  pack,
  pnpm,
  published,
  run,
  tarballOf as tarballIn,
  tool
} from "../src/Packed.ts"
import { thirdParty } from "./third-party.ts"

const work = mkdtempSync(join(tmpdir(), "svc-publish-"))
const consumer = join(work, "consumer")

/** What a consumer installs and uses: the contract, and one or two connectors that stand for the others. */
const installed = published.filter(({ manifest }) =>
  ["@svc/core", "@svc/client", "@svc/testkit", "@svc/sandbox", "@svc/xero", "create-svc-connector"].includes(
    manifest.name
  )
)

/** A name that the contract half of core surely exports. */
const expectedOfCore = ["Connector", "ConnectorError", "Normalize", "Page", "Auth"]

const tarballOf = (name: string) => tarballIn(work, name)

/** Complaints of publint, suggestions too. */
const linted = async (name: string): Promise<ReadonlyArray<string>> => {
  const { messages, pkg } = await publint({
    pack: { tarball: new Uint8Array(readFileSync(tarballOf(name))).buffer },
    strict: true
  })
  return messages.map((message) => formatMessage(message, pkg, { color: false }) ?? message.code)
}

/** What is wrong with the types of each. */
const typesOf = async (names: ReadonlyArray<string>): Promise<ReadonlyArray<ReadonlyArray<string>>> => {
  const program = join(import.meta.dirname, "../src/types-main.ts")
  return JSON.parse(await run(work, process.execPath, program, ...names.map(tarballOf)))
}
let wrongTypes: ReadonlyMap<string, ReadonlyArray<string>>

const entries = installed.flatMap(({ manifest }) =>
  Object.keys(manifest.exports)
    .filter((path) => !path.endsWith(".json") && !path.includes("*"))
    .map((path) => manifest.name + path.slice(1))
)

beforeAll(async () => {
  await pack(published, work)
  const names = published.map(({ manifest }) => manifest.name)
  const wrong = await typesOf(names)
  wrongTypes = new Map(names.map((name, at) => [name, wrong[at]!]))
  await install(
    consumer,
    work,
    installed.map(({ manifest }) => manifest.name)
  )
})

afterAll(() => rmSync(work, { recursive: true, force: true }))

describe.each(published.map(({ manifest }) => manifest.name))("%s", (name) => {
  it("passes publint", async () => {
    expect(await linted(name)).toEqual([])
  })

  it("has types that are right for ES modules, where it has anything to import", () => {
    const { manifest } = published.find((one) => one.manifest.name === name)!
    const imported = Object.keys(manifest.exports).filter((path) => path !== "./package.json")
    expect(wrongTypes.get(name)).toEqual(imported.length === 0 ? ["it does not contain types"] : [])
  })
})

describe("the checks themselves", () => {
  it("refuse a package that promises a file it does not have", async () => {
    const broken = join(work, "broken")
    mkdirSync(join(broken, "dist"), { recursive: true })
    writeFileSync(join(broken, "dist/index.js"), "export const a = 1\n")
    writeFileSync(join(broken, "dist/index.d.ts"), "export declare const a: number\n")
    const exports = { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" }, "./more": "./dist/more.js" }
    const manifest = {
      name: "@svc/broken",
      version: "0.0.0",
      license: "Apache-2.0",
      type: "module",
      files: ["dist"],
      exports
    }
    writeFileSync(join(broken, "package.json"), JSON.stringify(manifest))
    await pnpm(broken, "pack", "--ignore-workspace", "--pack-destination", work)
    expect((await linted("@svc/broken")).join("\n")).toMatch(/more\.js.*does not exist/)
    const [wrong] = await typesOf(["@svc/broken"])
    expect(wrong).toContainEqual(expect.stringContaining("NoResolution"))
  })
})

describe("a consumer outside of the repository", () => {
  it("gets manifests without the workspace's own protocols", () => {
    for (const { manifest } of installed) {
      const { dependencies, peerDependencies } = manifestOf(join(consumer, "node_modules", manifest.name))
      expect(JSON.stringify({ dependencies, peerDependencies }), manifest.name).not.toMatch(
        /workspace:|catalog:|file:|link:/
      )
    }
  })

  it("gets the licence, and no build leftovers", async () => {
    for (const { manifest } of published) {
      const files = (await run(work, "tar", "-tzf", tarballOf(manifest.name))).trim().split("\n")
      expect(files, manifest.name).toContain("package/LICENSE")
      expect(
        // The template of a package is one, with its tests.
        files.filter(
          (file) => !file.startsWith("package/template/") && /tsbuildinfo|\.test\.|\/test\/|\/fixtures\//.test(file)
        ),
        manifest.name
      ).toEqual([])
    }
  })

  it("imports every entry from plain JavaScript", async () => {
    writeFileSync(
      join(consumer, "main.js"),
      `${entries.map((entry, n) => `import * as m${n} from "${entry}"`).join("\n")}
console.log(JSON.stringify({ ${entries.map((entry, n) => `"${entry}": Object.keys(m${n})`).join(", ")} }))\n`
    )
    const seen: Record<string, ReadonlyArray<string>> = JSON.parse(await run(consumer, process.execPath, "main.js"))
    expect(seen["@svc/core"]).toEqual(expect.arrayContaining(expectedOfCore))
    for (const entry of entries) expect(seen[entry], entry).not.toEqual([])
  })

  it("sees each connector as a value with its contract", async () => {
    for (const { manifest } of installed.filter(({ manifest: { svc } }) => svc !== undefined)) {
      const code = `import * as all from "${manifest.name}"
import { Connector } from "@svc/core"
console.log(Object.values(all).some((value) => value?.contract === Connector.contract))\n`
      writeFileSync(join(consumer, "connector.js"), code)
      expect((await run(consumer, process.execPath, "connector.js")).trim(), manifest.name).toBe("true")
    }
  })

  it("gets the recorder as a command", async () => {
    const command = join(consumer, "node_modules/.bin/svc-record")
    expect(await run(consumer, command, "--help")).toContain("svc-record <module>")
  })

  it("type-checks against every entry", async () => {
    const compilerOptions = {
      target: "ES2024",
      lib: ["ES2024", "DOM", "DOM.Iterable", "DOM.AsyncIterable", "ESNext.Iterator", "ESNext.Collection"],
      module: "NodeNext",
      moduleResolution: "NodeNext",
      strict: true,
      skipLibCheck: false,
      noEmit: true,
      types: []
    }
    writeFileSync(join(consumer, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["main.ts"] }))
    writeFileSync(
      join(consumer, "main.ts"),
      `${entries.map((entry, n) => `import * as m${n} from "${entry}"`).join("\n")}
type Known<T> = 0 extends 1 & T ? never : T
${entries.map((_, n) => `export const e${n}: Known<typeof m${n}> = m${n}`).join("\n")}\n`
    )
    await run(consumer, tool(".", "tsc"), "-p", ".")
  })
})

describe("a connector of somebody else", () => thirdParty(published, work))
