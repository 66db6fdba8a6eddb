/**
 * The filters of a list, `field[operator]=value`: which operators there are, how a value is checked against its field,
 * and the SQL of each. A null equals no value: `neq` and `nin` keep it, every other comparison leaves it out.
 */
import { Iso } from "@svc/core"
import { ListQuery } from "@svc/core/api"
import * as Result from "effect/Result"
import { atMost, type Limit } from "../Limits.ts"
import { type Column, sortedCharacters } from "./Columns.ts"
import type { Target } from "./Targets.ts"

export type Operator = ListQuery.Operator
export const { operators } = ListQuery
export const isOperator = (text: string): text is Operator => (operators as ReadonlyArray<string>).includes(text)

/** A checked filter; the values are in their canonical form. */
export interface Filter {
  readonly column: Target
  readonly operator: Operator
  readonly values: ReadonlyArray<string>
  /** A time that is relative to now, as it was written: the next page is asked for with the same words later. */
  readonly written?: string
}

/** Adds a parameter to a statement and answers its place, typed. */
export type Bind = (value: string, type: string) => string

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/
const maxDigits = 400
/** A number's text without superfluous signs and zeros, so that it is exact however many digits it has. */
const canonicalNumber = (text: string): string | undefined => {
  if (text.length > maxDigits || !decimal.test(text)) return undefined
  const number = Number(text)
  // What a double cannot reach is refused here, so that no exponent is too large for the database either.
  if (!Number.isFinite(number) || (number === 0 && /[1-9]/.test(text.replace(/[eE].*/, "")))) return undefined
  const [mantissa, exponent] = text.replace(/^\+/, "").toLowerCase().split("e") as [string, string?]
  const isNegative = mantissa.startsWith("-")
  const [whole, fraction = ""] = mantissa.replace("-", "").split(".") as [string, string?]
  const digits = fraction.replace(/0+$/, "")
  const canonical = `${whole.replace(/^0+(?=\d)/, "") || "0"}${digits === "" ? "" : `.${digits}`}`
  const sign = isNegative && number !== 0 ? "-" : ""
  return `${sign}${canonical}${exponent === undefined || number === 0 ? "" : `e${Number(exponent)}`}`
}

/** Whether the database takes it as a text. */
export const isStorable = (text: string): boolean => !text.includes("\u0000") && text.isWellFormed()

const shorten = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)
const refuse = (expected: string, text: string): Result.Result<never, string> =>
  Result.fail(`expected ${expected}, got ${shorten(text)}`)

/** The value in its canonical form; `or` says what else may stand in the place of a time. */
const scalar = (column: Column, text: string, or = ""): Result.Result<string, string> => {
  switch (column.kind) {
    case "integer":
      return /^-?\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text))
        ? Result.succeed(String(Number(text) + 0))
        : refuse("a whole number", text)
    case "number": {
      const number = canonicalNumber(text)
      return number === undefined ? refuse("a number", text) : Result.succeed(number)
    }
    case "boolean":
      return text === "true" || text === "false" ? Result.succeed(text) : refuse("true or false", text)
    case "dateTime": {
      const instant = Iso.instant(text)
      if (instant !== undefined) return Result.succeed(instant)
      const hint = /\d \d{2}:?\d{2}$/.test(text) ? " (write the + of an offset as %2B)" : ""
      return refuse(`an ISO 8601 date-time${hint}${or}`, text)
    }
    case "date": {
      const day = Iso.day(text)
      return day === undefined ? refuse(`a date as YYYY-MM-DD${or}`, text) : Result.succeed(day)
    }
    case "text":
      if (column.words !== undefined && !column.words.includes(text)) {
        return refuse(`one of ${column.words.join(", ")}`, text)
      }
      // Nothing stored is an empty text: what is absent is null.
      if (text === "")
        return Result.fail(`expected a text, got nothing; ${column.name}[is_null]=true finds what is absent`)
      return isStorable(text) ? Result.succeed(text) : refuse("a text without NUL", text)
  }
}

const units = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const
const relative = /^-(\d{1,6})([mhdw])$/
/** The moment that `-7d` or `-12h` means: so many minutes, hours, days or weeks before now; undefined for any other text. */
const before = ({ kind }: Column, text: string, now: number): string | undefined => {
  if (kind !== "dateTime" && kind !== "date") return undefined
  const [, count, unit] = relative.exec(text) ?? []
  if (count === undefined) return undefined
  const moment = new Date(Math.max(now - Number(count) * units[unit as keyof typeof units], Date.UTC(1, 0)))
  return kind === "date" ? moment.toISOString().slice(0, 10) : moment.toISOString()
}

