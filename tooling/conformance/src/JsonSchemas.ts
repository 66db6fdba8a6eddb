/**
 * Schemas of an OpenAPI or Swagger document as checks. The three dialects (Swagger 2, OpenAPI 3.0, OpenAPI 3.1) become
 * JSON Schema 2020-12; a request's bodies are held to the members that are declared, because a platform ignores a
 * misspelled one without a word.
 */
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js"
import formats from "ajv-formats"

export type Json = Readonly<Record<string, unknown>>
export type Check = (value: unknown) => ReadonlyArray<string>

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Follows `$ref` inside a document; answers the value itself when it is none. */
export const resolver = (document: Json) => {
  const resolve = (value: unknown, seen: ReadonlyArray<string> = []): unknown => {
    if (!isObject(value) || typeof value["$ref"] !== "string") return value
    const ref = value["$ref"]
    if (!ref.startsWith("#")) throw new Error(`a reference to another document is not supported: ${ref}`)
    if (seen.includes(ref)) throw new Error(`a reference to itself: ${ref}`)
    const target = ref
      .slice(1)
      .split("/")
      .filter((part) => part !== "")
      .reduce<unknown>((inner, part) => {
        const key = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~")
        return isObject(inner) || Array.isArray(inner) ? (inner as Json)[key] : undefined
      }, document)
    if (target === undefined) throw new Error(`a reference to nothing: ${ref}`)
    return resolve(target, [...seen, ref])
  }
  return resolve
}
export type Resolve = ReturnType<typeof resolver>

/** Keywords that mean the same in every dialect. */
const plain = [
  "const",
  "enum",
  "format",
  "maxItems",
  "maxLength",
  "maxProperties",
  "minItems",
  "minLength",
  "minProperties",
  "multipleOf",
  "uniqueItems"
]
/** Swagger 2 has `file` as well, and some documents words of their own: those say nothing of a value. */
const types = new Set(["array", "boolean", "integer", "null", "number", "object", "string"])

const isRegex = (pattern: unknown): pattern is string => {
  if (typeof pattern !== "string") return false
  try {
    void new RegExp(pattern, "u")
    return true
  } catch {
    return false
  }
}

interface Options {
  /** Whether members that no schema declares are faults. */
  readonly closed: boolean
  /** Values arrive as text: query parameters, headers, forms. */
  readonly text: boolean
}

export const make = (document: Json) => {
  const resolve = resolver(document)
  const ajvs = [false, true].map((text) => {
    const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false, coerceTypes: text ? "array" : false })
    formats.default(ajv)
    ajv.addKeyword({ keyword: "readOnlyMember", validate: () => false, error: { message: "is read-only" } })
    return ajv
  })

  /** True where a schema, by itself or by what it is composed of, says which members there are. */
  const declares = (schema: unknown, seen: ReadonlyArray<unknown> = []): boolean => {
    const own = resolve(schema)
    if (!isObject(own) || seen.includes(own)) return false
    const parts = ["allOf", "anyOf", "oneOf"].flatMap((keyword) => (Array.isArray(own[keyword]) ? own[keyword] : []))
    return isObject(own["properties"]) || parts.some((part) => declares(part, [...seen, own]))
  }

  const converter = (options: Options) => {
    const definitions: Record<string, unknown> = {}
    const names = new Map<string, string>()
    const convert = (schema: unknown, closed: boolean): unknown => {
      if (typeof schema === "boolean") return schema
      if (!isObject(schema)) return true
      if (typeof schema["$ref"] === "string") {
        const key = `${closed ? "closed" : "open"} ${schema["$ref"]}`
        let name = names.get(key)
        if (name === undefined) {
          name = `d${names.size}`
          names.set(key, name)
          definitions[name] = convert(resolve(schema), closed)
        }
        return { $ref: `#/$defs/${name}` }
      }
      const out: Record<string, unknown> = {}
      for (const keyword of plain) if (schema[keyword] !== undefined) out[keyword] = schema[keyword]
      const type = [schema["type"] ?? []].flat().filter((name) => types.has(String(name)))
      if (type.length > 0) out["type"] = type.length === 1 ? type[0] : type
      if (isRegex(schema["pattern"])) out["pattern"] = schema["pattern"]
      limit(schema, out, "minimum", "exclusiveMinimum")
      limit(schema, out, "maximum", "exclusiveMaximum")
      const properties = isObject(schema["properties"]) ? schema["properties"] : {}
      const isReadOnly = (name: string) => {
        const member = properties[name]
        return isObject(member) && (member["readOnly"] === true || (resolve(member) as Json)["readOnly"] === true)
      }
      if (isObject(schema["properties"])) {
        out["properties"] = Object.fromEntries(
          Object.entries(properties).map(([name, member]) => [
            name,
            options.closed && isReadOnly(name) ? { readOnlyMember: true } : convert(member, options.closed)
          ])
        )
      }
      if (Array.isArray(schema["required"])) {
        out["required"] = schema["required"].filter((name) => !(options.closed && isReadOnly(String(name))))
      }
      if (schema["items"] !== undefined) out["items"] = convert(schema["items"], options.closed)
      if (schema["not"] !== undefined) out["not"] = convert(schema["not"], false)
      if (schema["additionalProperties"] !== undefined) {
        out["additionalProperties"] = convert(schema["additionalProperties"], options.closed)
      }
      if (Array.isArray(schema["allOf"])) out["allOf"] = schema["allOf"].map((part) => convert(part, false))
      // Alternatives of real descriptions overlap: one that fits is enough.
      const alternatives = ["anyOf", "oneOf"].flatMap((keyword) =>
        Array.isArray(schema[keyword]) ? [{ anyOf: schema[keyword].map((part) => convert(part, false)) }] : []
      )
      if (alternatives.length > 0) out["allOf"] = [...((out["allOf"] as Array<unknown>) ?? []), ...alternatives]
      if (closed && schema["additionalProperties"] === undefined && declares(schema)) {
        out["unevaluatedProperties"] = false
      }
      return schema["nullable"] === true ? nullable(out) : out
    }
    return (schema: unknown) => ({ ...(convert(schema, options.closed) as object), $defs: definitions })
  }

  return {
    resolve,
    /** A check of values against a schema; each fault begins with the place in the value. */
    check: (schema: unknown, options: Options): Check => {
      const validate = ajvs[options.text ? 1 : 0]!.compile(converter(options)(schema))
      return (value) => {
        const box = { value }
        if (validate(box.value)) return []
        const sentences = [...new Set((validate.errors ?? []).flatMap(sentence))]
        return sentences.length === 0 ? ["fits none of the alternatives"] : sentences
      }
    },
    sample: (schema: unknown) => sample(resolve, schema, [])
  }
}
export type Schemas = ReturnType<typeof make>

