/** The platform that the runtimes speak to, and a service's few endpoints: one HTTP server on this machine. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"

export interface Platform {
  readonly origin: string
  /** Where it says more than JSON: pages and scripts by their path. */
  readonly pages: Map<string, { readonly type: string; readonly text: string }>
  readonly close: () => Promise<void>
}

const contacts = [
  { id: "c-1", name: "Ada Ltd" },
  { id: "c-2", name: "Babbage & Co" },
  { id: "c-3", name: "Gone", gone: true }
]

export const start = async (): Promise<Platform> => {
  let turn = 0
  let renewals = 0
  let revoked: Array<string> = []
  const pages: Platform["pages"] = new Map()

  const answer = async (
    method: string,
    url: URL,
    authorization: string | undefined,
    body: string
  ): Promise<unknown> => {
    const form = new URLSearchParams(body)
    const { pathname } = url
    if (pathname === "/begin") {
      turn = renewals = 0
      revoked = []
      return null
    }
    if (pathname === "/renewals") return renewals
    if (pathname === "/revoked") return revoked
    if (pathname === "/revoke") {
      revoked.push(form.get("token") ?? "")
      return {}
    }
    if (pathname === "/token") {
      // Slow, so that all who need a token ask while it is on its way.
      await new Promise((resolve) => setTimeout(resolve, 20))
      if (form.get("grant_type") === "refresh_token") {
        if (form.get("refresh_token") !== `r-${turn}`) return undefined
        renewals++
      }
      turn++
      return { access_token: `a-${turn}`, refresh_token: `r-${turn}`, token_type: "bearer", expires_in: 3600 }
    }
    if (pathname.startsWith("/service/v3/core/companies"))
      return { data: { svc_id: 7, ...JSON.parse(body) }, request_id: "r" }
    if (pathname === "/service/v3/accounting/contacts") {
      const isLast = url.searchParams.has("next")
      return { data: [{ svc_id: isLast ? 2 : 1 }], prev: null, next: isLast ? null : "c", total_count: null }
    }
    if (authorization !== `Bearer a-${turn}`) return null
    if (pathname === "/tenants") return { tenants: ["Acme", "Umbrella"] }
    if (pathname === "/contacts" && method === "POST") return { id: "c-new", ...JSON.parse(body) }
    if (pathname === "/contacts") {
      const page = Number(url.searchParams.get("page") ?? 1)
      return { list: contacts.slice(2 * page - 2, 2 * page) }
    }
    return contacts.find(({ id }) => pathname === `/contacts/${id}`)
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url!, "http://localhost")
    const page = pages.get(url.pathname)
    if (page !== undefined) return void response.writeHead(200, { "content-type": page.type }).end(page.text)
    const value = await answer(request.method!, url, request.headers.authorization, await text(request))
    response
      .writeHead(value === undefined ? 404 : 200, { "content-type": "application/json" })
      .end(JSON.stringify(value === undefined ? { error: "invalid_grant" } : value))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pages,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}
