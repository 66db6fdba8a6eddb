/** Whether one call asks for all that another asks for, whatever language its query is written in. */
import type * as FakePlatform from "./FakePlatform.ts"

/** Whether a call still asks for all that another asks for; calls to another address stand for themselves. */
export const holds = (whole: FakePlatform.Asked, part: FakePlatform.Asked): boolean => {
  if (whole.method !== part.method || whole.url.pathname !== part.url.pathname) return true
  return (
    [...whole.url.searchParams].every(([name, value]) =>
      part.url.searchParams.getAll(name).some((own) => within(value, own))
    ) && within(whole.body, part.body)
  )
}
/** Whether a value holds another: each member, and each word of a text in its order. */
export const within = (part: unknown, value: unknown): boolean => {
  if (part === undefined || part === null) return true
  if (typeof part === "string" && typeof value === "string") {
    const words = wordsOf(part).values()
    let next = words.next()
    for (const word of wordsOf(value)) if (word === next.value) next = words.next()
    return next.done === true
  }
  if (typeof part !== "object") return part === value
  return (
    typeof value === "object" &&
    value !== null &&
    Object.entries(part).every(([name, inner]) => within(inner, (value as Readonly<Record<string, unknown>>)[name]))
  )
}
const wordsOf = (text: string): ReadonlyArray<string> => text.match(/[\p{L}\p{N}_.$:'-]+/gu) ?? []

/** What says which members of an item are shown, in which order and how many: it restricts nothing. OData begins names with `$`. */
const shaping =
  /^\$?(fields?|select|properties|expand.*|include.*|limit|size|page.*|per_?page|first|last|after|cursor|offset|order.*|sort.*|minorversion|unitdp)$/i
/** What a call restricts its list to: parameters, members of a body, and the conditions of a query in either. */
export const conditionsIn = ({ body, url }: FakePlatform.Asked): ReadonlyArray<string> => {
  const found: Array<string> = []
  const visit = (value: unknown, name: string): void => {
    if (shaping.test(name.split(".").at(-1) ?? "")) return
    if (typeof value === "object" && value !== null) {
      for (const [inner, own] of Object.entries(value)) visit(own, name === "" ? inner : `${name}.${inner}`)
    } else if (typeof value === "string" && /^\s*select\b/i.test(value)) {
      const end = String.raw`\border ?by\b|\blimit\b|\bstartposition\b|\bmaxresults\b|$`
      const [, where = ""] = new RegExp(String.raw`\bwhere\b(.*?)(?:${end})`, "is").exec(value) ?? []
      const [, from = ""] = /\bfrom\b\s+(\w+)/i.exec(value) ?? []
      found.push(`${name} = ${from} ${where.trim()}`.trim())
    } else if (typeof value !== "string" || !/^\s*(query\b|mutation\b|\{|<)/.test(value))
      found.push(`${name} = ${value}`)
    // Conditions of an XML request have names.
    else if (/^\s*</.test(value)) {
      for (const [, names = ""] of value.matchAll(/<FILTERS?>([^<]*)/gi)) found.push(...names.split(/[, ]+/))
    }
  }
  for (const [name, value] of url.searchParams) visit(value, name)
  visit(body ?? {}, "")
  return found.toSorted()
}
