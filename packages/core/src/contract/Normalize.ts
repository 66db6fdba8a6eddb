/**
 * How platforms' values become the interface's: money, rates, dates, ids, words. Every function answers null for what is
 * absent (null, undefined, blank text), never a guess, and throws `Unreadable` for what is there but cannot be read; core
 * then reads the item on without that value. `field` is optional and only names the place in that error.
 */
import * as Iso from "./Iso.ts"
import * as Unread from "./Unread.ts"

/**
 * A platform's value that is not what its place should hold. The record goes on without it and says so, or is refused with
 * this message where it would be wrong without.
 */
export class Unreadable extends Error implements Unread.Fault {
  readonly [Unread.unreadable] = true
  override readonly name = "Unreadable"
  readonly expected: string
  /** Where it is, as far as is known: `lines[0].amount`. */
  field: string | undefined
  readonly #said: string
  constructor(expected: string, saw: unknown, field?: string) {
    const said = `expected ${expected}, got ${show(saw)}`
    super(field === undefined ? said : `${field}: ${said}`)
    this.expected = expected
    this.field = field
    this.#said = said
  }
  /** The same error of a place that is inside `step`: a member's name, or a position as `[0]`. */
  within(step: string): this {
    const inner = this.field
    this.field = inner === undefined ? step : inner.startsWith("[") ? `${step}${inner}` : `${step}.${inner}`
    this.message = `${this.field}: ${this.#said}`
    return this
  }
}
/** Recognises `Unreadable` of any copy of core. */
export const isUnreadable = (error: unknown): error is Unreadable => Unread.isFault(error)
/** What cannot be read is thrown, or stands in a record that is read in spite of it. */
const unread = (expected: string, saw: unknown, field: string | undefined): never =>
  Unread.orThrow(Unread.faultOf(saw) ?? new Unreadable(expected, saw, field))

const show = (saw: unknown): string => {
  if (typeof saw === "string") return JSON.stringify(saw.length > 60 ? `${saw.slice(0, 60)}…` : saw)
  if (typeof saw === "object" && saw !== null) return Array.isArray(saw) ? "a list" : "an object"
  return String(saw)
}
const isAbsent = (value: unknown): value is null | undefined =>
  value === null || value === undefined || (typeof value === "string" && value.trim() === "")

// --- Text ---

/** Trimmed; blank is null. A number or boolean is written out. */
export const text = (value: unknown, field?: string): string | null => {
  if (isAbsent(value)) return null
  if (typeof value === "string") return (value as string).trim()
  if ((typeof value === "number" && Number.isFinite(value)) || typeof value === "boolean") return String(value)
  return unread("a text", value, field)
}

/** A platform's id as text. A number beyond 2^53 has lost digits on its way and is unreadable. */
export const id = (value: unknown, field?: string): string | null => {
  if (isAbsent(value)) return null
  if (typeof value === "string") return (value as string).trim()
  if (typeof value === "bigint" || (typeof value === "number" && Number.isSafeInteger(value))) return String(value)
  return unread("an id", value, field)
}

/** The ids, or other texts, that are there, each once and in order; lists of them as well: `distinct(raw.job, raw.tags)`. */
export const distinct = (
  ...values: ReadonlyArray<string | null | undefined | ReadonlyArray<string | null | undefined>>
): ReadonlyArray<string> => [...new Set(values.flat().filter((own): own is string => !isAbsent(own)))]

/**
 * An id that other kinds of record may have too, with its kind in front: `prefixed("vendor", "41")` is "vendor-41". Null where
 * the kind or the id is absent; where the kind is blank, nothing is put in front.
 */
export const prefixed: {
  (kind: string, id: string, separator?: string): string
  (kind: string | null | undefined, id: string | null | undefined, separator?: string): string | null
} = (kind: string | null | undefined, own: string | null | undefined, separator = "-"): any => {
  if (kind === null || kind === undefined || isAbsent(own)) return null
  // A text made of what cannot be read would refuse the record.
  for (const part of [kind, own]) if (Unread.faultOf(part) !== undefined) return unread("an id", part, undefined)
  return kind === "" ? own : `${kind}${separator}${own}`
}

