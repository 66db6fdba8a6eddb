/** How a record is posted, what is asked beforehand, and how a repeat is known. */
import type { Take } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Lookup from "@svc/core/Lookup"
import * as Wire from "@svc/core/Wire"
import * as Write from "@svc/core/Write"
import { askAll, everyName, minorversion, quoted } from "./query.ts"

/** Quirk: where a repeat is recognised is a query parameter of at most 50 characters. */
export const idempotency = Write.keyParam("requestid")
/** The same for steps, whose names would make it longer. */
export const stepIdempotency = Write.keyParam("requestid", { form: "plain" })
/** The answer to a write is the record under its entity's name. */
export const answered = (body: unknown, entity: string) => Write.accepted(Call.at(body, entity))
export const post = (entity: string, body: unknown, query: Call.Query = {}): Call.Call => ({
  method: "POST",
  path: `/${entity.toLowerCase()}`,
  query: { ...query, minorversion },
  body
})
/** The rows of an entity that a statement of a lookup finds, as `pick` wants them. */
export const found = <A, In = any>(
  entity: string,
  where: (items: ReadonlyArray<In>) => ReadonlyArray<string> | null,
  pick: (rows: ReadonlyArray<Take.Item>, body: Take.Item) => A,
  absent: A
) =>
  Lookup.make({
    call: ({ items }: Lookup.LookupContext<In>) => {
      const conditions = where(items)
      return conditions === null ? null : askAll(entity, ...conditions)
    },
    response: Wire.struct({ QueryResponse: Wire.required(Wire.unknown), time: Wire.text }),
    pick: (body) =>
      pick((Call.at(body.QueryResponse, entity) as ReadonlyArray<Take.Item> | undefined) ?? [], body as Take.Item),
    absent
  })
/** A condition for rows by their ids; null for none, which is not asked for. */
export const byIds = (ids: ReadonlyArray<string | null | undefined>): ReadonlyArray<string> | null => {
  const own = [...new Set(ids.filter((id) => typeof id === "string"))]
  return own.length === 0 ? null : [`Id IN (${own.map(quoted).join(", ")})`]
}
/** The same of rows that may be inactive. */
export const namesByIds = (ids: ReadonlyArray<string | null | undefined>) => {
  const condition = byIds(ids)
  return condition && [...condition, everyName]
}
/** The member of each row that refers to another record, by the rows' ids. */
export const refsOf =
  (member: string) =>
  (rows: ReadonlyArray<Take.Item>): ReadonlyMap<string, string | null> =>
    new Map(rows.map((row) => [row["Id"], row[member]?.value ?? null]))
