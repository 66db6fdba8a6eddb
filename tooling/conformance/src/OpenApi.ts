/**
 * Reads OpenAPI 3.0 and 3.1 and Swagger 2 documents, in YAML or JSON, as a `Description`.
 */
import type { Description, Example, Found, Operation, Outgoing } from "./Description.ts"
import { readDocument } from "./Documents.ts"
import * as JsonSchemas from "./JsonSchemas.ts"
import { standalone } from "./Standalone.ts"

type Json = JsonSchemas.Json
const { isObject } = JsonSchemas

const methods = ["get", "put", "post", "delete", "patch", "head", "options"]

export interface LoadOptions {
  /** Addresses in place of those the document names; parts in braces fit any text. */
  readonly servers?: ReadonlyArray<string>
  /** Restricts the document to paths that match, for documents far larger than what is used. */
  readonly paths?: RegExp
  /** Paths the platform answers at under another name than the document gives. */
  readonly rename?: Readonly<Record<string, string>>
}

/** Reads a document from a file. */
export const load = (file: string, options: LoadOptions = {}): Description => {
  const document = readDocument(file)
  if (!isObject(document["paths"]) && !isObject(document["webhooks"])) {
    throw new Error(`${file} is no OpenAPI or Swagger document`)
  }
  return make(document, options)
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  /** Whether several values come in one text, with a comma between them. */
  readonly joined: boolean
  readonly isList: boolean
  /** Whether its members come as `name[member]`. */
  readonly isDeep: boolean
  readonly schema: unknown
}

interface Server {
  readonly origin: RegExp
  readonly base: RegExp
  readonly basePath: string
}

/** Makes a description of a parsed document. */
export const make = (document: Json, options: LoadOptions = {}): Description => {
  const schemas = JsonSchemas.make(document)
  const { resolve } = schemas
  const routes: Array<{ readonly server: Server; readonly pattern: Pattern; readonly operation: Operation }> = []
  for (const [described, item] of Object.entries((document["paths"] ?? {}) as Json)) {
    const own = resolve(item)
    if (!isObject(own) || options.paths?.test(described) === false) continue
    const path = options.rename?.[described] ?? described
    for (const method of methods) {
      const operation = own[method]
      if (!isObject(operation)) continue
      for (const server of serversOf(document, own, operation, options)) {
        routes.push({
          server,
          pattern: patternOf(path),
          operation: operationOf({ document, schemas, item: own, operation, method, path, base: server.basePath })
        })
      }
    }
  }
  return {
    operations: routes.map(({ operation }) => operation),
    events: eventsOf(document, schemas),
    find: (request, how = {}) => find(routes, request, how)
  }
}

/** Examples of the webhooks that OpenAPI 3.1 describes. */
const eventsOf = (document: Json, schemas: JsonSchemas.Schemas): ReadonlyArray<Example> =>
  Object.entries(isObject(document["webhooks"]) ? document["webhooks"] : {}).flatMap(([name, item]): Array<Example> => {
    const own = schemas.resolve(item)
    const post = isObject(own) && isObject(own["post"]) ? own["post"] : {}
    const body = schemas.resolve(post["requestBody"])
    const content = isObject(body) && isObject(body["content"]) ? body["content"] : {}
    const documented = mediaExamples(schemas, content)
    const id = `webhook ${name}`
    if (documented.length > 0) {
      return documented.map((one) => ({
        name: one.name === null ? id : `${id} (${one.name})`,
        status: 200,
        body: one.body,
        from: "documented"
      }))
    }
    const [media] = Object.values(content)
    return isObject(media) && media["schema"] !== undefined
      ? [
          {
            name: `${id} (made of its schema)`,
            status: 200,
            body: schemas.sample(media["schema"]),
            from: "schema"
          }
        ]
      : []
  })

/** The JSON examples of a body's content, by their names where they have any. */
const mediaExamples = (
  schemas: JsonSchemas.Schemas,
  content: Json
): ReadonlyArray<{ readonly name: string | null; readonly body: unknown }> =>
  Object.entries(content).flatMap(([type, media]) => {
    if (!(isJson(type) || type === "*/*") || !isObject(media)) return []
    const single = media["example"] === undefined ? [] : [{ name: null, body: value(media["example"]) }]
    const named = Object.entries(isObject(media["examples"]) ? media["examples"] : {}).flatMap(([name, example]) => {
      const own = schemas.resolve(example)
      return isObject(own) && own["value"] !== undefined ? [{ name, body: value(own["value"]) }] : []
    })
    return [...single, ...named]
  })