/** The id behind its kind, `prefixed` backwards; null where the kind is not what stands in front. */
export const unprefixed = (kind: string, id: string, separator = "-"): string | null => {
  const front = kind === "" ? "" : `${kind}${separator}`
  return id.startsWith(front) ? id.slice(front.length) : null
}

const joined =
  (separator: string) =>
  (...parts: ReadonlyArray<string | null | undefined>): string | null => {
    const present = parts.map((part) => text(part)).filter((part) => part !== null)
    const lost = present.find((part) => typeof part !== "string")
    if (lost !== undefined) return lost
    return present.length === 0 ? null : present.join(separator)
  }
/** The parts that are there, joined by a space: first, middle and last name. */
export const fullName = joined(" ")
/** The lines that are there, joined by commas: those of an address above its city. */
export const street = joined(", ")

/**
 * Translates a platform's words by a table, whatever their case: `word({ AUTHORISED: "SUBMITTED" })("authorised")`. A
 * word that the table lacks becomes `otherwise`: UNKNOWN, or null where the enumeration has no such word.
 */
export const word = <
  const T extends Readonly<Record<string, string | null>>,
  const O extends string | null = "UNKNOWN"
>(
  table: T,
  otherwise: O = "UNKNOWN" as O
): Word<T, O> => {
  const byWord = new Map(Object.entries(table).map(([from, to]) => [from.toUpperCase(), to as T[keyof T]]))
  const read = (value: unknown) => {
    const found =
      typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? text(value) : null
    if (found !== null) {
      const to = byWord.get(found.toUpperCase())
      return to === undefined ? otherwise : to
    }
    if (Unread.faultOf(value) !== undefined) return unread("a word", value, undefined)
    return isAbsent(value) ? null : otherwise
  }
  return Object.assign(read, { words: table })
}
/** The same by what the words mean, where several mean one thing: `meaning({ OPEN: ["new", "draft"], CLOSED: ["done"] })`. */
export const meaning = <
  const T extends Readonly<Record<string, ReadonlyArray<string>>>,
  const O extends string | null = "UNKNOWN"
>(
  table: T,
  otherwise?: O
): Word<Readonly<Record<string, keyof T & string>>, O> =>
  word(Object.fromEntries(Object.entries(table).flatMap(([to, all]) => all.map((own) => [own, to]))) as any, otherwise)
/** A mapping of words, with the table that it was made of: what writes reads it backwards. */
export type Word<
  T extends Readonly<Record<string, string | null>> = Readonly<Record<string, string | null>>,
  O extends string | null = string | null
> = ((value: unknown) => T[keyof T] | O | null) & {
  /** The platform's words, and what each means here. */
  readonly words: T
}

/**
 * What a map holds for a key, such as the record behind a name; undefined for a key that is absent or not in it. A key that
 * could not be read is passed on as that: a map asked for it would only say that it holds nothing.
 */
export const lookUp = <A>(map: ReadonlyMap<string, A>, key: string | null | undefined, field?: string): A | undefined =>
  Unread.faultOf(key) === undefined ? (isAbsent(key) ? undefined : map.get(key)) : unread("a key", key, field)

/**
 * Whether a value is this one, where a comparison would be part of the record; null for one that is absent. What could not be
 * read is passed on as that: compared, it would only be another.
 */
export const is = <A extends string | number>(value: A | null | undefined, other: A, field?: string): boolean | null =>
  Unread.faultOf(value) === undefined ? (isAbsent(value) ? null : value === other) : unread("a value", value, field)

// --- Numbers ---

/** Characters that a number may be written with. What is longer is none, and would take long to be told from one. */
const longestNumber = 400
const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/

