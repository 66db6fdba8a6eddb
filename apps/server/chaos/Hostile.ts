/**
 * The worst that a caller can send to each door, with a key of each scope and with none: too much, too long, too deep, too
 * slow, and never taken. Each is one shot; a hostile caller fires them as long as it likes. Some are written by hand, for
 * what they say in particular; to every door there is, the others are made of what it takes.
 */
import { connect } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import * as Doors from "./Doors.ts"
import * as Worst from "./Worst.ts"

export type Scope = Doors.Scope
export interface Target extends Worst.There {
  readonly url: string
  /** A key of each scope. */
  readonly keys: Readonly<Record<Exclude<Scope, "none">, string>>
  /** Routes that the served document does not name. */
  readonly outside: ReadonlyArray<readonly [path: string, methods: ReadonlyArray<string>]>
}
export interface Shot {
  readonly name: string
  readonly scope: Scope
  /** The door it was made for; null for one that was written by hand. */
  readonly door: string | null
  /** What is bad about it; null as well. */
  readonly kind: string | null
  /** Whether the door is one for which the caller is: of his key, or for none where he has none. */
  readonly isOwn: boolean
  /** Whether the caller may be let in at all. */
  readonly isOpen: boolean
  /** The status it was answered with; 0 when the connection was closed without one, and `never` when nothing came. */
  readonly fire: () => Promise<number>
}

const words = (count: number): string =>
  `["${Array.from({ length: count }, (_, at) => `NO_SUCH_WORD_${at}`).join('","')}"]`
const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels)

/** What stands for an answer that did not come in a time in which everything is answered or cut off, in milliseconds. */
const never = 999
const patience = 45_000

/**
 * Sends by hand and takes at most the head of the answer; then it holds the connection for a while, or does so from the
 * beginning where the request does not end.
 */
const raw = (target: Target, text: string, hold: number, isWhole = true): Promise<number> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(target.url)
    const socket = connect(Number(port), hostname)
    let seen = ""
    const end = (otherwise = 0) => {
      socket.destroy()
      resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(seen)?.[1] ?? otherwise))
    }
    socket.on("error", () => end())
    socket.on("close", () => end())
    socket.on("connect", () => {
      socket.write(text)
      void sleep(isWhole ? patience : hold, undefined, { ref: false }).then(() => end(isWhole ? never : 0))
    })
    socket.once("data", (chunk: Buffer) => {
      seen = chunk.toString("latin1")
      socket.pause()
      if (isWhole) void sleep(hold).then(() => end())
    })
  })

const typeOf = (request: Pick<Worst.Request, "body" | "type">): Readonly<Record<string, string>> =>
  request.body === undefined ? {} : { "content-type": request.type ?? "application/json" }

/** Sends a request and takes all of its answer. */
const sending = async (url: string, init: RequestInit): Promise<number> => {
  const signal = AbortSignal.timeout(patience)
  try {
    const response = await fetch(url, { ...init, redirect: "manual", signal })
    await response.arrayBuffer()
    return response.status
  } catch {
    return signal.aborted ? never : 0
  }
}
const keyOf = ({ keys }: Target, scope: Scope): Readonly<Record<string, string>> =>
  scope === "none" ? {} : { api_key: keys[scope] }
const unreadBy = (target: Target, path: string, scope: Scope, hold: number) => () => {
  const key = scope === "none" ? "" : `api_key: ${target.keys[scope]}\r\n`
  return raw(target, `GET ${path} HTTP/1.1\r\nhost: a\r\n${key}\r\n`.repeat(8), hold)
}

