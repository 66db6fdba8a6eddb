/** Reading stored records: a list, which goes on where it ended, and a single record. */
import { Models } from "@svc/core"
import * as Effect from "effect/Effect"
import * as Fit from "../Fit.ts"
import { isRow, type Row } from "../../http/Members.ts"
import { type Ask, ToolFailure } from "../Inside.ts"
import { modelOf, refuse, type Tool } from "../Tool.ts"
import { connectionsOf } from "./connections.ts"

/** Records of a list where nobody says how many. */
const usual = 20
const most = 100
/** Characters of an answer beside its records: cursor, counts, what is said of it. */
const beside = 1500

type Parameters = ReadonlyArray<readonly [name: string, value: string]>

const valueOf = (value: unknown): string =>
  Array.isArray(value) ? value.map(String).join(",") : value === null ? "" : String(value)

/** `{"total_amount[gte]": 100}`, and as models write it too: `{"total_amount": {"gte": 100}}`, `{"status": "PAID"}`. */
const filtersOf = (filters: Row): Parameters =>
  Object.entries(filters).flatMap(([name, value]): Parameters => {
    if (name.includes("[")) return [[name, valueOf(value)]]
    if (isRow(value)) return Object.entries(value).map(([operator, own]) => [`${name}[${operator}]`, valueOf(own)])
    if (value === null) return [[`${name}[is_null]`, "true"]]
    return [[`${name}[${Array.isArray(value) ? "in" : "eq"}]`, valueOf(value)]]
  })

/** `posted_date DESC, svc_id`, and `-posted_date`. */
const sortOf = (sort: string): Effect.Effect<Parameters, ToolFailure> =>
  Effect.forEach(sort.split(","), (part) => {
    const [, minus, name, direction] = /^\s*(-?)([\w.]+)(?:[\s:]+(asc|desc))?\s*$/i.exec(part) ?? []
    return name === undefined
      ? refuse(`"sort" must be a member and ASC or DESC, such as "posted_date DESC", not ${JSON.stringify(part)}.`)
      : Effect.succeed([`sort[${name}]`, (direction ?? (minus === "-" ? "DESC" : "ASC")).toUpperCase()] as const)
  })

interface Shape {
  readonly fields?: ReadonlyArray<string>
  readonly expand?: ReadonlyArray<string>
  readonly include_deleted?: boolean
}
/** Relations to embed: those that are named, and those whose members are. */
const expanded = (model: Models.ModelId, { expand = [], fields = [] }: Shape): ReadonlyArray<string> => {
  const { fields: own, relations } = Models.get(model)
  const meant = fields
    .map((name) => name.split(".")[0]!)
    .filter((name) => Object.hasOwn(relations, name) && !Object.hasOwn(own, name))
  return [...new Set([...expand, ...meant.filter((name) => !expand.some((one) => one.split(".")[0] === name))])]
}

const shapeOf = ({ expand = [], fields = [], include_deleted }: Shape): Parameters => [
  ...(fields.length === 0 ? [] : [["fields", fields.join(",")] as const]),
  ...(expand.length === 0 ? [] : [["expand", expand.join(",")] as const]),
  ...(include_deleted === true ? [["include_deleted_records", "true"] as const] : [])
]

/** What a list without records may be for: what an empty answer would not say. */
const whyEmpty = Effect.fnUntraced(function* (ask: Ask, model: Models.ModelId, companyId: number | undefined) {
  if (companyId === undefined) return []
  yield* ask("GET", `/v3/core/companies/${companyId}`)
  const connections = yield* connectionsOf(ask, companyId)
  if (connections.length === 0) return [`Company ${companyId} has no connection.`]
  const notes: Array<string> = []
  let isRead = false
  for (const { integration_type, status, svc_id, sync_config, sync_status } of connections) {
    const own = sync_config.find((one: Row) => one["data_model"] === model)
    if (own === undefined) continue
    isRead = true
    const name = `Connection ${svc_id} (${integration_type})`
    if (!own.enabled) notes.push(`${name} does not sync ${model}.`)
    if (sync_status !== "IDLE") notes.push(`${name} is ${sync_status}: records may still come.`)
    if (status !== "HEALTHY") notes.push(`${name} is ${status}: it is not synced.`)
  }
  if (isRead) return notes
  const names = connections.map((one) => `${one.svc_id} (${one.integration_type})`).join(", ")
  return [`No connection of company ${companyId} reads ${model}; it has ${names}.`]
})

/** Members that say nothing to who reads a list. */
const unsaid = new Set(["svc_created_at", "svc_updated_at", "updated_at", "platform_unique_id"])

/** What a list shows of a record where nobody says what: its plain members that have a value, and what was embedded. */
const briefOf = (record: Row, expand: ReadonlyArray<string>, companyId: number | undefined): Row =>
  Object.fromEntries(
    Object.entries(record).filter(([name, value]) => {
      if (value === null || value === "" || unsaid.has(name)) return false
      if (name === "svc_company_id" && companyId !== undefined) return false
      return typeof value !== "object" || expand.some((one) => one.split(".")[0] === name)
    })
  )

