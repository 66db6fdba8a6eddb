/** Answers as no platform documents them: each member dropped, null, blank or of another type, one at a time. */
export interface Variant {
  /** What was done to which member. */
  readonly name: string
  readonly value: unknown
}

const others: ReadonlyArray<readonly [string, unknown]> = [
  ["null", null],
  ["blank", ""],
  ["a text", "an unknown word"],
  ["a number", -12345.678],
  ["a number beyond 2^53", 2 ** 60],
  ["true", true],
  ["a list", [null, 1, "x"]],
  ["an object", { unexpected: true }],
  ["NUL and half a pair", "a\u0000b\uD800"]
]

/** Every variant of a JSON value, its members' members included. */
export function* variants(value: unknown, path = "$"): Generator<Variant> {
  for (const [name, other] of others) yield { name: `${path} as ${name}`, value: other }
  if (Array.isArray(value)) {
    yield { name: `${path} empty`, value: [] }
    for (const [index, element] of value.entries()) {
      for (const variant of variants(element, `${path}[${index}]`)) {
        yield { name: variant.name, value: value.with(index, variant.value) }
      }
    }
  } else if (typeof value === "object" && value !== null) {
    const members = value as Readonly<Record<string, unknown>>
    for (const [name, member] of Object.entries(members)) {
      const { [name]: _, ...rest } = members
      yield { name: `${path} without ${name}`, value: rest }
      for (const variant of variants(member, `${path}.${name}`)) {
        yield { name: variant.name, value: { ...members, [name]: variant.value } }
      }
    }
  }
}

export const hostileBodies: ReadonlyArray<unknown> = [null, "", "text", 7, true, [], [null], {}, { data: "text" }]
