/**
 * A load balancer in front of several servers: asks each for `/readyz` and sends a request, once, to one that was ready.
 * It tries nothing again, so a request that a leaving server drops is a request its client sees fail.
 */
import { createServer, request as outgoing } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"

export interface Balancer {
  readonly url: string
  readonly add: (server: string) => void
  readonly remove: (server: string) => void
  /** Resolves when exactly these many are ready. */
  readonly ready: (count: number) => Promise<void>
  readonly close: () => Promise<void>
}

/** How often servers are asked, in milliseconds. */
const every = 100

export const start = async (): Promise<Balancer> => {
  const servers = new Map<string, boolean>()
  const closed = new AbortController()
  let turn = 0
  const ask = async (server: string) => {
    while (!closed.signal.aborted && servers.has(server)) {
      const ready = await fetch(`${server}/readyz`, { signal: AbortSignal.timeout(2000) }).then(
        ({ ok }) => ok,
        () => false
      )
      if (servers.has(server)) servers.set(server, ready)
      await sleep(every)
    }
  }
  const proxy = createServer((request, response) => {
    const ready = [...servers].filter(([, isReady]) => isReady).map(([server]) => server)
    const server = ready[turn++ % ready.length]
    const fail = () => (response.headersSent ? response.destroy() : response.writeHead(502).end())
    if (server === undefined) return void fail()
    const onward = outgoing(server + request.url, { method: request.method, headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
      answer.on("error", fail)
    })
    onward.on("error", fail)
    request.pipe(onward)
  })
  // One that is closed at the moment it is used again would be a failure of nobody's but ours.
  proxy.keepAliveTimeout = 0
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    add: (server) => {
      servers.set(server, false)
      void ask(server)
    },
    remove: (server) => void servers.delete(server),
    ready: async (count) => {
      while ([...servers.values()].filter(Boolean).length !== count) await sleep(20)
    },
    close: async () => {
      closed.abort()
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
    }
  }
}
