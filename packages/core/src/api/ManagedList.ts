/**
 * The management lists: each is filtered and sorted by the scalar members of its entries, as the lists of records are. What
 * they are is read from the schema of the entries, and from that come the query, its parameters in OpenAPI, and the options
 * of the typed client. What only some keys see is neither filtered nor sorted by, for the order would tell what it is.
 */
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as SchemaGetter from "effect/SchemaGetter"
import * as Words from "./DocumentWords.ts"
import type { Condition } from "./ListQuery.ts"
import { filterOf, type FilterKind, pageParameters, plain, queryParameters, sortedBy } from "./ListQuery.ts"

/** A member that a list is filtered and sorted by. */
export interface Column {
  /** Of what an entry belongs to, with that before a dot: `company.name`. */
  readonly name: string
  /** The schema whose member it is, and what it is called there. */
  readonly of: { readonly schema: string; readonly member: string }
  readonly kind: FilterKind
  /** Words of a closed set. */
  readonly words?: ReadonlyArray<string>
  readonly isNullable: boolean
  readonly description?: string
}

type Scalar = string | number | boolean
/** Names of the members that are single values. */
export type ScalarName<A> = {
  [K in keyof A]-?: unknown extends A[K] ? never : NonNullable<A[K]> extends Scalar ? K : never
}[keyof A] &
  string

/** Of what an entry belongs to, by what it is called there: its schema, and the members that entries are filtered and sorted by. */
type Beside = Readonly<Record<string, readonly [of: Schema.Top, ...members: ReadonlyArray<string>]>>
type NameBeside<B extends Beside> = {
  [P in keyof B & string]: `${P}.${Extract<B[P][number], string>}`
}[keyof B & string]
/** An entry with the members of what it belongs to, by a dot. */
type With<A, B extends Beside> = A & {
  readonly [N in NameBeside<B>]: N extends `${infer P}.${infer M}` ? B[P][0]["Type"][M & keyof B[P][0]["Type"]] : never
}

/** What a list is asked, as a caller of the typed client writes it. */
export interface Query<A, K extends keyof A & string> {
  readonly filter?: { readonly [N in K]?: Condition<NonNullable<A[N]>> }
  /** In this order. */
  readonly sort?: { readonly [N in K]?: "ASC" | "DESC" }
  /** Entries of one page. */
  readonly limit?: number
  /** Cursor of another page of the same list. */
  readonly next?: string | null
  readonly prev?: string | null
  readonly return_count?: boolean
}

/** A list as its definition says it. */
export interface ManagedList<K extends string, Q> {
  /** What an entry is called, such as `Company`. */
  readonly name: string
  readonly columns: ReadonlyMap<K, Column>
  /** Parameters that stand for `[eq]` of a member. */
  readonly short: ReadonlyMap<string, K>
  /** The server reads the query itself, because every fault is to be named. */
  readonly query: Schema.Codec<Q, Readonly<Record<string, string | ReadonlyArray<string>>>>
  /** An annotation of the endpoint. */
  readonly parameters: ReturnType<typeof queryParameters>
}

const One = Schema.Union([Schema.String, Schema.Array(Schema.String)])
const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

const flat = ({ filter, sort, ...rest }: Readonly<Record<string, unknown>>): Record<string, string> => {
  const conditions = Object.entries({ ...(filter as object | undefined) }).flatMap(([name, condition]) =>
    Object.entries({ ...(condition as object | undefined) }).map(([operator, value]) => [`${name}[${operator}]`, value])
  )
  const directions = Object.entries({ ...(sort as object | undefined) }).map(([name, value]) => [
    `sort[${name}]`,
    value
  ])
  return Object.fromEntries(
    [...Object.entries(rest), ...conditions, ...directions].flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, String(value)]]
    )
  )
}

const query = Schema.Record(Schema.String, One).pipe(
  Schema.decodeTo(Schema.declare(isObject), {
    decode: SchemaGetter.passthrough({ strict: false }),
    encode: SchemaGetter.transform((asked: object) => flat(asked as Readonly<Record<string, unknown>>))
  } as never)
)

