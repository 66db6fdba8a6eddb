/**
 * Fixtures without repetition: what is like something that stands in the same file already names it, and says what is
 * different. An item of a second page, a deleted one, the answer to one asked for by its id: each is a line or two.
 */

type Members = Readonly<Record<string, unknown>>
/** `{ "$like": "/unified/0", "platform_id": "2" }`; `$without` names members that are left out. */
interface Like extends Members {
  readonly $like: string
  readonly $without?: ReadonlyArray<string>
}
const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value)
const isLike = (value: unknown): value is Like => isObject(value) && typeof value["$like"] === "string"

/** The document with each `$like` replaced by the value that its JSON pointer names, with the members beside it instead. */
export const expanded = (document: unknown): unknown => {
  const at = (pointer: string, asking: ReadonlyArray<string>): unknown => {
    if (asking.includes(pointer)) throw new Error(`"$like": "${pointer}" is like itself`)
    const steps = pointer
      .split("/")
      .slice(1)
      .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    let found: unknown = document
    for (const step of steps) {
      const place = opened(found, [...asking, pointer])
      if (typeof place !== "object" || place === null || !Object.hasOwn(place, step)) {
        throw new Error(`"$like": "${pointer}" names nothing of the file`)
      }
      found = (place as Members)[step]
    }
    return opened(found, [...asking, pointer])
  }
  /** What stands in one place, its own members as they are written. */
  const opened = (value: unknown, asking: ReadonlyArray<string>): unknown => {
    if (!isLike(value)) return value
    const { $like, $without = [], ...own } = value
    const whole = at($like, asking)
    if (!isObject(whole)) return whole
    const kept = Object.entries({ ...whole, ...own }).filter(([name]) => !$without.includes(name))
    return Object.fromEntries(kept)
  }
  const whole = (value: unknown): unknown => {
    const found = opened(value, [])
    if (Array.isArray(found)) return found.map(whole)
    return isObject(found)
      ? Object.fromEntries(Object.entries(found).map(([name, inner]) => [name, whole(inner)]))
      : found
  }
  return whole(document)
}
