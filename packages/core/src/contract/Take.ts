/**
 * What becomes of a record's members when it is written: a table for each data model, which says under which name, converted
 * how, a platform takes each. What is not in the table has no place there, so that `unsupported` follows from it.
 */
import type { AuthSettings } from "./Auth.ts"
import { present } from "./Call.ts"
import type { Fields } from "./Field.ts"
import type { Found, Lookups } from "./Lookup.ts"
import * as Normalize from "./Normalize.ts"
import type { Refusal } from "./Write.ts"

/** An item of whatever data model. */
export type Item = Readonly<Record<string, any>>

/** What a member is sent with. */
export interface At<out I = Item, out L extends Lookups = any> {
  /** The item, or the element of its list or the object, that the member is of. */
  readonly item: I
  /** The item as a whole. */
  readonly root: Item
  /** Where the member is: `line_items[2].tax_id`. */
  readonly place: string
  /** Whether a new record is made. */
  readonly isNew: boolean
  /** The record as the platform answered it, of a change whose writer asks for it. */
  readonly raw: Item | undefined
  /** What the write's look-ups found, by name. */
  readonly lookups: Found<L>
  /** Of the connection. */
  readonly settings: AuthSettings
  /** When the write began, ISO 8601. */
  readonly began: string
  /**
   * Ends the making of a call: why the member, or what is `below` it (`[0].type`), cannot be sent. `exists`: because another
   * record has it already.
   */
  readonly refuse: (message: string, below?: string, exists?: boolean) => never
}

/** What becomes of the members of an item, an element or an object. */
export type Table<I, L extends Lookups = any> = { readonly [K in keyof I]?: Taken<I[K], I, L> }
/** What becomes of one member, by what it is: a value, a list of objects, or an object. */
export type Taken<V, I, L extends Lookups = any> = [NonNullable<V>] extends [ReadonlyArray<infer E>]
  ? [E] extends [object]
    ? List<NonNullable<V>, E, I, L> | Whole<NonNullable<V>, E, I, L> | Beside
    : Value<NonNullable<V>, I, L>
  : [NonNullable<V>] extends [object]
    ? Nested<NonNullable<V>, I, L> | Whole<NonNullable<V>, NonNullable<V>, I, L> | Beside
    : Value<NonNullable<V>, I, L>
type Value<V, I, L extends Lookups> = string | Make<V, I, L> | Named<V, I, L> | OrEmpty<V, I, L> | Beside
/** The platform's members that are made of the value. It is never called for an empty one, which is refused. */
export type Make<in V, in I, in L extends Lookups = any> = (value: V, at: At<I, L>) => object
/** The value under the platform's name `to`, converted; null where it is made empty. */
export interface Named<in V, in I = unknown, in L extends Lookups = any> {
  /** The platform's name of the member. */
  readonly to: string
  /** Converts the value. */
  readonly by: (value: V, at: At<I, L>) => unknown
}
/** The platform's members that are made of the value, and of null where it is made empty, which needs no leave. */
export interface OrEmpty<in V, in I = unknown, in L extends Lookups = any> {
  /** Makes the platform's members; null stands for a value that is made empty. */
  readonly orEmpty: (value: V | null, at: At<I, L>) => object
}
/** A member that only says what others are made of. */
export interface Beside {
  readonly isBeside: true
}
/** A list whose elements each have a table: under a name, or as members that are made of all of them. */
export interface List<in out V, in out E, in I, in L extends Lookups = any> {
  /** The platform's name of the list, or what is made of the elements once each is made. */
  readonly list: string | ((made: ReadonlyArray<Item>, at: At<I, L>, sent: V) => object)
  /** What becomes of the members of each element. */
  readonly of: Table<E, L>
}
/** An object that has a table. One that is made empty is one whose members all are. */
export interface Nested<in out V, in I, in L extends Lookups = any> {
  /** The platform's name of the object, or what is made of it once its members are made. */
  readonly object: string | ((made: Item, at: At<I, L>, sent: V) => object)
  /** What becomes of the members of the object. */
  readonly of: Table<V, L>
}
/** A list or object that is taken as a whole: the members that are made of it (null where it is made empty), and what `of` it is seen. */
export interface Whole<in V, E, in I, in L extends Lookups = any> {
  /** Makes the platform's members; null stands for a value that is made empty. */
  readonly whole: (value: V | null, at: At<I, L>) => object
  /** The members that are looked at: others are refused. */
  readonly of: ReadonlyArray<keyof E & string>
}

