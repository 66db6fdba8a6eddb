/**
 * The reference of P1: a bare HTTP server that runs one statement for each request and joins what it answers, compressed as
 * the service does it for who takes that.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { gzip } from "node:zlib"
import * as Database from "../src/database/Database.ts"

export interface Job {
  readonly databaseUrl: string
  /** The statement and parameters of a page, as the service ran it for this company. */
  readonly text: string
  readonly params: ReadonlyArray<string>
  readonly company: string
  readonly limit: number
  /** What the service says after the records. */
  readonly end: string
}

const job = JSON.parse(process.env["BENCH_JOB"]!) as Job
const database = Database.layer({ dataDir: ".", databaseUrl: Option.some(Redacted.make(job.databaseUrl)) })

const serve = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const services = yield* Effect.context<never>()
  const server = createServer((request, response) => {
    const url = new URL(request.url!, "http://127.0.0.1")
    const company = url.searchParams.get("svc_company_id[eq]")!
    const params = job.params.map((param) => (param === job.company ? company : param))
    Effect.runPromiseWith(services)(sql.unsafe<{ readonly body: string }>(job.text, params)).then(
      (rows) => {
        const bodies = rows.slice(0, job.limit).map(({ body }) => body)
        const page = Buffer.from(`{"data":[${bodies.join(",")}${job.end}`)
        const send = (bytes: Buffer, coding: Readonly<Record<string, string>>) => {
          response.writeHead(200, { "content-type": "application/json", "content-length": bytes.length, ...coding })
          response.end(bytes)
        }
        if (request.headers["accept-encoding"] !== "gzip") return send(page, {})
        gzip(page, { level: 1 }, (_, bytes) => send(bytes, { "content-encoding": "gzip" }))
      },
      () => response.writeHead(500).end()
    )
  })
  server.listen(0, "127.0.0.1", () => process.send!((server.address() as AddressInfo).port))
  return yield* Effect.never
})

Effect.runFork(Effect.provide(serve, database))
process.on("disconnect", () => process.exit(0))
