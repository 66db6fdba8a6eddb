/** The first minute of somebody who starts the service and knows nothing of it: what is printed works, and only once is anything made. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { spawn } from "node:child_process"
import { lstatSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Databases from "../support/Databases.ts"
import * as Programs from "../support/Programs.ts"
import * as ServerProcess from "../support/ServerProcess.ts"

const scope = Scope.makeUnsafe()
let dataDir: string
beforeAll(async () => {
  dataDir = await Effect.runPromise(Scope.provide(Databases.prepared, scope))
})
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

interface Started {
  readonly lines: ReadonlyArray<string>
  readonly url: string
  readonly stop: () => Promise<number | null>
}
/** Starts the program, and reads what it says on the terminal; `args` are those of Node. */
const start = async (env: Readonly<Record<string, string>> = {}, args?: ReadonlyArray<string>): Promise<Started> => {
  const child = spawn(process.execPath, args ?? ["--liftoff-only", await Programs.fileOf(Programs.main)], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env["PATH"], PORT: "0", SVC_DATA_DIR: dataDir, SVC_LOG_LEVEL: "none", ...env }
  })
  let said = ""
  let ended = false
  child.stdout.on("data", (chunk) => (said += chunk))
  child.stderr.on("data", (chunk) => (said += chunk))
  const closed = new Promise<number | null>((resolve) => child.on("close", resolve))
  void closed.then(() => (ended = true))
  await ServerProcess.until(
    async () => said,
    (text) => ended || /export KEY=.*\n/.test(text),
    90
  )
  expect(ended, said).toBe(false)
  // Everything is said in one go.
  await new Promise((resolve) => setTimeout(resolve, 50))
  return {
    lines: said.trim().split("\n"),
    url: /http:\/\/[\d.:]+/.exec(said)![0],
    stop: () => {
      child.kill("SIGTERM")
      return closed
    }
  }
}
/** The key, as the line that exports it reads it. */
const keyOf = (lines: ReadonlyArray<string>): string =>
  readFileSync(/\$\(cat '(.+)'\)/.exec(lines.find((line) => line.includes("export KEY="))!)![1]!, "utf8").trim()
/** Files below a folder that others than their owner may read or write. */
const shared = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => (lstatSync(path).mode & 0o077) !== 0 && !lstatSync(path).isSymbolicLink())

/** Does what a line with curl would. */
const curl = async (line: string, key: string): Promise<any> => {
  const [, url] = /'?(http:\/\/[^' ]+)'?$/.exec(line)!
  const body = / -d '([^']+)'/.exec(line)?.[1]
  const response = await fetch(url!, {
    method: body === undefined ? "GET" : "POST",
    headers: { api_key: key, "content-type": "application/json" },
    ...(body === undefined ? {} : { body })
  })
  expect(response.status, line).toBe(200)
  return response.json()
}

describe("a first start", () => {
  it("says what to do, in lines that work; a later start makes nothing new", async () => {
    // As an operator would: from the sources, compiled as any program is.
    const first = await start({}, [Programs.main])
    expect(first.lines.length).toBeLessThanOrEqual(10)
    const key = keyOf(first.lines)
    expect(key).toMatch(/^svc_/)
    const curls = first.lines.filter((line) => line.trim().startsWith("curl"))
    expect(curls).toHaveLength(3)
    const [expenses, deals, written] = await Promise.all(curls.map((line) => curl(line, key)))
    expect(expenses.data).toHaveLength(2)
    expect(expenses.data.every((one: any) => one.contact !== undefined)).toBe(true)
    expect(deals.data[0].amount).toBeGreaterThanOrEqual(deals.data[1].amount)
    expect(written.data.status).toBe("SUCCESS")
    expect(await first.stop()).toBe(0)

    rmSync(join(dataDir, "first-api-key"))
    const second = await start()
    expect(second.lines.length).toBeLessThanOrEqual(10)
    expect(second.lines.join("\n")).not.toContain(key)
    expect(second.lines.join("\n")).toContain("pnpm svc keys create")
    const headers = { api_key: key }
    const list = async (path: string) => (await (await fetch(`${second.url}${path}`, { headers })).json()).data
    expect(await list("/v3/core/companies")).toHaveLength(1)
    expect(await list("/v3/core/connections")).toHaveLength(1)
    expect(await list("/v3/core/api_keys")).toHaveLength(1)
    // The platform is there again, with what was written to it.
    const again = await curl(
      second.lines.find((line) => line.includes(" -d "))!,
      key
    )
    expect(again.data.data[0].error?.code ?? again.data.data[0].status).toBe("record-already-exists")
    expect(await second.stop()).toBe(0)
  })
  it("makes only a key when there is to be no demo", async () => {
    const folder = await Effect.runPromise(Scope.provide(Databases.folder, scope))
    const started = await start({ SVC_DATA_DIR: folder, SVC_DEMO: "0" })
    // It is in no output, and nobody else on the machine reads it, nor anything else.
    expect(started.lines.join("\n")).not.toContain(keyOf(started.lines))
    expect(shared(folder)).toEqual([])
    const headers = { api_key: keyOf(started.lines) }
    const companies = await (await fetch(`${started.url}/v3/core/companies`, { headers })).json()
    expect(companies.data).toEqual([])
    expect(started.lines.some((line) => line.includes("curl"))).toBe(false)
    expect(await started.stop()).toBe(0)
  })
  it("makes no key when the operator brings one", async () => {
    const folder = await Effect.runPromise(Scope.provide(Databases.prepared, scope))
    const started = await start({ SVC_DATA_DIR: folder, SVC_DEMO: "0", SVC_API_KEY: ServerProcess.apiKey })
    expect(started.lines.join("\n")).not.toContain(ServerProcess.apiKey)
    const headers = { api_key: ServerProcess.apiKey }
    const keys = await (await fetch(`${started.url}/v3/core/api_keys`, { headers })).json()
    expect(keys.data).toHaveLength(1)
    // Revoked, it stays so: the next start says it.
    const revoked = await fetch(`${started.url}/v3/core/api_keys/${keys.data[0].svc_id}`, { method: "DELETE", headers })
    expect(revoked.status).toBe(200)
    expect(await started.stop()).toBe(0)
    const again = await start({ SVC_DATA_DIR: folder, SVC_DEMO: "0", SVC_API_KEY: ServerProcess.apiKey })
    expect(again.lines.join("\n")).toContain("The key in SVC_API_KEY was revoked, and stays refused")
    expect((await fetch(`${again.url}/v3/core/api_keys`, { headers })).status).toBe(401)
    expect(await again.stop()).toBe(0)
  })
})