/**
 * A number, or a decimal text without thousands separators. Digits that a JSON number cannot hold are unreadable rather
 * than rounded: a text beyond 2^53, or one of more than 15 digits at 100 000 000 000 and above.
 */
export const number = (value: unknown, field?: string): number | null => {
  if (isAbsent(value)) return null
  if (typeof value === "number" && Number.isFinite(value)) return value === 0 ? 0 : value
  if (typeof value !== "string") return unread("a number", value, field)
  const written = (value as string).trim()
  if (written.length > longestNumber) return unread("a number", value, field)
  const read = decimal.test(written) ? Number(written) : Number.NaN
  const size = Math.abs(read)
  if (!(size <= Number.MAX_SAFE_INTEGER)) return unread("a number", value, field)
  if (size >= 1e11 && !Number.isInteger(read) && digitsOf(written) > 15) return unread("a number", value, field)
  return read === 0 ? 0 : read
}
const digitsOf = (written: string): number =>
  written
    .replace(/[eE].*$/, "")
    .replace(/\D/g, "")
    .replace(/^0+/, "").length

/**
 * A number as people of a country write it, by its separators: `localNumber({ group: ".", decimal: "," })("- 1.675,5")` is
 * -1675.5. Groups are of three digits, or of two before the last (12,34,567); a text that is grouped otherwise is
 * unreadable, since its separators may be others. A JSON number is taken as it is.
 */
