/**
 * Embeds related records in a page of records: one query for each relation, whatever the page's length. The related
 * record is put in as the text it is stored as. A single related record is shown even when it is deleted, for it is
 * what the reference names; lists of related records leave deleted ones out as lists do. No more is fetched than a page
 * may weigh: the records at its end go to the next one then.
 */
import { Model, Models } from "@svc/core"
import * as Effect from "effect/Effect"
import type { Reader } from "../database/Nodes.ts"
import type { SqlError } from "effect/sql/SqlError"
import { ids, texts as textsOf } from "../database/Parameters.ts"
import type { Caller } from "../http/Caller.ts"
import { bytesOf } from "./PageSize.ts"
import { partition } from "./RecordRows.ts"

/** What is embedded in each record, and what in that again. Of a list's own elements, which of their relations; all where it does not say. */
export type Relations = ReadonlyArray<readonly [name: string, relation: Model.Relation, within: Relations]>

/** What the interface shows of a related record wherever it is embedded. */
const carried: Readonly<Record<string, ReadonlyArray<string>>> = { ACCOUNTS: ["parent_account", "currency"] }

/** The relations that names stand for, `relation` or `relation.relation`, in the order of the model. */
export const relationsOf = (model: Models.ModelId, names: Iterable<string>): Relations => {
  const all = [...names]
  const relations: Model.Relations = Models.get(model).relations
  return Object.entries(relations).flatMap(([name, relation]) => {
    const within = all.filter((one) => one.startsWith(`${name}.`)).map((one) => one.slice(name.length + 1))
    if (within.length === 0 && !all.includes(name)) return []
    return [[name, relation, withinOf(model, relation, within)] as const]
  })
}

const withinOf = (model: Models.ModelId, relation: Model.Relation, names: ReadonlyArray<string>): Relations => {
  if (relation._tag !== "Records") {
    const target = relation.model as Models.ModelId
    return stepOf(Models.get(target).relations, [...names, ...(carried[target] ?? [])])
  }
  const own = (Models.get(model).fields as Model.Fields)[relation.field]?.of?.relations ?? {}
  return stepOf(own, names.length === 0 ? Object.keys(own) : names).map(([name, embedded]) => [
    name,
    embedded,
    withinOf(model, embedded, [])
  ])
}
/** Single records carry what they always do; what is named a step further is embedded as it is. */
const stepOf = (relations: Model.Relations, names: ReadonlyArray<string>): Relations =>
  Object.entries(relations).flatMap(([name, relation]) =>
    names.includes(name) && relation._tag !== "Records" ? [[name, relation, []] as const] : []
  )

/** A record of the page. */
export interface Source {
  readonly body: string
  readonly company_id: number
  readonly connection_id: number
  readonly platform_id: string
  /** What the fields hold that its relations go by; see {@link columns}. */
  readonly [reference: `ref${number}`]: string | null
}

const columnsOf = (relations: Relations, reference: (by: string, index: number) => string): string =>
  relations
    .flatMap(([, relation], index) => (relation._tag === "One" ? [reference(relation.by, index)] : []))
    .concat("r.company_id", "r.connection_id", "r.platform_id")
    .join(", ")
/** What {@link expand} needs of each row of the record table `r`, as a part of a select list. */
export const columns = (relations: Relations): string =>
  columnsOf(relations, (by, index) => `r.body ->> '${by}' as ref${index}`)
/** The same of a row `r` that has them already. */
const columnNames = (relations: Relations): string => columnsOf(relations, (_, index) => `r.ref${index}`)

/** Whom a reference names: a record of the same connection. */
interface Reference {
  readonly connection: number
  readonly id: string
}
const keyOf = ({ connection, id }: Reference): string => `${connection}:${id}`

/** What was found for references, and of which of them not all was fetched. */
interface Related {
  readonly found: ReadonlyMap<string, ReadonlyArray<string>>
  readonly missing: ReadonlySet<string>
}
type FindSingle<E> = (
  target: string,
  references: ReadonlyArray<Reference>,
  within: Relations
) => Effect.Effect<Related, E>

interface Shape {
  readonly expand: Relations
  readonly includeDeleted: boolean
}

/**
 * The texts of the records with what their relations embed: of the first of them, for which no more than `most` bytes have
 * to be fetched for each relation. None where that is not enough for the first.
 */
