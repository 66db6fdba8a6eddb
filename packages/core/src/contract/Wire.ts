/**
 * Decoders for what platforms send: they name only what a mapping uses, let everything else pass, and take the usual
 * slips of serialisers (a number as text, an id as number). What is not wrapped in `required` may be absent or null.
 */
import * as Normalize from "./Normalize.ts"
import * as Unread from "./Unread.ts"

/** Reads a value of another form, or throws `Normalize.Unreadable` with the place of what it cannot read. */
export interface Decoder<out A> {
  /** Gives the value as this decoder knows it; throws where it is none. */
  readonly read: (value: unknown) => A
  /** It reads a yes or no. */
  readonly isYesOrNo?: true
  /** What it reads, for types alone: `(typeof Invoice)["Type"]`. */
  readonly Type: A
}

/** A decoder that reads anything with a function of `Normalize`. As an object's member it is not asked about null. */
export const read = <A>(normalize: (value: unknown) => A): Decoder<A> => ({ read: normalize, Type: undefined as never })

/** Text as it is, blank or not (`Normalize.text` trims); a number or boolean is written out. */
export const text: Decoder<string | null> = read((value) => (typeof value === "string" ? value : Normalize.text(value)))

/** An id: text, or a whole number that has not lost digits. A blank text is null. */
export const id: Decoder<string | null> = read((value) => Normalize.id(value))

/** A number or a decimal text. A blank text is null: serialisers without null write it for "none". */
export const number: Decoder<number | null> = read((value) => Normalize.number(value))

/** A day as it is where it was written: `Normalize.day`. */
export const day: Decoder<string | null> = read((value) => Normalize.day(value))

/** A moment in ISO 8601, as canonical UTC: `Normalize.instant`. */
export const instant: Decoder<string | null> = read((value) => Normalize.instant(value))

const words = new Map<unknown, boolean | null>([
  [true, true],
  [false, false],
  [1, true],
  [0, false],
  ["true", true],
  ["false", false],
  ["1", true],
  ["0", false],
  ["yes", true],
  ["no", false],
  ["t", true],
  ["f", false],
  ["", null]
])
/** True or false, also as text ("true", "Yes", "T", "1") or as 1 and 0. A blank text is null. */
export const boolean: Decoder<boolean | null> = {
  ...read((value) => {
    const found = words.get(typeof value === "string" ? value.trim().toLowerCase() : value)
    if (found === undefined) throw new Normalize.Unreadable("true or false", value)
    return found
  }),
  isYesOrNo: true
}

/**
 * The same decoder for a platform that writes a value of its own for "none", such as `false` for a text, a number or a
 * link: `const text = Wire.nullAs(false, Wire.text)`. Null where that value stands, also in a `required` member.
 */
export const nullAs = <D extends Decoder<unknown>>(
  none: string | number | boolean,
  decoder: D
): Decoder<D["Type"] | null> => ({
  ...decoder,
  ...read((value) => (value === none || value === null ? null : decoder.read(value)))
})

/** Anything at all, for parts that only `raw_data` shows or that a mapping looks into itself. */
export const unknown: Decoder<unknown> = read((value) => value)

/** A member that must be there and not null. */
export interface Required<out D extends Decoder<unknown>> {
  readonly _tag: "Required"
  /** Of the member's value. */
  readonly decoder: D
}
/** A member that must be there: an item without it is refused, with the member's name. */
export const required = <D extends Decoder<unknown>>(decoder: D): Required<D> => ({ _tag: "Required", decoder })

/** A member that may be absent, and decides about others where it is there. */
export interface Decisive<out D extends Decoder<unknown>> {
  readonly _tag: "Decisive"
  /** Of the member's value. */
  readonly decoder: D
}
/**
 * A member that a mapping compares with something, such as a kind or a code: it may be absent, but one that is there and
 * cannot be read refuses the item (inside of a part, the part cannot be read), since nobody can tell what it would have
 * decided. A yes or no need not be told so: what is another by either is not known.
 */
export const decisive = <D extends Decoder<unknown>>(decoder: D): Decisive<D> => ({ _tag: "Decisive", decoder })

/** Several members that are read alike, in a `struct` or as all of it: `...Wire.all(Wire.text, "name", "note")`. */
export const all = <M extends Member, const N extends string>(member: M, ...names: ReadonlyArray<N>): Record<N, M> =>
  Object.fromEntries(names.map((name) => [name, member])) as Record<N, M>

