/**
 * Qoyod's documentation is a collection of samples on its own pages, which a client restates: resources, what is done to them, and what new ones
 * are made of. Here that is put together as an OpenAPI document. What answers hold is told by nobody: the members that new records are made of,
 * those that the mapping notes name, and an id.
 */
import { join } from "node:path"
import type { Description } from "../Description.ts"
import { readDocument } from "../Documents.ts"
import type { Json } from "../JsonSchemas.ts"
import * as OpenApi from "../OpenApi.ts"

type Member = string | Readonly<Record<string, ReadonlyArray<string>>>
interface Resource {
  readonly path?: string
  readonly list_key?: string
  readonly item_key?: string
  readonly body_key?: string
  readonly methods: ReadonlyArray<string>
  readonly create?: ReadonlyArray<Member>
  readonly type_values?: ReadonlyArray<string>
}
interface Known {
  readonly base_url: string
  readonly resources: Readonly<Record<string, Resource>>
}

const numbers = /_id$|^id$|amount|price|quantity|percent|discount$|^total|balance|track_|_item$/
const example = (name: string): unknown => {
  if (name === "allocations")
    return ["Invoice", "Bill"].map((kind, index) => ({
      id: index + 1,
      allocatee_type: kind,
      allocatee_id: 1,
      amount: 1
    }))
  if (name.endsWith("_at")) return "2026-03-01T09:30:00Z"
  if (name === "date" || name.endsWith("_date")) return "2026-03-01"
  if (/^(is_|receive_payments|draft_if_)/.test(name)) return false
  if (numbers.test(name)) return name.endsWith("percent") || name === "percentage" ? 15 : 1
  return { status: "Approved", type: "Asset", kind: "received", currency_code: "SAR" }[name] ?? "Text"
}
const schemaOf = (name: string): Json => ({ nullable: true, example: example(name) })
/** What an address is made of is not restated. */
const address: Json = { type: "object", nullable: true }
/** `name*` is a member that is required; what stands behind it are words or a remark. */
const membersOf = (all: ReadonlyArray<Member>) =>
  all.flatMap(
    (
      own
    ): ReadonlyArray<{
      readonly names: ReadonlyArray<string>
      readonly isRequired: boolean
      readonly schema: Json
    }> => {
      if (typeof own !== "string")
        return Object.entries(own).map(([name, inner]) => ({
          names: [name],
          isRequired: true,
          schema: { type: "array", items: objectOf(inner) }
        }))
      const [, name = "", mark] = /^(\w+)(\*|\{\})?/.exec(own) ?? []
      return [{ names: [name], isRequired: mark === "*", schema: mark === "{}" ? address : schemaOf(name) }]
    }
  )
const objectOf = (all: ReadonlyArray<Member>, isWritten = true, more: ReadonlyArray<string> = []): Json => {
  const members = membersOf(all)
  const properties = [
    ...members.flatMap(({ names, schema }) => names.map((name) => [name, schema] as const)),
    ...more.map((name) => [name, schemaOf(name)] as const)
  ]
  return {
    type: "object",
    ...(isWritten
      ? {
          required: members.flatMap(({ isRequired, names }) => (isRequired ? names : [])),
          additionalProperties: false
        }
      : {}),
    properties: Object.fromEntries(properties)
  }
}
/** What records of a kind have in answers, besides what they are made of. */
const shown: Readonly<Record<string, ReadonlyArray<string>>> = {
  accounts: ["status", "balance"],
  categories: ["name"],
  inventories: ["name"],
  product_unit_types: ["unit_name"],
  products: ["status"],
  receipts: ["allocations"],
  taxes: ["name", "percentage"]
}
const json = (schema: Json): Json => ({ content: { "application/json": { schema } } })
const answer = (schema: Json, status = 200): Json => ({ [status]: { description: "Answer", ...json(schema) } })
const param = (name: string): Json => ({ name, in: "query", schema: { type: "string" } })
/** Every member can be searched by: by the predicates that clients use. */
const searches = (members: ReadonlyArray<string>): ReadonlyArray<Json> => [
  ...["page", "per_page", "q[s]"].map(param),
  ...members.flatMap((name) => ["eq", "gteq", "lteq"].map((word) => param(`q[${name}_${word}]`))),
  ...members.map((name) => ({
    name: `q[${name}_in][]`,
    in: "query",
    schema: { type: "array", items: { type: "string" } }
  }))
]

const pathsOf = (name: string, own: Resource, same: ReadonlyArray<Member>): Json => {
  const path = own.path ?? name
  const list = own.list_key ?? path
  const item = own.item_key ?? list.replace(/ies$/, "y").replace(/s$/, "")
  const made = own.create?.[0] === "same as customers" ? same : (own.create ?? [])
  const record = objectOf(made, false, ["id", "updated_at", ...(shown[list] ?? [])])
  const wrapped: Json = { type: "object", properties: { [item]: record } }
  const lists: Json = { type: "object", required: [list], properties: { [list]: { type: "array", items: record } } }
  const names = [...Object.keys(record["properties"] as object), "name", "sku", "reference", "status"]
  const has = (method: string) => own.methods.some((one) => one === method || one.startsWith(`${method} (`))
  const key = own.body_key ?? item
  const body = (isNew: boolean) => ({
    requestBody: json({
      type: "object",
      required: [key],
      additionalProperties: false,
      properties: { [key]: isNew ? objectOf(made) : { ...objectOf(made), required: [] } }
    })
  })
  const id = { name: "id", in: "path", required: true, schema: { type: "integer" } }
  const of = (operation: Json) => ({ parameters: [id], ...operation })
  const collection = {
    ...(has("list") ? { get: { parameters: searches([...new Set(names)]), responses: answer(lists) } } : {}),
    ...(has("create") ? { post: { ...body(true), responses: answer(wrapped, 201) } } : {})
  }
  const changed = of({ ...body(false), responses: answer(wrapped) })
  const single = {
    ...(has("get") ? { get: of({ responses: answer(wrapped) }) } : {}),
    ...(has("update") ? { put: changed, patch: changed } : {}),
    ...(has("delete") ? { delete: of({ responses: { 200: { description: "A sentence" } } }) } : {})
  }
  const allocation = {
    type: "object",
    properties: { allocation: objectOf(["source_type", "source_id", "amount", "date"]) }
  }
  return {
    [`/${path}`]: collection,
    ...(Object.keys(single).length === 0 ? {} : { [`/${path}/{id}`]: single }),
    ...(has("allocate")
      ? { [`/${path}/{id}/allocations`]: { post: of({ requestBody: json(allocation), responses: answer(wrapped) }) } }
      : {})
  }
}

export const describe = (folder: string): Description => {
  const known = readDocument(join(folder, "qoyod-endpoints.json")) as unknown as Known
  const same = known.resources["customers"]?.create ?? []
  return OpenApi.make({
    openapi: "3.0.3",
    info: { title: "Qoyod", version: "2.0" },
    servers: [{ url: known.base_url }],
    security: [{ key: [] }],
    components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "API-KEY" } } },
    paths: Object.assign({}, ...Object.entries(known.resources).map(([name, own]) => pathsOf(name, own, same)))
  } as Json)
}
