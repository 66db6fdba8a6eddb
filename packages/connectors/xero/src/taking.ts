/** What becomes of a record's members when it is written: a table for each model, which says what Xero has a place for. */
import { Call, Normalize, type Write, type Writes } from "@svc/core"

type Item = Readonly<Record<string, any>>
/** What a member is sent with. */
export interface At {
  /** The item, or the element of its list. */
  readonly item: Item
  readonly lookups: any
  /** The record as it is; null where a new one is made. */
  readonly current: Item | null
  /** The value as it was sent, of what is made of a table. */
  readonly sent: any
  /** Says why the member, or what is `below` it, cannot be sent. */
  readonly refuse: (message: string, below?: string) => {}
}
/** Xero's name of a member; its members that are made of the value, `orEmpty` where it may be null; or a list or object. */
export type Taken = string | ((value: any, at: At) => object) | { readonly orEmpty: (value: any) => object } | Inner
export type Table = Readonly<Record<string, Taken>>
/** Elements of a list, or an object, each taken by a table of its own; what is made of them all together. */
interface Inner {
  readonly table: Table
  readonly as: (made: any, at: At) => object
}
/** A text that may be made empty. */
export const text = (name: string): Taken => ({ orEmpty: (value) => ({ [name]: value ?? "" }) })
/** A list whose elements have no members that need more than this. */
export const rows = (name: string, table: Table): Inner => ({ table, as: (made) => ({ [name]: made }) })
/** The calendar day that Xero takes for a date. */
export const day =
  (name: string): Taken =>
  (value) => ({ [name]: Normalize.day(value) })
/** What another record is named by. */
export const named =
  (name: string, id: string): Taken =>
  (value) => ({ [name]: { [id]: value } })
/** Words of ours as Xero's; one that it has none for is refused. */
export const words =
  (name: string, known: Readonly<Record<string, string>>): Taken =>
  (value, { refuse }) =>
    known[value] === undefined ? refuse(`can be ${Object.keys(known).join(" or ")} alone`) : { [name]: known[value] }
/** A member that others are made of. */
export const beside: Taken = () => ({})
/** Ours is base for one unit of the document's currency; Xero's is the inverse, with six decimals. */
export const rate: Taken = (value) => ({ CurrencyRate: Number(Normalize.inverseRate(value)?.toFixed(6)) })

/** What an item is sent as, in the order of the table, and why it cannot be. */
export const bodyOf = (table: Table, item: Item, at: Pick<At, "current" | "lookups">, path = "") => {
  const faults: Array<Write.Refusal> = []
  const body: Record<string, unknown> = {}
  const taking = (taken: Taken, value: any, place: string): object => {
    const refuse: At["refuse"] = (message, below = "") => {
      faults.push({ field: `${place}${below}`, message })
      return {}
    }
    if (typeof taken === "string") return value === null ? refuse("cannot be made empty") : { [taken]: value }
    if (typeof taken === "object" && "orEmpty" in taken) return taken.orEmpty(value)
    if (value === null) return refuse("cannot be made empty")
    const own: At = { item, ...at, sent: value, refuse }
    if (typeof taken === "function") return taken(value, own)
    const inner = (element: Item, where: string) => {
      const made = bodyOf(taken.table, element, { ...at, current: null }, where)
      faults.push(...made.faults)
      return Call.present(made.body)
    }
    return taken.as(
      Array.isArray(value)
        ? value.map((element, index) => inner(element, `${place}[${index}].`))
        : inner(value, `${place}.`),
      own
    )
  }
  for (const [name, taken] of Object.entries(table)) {
    const value = item[name]
    // What is null in something new is absent.
    if (value === undefined || (value === null && at.current === null)) continue
    Object.assign(body, taking(taken, value, `${path}${name}`))
  }
  return { body, faults }
}

/** What an item may carry and the table does not take. */
export const untaken = (fields: Writes.WriteModel["fields"], table: Table, path = ""): ReadonlyArray<string> =>
  Object.entries(fields).flatMap(([name, { members }]) => {
    const taken = table[name]
    // What is within a record is found again by its kind or its place, if it has no id of Xero's.
    if (taken === undefined) return name === "platform_id" ? [] : [`${path}${name}`]
    return typeof taken === "object" && "table" in taken && members !== undefined
      ? untaken(members, taken.table, `${path}${name}.`)
      : []
  })