type Routes = ReadonlyArray<{ readonly server: Server; readonly pattern: Pattern; readonly operation: Operation }>

/** The most literal path decides; of equal ones that which the request fits best. */
const find = (routes: Routes, request: Outgoing, how: { readonly anyHost?: boolean }): Found => {
  const { origin, pathname } = request.url
  const fitting = routes.flatMap(({ operation, pattern, server }) => {
    if (how.anyHost !== true && !server.origin.test(origin)) return []
    const below = server.base.exec(pathname)?.[1]
    const match = below === undefined ? null : pattern.regex.exec(below)
    if (match === null) return []
    const params = Object.fromEntries(pattern.names.map((name, index) => [name, decode(match[index + 1]!)]))
    return [{ operation, params, literals: pattern.literals }]
  })
  if (fitting.length === 0) return { operation: null, reason: `no path fits ${origin}${pathname}` }
  const literals = Math.max(...fitting.map((one) => one.literals))
  const nearest = fitting.filter((one) => one.literals === literals)
  const allowed = nearest.filter(({ operation }) => operation.method === request.method)
  if (allowed.length === 0) {
    const known = [...new Set(nearest.map(({ operation }) => operation.method))].join(", ")
    return { operation: null, reason: `the method ${request.method} is not described for ${pathname}, only ${known}` }
  }
  if (allowed.length === 1) return allowed[0]!
  return allowed
    .map((one) => ({ one, count: one.operation.faults(request).length }))
    .reduce((best, next) => (next.count < best.count ? next : best)).one
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

interface Pattern {
  readonly regex: RegExp
  readonly names: ReadonlyArray<string>
  readonly literals: number
}
const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)

const patternOf = (path: string): Pattern => {
  const names: Array<string> = []
  const parts = path.split(/(\{[^}]+\})/).map((part) => {
    if (!part.startsWith("{")) return escape(part)
    names.push(part.slice(1, -1))
    return "([^/]+)"
  })
  return {
    regex: new RegExp(`^${parts.join("")}$`),
    names,
    literals: path.split("/").filter((part) => part !== "" && !part.includes("{")).length
  }
}

const serversOf = (document: Json, item: Json, operation: Json, options: LoadOptions): ReadonlyArray<Server> => {
  const named = [operation["servers"], item["servers"], document["servers"]].find(
    (servers) => Array.isArray(servers) && servers.length > 0
  ) as ReadonlyArray<{ readonly url: string }> | undefined
  const swagger =
    document["swagger"] === undefined
      ? undefined
      : (Array.isArray(document["schemes"]) ? document["schemes"] : ["https"]).map(
          (scheme) => `${scheme}://${String(document["host"] ?? "{host}")}${String(document["basePath"] ?? "")}`
        )
  const urls = options.servers ?? swagger ?? named?.map(({ url }) => url) ?? ["https://{host}"]
  return urls.map((url) => {
    const absolute = /^https?:\/\//.test(url) ? url : `https://{host}/${url.replace(/^\//, "")}`
    const [, origin, path] = /^(https?:\/\/[^/]+)(.*)$/.exec(absolute.replace(/\/+$/, ""))!
    const any = (text: string) =>
      text
        .split(/(?:\{[^}]+\})/)
        .map(escape)
        .join("[^/]+")
    return {
      origin: new RegExp(`^${any(origin!)}$`),
      base: new RegExp(`^${any(path!)}(/.*)$`),
      basePath: path!
    }
  })
}

interface Source {
  readonly document: Json
  readonly schemas: JsonSchemas.Schemas
  readonly item: Json
  readonly operation: Json
  readonly method: string
  readonly path: string
  readonly base: string
}

const lazy = <A>(make: () => A): (() => A) => {
  let made: { readonly value: A } | null = null
  return () => (made ??= { value: make() }).value
}

