/** Requests made up from the served document by a repeatable chance: right ones, and ones that are wrong in one way or many. */
import type { Chance } from "../support/Chance.ts"
import type { Document, Operation } from "./Document.ts"

export interface MadeUp {
  readonly operation: Operation
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}
/** Values that are there: what a right request names. */
export interface Known {
  /** By the operation, the name of a path parameter or body member; undefined when nothing fits. */
  readonly value: (operation: Operation, name: string) => unknown
  readonly keys: ReadonlyArray<string>
}

const nasty: ReadonlyArray<string> = [
  "",
  " ",
  "\u0000",
  "\ud800",
  "'; drop table record; --",
  "<script>alert(1)</script>",
  "🦄".repeat(50),
  "x".repeat(2000),
  "-1",
  "0",
  "1e999",
  "NaN",
  "null",
  "true",
  "0x10",
  "9007199254740993",
  "999999999999999999999999",
  "../../etc/passwd",
  "..%2f..",
  "%",
  "%00",
  "${jndi:ldap://x}",
  "{{7*7}}",
  "a,b,,c",
  "2026-13-45T99:99:99Z",
  "0001-01-01",
  "+275760-09-13T00:00:00.001Z",
  "eyJhIjoxfQ",
  "WzEsIjEiXQ",
  "WzEsIjk5OTk5OTk5OTk5OTk5OTk5OTkiXQ",
  "null,null",
  "constructor",
  "__proto__"
]
const types = ["text/plain", "application/json; charset=utf-16", "multipart/form-data", "application/xml", "json", ""]

