/** What is connected: the connections of companies, by which all else is asked for. */
import * as Effect from "effect/Effect"
import * as Fit from "../Fit.ts"
import type { Ask, ToolFailure } from "../Inside.ts"
import type { Tool } from "../Tool.ts"

type Row = Readonly<Record<string, any>>

/** Connections of an answer. */
const page = 25

/** All connections of a company. */
export const connectionsOf = (ask: Ask, companyId: number): Effect.Effect<ReadonlyArray<Row>, ToolFailure> =>
  Effect.map(
    scan(ask, "/v3/core/connections", ({ svc_company_id }) => svc_company_id === companyId),
    ({ found }) => found
  )

/** Pages of a list that are looked through. */
const pages = 20

/** The entries of a list that are wanted, from a cursor on, until there are enough. */
const scan = Effect.fnUntraced(function* (
  ask: Ask,
  path: string,
  isWanted: (row: Row) => boolean,
  from: string | null = null,
  enough = Number.POSITIVE_INFINITY
) {
  const found: Array<Row> = []
  let next = from
  for (let read = 0; read < pages; read++) {
    const query: ReadonlyArray<readonly [string, string]> = [
      ["limit", String(Math.min(enough, 250))],
      ...(next === null ? [] : [["next", next] as const])
    ]
    const { body } = yield* ask("GET", path, { query })
    found.push(...body.data.filter(isWanted))
    next = body.next
    if (next === null || found.length >= enough) break
  }
  return { found, next }
})

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
    const words = search?.toLowerCase()
    const companies = yield* scan(ask, "/v3/core/companies", ({ name, partner_id, svc_id }) =>
      company_id !== undefined && svc_id !== company_id
        ? false
        : words === undefined || name?.toLowerCase().includes(words) || partner_id?.toLowerCase() === words
    )
    const names = new Map(companies.found.map(({ name, svc_id }) => [svc_id, name]))
    const type = integration_type?.toUpperCase()
    const { found, next: more } = yield* scan(
      ask,
      "/v3/core/connections",
      (one) => names.has(one["svc_company_id"]) && (type === undefined || one["integration_type"] === type),
      next ?? null,
      page
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
    const without = companies.found.filter(({ svc_id }) => !found.some((one) => one["svc_company_id"] === svc_id))
    const note =
      connections.length > 0 || next !== undefined
        ? undefined
        : companies.found.length === 0
          ? "No company fits."
          : `No connection fits. Companies: ${without
              .slice(0, 20)
              .map(({ name, svc_id }) => `${name} (${svc_id})`)
              .join(", ")}.`
    return {
      text: Fit.text({ connections, next: more, ...(note === undefined ? {} : { note }) }, most)
    }
  })
}
