/**
 * Bodies that are too large, too deep, too many, packed or in another alphabet: each is refused with its status,
 * and the process that refuses them does not grow.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { gzipSync } from "node:zlib"
import { prepared } from "../support/Databases.ts"
import * as ServerProcess from "../support/ServerProcess.ts"
import * as Seed from "./Seed.ts"
import * as S from "./Shape.ts"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"

/** Milliseconds that a refusal may take; the goal is 100 on a machine that has nothing else to do, so no test asks for it. */
const patience = Number(process.env["SVC_BODIES_MS"] ?? Number.POSITIVE_INFINITY)
const rounds = 5

const scope = Scope.makeUnsafe()
let server: ServerProcess.ServerProcess
let before = 0
let slowest: readonly [ms: number, what: string] = [0, ""]

const post = async (body: string | Uint8Array | ReadableStream, headers: Readonly<Record<string, string>>) => {
  const began = performance.now()
  const response = await fetch(`${server.url}/accounting/contacts`, {
    method: "POST",
    headers: { api_key: ServerProcess.apiKey, "content-type": "application/json", ...headers },
    body,
    ...(body instanceof ReadableStream ? { duplex: "half" } : {})
  } as RequestInit)
  const text = await response.text()
  return { status: response.status, text, took: performance.now() - began }
}

const million = 1_000_000
const deep = (open: string, inner: string, close: string) => open.repeat(million) + inner + close.repeat(million)
const chunked = (size: number) => () => {
  let left = size
  return new ReadableStream({
    pull: (controller) => {
      if (left <= 0) return controller.close()
      left -= 65_536
      controller.enqueue(new Uint8Array(65_536).fill(0x20))
    }
  })
}
const always = (body: string | Uint8Array) => () => body
const small = '{"company_id":1,"data":[{"name":"x"}]}'
const bomb = gzipSync(Buffer.alloc(200 * million, 0x20))
type Case = readonly [
  what: string,
  body: () => string | Uint8Array | ReadableStream,
  status: number,
  headers?: Readonly<Record<string, string>>
]
const cases: ReadonlyArray<Case> = [
  ["11 MB", always(`{"name":"${"x".repeat(11 * million)}"}`), 413],
  ["11 MB in chunks", chunked(11 * million), 413],
  ["9 MB in chunks that say nothing", chunked(9 * million), 400],
  ["9 MB of text", always(`{"company_id":1,"data":[{"name":"${"x".repeat(9 * million)}"}],"a":1}`), 400],
  ["a million lists in each other", always(deep("[", "", "]")), 400],
  ["a million open lists", always("[".repeat(million)), 400],
  ["a million objects in each other", always(deep('{"a":', "1", "}")), 400],
  ["a million lists around a long number", always(deep("[", "12345678901234567890", "]")), 400],
  ["a hundred thousand items", always(`{"company_id":1,"data":[${"{},".repeat(100_000)}{}]}`), 400],
  [
    "a hundred thousand unknown members",
    always(`{${Array.from({ length: 100_000 }, (_, n) => `"m${n}":${n}`).join(",")}}`),
    400
  ],
  ["a hundred thousand long numbers", always(`{"data":[${"9007199254740993,".repeat(100_000)}0]}`), 400],
  ["a number of five million digits", always(`{"company_id":${"9".repeat(5 * million)}}`), 400],
  ["a million escapes", always(`{"name":"${"\\ud800".repeat(million)}"}`), 400],
  ["200 MB in a gzip of 200 kB", always(bomb), 415, { "content-encoding": "gzip" }],
  ["the same that does not say so", always(bomb), 400],
  ["brotli", always(small), 415, { "content-encoding": "br" }],
  [
    "UTF-16 that says so",
    always(Buffer.from(small, "utf16le")),
    415,
    {
      "content-type": "application/json; charset=utf-16"
    }
  ],
  ["UTF-16 that does not", always(Buffer.from(`\uFEFF${small}`, "utf16le")), 400],
  ["Latin-1 that says so", always(small), 415, { "content-type": "application/json; charset=iso-8859-1" }],
  ["Latin-1 that does not", always(Buffer.from('{"company_id":1,"data":[{"name":"é"}]}', "latin1")), 400],
  ["a form", always("company_id=1"), 415, { "content-type": "application/x-www-form-urlencoded" }],
  ["two byte order marks", always(`\uFEFF\uFEFF${small}`), 400],
  ["nothing", always(""), 400]
]

beforeAll(async () => {
  server = await ServerProcess.start({ SVC_DATA_DIR: await Effect.runPromise(Scope.provide(prepared, scope)) })
  // What the first requests load, and room for large bodies, is taken once and for all.
  for (let round = 0; round < rounds; round++) {
    for (const [, body, , headers] of cases) await post(body(), headers ?? {})
  }
  before = server.memory()
})
afterAll(async () => {
  await server.stop()
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

describe("a body", () => {
  for (const [what, body, status, headers = {}] of cases) {
    it(`of ${what} is refused`, async () => {
      for (let round = 0; round < rounds; round++) {
        const answer = await post(body(), headers)
        expect(answer.status, answer.text.slice(0, 300)).toBe(status)
        expect(S.problemsOf(JSON.parse(answer.text), Seed.error)).toEqual([])
        expect(answer.text.length).toBeLessThan(100_000)
        expect(answer.took).toBeLessThan(patience)
        if (answer.took > slowest[0]) slowest = [answer.took, what]
      }
    })
  }
  it("costs no memory that is not given back", () => {
    const grown = server.memory() - before
    if (process.env["SVC_BODIES_MS"] !== undefined) {
      process.stdout.write(
        `grown by ${(grown / million).toFixed(1)} MB; slowest ${slowest[0].toFixed(0)} ms, ${slowest[1]}\n`
      )
    }
    expect(grown).toBeLessThan(100 * million)
  })
})
