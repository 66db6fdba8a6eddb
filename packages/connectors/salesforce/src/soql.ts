/** Salesforce's query language: statements made of parts, and the calls that send them. */
import type { Call } from "@svc/core"
import * as Normalize from "@svc/core/Normalize"

/** The version of the API that the connector is written for: Winter '25. */
export const root = "/services/data/v62.0"

/** A text inside a statement. */
export const quoted = (text: string): string =>
  `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("\n", "\\n").replaceAll("\r", "\\r")}'`
/** A moment inside a statement: in whole seconds, and without quotes. */
export const moment = (text: string): string => `${(Normalize.instant(text, "since") ?? text).slice(0, 19)}Z`

export interface Select {
  /** Names of fields, and whole statements over the record's children. */
  readonly fields: ReadonlyArray<string>
  readonly from: string
  /** Every one must hold. */
  readonly where?: ReadonlyArray<string>
  readonly order?: string
  readonly limit?: number
}
export const select = ({ fields, from, limit, order, where = [] }: Select): string =>
  [
    `SELECT ${fields.join(", ")} FROM ${from}`,
    where.length === 0 ? "" : ` WHERE ${where.join(" AND ")}`,
    order === undefined ? "" : ` ORDER BY ${order}`,
    limit === undefined ? "" : ` LIMIT ${limit}`
  ].join("")
/** A statement over children, among the fields of their parent. */
export const children = (own: Select): string => `(${select(own)})`

/** Asks for what is there. */
export const ask = (statement: Select): Call.Call => ({ path: `${root}/query`, query: { q: select(statement) } })
/** Asks for what is in the recycle bin and what is archived, too. */
export const askAll = (statement: Select) => ({ path: `${root}/queryAll`, query: { q: select(statement) } })
