/** What leaves the process for those who watch it: log lines, Prometheus metrics, and OpenTelemetry. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { spawn } from "node:child_process"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { afterAll, beforeAll, expect, it } from "vitest"
import * as Databases from "../support/Databases.ts"
import * as Programs from "../support/Programs.ts"
import * as ServerProcess from "../support/ServerProcess.ts"

const scope = Scope.makeUnsafe()
const collected: Record<string, Array<any>> = { "/v1/traces": [], "/v1/logs": [], "/v1/metrics": [] }
const collector = createServer((request, response) => {
  let text = ""
  request.on("data", (chunk) => (text += chunk))
  request.on("end", () => {
    collected[request.url ?? ""]?.push(JSON.parse(text))
    response.setHeader("content-type", "application/json")
    response.end("{}")
  })
})
let url: string
let metricsUrl: string
let log = ""
let child: ReturnType<typeof spawn>
let ended: Promise<unknown>

beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve))
  const dataDir = await Effect.runPromise(Scope.provide(Databases.prepared, scope))
  const [port, metricsPort] = [await ServerProcess.freePort(), await ServerProcess.freePort()]
  url = `http://127.0.0.1:${port}`
  metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`
  child = spawn(process.execPath, ["--liftoff-only", await Programs.fileOf(Programs.main)], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"],
      PORT: String(port),
      SVC_METRICS_PORT: String(metricsPort),
      SVC_DATA_DIR: dataDir,
      SVC_DEMO: "0",
      SVC_API_KEY: ServerProcess.apiKey,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_SERVICE_NAME: "svc-test"
    }
  })
  child.stdout!.on("data", (chunk) => (log += chunk))
  child.stderr!.on("data", (chunk) => (log += chunk))
  ended = new Promise((resolve) => child.on("close", resolve))
  await ServerProcess.until(
    () =>
      fetch(`${url}/readyz`).then(
        (answer) => answer.status,
        () => 0
      ),
    (status) => status === 200
  )
  const call = (path: string, headers: Record<string, string> = {}) =>
    fetch(url + path, { headers: { api_key: ServerProcess.apiKey, ...headers } })
  await call("/v3/core/companies", { "request-id": "watched-1" })
  await call("/v3/core/companies/12345", { "request-id": "watched-2" })
  await call("/connect/a-secret-token")
  await call("/nowhere/at/all")
  await call("/v3/core/companies", { api_key: "a-secret-key" })
})
afterAll(async () => {
  child.kill("SIGKILL")
  await ended
  collector.close()
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

it("logs each request as one JSON object with its id and route", () => {
  const lines = log
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line))
  const found = lines.find(({ annotations }) => annotations.request_id === "watched-2")
  expect(found).toMatchObject({
    message: "request",
    level: "INFO",
    annotations: { method: "GET", route: "/v3/core/companies/{svc_id}", status: 404 }
  })
  expect(log).not.toContain("a-secret")
  expect(log).not.toContain(ServerProcess.apiKey)
})

it("counts requests by route and status, on a listener of its own", async () => {
  const text = await (await fetch(metricsUrl)).text()
  expect(text).toMatch(
    /http_server_request_duration_seconds_count\{[^}]*route="\/v3\/core\/companies\/\{svc_id\}"[^}]*status_code="404"[^}]*\} 1\n/
  )
  expect(text).toMatch(/_bucket\{[^}]*le="0.25"/)
  expect(text).not.toContain("a-secret")
  expect((await fetch(`${url}/metrics`)).status).toBe(404)
})

it("exports spans named after routes, with logs and metrics, when it stops at the latest", async () => {
  child.kill("SIGTERM")
  await ended
  const spans = collected["/v1/traces"]!.flatMap((batch) =>
    batch.resourceSpans.flatMap((one: any) => one.scopeSpans.flatMap((inner: any) => inner.spans))
  )
  const names = spans.map((span: any) => span.name)
  expect(names).toContain("GET /v3/core/companies/{svc_id}")
  expect(names).toContain("GET unknown")
  expect(names).not.toContain("GET /readyz")
  const [resource] = collected["/v1/traces"]!.flatMap((batch) => batch.resourceSpans.map((one: any) => one.resource))
  expect(JSON.stringify(resource)).toContain("svc-test")
  expect(JSON.stringify(collected["/v1/logs"])).toContain("watched-1")
  expect(JSON.stringify(collected["/v1/metrics"])).toContain("http_server_request_duration_seconds")
  expect(JSON.stringify(collected)).not.toContain("a-secret-token")
  expect(JSON.stringify(collected)).not.toContain("a-secret-key")
})