/** A member that becomes one of lines. */
export interface Spread extends Beside {
  /** The item with it in its lines, before anything is made of it. */
  readonly over: (item: Item, isNew: boolean) => Item
}

/** A member that only says what others are made of. */
export const beside: Beside = { isBeside: true }
/** The calendar day of a date or date-time. */
export const day = (to: string): Named<string> => ({ to, by: (value, { place }) => Normalize.day(value, place) })
/** A moment in UTC with milliseconds. */
export const instant = (to: string): Named<string> => ({
  to,
  by: (value, { place }) => Normalize.instant(value, place)
})
/** Whole minor units of a currency: that of the item unless `currencyOf` finds another. */
export const minor = (
  to: string,
  currencyOf: (at: At) => string | null | undefined = ({ root }) => root["currency_id"]
): Named<number> => ({
  to,
  by: (value, at) => {
    const currency = currencyOf(at as At) ?? at.refuse("needs a currency_id beside it")
    return Normalize.toMinorUnits(value, Normalize.minorDigits(currency, "currency_id"), at.place)
  }
})
/** What a line of a document comes to is made of. */
export interface Priced {
  /** How many units; in the unit of the item. */
  readonly quantity?: number | null | undefined
  /** Price of one unit before tax and discounts, in the document's currency. */
  readonly unit_amount?: number | null | undefined
  /** Of all of them together. */
  readonly total_discount?: number | null | undefined
}
const grossOf = ({ quantity, unit_amount }: Priced): number => Normalize.product(quantity ?? 1, unit_amount ?? 0) ?? 0
/** What a line comes to without tax, to the cent. One without a quantity is one of its kind. */
export const amountOf = (line: Priced): number =>
  Normalize.rounded(Normalize.difference(grossOf(line), line.total_discount ?? 0)) ?? 0
/**
 * The price of one for a platform whose lines have no discount: lowered by it, with so many decimals. Null where that does not
 * come out to the cent.
 */
export const priceOf = (line: Priced, decimals: number): number | null => {
  const { quantity, total_discount, unit_amount } = line
  if (!total_discount || quantity === 0) return unit_amount ?? null
  const price = Normalize.rounded(amountOf(line) / (quantity ?? 1), decimals)
  return Normalize.rounded(price * (quantity ?? 1)) === amountOf(line) ? price : null
}
/** A line's discount in percent, with so many decimals; null where it has none or is nothing without it. */
export const percentOf = (line: Priced, decimals: number): number | null => {
  const gross = grossOf(line)
  return line.total_discount === null || line.total_discount === undefined || gross === 0
    ? null
    : Normalize.rounded((100 * line.total_discount) / gross, decimals)
}
/**
 * The same for a platform that takes a line's discount in percent alone. Null where the percentage would not come out to the
 * cent, or is of more than there is. For a document's: a line of what its lines come to.
 */
export const exactPercentOf = (line: Priced, decimals: number): number | null => {
  const percent = percentOf(line, decimals)
  const [gross, discount] = [grossOf(line), line.total_discount ?? 0]
  if (percent === null || discount < 0 || discount > gross) return null
  return Normalize.rounded((gross * percent) / 100) === Normalize.rounded(discount) ? percent : null
}

/**
 * What of a total falls on each of these weights, to the cent and together exactly the total: never below zero, and what is left
 * of a cent goes to whichever line completes it.
 */
export const shares = (total: number, weights: ReadonlyArray<number>): ReadonlyArray<number> => {
  const whole = Normalize.sum(weights) ?? 0
  let [reached, given] = [0, 0]
  return weights.map((weight) => {
    reached = Normalize.sum([reached, weight]) ?? 0
    const upTo = whole === 0 ? 0 : Normalize.rounded((total * reached) / whole)
    const share = Normalize.difference(upTo, given) ?? 0
    given = upTo
    return share
  })
}
/** What is taken off a whole document beside what its lines are discounted by; refused where they come to more. */
export const discountBeside = (total: number, ofLines: number | null | undefined, refuse: At["refuse"]): number => {
  const left = Normalize.difference(total, ofLines ?? 0) ?? 0
  return left < 0 ? refuse(`is less than the ${ofLines} that its lines' own discounts come to`) : left
}
/** What lines are discounted by together; null where none says it. */
export const discountOf = (lines: ReadonlyArray<Priced>): number | null =>
  Normalize.sum(lines.map(({ total_discount }) => total_discount))
