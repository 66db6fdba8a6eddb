import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { MemoryStore } from "../../src/platform/index.ts"
import { serveSandbox } from "../../src/platform/serve.ts"
import { clientOf, start } from "./client.ts"

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sandbox-"))
})
afterEach(() => rm(folder, { recursive: true }))

const serve = async (dataFile: string) => {
  const server = await serveSandbox({ dataFile })
  return { ...server, ...clientOf((request) => fetch(request), server.url) }
}

test("writes, change feed and kept answers survive a restart", async () => {
  const dataFile = join(folder, "data", "sandbox.jsonl")
  const key = { "idempotency-key": "restart" }
  const first = await serve(dataFile)
  const made = await first.post("/contacts", { name: "Stays", kind: "customer" }, key)
  await first.patch(`/contacts/${made.body.id}`, { website: "https://stays.example" })
  await first.del("/deals/dea_000002", { authorization: "Bearer sandbox-other" })
  const feed = (await first.get("/changes?limit=1")).body.latestSequence
  const state = await first.all("/contacts")
  await first.close()

  const second = await serve(dataFile)
  expect(await second.all("/contacts")).toEqual(state)
  expect((await second.get("/changes?limit=1")).body.latestSequence).toBe(feed)
  const again = await second.post("/contacts", { name: "Stays", kind: "customer" }, key)
  expect([again.body, again.headers.get("idempotent-replayed")]).toEqual([made.body, "true"])
  expect((await second.get("/deals/dea_000002", { authorization: "Bearer sandbox-other" })).status).toBe(404)
  expect((await second.get("/deals/dea_000002")).status).toBe(200)
  expect((await second.post("/contacts", { name: "stays", kind: "customer" })).status).toBe(409)
  await second.close()
})

test("a last line that was cut is dropped, what was acknowledged before stays", async () => {
  const dataFile = join(folder, "sandbox.jsonl")
  const first = await serve(dataFile)
  await first.post("/contacts", { name: "Kept", kind: "customer" })
  await first.post("/contacts", { name: "Cut", kind: "customer" })
  await first.close()
  const lines = (await readFile(dataFile, "utf8")).trimEnd().split("\n")
  await writeFile(dataFile, `${lines[0]}\n${lines[1]!.slice(0, 80)}`)

  const second = await serve(dataFile)
  expect((await second.all("/contacts?name=Kept")).length).toBe(1)
  expect((await second.all("/contacts?name=Cut")).length).toBe(0)
  await second.post("/contacts", { name: "After", kind: "customer" })
  await second.close()

  const third = await serve(dataFile)
  expect((await third.all("/contacts?name=After")).length).toBe(1)
  await third.close()
  await appendFile(dataFile, "")
})

test("concurrent writers each get an answer and every one is kept", async () => {
  const dataFile = join(folder, "sandbox.jsonl")
  const first = await serve(dataFile)
  const names = Array.from({ length: 40 }, (_, n) => `Writer ${n}`)
  const keyOf = (n: number) => ({ authorization: `Bearer sandbox-team${n % 4}` })
  const answers = await Promise.all(names.map((name, n) => first.post("/contacts", { name, kind: "vendor" }, keyOf(n))))
  expect(answers.every(({ status }) => status === 201)).toBe(true)
  await first.close()
  const second = await serve(dataFile)
  for (const [n, { body }] of answers.entries()) {
    expect((await second.get(`/contacts/${body.id}`, keyOf(n))).body.name).toBe(names[n])
  }
  await second.close()
})

test("a journal that has become another's is left as it is", async () => {
  const dataFile = join(folder, "sandbox.jsonl")
  let isOurs = true
  const beforeWrite = () => {
    if (!isOurs) throw new Error("It is another's.")
  }
  const server = await serveSandbox({ dataFile, beforeWrite })
  const { post } = clientOf((request) => fetch(request), server.url)
  expect((await post("/contacts", { name: "Ours", kind: "vendor" })).status).toBe(201)
  // Another goes on from here: neither lines nor a cut may come from us.
  isOurs = false
  await appendFile(dataFile, "another's\n")
  const before = await readFile(dataFile, "utf8")
  expect((await post("/contacts", { name: "Late", kind: "vendor" })).status).toBe(503)
  expect(await readFile(dataFile, "utf8")).toBe(before)
  await server.close()
  await expect(serveSandbox({ dataFile, beforeWrite })).rejects.toThrow("another's")
})

test("a change that cannot be kept is refused and not made", async () => {
  const store = MemoryStore()
  let full = true
  const append = async (line: string) => {
    if (full) throw new Error("no space left")
    return store.append(line)
  }
  const { post, all } = start({ store: { ...store, append } })
  const refused = await post("/contacts", { name: "No room", kind: "vendor" })
  expect([refused.status, refused.body.error.type]).toEqual([503, "storage_unavailable"])
  expect((await all("/contacts?name=No%20room")).length).toBe(0)
  full = false
  expect((await post("/contacts", { name: "No room", kind: "vendor" })).status).toBe(201)
  const again = start({ store: MemoryStore(store.lines()) })
  expect((await again.all("/contacts?name=No%20room")).length).toBe(1)
})

test("a body that is too large is refused over HTTP", async () => {
  const server = await serve(join(folder, "sandbox.jsonl"))
  const answer = await server.post("/contacts", { name: "x".repeat(9_000_000), kind: "vendor" })
  expect(answer.status).toBe(413)
  await server.close()
})
