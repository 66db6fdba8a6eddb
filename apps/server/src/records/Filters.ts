/**
 * The filters of a list, `field[operator]=value`: which operators there are, how a value is checked against its field,
 * and the SQL of each. A null equals no value: `neq` and `nin` keep it, every other comparison leaves it out.
 */
import { Iso } from "@svc/core"
import { ListQuery } from "@svc/core/api"
import * as Result from "effect/Result"
import { atMost, type Limit } from "../Limits.ts"
import type { Column } from "./Columns.ts"

export type Operator = ListQuery.Operator
export const { operators } = ListQuery
export const isOperator = (text: string): text is Operator => (operators as ReadonlyArray<string>).includes(text)

/** A checked filter; the values are in their canonical form. */
export interface Filter {
  readonly column: Column
  readonly operator: Operator
  readonly values: ReadonlyArray<string>
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

const scalar = (column: Column, text: string): Result.Result<string, string> => {
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
      return refuse(`an ISO 8601 date-time${hint}`, text)
    }
    case "date": {
      const day = Iso.day(text)
      return day === undefined ? refuse("a date as YYYY-MM-DD", text) : Result.succeed(day)
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

/** Checks a value of a request, of which `in` and `nin` take several; fails with the sentence that says what is wrong. */
export const check = (
  column: Column,
  operator: Operator,
  text: string,
  several: Limit
): Result.Result<Filter, string> => {
  const filter = (values: ReadonlyArray<string>): Filter => ({ column, operator, values })
  switch (operator) {
    case "is_null":
      return text === "true" || text === "false" ? Result.succeed(filter([text])) : refuse("true or false", text)
    case "contains":
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
    default:
      return Result.map(scalar(column, text), (value) => filter([value]))
  }
}

/** The text of an array as the database reads it, so that one parameter holds any number of values. */
export const arrayLiteral = (values: ReadonlyArray<string>): string =>
  `{${values.map((value) => `"${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`).join(",")}}`

/** The database has no year 0; nothing stored is as old as that. */
const bindable = (column: Column, value: string): string =>
  column.type === "timestamptz" && value.startsWith("0000") ? "0001-01-01T00:00:00.000Z" : value

const comparisons = { gt: ">", gte: ">=", lt: "<", lte: "<=" } as const

/** The condition of a filter on the record table `r`. */
export const toSql = (filter: Filter, bind: Bind): string => {
  const { column, operator } = filter
  const values = filter.values.map((value) => bindable(column, value))
  const [value] = values as [string]
  switch (operator) {
    case "eq":
      return `${column.value} = ${bind(value, column.type)}`
    case "neq":
      return `${column.value} is distinct from ${bind(value, column.type)}`
    case "in":
      return `${column.value} = any(${bind(arrayLiteral(values), `${column.type}[]`)})`
    case "nin": {
      const differs = `${column.value} <> all(${bind(arrayLiteral(values), `${column.type}[]`)})`
      return column.isNullable ? `(${column.shown} is null or ${differs})` : differs
    }
    case "contains":
      return `strpos(${column.shown}, ${bind(value, "text")}) > 0`
    case "starts_with":
      return `starts_with(${column.shown}, ${bind(value, "text")})`
    case "ends_with": {
      const end = bind(value, "text")
      return `right(${column.shown}, char_length(${end})) = ${end}`
    }
    case "is_null":
      return `${column.value} is ${value === "true" ? "" : "not "}null`
    default:
      return `${column.value} ${comparisons[operator]} ${bind(value, column.type)}`
  }
}

/** One text for the same filters in any order. */
export const canonical = (filters: ReadonlyArray<Filter>): string =>
  JSON.stringify(
    filters.map(({ column, operator, values }) => JSON.stringify([column.name, operator, values])).toSorted()
  )
