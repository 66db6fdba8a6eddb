/**
 * What items name by `svc_id`: the records they refer to and the records they are about, looked up in one query for a whole
 * request, among those of its company alone, and put in as the platform ids that a connector knows.
 */
import { type Field, Models, type Writes } from "@svc/core"
import * as Effect from "effect/Effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { ids } from "../database/Parameters.ts"
import { isRow, type Row } from "../http/Members.ts"
import { partition } from "../records/RecordRows.ts"

/** A record as it is referred to. */
export interface Referred {
  readonly svc_id: number
  readonly model: string
  readonly platform_id: string
  readonly company_id: number
  readonly connection_id: number
  readonly deleted: boolean
}
/** Whose records may be named. */
export interface Place {
  readonly organisationId: number
  readonly companyId: number
  readonly connectionId: number
}
/** An item with platform ids in the place of references, and what is wrong with those. */
export interface Resolved {
  readonly input: unknown
  readonly issues: ReadonlyArray<Writes.ItemIssue>
}

const isById = (value: unknown): value is Writes.ById =>
  isRow(value) && Object.keys(value).length === 1 && Number.isSafeInteger(value["svc_id"])

/** An item with each `{ svc_id }` of its references replaced by what `swap` answers. */
const replaced = (
  fields: Field.Fields,
  item: unknown,
  path: string,
  swap: (id: number, model: string, place: string) => unknown
): unknown => {
  if (!isRow(item)) return item
  const made: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(item)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    const place = path === "" ? name : `${path}.${name}`
    // Defined, because a member may be called `__proto__`, which is refused by name later.
    Object.defineProperty(made, name, {
      value: field === undefined ? value : valueOf(field, value, place, swap),
      enumerable: true,
      configurable: true,
      writable: true
    })
  }
  return made
}
const valueOf = (
  field: Field.Field,
  value: unknown,
  place: string,
  swap: (id: number, model: string, place: string) => unknown
): unknown => {
  if (Array.isArray(value)) {
    const { members, to } = field
    return value.map((element, index) => {
      const at = `${place}[${index}]`
      if (members !== undefined) return replaced(members, element, at, swap)
      return to !== undefined && isById(element) ? swap(element.svc_id, to, at) : element
    })
  }
  if (field.members !== undefined) return replaced(field.members, value, place, swap)
  return field.to !== undefined && field.kind === "text" && isById(value) ? swap(value.svc_id, field.to, place) : value
}

const invalid = (field: string, message: string): Writes.ItemIssue => ({ field, message, code: "invalid-params" })

export const References = (sql: SqlClient) => {
  const find = Effect.fnUntraced(function* (
    organisationId: number,
    companyId: number | null,
    wanted: ReadonlyMap<string, ReadonlySet<number>>
  ) {
    if (wanted.size === 0) return new Map<number, Referred>()
    // Each data model has a partition of its own, and one statement asks them all.
    const asked = [...wanted].map(([model, own], index) => ({ model, own, at: index + 2 }))
    // Named outright, so that of a database that is spread one place is asked.
    const own = companyId === null ? "" : ` and company_id = $${asked.length + 2}::bigint`
    const text = asked.map(
      ({ at, model }) => `select svc_id, '${model}' as model, platform_id, company_id, connection_id,
        deleted_at is not null as deleted from ${partition(model as Models.ModelId)}
        where svc_id = any($${at}::bigint[]) and organisation_id = $1::bigint${own}
          and parent_id = 0`
    )
    const rows = yield* sql
      .unsafe<Referred>(text.join("\nunion all\n"), [
        organisationId,
        ...asked.map(({ own }) => ids([...own])),
        ...(companyId === null ? [] : [companyId])
      ])
      .pipe(Effect.orDie)
    return new Map(rows.map((row) => [row.svc_id, row]))
  })

  return {
    /** A record of the organisation by its id, deleted or not; null where there is none. */
    one: (organisationId: number, companyId: number | null, model: string, svcId: number) =>
      Effect.map(
        find(organisationId, companyId, new Map([[model, new Set([svcId])]])),
        (rows) => rows.get(svcId) ?? null
      ),
    /**
     * Items with platform ids in the place of what they name by `svc_id`. `about` is the data model whose records the items
     * themselves are about, where they name them; null where they make new ones.
     */
    resolve: Effect.fnUntraced(function* (
      { companyId, connectionId, organisationId }: Place,
      fields: Field.Fields,
      items: ReadonlyArray<unknown>,
      about: string | null
    ) {
      const wanted = new Map<string, Set<number>>()
      const want = (id: number, model: string) => {
        const known = wanted.get(model) ?? new Set()
        wanted.set(model, known.add(id))
      }
      for (const item of items) {
        replaced(fields, item, "", want)
        if (about !== null && isRow(item) && Number.isSafeInteger(item["svc_id"])) want(item["svc_id"] as number, about)
      }
      const found = yield* find(organisationId, companyId, wanted)
      /** The platform's id of a record, or why it cannot be named. */
      const told = (id: number, model: string): { readonly id: string } | { readonly fault: string } => {
        const row = found.get(id)
        if (row === undefined || row.model !== model) return { fault: `there is no record ${id} of ${model}` }
        if (row.connection_id !== connectionId) return { fault: `record ${id} of ${model} is of another connection` }
        return row.deleted ? { fault: `record ${id} of ${model} is deleted` } : { id: row.platform_id }
      }
      return items.map((item): Resolved => {
        const issues: Array<Writes.ItemIssue> = []
        const swap = (id: number, model: string, place: string): string => {
          const own = told(id, model)
          if ("id" in own) return own.id
          issues.push(invalid(place, own.fault))
          return ""
        }
        const input = replaced(fields, item, "", swap)
        return { input: about === null ? input : named(input, about, told, issues), issues }
      })
    })
  }
}

/** The item with the platform's id of the record that it is about. */
const named = (
  input: unknown,
  model: string,
  told: (id: number, model: string) => { readonly id: string } | { readonly fault: string },
  issues: Array<Writes.ItemIssue>
): unknown => {
  if (!isRow(input) || !Object.hasOwn(input, "svc_id")) return input
  const { svc_id, ...rest } = input as Row & { readonly svc_id: unknown }
  if (rest["platform_id"] !== undefined && rest["platform_id"] !== null) {
    issues.push(invalid("svc_id", "is sent beside platform_id; send one of them"))
    return rest
  }
  if (!Number.isSafeInteger(svc_id)) {
    issues.push(invalid("svc_id", "expected the svc_id of a record"))
    return rest
  }
  const own = told(svc_id as number, model)
  if ("fault" in own) issues.push(invalid("svc_id", own.fault))
  return { platform_id: "id" in own ? own.id : "", ...rest }
}
