/**
 * What the OpenAPI document does to every schema it is made of, whoever declared it: an object inside another gets a name of
 * its own, which generators need; null is said once; members, parameters and schemas get their words.
 */
import * as Words from "./DocumentWords.ts"

type Json = Record<string, any>

const prefix = "#/components/schemas/"
const nameIn = (schema: Json | undefined): string | undefined =>
  typeof schema?.["$ref"] === "string" && schema["$ref"].startsWith(prefix)
    ? schema["$ref"].slice(prefix.length)
    : undefined
const upper = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
const lower = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1)
const camel = (words: string): string =>
  words
    .split(/[^A-Za-z0-9]+/)
    .map(upper)
    .join("")
const isNull = (schema: Json): boolean => schema["type"] === "null"

/** A union without unions in it that says null once. */
const flat = (schema: Json): Json => {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf)) return schema
  const parts: ReadonlyArray<Json> = anyOf.flatMap((part: Json) => {
    const inner = flat(part)
    return Array.isArray(inner["anyOf"]) && Object.keys(inner).length === 1 ? inner["anyOf"] : [inner]
  })
  // What may be anything may be null, and nothing more is to be said of it.
  if (parts.some((part) => Object.keys(part).length === 0)) return rest
  const others = parts.filter((part) => !isNull(part))
  const nulls = parts.length > others.length ? [{ type: "null" }] : []
  const [only] = others
  // One type or null is a list of types, which every generator reads as what it is.
  if (others.length === 1 && nulls.length === 1 && typeof only!["type"] === "string" && only!["const"] === undefined) {
    const values = only!["enum"] === undefined ? {} : { enum: [...only!["enum"], null] }
    return { ...only, ...values, ...rest, type: [only!["type"], "null"] }
  }
  return { ...rest, anyOf: [...others, ...nulls] }
}

/** What an answer is called, from what it holds; undefined where only its operation says. */
const answerName = ({ properties = {} }: Json): string | undefined => {
  const { data } = properties
  const one = nameIn(data)
  const many = nameIn(data?.["items"])
  if (many !== undefined && "next" in properties) return `${many}List`
  if (one === undefined) return undefined
  return `${one}${"request_id" in properties ? "Timed" : ""}Response`
}

/** What an answer is, from the words of what it holds. */
const answerText = ({ properties = {} }: Json, schemas: Readonly<Record<string, Json>>): string | undefined => {
  const { data } = properties
  const many = nameIn(data?.["items"])
  const name = nameIn(data) ?? many
  const words = name === undefined ? undefined : (Words.schemas[name] ?? schemas[name]?.["description"])
  return words === undefined || many === undefined ? words : `A page of a list. In each place: ${lower(words)}`
}

