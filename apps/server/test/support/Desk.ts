/** A tiny platform with keys, a region and a shop's name, and its connector: what a form on the connect page can ask for. */
import { Account, Auth, Connector, Models, Page, Setting, Wire } from "@svc/core"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

export const key = "desk-key-0123456789"

export interface DeskPlatform {
  readonly url: string
  /** Status that every request is answered with; null for what is right. */
  status: number | null
  /** How often it was told that a connection ends. */
  ended: number
  readonly close: () => Promise<void>
}

export const start = async (): Promise<DeskPlatform> => {
  const server = createServer((request, response) => {
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
    if (self.status !== null) return void json(self.status, { message: `It is ${self.status} today.` })
    if (request.headers["x-key"] !== key) return void json(401, { message: "That key is not known." })
    if (request.method === "DELETE") self.ended += 1
    json(200, request.url?.startsWith("/people") ? { people: [] } : { shop: request.headers["x-shop"] })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const self: DeskPlatform = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    status: null,
    ended: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
  return self
}

export const environment = ({ url }: DeskPlatform): Readonly<Record<string, string>> => ({
  SVC_TEST_DESK_BASE_URL: url
})

const Person = Wire.struct({ id: Wire.required(Wire.id), name: Wire.text })

export const desk = Connector.make({
  id: "TEST_DESK",
  name: "Desk",
  category: "CRM",
  models: Models.models,
  auth: Auth.apiKey({
    fields: {
      key: Setting.asked({
        label: "API key",
        help: "Under Settings, then Integrations, in Desk.",
        placeholder: "desk-key-…"
      })
    },
    headers: ({ key: value }) => ({ "x-key": value ?? "" })
  }),
  settings: {
    shop: Setting.asked({
      label: "Shop",
      help: "The first part of your address: for example.desk.test it is example.",
      pattern: "[a-z0-9-]+",
      placeholder: "example"
    }),
    region: Setting.asked({ label: "Region", choices: { eu: "Europe", us: "North America" } }),
    signature: Setting.asked({ label: "Signature", secret: true, optional: true })
  },
  http: {
    baseUrl: ({ shop }) => `https://${shop}.desk.test`,
    headers: ({ shop }) => ({ "x-shop": shop }),
    limits: {
      windows: [
        { max: 60, seconds: 60 },
        { max: 5, seconds: 1 },
        { max: 10_000, seconds: 86_400 }
      ],
      concurrent: 3
    },
    failure: ({ body }) => ({ message: (body as { readonly message?: string } | null)?.message })
  },
  account: Account.settings("shop", "region"),
  check: { path: "/me" },
  disconnect: () => ({ method: "DELETE", path: "/me" }),
  reads: {
    CRM_CONTACTS: Connector.read("CRM_CONTACTS", {
      path: "/people",
      page: Page.single,
      items: "people",
      item: Person,
      deletes: { _tag: "FullListing" },
      map: ({ id }) => ({ platform_id: id })
    })
  },
  writes: {}
})