export const localNumber = ({
  decimal: point,
  group
}: {
  readonly group: string
  readonly decimal: string
}): ((value: unknown, field?: string) => number | null) => {
  if (group === point || !/^[.,'’ _]?$/.test(group) || !/^[.,]$/.test(point)) {
    throw new Unreadable("two separators of a number", `${group} ${point}`)
  }
  const separator = group === " " ? "[ \\u00a0\\u202f]" : group === "" ? "(?!)" : `[${group}]`
  const whole = `\\d+|\\d{1,3}(?:${separator}\\d{3})+|\\d{1,2}(?:${separator}\\d{2})+${separator}\\d{3}`
  const form = new RegExp(`^([+\\u2212-]?)\\s*(${whole})(?:[${point}](\\d+))?$`)
  return (value, field) => {
    if (typeof value !== "string" || isAbsent(value)) return number(value, field)
    const written = (value as string).trim()
    const found = written.length > longestNumber ? null : form.exec(written)
    if (found === null) return unread(`a number such as 1${group}234${point}5`, value, field)
    const [, sign = "", digits = "", part = "0"] = found
    return number(`${sign === "" || sign === "+" ? "" : "-"}${digits.replace(/\D/g, "")}.${part}`, field)
  }
}

/** `value` × 10^`by` without float noise: 0.29 × 10² is 29, not 28.999999999999996. */
const shift = (value: number, by: number): number => {
  const [digits, exponent = "0"] = String(value).split("e")
  return Number(`${digits}e${Number(exponent) + by}`)
}

/** An amount in major units: 12.5, or "12.50". */
export const money = number

/** ISO 4217 currencies whose minor unit is not a hundredth. */
const exponents: Readonly<Record<string, number>> = /* @__PURE__ */ (() => ({
  ...Object.fromEntries(
    "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split(" ").map((code) => [code, 0])
  ),
  ...Object.fromEntries("BHD IQD JOD KWD LYD OMR TND".split(" ").map((code) => [code, 3])),
  CLF: 4,
  UYW: 4
}))()

/** Number of decimals of a currency's minor unit by ISO 4217. */
export const minorDigits = (currency: string, field?: string): number => {
  const code = typeof currency === "string" ? currency.trim().toUpperCase() : ""
  if (!/^[A-Z]{3}$/.test(code)) return unread("an ISO 4217 currency code", currency, field)
  return exponents[code] ?? 2
}

/**
 * An amount in minor units (cents) as major units. `currency` is an ISO 4217 code, or the number of decimals where a
 * platform departs from the standard. An amount without currency is unreadable: its size is not known.
 */
export const minorUnits = (
  value: unknown,
  currency: string | number | null | undefined,
  field?: string
): number | null => {
  const amount = number(value, field)
  if (typeof amount !== "number") return amount
  if (currency === null || currency === undefined) return unread("a currency for the amount", currency, field)
  if (!Number.isSafeInteger(Math.trunc(amount))) return unread("an amount in minor units", value, field)
  const digits = typeof currency === "number" ? currency : minorDigits(currency, field)
  return typeof digits === "number" ? shift(amount, -digits) : digits
}

/** An amount in major units as minor units, for writes. More decimals than the currency has are unreadable. */
export const toMinorUnits = (value: unknown, currency: string | number, field?: string): number | null => {
  const amount = number(value, field)
  if (amount === null) return null
  const minor = shift(amount, typeof currency === "number" ? currency : minorDigits(currency, field))
  if (!Number.isSafeInteger(minor)) throw new Unreadable("an amount with the decimals of its currency", value, field)
  return minor
}

/** A rate in percent: 18, "18" or "18 %". */
export const percent = (value: unknown, field?: string): number | null =>
  number(typeof value === "string" ? value.trimEnd().replace(/%$/, "") : value, field)

/** A rate given as a fraction, in percent: 0.18 is 18. */
export const fraction = (value: unknown, field?: string): number | null => {
  const rate = number(value, field)
  return typeof rate === "number" ? shift(rate, 2) : rate
}

/** An exchange rate. Zero is none: platforms write it where they know no rate. */
export const rate = (value: unknown, field?: string): number | null => {
  const read = number(value, field)
  return read === 0 ? null : read
}

/** The inverse of an exchange rate, rounded to 10 significant digits. */
export const inverseRate = (value: unknown, field?: string): number | null => {
  const read = rate(value, field)
  if (typeof read !== "number") return read
  const inverse = Number((1 / read).toPrecision(10))
  return Number.isFinite(inverse) ? inverse : unread("a rate", value, field)
}

/** Rounded to decimals, to the cent unless it is said otherwise, halves up as on paper: 1.005 is 1.01, and -1.005 is -1.01. */
export const rounded: {
  (value: number, decimals?: number): number
  (value: unknown, decimals?: number, field?: string): number | null
} = (value: unknown, decimals = 2, field?: string): any => {
  const read = number(value, field)
  if (typeof read !== "number") return read
  const size = shift(Math.round(shift(Math.abs(read), decimals)), -decimals)
  return read < 0 && size !== 0 ? -size : size
}

const decimalsOf = (value: number): number => {
  const [digits = "", exponent = "0"] = String(value).split("e")
  return Math.max(0, (digits.split(".")[1]?.length ?? 0) - Number(exponent))
}
const round = (value: number, decimals: number): number => {
  const rounded = Number(value.toFixed(Math.min(decimals, 20)))
  return rounded === 0 ? 0 : rounded
}

/** The sum of those that are there, without float noise: 0.1 + 0.2 is 0.3. Null when none is. */
export const sum = (values: Iterable<unknown>, field?: string): number | null => {
  let total: number | null = null
  let decimals = 0
  for (const value of values) {
    const read = number(value, field)
    if (read === null) continue
    if (typeof read !== "number") return read
    decimals = Math.max(decimals, decimalsOf(read))
    total = (total ?? 0) + read
  }
  return total === null ? null : round(total, decimals)
}

/** `a - b` without float noise; null when either is absent. */
export const difference = (a: unknown, b: unknown, field?: string): number | null => {
  const from = number(a, field)
  const less = number(b, field)
  return typeof from !== "number" ? from : typeof less !== "number" ? less : sum([from, -less])
}

/** `a × b` without float noise; null when either is absent. */
export const product = (a: unknown, b: unknown, field?: string): number | null => {
  const one = number(a, field)
  const other = number(b, field)
  if (typeof one !== "number") return one
  return typeof other === "number" ? round(one * other, decimalsOf(one) + decimalsOf(other)) : other
}

/** The size of a number, for amounts whose direction another field carries. */
export const absolute = (value: unknown, field?: string): number | null => {
  const read = number(value, field)
  return typeof read === "number" ? Math.abs(read) : read
}

// --- Dates ---

/** Systems that cannot store "no date" write the first day they know, or zeros. */
const isNoDate = (written: string): boolean => /^(0001-?01-?01|0000-?00-?00)/.test(written)

const moment = (value: unknown, offset: number, field?: string): string | null => {
  if (isAbsent(value)) return null
  if (typeof value !== "string") return unread("an ISO 8601 date-time", value, field)
  const written = (value as string).trim()
  if (isNoDate(written)) return null
  const found = Iso.instant(written, offset)
  if (found === undefined) return unread("an ISO 8601 date-time", value, field)
  return found
}

/**
 * An ISO 8601 date or date-time as canonical UTC. Without an offset it is UTC; a bare date is its midnight UTC. The
 * "no date" of systems without null (0001-01-01, 0000-00-00) is null.
 */
export const instant = (value: unknown, field?: string): string | null => moment(value, 0, field)

/** As `instant`, for a platform that writes local times of a known offset: `localTo("+05:30")(raw.modified)`. */
export const localTo = (offset: string): ((value: unknown, field?: string) => string | null) => {
  const minutes = Iso.offsetMinutes(offset)
  if (minutes === undefined) throw new Unreadable("an offset such as +05:30", offset)
  return (value, field) => moment(value, minutes, field)
}

/**
 * The calendar day as YYYY-MM-DD, as it is where it was written: an offset does not move it, neither of an ISO 8601
 * date-time nor of `/Date(1573646400000+1200)/`, which is the 14th there and the 13th in UTC.
 */
export const day = (value: unknown, field?: string): string | null => {
  if (isAbsent(value)) return null
  if (typeof value !== "string") return unread("an ISO 8601 date", value, field)
  const written = (value as string).trim()
  if (isNoDate(written)) return null
  const dotNet = dotNetForm.exec(written)
  if (dotNet !== null) return dotNetDay(dotNet, value, field)
  const found = Iso.day(written)
  if (found === undefined) return unread("an ISO 8601 date", value, field)
  return found
}

/**
 * As `day`, for a platform that writes days in a form of its own: `dayAs("dd/mm/yyyy")(raw.transaction_date)`. `dd` and
 * `mm` are two digits, `d` and `m` one or two, `mmm` is Jan to Dec, `yyyy` four digits; all else stands for itself. Where
 * there are zeros for a day, there is none.
 */
export const dayAs = (form: string): ((value: unknown, field?: string) => string | null) => {
  const order: Array<string> = []
  const pattern = form.replace(/yyyy|mmm|mm?|dd?|[^a-z\d\s]|\s/g, (part) => {
    if (!(part in dayParts)) return `\\u{${part.codePointAt(0)!.toString(16)}}`
    order.push(part[0]!)
    return dayParts[part as keyof typeof dayParts]
  })
  if (order.toSorted().join("") !== "dmy") throw new Unreadable("a form such as dd/mm/yyyy", form)
  const written = new RegExp(`^${pattern}$`, "iu")
  return (value, field) => {
    if (isAbsent(value)) return null
    const found = typeof value === "string" ? written.exec((value as string).trim()) : null
    const part = (name: string): string => {
      const own = found?.[order.indexOf(name) + 1] ?? ""
      const month = months.indexOf(own.toLowerCase())
      return (month < 0 ? own : String(month + 1)).padStart(2, "0")
    }
    const iso = `${part("y")}-${part("m")}-${part("d")}`
    if (found !== null && isNoDate(iso)) return null
    if (!Iso.isDate(iso)) return unread(`a day as ${form}`, value, field)
    return iso
  }
}
const dayParts = {
  yyyy: "(\\d{4})",
  mmm: "(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)",
  mm: "(\\d{2})",
  m: "(\\d{1,2})",
  dd: "(\\d{2})",
  d: "(\\d{1,2})"
}

/**
 * The moment `seconds` before another, canonical UTC: for a platform whose changes show later than they happen, or that
 * leaves out what changed at the very moment asked for.
 */
export const before = (since: string, seconds: number): string => {
  const at = Iso.millis(since)
  const moment = at === undefined ? undefined : Iso.fromMillis(at - seconds * 1000)
  if (moment === undefined) throw new Unreadable("an ISO 8601 date-time", since)
  return moment
}

const since1970 = (value: unknown, factor: number, expected: string, field?: string): string | null => {
  const count = number(value, field)
  if (typeof count !== "number") return count
  const found = Iso.fromMillis(Math.round(count * factor))
  if (found === undefined) return unread(expected, value, field)
  return found
}
/** Seconds since 1970, as number or text. */
export const epochSeconds = (value: unknown, field?: string): string | null =>
  since1970(value, 1000, "seconds since 1970", field)
/** Milliseconds since 1970, as number or text. */
export const epochMillis = (value: unknown, field?: string): string | null =>
  since1970(value, 1, "milliseconds since 1970", field)

const dotNetForm = /^\/Date\((-?\d+)([+-]\d{4})?\)\/$/
/** The first day .NET knows, which stands for none. */
const noDotNetDate = "-62135596800000"

/**
 * `/Date(1573755038314+0000)/` of .NET as a moment: milliseconds since 1970 UTC; the offset only says where it was written.
 * What names a day is read by `day`.
 */
export const dotNetDate = (value: unknown, field?: string): string | null => {
  if (isAbsent(value)) return null
  const found = typeof value === "string" ? dotNetForm.exec((value as string).trim()) : null
  if (found === null) return unread("a date as /Date(…)/", value, field)
  return found[1] === noDotNetDate ? null : epochMillis(found[1], field)
}
const dotNetDay = ([, millis = "", offset = "Z"]: RegExpExecArray, value: unknown, field?: string): string | null => {
  if (millis === noDotNetDate) return null
  const minutes = Iso.offsetMinutes(offset)
  const found = minutes === undefined ? undefined : Iso.fromMillis(Number(millis) + minutes * 60_000)
  return found === undefined ? unread("a date as /Date(…)/", value, field) : found.slice(0, 10)
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
const zones: Readonly<Record<string, string>> = {
  UT: "Z",
  GMT: "Z",
  UTC: "Z",
  Z: "Z",
  EST: "-0500",
  EDT: "-0400",
  CST: "-0600",
  CDT: "-0500",
  MST: "-0700",
  MDT: "-0600",
  PST: "-0800",
  PDT: "-0700"
}

/** `Tue, 20 Dec 2022 10:00:00 +0530`, as in e-mail and HTTP headers. */
export const rfc2822 = (value: unknown, field?: string): string | null => {
  if (isAbsent(value)) return null
  const found =
    typeof value === "string"
      ? /^(?:[A-Za-z]{3},?\s+)?(\d{1,2})\s+([A-Za-z]{3})\s+(\d{4})\s+(\d{2}:\d{2}(?::\d{2})?)\s+([A-Za-z]{1,3}|[+-]\d{4})$/.exec(
          (value as string).trim()
        )
      : null
  const month = found === null ? 0 : months.indexOf(found[2]!.toLowerCase()) + 1
  const zone =
    found === null ? undefined : (zones[found[5]!.toUpperCase()] ?? (/\d/.test(found[5]!) ? found[5] : undefined))
  const read =
    found === null || zone === undefined
      ? undefined
      : Iso.instant(`${found[3]}-${String(month).padStart(2, "0")}-${found[1]!.padStart(2, "0")}T${found[4]}${zone}`)
  if (read === undefined) return unread("a date such as Tue, 20 Dec 2022 10:00:00 GMT", value, field)
  return read
}
