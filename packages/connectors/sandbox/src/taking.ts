/** What becomes of a record's members when it is written: a table for each model, which says what the platform has a place for. */
import { Call, Normalize, type Writes } from "@svc/core"

/** What a member is sent with: its item, the currency of its amounts, and bank accounts by the ledger accounts behind them. */
export interface At {
  /** The item, or the element of its list. */
  readonly item: Readonly<Record<string, any>>
  readonly currency: string | null
  readonly banks: ReadonlyMap<string, string>
  /** Where the member is: `line_items[0].unit_amount`. */
  readonly place: string
  readonly isNew: boolean
}
/** The platform's name of a member, or its members that are made of the value. */
export type Taken = string | ((value: any, at: At) => object) | Rows
export type Table = Readonly<Record<string, Taken>>
/** A list of objects, each taken by a table of its own. */
export interface Rows {
  readonly rows: string
  readonly table: Table
}
export const rows = (name: string, table: Table): Rows => ({ rows: name, table })

/** A value that is sent under another name, converted. */
export const as =
  (name: string, convert: (value: any, at: At) => unknown): Taken =>
  (value, at) => ({ [name]: value === null ? null : convert(value, at) })
/** Words of ours as the platform's; one that it has none for is refused. */
export const words = (name: string, known: Readonly<Record<string, string | number | boolean>>): Taken =>
  as(name, (value, { place }) => known[value] ?? refuse(`one of ${Object.keys(known).join(", ")}`, value, place))
export const refuse = (expected: string, value: unknown, place: string): never => {
  throw new Normalize.Unreadable(expected, value, place)
}
/** Moments as days, as seconds since 1970, and as `YYYY-MM-DD HH:MM:SS`. */
export const day = (name: string): Taken => as(name, (value, { place }) => Normalize.day(value, place))
export const seconds = (name: string): Taken =>
  as(name, (value, { place }) => Math.floor(Date.parse(Normalize.instant(value, place)!) / 1000))
export const moment = (name: string): Taken =>
  as(name, (value, { place }) => Normalize.instant(value, place)!.slice(0, 19).replace("T", " "))
/** Amounts in whole minor units, and prices that may be a part of one. */
export const minor = (name: string): Taken =>
  as(name, (value, { currency, place }) => Normalize.toMinorUnits(value, digits(currency, place), place))
export const price = (name: string): Taken =>
  as(name, (value, { currency, place }) => Normalize.product(value, 10 ** digits(currency, place), place))
const digits = (currency: string | null, place: string): number =>
  Normalize.minorDigits(currency ?? refuse("a currency_id beside it", currency, place), "currency_id")
/** A member that says what others are made of. */
export const beside: Taken = () => ({})
/** The one of a list that the platform has a place for. */
export const only =
  (name: string, convert: (value: any) => unknown): Taken =>
  (value: ReadonlyArray<any> | null, { place }) =>
    (value ?? []).length > 1
      ? refuse("one at most, which is all that the platform keeps", value, place)
      : { [name]: value?.[0] === undefined ? null : convert(value[0]) }

/** The body that an item is sent as. */
export const bodyOf = (
  table: Table,
  item: Readonly<Record<string, any>>,
  at: Omit<At, "item" | "place">,
  path = ""
): object => {
  const body: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(item)) {
    const taken = table[name]
    const place = `${path}${name}`
    if (taken === undefined || value === undefined) continue
    if (typeof taken === "string") body[taken] = value
    else if (typeof taken === "function") Object.assign(body, taken(value, { ...at, item, place }))
    else {
      body[taken.rows] = (value ?? []).map((row: Readonly<Record<string, any>>, index: number) =>
        Call.present(bodyOf(taken.table, row, at, `${place}[${index}].`))
      )
    }
  }
  return body
}

/** What an item may carry and the table does not take. */
export const untaken = (fields: Writes.WriteModel["fields"], table: Table, path = ""): ReadonlyArray<string> =>
  Object.entries(fields).flatMap(([name, { members }]) => {
    const taken = table[name]
    if (taken === undefined) return name === "platform_id" && path === "" ? [] : [`${path}${name}`]
    return typeof taken === "object" && members !== undefined ? untaken(members, taken.table, `${path}${name}.`) : []
  })
