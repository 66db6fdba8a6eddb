/**
 * The messages of the Model Context Protocol, as far as a server of tools has any: which revisions are spoken, what a
 * request of each must carry, and how a result or an error of each looks. Nothing is remembered between two requests.
 */
import { isRow, type Row } from "../http/Members.ts"

/** The revision in which each request says for itself what it speaks, and nobody begins a session. */
export const modern = "2026-07-28"
/** Those before it, which begin with `initialize`; the newest first. */
const earlier = ["2025-11-25", "2025-06-18", "2025-03-26"] as const
export const versions: ReadonlyArray<string> = [modern, ...earlier]

export const codes = {
  parse: -32_700,
  request: -32_600,
  method: -32_601,
  params: -32_602,
  refused: -32_000,
  header: -32_020,
  version: -32_022
} as const

const meta = {
  version: "io.modelcontextprotocol/protocolVersion",
  capabilities: "io.modelcontextprotocol/clientCapabilities",
  server: "io.modelcontextprotocol/serverInfo"
} as const

export type RequestId = string | number

/** Why a message is not taken: the HTTP status, and the error of JSON-RPC. */
export interface Fault {
  readonly _tag: "Fault"
  readonly status: number
  readonly code: number
  readonly message: string
  readonly id: RequestId | null
  readonly data?: unknown
}
export interface Call {
  readonly _tag: "Call"
  readonly id: RequestId
  readonly method: string
  readonly params: Row
  readonly isModern: boolean
}
/** A message that is not answered: a notification, or an answer to a question that nobody asked. */
export interface Notice {
  readonly _tag: "Notice"
  readonly method: string | null
  readonly params: Row
}

const fault = (status: number, code: number, message: string, id: RequestId | null = null, data?: unknown): Fault => ({
  _tag: "Fault",
  status,
  code,
  message,
  id,
  ...(data === undefined ? {} : { data })
})

const isId = (value: unknown): value is RequestId => typeof value === "string" || Number.isSafeInteger(value)

const unsupported = (requested: unknown, id: RequestId | null): Fault =>
  fault(
    400,
    codes.version,
    `This server speaks the protocol revisions ${versions.join(", ")}, not ${JSON.stringify(requested)?.slice(0, 60)}.`,
    id,
    { supported: versions, requested }
  )

type Headers = Readonly<Record<string, string | undefined>>

/** What a request of the modern revision must say of itself, in its body and once more in its headers. */
const faultOfModern = (headers: Headers, { id, method, params }: Omit<Call, "_tag" | "isModern">): Fault | null => {
  const own = isRow(params["_meta"]) ? params["_meta"] : {}
  const header = headers["mcp-protocol-version"]
  const mismatch = (name: string, of: string) =>
    fault(400, codes.header, `The header ${name} must be the request's ${of}.`, id)
  if (header === undefined) return fault(400, codes.header, "The header MCP-Protocol-Version is required.", id)
  if (typeof own[meta.version] !== "string" || !isRow(own[meta.capabilities])) {
    return fault(400, codes.params, `"_meta" must hold "${meta.version}" and "${meta.capabilities}".`, id)
  }
  if (own[meta.version] !== header) return mismatch("MCP-Protocol-Version", `"${meta.version}"`)
  if (header !== modern) return unsupported(header, id)
  if (headers["mcp-method"] !== method) return mismatch("Mcp-Method", '"method"')
  if (method === "tools/call" && headers["mcp-name"] !== params["name"]) return mismatch("Mcp-Name", '"name"')
  return null
}

/** Reads the one message that a request carries. */
export const read = (headers: Headers, body: unknown): Call | Notice | Fault => {
  if (Array.isArray(body)) {
    return fault(400, codes.request, "Send one message in each request: the protocol has no batches any more.")
  }
  if (!isRow(body)) return fault(400, codes.request, "The body must be one JSON-RPC message: an object.")
  const { id, jsonrpc, method } = body
  const known = isId(id) ? id : null
  if (jsonrpc !== "2.0") return fault(400, codes.request, '"jsonrpc" must be "2.0".', known)
  const isAnswer = method === undefined && id !== undefined && ("result" in body || "error" in body)
  if (isAnswer) return { _tag: "Notice", method: null, params: {} }
  if (typeof method !== "string") return fault(400, codes.request, '"method" must be a text.', known)
  const params = body["params"] ?? {}
  if (!isRow(params)) return fault(400, codes.params, '"params" must be an object.', known)
  const version = headers["mcp-protocol-version"]
  if (version !== undefined && !versions.includes(version)) return unsupported(version, known)
  if (id === undefined) return { _tag: "Notice", method, params }
  if (known === null) return fault(400, codes.request, '"id" must be a text or a whole number.')
  const call = { id: known, method, params }
  const own = params["_meta"]
  const isModern = (isRow(own) && meta.version in own) || (version === modern && method !== "initialize")
  const wrong = isModern ? faultOfModern(headers, call) : null
  return wrong ?? { _tag: "Call", ...call, isModern }
}

/** What the server says of itself. */
export interface About {
  readonly name: string
  readonly title: string
  readonly version: string
  readonly instructions: string
}

/** How long a client may keep what it was told, in milliseconds. A key's scopes do not change. */
const kept = { ttlMs: 60_000, cacheScope: "private" } as const

/** A result as the revision of its request has it. */
const resultOf = ({ isModern }: Call, { name, title, version }: About, result: Row): Row =>
  isModern ? { resultType: "complete", _meta: { [meta.server]: { name, title, version } }, ...result } : result

const methods = {
  /** What begins the revisions before: the version asked for, or the newest of them. */
  initialize: ({ params }: Call, { instructions, name, title, version }: About): Row => ({
    protocolVersion: earlier.find((one) => one === params["protocolVersion"]) ?? earlier[0],
    capabilities: { tools: {} },
    serverInfo: { name, title, version },
    instructions
  }),
  "server/discover": (_: Call, { instructions }: About): Row => ({
    supportedVersions: versions,
    capabilities: { tools: {} },
    instructions,
    ...kept
  }),
  ping: (): Row => ({})
}
const ofEarlier: ReadonlySet<string> = new Set(["initialize", "ping"])

/** The answer to a request that needs nobody's data; undefined for `tools/list`, `tools/call`, and what is no method. */
export const answered = (call: Call, about: About): Row | undefined => {
  const { isModern, method } = call
  if (!Object.hasOwn(methods, method) || isModern === ofEarlier.has(method)) return undefined
  return success(call, about, methods[method as keyof typeof methods](call, about))
}

export const success = (call: Call, about: About, result: Row): Row => ({
  jsonrpc: "2.0",
  id: call.id,
  result: resultOf(call, about, result)
})

/** The answer to `tools/list`. */
export const tools = (call: Call, about: About, all: ReadonlyArray<Row>): Row =>
  success(call, about, { tools: all, ...(call.isModern ? kept : {}) })

export const noMethod = ({ id, isModern, method }: Call): Fault =>
  fault(isModern ? 404 : 200, codes.method, `There is no method ${JSON.stringify(method.slice(0, 100))} here.`, id)

export const noTool = ({ id }: Call, message: string): Fault => fault(200, codes.params, message, id)

/** The body of an answer that is an error. */
export const failure = ({ code, data, id, message }: Omit<Fault, "_tag" | "status">): Row => ({
  jsonrpc: "2.0",
  id,
  error: { code, message, ...(data === undefined ? {} : { data }) }
})
