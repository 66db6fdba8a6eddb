/** What NetSuite's answers have in common: rows of statements, whose values are texts, and references of records. */
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"

const Reference = Wire.struct({ id: Wire.id, refName: Wire.text })
/** A reference to another record. Quirk: what is chosen from a list, such as a country, may be its bare code. */
export const Ref = Wire.read((value): (typeof Reference)["Type"] =>
  typeof value === "string" || typeof value === "number"
    ? { id: Normalize.id(value), refName: Normalize.text(value) }
    : Reference.read(value)
)

/** Quirk: yes and no are the letters T and F. */
export const activity = Normalize.word({ T: "ARCHIVED", F: "ACTIVE", true: "ARCHIVED", false: "ACTIVE" })

/** The members of every row. When it changed is not mapped: the time zone it is written in is not said. */
export const keyed = { id: Wire.required(Wire.id), modified: Wire.text }

/** A record with several rows. */
export const recordOf = <A>(row: Wire.Decoder<A>) =>
  Wire.struct({ id: Wire.required(Wire.id), rows: Wire.required(Wire.list(Wire.required(row))) })

/** The first of a record's rows: what they all repeat. */
export const headOf = <R>({ rows }: { readonly rows: ReadonlyArray<R> }): R => {
  const [row] = rows
  if (row === undefined) throw new Normalize.Unreadable("a record with a row", rows, "rows")
  return row
}

/** What kind of contact an entity is, by the word the query language has for it. */
export const partyKind = Normalize.word({ CustJob: "customer", Customer: "customer", Vendor: "vendor" }, null)
