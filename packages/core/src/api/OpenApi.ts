/**
 * The OpenAPI document, where it needs more than the schemas say: numbers in paths and queries as numbers, the headers of
 * every answer, the scope of every operation, and what holds for all of them.
 */
import { errorCodes, statuses } from "./ApiError.ts"
import { integrations } from "./Common.ts"
import { enumFilterSchemas, filterSchemas } from "./ListQuery.ts"
import * as Events from "./DocumentEvents.ts"
import { shaped } from "./DocumentShape.ts"
import * as Words from "./DocumentWords.ts"
import * as RecordDocument from "./RecordDocument.ts"
import { type EndpointScope, membersOf, sentence } from "./Visibility.ts"

export const description = `One interface over accounting, payments, e-commerce and CRM platforms.

Every call carries the header \`api_key\`. Errors have one shape, with a code, a sentence, the place and every fault found.
An unknown query parameter or body member is an error that names the nearest valid name.
Lists are pages with cursors; any scalar field filters as \`field[operator]=value\` and sorts as \`sort[field]=ASC\`. Members of
objects, lines and related records are filtered by a dot, \`line_items.account_id[eq]=200\`, \`contact.name[icontains]=acme\`: of
several, one has to meet it. Times may be relative to now: \`svc_updated_at[gte]=-7d\`. A parameter sent empty is left out.

Every limit has a name, and a refusal says it with the operator's setting: 413 for too many bytes (1 MB of a body, 10 MB of a
write or a passthrough), 400 for lists, texts and nesting that are too long or too deep (how long each may be stands in its
schema) and for a list that would look through too many records without an index, 429 for what a key asks too often
(\`RateLimit\` tells what is left, \`Retry-After\` when to come again) and where callers who asked for less go first for too long,
503 while others take up what there is.

Answers above 1 kB are compressed as \`Accept-Encoding\` says. Lists, records and descriptions carry an \`ETag\`: who sends it back
as \`If-None-Match\` is answered 304 while nothing has changed. A page of a list
may hold fewer records than its \`limit\`, where they are large; \`next\` leads on.`

type Json = Record<string, any>

/** What a path or query parameter is, where the text it travels as hides it. */
const numbers: Readonly<Record<string, Json>> = {
  svc_id: { type: "integer", minimum: 1, examples: [1042] },
  integration_id: { type: "number", format: "double", examples: [1042] },
  limit: { type: "integer", minimum: 1, maximum: 1000, default: 100 }
}
const typed = (parameter: Json): Json => {
  const schema = parameter["style"] === "deepObject" ? undefined : numbers[parameter["name"]]
  return schema === undefined ? parameter : { ...parameter, schema }
}

const requestId = {
  "request-id": {
    description: "Identifies the request in logs and questions.",
    schema: { type: "string" },
    required: true
  }
}
const retryAfter = { "retry-after": { description: "Seconds.", schema: { type: "integer" }, required: false } }
const header = (name: string): Json => ({ $ref: `#/components/headers/${name}` })
/** What every answer to a key says of what it may still ask. */
const rate = { ratelimit: header("RateLimit"), "ratelimit-policy": header("RateLimitPolicy") }
const headers: Json = {
  RateLimit: {
    description:
      'What the key may still ask for (draft-ietf-httpapi-ratelimit-headers): `"key";r=9990;t=7`, 9990 requests in the next 7 seconds.',
    schema: { type: "string" },
    required: false
  },
  RateLimitPolicy: {
    description: 'What it may ask for at all: `"key";q=10000;w=10`, 10000 requests in 10 seconds.',
    schema: { type: "string" },
    required: false
  },
  ETag: {
    description: "Sent back as `If-None-Match`, it is answered with 304 and no body while nothing has changed.",
    schema: { type: "string" },
    required: false
  }
}
/** The answer to who has it already. */
const unchanged: Json = {
  description: "What `If-None-Match` names is still what there is.",
  headers: { ...requestId, ...rate, etag: header("ETag") }
}
const waiting: ReadonlySet<number> = new Set([statuses["rate-limited"], statuses["platform-unavailable"]])