type Needed = Required<Decoder<unknown>> | Decisive<Decoder<unknown>>
type Member = Decoder<unknown> | Needed
type Members = Readonly<Record<string, Member>>
/** What a mapping sees: members that are not required may be absent or null. */
export type Struct<M extends Members> = {
  readonly [K in keyof M as M[K] extends Required<Decoder<unknown>> ? K : never]: M[K] extends Required<infer D>
    ? NonNullable<D["Type"]>
    : never
} & {
  readonly [K in keyof M as M[K] extends Required<Decoder<unknown>> ? never : K]?: M[K] extends
    | Decoder<infer A>
    | Decisive<Decoder<infer A>>
    ? A | null | undefined
    : never
}

/** Reads one part of a whole. One that cannot be read is thrown with its place, unless the whole is read in spite of it. */
const part = (
  target: Record<string | number, unknown>,
  step: string | number,
  decoder: Decoder<unknown>,
  raw: unknown,
  isNeeded = false
): void => {
  const from = Unread.found()
  let failed: { readonly error: unknown } | undefined
  try {
    target[step] = decoder.read(raw)
  } catch (error) {
    failed = { error }
  }
  if (failed === undefined && from < 0) return
  const place = typeof step === "number" ? `[${step}]` : step
  Unread.within(from, place)
  if (failed === undefined) return
  const { error } = failed
  Unread.place(error, place)
  if (isNeeded) throw error
  Unread.put(target, step, error, decoder.isYesOrNo === true)
}

const isNeeded = (member: Member): member is Needed => "_tag" in member
const isRequired = (member: Member): boolean => isNeeded(member) && member._tag === "Required"
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** An object of which only the named members are looked at. */
export const struct = <const M extends Members>(members: M): Decoder<Struct<M>> => {
  const own = Object.entries<Member>(members).map(([name, member]) => ({
    name,
    isThere: isRequired(member),
    isNeeded: isNeeded(member),
    decoder: isNeeded(member) ? member.decoder : member
  }))
  return read((value) => {
    if (!isObject(value)) throw new Normalize.Unreadable("an object", value)
    const found: Record<string, unknown> = {}
    for (const { decoder, isNeeded: needed, isThere, name } of own) {
      const raw = value[name]
      if (raw !== undefined && raw !== null) part(found, name, decoder, raw, needed)
      else if (raw === null) found[name] = null
      if (isThere && (found[name] === undefined || found[name] === null)) {
        throw new Normalize.Unreadable("a value that is not null or blank", raw, name)
      }
    }
    return found as Struct<M>
  })
}

/**
 * A list; null elements are left to `element`. Of elements that are `required`, one that cannot be read makes the list
 * unreadable: for lists of what adds up, or of which it counts how many there are.
 */
export const list = <E extends Decoder<unknown> | Required<Decoder<unknown>>>(
  element: E
): Decoder<ReadonlyArray<Element<E>>> => {
  const own: Member = element
  const isThere = isNeeded(own)
  const decoder = isNeeded(own) ? own.decoder : own
  return read((value) => {
    if (!Array.isArray(value)) throw new Normalize.Unreadable("a list", value)
    const found: Array<unknown> = []
    for (let index = 0; index < value.length; index++) {
      part(found as never, index, decoder, value[index], isThere)
      if (isThere && found[index] === null)
        throw new Normalize.Unreadable("a value that is not null or blank", value[index], `[${index}]`)
    }
    return found as ReadonlyArray<Element<E>>
  })
}
type Element<E> = E extends Decoder<infer A> ? A : E extends Required<Decoder<infer A>> ? NonNullable<A> : never

/** An object with any names, such as amounts by currency. */
export const record = <D extends Decoder<unknown>>(member: D): Decoder<Readonly<Record<string, D["Type"]>>> =>
  read((value) => {
    if (!isObject(value)) throw new Normalize.Unreadable("an object", value)
    const found: Record<string, D["Type"]> = {}
    for (const [name, raw] of Object.entries(value)) {
      // Defined, because a member may be called `__proto__`.
      Object.defineProperty(found, name, { value: null, configurable: true, enumerable: true, writable: true })
      part(found, name, member, raw)
    }
    return found
  })

/** Decodes where a connector looks into an answer itself, such as a write's; throws an error that names the place. */
export const decode = <A>(decoder: Decoder<A>, value: unknown): A => {
  try {
    return decoder.read(value)
  } catch (error) {
    return Unread.orThrow(error)
  }
}
