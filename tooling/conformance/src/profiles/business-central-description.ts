/**
 * Business Central's reference of the API v2.0: tables of members, navigations, methods and bound actions for each kind of record, of which
 * there is no OpenAPI. Here they are put together as one, with what OData adds: options that name members, and batches whose parts are calls.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Description, Example, Found, Operation, Outgoing } from "../Description.ts"
import { isObject, type Json } from "../JsonSchemas.ts"
import * as OpenApi from "../OpenApi.ts"

interface Resource {
  readonly methods: ReadonlyArray<string>
  readonly boundActions: ReadonlyArray<string>
  readonly navigation: ReadonlyArray<{ readonly name: string; readonly type: string }>
  readonly properties: ReadonlyArray<{ readonly name: string; readonly type: string; readonly description: string }>
}
type Resources = Readonly<Record<string, Resource>>

const types: Readonly<Record<string, Json>> = {
  GUID: { type: "string", format: "uuid" },
  boolean: { type: "boolean" },
  date: { type: "string", format: "date" },
  datetime: { type: "string", format: "date-time" },
  decimal: { type: "number" },
  integer: { type: "integer" },
  // Its words stand in what is said of it.
  "NAV.contactType": { type: "string", enum: ["Company", "Person"] }
}
const schemaOf = (type: string): Json => types[type] ?? { type: "string" }
const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })
const isReadOnly = (description: string) => /non-editable|read-only/i.test(description)

/** What a list of records of a kind is called. */
const setOf = (name: string): string =>
  ({ companyInformation: "companyInformation", contactInformation: "contactsInformation" })[name] ??
  (name.endsWith("s") ? name : name.endsWith("y") ? `${name.slice(0, -1)}ies` : `${name}s`)
/** What is inside of a record, and can be shown with it. */
const inside = /(Lines|Payments|documentAttachments|contactsInformation)$/

const headers = ["prefer", "isolation"].map((name) => ({ name, in: "header", schema: { type: "string" } }))
const version = { name: "if-match", in: "header", required: true, schema: { type: "string" } }
const options = ["$select", "$expand", "$filter", "$orderby", "$skiptoken"].map((name) => ({
  name,
  in: "query",
  schema: { type: "string" }
}))
const top = { name: "$top", in: "query", schema: { type: "integer" } }
const json = (schema: Json): Json => ({ content: { "application/json": { schema } } })
const answer = (status: number, schema?: Json): Json => ({
  responses: { [status]: { description: "", ...(schema === undefined ? {} : json(schema)) } }
})
const listOf = (schema: Json): Json => ({
  type: "object",
  properties: { "@odata.context": { type: "string" }, value: { type: "array", items: schema } }
})

const pathsOf = (all: Resources): Json => {
  const sets = Object.fromEntries(Object.keys(all).map((name) => [setOf(name), name]))
  const ofSet = (place: string, name: string, methods: ReadonlyArray<string>): Json => {
    const has = (method: string) => methods.some((own) => own.startsWith(method))
    return {
      [place]: {
        ...(has("GET")
          ? { get: { parameters: [...options, top, ...headers], ...answer(200, listOf(ref(name))) } }
          : {}),
        ...(has("POST") ? { post: { requestBody: json(ref(`${name}Written`)), ...answer(201, ref(name)) } } : {})
      },
      [`${place}({id})`]: {
        ...(has("GET") ? { get: { parameters: [...options, ...headers], ...answer(200, ref(name)) } } : {}),
        ...(has("PATCH")
          ? { patch: { parameters: [version], requestBody: json(ref(`${name}Written`)), ...answer(200, ref(name)) } }
          : {}),
        ...(has("DELETE") ? { delete: { parameters: [version], ...answer(204) } } : {})
      }
    }
  }
  const own = Object.entries(all).flatMap(([name, { boundActions, methods, navigation, properties }]) => {
    if (name === "subscriptions") return [ofSet("/subscriptions", name, methods)]
    if (name === "company") return [ofSet("/companies", name, ["GET"])]
    const place = `/companies({company})/${setOf(name)}`
    return [
      ofSet(place, name, methods),
      ...navigation.flatMap(({ name: to }) =>
        inside.test(to) && sets[to] !== undefined
          ? [ofSet(`${place}({id})/${to}`, sets[to], all[sets[to]]!.methods)]
          : []
      ),
      // A stream is read at the address of its member.
      ...properties.flatMap((one) =>
        one.type === "stream"
          ? [{ [`${place}({id})/${one.name}`]: { get: { parameters: headers, ...answer(200, { type: "string" }) } } }]
          : []
      ),
      ...boundActions.map((action) => ({ [`${place}({id})/${action.split("/").at(-1)}`]: { post: answer(204) } }))
    ]
  })
  const batch = { type: "object", required: ["requests"], properties: { requests: { type: "array", items: {} } } }
  return Object.assign({}, ...own, {
    "/$batch": {
      post: {
        parameters: headers,
        requestBody: json(batch),
        ...answer(200, { type: "object", properties: { responses: { type: "array", items: { type: "object" } } } })
      }
    }
  })
}

