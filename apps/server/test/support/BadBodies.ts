/** Bodies that are too large, too deep, too many, packed or in another alphabet, and what each of them is answered. */
import { gzipSync } from "node:zlib"

export const million = 1_000_000
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
export type Case = readonly [
  what: string,
  body: () => string | Uint8Array | ReadableStream,
  status: number,
  headers?: Readonly<Record<string, string>>
]
export const cases: ReadonlyArray<Case> = [
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

/** Sends one to an endpoint that writes, and waits for all of the answer. */
export const post = async (url: string, key: string, [, body, , headers = {}]: Case) => {
  const sent = body()
  const began = performance.now()
  const response = await fetch(`${url}/accounting/contacts`, {
    method: "POST",
    headers: { api_key: key, "content-type": "application/json", ...headers },
    body: sent,
    ...(sent instanceof ReadableStream ? { duplex: "half" } : {})
  } as RequestInit)
  const text = await response.text()
  return { status: response.status, text, took: performance.now() - began }
}
