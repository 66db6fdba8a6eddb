/**
 * What there is to read and write, in few words: the data models of a connection, the members of one, and what a write of
 * it takes. Types are said in a word or two, where a JSON Schema would fill the context.
 */
import { type Field, Models, Nearest, Writes } from "@svc/core"
import { Descriptions } from "@svc/core/api"
import * as Effect from "effect/Effect"
import * as Fit from "../Fit.ts"
import type { Row } from "../../http/Members.ts"
import { modelOf, refuse, type Tool } from "../Tool.ts"

const operations = ["create", "update", "delete", "void"] as const
type Operation = (typeof operations)[number]

interface Given {
  readonly connection_id?: number
  readonly data_model?: string
  readonly operation?: Operation
}

/** Levels of objects that are described; statements nest for ever. */
const depths = 3

const kinds: Partial<Record<Field.Kind, string>> = { dateTime: "date-time", texts: "list of texts" }

/** A type, with the first sentence of what the member means: the rest is for people who read the document. */
const said = (type: string, { description }: Field.Field): string =>
  description === undefined ? type : `${type}. ${description.split(/(?<=\.) (?=[A-Z])/)[0]!.replace(/\.$/, "")}`

/** A member of a record, in words; objects and lines with their members. */
const memberOf = (field: Field.Field, to: string | undefined, depth = 0): unknown => {
  const own = field.of === undefined ? field.members : Descriptions.described(field.of.id, field.of.fields)
  if (own !== undefined) {
    if (depth >= depths) return field.kind
    const relations = field.of?.relations ?? {}
    const members = Object.fromEntries(
      Object.entries(own).map(([name, one]) => [name, memberOf(one, targetOf(name, one, relations), depth + 1)])
    )
    return field.kind === "object" ? members : [members]
  }
  if (field.values !== undefined) return field.values.join("|")
  const kind = kinds[field.kind] ?? field.kind
  if (to !== undefined) return field.kind === "texts" ? `ids of ${to}` : `id of ${to}`
  return said(kind, field)
}

const targetOf = (name: string, field: Field.Field, relations: Row): string | undefined =>
  field.to ??
  Object.values(relations as Readonly<Record<string, { _tag: string; by?: string; model?: string }>>).find(
    ({ _tag, by }) => _tag === "One" && by === name
  )?.model

/** What every record has besides. */
const common = "svc_id, svc_company_id, svc_created_at, svc_updated_at, svc_deleted_at, platform_id, platform_unique_id"

const modelShown = (id: Models.ModelId): Row => {
  const model = Models.get(id)
  return {
    data_model: id,
    what: Descriptions.model(id),
    members: Object.fromEntries(
      Object.entries(Descriptions.described(id, model.fields)).map(([name, field]) => [
        name,
        memberOf(field, targetOf(name, field, model.relations))
      ])
    ),
    common,
    expand: Object.entries(model.relations).map(([name, relation]) =>
      relation._tag === "Records" ? name : `${name} (${relation.model})`
    )
  }
}

/** A part of a write's JSON Schema, in words; `!` marks what the platform requires. */
const inputOf = (schema: any, field: Field.Field | undefined): unknown => {
  if (schema.properties !== undefined) {
    const required: ReadonlyArray<string> = schema.required ?? []
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, own]) => [
        required.includes(name) ? `${name}!` : name,
        inputOf(own, field?.members?.[name])
      ])
    )
  }
  const note = field === undefined ? (text: string) => text : (text: string) => said(text, field)
  if (schema.enum !== undefined) return schema.enum.filter((one: unknown) => one !== null).join("|")
  const to = field?.to
  if (schema.items !== undefined) {
    return to === undefined ? [inputOf(schema.items, field)] : `list of ids of ${to}`
  }
  if (to !== undefined) return `id of ${to}`
  if (schema.anyOf?.some((one: any) => one.format !== undefined)) return note("date")
  const type = [schema.type ?? "string"].flat().find((one: string) => one !== "null")
  return note(type === "string" ? "text" : type)
}

const legend = 'name! is required. An id is the platform_id, or {"svc_id": n}; find_choices lists them.'

export const describe: Tool = {
  name: "describe_model",
  title: "Describe a data model",
  description:
    "With connection_id alone, what it reads and writes; with data_model its members; with operation too, what the write takes.",
  scope: "read",
  effect: "read",
  arguments: {
    connection_id: { kind: "integer" },
    data_model: { kind: "text" },
    operation: { kind: "text", values: operations }
  },
  run: Effect.fnUntraced(function* ({ connection_id, data_model, operation }: Given, { ask, most }) {
    const model = data_model === undefined ? undefined : yield* modelOf(data_model)
    if (connection_id === undefined) {
      if (operation !== undefined)
        return yield* refuse('"connection_id" is required: what is written is its platform\'s.')
      if (model !== undefined) return { text: Fit.text(modelShown(model), most) }
      const byCategory = Map.groupBy(Models.modelIds, (id) => Models.get(id).category)
      const all = [...byCategory].map(([category, ids]) => [category, ids.join(" ")])
      return { text: Fit.text({ ...Object.fromEntries(all), note: "Not every connection has all of them." }, most) }
    }
    const { body } = yield* ask("GET", `/v3/core/connections/${connection_id}/capabilities`)
    const { data_models, integration_type, writes } = body.data
    const wordsOf = (one: any): string => ["read", ...operations].filter((word) => one[word]).join(" ")
    if (model === undefined) {
      const offered = data_models.map((one: any) => [one.data_model, wordsOf(one)])
      return { text: Fit.text({ connection_id, integration_type, data_models: Object.fromEntries(offered) }, most) }
    }
    const own = data_models.find((one: any) => one.data_model === model)
    if (own === undefined) {
      const names = data_models.map((one: any) => one.data_model)
      const hint = Nearest.hint(model, names) || "."
      return yield* refuse(`${integration_type} has no ${model}${hint} It has ${names.join(", ")}.`)
    }
    const about = { connection_id, integration_type, operations: wordsOf(own) }
    if (operation === undefined) return { text: Fit.text({ ...about, ...modelShown(model) }, most) }
    if (!own[operation])
      return yield* refuse(`${integration_type} does not ${operation} ${model}; it offers: ${wordsOf(own)}.`)
    const schema = writes.find((one: any) => one.data_model === model && one.operation === operation)?.schema
    const isById = operation === "delete" || operation === "void" || schema === undefined
    const fields = Writes.get(model, operation)?.fields
    const input = isById
      ? { "svc_id!": "integer" }
      : inputOf(
          schema,
          fields === undefined ? undefined : { kind: "object", members: Descriptions.described(model, fields) }
        )
    const which = operation === "update" ? { which: "svc_id or platform_id names the record" } : {}
    return { text: Fit.text({ ...about, data_model: model, operation, item: input, ...which, note: legend }, most) }
  })
}
