/**
 * Where a value of a record stands in the platform's own item. How a connector maps is code, so this is what the two tell of
 * themselves: the places of the item that hold the same, as a text, a number or a moment.
 */

/** Every value of an item that is no object or list, with its place, such as `Line[0].Amount`. */
const placesOf = (value: unknown, place = ""): ReadonlyArray<readonly [place: string, value: unknown]> => {
  if (Array.isArray(value)) return value.flatMap((item, at) => placesOf(item, `${place}[${at}]`))
  if (typeof value !== "object" || value === null) return [[place, value]]
  return Object.entries(value).flatMap(([name, item]) => placesOf(item, place === "" ? name : `${place}.${name}`))
}

const isDate = (text: string): boolean => /^\d{4}-\d\d-\d\d/.test(text)
const isSame = (unified: unknown, raw: unknown): boolean => {
  if (unified === raw) return true
  const [a, b] = [String(unified), String(raw)]
  if (a === b) return true
  if (a.trim() !== "" && b.trim() !== "" && Number(a) === Number(b)) return true
  // Platforms write a word or a day each in their own way.
  if (isDate(a)) return isDate(b) ? Date.parse(a) === Date.parse(b) || a.slice(0, 10) === b.slice(0, 10) : false
  return a.toLowerCase() === b.toLowerCase()
}
/** Such values are the same in many places by chance. */
const saysNothing = (value: unknown): boolean =>
  value === null || value === "" || typeof value === "boolean" || value === 0 || typeof value === "object"

/** The places for each member of a record, as many as are worth showing. */
export const provenanceOf = (unified: object, raw: unknown): ReadonlyMap<string, ReadonlyArray<string>> => {
  const places = raw === null || raw === undefined ? [] : placesOf(raw)
  return new Map(
    Object.entries(unified).map(([member, value]) => [
      member,
      saysNothing(value)
        ? []
        : places.flatMap(([place, found]) => (saysNothing(found) || !isSame(value, found) ? [] : [place])).slice(0, 3)
    ])
  )
}
