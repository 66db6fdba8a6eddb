/**
 * A connector from outside, all the way: this repository's packages are published to a registry on this machine; from there somebody
 * starts a connector, writes it, checks and publishes it; an operator composes a server with it, an end user connects an
 * account on the connect page, and the synced records are read by HTTP.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { stripVTControlCharacters } from "node:util"
import { afterAll, beforeAll, expect, it } from "vitest"
import * as LocalRegistry from "../src/LocalRegistry.ts"
import { type Package, pnpm, repository, run, tarballOf, tool } from "../src/Packed.ts"

const example = join(repository, "examples/third-party")
const apiKey = "svc_example_0123456789abcdefghij"

/** Registers the tests. The tarballs of `packages` lie in `packed` by the time they run. */
export const thirdParty = (packages: ReadonlyArray<Package>, packed: string): void => {
  const work = join(packed, "third-party")
  const connector = join(work, "svc-connector-quayside")
  const server = join(work, "harbour-service")
  let registry: LocalRegistry.LocalRegistry

  const check = async () => stripVTControlCharacters(await pnpm(connector, "check"))

  beforeAll(async () => {
    registry = await LocalRegistry.start(join(work, "registry"), ["@svc/*", "svc-connector-*", "create-svc-connector"])
    registry.use(work)
    await Promise.all(
      packages.map(({ manifest }) => pnpm(work, "publish", tarballOf(packed, manifest.name), "--no-git-checks"))
    )
  })
  afterAll(() => registry.close())

  it("begins with one command, and passes its checks at once", async () => {
    const said = await run(work, "npm", "create", "--yes", "svc-connector", "quayside")
    expect(said).toContain("Made svc-connector-quayside, a connector to Quayside")
    for (const file of [".github/workflows/ci.yml", ".gitignore", ".oxlintrc.json", "AGENTS.md", "LICENSE"]) {
      expect(existsSync(join(connector, file)), file).toBe(true)
    }
    registry.use(connector)
    await pnpm(connector, "install", "--strict-peer-dependencies")
    expect(await check()).toMatch(/Tests {2}\d+ passed[\s\S]*All good!/)
  })

  it("is held to the laws", async () => {
    const clock = join(connector, "src/clock.ts")
    writeFileSync(clock, "export const now = () => Date.now()\n")
    await expect(check()).rejects.toThrow("A connector has no clock: a moment comes in as an argument.")
    rmSync(clock)
  })

  it("is written, passes its checks again and is published", async () => {
    for (const own of ["src", "test"]) rmSync(join(connector, own), { recursive: true })
    cpSync(join(example, "connector"), connector, { recursive: true })
    expect(await check()).toContain("All good!")
    await run(connector, "npm", "publish")
    const { "dist-tags": tags } = (await (await fetch(`${registry.url}svc-connector-quayside`)).json()) as any
    expect(tags.latest).toBe("0.1.0")
  })

  it("is added to a server in one line, connected on the connect page, synced and read", async () => {
    cpSync(join(example, "server"), server, { recursive: true })
    registry.use(server)
    await pnpm(server, "add", "@svc/server", "@svc/sandbox", "svc-connector-quayside")
    expect(existsSync(join(server, "node_modules/@svc/server/dist/database/EmbeddedWorker.js"))).toBe(true)
    const options = ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "--target", "es2024"]
    await run(server, tool(".", "tsc"), ...options, "--allowImportingTsExtensions", "main.ts")
    // Nothing is published of what the author threw away.
    expect(readdirSync(join(server, "node_modules/svc-connector-quayside/src")).toSorted()).toEqual([
      "contacts.ts",
      "index.ts"
    ])
    expect(existsSync(join(server, "node_modules/svc-connector-quayside/dist/tax-rates.js"))).toBe(false)
    const harbour = await listen(platform)
    const synced = Promise.withResolvers<any>()
    const receiver = await listen((request, response) => {
      void textOf(request).then((body) => {
        synced.resolve(JSON.parse(body))
        response.end()
      })
    })
    const service = await start(server, { SVC_QUAYSIDE_BASE_URL: harbour.url })
    try {
      await service.call("POST", "/v3/core/webhooks", { name: "done", type: "SYNC_COMPLETED", url: receiver.url })
      const invite = await service.call("POST", "/v3/core/invite_links", {
        integration_categories: [],
        integrations: ["QUAYSIDE"],
        company_name: "Harbour Ltd"
      })
      const told = (key: string) => connect(invite.data.url, { Harbour: "leith", "Harbour key": key })
      expect(await told("wrong")).toContain("No such key")
      expect(await told("key-1")).toContain("Quayside is connected")
      await synced.promise
      const list = await service.call("GET", "/v3/accounting/contacts?sort[name]=ASC")
      expect(list.data).toMatchObject([
        { platform_id: "1", name: "Ada Ltd", tax_number: "GB1", contact_type: "CUSTOMER" },
        { platform_id: "2", name: "Elm & Co", tax_number: null, contact_type: "CUSTOMER" },
        { platform_id: "3", name: "Oak Inc", tax_number: null, contact_type: "CUSTOMER" }
      ])
      expect(await service.stop()).toBe(0)
    } finally {
      service.child.kill("SIGKILL")
      await Promise.all([harbour.close(), receiver.close()])
    }
  })

  it("of another contract is refused with a sentence", async () => {
    const file = join(connector, "package.json")
    const manifest = JSON.parse(readFileSync(file, "utf8"))
    writeFileSync(file, JSON.stringify({ ...manifest, version: "0.2.0", svc: { contract: 1 } }))
    await run(connector, "npm", "publish")
    await pnpm(server, "add", "svc-connector-quayside@0.2.0")
    await expect(start(server, {})).rejects.toThrow(
      "The service could not start: svc-connector-quayside 0.2.0 keeps contract 1 between connectors and the service, and this " +
        "service runs contract 2: install a version of svc-connector-quayside for contract 2, or a service for contract 1. " +
        "docs/moving-to-contract-2.md says how a connector is moved."
    )
  })
}

