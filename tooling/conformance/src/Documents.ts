/**
 * Reads a YAML or JSON document from a file, with the files it refers to, as one document whose references all stay inside
 * it.
 */
import { existsSync, readFileSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { parse } from "yaml"
import { isObject, type Json } from "./JsonSchemas.ts"

const read = (file: string): Json => {
  const text = readFileSync(file, "utf8")
  // JSON is YAML too, but its own parser is many times faster.
  const document: unknown = /^\s*\{/.test(text) ? JSON.parse(text) : parse(text, { maxAliasCount: -1 })
  if (!isObject(document)) throw new Error(`${file} is no document`)
  return document
}

/** The document in `file`; other files of the same folder that it refers to are laid under `x-files`. */
export const readDocument = (file: string): Json => {
  const main = resolve(file)
  const files = new Map<string, Json>()
  const names = new Map<string, string>()
  const pending: Array<string> = []
  const nameOf = (path: string): string => {
    const known = names.get(path)
    if (known !== undefined) return known
    const name = `f${names.size}`
    names.set(path, name)
    pending.push(path)
    return name
  }
  const inside = (path: string, ref: string): string => {
    const [target, pointer = ""] = ref.split("#")
    const other = target === "" ? path : resolve(dirname(path), target!)
    if (other === main) return `#${pointer}`
    return /^https?:/.test(target!) || !existsSync(other) ? ref : `#/x-files/${nameOf(other)}${pointer}`
  }
  const rewrite = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => rewrite(one, path))
    if (!isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) =>
        name === "$ref" && typeof inner === "string" ? [name, inside(path, inner)] : [name, rewrite(inner, path)]
      )
    )
  }
  const document = rewrite(read(main), main) as Json
  for (let path = pending.shift(); path !== undefined; path = pending.shift()) {
    files.set(names.get(path)!, rewrite(read(path), path) as Json)
  }
  return files.size === 0 ? document : { ...document, "x-files": Object.fromEntries(files) }
}