const answered = (status: string, response: Json, isKept: boolean, isKeyed: boolean, isTagged: boolean): Json => ({
  ...response,
  headers: {
    ...requestId,
    ...(isKeyed ? rate : {}),
    ...(isTagged ? { etag: header("ETag") } : {}),
    ...(isKept ? replayed : {}),
    ...(waiting.has(Number(status)) ? retryAfter : {}),
    ...response["headers"]
  }
})

const idempotencyKey: Json = {
  name: "idempotency-key",
  in: "header",
  required: false,
  description:
    "1 to 255 characters, by organisation and company. The first answer is kept for a day and given again, with the header `idempotent-replayed`.",
  schema: { type: "string", minLength: 1, maxLength: 255 }
}
const replayed = {
  "idempotent-replayed": {
    description: "`true` for the kept answer to an Idempotency-Key.",
    schema: { type: "string" },
    required: false
  }
}

/** What an error status means: its codes, each with its meaning. */
const failureText = (status: number): string =>
  errorCodes
    .filter((code) => statuses[code] === status)
    .map((code) => `\`${code}\`: ${Words.codes[code]}.`)
    .join(" ")
/** The name an error answer has among the components. */
const failureName = (status: string): string => `Error${status}`

const operation = (
  op: Json,
  failures: Map<string, Json>,
  scope: string | undefined,
  isKept: boolean,
  isTagged: boolean
): Json => ({
  ...op,
  description: [
    op["description"] ?? Words.operations[op["operationId"]] ?? `${op["summary"]}.`,
    ...(scope === undefined ? [] : [`Needs the scope \`${scope}\`.`])
  ].join(" "),
  parameters: [
    ...(op["parameters"] ?? []).filter(({ name }: Json) => !isKept || name !== idempotencyKey["name"]),
    ...(isKept ? [idempotencyKey] : [])
  ].map(typed),
  responses: Object.fromEntries(
    Object.entries<Json>({ ...op["responses"], ...(isTagged ? { 304: unchanged } : {}) }).map(([status, response]) => {
      if (response === unchanged) return [status, { $ref: "#/components/responses/Unchanged" }]
      const isRead = isTagged && Number(status) < 400
      const shown = answered(status, response, isKept && Number(status) < 400, scope !== undefined, isRead)
      if (Number(status) < 400) return [status, shown]
      failures.set(failureName(status), { ...shown, description: failureText(Number(status)) })
      return [status, { $ref: `#/components/responses/${failureName(status)}` }]
    })
  )
})

/** How long what a caller sends may be, for the schemas of request bodies. */
export interface Bounds {
  /** Items of a write. */
  readonly batch: number
  /** Elements of any other list, and members of an object with names of the caller's own. */
  readonly items: number
  /** Characters of a text. */
  readonly text: number
}
/** What a service keeps unless its settings say otherwise. */
export const defaultBounds: Bounds = { batch: 500, items: 1000, text: 65_536 }

/**
 * The document with a bound on every list, every object of the caller's own making and every text of a request body; what
 * says something shorter itself keeps it. So no endpoint can forget it. Bounds of {@link defaultBounds} are replaced.
 */
export const bounded = <D extends object>(document: D, bounds: Bounds): D => {
  const whole = document as Json
  const schemas: Json = { ...whole["components"]?.schemas }
  const done = new Set<string>()
  const within = (known: number | undefined, before: number, now: number): number =>
    known === undefined || known === before ? now : known
  const of = (schema: Json, isBatch = false): Json => {
    const name = /^#\/components\/schemas\/(.+)$/.exec(schema["$ref"] ?? "")?.[1]
    if (name !== undefined) {
      if (!done.has(name)) {
        done.add(name)
        schemas[name] = of(schemas[name], isBatch)
      }
      return schema
    }
    const made: Json = { ...schema }
    for (const key of ["anyOf", "oneOf", "allOf"])
      if (made[key]) made[key] = made[key].map((one: Json) => of(one, isBatch))
    if (made["items"]) made["items"] = of(made["items"])
    if (made["prefixItems"]) made["prefixItems"] = made["prefixItems"].map((one: Json) => of(one))
    if (made["properties"]) {
      made["properties"] = Object.fromEntries(
        Object.entries<Json>(made["properties"]).map(([key, one]) => [key, of(one, isBatch && key === "data")])
      )
    }
    const others = made["additionalProperties"]
    if (typeof others === "object") made["additionalProperties"] = of(others)
    const types: ReadonlyArray<string> = [made["type"] ?? []].flat()
    if (types.includes("array")) {
      const [before, now] = isBatch ? [defaultBounds.batch, bounds.batch] : [defaultBounds.items, bounds.items]
      made["maxItems"] = within(made["maxItems"], before, now)
    }
    if (types.includes("object") && typeof others === "object") {
      made["maxProperties"] = within(made["maxProperties"], defaultBounds.items, bounds.items)
    }
    if (types.includes("string") && made["enum"] === undefined && made["const"] === undefined) {
      made["maxLength"] = within(made["maxLength"], defaultBounds.text, bounds.text)
    }
    return made
  }
  const paths = Object.fromEntries(
    Object.entries<Json>(whole["paths"]).map(([path, item]) => [
      path,
      Object.fromEntries(
        Object.entries<Json>(item).map(([method, op]) => {
          const schema = op["requestBody"]?.content?.["application/json"]?.schema
          if (schema === undefined) return [method, op]
          const content = { ...op["requestBody"].content, "application/json": { schema: of(schema, true) } }
          return [method, { ...op, requestBody: { ...op["requestBody"], content } }]
        })
      )
    ])
  )
  return { ...whole, paths, components: { ...whole["components"], schemas } } as D
}

