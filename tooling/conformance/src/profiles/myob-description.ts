/**
 * MYOB's description: the contracts of its own SDK, classes with their members and routes with what can be done at each. Here
 * they become paths and schemas; the envelope of lists and the parameters are those of MYOB's developer pages.
 */
import { readFileSync } from "node:fs"
import { join as pathTo } from "node:path"
import { type Description, join } from "../Description.ts"
import type { Json } from "../JsonSchemas.ts"
import * as OpenApi from "../OpenApi.ts"

interface Class {
  readonly extends?: string | null
  readonly properties: ReadonlyArray<{ readonly name: string; readonly type: string }>
}
interface Contracts {
  readonly classes: Readonly<Record<string, Class>>
  readonly enums: Readonly<Record<string, { readonly values: ReadonlyArray<{ readonly name: string }> }>>
  readonly service_routes: Readonly<Record<string, { readonly routes: ReadonlyArray<string>; readonly base: string }>>
}

export const file = "5d4b1ce0-bb9f-4f4c-9578-2b168b7295db"
const guid = { type: "string", example: "0c55818c-855a-452e-be92-d8a1595fc5e9" }
const plain: Readonly<Record<string, Json>> = {
  string: { type: "string" },
  Guid: guid,
  Uri: { type: "string", example: "https://arl2.api.myob.com/accountright/" },
  DateTime: { type: "string", example: "2026-03-02T00:00:00" },
  bool: { type: "boolean" },
  int: { type: "integer" },
  short: { type: "integer" },
  // Quirk: the SDK reads what the interface writes as a text.
  long: { type: ["integer", "string"], example: 1 },
  decimal: { type: "number", example: 10 },
  double: { type: "number", example: 10 },
  float: { type: "number", example: 10 }
}
/** Members that the SDK reads from elsewhere than the body. */
const unread = new Set(["ETag"])

/** Members whose words decide what is asked next, where the first word of all would lead nowhere. */
const samples: Readonly<Record<string, string>> = {
  "Bill.BillType": "Item",
  "Invoice.InvoiceType": "Item",
  "Order.OrderType": "Item",
  "PurchaseOrder.OrderType": "Item",
  "TaxCode.Code": "GST",
  "TaxCode.Type": "GST_VAT"
}

/** The attachments of a document, whose class the contracts leave empty. */
const attachments: Json = {
  type: "object",
  properties: {
    UID: guid,
    Attachments: {
      type: "array",
      items: {
        type: "object",
        properties: {
          UID: guid,
          OriginalFileName: { type: "string", example: "bill.pdf" },
          FileBase64Content: { type: "string", writeOnly: true }
        }
      }
    }
  }
}

const schemasOf = ({ classes, enums }: Contracts) => {
  const done = new Map<string, Json>()
  const arguments_ = (type: string) => /^(\w+)<(\w+)>$/.exec(type)
  const membersOf = (name: string, argument: string | null): Readonly<Record<string, Json>> => {
    const generic = arguments_(name)
    const own =
      generic === null ? classes[name] : Object.entries(classes).find(([key]) => key.startsWith(`${generic[1]}<`))?.[1]
    if (own === undefined) return {}
    const inner = generic?.[2] ?? argument
    const parent = own.extends?.replace(/<T\w*>$/, inner === null ? "" : `<${inner}>`)
    return {
      ...(parent ? membersOf(parent, inner) : {}),
      ...Object.fromEntries(
        own.properties.flatMap(({ name: member, type }) =>
          unread.has(member) ? [] : [[member, sampled(`${name}.${member}`, schemaOf(type, inner))] as const]
        )
      )
    }
  }
  const schemaOf = (type: string, argument: string | null): Json => {
    const list = /^(?:IEnumerable|IList|List)<(\w+)>$|^(\w+)\[\]$/.exec(type)
    if (list !== null) {
      const element = list[1] ?? list[2] ?? ""
      return orNull({
        type: "array",
        items: schemaOf(/^T\w*Line$|^T$/.test(element) ? (argument ?? element) : element, argument)
      })
    }
    const bare = type.replace(/\?$/, "")
    const known = plain[bare] ?? plain[bare.toLowerCase()]
    if (known !== undefined) return type.endsWith("?") || bare === "string" ? orNull(known) : known
    const words = enums[bare]
    if (words !== undefined) return orNull({ enum: words.values.map(({ name }) => name) })
    return classes[bare] === undefined ? {} : orNull({ $ref: refTo(bare) })
  }
  const refTo = (name: string): string => {
    if (!done.has(keyOf(name))) {
      done.set(keyOf(name), {})
      done.set(keyOf(name), { type: "object", additionalProperties: false, properties: membersOf(name, null) })
    }
    return `#/components/schemas/${keyOf(name)}`
  }
  return { refTo, done }
}
const sampled = (name: string, schema: Json): Json =>
  samples[name] === undefined ? schema : { allOf: [schema], example: samples[name] }
