/**
 * The worst that a caller can send to each door, with a key of each scope and with none: too much, too long, too deep, too
 * slow, and never taken. Each is one shot; a hostile caller fires them as long as it likes.
 */
import { connect } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"

export type Scope = "none" | "read" | "write" | "passthrough" | "admin"
export interface Target {
  readonly url: string
  /** A key of each scope. */
  readonly keys: Readonly<Record<Exclude<Scope, "none">, string>>
  readonly company: number
  readonly connection: number
  /** The path of an open connect page. */
  readonly link: string
}
export interface Shot {
  readonly name: string
  readonly scope: Scope
  /** The status it was answered with; 0 when the connection was closed without one. */
  readonly fire: () => Promise<number>
}

const words = (count: number): string =>
  `["${Array.from({ length: count }, (_, at) => `NO_SUCH_WORD_${at}`).join('","')}"]`
const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels)

/** Sends by hand and takes at most the head of the answer; then it holds the connection for a while. */
const raw = (target: Target, text: string, hold: number): Promise<number> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(target.url)
    const socket = connect(Number(port), hostname)
    let seen = ""
    const end = () => {
      socket.destroy()
      resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(seen)?.[1] ?? 0))
    }
    socket.on("error", end)
    socket.on("close", end)
    socket.on("connect", () => {
      socket.write(text)
      void sleep(hold).then(end)
    })
    socket.once("data", (chunk: Buffer) => {
      seen = chunk.toString("latin1")
      socket.pause()
    })
  })

