/** Every place within a body, as its schema in the served document has it, and bodies that hold one of them alone. */

/** A schema of the document. */
type Schema = any
/** The members that lead there; `[]` stands for an element. */
export type Place = ReadonlyArray<string>

/** Every schema within a body, and where it is. One that holds itself is looked into once. */
export const all = (
  deref: (schema: Schema) => Schema,
  schema: Schema,
  place: Place = [],
  above: ReadonlyArray<Schema> = []
): ReadonlyArray<readonly [place: Place, schema: Schema]> => {
  const here = deref(schema)
  if (above.includes(here)) return []
  const below = [...above, here]
  const within = (inner: Schema, ...more: Place) => all(deref, inner, [...place, ...more], below)
  return [
    [place, here],
    ...[...(here.anyOf ?? []), ...(here.oneOf ?? []), ...(here.allOf ?? [])].flatMap((one) => within(one)),
    ...Object.entries(here.properties ?? {}).flatMap(([name, one]) => within(one, name)),
    ...(here.items === undefined ? [] : within(here.items, "[]"))
  ]
}

/** As refusals name it, but for the positions of elements: `data[].lines`. */
export const nameOf = (place: Place): string => place.join(".").replaceAll(".[]", "[]")

/** A body that has a value, as JSON, at a place and nothing else. */
export const bodyWith = (place: Place, value: string): string =>
  place.toReversed().reduce((inner, name) => (name === "[]" ? `[${inner}]` : `{"${name}":${inner}}`), value)