/**
 * `total_discount` of a document where only lines have discounts: it is spread over them as they come to before they are made.
 * Lines that have discounts of their own must come to it, and a change has all lines beside it.
 */
export const spread: Spread = {
  isBeside: true,
  over: (item, isNew) => {
    const total: number | null | undefined = item["total_discount"]
    if (total === undefined || (total === null && isNew)) return item
    const lines: ReadonlyArray<Priced> | null | undefined = item["line_items"]
    const refuse = refusing("total_discount")
    if (!lines) return refuse("needs line_items beside it: only lines have discounts here")
    const discounts = spreadOver(lines, total ?? 0, refuse)
    return { ...item, line_items: lines.map((line, index) => ({ ...line, total_discount: discounts[index] })) }
  }
}
const spreadOver = (lines: ReadonlyArray<Priced>, total: number, refuse: At["refuse"]) => {
  const said = discountOf(lines) ?? 0
  if (said === total) return lines.map(({ total_discount }) => total_discount)
  if (said !== 0) return refuse(`differs from the ${said} that its lines' own discounts come to`)
  if (lines.some(({ unit_amount }) => typeof unit_amount !== "number"))
    return refuse("can only be spread over lines that have a unit_amount")
  const weights = lines.map((line) => Math.max(0, grossOf(line)))
  if (total < 0 || total > (Normalize.sum(weights) ?? 0)) return refuse("is below zero, or more than its lines come to")
  return shares(total, weights)
}

/**
 * Words of ours as the platform's, `{ ACTIVE: "open" }`, or those of a mapping read backwards: `Take.words("status", statuses)`,
 * where the first word of several for one of ours counts. One of which nothing is said is refused.
 */
export const words = <W extends string>(
  to: string,
  known: { readonly [K in NoInfer<W>]?: string | number | boolean } | Normalize.Word
): Named<W> => {
  const theirs = new Map<string, unknown>(
    typeof known === "function"
      ? Object.entries(known.words)
          .flatMap(([word, own]) => (own === null ? [] : [[own, word] as const]))
          .toReversed()
      : Object.entries(known)
  )
  const must = `must be one of ${[...theirs.keys()].toSorted().join(", ")}`
  return { to, by: (value, { refuse }) => (theirs.has(value) ? theirs.get(value) : refuse(must)) }
}

/** What an item is made with. */
export interface Context extends Pick<At, "began" | "isNew" | "lookups" | "raw" | "settings"> {
  /** Members that a change may make empty: all of them, or these. */
  readonly clears: true | ReadonlyArray<string>
  /** What is sent for a member that is made empty, where nothing converts it. */
  readonly empty: unknown
}

class Refused extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(`${refusal.field}: ${refusal.message}`)
    this.refusal = refusal
  }
}
/** Says why a place of an item cannot be sent. */
export const refusing =
  (place: string): At["refuse"] =>
  (message, below = "", exists = false) => {
    throw new Refused({ field: `${place}${below}`, message, ...(exists ? { exists } : {}) })
  }
/** The same of what is at a step inside of the place: `within(refuse, "[2]")` of an element. */
export const within =
  (refuse: At["refuse"], step: string): At["refuse"] =>
  (message, below = "", exists) =>
    refuse(message, `${step}${below}`, exists)
/** Why what is made cannot be made; null where it can, or where something else is wrong with it. */
export const refusalOf = (make: () => unknown): Refusal | null => {
  try {
    make()
    return null
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    if (!Normalize.isUnreadable(error)) return null
    const field = error.field ?? ""
    return { field, message: error.message.replace(`${field}: `, "") }
  }
}

type Any =
  | string
  | Make<any, any>
  | Named<any>
  | OrEmpty<any>
  | Beside
  | Spread
  | List<any, any, any>
  | Nested<any, any>
  | Whole<any, any, any>
