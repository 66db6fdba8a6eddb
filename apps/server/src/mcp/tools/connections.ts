/** What is connected: the connections of companies, by which all else is asked for. */
import * as Effect from "effect/Effect"
import * as Fit from "../Fit.ts"
import type { Ask, ToolFailure } from "../Inside.ts"
import type { Tool } from "../Tool.ts"

type Row = Readonly<Record<string, any>>

/** How much of a list is looked through in one call. */
interface Extent {
  readonly limit: number
  readonly pages: number
  /** With so many entries found it ends. */
  readonly enough?: number
}
/** Companies are small, connections carry how each of their data models is synced. */
const companiesExtent: Extent = { limit: 1000, pages: 20 }
const connectionsExtent: Extent = { limit: 25, pages: 40 }
/** Characters that a connection takes in an answer, and more. */
const each = 400

/** The entries of a list that are wanted, from a cursor on. */
const scan = Effect.fnUntraced(function* (
  ask: Ask,
  path: string,
  isWanted: (row: Row) => boolean,
  { enough = Number.POSITIVE_INFINITY, limit, pages }: Extent,
  from: string | null = null
) {
  const found: Array<Row> = []
  let next = from
  for (let read = 0; read < pages; read++) {
    const query: ReadonlyArray<readonly [string, string]> = [
      ["limit", String(limit)],
      ...(next === null ? [] : [["next", next] as const])
    ]
    const { body } = yield* ask("GET", path, { query })
    found.push(...body.data.filter(isWanted))
    next = body.next
    if (next === null || found.length >= enough) break
  }
  return { found, next }
})

/** All connections of a company. */
export const connectionsOf = (ask: Ask, companyId: number): Effect.Effect<ReadonlyArray<Row>, ToolFailure> =>
  Effect.map(
    scan(ask, "/v3/core/connections", ({ svc_company_id }) => svc_company_id === companyId, connectionsExtent),
    ({ found }) => found
  )

/** The companies that are meant, by their ids; null where all are. */
const meant = Effect.fnUntraced(function* (ask: Ask, companyId: number | undefined, search: string | undefined) {
  if (companyId !== undefined) {
    const { body } = yield* ask("GET", `/v3/core/companies/${companyId}`)
    return new Map<number, string>([[companyId, body.data.name]])
  }
  if (search === undefined) return null
  const words = search.toLowerCase()
  const { found } = yield* scan(
    ask,
    "/v3/core/companies",
    ({ name, partner_id }) => name?.toLowerCase().includes(words) || partner_id?.toLowerCase() === words,
    companiesExtent
  )
  return new Map<number, string>(found.map(({ name, svc_id }) => [svc_id, name]))
})

/** What is said of an answer without a connection. */
const whyNone = (companies: ReadonlyMap<number, string> | null, next: string | null): string => {
  if (companies?.size === 0) return "No company fits."
  if (next !== null) return "None so far: call again with next."
  const names = [...(companies ?? [])].slice(0, 20).map(([id, name]) => `${name} (${id})`)
  return `No connection fits.${names.length === 0 ? "" : ` Companies: ${names.join(", ")}.`}`
}

interface Given {
  readonly search?: string
  readonly company_id?: number
  readonly integration_type?: string
  readonly next?: string
}

export const find: Tool = {
  name: "find_connections",
  title: "Find connections",
  description: "Companies' connections to platforms, with the ids that other tools take.",
  scope: "read",
  effect: "read",
  arguments: {
    search: { kind: "text", description: "Part of the company's name, or its partner_id" },
    company_id: { kind: "integer" },
    integration_type: { kind: "text", description: "Such as XERO" },
    next: { kind: "text" }
  },
  run: Effect.fnUntraced(function* ({ company_id, integration_type, next, search }: Given, { ask, most }) {
    const companies = yield* meant(ask, company_id, search)
    const type = integration_type?.toUpperCase()
    const limit = Math.min(connectionsExtent.limit, Math.floor(most / each))
    const { found, next: more } =
      companies?.size === 0
        ? { found: [], next: null }
        : yield* scan(
            ask,
            "/v3/core/connections",
            (one) =>
              (companies === null || companies.has(one["svc_company_id"])) &&
              (type === undefined || one["integration_type"] === type),
            { ...connectionsExtent, limit, enough: Math.ceil(limit / 2) },
            next
          )
    const ids = [...new Set(found.map((one): number => one["svc_company_id"]))]
    const names =
      companies ??
      new Map(
        yield* Effect.forEach(ids, (id) =>
          Effect.map(ask("GET", `/v3/core/companies/${id}`), ({ body }) => [id, body.data.name as string] as const)
        )
      )
    const connections = found.map((one) => ({
      connection_id: one["svc_id"],
      company_id: one["svc_company_id"],
      company: names.get(one["svc_company_id"]),
      integration_type: one["integration_type"],
      category: one["category"],
      status: one["status"],
      ...(one["status_reason"] === null ? {} : { status_reason: one["status_reason"] }),
      sync_status: one["sync_status"]
    }))
    const note = connections.length > 0 ? {} : { note: whyNone(companies, more) }
    return { text: Fit.text({ connections, next: more, ...note }, most) }
  })
}
