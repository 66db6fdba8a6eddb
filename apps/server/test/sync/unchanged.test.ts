/** Listings that say what has not changed: its details are not asked for again, and all ids only where something is missing. */
import { Call, Connector, Page, Read, Wire } from "@svc/core"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, expect, it } from "vitest"
import * as Service from "../support/Service.ts"
import * as SmallConnector from "../support/SmallConnector.ts"

interface Row {
  readonly id: string
  readonly changed: number
}
const rows = new Map<string, Row & { readonly name: string }>()
const put = (id: string, name: string, changed: number) => rows.set(id, { id, name, changed })
let asked: Array<string> = []
const platform = createServer((request, response) => {
  const { pathname } = new URL(request.url!, "http://platform")
  asked.push(pathname)
  const list = [...rows.values()].map(({ changed, id }) => ({ id, changed }))
  const body =
    pathname === "/contacts"
      ? { data: list }
      : pathname === "/ids"
        ? { ids: list.map(({ id }) => id) }
        : (rows.get(pathname.slice("/contacts/".length)) ?? {})
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body))
})
/** Short rows, each with a call for the rest of it. */
const small = SmallConnector.make("SMALL", {
  limits: SmallConnector.unlimited,
  reads: {
    CONTACTS: Connector.read("CONTACTS", {
      path: "/contacts",
      page: Page.single,
      items: "data",
      item: Wire.struct({ id: Wire.required(Wire.id), changed: Wire.number }),
      deletes: Read.idListing({
        call: () => ({ path: "/ids" }),
        page: Page.single,
        ids: (body) => Read.requiredArrayAt(body, "ids") as ReadonlyArray<string>
      }),
      follow: ({ id }) => [{ path: `/contacts/${Call.segment(id)}` }],
      unchanged: {
        id: ({ id }) => id,
        stamp: ({ changed }) => (typeof changed === "number" ? String(changed) : null)
      },
      map: ({ id }, { followed: [detail] }) => ({ platform_id: id, name: Call.at(detail, "name") ?? null }) as never
    })
  }
})

let service: Service.Service
let connection = 0
let company = 0
const settled = () =>
  Service.until(
    () => service.call("GET", "/v3/core/syncs?limit=1000"),
    ({ body }) => body.data.length > 0 && body.data.every((own: { finished_at: unknown }) => own.finished_at !== null)
  )
/** Syncs; answers what the platform was asked for. */
const sync = async (body: object = {}) => {
  asked = []
  const started = await service.call("POST", "/v3/core/syncs", {
    company_id: company,
    connection_id: connection,
    data_models_to_sync: ["CONTACTS"],
    ...body
  })
  expect(started.status, started.text).toBe(200)
  await settled()
  const { body: ended } = await service.call("GET", `/v3/core/syncs/${started.body.data.svc_id}`)
  expect(ended.data.status).toBe("SUCCESS")
  return asked.toSorted()
}
const names = async () =>
  (await service.call("GET", "/v3/accounting/contacts?sort[name]=ASC")).body.data.map(
    (own: { name: string }) => own.name
  )

beforeAll(async () => {
  put("1", "Ada", 1)
  put("2", "Ben", 1)
  await new Promise<void>((resolve) => platform.listen(0, "127.0.0.1", resolve))
  const { port } = platform.address() as AddressInfo
  service = await Service.start({ SVC_SMALL_BASE_URL: `http://127.0.0.1:${port}` }, { connectors: [small] })
  company = (await service.call("POST", "/v3/core/companies", { name: "Acme" })).body.data.svc_id
  const made = await service.call("POST", "/v3/core/connections", {
    company_id: company,
    integration_type: "SMALL",
    credentials: { api_key: "key-1" },
    settings: {}
  })
  expect(made.status, made.text).toBe(200)
  connection = made.body.data.svc_id
  await settled()
})
afterAll(async () => {
  await service?.stop()
  await new Promise((resolve) => platform.close(resolve))
})

it("asks for everything at first, and not for all ids of what it has just listed", async () => {
  expect(await names()).toEqual(["Ada", "Ben"])
  expect(asked.filter((path) => path !== "/check").toSorted()).toEqual(["/contacts", "/contacts/1", "/contacts/2"])
})

it("asks for nothing but the list where nothing has changed", async () => {
  expect(await sync()).toEqual(["/contacts"])
  expect(await names()).toEqual(["Ada", "Ben"])
})

it("asks for what has changed, and for all ids where something is missing", async () => {
  put("1", "Ada Quill", 2)
  rows.delete("2")
  expect(await sync()).toEqual(["/contacts", "/contacts/1", "/ids"])
  expect(await names()).toEqual(["Ada Quill"])
})

it("reads anew what was deleted and is there again as it was", async () => {
  put("2", "Ben", 1)
  expect(await sync()).toEqual(["/contacts", "/contacts/2"])
  expect(await names()).toEqual(["Ada Quill", "Ben"])
})

it("asks for all of it in a full sync", async () => {
  put("1", "Ada Quill-Byron", 2)
  expect(await sync()).toEqual(["/contacts"])
  expect(await sync({ full_sync: true })).toEqual(["/contacts", "/contacts/1", "/contacts/2"])
  expect(await names()).toEqual(["Ada Quill-Byron", "Ben"])
})