/** A table of whatever data model. */
export type AnyTable = Readonly<Record<string, Any | undefined>>

/** What an item is sent as, in the order of the table. What is empty in something new is left out. */
export const bodyOf = (table: AnyTable, root: Item, context: Context): Readonly<Record<string, unknown>> => {
  const { clears, empty, ...shared } = context
  const made = (own: AnyTable, item: Item, path: string, mayEmpty: Context["clears"] | null): Item => {
    const body: Record<string, unknown> = {}
    for (const [name, taken] of Object.entries(own)) {
      const value = item[name]
      if (taken === undefined || value === undefined) continue
      // An element of a list is taken as it is: it says what its lists hold, and leaves out what is null.
      const isEmptied = value === null || (Array.isArray(value) && value.length === 0 && item === root)
      if (isEmptied && mayEmpty === null) continue
      const place = `${path}${name}`
      const at: At = { ...shared, item, root, place, refuse: refusing(place) }
      if (isEmptied && mayEmpty !== true && mayEmpty?.includes(name) !== true && needsLeave(taken))
        at.refuse("cannot be made empty")
      Object.assign(body, isEmptied ? emptied(taken, value, at) : filled(taken, value, at, mayEmpty))
    }
    return body
  }
  const filled = (taken: Any, value: any, at: At, mayEmpty: Context["clears"] | null): object => {
    if (typeof taken === "string") return { [taken]: value }
    if (typeof taken === "function") return taken(value, at)
    if ("isBeside" in taken) return {}
    if ("by" in taken) return { [taken.to]: taken.by(value, at) }
    if ("orEmpty" in taken) return taken.orEmpty(value, at)
    if ("whole" in taken) return taken.whole(value, at)
    if ("list" in taken) {
      const rows = (value as ReadonlyArray<Item>).map((row, index) =>
        present(made(taken.of as AnyTable, row, `${at.place}[${index}].`, null))
      )
      return typeof taken.list === "string" ? { [taken.list]: rows } : taken.list(rows, at, value)
    }
    const leave = mayEmpty === null ? null : mayEmpty === true || mayEmpty.includes(at.place) || []
    const inner = made(taken.of as AnyTable, value, `${at.place}.`, leave)
    return typeof taken.object === "string" ? { [taken.object]: inner } : taken.object(inner, at, value)
  }
  const emptied = (taken: Any, value: unknown, at: At): object => {
    if (typeof taken === "string") return { [taken]: value === null ? empty : value }
    // What is made of a value has no word for none: it would stay as it is, without a word.
    if (typeof taken === "function") return at.refuse("cannot be made empty")
    if ("isBeside" in taken) return {}
    if ("by" in taken) return { [taken.to]: null }
    if ("orEmpty" in taken) return taken.orEmpty(null, at)
    if ("whole" in taken) return taken.whole(null, at)
    if ("list" in taken) return typeof taken.list === "string" ? { [taken.list]: [] } : taken.list([], at, [])
    const none = Object.fromEntries(Object.keys(taken.of).map((name) => [name, null]))
    return filled(taken, none, at, true)
  }
  return made(table, root, "", context.isNew ? null : clears)
}
/** Whether a member is made empty only where that is said; what has no word for empty never is. */
const needsLeave = (taken: Any): boolean =>
  typeof taken === "string" || typeof taken === "function" || !("isBeside" in taken || "orEmpty" in taken)

/** What an item may carry and no table takes, `line_items.project_id` being that of every line. */
export const untaken = (fields: Fields, tables: ReadonlyArray<AnyTable>, path = ""): ReadonlyArray<string> =>
  Object.entries(fields).flatMap(([name, { members }]) => {
    const found = tables.flatMap((table) => table[name] ?? [])
    if (found.length === 0) return name === "platform_id" && path === "" ? [] : [`${path}${name}`]
    const inner = found.flatMap((taken) => (typeof taken === "object" && "of" in taken ? [taken.of] : []))
    // What is beside is seen by whoever it is beside.
    if (members === undefined || inner.length < found.length) return []
    const within = inner.map((of) => (Array.isArray(of) ? Object.fromEntries(of.map((own) => [own, beside])) : of))
    return untaken(members, within as ReadonlyArray<AnyTable>, `${path}${name}.`)
  })
