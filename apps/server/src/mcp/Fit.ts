/**
 * Answers that fit in a model's context: how many characters an answer has, what of a record is left out because it says
 * nothing, and how a text or a list that is too long is cut, with a mark that says how much is missing.
 */
type Json = unknown

const isEmpty = (value: Json): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === "object" && (Array.isArray(value) ? value.length : Object.keys(value).length) === 0)

/** The value without members that are null or empty, at all depths. */
export const withoutEmpty = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(withoutEmpty)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, own]) => {
      const kept = withoutEmpty(own)
      return isEmpty(kept) ? [] : [[name, kept]]
    })
  )
}

export interface Measure {
  /** Characters of a text. */
  readonly text: number
  /** Elements of a list. */
  readonly elements: number
}
/** How much is shown of each text and list, from the most to the least. */
const measures: ReadonlyArray<Measure> = [
  { text: 2000, elements: 200 },
  { text: 1000, elements: 50 },
  { text: 300, elements: 20 },
  { text: 100, elements: 5 },
  { text: 40, elements: 1 }
]
/** How much of each text and list a record in a list shows. */
export const inLists: Measure = measures[1]!

const cutText = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most).toWellFormed()}… [cut: ${text.length - most} characters more]`

/** The value with its long texts and lists cut. */
export const cut = (value: Json, measure: Measure): Json => {
  if (typeof value === "string") return cutText(value, measure.text)
  if (Array.isArray(value)) {
    const shown = value.slice(0, measure.elements).map((one) => cut(one, measure))
    const left = value.length - shown.length
    return left === 0 ? shown : [...shown, `… [cut: ${left} elements more]`]
  }
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, own]) => [name, cut(own, measure)]))
}

/** The JSON text of a value, whole where it has at most so many characters, and otherwise cut until it has. */
export const text = (value: Json, most: number): string => {
  const whole = JSON.stringify(value) ?? "null"
  if (whole.length <= most) return whole
  for (const measure of measures) {
    const shorter = JSON.stringify(cut(value, measure))
    if (shorter.length <= most) return shorter
  }
  return cutText(JSON.stringify(cut(value, measures.at(-1)!)), most)
}

/** How many of the first records have at most so many characters together. */
export const count = (records: ReadonlyArray<Json>, most: number): number => {
  let size = 0
  const end = records.findIndex((one) => (size += JSON.stringify(one).length + 1) > most)
  return end === -1 ? records.length : end
}
