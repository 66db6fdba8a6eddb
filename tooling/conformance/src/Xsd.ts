/**
 * XML schemas whose element names are the member names of a platform's JSON, as the JSON Schema of a document: types become
 * definitions, repeated elements lists, text with attributes an object of which `value` is the text. What the schemas say of
 * presence is left out: they describe answers and requests alike.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Json } from "./JsonSchemas.ts"

interface Tag {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Array<Tag>
}

/** Schema files hold nothing but tags, comments and documentation: what stands between tags is not looked at. */
export const parseXml = (text: string): Tag => {
  const root: Tag = { name: "", attributes: {}, children: [] }
  const open: Array<Tag> = [root]
  const bare = text.replaceAll(/<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<xs:documentation[\s\S]*?<\/xs:documentation>/g, "")
  for (const [, closing, name, attributes, empty] of bare.matchAll(
    /<(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/g
  )) {
    if (closing) open.pop()
    else {
      const pairs = [...attributes!.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)]
      const tag: Tag = {
        name: name!.replace(/^\w+:/, ""),
        attributes: Object.fromEntries(pairs.map(([, key, one, other]) => [key!, one ?? other ?? ""])),
        children: []
      }
      open.at(-1)!.children.push(tag)
      if (!empty) open.push(tag)
    }
  }
  return root
}

const plain: Readonly<Record<string, Json>> = {
  decimal: { type: "number" },
  double: { type: "number" },
  float: { type: "number" },
  boolean: { type: "boolean" },
  date: { type: "string", format: "date" },
  dateTime: { type: "string", format: "date-time" }
}
const typeSchema = (type: string | undefined): Json => {
  if (type === undefined) return {}
  if (!type.includes(":")) return { $ref: `#/definitions/${type}` }
  const local = type.replace(/^\w+:/, "")
  return plain[local] ?? (/int|long|short/i.test(local) ? { type: "integer" } : { type: "string" })
}

const find = (tag: Tag, name: string): Tag | undefined => tag.children.find((child) => child.name === name)

/** The document of all schema files of a folder; `elements` are those at the top, with the type of each. */
export const load = (folder: string): { readonly document: Json; readonly elements: ReadonlyMap<string, string> } => {
  const tops = readdirSync(folder)
    .filter((file) => file.endsWith(".xsd"))
    .toSorted()
    .flatMap((file) => parseXml(readFileSync(join(folder, file), "utf8")).children)
    .flatMap(({ children }) => children)
  const groups = new Map(tops.filter(({ name }) => name === "group").map((tag) => [tag.attributes["name"], tag]))
  const complex = new Map(tops.filter(({ name }) => name === "complexType").map((tag) => [tag.attributes["name"], tag]))

  const topTypes = new Map(
    tops.filter(({ name }) => name === "element").map((tag) => [tag.attributes["name"], tag.attributes["type"]])
  )

  const members = (tag: Tag): Array<readonly [string, Json]> =>
    tag.children.flatMap((child): Array<readonly [string, Json]> => {
      const { maxOccurs, name, ref, type } = child.attributes
      if (child.name === "element") {
        const label = name ?? ref!
        const schema = inline(child) ?? typeSchema(type ?? topTypes.get(ref))
        return [[label, maxOccurs !== undefined && maxOccurs !== "1" ? { type: "array", items: schema } : schema]]
      }
      if (child.name === "attribute") return [[name!, inline(child) ?? typeSchema(type)]]
      if (child.name === "group") return members(groups.get(ref!) ?? { name: "", attributes: {}, children: [] })
      if (child.name === "any") return []
      if (child.name === "extension") {
        const base = child.attributes["base"]!
        const parent = complex.get(base)
        return [...(parent === undefined ? [] : members(parent)), ...members(child)]
      }
      if (child.name === "simpleContent") {
        const extension = find(child, "extension")
        return extension === undefined
          ? []
          : [["value", typeSchema(extension.attributes["base"])], ...members(extension)]
      }
      return ["sequence", "choice", "all", "complexContent"].includes(child.name) ? members(child) : []
    })
  const inline = (tag: Tag): Json | undefined => {
    const own = find(tag, "complexType")
    if (own !== undefined) return { type: "object", properties: Object.fromEntries(members(own)) }
    const simple = find(tag, "simpleType")
    return simple === undefined ? undefined : restricted(simple)
  }
  const restricted = (tag: Tag): Json => {
    const restriction = find(tag, "restriction")
    const words = (restriction?.children ?? []).flatMap(({ attributes, name }) =>
      name === "enumeration" ? [attributes["value"]!] : []
    )
    return {
      ...typeSchema(restriction?.attributes["base"] ?? "xs:string"),
      ...(words.length === 0 ? {} : { enum: words })
    }
  }
  const definitions = Object.fromEntries(
    tops.flatMap((tag): Array<[string, Json]> => {
      const name = tag.attributes["name"]!
      if (tag.name === "simpleType") return [[name, restricted(tag)]]
      if (tag.name !== "complexType") return []
      const own = Object.fromEntries(members(tag))
      return [[name, Object.keys(own).length === 0 ? {} : { type: "object", properties: own }]]
    })
  )
  const elements = tops.filter(({ attributes, name }) => name === "element" && attributes["type"] !== undefined)
  return {
    document: { definitions },
    elements: new Map(elements.map(({ attributes }) => [attributes["name"]!, attributes["type"]!]))
  }
}