/** Checks a value of a request, of which `in` and `nin` take several; fails with the sentence that says what is wrong. */
export const check = (
  column: Target,
  operator: Operator,
  text: string,
  several: Limit,
  now: number
): Result.Result<Filter, string> => {
  if (column.operators !== undefined && !column.operators.includes(operator)) {
    const taken = column.operators.map((one) => `${column.name}[${one}]`).join(" and ")
    return Result.fail(`it is no single value; ${taken} can be asked for, or one of its members by a dot`)
  }
  const filter = (values: ReadonlyArray<string>): Filter => ({ column, operator, values })
  switch (operator) {
    case "is_null":
      return text === "true" || text === "false" ? Result.succeed(filter([text])) : refuse("true or false", text)
    case "contains":
    case "icontains":
    case "starts_with":
    case "ends_with":
      if (!isStorable(text)) return refuse("a text without NUL", text)
      return text === "" ? Result.fail("expected a text, got nothing") : Result.succeed(filter([text]))
    case "in":
    case "nin": {
      const parts = text.split(",", several.most + 1)
      if (parts.length > several.most) {
        return Result.fail(`expected ${atMost(several)} values separated by commas, got more`)
      }
      const values = new Set<string>()
      for (const part of parts) {
        if (part === "") return Result.fail("expected values separated by commas, got an empty one")
        const value = scalar(column, part)
        if (Result.isFailure(value)) return Result.fail(value.failure)
        values.add(value.success)
      }
      return Result.succeed(filter([...values].toSorted()))
    }
    default: {
      const moment = before(column, text, now)
      return moment === undefined
        ? Result.map(scalar(column, text, ", or so long before now as -7d"), (value) => filter([value]))
        : Result.succeed({ ...filter([moment]), written: text })
    }
  }
}

/** The text of an array as the database reads it, so that one parameter holds any number of values. */
export const arrayLiteral = (values: ReadonlyArray<string>): string =>
  `{${values.map((value) => `"${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`).join(",")}}`

/** The database has no year 0; nothing stored is as old as that. */
const bindable = (column: Column, value: string): string =>
  column.type.startsWith("timestamp") && value.startsWith("0000") ? "0001-01-01T00:00:00.000Z" : value

/**
 * SQL of what the values are compared with. That is the beginning of a text, by which it is ordered, where the values are shorter:
 * the answer is the same, and an index finds it that has no room for texts of any length.
 */
export const compared = ({ column, values }: Filter): string =>
  column.isCut === true && values.every(({ length }) => length < sortedCharacters) ? column.order : column.value

/** Whether a filter leaves in what is null. */
export const keepsNulls = ({ operator, values }: Filter): boolean =>
  operator === "neq" || operator === "nin" || (operator === "is_null" && values[0] === "true")

const comparisons = { gt: ">", gte: ">=", lt: "<", lte: "<=" } as const

/** The condition of a filter, of records on the record table `r`; `whose` is that of records that the caller may see. */
export const toSql = (filter: Filter, bind: Bind, whose: string): string => {
  const { around } = filter.column
  const condition = insideOf(filter, bind)
  return around === undefined ? condition : around(condition, whose)
}
const insideOf = (filter: Filter, bind: Bind): string => {
  const { column, operator, values } = filter
  if (operator === "is_null" && column.absent !== undefined) {
    return values[0] === "true" ? column.absent : `not ${column.absent}`
  }
  if (column.texts === undefined) return conditionOf(filter, bind)
  // A list contains an element that is the text, not a part of one. Citus takes no query of its elements within that of lines;
  // by the operator the engine would believe that next to none meet it, and sort them.
  return `jsonb_contains((${column.texts})::jsonb, ${bind(JSON.stringify(values), "jsonb")})`
}

const conditionOf = (filter: Filter, bind: Bind): string => {
  const { column, operator } = filter
  const values = filter.values.map((value) => bindable(column, value))
  const [value] = values as [string]
  const same = column.same ?? compared(filter)
  switch (operator) {
    case "eq":
      return `${same} = ${bind(value, column.type)}`
    case "neq":
      return `${same} is distinct from ${bind(value, column.type)}`
    case "in":
      return `${same} = any(${bind(arrayLiteral(values), `${column.type}[]`)})`
    case "nin": {
      const differs = `${same} <> all(${bind(arrayLiteral(values), `${column.type}[]`)})`
      return column.isNullable ? `(${column.shown} is null or ${differs})` : differs
    }
    case "contains":
      return `strpos(${column.shown}, ${bind(value, "text")}) > 0`
    case "icontains":
      // By capitals, of which there are fewer that depend on their place; whatever the database's own collation knows.
      return `strpos(upper(${column.shown} collate "und-x-icu"), upper(${bind(value, "text")} collate "und-x-icu")) > 0`
    case "starts_with":
      return `starts_with(${column.shown}, ${bind(value, "text")})`
    case "ends_with": {
      const end = bind(value, "text")
      return `right(${column.shown}, char_length(${end})) = ${end}`
    }
    case "is_null":
      return `${column.value} is ${value === "true" ? "" : "not "}null`
    default:
      return `${compared(filter)} ${comparisons[operator]} ${bind(value, column.type)}`
  }
}

/** One text for the same filters in any order. */
export const canonical = (filters: ReadonlyArray<Filter>): string =>
  JSON.stringify(
    filters
      .map(({ column, operator, values, written }) => JSON.stringify([column.name, operator, written ?? values]))
      .toSorted()
  )
