/**
 * The platform simulator: the sandbox platform's state over HTTP behind the faults of the test kit, with small pages, a
 * clock of its own and a call limit where a test wants them, and a ledger of its requests.
 */
import { makeSandbox, MemoryStore } from "@svc/sandbox/platform"
import { Fault, Unruly } from "@svc/testkit/platform"
import { isUtf8 } from "node:buffer"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

export interface Seen {
  readonly method: string
  /** Without `/v1`. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
  /** The platform's company: the key after `sandbox-`. */
  readonly tenant: string
}
export type Fits = (seen: Seen) => boolean
/** What is answered instead of what the platform says; null breaks the connection. */
export type Answer = (real: () => Promise<Response>, seen: Seen) => Promise<Response | null> | Response | null

export interface Options {
  /** Most records of a page, whatever is asked for. */
  readonly pageSize?: number
  /** Milliseconds by which the platform's clock is ahead of the machine's. */
  readonly skew?: number
  /** Calls of one company that it takes: `max` in a row, and as many again spread over `seconds`. Beyond, it answers 429. */
  readonly limit?: { readonly max: number; readonly seconds: number }
}
export interface UnrulySandbox {
  readonly url: string
  /** Requests of one company, oldest first. */
  readonly seen: (tenant: string) => ReadonlyArray<Seen>
  /** Requests that fit are answered like this, so many times; answers what ends it. */
  readonly rule: (fits: Fits, answer: Answer, times?: number) => () => void
  /** Lets a fault happen, before those that were there; answers what ends it. */
  readonly strike: (fault: Fault.Fault) => () => void
  /** How many calls came beyond the limit. */
  readonly refused: () => number
  /** Calls the platform itself, unseen and unruled. */
  readonly call: (tenant: string, method: string, path: string, body?: unknown) => Promise<any>
  /** Every record of a resource; `since`, an ISO 8601 moment, leaves out those that have not changed since then. */
  readonly all: (tenant: string, resource: string, since?: string) => Promise<ReadonlyArray<any>>
  readonly close: () => Promise<void>
}

const tenantOf = ({ headers }: Unruly.Asked): string =>
  /sandbox-(.*)$/.exec(headers.get("authorization") ?? "")?.[1] ?? ""
const seenOf = (call: Unruly.Asked): Seen => ({
  method: call.method,
  path: call.url.pathname.replace(/^\/v1/, ""),
  query: call.url.searchParams,
  headers: Object.fromEntries(call.headers),
  body: call.text,
  tenant: tenantOf(call)
})
const replyOf = async (response: Response): Promise<Fault.Reply> => {
  const bytes = new Uint8Array(await response.arrayBuffer())
  const { status } = response
  const headers = Object.fromEntries(response.headers)
  return isUtf8(bytes)
    ? { status, headers, text: new TextDecoder().decode(bytes) }
    : { status, headers, text: new TextDecoder().decode(bytes), bytes }
}
const responseOf = ({ bytes, headers, status, text }: Fault.Reply): Response =>
  new Response(status === 204 || status === 304 ? null : (bytes ?? text), { status, headers })

/** Whether a company may make a call now: a bucket that empties evenly. */
const limiter = ({ max, seconds }: NonNullable<Options["limit"]>) => {
  const levels = new Map<string, { level: number; at: number }>()
  return (tenant: string): boolean => {
    const now = performance.now()
    const { at, level } = levels.get(tenant) ?? { at: now, level: 0 }
    const left = Math.max(0, level - ((now - at) / 1000) * (max / seconds))
    const fits = left + 1 <= max
    levels.set(tenant, { at: now, level: fits ? left + 1 : left })
    return fits
  }
}

export const start = async ({ limit, pageSize, skew = 0 }: Options = {}): Promise<UnrulySandbox> => {
  const now = () => Date.now() + skew
  const sandbox = makeSandbox({ store: MemoryStore(), now, rateLimit: { requests: 1_000_000, perSeconds: 60 } })
  await sandbox.ready
  const allows = limit === undefined ? () => true : limiter(limit)
  let refused = 0
  const beyond = (call: Unruly.Asked) => {
    if (allows(tenantOf(call))) return false
    refused++
    return true
  }
  // The limit comes first: it counts every call, whatever else happens to that.
  const faults: Array<Fault.Fault> = [Fault.tooManyRequests(({ call }) => beyond(call), 1)]
  const platform = Unruly.make(
    async (call) => {
      const url = new URL(call.url)
      if (pageSize !== undefined && Number(url.searchParams.get("limit") ?? 0) > pageSize) {
        url.searchParams.set("limit", String(pageSize))
      }
      const { headers, method, text } = call
      const body = method === "GET" || method === "HEAD" ? null : text
      return replyOf(await sandbox.fetch(new Request(url, { method, headers, body })))
    },
    { faults, now }
  )
  const strike = (fault: Fault.Fault) => {
    faults.splice(1, 0, fault)
    return () => {
      if (faults.includes(fault)) faults.splice(faults.indexOf(fault), 1)
    }
  }
  const server = createServer((incoming, outgoing) => {
    const chunks: Array<Buffer> = []
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
    incoming.on("end", () => {
      void (async () => {
        const method = incoming.method ?? "GET"
        const response = await platform.fetch(`http://sandbox${incoming.url}`, {
          method,
          headers: Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]),
          body: method === "GET" || method === "HEAD" ? null : Buffer.concat(chunks)
        })
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
    seen: (tenant) => platform.calls.filter((one) => tenantOf(one) === tenant).map(seenOf),
    rule: (fits, answer, times = Number.POSITIVE_INFINITY) => {
      let left = times
      return strike({
        name: "a rule",
        when: ({ call }) => left > 0 && fits(seenOf(call)),
        answer: async (moment) => {
          left--
          const response = await answer(async () => responseOf(await moment.written()), seenOf(moment.call))
          return response === null ? Fault.brokenConnection("every call").answer(moment) : replyOf(response)
        }
      })
    },
    strike,
    refused: () => refused,
    call,
    all: async (tenant, resource, since) => {
      const items: Array<any> = []
      const changed = since === undefined ? "" : `&modifiedSince=${since}`
      let cursor = ""
      for (;;) {
        const page = await call(tenant, "GET", `/${resource}?limit=200${changed}${cursor}`)
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
