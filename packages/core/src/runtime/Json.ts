/**
 * JSON as platforms send it, with every digit: a number that JavaScript's numbers do not hold becomes the text it was
 * written as. `Normalize` takes that text as an id, refuses it as an amount, and `raw_data` shows it as it was.
 */

/** Whether a text can hold a number that loses digits when it is parsed; others need no closer look. */
export const isSuspicious = (json: string): boolean => suspicious.test(json)
// Where a number can stand alone: ids such as UUIDs would have nearly every text looked at closely.
const suspicious = /(?:^|[[,:\s])-?(?:\d[\d.]{15}|[\d.]+[eE])/

/** Whether a number is the one that was written: no digit is lost, and none is made up. */
export const isExact = (written: string, value: number): boolean =>
  written.length <= longest && digits(written) === digits(String(value))

/** Characters of the longest number that a double may be written as. */
const longest = 400

/** Whether a platform that has nothing better than a double wrote this very double, with more digits than it needs. */
const isDouble = (written: string, value: number): boolean =>
  written.length <= longest && digits(written) === digits(value.toPrecision(17))

/** The digits of a number's text that carry its value. */
const digits = (written: string): string =>
  written
    .replace(/[eE].*$/, "")
    .replace(/[-.]/g, "")
    .replace(/^0+/, "")
    .replace(/0+$/, "")

/** Below this, what a double lacks is noise behind the fifth decimal. */
const small = 1e11

const keep = (_name: string, value: unknown, context?: { readonly source?: string }): unknown => {
  if (typeof value !== "number" || context?.source === undefined) return value
  if (Math.abs(value) < small || isExact(context.source, value) || isDouble(context.source, value)) return value
  return context.source
}

/** Parses JSON; throws as `JSON.parse` does. */
export const parse = (json: string): unknown => (isSuspicious(json) ? JSON.parse(json, keep) : JSON.parse(json))
