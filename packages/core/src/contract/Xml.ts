/**
 * XML of platforms that speak it, as values: elements are members, what repeats is a list, attributes are members that
 * begin with `@`. No document type is read, so that no entity can be declared and nothing is fetched; what XML 1.0 forbids
 * and such platforms send nevertheless (control characters, as `&#4;`) is left out.
 */

/** An element: its text, or its members. Text beside members or attributes is the member `#text`. */
export type Value = string | Members
/** An element of XML as an object: attributes and elements by their names. */
export interface Members {
  readonly [name: string]: Value | ReadonlyArray<Value>
}

/** How XML is read as objects. */
export interface ReadOptions {
  /** Whether an element is always a list, however often it is there. What is there twice is one anyway. */
  readonly isList?: (name: string, parent: string) => boolean
  /** Whether an attribute is kept; all are when absent. */
  readonly attributes?: (name: string, element: string) => boolean
  /** Longest text and deepest nesting; 64 Mi characters and 64 when absent. */
  readonly limits?: { readonly length?: number; readonly depth?: number }
}

// oxlint-disable-next-line no-control-regex -- they are what is taken out
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g
const clean = (text: string): string => text.replace(forbidden, "")

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }
/** References that XML itself has. An ampersand that begins none of them is taken as it stands. */
const unescaped = (text: string): string =>
  text.includes("&")
    ? text.replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos));/g, (_, decimal, hex, name) => {
        if (name !== undefined) return entities[name]!
        const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
        return code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ""
      })
    : text
const plain = (text: string): string => clean(unescaped(text))

interface Open {
  readonly name: string
  readonly members: Record<string, Value | Array<Value>>
  text: string
}

const opening = /<([^\s<>/="'&!?]+)/y
const attribute = /\s+([^\s<>/="'&]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y
const ending = /\s*(\/?)>/y

const fault = (message: string, at: number): Error => new Error(`no XML: ${message} at character ${at}`)
const until = (text: string, mark: string, from: number): number => {
  const found = text.indexOf(mark, from)
  if (found === -1) throw fault(`${mark} is missing`, from)
  return found
}

/** The document as a value whose one member is its root. Throws where it is not well-formed, too long or too deep. */
export const read = (text: string, options: ReadOptions = {}): Members => {
  const { depth: deepest = 64, length: longest = 64 * 1024 * 1024 } = options.limits ?? {}
  if (text.length > longest) throw new Error(`no XML to read: ${text.length} characters are more than ${longest}`)
  const root: Open = { name: "", members: {}, text: "" }
  const path: Array<Open> = [root]
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0
  while (at < text.length) {
    const here = path.at(-1)!
    const next = text.indexOf("<", at)
    if (next !== at) {
      here.text += plain(text.slice(at, next === -1 ? text.length : next))
      if (next === -1) break
      at = next
    }
    if (text.startsWith("<!--", at)) at = until(text, "-->", at + 4) + 3
    else if (text.startsWith("<?", at)) at = until(text, "?>", at + 2) + 2
    else if (text.startsWith("<![CDATA[", at)) {
      const end = until(text, "]]>", at + 9)
      here.text += clean(text.slice(at + 9, end))
      at = end + 3
    } else if (text.startsWith("<!", at)) throw fault("a document type is not read", at)
    else if (text.startsWith("</", at)) {
      const end = until(text, ">", at)
      if (path.length === 1 || text.slice(at + 2, end).trimEnd() !== here.name) throw fault("a tag ends another", at)
      path.pop()
      add(path.at(-1)!, here.name, valueOf(here), options)
      at = end + 1
    } else at = begin(text, at, path, deepest, options)
  }
  if (path.length > 1) throw fault(`${path.at(-1)!.name} does not end`, text.length)
  if (Object.keys(root.members).length !== 1 || root.text.trim() !== "") throw fault("not one root", 0)
  return root.members
}

/** Reads an opening tag; answers where it ends. */
const begin = (text: string, from: number, path: Array<Open>, deepest: number, options: ReadOptions): number => {
  opening.lastIndex = from
  const name = opening.exec(text)?.[1]
  if (name === undefined || name === "__proto__") throw fault("not a tag", from)
  const open: Open = { name, members: {}, text: "" }
  let at = opening.lastIndex
  for (;;) {
    attribute.lastIndex = at
    const found = attribute.exec(text)
    if (found === null) break
    at = attribute.lastIndex
    if (options.attributes?.(found[1]!, name) ?? true) open.members[`@${found[1]}`] = plain(found[2] ?? found[3] ?? "")
  }
  ending.lastIndex = at
  const end = ending.exec(text)
  if (end === null) throw fault(`the tag ${name} is not well-formed`, at)
  if (end[1] === "/") add(path.at(-1)!, name, valueOf(open), options)
  else if (path.length > deepest) throw fault(`deeper than ${deepest}`, from)
  else path.push(open)
  return ending.lastIndex
}

const valueOf = ({ members, text }: Open): Value => {
  if (Object.keys(members).length === 0) return text
  return text.trim() === "" ? members : { ...members, "#text": text }
}

const add = (parent: Open, name: string, value: Value, { isList }: ReadOptions): void => {
  const known = parent.members[name]
  if (Array.isArray(known)) known.push(value)
  else if (known !== undefined) parent.members[name] = [known as Value, value]
  else parent.members[name] = isList?.(name, parent.name) === true ? [value] : value
}

/** What `write` takes: as what `read` answers, with numbers and booleans; what is null, undefined or an empty list is left out. */
export type Writable =
  | string
  | number
  | boolean
  | null
  | undefined
  | { readonly [name: string]: Writable | ReadonlyArray<Writable> }

const escaped = (text: string): string =>
  clean(text.toWellFormed())
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("\r", "&#13;")

/** The text of a document, without declaration and without blanks between elements. */
export const write = (document: { readonly [root: string]: Writable | ReadonlyArray<Writable> }): string =>
  Object.entries(document)
    .map(([name, value]) => elements(name, value))
    .join("")

const elements = (name: string, value: Writable | ReadonlyArray<Writable>): string => {
  if (value === null || value === undefined) return ""
  if (Array.isArray(value)) return value.map((one: Writable) => elements(name, one)).join("")
  if (!/^[^\s<>/="'&!?@#]+$/.test(name)) throw new Error(`"${name}" is no name of an element`)
  if (typeof value !== "object") return wrap(name, "", escaped(String(value)))
  let attributes = ""
  let content = ""
  for (const [member, inner] of Object.entries(value)) {
    if (inner === null || inner === undefined) continue
    if (member === "#text") content += escaped(String(inner))
    else if (member.startsWith("@"))
      attributes += ` ${member.slice(1)}="${escaped(String(inner)).replaceAll('"', "&quot;")}"`
    else content += elements(member, inner)
  }
  return wrap(name, attributes, content)
}
const wrap = (name: string, attributes: string, content: string): string =>
  content === "" ? `<${name}${attributes}/>` : `<${name}${attributes}>${content}</${name}>`