const nullable = (schema: Record<string, unknown>): unknown =>
  typeof schema["type"] === "string"
    ? {
        ...schema,
        type: [schema["type"], "null"],
        ...(Array.isArray(schema["enum"]) ? { enum: [...schema["enum"], null] } : {})
      }
    : { anyOf: [schema, { type: "null" }] }

/** OpenAPI 3.0 and Swagger 2 say `exclusiveMinimum: true`, JSON Schema gives the number itself. */
const limit = (schema: Json, out: Record<string, unknown>, keyword: string, exclusive: string): void => {
  if (schema[exclusive] === true) out[exclusive] = schema[keyword]
  else if (schema[keyword] !== undefined) out[keyword] = schema[keyword]
  if (typeof schema[exclusive] === "number") out[exclusive] = schema[exclusive]
}

const sentence = ({ instancePath, keyword, message, params }: ErrorObject): ReadonlyArray<string> => {
  // These only say that something inside them failed, which has its own sentence.
  if (keyword === "anyOf" || keyword === "if") return []
  const at = instancePath === "" ? "" : `${instancePath.slice(1).replaceAll("/", ".")} `
  if (keyword === "unevaluatedProperties")
    return [`${at}has the member ${params["unevaluatedProperty"]}, which is not declared`]
  if (keyword === "additionalProperties")
    return [`${at}has the member ${params["additionalProperty"]}, which is not declared`]
  if (keyword === "enum")
    return [`${at}must be one of ${(params["allowedValues"] as ReadonlyArray<unknown>).join(", ")}`]
  return [`${at}${message ?? keyword}`]
}

/** A value that fits a schema, made of the examples that its parts carry; undefined where a part holds itself. */
const sample = (resolve: Resolve, schema: unknown, inside: ReadonlyArray<unknown>): unknown => {
  const own = resolve(schema)
  if (!isObject(own)) return "text"
  if (inside.includes(own) || inside.length > 12) return undefined
  if (own["example"] !== undefined) return own["example"]
  if (Array.isArray(own["examples"]) && own["examples"].length > 0) return own["examples"][0]
  if (own["const"] !== undefined) return own["const"]
  if (Array.isArray(own["enum"])) return own["enum"][0]
  const within = [...inside, own]
  const [first] = [own["oneOf"], own["anyOf"]].flatMap((parts) => (Array.isArray(parts) ? parts : []))
  if (first !== undefined && !isObject(own["properties"])) return sample(resolve, first, within)
  const type = Array.isArray(own["type"]) ? own["type"].find((name) => name !== "null") : own["type"]
  if (Array.isArray(own["allOf"]) || isObject(own["properties"]) || type === "object") {
    const parts = (Array.isArray(own["allOf"]) ? own["allOf"] : []).map((part) => sample(resolve, part, within))
    const members = Object.entries(isObject(own["properties"]) ? own["properties"] : {}).map(
      ([name, member]) => [name, sample(resolve, member, within)] as const
    )
    if (parts.length === 1 && !isObject(parts[0]) && members.length === 0) return parts[0]
    return {
      ...Object.assign({}, ...parts.filter(isObject)),
      ...Object.fromEntries(members.filter(([, value]) => value !== undefined))
    }
  }
  if (type === "array" || own["items"] !== undefined) {
    const item = sample(resolve, own["items"], within)
    return item === undefined ? [] : [item]
  }
  if (own["default"] !== undefined && own["default"] !== null) return own["default"]
  if (type === "integer") return typeof own["minimum"] === "number" ? own["minimum"] : 1
  if (type === "number") return typeof own["minimum"] === "number" ? own["minimum"] : 1.5
  if (type === "boolean") return true
  return textOf[String(own["format"])] ?? "text"
}

const textOf: Readonly<Record<string, string>> = {
  "date-time": "2024-05-01T09:30:00Z",
  date: "2024-05-01",
  time: "09:30:00",
  uuid: "00000000-0000-4000-8000-000000000001",
  email: "someone@example.com",
  uri: "https://example.com/",
  url: "https://example.com/",
  int64: "1",
  decimal: "1.50"
}
