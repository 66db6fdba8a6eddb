/** A caller of the sandbox as the tests see it: requests in, status and body out. */
import type { SandboxOptions } from "../../src/platform/index.ts"
import { vi } from "vitest"
import { makeSandbox } from "../../src/platform/index.ts"

// The first request of each file builds the seed, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

// oxlint-disable-next-line typescript/no-explicit-any
export type Body = any
export interface Answer {
  readonly status: number
  readonly body: Body
  readonly headers: Headers
}
type Headers_ = Record<string, string>

export const clientOf = (send: (request: Request) => Promise<Response>, origin = "https://sandbox.example") => {
  const call = async (method: string, path: string, body?: unknown, headers: Headers_ = {}): Promise<Answer> => {
    const init = { method, headers: { authorization: "Bearer sandbox-demo", ...headers } }
    const text = typeof body === "string" ? body : JSON.stringify(body)
    const response = await send(new Request(`${origin}/v1${path}`, body === undefined ? init : { ...init, body: text }))
    return { status: response.status, body: await response.json(), headers: response.headers }
  }
  const all = async (path: string, headers?: Headers_): Promise<ReadonlyArray<Body>> => {
    const items: Array<Body> = []
    for (let cursor: string | null = ""; cursor !== null;) {
      const next: string = cursor === "" ? "" : `&cursor=${cursor}`
      const { body } = await call("GET", `${path}${path.includes("?") ? "&" : "?"}limit=200${next}`, undefined, headers)
      items.push(...body.items)
      cursor = body.nextCursor
    }
    return items
  }
  return {
    all,
    get: (path: string, headers?: Headers_) => call("GET", path, undefined, headers),
    post: (path: string, body: unknown, headers?: Headers_) => call("POST", path, body, headers),
    patch: (path: string, body: unknown, headers?: Headers_) => call("PATCH", path, body, headers),
    del: (path: string, headers?: Headers_) => call("DELETE", path, undefined, headers)
  }
}

/** A sandbox of its own with a fixed clock and no rate limit to speak of. */
export const start = (options: SandboxOptions = {}) => {
  const at = Date.parse("2026-11-20T10:00:00Z")
  const sandbox = makeSandbox({ now: () => at, rateLimit: { requests: 1_000_000, perSeconds: 60 }, ...options })
  return { sandbox, ...clientOf(sandbox.fetch) }
}
