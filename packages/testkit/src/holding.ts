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