export const make = (document: Document, chance: Chance, known: Known) => {
  const { deref } = document

  const text = (schema: any): string => {
    if (schema.examples !== undefined && chance.some(0.6)) return String(chance.one(schema.examples))
    if (schema.format === "date-time") return "2026-01-31T08:00:00.000Z"
    if (schema.format === "date") return "2026-01-31"
    return chance.some(0.8) ? chance.one(["a", "USD", "2026-01-01T00:00:00Z", "Acme", "true", "7"]) : chance.one(nasty)
  }
  const value = (given: any, operation: Operation, name = "", depth = 0): unknown => {
    const schema = deref(given)
    const there = name === "" || chance.some(0.3) ? undefined : known.value(operation, name)
    if (there !== undefined) return there
    if (schema.const !== undefined) return schema.const
    if (schema.enum !== undefined) return chance.one(schema.enum)
    const choices = schema.anyOf ?? schema.oneOf
    if (choices !== undefined) return value(chance.one(choices), operation, name, depth)
    switch (Array.isArray(schema.type) ? chance.one(schema.type) : schema.type) {
      case "string":
        return text(schema)
      case "integer":
        return chance.one([1, 2, 3, 17, 100, schema.minimum ?? 0, chance.int(5000), 2 ** 31, 2 ** 53 - 1])
      case "number":
        return chance.one([0, 1, 1.5, 12.25, -3, 1e21, chance.int(100_000) / 100])
      case "boolean":
        return chance.some(0.5)
      case "null":
        return null
      case "array":
        return depth > 5
          ? []
          : Array.from({ length: chance.int(4) }, () => value(schema.items, operation, "", depth + 1))
      case "object": {
        const made: Record<string, unknown> = {}
        for (const [member, of] of Object.entries(schema.properties ?? {})) {
          if ((schema.required ?? []).includes(member) || chance.some(0.5)) {
            made[member] = value(of, operation, member, depth + 1)
          }
        }
        if (typeof schema.additionalProperties === "object" && depth < 4) {
          for (let index = chance.int(3); index > 0; index--) {
            made[`k${index}`] = value(schema.additionalProperties, operation, "", depth + 1)
          }
        }
        return made
      }
      default:
        return chance.one<unknown>([null, 1, "x", [], {}, { a: [1, { b: null }] }])
    }
  }

  const junk = (): unknown =>
    chance.one<() => unknown>([
      () => null,
      () => true,
      () => -1,
      () => 1e308,
      () => 2 ** 53 + 2,
      () => chance.one(nasty),
      () => [],
      () => ({}),
      () => [[[[]]]],
      () => Array.from({ length: 700 }, () => 0),
      () => ({ constructor: 1, toString: null, length: -1 }),
      () => "x".repeat(100_000)
    ])()
  const spoil = (whole: unknown): unknown => {
    if (typeof whole !== "object" || whole === null || chance.some(0.15)) return junk()
    const copy: any = Array.isArray(whole) ? [...whole] : { ...whole }
    const names = Object.keys(copy)
    const name = names.length === 0 ? "added" : chance.one(names)
    const how = chance.int(10)
    if (how < 2) {
      if (Array.isArray(copy)) copy.length = 0
      else delete copy[name]
    } else if (how < 5) copy[name] = junk()
    else if (how < 7) copy[chance.one(["extra", `${name}s`, name.toUpperCase(), "__proto__ ", "x\u0000y"])] = junk()
    else copy[name] = spoil(copy[name])
    return copy
  }
  const garble = (body: string): string =>
    chance.one<() => string>([
      () => body.slice(0, -1),
      () => `${body}x`,
      () => `\ufeff${body}`,
      () => "[".repeat(10_000),
      () => '{"a":1,"a":2}',
      () => '{"__proto__":{"a":1}}',
      () => "\u0000",
      () => "",
      () => body.replace(/:\s*\d+/, ":12345678901234567890"),
      () => body.replace(/:"/, ':"\\u0000\\ud800'),
      () => "nul",
      () => `"${body.replaceAll('"', "'")}"`
    ])()

  const encoded = (part: string, wrong: boolean): string => {
    const right = encodeURIComponent(part.toWellFormed())
    if (!wrong || chance.some(0.7)) return right
    return chance.one([right, "%00", "%zz", "%ff%fe", "%ed%a0%80", right.slice(0, 3), `${right}%`])
  }

  const query = (operation: Operation, wrong: boolean): string => {
    const parts: Array<string> = []
    const add = (name: string, one: unknown) => {
      const shown = chance.some(0.5) ? name : encodeURIComponent(name.toWellFormed())
      parts.push(`${shown}=${encoded(String(one), wrong)}`)
    }
    for (const parameter of operation.op.parameters ?? []) {
      if (parameter.in !== "query") continue
      const often = parameter.style === "deepObject" ? 0.06 : 0.25
      if (!chance.some(often)) continue
      if (parameter.style === "deepObject") {
        const { properties } = deref(parameter.schema)
        const names = Object.keys(properties)
        const name = wrong && chance.some(0.2) ? chance.one(nasty) : chance.one(names)
        const of = properties[name] ?? { type: "string" }
        add(`${parameter.name}[${name}]`, wrong && chance.some(0.5) ? chance.one(nasty) : value(of, operation))
      } else if (wrong && chance.some(0.4)) add(parameter.name, chance.one(nasty))
      else if (parameter.schema.pattern?.startsWith("^(")) {
        add(
          parameter.name,
          chance.one(parameter.schema.pattern.slice(2, parameter.schema.pattern.indexOf(")")).split("|"))
        )
      } else if (parameter.name === "limit") add("limit", chance.one([1, 2, 5, 20]))
      else add(parameter.name, value(parameter.schema, operation, parameter.name))
    }
    if (wrong && chance.some(0.3))
      add(chance.one(["foo", "limt", "sort", "sort[foo]", "a[b][c]", "[", "]", "id[eq]", ""]), "1")
    if (wrong && chance.some(0.05)) add("next", "x".repeat(20_000))
    return parts.length === 0 ? "" : `?${parts.join("&")}`
  }

  /** The next request. */
  return (): MadeUp => {
    const operation = chance.one(document.operations)
    const { method, op, path } = operation
    const wrong = chance.some(0.6)
    const filled = path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
      const parameter = op.parameters.find((one: any) => one.name === name)
      const one = wrong && chance.some(0.4) ? chance.one(nasty) : value(parameter.schema, operation, name)
      return encoded(String(one), wrong) || "0"
    })
    const headers: Record<string, string> = { api_key: chance.some(0.96) ? known.keys[0]! : chance.one(known.keys) }
    for (const parameter of op.parameters ?? []) {
      if (parameter.in === "header" && chance.some(0.2)) {
        headers[parameter.name] = chance.one(["respond-async", "a", "k".repeat(300), "return=minimal; x"])
      }
    }
    const schema = op.requestBody?.content?.["application/json"]?.schema
    let body: string | undefined
    if (schema !== undefined) {
      const right = value(schema, operation)
      body = JSON.stringify(wrong && chance.some(0.8) ? spoil(right) : right) ?? ""
      if (wrong && chance.some(0.12)) body = garble(body)
      headers["content-type"] = wrong && chance.some(0.05) ? chance.one(types) : "application/json"
    }
    return { operation, method, path: `${filled}${query(operation, wrong)}`, headers, body }
  }
}