const keyOf = (name: string) => name.replaceAll(/\W/g, "_")
const orNull = (schema: Json): Json =>
  schema["enum"] === undefined
    ? { anyOf: [schema, { type: "null" }] }
    : { enum: [...(schema["enum"] as ReadonlyArray<unknown>), null] }

const answer = (status: number, schema?: Json): Json => ({
  [status]: { description: "Done", ...(schema === undefined ? {} : { content: { "application/json": { schema } } }) }
})
const asked = (...names: ReadonlyArray<string>) =>
  names.map((name) => ({
    name,
    in: "query",
    schema: { type: name === "$top" || name === "$skip" ? "integer" : "string" }
  }))
/** What every call says, as the developer pages have it. */
const headers = ["x-myobapi-key", "x-myobapi-version"].map((name) => ({
  name,
  in: "header",
  required: true,
  schema: { type: "string" }
}))
const listed = asked("$top", "$skip", "$filter", "$orderby")
/** What the summaries are asked with. */
const reported = asked("StartDate", "EndDate", "AsOfDate", "ReportingBasis", "YearEndAdjust")

/** What is refused, by the pages about errors. */
const refused: Json = {
  400: {
    description: "Refused",
    content: {
      "application/json": {
        example: {
          Errors: [
            {
              Name: "ValidationError",
              Message: "Supplier is required",
              AdditionalDetails: "",
              ErrorCode: 100,
              Severity: "Error"
            }
          ]
        }
      }
    }
  }
}

export const describe = (folder: string): Description => {
  const contracts = JSON.parse(readFileSync(pathTo(folder, "accountright-v2-contracts.json"), "utf8")) as Contracts
  const { done, refTo } = schemasOf(contracts)
  const uid = { name: "uid", in: "path", required: true, schema: { type: "string" } }
  const paths: Record<string, Json> = {}
  for (const { base, routes } of Object.values(contracts.service_routes)) {
    const [, kind = "", own = ""] = /^(\w+)<([\w.]+)>/.exec(base) ?? []
    const name = own.split(".").at(-1) ?? ""
    if (contracts.classes[name] === undefined) continue
    const isAttachment = /Attachment/.test(name)
    const schema: Json = isAttachment ? attachments : { $ref: refTo(name) }
    const body = { requestBody: { required: true, content: { "application/json": { schema } } } }
    for (const route of routes) {
      const path = `/${route.replace(/^\//, "").replaceAll(/\{_?(\w+)\}/g, "{$1}")}`
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, given]) => ({ ...uid, name: given }))
      if (kind === "GetOnlyService" || isAttachment) {
        paths[path] = {
          get: { parameters: [...named, ...reported], responses: answer(200, schema) },
          ...(isAttachment ? { post: { parameters: named, ...body, responses: { ...answer(201), ...refused } } } : {})
        }
        continue
      }
      const isMutable = kind !== "ReadableService" && kind !== "ReadableRangeService"
      const list = {
        type: "object",
        required: ["Items", "NextPageLink"],
        properties: {
          Items: { type: "array", items: schema },
          NextPageLink: { type: "null", example: null },
          Count: { type: "integer" }
        }
      }
      paths[path] = {
        get: { parameters: [...named, ...listed], responses: answer(200, list) },
        ...(isMutable ? { post: { parameters: named, ...body, responses: { ...answer(201), ...refused } } } : {})
      }
      const one = [...named, uid]
      paths[`${path}/{uid}`] = {
        get: { parameters: one, responses: answer(200, schema) },
        ...(isMutable
          ? {
              put: { parameters: one, ...body, responses: answer(200) },
              delete: { parameters: one, responses: answer(204) }
            }
          : {})
      }
    }
  }
  paths["/"] = { get: { parameters: [], responses: answer(200, { $ref: refTo("CompanyFileWithResources") }) } }
  const schemas = {
    ...Object.fromEntries(done),
    File: { type: "object", properties: { Id: guid, Name: { type: "string" } } }
  }
  const described = (url: string, own: Readonly<Record<string, Json>>) =>
    OpenApi.make({
      openapi: "3.1.0",
      info: { title: "AccountRight API", version: "v2" },
      servers: [{ url }],
      paths: Object.fromEntries(Object.entries(own).map(([path, each]) => [path, { parameters: headers, ...each }])),
      components: { schemas }
    } as Json)
  const files = answer(200, { type: "array", items: { $ref: "#/components/schemas/File" } })
  return join([
    described(`https://api.myob.com/accountright/${file}`, paths),
    described("https://api.myob.com/accountright", { "/": { get: { responses: files } } })
  ])
}