const operationOf = (source: Source): Operation => {
  const { base, method, path } = source
  const id = `${method.toUpperCase()} ${path}`
  const parameters = parametersOf(source)
  // Schemas are compiled when a request first needs them: a document has hundreds that nobody asks for.
  const checks = lazy(() => parameterChecks(source, parameters))
  const body = lazy(() => bodyOf(source, parameters))
  const examples = lazy(() => examplesOf(source, id, (status) => status < 300, true))
  const failures = lazy(() => examplesOf(source, id, (status) => status >= 400, false))
  const pattern = patternOf(path)
  return {
    id,
    method: method.toUpperCase(),
    path,
    base,
    faults: (request) => [...parameterFaults(checks(), request, pattern), ...bodyFaults(body(), request)],
    get examples() {
      return examples()
    },
    get failures() {
      return failures()
    },
    get status() {
      return statusesOf(source, (status) => status < 300)[0]?.status ?? 200
    },
    document: (before) => standalone({ ...source, path: `${before}${base}${path}` })
  }
}

const parametersOf = ({ document, item, operation, schemas: { resolve } }: Source): ReadonlyArray<Parameter> => {
  const own = [item["parameters"], operation["parameters"]].flatMap((list) => (Array.isArray(list) ? list : []))
  const byKey = new Map<string, Parameter>()
  for (const one of own) {
    const parameter = resolved(resolve, one)
    if (!isObject(parameter)) continue
    const content = isObject(parameter["content"]) ? Object.values(parameter["content"])[0] : undefined
    const schema = parameter["schema"] ?? (isObject(content) ? content["schema"] : undefined) ?? parameter
    const shape = resolve(schema)
    const style = parameter["style"] ?? (parameter["in"] === "query" ? "form" : "simple")
    const isSwagger = document["swagger"] !== undefined
    byKey.set(`${String(parameter["in"])} ${String(parameter["name"]).toLowerCase()}`, {
      name: String(parameter["name"]),
      in: String(parameter["in"]),
      required: parameter["required"] === true,
      joined: isSwagger
        ? parameter["collectionFormat"] !== "multi"
        : style !== "form" || parameter["explode"] === false,
      isList: isObject(shape) && shape["type"] === "array",
      isDeep: style === "deepObject",
      schema
    })
  }
  return [...byKey.values()]
}

/** Undefined for a reference that leads nowhere, as real documents have them: what it meant is then not declared. */
const resolved = (resolve: JsonSchemas.Resolve, value: unknown): unknown => {
  try {
    return resolve(value)
  } catch {
    return undefined
  }
}

type Checks = ReadonlyArray<{ readonly parameter: Parameter; readonly check: JsonSchemas.Check }> & {
  readonly secured?: never
}

const parameterChecks = (source: Source, parameters: ReadonlyArray<Parameter>): Checks => [
  ...parameters
    .filter((parameter) => ["path", "query", "header"].includes(parameter.in))
    .map((parameter) => ({
      parameter,
      // `required: true` of a Swagger 2 parameter is not the list of a schema.
      check: source.schemas.check(
        isObject(parameter.schema) && typeof parameter.schema["required"] === "boolean"
          ? { ...parameter.schema, required: undefined }
          : parameter.schema,
        { closed: parameter.isDeep, text: true }
      )
    })),
  ...securityParameters(source.document).map((parameter) => ({ parameter, check: () => [] }))
]

/** Parameters that carry credentials are declared as security schemes. */
const securityParameters = (document: Json): ReadonlyArray<Parameter> => {
  const components = isObject(document["components"]) ? document["components"] : {}
  const schemes = components["securitySchemes"] ?? document["securityDefinitions"]
  return Object.values(isObject(schemes) ? schemes : {}).flatMap((scheme) =>
    isObject(scheme) && scheme["type"] === "apiKey"
      ? [
          {
            name: String(scheme["name"]),
            in: String(scheme["in"]),
            required: false,
            joined: false,
            isList: false,
            isDeep: false,
            schema: {}
          }
        ]
      : []
  )
}

/** Headers that HTTP itself has and no description names. */
const common = new Set([
  "accept",
  "accept-encoding",
  "accept-language",
  "authorization",
  "connection",
  "content-length",
  "content-type",
  "host",
  "sec-fetch-mode",
  "transfer-encoding",
  "user-agent"
])

