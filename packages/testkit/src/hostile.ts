/** Answers as no platform documents them: each member dropped, null, blank or of another type, one at a time. */
export interface Variant {
  /** What was done to which member. */
  readonly name: string
  /** The member, or the whole value, as `$.lines[0].amount`. */
  readonly member: string
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

/** The names that somebody has looked at, of each object and list of a value. */
export type Seen = ReadonlyMap<object, ReadonlySet<string>>

/**
 * Every variant of a JSON value, its members' members included. With `seen` without those of members that nobody looks at:
 * whoever reads the value cannot tell such a variant from it.
 */
export function* variants(value: unknown, seen?: Seen, path = "$"): Generator<Variant> {
  const isSeen = (name: string): boolean => seen === undefined || seen.get(value as object)?.has(name) === true
  for (const [name, other] of others) yield { name: `${path} as ${name}`, member: path, value: other }
  if (Array.isArray(value)) {
    yield { name: `${path} empty`, member: path, value: [] }
    for (const [index, element] of value.entries()) {
      if (!isSeen(String(index))) continue
      for (const variant of variants(element, seen, `${path}[${index}]`)) {
        yield { ...variant, value: value.with(index, variant.value) }
      }
    }
  } else if (typeof value === "object" && value !== null) {
    const members = value as Readonly<Record<string, unknown>>
    for (const [name, member] of Object.entries(members)) {
      if (!isSeen(name)) continue
      const { [name]: _, ...rest } = members
      yield { name: `${path} without ${name}`, member: `${path}.${name}`, value: rest }
      for (const variant of variants(member, seen, `${path}.${name}`)) {
        yield { ...variant, value: { ...members, [name]: variant.value } }
      }
    }
  }
}

/** A JSON value that notes in `seen` at what of it somebody looks. */
export const watched = (value: unknown, seen: Map<object, Set<string>>): unknown => {
  const known = new Map<object, unknown>()
  const watch = (inner: unknown): unknown => {
    if (typeof inner !== "object" || inner === null) return inner
    const before = known.get(inner)
    if (before !== undefined) return before
    const names = seen.get(inner) ?? new Set<string>()
    seen.set(inner, names)
    const look = (name: string | symbol): void => void (typeof name === "string" && names.add(name))
    const shown = new Proxy(inner, {
      get: (own, name) => {
        look(name)
        return watch(Reflect.get(own, name))
      },
      has: (own, name) => {
        look(name)
        return Reflect.has(own, name)
      },
      getOwnPropertyDescriptor: (own, name) => {
        look(name)
        return Reflect.getOwnPropertyDescriptor(own, name)
      },
      ownKeys: (own) => {
        const all = Reflect.ownKeys(own)
        all.forEach(look)
        return all
      }
    })
    known.set(inner, shown)
    return shown
  }
  return watch(value)
}

export const hostileBodies: ReadonlyArray<unknown> = [null, "", "text", 7, true, [], [null], {}, { data: "text" }]