/** Every shot there is. */
export const shots = (target: Target): ReadonlyArray<Shot> => {
  const { company, connection, keys, link, url } = target
  const sent = (
    name: string,
    scope: Scope,
    method: string,
    path: string,
    body?: () => string,
    headers: Readonly<Record<string, string>> = {}
  ): Shot => ({
    name,
    scope,
    fire: async () => {
      try {
        const response = await fetch(url + path, {
          method,
          headers: {
            ...(scope === "none" ? {} : { api_key: keys[scope] }),
            ...(body === undefined ? {} : { "content-type": "application/json" }),
            ...headers
          },
          ...(body === undefined ? {} : { body: body() })
        })
        await response.arrayBuffer()
        return response.status
      } catch {
        return 0
      }
    }
  })
  const shot = (name: string, scope: Scope, fire: () => Promise<number>): Shot => ({ name, scope, fire })
  const unread = (path: string, scope: Scope) => () => {
    const key = scope === "none" ? "" : `api_key: ${keys[scope]}\r\n`
    return raw(target, `GET ${path} HTTP/1.1\r\nhost: a\r\n${key}\r\n`.repeat(8), 1500)
  }
  const slow = (path: string, length: number) => () =>
    raw(target, `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-length: ${length}\r\n\r\n{`, 1500)
  const large = (bytes: number) => () => `{"data":"${"x".repeat(bytes)}"}`
  const order = (lines: string) => () => `{"company_id":${company},"data":[{"line_items":${lines}}]}`
  const members = ["name", "description", "code", "status", "currency_id", "platform_unique_id"]
  const filters = members
    .flatMap((name) =>
      ["neq", "contains", "ends_with", "starts_with", "nin"].map((operator) => `${name}[${operator}]=zz`)
    )
    .join("&")
  const items = "/v3/accounting/items"
  const wrongItems = () =>
    `{"company_id":${company},"data":[${Array.from({ length: 500 }, () => `{${Array.from({ length: 60 }, (_, at) => `"wrong_${at}":${at}`).join(",")}}`).join(",")}]}`
  const listOf = (name: string) => () =>
    `{"name":"n","type":"DATA_MODEL_CHANGES","url":"https://example.com","${name}":${words(100_000)}}`
  const passed = (rest: () => string) => () => `{"company_id":${company},"data":{"path":"/no-such-thing",${rest()}}}`
  return [
    shot("documents nobody takes", "none", unread("/docs", "none")),
    shot("the description nobody takes", "none", unread("/openapi.json", "none")),
    sent("a webhook for nobody", "none", "POST", "/v3/core/inbound/NOBODY", large(10_000_000)),
    sent("a webhook too large", "none", "POST", "/v3/core/inbound/SVC_SANDBOX", large(10_000_000)),
    shot("a webhook that ends never", "none", slow("/v3/core/inbound/SVC_SANDBOX", 900_000)),
    shot("a form that ends never", "none", slow(`${link}/with/svc_sandbox`, 60_000)),
    sent("a form too large", "none", "POST", `${link}/with/svc_sandbox`, large(5_000_000)),
    sent("a body without a key", "none", "POST", "/accounting/purchase_orders", large(9_000_000)),
    sent("a wrong key", "none", "GET", items, undefined, { api_key: "svc_wrong_key_0123456789" }),
    sent("an address too long", "none", "GET", `/${"a/".repeat(30_000)}`),
    shot("an upgrade", "none", () =>
      raw(target, "GET / HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n", 200)
    ),
    sent("many filters", "read", "GET", `${items}?${filters}`),
    sent("many sorts", "read", "GET", `${items}?sort[name]=ASC&sort[code]=DESC&return_count=true`),
    sent("everything of all", "read", "GET", `${items}?limit=1000&select=raw_data,data_hash&return_count=true`),
    shot("pages nobody takes", "read", unread(`${items}?limit=1000&select=raw_data`, "read")),
    sent(
      "many values",
      "read",
      "GET",
      `${items}?platform_id[in]=${Array.from({ length: 900 }, (_, at) => at).join(",")}`
    ),
    sent(
      "wrong words in the query",
      "read",
      "GET",
      `${items}?${Array.from({ length: 600 }, (_, at) => `nam${at}[eq]=1`).join("&")}`
    ),
    sent(
      "an order of many empty lines",
      "write",
      "POST",
      "/accounting/purchase_orders",
      order(`[${"{},".repeat(200_000)}{}]`)
    ),
    sent(
      "an order of many wrong lines",
      "write",
      "POST",
      "/accounting/purchase_orders",
      order(`[${'{"quantty":1},'.repeat(900)}{}]`)
    ),
    sent("an order too deep", "write", "POST", "/accounting/purchase_orders", order(nested(40_000))),
    sent("many wrong items", "write", "POST", "/accounting/contacts", wrongItems, { prefer: "respond-async" }),
    sent("a write too large", "write", "POST", "/accounting/contacts", large(10_600_000)),
    sent(
      "a sync of wrong words",
      "write",
      "POST",
      "/v3/core/syncs",
      () => `{"company_id":${company},"data_models_to_sync":${words(50_000)}}`
    ),
    sent(
      "a passthrough of wrong words",
      "passthrough",
      "POST",
      "/passthrough",
      passed(() => `"method":"GET","headers":{${Array.from({ length: 20_000 }, (_, at) => `"a${at}":{}`).join(",")}}`)
    ),
    sent(
      "a passthrough too deep",
      "passthrough",
      "POST",
      "/passthrough",
      passed(() => `"method":"POST","data":${nested(40_000)}`)
    ),
    sent(
      "a large passthrough",
      "passthrough",
      "POST",
      "/passthrough",
      passed(() => `"method":"POST","data":"${"x".repeat(8_000_000)}"`)
    ),
    sent("a webhook of wrong models", "admin", "POST", "/v3/core/webhooks", listOf("data_models")),
    sent("a webhook of wrong operations", "admin", "POST", "/v3/core/webhooks", listOf("operations")),
    sent(
      "a link of wrong integrations",
      "admin",
      "POST",
      "/v3/core/invite_links",
      () => `{"integration_categories":["ACCOUNTING"],"integrations":${words(100_000)}}`
    ),
    sent(
      "a configuration too long",
      "admin",
      "PUT",
      `/v3/core/connections/${connection}/sync_config`,
      () => `{"sync_config":[${'{"data_modl":1},'.repeat(40_000)}{}]}`
    ),
    sent("a key of wrong scopes", "admin", "POST", "/v3/core/api_keys", () => `{"name":"n","scopes":${words(50_000)}}`),
    sent("a name too long", "admin", "POST", "/v3/core/companies", () => `{"name":"${"x".repeat(900_000)}"}`),
    sent("a management body too large", "admin", "POST", "/v3/core/companies", large(10_000_000))
  ]
}

/** What a refusal may be answered with; nothing of it is a fault of ours. */
export const isAnswer = (status: number): boolean =>
  status === 0 || status === 200 || status === 503 || status === 408 || (status >= 400 && status < 500)
