/** The sandbox platform over HTTP, told by tests how to misbehave, with a ledger of its requests. */
import { makeSandbox, MemoryStore } from "@svc/sandbox/platform"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"

export interface Seen {
  readonly method: string
  /** Without `/v1`. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage["headers"]
  readonly body: string
  /** The platform's company: the key after `sandbox-`. */
  readonly tenant: string
}
export type Fits = (seen: Seen) => boolean
/** What is answered instead of what the platform says; null breaks the connection. */
export type Answer = (real: () => Promise<Response>, seen: Seen) => Promise<Response | null> | Response | null

export interface UnrulySandbox {
  readonly url: string
  /** Requests of one company, oldest first. */
  readonly seen: (tenant: string) => ReadonlyArray<Seen>
  /** Requests that fit are answered like this, so many times; answers what ends it. */
  readonly rule: (fits: Fits, answer: Answer, times?: number) => () => void
  /** Calls the platform itself, unseen and unruled. */
  readonly call: (tenant: string, method: string, path: string, body?: unknown) => Promise<any>
  /** Every record of a resource. */
  readonly all: (tenant: string, resource: string) => Promise<ReadonlyArray<any>>
  readonly close: () => Promise<void>
}

export const start = async (): Promise<UnrulySandbox> => {
  const sandbox = makeSandbox({ store: MemoryStore(), rateLimit: { requests: 1_000_000, perSeconds: 60 } })
  await sandbox.ready
  const ledger: Array<Seen> = []
  const rules: Array<{ readonly fits: Fits; readonly answer: Answer; left: number }> = []
  const server = createServer((incoming, outgoing) => {
    const chunks: Array<Buffer> = []
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
    incoming.on("end", () => {
      void (async () => {
        const method = incoming.method ?? "GET"
        const url = new URL(incoming.url ?? "/", "http://sandbox")
        const body = Buffer.concat(chunks)
        const seen: Seen = {
          method,
          path: url.pathname.replace(/^\/v1/, ""),
          query: url.searchParams,
          headers: incoming.headers,
          body: body.toString("utf8"),
          tenant: /sandbox-(.*)$/.exec(incoming.headers.authorization ?? "")?.[1] ?? ""
        }
        ledger.push(seen)
        const real = () =>
          sandbox.fetch(
            new Request(`http://sandbox${incoming.url}`, {
              method,
              headers: new Headers(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])),
              body: method === "GET" || method === "HEAD" ? null : body
            })
          )
        const rule = rules.find(({ fits, left }) => left > 0 && fits(seen))
        if (rule !== undefined) rule.left--
        const response = rule === undefined ? await real() : await rule.answer(real, seen)
        if (response === null) return void outgoing.destroy()
        outgoing.writeHead(response.status, Object.fromEntries(response.headers))
        outgoing.end(method === "HEAD" ? undefined : Buffer.from(await response.arrayBuffer()))
      })().catch(() => outgoing.destroy())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const call: UnrulySandbox["call"] = async (tenant, method, path, body) => {
    const response = await sandbox.fetch(
      new Request(`http://sandbox/v1${path}`, {
        method,
        headers: { authorization: `Bearer sandbox-${tenant}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
    )
    const answer = await response.json()
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
    return answer
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    seen: (tenant) => ledger.filter((one) => one.tenant === tenant),
    rule: (fits, answer, times = Number.POSITIVE_INFINITY) => {
      const rule = { fits, answer, left: times }
      rules.unshift(rule)
      return () => {
        rule.left = 0
      }
    },
    call,
    all: async (tenant, resource) => {
      const items: Array<any> = []
      let cursor = ""
      for (;;) {
        const page = await call(tenant, "GET", `/${resource}?limit=200${cursor}`)
        items.push(...page.items)
        if (page.nextCursor === null || page.nextCursor === undefined) return items
        cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`
      }
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await sandbox.close()
    }
  }
}

/** Requests of a company for a resource, its records included. */
export const to =
  (tenant: string, resource: string, method = "GET"): Fits =>
  (seen) =>
    seen.tenant === tenant && seen.method === method && seen.path.split("/")[1] === resource
/** The same, and a page after the first. */
export const laterPage =
  (tenant: string, resource: string): Fits =>
  (seen) =>
    to(tenant, resource)(seen) && seen.query.has("cursor")

export const status =
  (
    code: number,
    headers: Readonly<Record<string, string>> = {},
    body: string = '{"error":{"message":"No."}}'
  ): Answer =>
  () =>
    new Response(code === 304 ? null : body, {
      status: code,
      headers: { "content-type": "application/json", ...headers }
    })
/** The real answer with its items changed. */
export const edited =
  (change: (items: Array<any>) => Array<any>): Answer =>
  async (real) => {
    const page = await (await real()).json()
    return Response.json({ ...page, items: change(page.items) })
  }
