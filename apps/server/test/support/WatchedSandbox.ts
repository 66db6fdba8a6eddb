/** The sandbox platform over HTTP, with an eye on its requests: tests wait for one and act in the middle of it. */
import { makeSandbox, MemoryStore } from "@svc/sandbox/platform"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

export interface Seen {
  readonly method: string
  readonly path: string
  readonly idempotencyKey: string | null
}
export interface WatchedSandbox {
  readonly url: string
  readonly seen: ReadonlyArray<Seen>
  /** Calls the platform itself, past the watch. */
  readonly call: (method: string, path: string, body?: unknown) => Promise<any>
  /** Runs before (or, with `after`, once carried out but before the answer goes out) the next request that fits. */
  readonly interrupt: (
    fits: (seen: Seen) => boolean,
    act: () => Promise<void>,
    when?: "before" | "after"
  ) => Promise<void>
  readonly close: () => Promise<void>
}

const key = "sandbox-demo"

export const start = async (): Promise<WatchedSandbox> => {
  const sandbox = makeSandbox({ store: MemoryStore(), rateLimit: { requests: 100_000, perSeconds: 60 } })
  await sandbox.ready
  const seen: Array<Seen> = []
  let watch: { fits: (one: Seen) => boolean; act: () => Promise<void>; when: "before" | "after" } | null = null
  const server = createServer((incoming, outgoing) => {
    const chunks: Array<Buffer> = []
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
    incoming.on("end", () => {
      void (async () => {
        const method = incoming.method ?? "GET"
        const one: Seen = {
          method,
          path: incoming.url ?? "/",
          idempotencyKey: incoming.headers["idempotency-key"]?.toString() ?? null
        }
        seen.push(one)
        const due = watch !== null && watch.fits(one) ? watch : null
        if (due !== null) watch = null
        if (due?.when === "before") await due.act()
        const headers = new Headers(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]))
        const body = method === "GET" || method === "HEAD" ? null : Buffer.concat(chunks)
        const response = await sandbox.fetch(new Request(`http://sandbox${one.path}`, { method, headers, body }))
        if (due?.when === "after") await due.act()
        outgoing.writeHead(response.status, Object.fromEntries(response.headers))
        outgoing.end(Buffer.from(await response.arrayBuffer()))
      })()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    seen,
    call: async (method, path, body) => {
      const response = await sandbox.fetch(
        new Request(`http://sandbox/v1${path}`, {
          method,
          headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
          ...(body === undefined ? {} : { body: JSON.stringify(body) })
        })
      )
      return response.json()
    },
    interrupt: (fits, act, when = "before") =>
      new Promise<void>((done, failed) => {
        watch = { fits, act: () => act().then(done, failed), when }
      }),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await sandbox.close()
    }
  }
}

/** Every record of a resource, hard-deleted ones aside. */
export const all = async (sandbox: WatchedSandbox, resource: string): Promise<ReadonlyArray<any>> => {
  const items: Array<any> = []
  let cursor: string | null = null
  do {
    const page: any = await sandbox.call(
      "GET",
      `/${resource}?limit=200${cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`}`
    )
    items.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== null)
  return items
}
