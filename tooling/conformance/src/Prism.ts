/**
 * Prism (https://github.com/stoplightio/prism, Apache-2.0), a validator that is not ours: a process of its own at 127.0.0.1
 * that is given a document and says of each request what the document does not allow. It is no dependency: it is fetched
 * when it is asked for.
 */
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Outgoing } from "./Description.ts"
import { isObject, type Json } from "./JsonSchemas.ts"

export interface Prism {
  /** What it says against a request, with `before` before its path; empty where it has nothing against it. */
  readonly ask: (before: string, request: Outgoing) => Promise<ReadonlyArray<string>>
  readonly stop: () => void
}

/** How it is run; without install scripts, of which a dependency of its has one that counts installs. */
const command = (process.env["PRISM"] ?? "npx -y pnpm@12 dlx @stoplight/prism-cli@5.16.0").split(" ")
const patience = 180_000

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

export const start = async (document: Json): Promise<Prism> => {
  const folder = mkdtempSync(join(tmpdir(), "prism-"))
  const file = join(folder, "document.json")
  writeFileSync(file, JSON.stringify(document))
  const port = await freePort()
  const [program = "", ...own] = command
  const child = spawn(program, [...own, "mock", "--errors", "--host", "127.0.0.1", "--port", String(port), file], {
    // It asks no registry for what is in the folder that it is started in.
    cwd: folder,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"]
  })
  const stop = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid)
    rmSync(folder, { recursive: true, force: true })
  }
  await new Promise<void>((resolve, reject) => {
    let said = ""
    const late = setTimeout(() => reject(new Error(`Prism does not begin: ${said.slice(-2000)}`)), patience)
    const hear = (chunk: Buffer) => {
      said += String(chunk)
      if (!said.includes("Prism is listening")) return
      clearTimeout(late)
      resolve()
    }
    child.stdout.on("data", hear)
    child.stderr.on("data", hear)
    child.once("error", reject)
    child.once("exit", (code) => reject(new Error(`Prism ended with ${String(code)}: ${said.slice(-2000)}`)))
  }).catch((error: unknown) => {
    stop()
    throw error
  })
  const address = `http://127.0.0.1:${port}`
  return {
    ask: (before, request) => ask(`${address}${before}${request.url.pathname}${request.url.search}`, request),
    stop
  }
}

/** Headers of the connection, and of what the answer is to be, which it does not have. */
const left = new Set(["accept", "accept-encoding", "connection", "content-length", "host", "transfer-encoding"])

const ask = async (address: string, { body, headers, method }: Outgoing): Promise<ReadonlyArray<string>> => {
  const answer = await fetch(address, {
    method,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !left.has(name))),
    ...(body === undefined ? {} : { body }),
    redirect: "manual"
  })
  const text = await answer.text()
  if (answer.ok) return []
  const said: unknown = /^\s*\{/.test(text) ? JSON.parse(text) : {}
  const rows = isObject(said) && Array.isArray(said["validation"]) ? said["validation"] : []
  const faults = rows.flatMap((row) =>
    isObject(row) ? [`${placeOf(row["location"])}: ${String(row["message"])}`] : []
  )
  const title = isObject(said) ? `${String(said["title"])}: ${String(said["detail"])}` : text.slice(0, 200)
  return faults.length > 0 ? faults : [`${answer.status} ${title}`]
}
const placeOf = (location: unknown): string =>
  (Array.isArray(location) ? location : []).filter((part) => part !== "request").join(".")