const parameterFaults = (checks: Checks, request: Outgoing, pattern: Pattern): ReadonlyArray<string> => {
  const faults: Array<string> = []
  const named = (place: string, name: string) =>
    checks.find(
      ({ parameter }) =>
        parameter.in === place &&
        (place === "header" ? parameter.name.toLowerCase() === name : isNamed(parameter, name))
    )
  const query = request.url.searchParams
  for (const name of new Set(query.keys())) {
    if (named("query", name) === undefined) faults.push(`query parameter ${name} is not declared`)
  }
  for (const name of Object.keys(request.headers)) {
    if (!common.has(name) && named("header", name) === undefined) faults.push(`header ${name} is not declared`)
  }
  const segments = request.url.pathname
  for (const { check, parameter } of checks) {
    const given =
      parameter.in === "query"
        ? [...query].flatMap(([name, value]) => (isNamed(parameter, name) ? [value] : []))
        : parameter.in === "header"
          ? [request.headers[parameter.name.toLowerCase()]].filter((value) => value !== undefined)
          : pathValue(segments, pattern, parameter.name)
    if (given.length === 0) {
      if (parameter.required) faults.push(`${parameter.in} parameter ${parameter.name} is required and missing`)
      continue
    }
    const values = parameter.isList && parameter.joined ? given.flatMap((value) => value.split(",")) : given
    const value = parameter.isList ? values : parameter.isDeep ? deepValue(query, parameter) : values[0]
    for (const fault of check(value)) faults.push(`${parameter.in} parameter ${parameter.name} ${fault}`)
  }
  return faults
}

/** Lists are written `name`, `name[]` or `name[0]`, whatever the description says. */
const bare = (name: string): string => name.replace(/\[\d*\]$/, "")
const isNamed = (parameter: Parameter, name: string): boolean =>
  bare(parameter.name) === (parameter.isDeep ? name.split("[")[0] : bare(name))

/** `created[gte]=1` as `{ gte: "1" }`, and `created=1` as "1". */
const deepValue = (query: URLSearchParams, parameter: Parameter): unknown =>
  nested(new URLSearchParams([...query].filter(([name]) => isNamed(parameter, name))))[parameter.name]

const pathValue = (pathname: string, pattern: Pattern, name: string): ReadonlyArray<string> => {
  const index = pattern.names.indexOf(name)
  const match = new RegExp(pattern.regex.source.replace(/^\^/, "")).exec(pathname)
  return index === -1 || match === null ? [] : [decode(match[index + 1]!)]
}

interface Body {
  readonly required: boolean
  readonly types: ReadonlyArray<{ readonly type: string; readonly check: JsonSchemas.Check }>
}

const bodyOf = ({ document, operation, schemas }: Source, parameters: ReadonlyArray<Parameter>): Body | null => {
  const closed = { closed: true, text: false }
  const asForm = { closed: true, text: true }
  if (document["swagger"] !== undefined) {
    const inBody = parameters.find((parameter) => parameter.in === "body")
    const fields = parameters.filter((parameter) => parameter.in === "formData")
    const consumes = operation["consumes"] ?? document["consumes"]
    const types = (Array.isArray(consumes) ? consumes : ["application/json"]).map(String)
    if (inBody !== undefined) {
      const check = schemas.check(inBody.schema, closed)
      return { required: inBody.required, types: types.map((type) => ({ type, check })) }
    }
    if (fields.length === 0) return null
    const schema = {
      type: "object",
      properties: Object.fromEntries(
        fields.map(({ name, schema: field }) => [name, { ...(field as Json), required: undefined }])
      ),
      required: fields.filter(({ required }) => required).map(({ name }) => name)
    }
    const check = schemas.check(schema, asForm)
    return { required: schema.required.length > 0, types: types.map((type) => ({ type, check })) }
  }
  const body = schemas.resolve(operation["requestBody"])
  if (!isObject(body)) return null
  return {
    required: body["required"] === true,
    types: Object.entries(isObject(body["content"]) ? body["content"] : {}).map(([type, media]) => ({
      type,
      check: schemas.check(isObject(media) ? media["schema"] : true, isForm(type) ? asForm : closed)
    }))
  }
}

