/**
 * The sandbox platform as a web-standard request handler: API keys, rate limit, routes, idempotency keys, webhooks. It
 * needs nothing but WebCrypto and a store, so it runs in tests, in browsers and behind any HTTP server.
 */
import { Failure, toResponse } from "./Failure.ts"
import { contentOf, readFile } from "./files.ts"
import { listChanges, listDerived, listRecords } from "./Listing.ts"
import type { RateLimit } from "./RateLimit.ts"
import { makeRateLimit } from "./RateLimit.ts"
import type { Resource, Transaction } from "./Resource.ts"
import { derived, resources } from "./resources.ts"
import { seed } from "./seed/index.ts"
import type { Store } from "./Store.ts"
import { MemoryStore } from "./Store.ts"
import type { Answer, JournalLine, Once, Outcome, Tenant } from "./Tenant.ts"
import { makeTenant } from "./Tenant.ts"
import { announce, digest } from "./Webhook.ts"

export interface SandboxOptions {
  readonly store?: Store
  /** Milliseconds since 1970. */
  readonly now?: () => number
  /** 600 requests per 60 seconds and key when absent. */
  readonly rateLimit?: RateLimit
  /** Sends the platform's webhooks, `fetch` for instance; without it none are sent. */
  readonly emit?: (request: Request) => Promise<unknown>
  /** Told of what went wrong inside the platform and was answered with 500 or 503. */
  readonly onError?: (cause: unknown) => void
}
export interface Sandbox {
  readonly fetch: (request: Request) => Promise<Response>
  /** Resolves when the journal has been replayed; `fetch` waits for it by itself. */
  readonly ready: Promise<void>
  /** Waits for webhooks under way and closes the store. */
  readonly close: () => Promise<void>
}

const bodyLimit = 1_048_576
const companyId = "org_000001"

const keyOf = (request: Request): string => {
  const key = /^Bearer (sandbox-[a-z0-9][a-z0-9-]{0,39})$/i.exec(request.headers.get("authorization") ?? "")?.[1]
  if (key !== undefined) return key.toLowerCase()
  throw new Failure(
    "unauthenticated",
    "Send Authorization: Bearer sandbox-demo, or sandbox-<name> for your own company."
  )
}

/** Every company begins as the same one, so it takes another id to tell two apart. */
const workspaceOf = async ({ name }: Tenant): Promise<string> => `wsp_${(await digest(name)).slice(0, 16)}`

const readBody = async (request: Request): Promise<{ readonly text: string; readonly json: unknown }> => {
  const text = await request.text()
  if (text.length > bodyLimit) throw new Failure("too_large", "The body may have 1 MiB at most.")
  try {
    return { text, json: JSON.parse(text) }
  } catch {
    throw new Failure("invalid_request", "The body must be JSON.", "body")
  }
}

const onceOf = async (request: Request, path: string, text: string): Promise<Once | null> => {
  const key = request.headers.get("idempotency-key")
  if (key === null) return null
  if (key.length > 255 || key.length === 0) {
    throw new Failure("invalid_request", "Idempotency-Key must have 1 to 255 characters.", "Idempotency-Key")
  }
  return { key, print: await digest(`${request.method} ${path}\n${text}`) }
}

const answer = (body: unknown, headers: Record<string, string>, status = 200) =>
  Response.json(body, { status, headers })