export const expand = Effect.fnUntraced(function* (
  sql: Reader,
  caller: Pick<Caller, "companyId" | "organisationId">,
  model: Models.ModelId,
  shape: Shape,
  all: ReadonlyArray<Source>,
  most: number
): Effect.fn.Return<ReadonlyArray<string>, SqlError> {
  let rows = all
  const { companyId, organisationId } = caller
  const own = companyId === null ? "" : " and r.company_id = $5::bigint"
  if (shape.expand.length === 0 || rows.length === 0) return rows.map(({ body }) => body)

  /** Runs the one query of a relation: the records `r` of a model whose `key` is an id that is referred to. */
  const related = Effect.fnUntraced(function* (
    target: string,
    references: ReadonlyArray<Reference>,
    key: string,
    condition: string,
    within: Relations
  ) {
    const found = new Map<string, Array<string>>()
    const wanted = [...new Map(references.map((reference) => [keyOf(reference), reference])).entries()]
    if (wanted.length === 0) return { found, missing: new Set() } satisfies Related
    const more = within.length === 0 ? "" : `, ${columns(within)}`
    const shown = within.length === 0 ? "" : `, ${columnNames(within)}`
    const answer = yield* sql.unsafe<Source & { position: number; upto: number }>(
      // One look-up in the index for each; without the offset the planner may read the whole partition instead. Summed up
      // is what is passed by; only what is answered is carried along as a text.
      `select r.position, r.upto, r.body::text as body${shown} from (
         select k.position, r.svc_id, r.body, r.size${shown},
           sum(r.size) over (order by k.position, r.svc_id rows unbounded preceding) as upto
         from unnest($1::bigint[], $2::text[]) with ordinality as k(connection, id, position)
         cross join lateral (select r.svc_id, r.body, octet_length(r.body::text) as size${more}
           from ${partition(target as Models.ModelId)} r
           where r.connection_id = k.connection and ${key} = k.id and r.organisation_id = $3::bigint${own} and ${condition}
           offset 0) r) r
       where r.upto - r.size <= $4::bigint
       order by r.position, r.svc_id`,
      [
        ids(wanted.map(([, { connection }]) => connection)),
        textsOf(wanted.map(([, { id }]) => id)),
        String(organisationId),
        String(most),
        ...(companyId === null ? [] : [String(companyId)])
      ]
    )
    const last = answer.at(-1)
    let end = last !== undefined && last.upto > most ? last.position - 1 : wanted.length
    const kept = answer.filter(({ position }) => position <= end)
    const shape = { expand: within, includeDeleted: false }
    const bodies = yield* expand(sql, caller, target as Models.ModelId, shape, kept, most)
    if (bodies.length < kept.length) end = kept[bodies.length]!.position - 1
    for (const [index, { position }] of kept.entries()) {
      if (position > end) break
      const body = bodies[index]!
      const [at] = wanted[position - 1]!
      const before = found.get(at)
      if (before === undefined) found.set(at, [body])
      else before.push(body)
    }
    return { found, missing: new Set(wanted.slice(end).map(([at]) => at)) } satisfies Related
  })
  /** Leaves the rows from one on to the next page. */
  const cutAt = (place: number): void => {
    if (place !== -1 && place < rows.length) rows = rows.slice(0, place)
  }
  const single = (target: string, references: ReadonlyArray<Reference>, within: Relations) =>
    related(target, references, "r.platform_id", "r.parent_id = 0", within)

  const bodies = rows.map(({ body }) => body)
  const members: Array<string> = rows.map(() => "")
  for (const [index, [name, relation, within]] of shape.expand.entries()) {
    if (relation._tag === "One") {
      const references = rows.map((row) => {
        const id = row[`ref${index}`] ?? null
        return id === null ? null : { connection: row.connection_id, id }
      })
      const { found, missing } = yield* single(
        relation.model,
        references.filter((reference) => reference !== null),
        within
      )
      cutAt(references.findIndex((reference) => reference !== null && missing.has(keyOf(reference))))
      for (const [place, reference] of references.slice(0, rows.length).entries()) {
        const text = reference === null ? undefined : found.get(keyOf(reference))?.[0]
        members[place] += `,"${name}":${text ?? "null"}`
      }
    } else if (relation._tag === "Many") {
      const references = rows.map((row) => ({ connection: row.connection_id, id: row.platform_id }))
      const type = relation.type === undefined ? "true" : `r.body ->> '${relation.type}' = '${model}'`
      const condition = shape.includeDeleted ? type : `${type} and r.deleted_at is null`
      const { found, missing } = yield* related(
        relation.model,
        references,
        `(r.body ->> '${relation.by}')`,
        condition,
        within
      )
      cutAt(references.findIndex((reference) => missing.has(keyOf(reference))))
      for (const [place, reference] of references.slice(0, rows.length).entries()) {
        members[place] += `,"${name}":[${found.get(keyOf(reference))?.join(",") ?? ""}]`
      }
    } else {
      cutAt(yield* expandList(relation.field, within, rows, bodies, single, most))
    }
  }
  return bodies.slice(0, rows.length).map((body, index) => body.slice(0, -1) + members[index]! + "}")
})

