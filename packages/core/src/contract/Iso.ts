/**
 * The one reader of ISO 8601 texts. It answers undefined for what it cannot read, never a guess: `Date.parse` takes
 * "2023" or "1 June" as well and lets 30 February pass.
 */

const daysIn = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const isDay = (year: number, month: number, day: number): boolean =>
  month >= 1 &&
  month <= 12 &&
  day >= 1 &&
  (day <= daysIn[month - 1]! || (month === 2 && day === 29 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)))

const extended =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(?: ?([Zz]|[+-]\d{2}(?::?\d{2})?))?)?$/
const basic = /^(\d{4})(\d{2})(\d{2})(?:[Tt](\d{2})(\d{2})(?:(\d{2})(?:[.,](\d+))?)?([Zz]|[+-]\d{2}(?:\d{2})?)?)?$/

/** Minutes east of UTC of `Z`, `+05:30`, `-0800` or `+02`; undefined for what is no offset. */
export const offsetMinutes = (offset: string): number | undefined => {
  if (offset === "Z" || offset === "z") return 0
  const found = /^([+-])(\d{2}):?(\d{2})?$/.exec(offset)
  if (found === null) return undefined
  const hours = Number(found[2])
  const minutes = Number(found[3] ?? 0)
  if (hours > 18 || minutes > 59) return undefined
  return (hours * 60 + minutes) * (found[1] === "-" ? -1 : 1)
}

const firstMoment = -62_167_219_200_000
const lastMoment = 253_402_300_799_999

/** Canonical text of a moment in milliseconds since 1970: `YYYY-MM-DDTHH:mm:ss.sssZ`. Undefined outside the years 0 to 9999. */
export const fromMillis = (millis: number): string | undefined =>
  millis >= firstMoment && millis <= lastMoment ? new Date(millis).toISOString() : undefined

/**
 * Milliseconds since 1970 of an ISO 8601 calendar date or date-time, extended or basic. A text without an offset is
 * taken at `assumedOffset` minutes east of UTC, except a bare date, which is midnight UTC: it names a day, not a moment.
 */
export const millis = (text: string, assumedOffset = 0): number | undefined => {
  const found = extended.exec(text) ?? basic.exec(text)
  if (found === null) return undefined
  const year = Number(found[1])
  const month = Number(found[2])
  const day = Number(found[3])
  if (!isDay(year, month, day)) return undefined
  const hour = Number(found[4] ?? 0)
  const minute = Number(found[5] ?? 0)
  const second = Number(found[6] ?? 0)
  const fraction = found[7] === undefined ? 0 : Number(found[7].slice(0, 3).padEnd(3, "0"))
  // 24:00 is the end of the day, and second 60 is a leap second: both are the next moment.
  if (hour > 24 || minute > 59 || second > 60 || (hour === 24 && minute + second + fraction > 0)) return undefined
  const offset = found[4] === undefined ? 0 : found[8] === undefined ? assumedOffset : offsetMinutes(found[8])
  if (offset === undefined) return undefined
  const at = new Date(0)
  at.setUTCFullYear(year, month - 1, day)
  at.setUTCHours(hour, minute - offset, second, fraction)
  const moment = at.getTime()
  return moment >= firstMoment && moment <= lastMoment ? moment : undefined
}

const digit = (text: string, at: number): number => {
  const value = text.charCodeAt(at) - 48
  return value >= 0 && value <= 9 ? value : Number.NaN
}
const two = (text: string, at: number): number => digit(text, at) * 10 + digit(text, at + 1)

/** Whether the text is a calendar date as `YYYY-MM-DD`. */
export const isDate = (text: string): boolean =>
  text.length === 10 &&
  text.charCodeAt(4) === 45 &&
  text.charCodeAt(7) === 45 &&
  isDay(two(text, 0) * 100 + two(text, 2), two(text, 5), two(text, 8))

// The two forms most platforms send, taken without reading them apart.
const wholeSeconds = /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/
const canonical = /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/

/** Canonical text of an ISO 8601 calendar date or date-time, or undefined. See `millis` for texts without an offset. */
export const instant = (text: string, assumedOffset = 0): string | undefined => {
  if (isDate(text)) return text + "T00:00:00.000Z"
  if (text.length === 24 && canonical.test(text) && isDate(text.slice(0, 10))) return text
  if (text.length === 20 && wholeSeconds.test(text) && isDate(text.slice(0, 10))) return text.slice(0, 19) + ".000Z"
  const moment = millis(text, assumedOffset)
  return moment === undefined ? undefined : new Date(moment).toISOString()
}

/** The calendar day as it is written, whatever the offset: `2025-05-29T00:00:00+05:30` is the 29th. Undefined when it is no ISO 8601 text. */
export const day = (text: string): string | undefined => {
  if (isDate(text)) return text
  if (millis(text) === undefined) return undefined
  return text.charAt(4) === "-" ? text.slice(0, 10) : `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}`
}