/** Where to look when a name of a member was wrong. */
const withHint = <A>(model: Models.ModelId, asked: Effect.Effect<A, ToolFailure>): Effect.Effect<A, ToolFailure> =>
  Effect.mapError(asked, (failure) =>
    failure.status === 400 && /not a (?:field|member)|relation/.test(failure.message)
      ? new ToolFailure({
          status: failure.status,
          message: `${failure.message}\ndescribe_model with data_model ${model} lists its members and relations.`
        })
      : failure
  )

interface ListArguments extends Shape {
  readonly data_model: string
  readonly company_id?: number
  readonly filters?: Row
  readonly sort?: string
  readonly limit?: number
  readonly next?: string
  readonly count?: boolean
}

export const list: Tool = {
  name: "list_records",
  title: "List records",
  description: "Lists stored records, in brief or with the `fields` you name.",
  scope: "read",
  effect: "read",
  arguments: {
    data_model: { kind: "text", required: true, description: "Such as INVOICES" },
    company_id: { kind: "integer" },
    filters: {
      kind: "object",
      description:
        'member[operator]: value, such as {"total_amount[gte]": 100, "contact.name[icontains]": "ann"}. Operators: eq neq gt gte lt lte in nin contains icontains starts_with ends_with is_null. A time may be -7d.'
    },
    sort: { kind: "text", description: "Such as posted_date DESC" },
    fields: { kind: "texts", description: "Members to answer; line_items.quantity, contact.name" },
    expand: { kind: "texts", description: "Relations to embed" },
    limit: { kind: "integer", description: `1 to ${most}, ${usual} without it` },
    next: { kind: "text", description: "Cursor of the answer before; all else the same" },
    count: { kind: "boolean", description: "Count all" },
    include_deleted: { kind: "boolean" }
  },
  run: Effect.fnUntraced(function* (given: ListArguments, { ask, most: characters }) {
    const model = yield* modelOf(given.data_model)
    const { company_id, count, expand = [], fields, filters = {}, limit = usual, next, sort } = given
    if (limit < 1 || limit > most) return yield* refuse(`"limit" must be from 1 to ${most}.`)
    const parameters: Parameters = [
      ...(company_id === undefined ? [] : [["svc_company_id[eq]", String(company_id)] as const]),
      ...filtersOf(filters),
      ...(sort === undefined ? [] : yield* sortOf(sort)),
      ...shapeOf({ ...given, expand: expanded(model, given) }),
      ...(next === undefined ? [] : [["next", next] as const]),
      ...(count === true ? [["return_count", "true"] as const] : [])
    ]
    const page = (size: number) =>
      withHint(model, ask("GET", Models.get(model).path, { query: [...parameters, ["limit", String(size)]] }))
    const isBrief = fields === undefined
    const shown = (record: Row) =>
      Fit.cut(isBrief ? Fit.withoutEmpty(briefOf(record, expand, company_id)) : record, Fit.inLists)
    let { body } = yield* page(limit)
    let records: ReadonlyArray<unknown> = body.data.map(shown)
    const room = characters - beside
    // What does not fit is not thrown away: the page is asked for again so that its cursor goes on behind what is shown.
    for (let fit = Fit.count(records, room); fit < records.length && records.length > 1;) {
      body = (yield* page(Math.max(1, fit))).body
      records = body.data.map(shown)
      fit = Fit.count(records, room)
    }
    const only = records.length === 1 ? Fit.text(records[0], room) : null
    const asked = next === undefined && records.length === 0 ? yield* whyEmpty(ask, model, company_id) : []
    const notes = [
      ...asked,
      ...(records.length > 0 && body.next !== null
        ? [
            `More: call again with next.${
              records.length < limit ? ` Only ${records.length} fit; with fewer fields there are more.` : ""
            }`
          ]
        : []),
      ...(isBrief && records.length > 0
        ? ["Brief: lists, objects and empty members are left out; name them in fields."]
        : [])
    ]
    const rest = JSON.stringify({
      next: body.next,
      ...(count === true ? { total_count: body.total_count } : {}),
      ...(notes.length === 0 ? {} : { note: notes.join(" ") })
    })
    const lines = only ?? records.map((record) => JSON.stringify(record)).join(",\n")
    return { text: `{"data":[${lines}],${rest.slice(1)}` }
  })
}

interface GetArguments extends Shape {
  readonly data_model: string
  readonly svc_id: number
}

export const get: Tool = {
  name: "get_record",
  title: "Get a record",
  description: "A whole record. `fields` may name raw_data, the platform's own item.",
  scope: "read",
  effect: "read",
  arguments: {
    data_model: { kind: "text", required: true },
    svc_id: { kind: "integer", required: true },
    fields: { kind: "texts" },
    expand: { kind: "texts" }
  },
  run: Effect.fnUntraced(function* (given: GetArguments, { ask, most: characters }) {
    const model = yield* modelOf(given.data_model)
    const { body } = yield* withHint(
      model,
      ask("GET", `${Models.get(model).path}/${given.svc_id}`, {
        query: shapeOf({ ...given, expand: expanded(model, given) })
      })
    )
    const record = given.fields === undefined ? Fit.withoutEmpty(body.data) : body.data
    return { text: Fit.text(record, characters) }
  })
}