/** The same, company by company: where they are on several nodes, what refers to each other is to be asked of one. */
export const expandApart = Effect.fnUntraced(function* (
  sql: Reader,
  caller: Pick<Caller, "companyId" | "organisationId">,
  model: Models.ModelId,
  shape: Shape,
  all: ReadonlyArray<Source>,
  most: number
): Effect.fn.Return<ReadonlyArray<string>, SqlError> {
  if (shape.expand.length === 0) return all.map(({ body }) => body)
  const done = new Map<Source, string>()
  for (const [companyId, rows] of Map.groupBy(all, ({ company_id }) => company_id)) {
    const texts = yield* expand(sql, { ...caller, companyId }, model, shape, rows, most)
    for (const [index, text] of texts.entries()) done.set(rows[index]!, text)
  }
  const end = all.findIndex((row) => !done.has(row))
  return all.slice(0, end === -1 ? all.length : end).map((row) => done.get(row)!)
})

type Json = Readonly<Record<string, unknown>>

/**
 * Embeds in each element of a list member; the elements are in the record's own text, so that text is read here. Answers
 * for how many of the rows it was done, until what they embed has `most` bytes.
 */
const expandList = Effect.fnUntraced(function* <E>(
  field: string,
  within: Relations,
  rows: ReadonlyArray<Source>,
  bodies: Array<string>,
  single: FindSingle<E>,
  most: number
): Effect.fn.Return<number, E> {
  const relations = within.flatMap(([name, relation, further]) =>
    relation._tag === "One" ? [{ name, relation, further }] : []
  )
  const records = rows.map((_, place) => JSON.parse(bodies[place]!) as Json)
  /** Bytes that are embedded in each row, which are there as often as they are referred to. */
  const sizes = rows.map(() => 0)
  let end = rows.length
  const elements = records.map((record) => (record[field] ?? []) as ReadonlyArray<Json>)
  const texts = elements.map((list) => list.map((element) => JSON.stringify(element).slice(0, -1)))
  for (const { further, name, relation } of relations) {
    const referenceOf = (place: number, element: Json): Reference | null => {
      const id = element[relation.by]
      return typeof id === "string" ? { connection: rows[place]!.connection_id, id } : null
    }
    const { found, missing } = yield* single(
      relation.model,
      elements.slice(0, end).flatMap((list, place) => list.flatMap((element) => referenceOf(place, element) ?? [])),
      further
    )
    for (const [place, list] of elements.slice(0, end).entries()) {
      for (const [index, element] of list.entries()) {
        const reference = referenceOf(place, element)
        if (reference !== null && missing.has(keyOf(reference))) end = Math.min(end, place)
        const text = reference === null ? undefined : found.get(keyOf(reference))?.[0]
        texts[place]![index] += `,"${name}":${text ?? "null"}`
        sizes[place]! += bytesOf(text ?? "")
      }
    }
  }
  let size = 0
  for (const [place, record] of records.slice(0, end).entries()) {
    // Joined, what is referred to often takes its room each time.
    size += sizes[place]!
    if (size > most) return place
    const members = Object.entries(record).map(
      ([name, value]) =>
        `${JSON.stringify(name)}:${name === field ? `[${texts[place]!.map((text) => `${text}}`).join(",")}]` : JSON.stringify(value)}`
    )
    bodies[place] = `{${members.join(",")}}`
  }
  return end
})