/** Quayside itself: one harbour, one key, three holders on two pages. */
const platform = (request: IncomingMessage, response: ServerResponse): void => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://quayside")
  const answer = (status: number, body: unknown) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
  if (request.headers["x-harbour-key"] !== "key-1" || request.headers["x-harbour"] !== "leith") {
    return void answer(401, { why: "No such key" })
  }
  if (pathname === "/harbour") return void answer(200, { harbour: "leith" })
  if (pathname !== "/holders") return void answer(404, { why: "No such page" })
  if (searchParams.get("after") === "2") return void answer(200, { holders: [{ no: 3, firm: "Oak Inc" }] })
  const holders = [
    { no: 1, firm: "Ada Ltd", vat: "GB1", changed: "2026-03-01T10:00:00Z" },
    { no: 2, firm: "Elm & Co" }
  ]
  answer(200, { holders, after: "2" })
}

const textOf = async (request: IncomingMessage): Promise<string> => {
  let text = ""
  for await (const piece of request) text += piece
  return text
}

const listen = async (handler: (request: IncomingMessage, response: ServerResponse) => void) => {
  const own: Server = createServer(handler).listen(0, "127.0.0.1")
  await once(own, "listening")
  return {
    url: `http://127.0.0.1:${(own.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((closed) => {
        own.closeAllConnections()
        own.close(() => closed())
      })
  }
}

/** Starts the composed server, and gives it back when it listens; rejects with what it said when it does not. */
const start = async (folder: string, environment: Readonly<Record<string, string>>) => {
  const data = mkdtempSync(join(folder, "data-"))
  const child = spawn(process.execPath, ["main.ts"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"],
      PORT: "0",
      SVC_DATA_DIR: data,
      SVC_DEMO: "0",
      SVC_API_KEY: apiKey,
      SVC_ALLOW_PRIVATE_TARGETS: "1",
      SVC_LOG_LEVEL: "error",
      ...environment
    }
  })
  const ended = once(child, "exit")
  let said = ""
  child.stderr.on("data", (chunk) => (said += chunk))
  let url = ""
  for await (const line of createInterface(child.stdout)) {
    said += `${line}\n`
    url = /^svc listens on (\S+)/.exec(line)?.[1] ?? ""
    if (url !== "") break
  }
  child.stdout.resume()
  if (url === "") {
    await once(child, "close")
    throw new Error(said)
  }
  return {
    child,
    call: async (method: string, path: string, body?: unknown): Promise<any> => {
      const response = await fetch(url + path, {
        method,
        headers: { api_key: apiKey, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
      const text = await response.text()
      expect(response.ok, text).toBe(true)
      return JSON.parse(text)
    },
    stop: async (): Promise<number | null> => {
      child.kill("SIGTERM")
      return (await ended)[0]
    }
  }
}

/** What an end user does: opens the invite link, fills in the form by its labels, and reads what comes. */
const connect = async (invite: string, values: Readonly<Record<string, string>>): Promise<string> => {
  const cookies = new Map<string, string>()
  const visit = async (address: string, form?: URLSearchParams): Promise<{ url: string; html: string }> => {
    const response = await fetch(address, {
      method: form === undefined ? "GET" : "POST",
      redirect: "manual",
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        ...(form === undefined ? {} : { origin: new URL(address).origin })
      },
      ...(form === undefined ? {} : { body: form })
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const next = response.headers.get("location")
    return next === null ? { url: address, html: await response.text() } : visit(new URL(next, address).href)
  }
  const page = await visit(invite)
  const form = new URLSearchParams()
  for (const [, name = "", value = ""] of page.html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)) {
    form.set(name, value)
  }
  for (const [label, value] of Object.entries(values)) {
    const id = new RegExp(`<label[^>]*for="([^"]+)"[^>]*>\\s*${label}\\s*<`).exec(page.html)?.[1]
    const name = new RegExp(`<input[^>]*id="${id}"[^>]*?name="([^"]+)"`).exec(page.html)?.[1]
    expect(name, `the field ${label} in ${page.html}`).toBeDefined()
    form.set(name!, value)
  }
  const action = /<form method="post" action="([^"]+)"/.exec(page.html)?.[1] ?? ""
  return (await visit(new URL(action, page.url).href, form)).html
}