/** The document with the integrations that a service has, beside those of the interface, as the words of `IntegrationType`. */
export const withIntegrations = <D extends object>(document: D, composed: ReadonlyArray<string>): D => {
  const whole = document as Json
  const { pattern: _, ...type } = whole["components"].schemas.IntegrationType
  const known = [...new Set([...integrations, ...composed])].toSorted()
  const schemas = { ...whole["components"].schemas, IntegrationType: { ...type, enum: known } }
  return { ...whole, components: { ...whole["components"], schemas } } as D
}

/** A named schema that says of each member who sees it, where not all do. */
const audience = (name: string, schema: Json): Json => {
  const members = membersOf(name)
  if (members === undefined || schema["properties"] === undefined) return schema
  const properties = Object.entries<Json>(schema["properties"]).map(([member, shape]) => {
    const said = sentence(members[member] ?? "all")
    const description = [shape["description"], said].filter((part) => part !== undefined && part !== null).join(" ")
    return [member, said === null ? shape : { ...shape, description }]
  })
  return { ...schema, properties: Object.fromEntries(properties) }
}

/** The last hand on the document. */
export const finish = (document: Record<string, any>, endpoints: ReadonlyArray<EndpointScope>): Record<string, any> => {
  const failures = new Map<string, Json>()
  const known = new Map(endpoints.map((one) => [`${one.method} ${one.path.replaceAll(/:(\w+)/g, "{$1}")}`, one]))
  const operationOf = (method: string, path: string, op: Json): Json => {
    const { isTagged = false, scope } = known.get(`${method.toUpperCase()} ${path}`) ?? {}
    const takesKey = (op["parameters"] ?? []).some(({ name }: Json) => name === idempotencyKey["name"])
    const isKept = takesKey || (method === "post" && typeof scope === "string")
    return operation(op, failures, scope ?? undefined, isKept, isTagged)
  }
  const paths = Object.fromEntries(
    Object.entries<Json>(document["paths"]).map(([path, item]) => [
      path,
      Object.fromEntries(Object.entries<Json>(item).map(([method, op]) => [method, operationOf(method, path, op)]))
    ])
  )
  const declared: Record<string, Json> = {
    ...Object.fromEntries(
      Object.entries<Json>(document["components"].schemas).map(([name, schema]) => [name, audience(name, schema)])
    ),
    ...RecordDocument.schemas(),
    ...filterSchemas,
    ...enumFilterSchemas()
  }
  const whole = shaped({
    ...document,
    paths,
    components: {
      ...document["components"],
      securitySchemes: {
        api_key: { ...document["components"].securitySchemes.api_key, description: Words.apiKey }
      },
      headers: { ...document["components"].headers, ...headers },
      schemas: { ...declared, ...Events.schemas(declared["Sync"]!) },
      responses: {
        ...Object.fromEntries([...failures].toSorted(([a], [b]) => a.localeCompare(b))),
        Unchanged: unchanged
      }
    }
  })
  return bounded({ ...whole, webhooks: Events.webhooks }, defaultBounds)
}
