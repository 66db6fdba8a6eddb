/**
 * Embeds related records in a page of records: one query for each relation, whatever the page's length. The related
 * record is put in as the text it is stored as. A single related record is shown even when it is deleted, for it is
 * what the reference names; lists of related records leave deleted ones out as lists do.
 */
import { Model, Models } from "@svc/core"
import * as Effect from "effect/Effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { ids, texts as textsOf } from "../database/Parameters.ts"
import type { Shape } from "./ListQuery.ts"
import { partition } from "./RecordRows.ts"

type Relations = Shape["expand"]

/** A record of the page. */
export interface Source {
  readonly body: string
  readonly connection_id: number
  readonly platform_id: string
  /** What the fields hold that its relations go by; see {@link columns}. */
  readonly [reference: `ref${number}`]: string | null
}

/** What {@link expand} needs of each row of the record table `r`, as a part of a select list. */
export const columns = (relations: Relations): string =>
  relations
    .flatMap(([, relation], index) => (relation._tag === "One" ? [`r.body ->> '${relation.by}' as ref${index}`] : []))
    .concat("r.connection_id", "r.platform_id")
    .join(", ")

/** Whom a reference names: a record of the same connection. */
interface Reference {
  readonly connection: number
  readonly id: string
}
const keyOf = ({ connection, id }: Reference): string => `${connection}:${id}`

/** The texts of the records with what their relations embed. */
export const expand = Effect.fnUntraced(function* (
  sql: SqlClient,
  organisationId: number,
  model: Models.ModelId,
  shape: Pick<Shape, "expand" | "includeDeleted">,
  rows: ReadonlyArray<Source>
): Effect.fn.Return<ReadonlyArray<string>, SqlError> {
  if (shape.expand.length === 0 || rows.length === 0) return rows.map(({ body }) => body)

  /** Runs the one query of a relation: the records `r` of a model whose `key` is an id that is referred to. */
  const related = Effect.fnUntraced(function* (
    target: string,
    references: ReadonlyArray<Reference>,
    key: string,
    condition: string
  ) {
    const found = new Map<string, Array<string>>()
    const wanted = [...new Map(references.map((reference) => [keyOf(reference), reference])).values()]
    if (wanted.length === 0) return found
    const answer = yield* sql.unsafe<{ connection: number; id: string; body: string }>(
      // One look-up in the index for each; without the offset the planner may read the whole partition instead.
      `select k.connection, k.id, r.body
       from unnest($1::bigint[], $2::text[]) as k(connection, id)
       cross join lateral (select r.svc_id, r.body::text as body from ${partition(target as Models.ModelId)} r
         where r.connection_id = k.connection and ${key} = k.id and r.organisation_id = $3::bigint and ${condition}
         offset 0) r
       order by r.svc_id`,
      [ids(wanted.map(({ connection }) => connection)), textsOf(wanted.map(({ id }) => id)), String(organisationId)]
    )
    for (const row of answer) {
      const at = keyOf(row)
      const before = found.get(at)
      if (before === undefined) found.set(at, [row.body])
      else before.push(row.body)
    }
    return found
  })
  const single = (target: string, references: ReadonlyArray<Reference>) =>
    related(target, references, "r.platform_id", "r.parent_id = 0")

  const bodies = rows.map(({ body }) => body)
  const members: Array<string> = rows.map(() => "")
  for (const [index, [name, relation]] of shape.expand.entries()) {
    if (relation._tag === "One") {
      const references = rows.map((row) => {
        const id = row[`ref${index}`] ?? null
        return id === null ? null : { connection: row.connection_id, id }
      })
      const found = yield* single(
        relation.model,
        references.filter((reference) => reference !== null)
      )
      for (const [place, reference] of references.entries()) {
        const text = reference === null ? undefined : found.get(keyOf(reference))?.[0]
        members[place] += `,"${name}":${text ?? "null"}`
      }
    } else if (relation._tag === "Many") {
      const references = rows.map((row) => ({ connection: row.connection_id, id: row.platform_id }))
      const type = relation.type === undefined ? "true" : `r.body ->> '${relation.type}' = '${model}'`
      const condition = shape.includeDeleted ? type : `${type} and r.deleted_at is null`
      const found = yield* related(relation.model, references, `(r.body ->> '${relation.by}')`, condition)
      for (const [place, reference] of references.entries()) {
        members[place] += `,"${name}":[${found.get(keyOf(reference))?.join(",") ?? ""}]`
      }
    } else {
      yield* expandList(model, relation.field, rows, bodies, single)
    }
  }
  return bodies.map((body, index) => body.slice(0, -1) + members[index]! + "}")
})

type Json = Readonly<Record<string, unknown>>

/** Embeds in each element of a list member; the elements are in the record's own text, so that text is read here. */
const expandList = Effect.fnUntraced(function* <E>(
  model: Models.ModelId,
  field: string,
  rows: ReadonlyArray<Source>,
  bodies: Array<string>,
  single: (target: string, references: ReadonlyArray<Reference>) => Effect.Effect<ReadonlyMap<string, Array<string>>, E>
): Effect.fn.Return<void, E> {
  const sub = (Models.get(model).fields as Model.Fields)[field]?.of
  const relations = Object.entries(sub?.relations ?? {}).flatMap(([name, relation]) =>
    relation._tag === "One" ? [{ name, relation }] : []
  )
  const records = bodies.map((body) => JSON.parse(body) as Json)
  const elements = records.map((record) => (record[field] ?? []) as ReadonlyArray<Json>)
  const texts = elements.map((list) => list.map((element) => JSON.stringify(element).slice(0, -1)))
  for (const { name, relation } of relations) {
    const referenceOf = (place: number, element: Json): Reference | null => {
      const id = element[relation.by]
      return typeof id === "string" ? { connection: rows[place]!.connection_id, id } : null
    }
    const found = yield* single(
      relation.model,
      elements.flatMap((list, place) => list.flatMap((element) => referenceOf(place, element) ?? []))
    )
    for (const [place, list] of elements.entries()) {
      for (const [index, element] of list.entries()) {
        const reference = referenceOf(place, element)
        const text = reference === null ? undefined : found.get(keyOf(reference))?.[0]
        texts[place]![index] += `,"${name}":${text ?? "null"}`
      }
    }
  }
  for (const [place, record] of records.entries()) {
    const members = Object.entries(record).map(
      ([name, value]) =>
        `${JSON.stringify(name)}:${name === field ? `[${texts[place]!.map((text) => `${text}}`).join(",")}]` : JSON.stringify(value)}`
    )
    bodies[place] = `{${members.join(",")}}`
  }
})
