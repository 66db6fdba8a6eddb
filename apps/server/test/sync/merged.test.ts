/** What goes without the listing of changes saying so: archived, merged into another record, or erased without a trace. */
import { createHmac } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, expect, it } from "vitest"
import * as Service from "../support/Service.ts"

/** A platform in the manner of HubSpot: contacts by their ids, and what has become of them. */
const contacts = new Map<string, "archived" | "changed" | "here" | { readonly mergedInto: string }>()
const record = (id: string) => ({ id, properties: { firstname: `Person ${id}`, associatedcompanyid: "1" } })
const recordsThat = (are: ReadonlyArray<unknown>) => ({
  results: [...contacts].flatMap(([id, state]) => (are.includes(state) ? [record(id)] : []))
})
let asked: Array<string> = []
const path = "/crm/v3/objects/contacts"
const answer = (url: URL): readonly [status: number, body: unknown] => {
  if (url.pathname === "/account-info/v3/details") return [200, { portalId: 62515 }]
  if (url.pathname === `${path}/search`) return [200, recordsThat(["changed"])]
  if (url.pathname === path) {
    return [200, recordsThat(url.searchParams.has("archived") ? ["archived"] : ["here", "changed"])]
  }
  if (!url.pathname.startsWith(`${path}/`)) return [200, { results: [] }]
  const id = url.pathname.slice(path.length + 1)
  const state = contacts.get(id)
  if (typeof state === "object") return [200, record(state.mergedInto)]
  return state === undefined || state === "archived" ? [404, { category: "OBJECT_NOT_FOUND" }] : [200, record(id)]
}
const platform = createServer((request, response) => {
  const url = new URL(request.url!, "http://platform")
  if (url.pathname.startsWith(path)) {
    asked.push(`${url.pathname.slice(path.length)}${url.searchParams.has("archived") ? "?archived" : ""}`)
  }
  const [status, body] = answer(url)
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
})

const secret = "the secret of the app"
let service: Service.Service
let connection = 0
let company = 0

const settled = () =>
  Service.until(
    () => service.call("GET", "/v3/core/syncs?limit=1000"),
    ({ body }) => body.data.length > 0 && body.data.every((own: { finished_at: unknown }) => own.finished_at !== null)
  )
const sync = async (full: boolean) => {
  asked = []
  const started = await service.call("POST", "/v3/core/syncs", {
    company_id: company,
    connection_id: connection,
    data_models_to_sync: ["CRM_CONTACTS"],
    full_sync: full
  })
  expect(started.status, started.text).toBe(200)
  await settled()
  const { body } = await service.call("GET", `/v3/core/syncs/${started.body.data.svc_id}`)
  expect(body.data.status).toBe("SUCCESS")
  return asked
}
const names = async () =>
  (await service.call("GET", "/v3/crm/contacts?sort[name]=ASC")).body.data.map((own: { name: string }) => own.name)

beforeAll(async () => {
  for (const id of ["1", "2", "3", "4"]) contacts.set(id, "here")
  await new Promise<void>((resolve) => platform.listen(0, "127.0.0.1", resolve))
  const { port } = platform.address() as AddressInfo
  service = await Service.start({
    // The address that HubSpot calls and signs.
    SVC_BASE_URL: "https://service.example",
    SVC_HUBSPOT_BASE_URL: `http://127.0.0.1:${port}`,
    SVC_HUBSPOT_WEBHOOK_SECRET: secret
  })
  company = (await service.call("POST", "/v3/core/companies", { name: "Acme" })).body.data.svc_id
  const made = await service.call("POST", "/v3/core/connections", {
    company_id: company,
    integration_type: "HUBSPOT",
    credentials: { access_token: "pat-1" },
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

it("removes what is listed as archived, whether or not it is among the changes", async () => {
  expect(await names()).toEqual(["Person 1", "Person 2", "Person 3", "Person 4"])
  contacts.set("2", "archived")
  expect(await sync(false)).toEqual(["/search", "?archived"])
  expect(await names()).toEqual(["Person 1", "Person 3", "Person 4"])
})

it("removes what a webhook tells of when it answers under another id", async () => {
  contacts.set("3", { mergedInto: "1" })
  const body = JSON.stringify([
    { subscriptionType: "contact.merge", portalId: 62515, objectId: 1, primaryObjectId: 1, mergedObjectIds: [3] }
  ])
  const time = String(Date.now())
  const message = `POSThttps://service.example/v3/core/inbound/hubspot${body}${time}`
  const received = await service.call("POST", "/v3/core/inbound/hubspot", body, {
    "content-type": "application/json",
    "x-hubspot-signature-v3": createHmac("sha256", secret).update(message).digest("base64"),
    "x-hubspot-request-timestamp": time
  })
  expect(received.status, received.text).toBe(200)
  expect(await Service.until(names, (found) => found.length === 2)).toEqual(["Person 1", "Person 4"])
})

it("removes in a full sync what has gone without a trace, and nothing before", async () => {
  contacts.delete("4")
  contacts.set("1", "changed")
  await sync(false)
  expect(await names()).toEqual(["Person 1", "Person 4"])
  expect(await sync(true)).toEqual(["", "?archived"])
  expect(await names()).toEqual(["Person 1"])
})