const isForm = (type: string): boolean => type.startsWith("application/x-www-form-urlencoded")
const isJson = (type: string): boolean => /^application\/([\w.+-]*\+)?json/.test(type)

const bodyFaults = (body: Body | null, request: Outgoing): ReadonlyArray<string> => {
  if (request.body === undefined || request.body === "") {
    return body?.required === true ? ["a body is required and missing"] : []
  }
  if (body === null) return ["a body is sent and none is described"]
  const type = (request.headers["content-type"] ?? "").split(";")[0]!.trim()
  const media = body.types.find((one) => fits(one.type, type))
  if (media === undefined) {
    return [`the body is sent as ${type}, described is ${body.types.map((one) => one.type).join(", ")}`]
  }
  if (isJson(type)) {
    try {
      return media.check(JSON.parse(request.body)).map((fault) => `body: ${fault}`)
    } catch {
      return ["the body is not JSON"]
    }
  }
  if (isForm(type)) return media.check(nested(new URLSearchParams(request.body))).map((fault) => `body: ${fault}`)
  return []
}

const fits = (described: string, sent: string): boolean => {
  const pattern = described.split(";")[0]!.trim()
  return pattern === sent || new RegExp(`^${pattern.split("*").map(escape).join(".*")}$`).test(sent)
}

/** `items[0][price]=3` as the object it stands for. */
const nested = (form: URLSearchParams): Json => {
  const root: Record<string, any> = {}
  for (const [name, value] of form) {
    const keys = [name.split("[")[0]!, ...[...name.matchAll(/\[([^\]]*)\]/g)].map((match) => match[1]!)]
    let place: Record<string, any> = root
    for (const [index, key] of keys.entries()) {
      const own = Array.isArray(place) && key === "" ? String(place.length) : key
      if (index === keys.length - 1) place[own] = value
      else place = place[own] ??= /^\d*$/.test(keys[index + 1]!) ? [] : {}
    }
  }
  return root
}

const statusesOf = (
  { operation, schemas: { resolve } }: Source,
  wanted: (status: number) => boolean
): ReadonlyArray<{ readonly status: number; readonly response: Json }> =>
  Object.entries(isObject(operation["responses"]) ? operation["responses"] : {}).flatMap(([code, one]) => {
    const response = resolve(one)
    const status = code === "default" ? 500 : Number(code.replace(/XX$/i, "00"))
    return isObject(response) && wanted(status) ? [{ status, response }] : []
  })

const examplesOf = (
  source: Source,
  id: string,
  wanted: (status: number) => boolean,
  synthesise: boolean
): ReadonlyArray<Example> => {
  const documented: Array<Example> = []
  const made: Array<Example> = []
  for (const { response, status } of statusesOf(source, wanted)) {
    const add = (name: string | null, body: unknown) => {
      documented.push({ name: name === null ? id : `${id} (${name})`, status, body: value(body), from: "documented" })
    }
    // Swagger 2.
    if (isObject(response["examples"])) {
      for (const [type, example] of Object.entries(response["examples"]))
        add(type === "application/json" ? null : type, example)
    }
    const content = isObject(response["content"]) ? response["content"] : {}
    for (const { body, name } of mediaExamples(source.schemas, content)) add(name, body)
    const [media] = Object.entries(content).flatMap(([type, one]) =>
      (isJson(type) || type === "*/*") && isObject(one) ? [one] : []
    )
    const schema = response["schema"] ?? media?.["schema"]
    if (schema !== undefined && synthesise) {
      // The example of a whole schema is the document's own word.
      const own = source.schemas.resolve(schema)
      if (isObject(own) && own["example"] !== undefined) add(null, own["example"])
      else {
        const body = source.schemas.sample(schema)
        made.push({ name: `${id} (made of its schema)`, status, body, from: "schema" })
      }
    }
  }
  return documented.length > 0 ? documented : made
}

/** Some documents carry their examples as JSON text. */
const value = (example: unknown): unknown => {
  if (typeof example !== "string" || !/^\s*[[{]/.test(example)) return example
  try {
    return JSON.parse(example)
  } catch {
    return example
  }
}
