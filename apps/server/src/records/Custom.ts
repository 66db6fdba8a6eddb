/**
 * The custom fields of records: what of a platform's item is stored in `custom_fields`, under names of the organisation's
 * own, and what lists are filtered and sorted by there. Which mappings hold for a connection is kept on its row
 * (`sync/FieldMappings.ts`), so that who stores its records has them with the row that he holds anyway.
 */
import { Call, type Models } from "@svc/core"
import { CustomFields, type Reading } from "@svc/core/runtime"

/** The mappings that hold for a connection, by data model; null for none. */
export type FieldMappings = Readonly<Record<string, ReadonlyArray<CustomFields.Definition>>> | null

/** Texts of definitions that are remembered as what reads them. */
const remembered = 1000
const compiled = new Map<string, CustomFields.Compiled>()

/** What reads the custom fields of a model's records; null where there are none, which costs nothing. */
export interface Custom {
  /** Members of the raw item that are copied as they are. */
  readonly copied: ReadonlyArray<string>
  readonly mapped: CustomFields.Compiled | null
}

/** The mappings of a data model as a text, by which two are told to be the same. */
export const textOf = (mappings: FieldMappings | undefined, model: Models.ModelId): string =>
  mappings === null || mappings === undefined || mappings[model] === undefined ? "" : JSON.stringify(mappings[model])

export const customOf = (copied: ReadonlyArray<string>, text: string): Custom | null => {
  if (text === "") return copied.length === 0 ? null : { copied, mapped: null }
  let mapped = compiled.get(text)
  if (mapped === undefined) {
    mapped = CustomFields.compile(JSON.parse(text) as ReadonlyArray<CustomFields.Definition>)
    if (compiled.size >= remembered) compiled.clear()
    compiled.set(text, mapped)
  }
  return { copied, mapped }
}

/** The custom fields of an item, and what of them could not be read. */
export const read = (
  { copied, mapped }: Custom,
  raw: unknown
): { readonly values: Readonly<Record<string, unknown>>; readonly warnings: ReadonlyArray<Reading.Warning> } => {
  const asTheyAre = Object.fromEntries(copied.map((name) => [name, Call.at(raw, name) ?? null]))
  if (mapped === null) return { values: asTheyAre, warnings: [] }
  const { values, warnings } = CustomFields.read(mapped, raw)
  return { values: { ...asTheyAre, ...values }, warnings }
}

// --- In lists ---

/** JSON types that a field's values are stored as; what is left of another type of before is nothing to a filter. */
const stored: Readonly<Record<CustomFields.Type, string>> = {
  text: "string",
  number: "number",
  boolean: "boolean",
  date: "string",
  datetime: "string",
  texts: "array"
}
const kinds = { text: "text", number: "number", boolean: "boolean", date: "date", datetime: "dateTime" } as const

/** SQL of a field's value; names of fields are letters, digits and underscores. */
const place = (name: string, type: CustomFields.Type): string =>
  `case when json_typeof(r.body -> 'custom_fields' -> '${name}') = '${stored[type]}' then r.body -> 'custom_fields' ->> '${name}' end`

/** What lists are filtered and sorted by, beside the columns of a model. */
export interface Field {
  readonly name: string
  readonly type: CustomFields.Type
}
export type Fields = ReadonlyArray<Field>
export const none: Fields = []

export const prefix = "custom_fields."
export const isNamed = (parameter: string): boolean => parameter.includes(prefix)

type Kind = (typeof kinds)[keyof typeof kinds]
/** A field of one value, as a column is made of it; null for one of several. */
export const columnOf = <Column>(
  { name, type }: Field,
  member: (name: string, kind: Kind, words: undefined, place: string) => Column
): Column | null => (type === "texts" ? null : member(`${prefix}${name}`, kinds[type], undefined, place(name, type)))

/** SQL of a field of several texts. */
export const listOf = ({ name }: Field): string => `r.body -> 'custom_fields' -> '${name}'`
