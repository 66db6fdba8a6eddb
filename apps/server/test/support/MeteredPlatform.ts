/**
 * A platform over HTTP that keeps a ledger of its calls: when each came, how many were under way at once, how many fell in
 * one window. It answers pages of a list, and GraphQL whose queries cost points of a bucket.
 */
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"

export interface Seen {
  readonly path: string
  /** Milliseconds of `performance.now()`. */
  readonly at: number
}
export interface Said {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
}
export interface MeteredPlatform {
  readonly url: string
  /** Calls of an account, which is its key. */
  readonly seen: (account: string) => ReadonlyArray<Seen>
  /** Most calls of an account that were under way at once. */
  readonly peak: (account: string) => number
  readonly underWay: (account: string) => number
  /** Most calls of an account in any window of this length. */
  readonly busiest: (account: string, milliseconds: number) => number
  /** GraphQL calls of an account that were refused for their points. */
  readonly throttled: (account: string) => number
  /** Begins the ledger of an account anew. */
  readonly forget: (account: string) => void
  /** Has calls of an account answered otherwise; null leaves one to the platform. */
  readonly rule: (account: string, answer: (seen: Seen) => Promise<Said | null>) => void
  readonly close: () => Promise<void>
}

/** Pages of the list, of one item each. */
export const pages = 40
/** The bucket of points, and what each query costs. */
export const points = { maximum: 1000, restoreRate: 400, cost: 400 }

interface Account {
  readonly seen: Array<Seen>
  underWay: number
  peak: number
  available: number
  filledAt: number
  throttled: number
  rule: (seen: Seen) => Promise<Said | null>
}

export const start = async (): Promise<MeteredPlatform> => {
  const accounts = new Map<string, Account>()
  const accountOf = (name: string): Account => {
    const known = accounts.get(name)
    if (known !== undefined) return known
    const made: Account = {
      seen: [],
      underWay: 0,
      peak: 0,
      available: points.maximum,
      filledAt: performance.now(),
      throttled: 0,
      rule: async () => null
    }
    accounts.set(name, made)
    return made
  }
  const graphql = (account: Account, at: number): Said => {
    const come = ((at - account.filledAt) / 1000) * points.restoreRate
    account.available = Math.min(points.maximum, account.available + come)
    account.filledAt = at
    const isThrottled = account.available < points.cost
    if (isThrottled) account.throttled++
    else account.available -= points.cost
    const cost = {
      requestedQueryCost: points.cost,
      throttleStatus: {
        maximumAvailable: points.maximum,
        currentlyAvailable: Math.floor(account.available),
        restoreRate: points.restoreRate
      }
    }
    return {
      status: 200,
      body: isThrottled
        ? { errors: [{ message: "Throttled", extensions: { code: "THROTTLED" } }], extensions: { cost } }
        : { data: { shop: { id: "gid://shopify/Shop/1" } }, extensions: { cost } }
    }
  }
  const answer = async (account: Account, request: IncomingMessage, own: Seen): Promise<Said> => {
    const said = await account.rule(own)
    if (said !== null) return said
    const { pathname, searchParams } = new URL(own.path, "http://platform")
    if (pathname === "/graphql.json") return graphql(account, own.at)
    if (pathname !== "/currencies") return { status: 200, body: {} }
    const page = Number(searchParams.get("cursor") ?? 0)
    return { status: 200, body: { data: [{ id: `c-${page}` }], next: page + 1 < pages ? page + 1 : null } }
  }
  const server = createServer(async (request, response) => {
    const name = request.headers.authorization ?? String(request.headers["x-shopify-access-token"])
    const account = accountOf(name)
    const own: Seen = { path: request.url!, at: performance.now() }
    account.seen.push(own)
    account.underWay++
    account.peak = Math.max(account.peak, account.underWay)
    let isOver = false
    const over = () => {
      if (isOver) return
      isOver = true
      account.underWay--
    }
    response.once("close", over)
    const { body, headers, status } = await answer(account, request, own)
    // What is answered is over for the platform, however long its last bytes travel.
    over()
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen: (name) => accountOf(name).seen,
    peak: (name) => accountOf(name).peak,
    underWay: (name) => accountOf(name).underWay,
    throttled: (name) => accountOf(name).throttled,
    busiest: (name, milliseconds) => {
      const times = accountOf(name).seen.map(({ at }) => at)
      return Math.max(
        0,
        ...times.map((from, first) => times.filter((at, index) => index >= first && at - from < milliseconds).length)
      )
    },
    forget: (name) => {
      const account = accountOf(name)
      account.seen.length = 0
      account.peak = account.underWay
    },
    rule: (name, rule) => {
      accountOf(name).rule = rule
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}