/** What a member is: the single values of its schema, whether null is among them, and which they are where they are few. */
interface Shape {
  readonly kind: FilterKind | null
  readonly words: ReadonlyArray<string>
  readonly isNullable: boolean
}
const shapeOf = (ast: SchemaAST.AST): Shape => {
  const nothing = { words: [], isNullable: false }
  if (SchemaAST.isNull(ast)) return { ...nothing, kind: null, isNullable: true }
  if (SchemaAST.isBoolean(ast)) return { ...nothing, kind: "boolean" }
  if (SchemaAST.isNumber(ast)) return { ...nothing, kind: "integer" }
  if (SchemaAST.isLiteral(ast) && typeof ast.literal === "string") {
    return { ...nothing, kind: "text", words: [ast.literal] }
  }
  if (SchemaAST.isString(ast)) {
    const format = SchemaAST.resolveAt<string>("format")(ast)
    return { ...nothing, kind: format === "date-time" ? "dateTime" : format === "date" ? "date" : "text" }
  }
  if (!SchemaAST.isUnion(ast)) return { ...nothing, kind: null }
  const parts = ast.types.map(shapeOf)
  const isNullable = parts.some((part) => part.isNullable)
  const kinds = new Set(ast.types.filter((type) => !SchemaAST.isNull(type)).map((type) => shapeOf(type).kind))
  const [kind = "text"] = kinds
  return { kind: kinds.size > 1 ? null : kind, words: parts.flatMap(({ words }) => words), isNullable }
}

/** A sentence on a member, which may stand on one part of it. */
const saidOf = (ast: SchemaAST.AST): string | undefined =>
  SchemaAST.resolveDescription(ast) ??
  (SchemaAST.isUnion(ast) ? ast.types.map(SchemaAST.resolveDescription).find((text) => text !== undefined) : undefined)

const columnsOf = (
  item: Schema.Top,
  isWanted: (member: string) => boolean,
  nameOf = (member: string) => member
): ReadonlyMap<string, Column> => {
  if (!SchemaAST.isObjects(item.ast)) throw new Error("A management list has entries with members.")
  const schema = SchemaAST.resolveIdentifier(item.ast) ?? "entry"
  return new Map(
    item.ast.propertySignatures.flatMap(({ name: key, type }): ReadonlyArray<readonly [string, Column]> => {
      const member = String(key)
      const { isNullable, kind, words } = shapeOf(type)
      if (kind === null || !isWanted(member)) return []
      const name = nameOf(member)
      const description = saidOf(type)
      const column: Column = {
        name,
        of: { schema, member },
        kind,
        isNullable,
        ...(words.length === 0 ? {} : { words }),
        ...(description === undefined ? {} : { description })
      }
      return [[name, column]]
    })
  )
}

/** A list of such entries, filtered and sorted by all their scalar members but those `without`, and by those `beside`. */
export const make = <
  S extends Schema.Top,
  const Without extends ScalarName<S["Type"]> = never,
  const Short extends Readonly<Record<string, ScalarName<S["Type"]>>> = {},
  const B extends Beside = {}
>(
  item: S,
  options: {
    /** Members that not every key sees: the server does not start with one that is left in. */
    readonly without?: ReadonlyArray<Without>
    /** Parameters that stand for `[eq]` of a member. */
    readonly short?: Short
    /** Members of what entries belong to, by a dot: `{ company: [Company, "name"] }` is `company.name`. */
    readonly beside?: B
  } = {}
): ManagedList<
  Exclude<ScalarName<S["Type"]>, Without> | NameBeside<B>,
  Query<With<S["Type"], B>, Exclude<ScalarName<S["Type"]>, Without> | NameBeside<B>> & {
    readonly [P in keyof Short & string]?: NonNullable<S["Type"][Short[P] & keyof S["Type"]]>
  }
> => {
  const without: ReadonlySet<string> = new Set(options.without)
  const columns = new Map([
    ...columnsOf(item, (member) => !without.has(member)),
    ...Object.entries(options.beside ?? {}).flatMap(([owner, [of, ...members]]) => [
      ...columnsOf(
        of,
        (member) => members.includes(member),
        (member) => `${owner}.${member}`
      )
    ])
  ])
  const short = new Map(Object.entries(options.short ?? {}))
  const all = [...columns.values()]
  const name = SchemaAST.resolveIdentifier(item.ast) ?? "entry"
  const said = (column: Column): string => {
    const text =
      column.description ??
      Words.members[column.of.schema]?.[column.of.member] ??
      Words.members[""]?.[column.of.member] ??
      `Only entries of which it is true: \`${column.name}[eq]=value\`.`
    // Said here, since a document names each parameter once.
    return short.get(column.name) === column.name ? `${text} \`${column.name}=value\` is \`${column.name}[eq]\`.` : text
  }
  return {
    name,
    columns,
    short,
    query,
    parameters: queryParameters([
      ...pageParameters("Entries"),
      ...[...short]
        .filter(([parameter, column]) => parameter !== column)
        .map(([parameter, column]) => {
          const { words } = columns.get(column)!
          const schema = { type: "string", ...(words === undefined ? {} : { enum: words }) }
          return plain(parameter, `The same as \`${column}[eq]\`.`, schema)
        }),
      sortedBy(
        all.map((column) => column.name),
        "the order in which entries were made breaks ties"
      ),
      ...all.map((column) => filterOf(column.name, column.kind, column.words, said(column)))
    ])
  } as never
}
