/** HTML as a value: a template that escapes everything put into it, unless it is HTML made the same way. */

const brand: unique symbol = Symbol("Html")
export interface Html {
  readonly [brand]: string
}
type Part = Html | string | number | null | undefined | false | ReadonlyArray<Part>

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => escapes[character]!)

const write = (part: Part): string => {
  if (part === null || part === undefined || part === false) return ""
  if (typeof part === "string" || typeof part === "number") return escape(String(part))
  return brand in part ? part[brand] : part.map(write).join("")
}

/** Text is escaped, lists are joined; null, undefined and false are nothing. Attribute values go in double quotes. */
export const html = (strings: TemplateStringsArray, ...parts: ReadonlyArray<Part>): Html => ({
  [brand]: strings.reduce((whole, text, index) => whole + write(parts[index - 1]) + text)
})

/** The text to send. */
export const render = (page: Html): string => page[brand]
