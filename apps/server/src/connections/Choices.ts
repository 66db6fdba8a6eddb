/**
 * What an item of a write may refer to: for each reference that a platform takes, the records that are there to be named,
 * from the stored lists of one connection, page by page in the order of their platform's ids.
 */
import { type Connector, type Field, Models, type Write, Writes } from "@svc/core"
import { ApiError } from "@svc/core/api"
import * as Effect from "effect/Effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Caller } from "../http/Caller.ts"
import type * as ListCost from "../records/ListCost.ts"
import { partition } from "../records/RecordRows.ts"
import type { ConnectionRow } from "./ConnectionStore.ts"

export interface ChoicesQuery {
  readonly data_model: string
  readonly operation?: "create" | "update"
  /** One reference of the item, such as `line_items.account_id`; all of them when absent. */
  readonly field?: string
  readonly search?: string
  readonly limit?: number
  /** Where the page before ended; with `field`. */
  readonly next?: string
}
export interface Choice {
  readonly svc_id: number
  readonly platform_id: string
  readonly name: string | null
}
export interface ReferenceChoices {
  readonly field: string
  readonly data_model: string
  readonly choices: ReadonlyArray<Choice>
  readonly next: string | null
}

/** How many records of each reference are shown where nothing else is asked for. */
const usual = 100

interface Reference {
  readonly field: string
  readonly model: Models.ModelId
}
const referencesIn = (fields: Field.Fields, left: ReadonlySet<string>, path = ""): ReadonlyArray<Reference> =>
  Object.entries(fields).flatMap(([name, { members, to }]) => {
    const field = `${path}${name}`
    if (left.has(field)) return []
    if (members !== undefined) return referencesIn(members, left, `${field}.`)
    return to === undefined ? [] : [{ field, model: to as Models.ModelId }]
  })

/** The members by which people know a record, the best first. */
const names = ["name", "account_name", "document_number", "order_name", "code", "title", "reference", "description"]
const labelOf = (model: Models.ModelId): string => {
  const fields = Models.get(model).fields
  const known = names.filter((name) => Object.hasOwn(fields, name)).map((name) => `nullif(body->>'${name}', '')`)
  return known.length === 0 ? "null" : `coalesce(${known.join(", ")})`
}

const encode = (platformId: string): string => Buffer.from(JSON.stringify([1, platformId])).toString("base64url")
const decode = (cursor: string): Effect.Effect<string, ApiError.ApiError> =>
  Effect.try({
    try: () => {
      const [version, id] = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")) as [unknown, unknown]
      if (version !== 1 || typeof id !== "string" || id.includes("\0")) throw new Error("foreign")
      return id
    },
    catch: () => ApiError.make("invalid-params", `"next" is not a cursor of these choices.`, "next")
  })
const tookTooLong = ApiError.make(
  "invalid-params",
  `"search" takes too long here (SVC_LIST_SECONDS). Name the reference in "field", or go on without "search".`,
  "search"
)
const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)

/** The choices of one connection, whose rows the caller may see. */
export const choices = Effect.fnUntraced(function* (
  sql: SqlClient,
  costs: ListCost.ListCost,
  caller: Pick<Caller, "keyId" | "organisationId">,
  row: ConnectionRow,
  connector: Connector.Any,
  query: ChoicesQuery
): Effect.fn.Return<ReadonlyArray<ReferenceChoices>, ApiError.ApiError> {
  const { data_model, field, limit = usual, next, operation = "create", search } = query
  const write = Writes.get(data_model, operation)
  const own = (connector.writes as Record<string, Record<string, Write.Write> | undefined>)[data_model]?.[operation]
  if (write === undefined || own === undefined) {
    return yield* ApiError.make("unsupported", `${connector.id} does not offer ${operation} ${data_model}.`)
  }
  const all = referencesIn(write.fields, new Set(own.unsupported))
  const asked = field === undefined ? all : all.filter((one) => one.field === field)
  if (asked.length === 0 && field !== undefined) {
    const known = all.length === 0 ? "it has none" : `it has ${all.map((one) => one.field).join(", ")}`
    const message = `"field" must be a reference of ${operation} ${data_model}; ${known}.`
    return yield* ApiError.make("invalid-params", message, "field")
  }
  if (next !== undefined && field === undefined) {
    return yield* ApiError.make("missing-params", `"next" goes on with one reference: send "field".`, "field")
  }
  const after = next === undefined ? "" : yield* decode(next)
  const found = new Map<Models.ModelId, ReadonlyArray<Choice>>()
  for (const model of new Set(asked.map((one) => one.model))) {
    const label = labelOf(model)
    const own = "company_id = $1::bigint and connection_id = $2::bigint and parent_id = 0"
    const reached = `select 1 from ${partition(model)} where ${own}`
    const ids = [row.company_id, row.id].map(String)
    const reading = sql.unsafe<Choice>(
      `select svc_id, platform_id, ${label} as name from ${partition(model)}
       where ${own} and platform_id > $3::text and deleted_at is null
         and ($4::text is null or ${label} ilike $4::text or platform_id = $5::text)
       order by platform_id limit $6`,
      [...ids, after, search === undefined ? null : `%${escaped(search)}%`, search ?? null, limit + 1]
    )
    // What is searched for may be in no record at all.
    const rows = yield* (
      search === undefined
        ? reading
        : costs.admitPlanned(sql, caller, { text: reached, params: ids, looksAt: "members" }, reading)
    ).pipe(
      Effect.catchTag("SqlError", (error) =>
        error.reason._tag === "StatementTimeoutError" ? Effect.fail(tookTooLong) : Effect.die(error)
      )
    )
    found.set(model, rows)
  }
  return asked.map(({ field, model }) => {
    const rows = found.get(model)!
    const page = rows.slice(0, limit)
    return {
      field,
      data_model: model,
      choices: page,
      next: rows.length > limit ? encode(page.at(-1)!.platform_id) : null
    }
  })
})
