/**
 * Schemas for what platforms send: they name only what a mapping uses, let everything else pass, and take the usual
 * slips of serialisers (a number as text, an id as number). What is not wrapped in `required` may be absent or null.
 */
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import * as Normalize from "./Normalize.ts"

/** Schemas of `read` as an object's members: they pass null by themselves, which is quicker than a union with null. */
const nullable = new WeakMap<Schema.Top, Schema.Top>()

/** A schema that decodes anything with a function of `Normalize` and names the place of what is unreadable. */
export const read = <A>(normalize: (value: unknown) => A, expected: string): Schema.Codec<A, unknown> => {
  const made = reading(normalize, expected)
  nullable.set(
    made,
    reading((value) => (value === null || value === undefined ? value : normalize(value)), expected)
  )
  return made
}
const reading = <A>(normalize: (value: unknown) => A, expected: string): Schema.Codec<A, unknown> =>
  Schema.Unknown.check(
    Schema.makeFilter(
      (value) => {
        try {
          normalize(value)
          return true
        } catch (error) {
          if (Normalize.isUnreadable(error)) return error.message
          throw error
        }
      },
      { expected }
    )
  ).pipe(
    Schema.decodeTo(Schema.Unknown, {
      decode: SchemaGetter.transform(normalize),
      encode: SchemaGetter.passthrough()
    })
  ) as never

/** Text as it is, blank or not (`Normalize.text` trims); a number or boolean is written out. */
export const text: Schema.Codec<string | null, unknown> = read(
  (value) => (typeof value === "string" ? value : Normalize.text(value)),
  "a text"
)

/** An id: text, or a whole number that has not lost digits. A blank text is null. */
export const id: Schema.Codec<string | null, unknown> = read((value) => Normalize.id(value), "an id")

/** A number or a decimal text. A blank text is null: serialisers without null write it for "none". */
export const number: Schema.Codec<number | null, unknown> = read((value) => Normalize.number(value), "a number")

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
  ["", null]
])
/** True or false, also as text ("true", "Yes", "1") or as 1 and 0. A blank text is null. */
export const boolean: Schema.Codec<boolean | null, unknown> = read((value) => {
  const found = words.get(typeof value === "string" ? value.trim().toLowerCase() : value)
  if (found === undefined) throw new Normalize.Unreadable("true or false", value)
  return found
}, "true or false")

/** Anything at all, for parts that only `raw_data` shows or that a mapping looks into itself. */
export const unknown: Schema.Codec<unknown> = Schema.Unknown

/** A member that must be there and not null. */
export interface Required<out S extends Schema.Top> {
  readonly _tag: "Required"
  readonly schema: S
}
export const required = <S extends Schema.Top>(schema: S): Required<S> => ({ _tag: "Required", schema })

type Member = Schema.Top | Required<Schema.Top>
type Members = Readonly<Record<string, Member>>
/** What a mapping sees: members that are not required may be absent or null. */
export type Struct<M extends Members> = {
  readonly [K in keyof M as M[K] extends Required<Schema.Top> ? K : never]: M[K] extends Required<infer S>
    ? NonNullable<S["Type"]>
    : never
} & {
  readonly [K in keyof M as M[K] extends Required<Schema.Top> ? never : K]?: M[K] extends Schema.Top
    ? M[K]["Type"] | null | undefined
    : never
}

const isRequired = (member: Member): member is Required<Schema.Top> => "_tag" in member && member._tag === "Required"

/** An object of which only the named members are looked at. */
export const struct = <const M extends Members>(members: M): Schema.Codec<Struct<M>, unknown> =>
  Schema.Struct(
    Object.fromEntries(
      Object.entries(members).map(([name, member]) => [
        name,
        isRequired(member) ? notNull(member.schema) : maybe(member)
      ])
    )
  ) as never
const maybe = (schema: Schema.Top): Schema.Top => {
  const own = nullable.get(schema)
  return (own === undefined ? Schema.optional(Schema.NullOr(schema)) : Schema.optionalKey(own)) as never
}
const notNull = (schema: Schema.Top): Schema.Top =>
  schema.check(Schema.makeFilter((value) => value !== null, { expected: "a value that is not null or blank" })) as never

/** A list; null elements are left to `schema`. */
export const list = <S extends Schema.Top>(schema: S): Schema.Codec<ReadonlyArray<S["Type"]>, unknown> =>
  Schema.Array(schema) as never

/** An object with any names, such as amounts by currency. */
export const record = <S extends Schema.Top>(schema: S): Schema.Codec<Readonly<Record<string, S["Type"]>>, unknown> =>
  Schema.Record(Schema.String, schema) as never

/** Decodes where a connector looks into an answer itself, such as a write's; throws an error that names the place. */
export const decode = <A>(schema: Schema.Decoder<A>, value: unknown): A => Schema.decodeUnknownSync(schema)(value)
