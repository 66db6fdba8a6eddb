/** Which platforms a connection may be on, when the end user types the platform's host. */
import { Account, Auth, Connector, Models, Page, Read, Setting, Wire } from "@svc/core"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Service, start } from "../support/Service.ts"

/** A platform in somebody's own network. */
const cellar = Connector.make({
  id: "CELLAR",
  name: "Cellar",
  category: "ACCOUNTING",
  models: Models.models,
  auth: Auth.apiKey({
    fields: { token: Setting.asked({ label: "Token", secret: true }) },
    headers: ({ token }) => ({ "x-token": token! })
  }),
  settings: { address: Setting.asked({ label: "Address", pattern: "https?://.+", normalize: Setting.address }) },
  http: { baseUrl: ({ address }) => address, limits: { windows: [] } },
  account: Account.settings("address"),
  check: { path: "/check" },
  reads: {
    CURRENCIES: Connector.read("CURRENCIES", {
      path: "/currencies",
      page: Page.single,
      items: "",
      item: Wire.struct({ code: Wire.required(Wire.text) }),
      deletes: Read.fullListing,
      map: ({ code }) => ({
        platform_id: code,
        code,
        name: null,
        symbol: null,
        is_base_currency: null,
        exchange_rate: null
      })
    })
  },
  writes: {}
})

describe("a platform on a host that the user types", () => {
  const asked: Array<string> = []
  let platform: Server
  let port = 0
  beforeAll(async () => {
    platform = createServer((request, response) => {
      asked.push(`${request.headers.host} ${request.url}`)
      response.setHeader("content-type", "application/json").end("[]")
    })
    await new Promise<void>((resolve) => platform.listen(0, "127.0.0.1", resolve))
    port = (platform.address() as AddressInfo).port
  })
  afterAll(() => void platform.close())

  const served = async (env: Readonly<Record<string, string>>, run: (service: Service) => Promise<void>) => {
    const service = await start({ SVC_ALLOW_PRIVATE_TARGETS: "0", ...env }, { connectors: [cellar] })
    try {
      await run(service)
    } finally {
      await service.stop()
    }
  }
  const connect = async (service: Service, address: string) => {
    const company = await service.call("POST", "/v3/core/companies", { name: "Acme" })
    return service.call("POST", "/v3/core/connections", {
      company_id: company.body.data.svc_id,
      integration_type: "CELLAR",
      credentials: { token: "cellar-secret" },
      settings: { address }
    })
  }

  it("is never one inside the server's own network", async () => {
    asked.length = 0
    await served({}, async (service) => {
      for (const host of ["127.0.0.1", "localhost", "2130706433", "[::ffff:127.0.0.1]", "127.0.0.1.nip.test"]) {
        const answer = await connect(service, `http://${host}:${port}`)
        expect(answer.status, `${host}: ${answer.text}`).toBeGreaterThanOrEqual(400)
        expect(answer.status, `${host}: ${answer.text}`).not.toBe(500)
        expect(answer.text).not.toContain("cellar-secret")
      }
      const refused = await connect(service, `http://127.0.0.1:${port}`)
      expect(refused.body.error?.message ?? refused.text).toContain("not allowed")
    })
    expect(asked).toEqual([])
  })

  it("may be one that the operator allows", async () => {
    asked.length = 0
    await served({ SVC_ALLOWED_TARGETS: "10.0.0.0/8, 127.0.0.1" }, async (service) => {
      const answer = await connect(service, `http://127.0.0.1:${port}`)
      expect(answer.status, answer.text).toBe(200)
    })
    expect(asked).toContain(`127.0.0.1:${port} /check`)
  })

  it("is the one that the operator put into the settings", async () => {
    asked.length = 0
    await served({ SVC_CELLAR_BASE_URL: `http://127.0.0.1:${port}` }, async (service) => {
      const answer = await connect(service, "https://elsewhere.example.com")
      expect(answer.status, answer.text).toBe(200)
      const link = { integration_categories: [], integrations: ["CELLAR"], company_name: "Acme" }
      const { body } = await service.call("POST", "/v3/core/invite_links", link)
      const page = await fetch(`${service.url}/connect/${body.data.invite_link_id}/with/cellar`)
      expect(await page.text()).toContain("has fixed the address of all connections")
    })
    expect(asked).toContain(`127.0.0.1:${port} /check`)
  })
})