const documentOf = (all: Resources): Json => {
  const sets = Object.fromEntries(Object.keys(all).map((name) => [setOf(name), name]))
  const schemas = Object.entries(all).flatMap(([name, { navigation, properties }]) => {
    const members = properties.map((own) => [own.name, schemaOf(own.type)] as const)
    const editable = properties.filter(({ description }) => !isReadOnly(description)).map((own) => own.name)
    const parts = navigation.flatMap(({ name: to }) => (inside.test(to) && sets[to] !== undefined ? [to] : []))
    const lists = (suffix: string) =>
      parts.map((to) => [to, { type: "array", items: ref(`${sets[to]}${suffix}`) }] as const)
    return [
      [
        name,
        {
          type: "object",
          properties: Object.fromEntries([["@odata.etag", { type: "string" }], ...members, ...lists("")])
        }
      ],
      [
        `${name}Written`,
        {
          type: "object",
          properties: Object.fromEntries([...members.filter(([own]) => editable.includes(own)), ...lists("Written")])
        }
      ]
    ] as const
  })
  return {
    openapi: "3.1.0",
    info: { title: "Business Central API", version: "2.0" },
    servers: [{ url: "https://api.businesscentral.dynamics.com/v2.0/{tenant}/{environment}/api/v2.0" }],
    components: { schemas: Object.fromEntries(schemas) },
    paths: pathsOf(all)
  }
}

/** The environments of a tenant, at an address of their own. */
const environments: Json = {
  openapi: "3.1.0",
  info: { title: "Environments", version: "1.1" },
  servers: [{ url: "https://api.businesscentral.dynamics.com/environments" }],
  paths: {
    "/v1.1": {
      get: answer(
        200,
        listOf({
          type: "object",
          properties: Object.fromEntries(
            ["name", "type", "aadTenantId", "webServiceUrl"].map((name) => [name, schemaOf("")])
          )
        })
      )
    }
  }
}

/** Members that an option names and the kind of record has not. */
const optionFaults = (all: Resources, name: string, query: URLSearchParams): ReadonlyArray<string> => {
  const { navigation, properties } = all[name]!
  const members = new Set(properties.map((own) => own.name))
  const links = new Set(navigation.map((own) => own.name))
  const bare = (query.get("$filter") ?? "").replaceAll(/'(?:[^']|'')*'/g, "")
  const filtered = [...bare.matchAll(/([A-Za-z]\w*) (?:eq|ne|gt|ge|lt|le) /g)].map(([, own]) => own!)
  const shown = (query.get("$expand") ?? "")
    .replaceAll(/\([^()]*\)/g, "")
    .split(",")
    .filter(Boolean)
  const selected = (query.get("$select") ?? "").split(",").filter(Boolean)
  const sorted = (query.get("$orderby") ?? "").split(",").flatMap((own) => own.trim().split(" ")[0] || [])
  return [
    ...[...filtered, ...selected, ...sorted].flatMap((own) =>
      members.has(own) ? [] : [`${own} is no member of ${name}`]
    ),
    ...shown.flatMap((own) => (links.has(own) ? [] : [`${own} is nothing that a ${name} is shown with`]))
  ]
}

/** The table of errors: what went wrong inside, its code, and a text of it. */
const failuresIn = (table: string): ReadonlyArray<Example> =>
  table.split("\n").flatMap((row) => {
    const [, , code, message] = row.split(/(?<!\\)\|/).map((own) => own.trim())
    const body = { error: { code, message } }
    return /^[A-Z][a-z]+_/.test(code ?? "")
      ? [{ name: String(code), status: 400, body, from: "documented" as const }]
      : []
  })

export const describe = (folder: string): Description => {
  const textOf = (file: string) => readFileSync(join(folder, file), "utf8")
  const read = JSON.parse(textOf("bc-api-v2.0-resources.json")) as { readonly resources: Resources }
  const errors = failuresIn(textOf("odata-error-codes.md"))
  const all = read.resources
  const sets = Object.fromEntries(Object.keys(all).map((name) => [setOf(name), name]))
  const [own, others] = [OpenApi.make(documentOf(all)), OpenApi.make(environments)]
  const root = "https://api.businesscentral.dynamics.com/v2.0/t/e/api/v2.0"

  /** Each part of a batch is a call of its own. */
  const partFaults = (request: Outgoing): ReadonlyArray<string> => {
    const body: unknown = JSON.parse(request.body ?? "{}")
    const parts = isObject(body) && Array.isArray(body["requests"]) ? body["requests"] : []
    return parts.flatMap((part: Json) => {
      const given = Object.entries((part["headers"] ?? {}) as Json).map(([name, value]) => [
        name.toLowerCase(),
        String(value)
      ])
      const call: Outgoing = {
        method: String(part["method"]),
        url: new URL(`${root}/${String(part["url"])}`),
        headers: Object.fromEntries(given),
        body: part["body"] === undefined ? undefined : JSON.stringify(part["body"])
      }
      const found = own.find(call)
      return found.operation === null ? [found.reason] : found.operation.faults(call)
    })
  }
  const strict = (operation: Operation): Operation => {
    const name =
      sets[
        operation.path
          .replaceAll(/\(\{\w+\}\)/g, "")
          .split("/")
          .at(-1) ?? ""
      ]
    return {
      ...operation,
      examples: operation.examples,
      // Any call may be answered by any of them.
      failures: operation.path === "/companies({company})/customers" ? errors : operation.failures,
      status: operation.status,
      faults: (request) => [
        ...operation.faults(request),
        ...(name === undefined ? [] : optionFaults(all, name, request.url.searchParams)),
        ...(operation.path === "/$batch" ? partFaults(request) : [])
      ]
    }
  }
  const find = (request: Outgoing, how?: { readonly anyHost?: boolean }): Found => {
    const found = own.find(request, how)
    return found.operation === null ? others.find(request, how) : { ...found, operation: strict(found.operation) }
  }
  return { operations: [...own.operations.map(strict), ...others.operations], events: [], find }
}
