/**
 * What every address does with what it does not take: another method, a query parameter that is none of its own, a
 * parameter without a value. Over all operations of the served document.
 */
import { afterAll, beforeAll, expect, it } from "vitest"
import * as ConnectRoutes from "../../src/connect/ConnectRoutes.ts"
import * as Service from "../support/Service.ts"
import * as Document from "./Document.ts"

let service: Service.Service
let document: Document.Document
beforeAll(async () => {
  service = await Service.start()
  document = await Document.read(service)
})
afterAll(() => service.stop())

const address = (path: string) => path.replaceAll(/\{\w+\}|:\w+/g, "1")

it("another method is a 405 that says which ones are taken, and OPTIONS says so too", async () => {
  const byPath = Map.groupBy(document.operations, ({ path }) => path)
  expect(byPath.size).toBeGreaterThan(100)
  for (const [path, operations] of [
    ...byPath,
    // Doors that are not in the document.
    ["/healthz", [{ method: "GET" }]],
    ["/readyz", [{ method: "GET" }]],
    ["/docs", [{ method: "GET" }]],
    ["/openapi.json", [{ method: "GET" }]],
    ["/mcp", [{ method: "POST" }, { method: "DELETE" }]],
    ...ConnectRoutes.paths.map(([path, methods]) => [path, methods.map((method) => ({ method }))] as const)
  ] as const) {
    const own = operations.map(({ method }) => method)
    const taken = [...own, ...(own.includes("GET") ? ["HEAD"] : []), "OPTIONS"].toSorted()
    const options = await service.call("OPTIONS", address(path))
    expect([path, options.status, options.headers.get("allow")]).toEqual([path, 204, taken.join(", ")])
    const other = ["DELETE", "PATCH", "PUT", "POST", "GET"].find((method) => !own.includes(method))!
    const refused = await service.call(other, address(path))
    expect([path, refused.status, refused.headers.get("allow")]).toEqual([path, 405, taken.join(", ")])
    expect(refused.body.error.code).toBe("method-not-allowed")
  }
  expect((await service.call("PATCH", "/v3/core/nothing")).status).toBe(404)
})

it("HEAD is GET without its body", async () => {
  for (const path of ["/v3/core/companies", "/v3/accounting/expenses?limit=1", "/healthz", "/openapi.json"]) {
    const [get, head] = [await service.call("GET", path), await service.call("HEAD", path)]
    expect([path, head.status, head.text]).toEqual([path, get.status, ""])
    expect(head.headers.get("content-type")).toBe(get.headers.get("content-type"))
  }
  expect((await service.call("HEAD", "/v3/core/companies", undefined, { api_key: "" })).status).toBe(401)
  expect((await service.call("HEAD", "/passthrough")).status).toBe(405)
})

it("a query parameter that is none of its own is a 400 that names it, on every operation", async () => {
  for (const { method, path } of document.operations) {
    if (path.startsWith("/v3/core/inbound/")) continue
    const body = method === "GET" || method === "DELETE" ? undefined : {}
    const answer = await service.call(method, `${address(path)}?limt=1`, body)
    expect([method, path, answer.status]).toEqual([method, path, 400])
    expect([method, path, answer.body.error.details.map((one: any) => one.field)]).toEqual([
      method,
      path,
      expect.arrayContaining(["limt"])
    ])
  }
  const near = await service.call("GET", "/v3/core/companies?limt=1")
  expect(near.body.error.message).toContain('"limit"')
})

it("a parameter without a value is one that is left out, on every list", async () => {
  const lists = document.operations.filter(
    ({ method, op }) => method === "GET" && op.parameters.some((one: any) => one.name === "next")
  )
  expect(lists.length).toBeGreaterThan(40)
  for (const { op, path } of lists) {
    const inQuery = op.parameters.filter((one: any) => one.in === "query" && one.style !== "deepObject")
    const names: ReadonlyArray<string> = inQuery.filter((one: any) => !one.required).map((one: any) => one.name)
    // What cannot be left out is a data model.
    const demanded: ReadonlyArray<string> = inQuery
      .filter((one: any) => one.required)
      .map((one: any) => `${one.name}=CONTACTS`)
    const given = [...demanded, "limit=5"]
    const query = [...names.map((name, index) => (index % 2 === 0 ? `${encodeURIComponent(name)}=` : name)), ...given]
    const answer = await service.call("GET", `${address(path)}?${query.join("&")}`)
    const plain = await service.call("GET", `${address(path)}?${given.join("&")}`)
    expect([path, answer.status, answer.body]).toEqual([
      path,
      plain.status,
      plain.status === 200 ? plain.body : answer.body
    ])
    expect([path, answer.status]).not.toEqual([path, 400])
  }
})