/** Names what is nameless, says null once, and gives words to what has none. */
export const shaped = (document: Json): Json => {
  const schemas: Record<string, Json> = {}
  const texts: Record<string, string> = {}
  const answers = new Map<string, string | undefined>()

  const put = (name: string, schema: Json): string => {
    const text = JSON.stringify(schema)
    let free = name
    for (let at = 2; texts[free] !== undefined && texts[free] !== text; at++) free = `${name}${at}`
    texts[free] = text
    schemas[free] = schema
    return free
  }
  /** A schema in place; an object with members goes to the components and a reference stays. */
  const inside = (schema: Json, name: string): Json => {
    const made = whole(schema, name)
    if (made["properties"] === undefined) return made
    const { description, ...rest } = made
    const own = { description: Words.schemas[name] ?? answers.get(name) ?? description, ...rest }
    const ref = { $ref: `${prefix}${put(name, own["description"] === undefined ? rest : own)}` }
    return description === undefined ? ref : { description, ...ref }
  }
  // What is declared twice under one name, with other words, is one schema.
  const all: Readonly<Record<string, Json>> = document["components"].schemas
  const bare = (schema: Json): string => JSON.stringify({ ...schema, description: undefined })
  const twins = new Map(
    Object.entries(all).flatMap(([name, schema]) => {
      const first = /^(.+)_\d+$/.exec(name)?.[1]
      const isTwin = first !== undefined && all[first] !== undefined && bare(all[first]) === bare(schema)
      return isTwin ? [[name, { first, description: schema["description"] }] as const] : []
    })
  )
  const single = (schema: Json): Json => {
    const twin = twins.get(nameIn(schema) ?? "")
    if (twin === undefined) return schema
    const words = twin.description === undefined ? {} : { description: twin.description }
    return { ...words, ...schema, $ref: `${prefix}${twin.first}` }
  }
  /** The parts of a schema, each in place. */
  const whole = (schema: Json, name: string): Json => {
    let made: Json = { ...single(schema) }
    for (const key of ["anyOf", "oneOf", "allOf"]) {
      if (Array.isArray(made[key])) made[key] = made[key].map((part: Json) => inside(part, name))
    }
    made = flat(made)
    // `allOf` of one reference only hangs words on it.
    if (made["allOf"]?.length === 1) {
      const { allOf, ...rest } = made
      made = { ...allOf[0], ...rest }
    }
    if (made["items"]) made["items"] = inside(made["items"], name.replace(/s$/, ""))
    if (typeof made["additionalProperties"] === "object") {
      made["additionalProperties"] = inside(made["additionalProperties"], `${name}Value`)
    }
    if (made["properties"]) {
      made["properties"] = Object.fromEntries(
        Object.entries<Json>(made["properties"]).map(([member, own]) => {
          const shape = inside(own, `${name}${camel(member)}`)
          return [member, worded(shape, name, member)]
        })
      )
    }
    return made
  }
  const worded = (shape: Json, name: string, member: string): Json => {
    const said: string | undefined = shape["description"]
    const of = (schema: string | undefined): string | undefined => Words.members[schema ?? "-"]?.[member]
    const words = of(name) ?? of(Words.like[name]) ?? of("")
    // Words of the table on who sees a member stand behind what the member is.
    if (words === undefined || (said !== undefined && !said.startsWith("Shown to keys"))) return shape
    return { ...shape, description: said === undefined ? words : `${words} ${said}` }
  }

  for (const [name, schema] of Object.entries<Json>(all)) {
    if (twins.has(name)) continue
    const made = whole(schema, name)
    const description = Words.schemas[name]
    put(name, made["description"] !== undefined || description === undefined ? made : { description, ...made })
  }
  const content = (of: Json | undefined, name: string): Json | undefined => {
    const schema = of?.["application/json"]?.schema
    if (schema === undefined) return of
    const made = whole(schema, name)
    const isNameless = made["properties"] !== undefined
    const known = isNameless ? (answerName(made) ?? name) : name
    if (isNameless) answers.set(known, answerText(made, document["components"].schemas))
    return {
      ...of,
      "application/json": { ...of!["application/json"], schema: isNameless ? inside(schema, known) : made }
    }
  }
  const operation = (path: string, op: Json): Json => ({
    ...op,
    parameters: (op["parameters"] ?? []).map((one: Json) => parameter(path, one)),
    ...(op["requestBody"] === undefined
      ? {}
      : {
          requestBody: {
            ...op["requestBody"],
            content: content(op["requestBody"].content, camel(`${op["operationId"]} Request`))
          }
        }),
    responses: Object.fromEntries(
      Object.entries<Json>(op["responses"]).map(([status, response]) => {
        const own = content(response["content"], camel(`${op["operationId"]} Response`))
        const name = nameIn(own?.["application/json"]?.schema)
        const described =
          /^[A-Z]\w+$/.test(response["description"]) && name !== undefined ? schemas[name]?.["description"] : undefined
        return [
          status,
          {
            ...response,
            description:
              described ?? (response["description"] === "Success" ? "It was taken." : response["description"]),
            ...(own === undefined ? {} : { content: own })
          }
        ]
      })
    )
  })
  const parameter = (path: string, one: Json): Json => {
    const { description: inner, ...bare } = flat(single(one["schema"]))
    const before = path.split("/").at(path.split("/").indexOf(`{${one["name"]}}`) - 1)
    const description =
      one["description"] ??
      inner ??
      Words.parameters[`${before} ${one["name"]}`] ??
      Words.parameters[one["name"]] ??
      (one["name"] === "svc_id" ? "The record: its `svc_id`." : undefined)
    return { ...one, ...(description === undefined ? {} : { description }), schema: bare }
  }
  const paths = Object.fromEntries(
    Object.entries<Json>(document["paths"]).map(([path, item]) => [
      path,
      Object.fromEntries(Object.entries<Json>(item).map(([method, op]) => [method, operation(path, op)]))
    ])
  )
  return {
    ...document,
    paths,
    components: {
      ...document["components"],
      schemas: Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    }
  }
}
