/** A connector that keeps another contract than this service: the start is refused with a sentence that names it and both contracts. */
import { spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { afterAll, describe, expect, it } from "vitest"

const server = resolve(import.meta.dirname, "../..")
const work = mkdtempSync(join(tmpdir(), "svc-contract-"))
afterAll(() => rmSync(work, { recursive: true }))

const value = (id: string, contract: number) => `{
  contract: ${contract}, id: "${id}", name: "Tide", category: "CUSTOM", auth: { _tag: "None" }, settings: {},
  http: { baseUrl: "https://tide.example", limits: { windows: [] } }, account: { _tag: "Untold", why: "It has none" }, check: { path: "/" }, reads: {}, writes: {}
}`

/** A composition of two connectors by other people: the manifest of one states `stated`, its value `claimed`. */
const compose = (stated: number, claimed: number, composed: ReadonlyArray<string>): string => {
  const folder = mkdtempSync(join(work, "composed-"))
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const connector = (name: string, id: string, version: string, contract: number, own: number) => {
    const at = `node_modules/svc-connector-${name}`
    const manifest = {
      name: `svc-connector-${name}`,
      version,
      type: "module",
      exports: "./index.js",
      svc: { contract }
    }
    write(`${at}/package.json`, JSON.stringify(manifest))
    write(`${at}/index.js`, `export const ${name} = ${value(id, own)}\n`)
  }
  connector("tide", "TIDE", "3.1.0", stated, claimed)
  connector("ebb", "EBB", "1.0.0", 2, 2)
  const dependencies = { "@svc/server": "*", "svc-connector-ebb": "*", "svc-connector-tide": "*" }
  write("package.json", JSON.stringify({ type: "module", dependencies }))
  for (const [file, door] of [
    ["main.js", "launch"],
    ["svc.js", "commandLine"]
  ] as const) {
    const imports = composed.map((name) => `import { ${name} } from "svc-connector-${name}"\n`).join("")
    write(file, `${imports}import { ${door} } from "@svc/server"\n${door}({ connectors: [${composed.join(", ")}] })\n`)
  }
  mkdirSync(join(folder, "node_modules/@svc"), { recursive: true })
  symlinkSync(server, join(folder, "node_modules/@svc/server"))
  return folder
}

/** Runs a file of the composition until it ends, or until it listens. */
const run = async (folder: string, ...args: ReadonlyArray<string>) => {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"],
      PORT: "0",
      SVC_DATA_DIR: join(folder, "data"),
      SVC_DEMO: "0",
      SVC_LOG_LEVEL: "error"
    }
  })
  let said = ""
  const read = (chunk: Buffer) => {
    said += chunk.toString()
    if (said.includes("svc listens on")) child.kill("SIGTERM")
  }
  child.stdout.on("data", read)
  child.stderr.on("data", read)
  const status = await new Promise<number | null>((ended) => child.on("close", ended))
  return { status, said }
}

const sentence =
  "svc-connector-tide 3.1.0 keeps contract 1 between connectors and the service, and this service runs contract 2: " +
  "install a version of svc-connector-tide for contract 2, or a service for contract 1. " +
  "docs/moving-to-contract-2.md says how a connector is moved."

describe("a connector of another contract", () => {
  it("is refused by what its manifest states, though its value claims ours", async () => {
    const { said, status } = await run(compose(1, 2, ["ebb", "tide"]), "main.js")
    expect(said).toBe(`The service could not start: ${sentence}\n`)
    expect(status).toBe(1)
  })

  it("is refused to the command line as well", async () => {
    const { said, status } = await run(compose(1, 1, ["tide"]), "svc.js", "companies", "list")
    expect(said).toContain(sentence)
    expect(status).toBe(1)
  })

  it("is refused by what its value says, whatever its manifest states", async () => {
    const { said, status } = await run(compose(2, 1, ["ebb", "tide"]), "main.js")
    expect(said).toBe(`The service could not start: ${sentence}\n`)
    expect(status).toBe(1)
  })

  it("is refused also where no package is known to have it", async () => {
    const folder = compose(2, 2, ["ebb"])
    writeFileSync(
      join(folder, "own.js"),
      `import { launch } from "@svc/server"\nlaunch({ connectors: [${value("NEAP", 1)}] })\n`
    )
    const { said, status } = await run(folder, "own.js")
    expect(said).toBe(
      "The service could not start: The connector NEAP is written for contract 1 and this version runs contract 2: " +
        "install a version of the connector for contract 2, or move it as docs/moving-to-contract-2.md says.\n"
    )
    expect(status).toBe(1)
  })

  it("does no harm where it is installed and not composed", async () => {
    const { said, status } = await run(compose(1, 1, ["ebb"]), "main.js")
    expect(said).toContain("svc listens on")
    expect(status).toBe(0)
  })
})
