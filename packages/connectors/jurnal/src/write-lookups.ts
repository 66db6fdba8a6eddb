/** What is asked for before something is written: Jurnal wants accounts by their names. */
import type { Take } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { allOf } from "./accounts.ts"

/** Of an account that is asked for alone it is an object. */
const category = Wire.read((value) => Normalize.text(typeof value === "object" ? Call.at(value, "name") : value))
const Rows = Wire.list(
  Wire.struct({
    id: Wire.id,
    name: Wire.text,
    number: Wire.text,
    category,
    category_id: Wire.id
  })
)
export interface Account {
  readonly name: string
  /** False where another account has the same name. */
  readonly isSole: boolean
  readonly category: string | null
  readonly categoryId: string | null
}
export type Accounts = ReadonlyMap<string, Account>
export const chart = Lookup.make({
  call: { path: "/accounts", query: { include_archive: true } },
  response: Wire.unknown,
  pick: (body): Accounts => {
    const rows = Wire.decode(Rows, allOf(body)).flatMap((row) =>
      row?.id && row.name ? [{ ...row, name: row.name }] : []
    )
    return new Map(
      rows.map(({ category = null, category_id = null, id, name }) => [
        id!,
        { name, category, categoryId: category_id, isSole: rows.filter((row) => row.name === name).length === 1 }
      ])
    )
  },
  absent: new Map(),
  lasting: true
})
export const lookups = { chart }
export type Found = typeof lookups

/** An account by its name, which must be its own. */
export const account =
  (to: string) =>
  (id: string, { lookups: { chart: found }, refuse }: Take.At<unknown, Found>) => {
    const own = found.get(id) ?? refuse("is no account at Jurnal")
    return own.isSole
      ? { [to]: own.name }
      : refuse("has a name that two accounts have, and Jurnal knows them by their names")
  }
