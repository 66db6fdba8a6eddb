/** Statements of NetSuite's query language, SuiteQL, and what may stand in them. */
import * as Normalize from "@svc/core/Normalize"

export type Settings = Readonly<Record<string, string>>
/** A statement whose rows have a key: `id`, and with `part` several rows for each. */
export interface Statement {
  /** Expressions by the name of their column. */
  readonly select: Readonly<Record<string, string>>
  readonly from: string
  readonly where?: ReadonlyArray<string>
  /** Columns that are sums over rows that agree in all others. */
  readonly sums?: Readonly<Record<string, string>>
  readonly id: string
  readonly part?: string
}

/** Rows of a page; the most there can be. */
const size = 1000
export const suiteql = (q: string) => ({
  method: "POST" as const,
  path: "/query/v1/suiteql",
  query: { limit: size, offset: 0 },
  // Without it NetSuite refuses.
  headers: { prefer: "transient" },
  body: { q }
})

export const textOf = ({ from, id, part, select, sums, where = [] }: Statement): string => {
  const columns = { id, ...(part === undefined ? {} : { part }), ...select }
  const named = Object.entries({ ...columns, ...sums }).map(([name, own]) => `${own} AS ${name}`)
  const grouped = sums === undefined ? "" : ` GROUP BY ${Object.values(columns).join(", ")}`
  return `SELECT ${named.join(", ")} FROM ${from} WHERE ${[...where, `${id} IS NOT NULL`].join(" AND ")}${grouped}`
}
/** An id inside a statement: nothing but a number is ever put into one. */
export const isNumber = (id: string): boolean => /^-?\d{1,18}$/.test(id)
export const numbers = (ids: ReadonlyArray<string>): ReadonlyArray<string> => Normalize.distinct(ids).filter(isNumber)

const hour = 3_600_000
/**
 * Quirk: in which time zone a statement's dates are is not said. None is more than twelve hours behind UTC, so changes are
 * asked for from thirteen hours before.
 */
export const moment = (since: string): string => {
  const early = new Date(Date.parse(since) - 13 * hour).toISOString()
  return `TO_TIMESTAMP('${early.slice(0, 10)} ${early.slice(11, 19)}', 'YYYY-MM-DD HH24:MI:SS')`
}
export const date = (text: string) => `TO_DATE('${text}', 'YYYY-MM-DD')`
export const day = (column: string) => `TO_CHAR(${column}, 'YYYY-MM-DD')`
export const time = (column: string) => `TO_CHAR(${column}, 'YYYY-MM-DD"T"HH24:MI:SS')`

/** Features that bring columns of their own, by the member of a record that shows them. */
export const features = ["class", "currency", "department", "location", "subsidiary"] as const
/** Whether the account has a feature, as it was found out when it was connected; all of them where nobody looked. */
export const has = ({ features }: Settings, feature: string): boolean =>
  features === undefined || features === "" || features.split(",").includes(feature)
/** Quirk: a column of a feature that an account does not have breaks the whole statement. */
export const featured = (
  settings: Settings,
  columns: Readonly<Record<string, readonly [feature: string, expression: string]>>
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([name, [feature, expression]]) =>
      has(settings, feature) ? [[name, expression] as const] : []
    )
  )
