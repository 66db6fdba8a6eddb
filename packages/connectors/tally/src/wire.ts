/** How Tally writes values: dates, amounts with or without a foreign currency, quantities, rates and terms of credit. */
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import * as Xml from "@svc/core/Xml"

/** Elements that are always lists: what is named so, its only member of that name, and the objects of a collection. */
const isList = (name: string, parent: string): boolean =>
  name.endsWith(".LIST") ||
  parent === `${name}.LIST` ||
  parent === "COLLECTION" ||
  parent === "TALLYMESSAGE" ||
  name === "LINEERROR"

/** Quirk: the kinds of values (`TYPE`, `JD`, `P`, …) stand in attributes; of all of them only names and places tell something. */
const kept = new Set(["NAME", "REMOTEID", "VCHTYPE", "ACTION", "OBJVIEW", "RESERVEDNAME"])

/** Quirk: lists without elements are there nevertheless, with blanks in them. */
const pruned = (value: Xml.Value): Xml.Value =>
  typeof value === "string"
    ? value
    : Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [
          name,
          Array.isArray(inner)
            ? inner.filter((one) => typeof one !== "string" || one.trim() !== "").map(pruned)
            : pruned(inner as Xml.Value)
        ])
      )

/** The answer as a value, without the control characters that Tally sets before the names it made itself. */
export const parse = (text: string): unknown => pruned(Xml.read(text, { isList, attributes: (name) => kept.has(name) }))

const plain = (value: unknown): string | null =>
  typeof value === "object" && value !== null && "#text" in value
    ? Normalize.text(value["#text"])
    : Normalize.text(value)

/** Text without the blank that is left of a control character. */
export const text = Wire.read(plain)
export const yes = Wire.boolean

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
/** `20250401`, or `1-Apr-2025` and `1-Apr-25` where Tally shows it to people. */
export const dayOf = (value: unknown): string | null => {
  const written = plain(value)
  const shown = written === null ? null : /^(\d{1,2})-([A-Za-z]{3})-(\d{2}|\d{4})$/.exec(written)
  if (shown === null) return Normalize.instant(written)
  const month = months.indexOf(shown[2]!.toLowerCase()) + 1
  const year = shown[3]!.length === 2 ? `20${shown[3]}` : shown[3]
  return Normalize.instant(`${year}-${String(month).padStart(2, "0")}-${shown[1]!.padStart(2, "0")}`)
}
export const date = Wire.read(dayOf)

export interface Money {
  /** In the company's currency; negative is a debit. */
  readonly base: number
  readonly foreign: { readonly symbol: string; readonly amount: number; readonly rate: number | null } | null
}
const figure = /^\s*(\(-\)|-)?\s*([^\d\s().,-][^\d\s(),-]*)?\s*(-)?\s*(\d[\d,]*(?:\.\d+)?|\.\d+)\s*([^\d\s().,/-]*)/
const figureOf = (written: string) => {
  const found = figure.exec(written)
  if (found === null) return null
  const size = Normalize.number(found[4]!.replaceAll(",", ""))!
  const isNegative = found[1] !== undefined || found[3] !== undefined
  return { amount: isNegative ? -size : size, symbol: found[2] || found[5] || "" }
}
/** `-1234.50`, or `-$100.00 @ ₹ 83/$ = -₹ 8300.00`: before `@` the document's currency, after `=` the company's. */
const moneyOf = (value: unknown): Money | null => {
  const written = plain(value)
  if (written === null) return null
  // Quirk: of a price in a foreign currency the rate is left out: `$ 10.00 = ₹ 830.00/Nos`.
  const [foreignPart = "", base] = written.split("=")
  const [own = "", rate = ""] = foreignPart.split("@")
  const whole = figureOf(base ?? own)
  const foreign = base === undefined ? null : figureOf(own)
  if (whole === null || (base !== undefined && foreign === null)) throw new Normalize.Unreadable("an amount", written)
  return {
    base: whole.amount,
    foreign: foreign === null ? null : { ...foreign, rate: figureOf(rate.split("/")[0]!)?.amount ?? null }
  }
}
export const money = Wire.read(moneyOf)
/** A price, with the sign of the currency it is in; blank where that is not said. */
export const price = Wire.read((value) => {
  const own = moneyOf(value)
  return own === null ? null : { ...own, symbol: figureOf(plain(value)!)?.symbol ?? "" }
})

const figureIn = (expected: string, shown: (written: string) => string) =>
  Wire.read((value) => {
    const written = plain(value)
    const found = written === null ? null : figureOf(shown(written))
    if (written !== null && found === null) throw new Normalize.Unreadable(expected, written)
    return found?.amount ?? null
  })
/** ` 10 Nos`, ` 1 Box = 10 Nos`: the first number. */
export const quantity = figureIn("a quantity", (written) => written)
/** `100.00/Nos`, `18 %`. */
export const rate = figureIn("a rate", (written) => written.replace(/\s*%$/, "").split("=").at(-1)!)

const unitDays: Readonly<Record<string, number>> = { day: 1, week: 7 }
/** The day at which a term of credit (`30 Days`, `2 Months`, or a date) ends that begins at `from`. */
export const dueOn = (term: string | null | undefined, from: string | null | undefined): string | null => {
  if (term === null || term === undefined) return from ?? null
  const found = /^(\d+)\s*(day|week|month|year)s?$/i.exec(term)
  if (found === null) return dayOf(term)
  if (!from) return null
  const then = new Date(from)
  const count = Number(found[1])
  const unit = found[2]!.toLowerCase()
  if (unit === "month" || unit === "year") {
    const day = then.getUTCDate()
    then.setUTCMonth(then.getUTCMonth() + count * (unit === "year" ? 12 : 1), 1)
    then.setUTCDate(Math.min(day, new Date(Date.UTC(then.getUTCFullYear(), then.getUTCMonth() + 1, 0)).getUTCDate()))
  } else then.setTime(then.getTime() + count * unitDays[unit]! * 86_400_000)
  return then.toISOString()
}

/** How names are compared: without case and blanks around them. */
export const key = (name: string): string => name.trim().toLowerCase()