/** Those that say something in particular. */
const particular = (target: Target): ReadonlyArray<Shot> => {
  const { company, connection, link, url } = target
  const sent = (
    name: string,
    scope: Scope,
    method: string,
    path: string,
    body?: () => string,
    headers: Readonly<Record<string, string>> = {}
  ): Shot =>
    shot(name, scope, () =>
      sending(url + path, {
        method,
        headers: { ...keyOf(target, scope), ...typeOf({ body }), ...headers },
        ...(body === undefined ? {} : { body: body() })
      })
    )
  const shot = (name: string, scope: Scope, fire: () => Promise<number>): Shot => ({
    name,
    scope,
    door: null,
    kind: null,
    isOwn: true,
    isOpen: true,
    fire
  })
  const unread = (path: string, scope: Scope) => unreadBy(target, path, scope, 1500)
  const slow =
    (path: string, length: number, scope: Scope = "none") =>
    () => {
      const key = scope === "none" ? "" : `api_key: ${target.keys[scope]}\r\ncontent-type: application/octet-stream\r\n`
      return raw(target, `POST ${path} HTTP/1.1\r\nhost: a\r\n${key}content-length: ${length}\r\n\r\n{`, 1500, false)
    }
  const large = (bytes: number) => () => `{"data":"${"x".repeat(bytes)}"}`
  const order = (lines: string) => () => `{"company_id":${company},"data":[{"line_items":${lines}}]}`
  const tool = (rest: () => string) => () =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_records","arguments":{${rest()}}}}`
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
      "a tool of wrong words",
      "read",
      "POST",
      "/mcp",
      tool(() => Array.from({ length: 20_000 }, (_, at) => `"wrong_${at}":{}`).join(","))
    ),
    sent(
      "a tool too deep",
      "read",
      "POST",
      "/mcp",
      tool(() => `"data_model":${nested(40_000)}`)
    ),
    shot(
      "a file that ends never",
      "write",
      slow("/v3/accounting/documents/content?record_id=1&file_name=a", 9e6, "write")
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

/**
 * What each caller tries: every door with something, and everything at each family of doors, which are answered by the same
 * code; with each seed a door gets something else. Everything at every door is three times as much, which no minute has
 * room for. Who may not come in has no answers that he could leave untaken: a refusal is small. And a door that asks
 * for no key looks at none: who has none tries everything there.
 */
const made = (target: Target, doors: Doors.Doors, seed: number): ReadonlyArray<Shot> => {
  const shotAt = (door: Doors.Door, scope: Scope, request: Worst.Request): Shot => ({
    name: `${Doors.nameOf(door)}: ${request.name}`,
    scope,
    door: Doors.nameOf(door),
    kind: Worst.kindOf(request),
    isOwn: door.scope === scope,
    isOpen: Doors.isOpen(door, scope),
    fire:
      request.isUnread === true
        ? unreadBy(target, request.address, scope, 100)
        : () =>
            sending(target.url + request.address, {
              method: door.method,
              headers: { ...keyOf(target, scope), ...typeOf(request) },
              ...(request.body === undefined ? {} : { body: request.body() })
            })
  })
  return [...Map.groupBy(doors.all, ({ family }) => family).values()].flatMap((family) => {
    const all = family.map((door, at) => Worst.requests(door, doors.deref, target, at + seed))
    return Doors.scopes.flatMap((scope) => {
      const shots = family.map((door, at) =>
        all[at]!.filter(({ isUnread }) => isUnread !== true || Doors.isOpen(door, scope)).map((request) =>
          shotAt(door, scope, request)
        )
      )
      // Each door with the one that comes after that of the door before it, and then what is not among them.
      const each = shots.map((own, at) => own[(at + seed) % own.length]!)
      if (scope !== "none" && !family[0]!.asksKey) return each
      const tried = new Set(each.map(({ kind }) => kind))
      const untried = [...Map.groupBy(shots.flat(), ({ kind }) => kind)].filter(([kind]) => !tried.has(kind))
      return [...each, ...untried.map(([, those]) => those[seed % those.length]!)]
    })
  })
}

/** Every shot there is: those written by hand, and for every door those that are made for it. */
export const shots = async (
  target: Target,
  seed: number
): Promise<{ readonly particular: ReadonlyArray<Shot>; readonly made: ReadonlyArray<Shot> }> => ({
  particular: particular(target),
  made: made(target, await Doors.read(target.url, target.outside), seed)
})

/** Whether an answer is no fault of ours: none is a 500, and who may not come in gets a refusal. */
export const isAnswer = ({ isOpen }: Pick<Shot, "isOpen">, status: number): boolean =>
  status === 0 || (status >= (isOpen ? 200 : 400) && status < 500) || status === 503