/** Opens the sandbox: the seed data plus what the store's journal says. */
export const makeSandbox = (options: SandboxOptions = {}): Sandbox => {
  const {
    store = MemoryStore(),
    now = Date.now,
    rateLimit = { requests: 600, perSeconds: 60 },
    emit,
    onError
  } = options
  const allow = makeRateLimit(rateLimit)
  const tenants = new Map<string, Tenant>()
  const sending = new Set<Promise<unknown>>()
  const tenantOf = (name: string): Tenant => {
    const known = tenants.get(name) ?? makeTenant(name, resources, seed(), store)
    tenants.set(name, known)
    return known
  }
  const ready = store.read().then((lines) => {
    for (const text of lines) {
      const line: JournalLine = JSON.parse(text)
      tenantOf(line.tenant).replay(line)
    }
  })
  // Whoever calls `fetch` or awaits `ready` is told.
  ready.catch(() => {})

  const finish = (tenant: Tenant, outcome: Outcome, headers: Record<string, string>): Response => {
    if (emit !== undefined && outcome.changes.length > 0) {
      const sent = announce(tenant.lookup, outcome.changes, emit).finally(() => sending.delete(sent))
      sending.add(sent)
    }
    const replayed = outcome.replayed ? { ...headers, "idempotent-replayed": "true" } : headers
    return answer(outcome.body, replayed, outcome.status)
  }

  const write = async (request: Request, tenant: Tenant, of: Resource, id: string | undefined, path: string) => {
    const verb = { POST: "create", PATCH: "update", DELETE: "delete" }[request.method] as "create" | "update" | "delete"
    const fits = id === undefined ? verb === "create" : verb === "update" || verb === "delete"
    if (!fits || !(of.verbs ?? ["create", "update", "delete"]).includes(verb)) {
      throw new Failure("method_not_allowed", `${request.method} is not offered on ${path}.`)
    }
    const isFile = path === "/v1/attachments/content"
    const body = verb === "delete" ? { text: "", json: null } : await (isFile ? readFile(request) : readBody(request))
    const once = verb === "delete" ? null : await onceOf(request, path, body.text)
    const run = (tx: Transaction): Answer => {
      if (verb === "delete") return { status: 200, body: { id: tx.remove(of.name, id!).id, deleted: true } }
      const row = verb === "create" ? tx.create(of.name, body.json) : tx.update(of.name, id!, body.json)
      const fresh = tx.get(of.name, row.id) ?? row
      return { status: verb === "create" ? 201 : 200, body: of.show?.(fresh, tx) ?? fresh }
    }
    return tenant.change(now(), once, run)
  }

  const route = async (request: Request, headers: Record<string, string>): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url)
    const tenant = tenantOf(keyOf(request))
    const reading = request.method === "GET"
    const [version, name = "", ...rest] = pathname.replace(/^\/|\/$/g, "").split("/")
    const nothing = () => new Failure("not_found", `There is nothing at ${pathname}.`)
    const isContent = name === "attachments" && rest.at(-1) === "content"
    if (version !== "v1" || rest.length > (isContent && reading ? 2 : 1)) throw nothing()
    if (reading && name === "")
      return answer({ resources: [...resources.keys(), ...derived.keys(), "changes"] }, headers)
    if (reading && name === "changes" && rest.length === 0) return answer(listChanges(tenant, searchParams), headers)
    const worked = derived.get([name, ...rest].join("/"))
    if (reading && worked !== undefined) return answer(listDerived(tenant, worked, searchParams), headers)
    const of = resources.get(name)
    if (of === undefined) throw nothing()
    const isFile = isContent && rest.length === 1 && request.method === "POST"
    const id = name === "company" && rest.length === 0 ? companyId : isFile ? undefined : rest[0]
    if (!reading) return finish(tenant, await write(request, tenant, of, id, pathname), headers)
    if (id === undefined) return answer(listRecords(tenant, of, searchParams), headers)
    const row = tenant.lookup.get(name, id)
    if (row === undefined) throw new Failure("not_found", `There is no ${name} record ${id}.`)
    if (isContent && rest.length === 2) return contentOf(row, headers)
    const shown = of.show?.(row, tenant.lookup) ?? row
    return answer(name === "company" ? { ...shown, workspace: await workspaceOf(tenant) } : shown, headers)
  }

  return {
    ready,
    fetch: async (request) => {
      let headers: Record<string, string> = {}
      try {
        const allowance = allow(keyOf(request), now())
        headers = allowance.headers
        if (!allowance.allowed) throw new Failure("rate_limited", "Too many requests, see Retry-After.")
        await ready
        return await route(request, headers)
      } catch (cause) {
        const response = toResponse(cause, headers)
        if (response.status >= 500) onError?.(cause)
        return response
      }
    },
    close: async () => {
      await Promise.allSettled(sending)
      await store.close()
    }
  }
}
