/**
 * What is asked of Tally: a collection, a report or an import, as a plain value that patches can be laid over. There is one
 * address, one method and no query: everything stands in the body.
 */
import type { Call, Xml } from "@svc/core"
import * as Normalize from "@svc/core/Normalize"

/** Objects of one type with the named methods; `where` and `only` are formulas, `after` a place in the count of changes. */
export interface Collection {
  readonly collection: string
  /** As Tally takes them: "Guid,Name". */
  readonly fetch: string
  readonly where?: string
  readonly only?: string
  readonly after?: number
}
/** A built-in report. */
export interface Report {
  readonly report: string
}
/** What is created or altered; `remoteId` is our own key of a voucher. */
export interface Import {
  readonly import: "Vouchers" | "All Masters"
  readonly message: Readonly<Record<string, Record<string, Xml.Writable | ReadonlyArray<Xml.Writable>>>>
  readonly remoteId?: string
}
/** First and last day, `YYYY-MM-DD`. */
export interface Period {
  readonly start?: string
  readonly end?: string
}
/** From the first day that Tally knows: for what may be of any day. */
export const ever = { start: "1980-01-01", end: "2099-12-31" } satisfies Period
export type Body = (Collection | Report | Import) & Period

export const ask = (body: Body): Call.Call => ({ method: "POST", path: "/", body })

/** A day as Tally writes it: `20250401`. */
export const compact = (day: string): string => day.replaceAll("-", "")

/** A text in a formula. Quirk: a formula has no way to write a quotation mark inside a text. */
export const quoted = (text: string, field?: string): string => {
  if (text.includes('"') || /[\r\n]/.test(text))
    throw new Normalize.Unreadable("a name without quotation marks", text, field)
  return `"${text}"`
}
