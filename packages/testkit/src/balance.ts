/**
 * What amounts are held to, whatever code and fixture agree on: a document's total is that of its parts, its lines sum to
 * it, and neither it nor a price that is sent is below zero.
 */
import type { Models } from "@svc/core"
import { assertShown } from "./because.ts"
import type { Case } from "./Case.ts"
import type * as FakePlatform from "./FakePlatform.ts"
import { complete } from "./reads.ts"
import type { Check, Subject } from "./Subject.ts"
import { straightRun } from "./Walk.ts"

type Fields = Readonly<Record<string, unknown>>

/** What a record's amounts are called; those that its model does not have are absent. */
const amounts = [
  "total_amount",
  "sub_total",
  "tax_amount",
  "total_discount",
  "amount_due",
  "remaining_credit",
  "amount"
]
/** Balances of accounts and results of months may well be below zero. */
const isDocument = (model: Models.ModelId, record: Fields): boolean =>
  "total_amount" in record || /PAYMENTS$|_ORDERS$|REFUNDS$|BANK_TRANSACTIONS$|JOURNAL_ENTRIES$/.test(model)

const cents = (value: number): number => Math.round(value * 100)
const number = (value: unknown): number | null => (typeof value === "number" ? value : null)
const near = (one: number, other: number, within = 1): boolean => Math.abs(cents(one) - cents(other)) <= within

/** What is out of balance in a record; null where its parts are not all known. */
export const unbalanced = (record: Fields): string | null => {
  const at = (name: string) => number(record[name])
  const [total, sub, tax, discount] = [at("total_amount"), at("sub_total"), at("tax_amount"), at("total_discount")]
  const what = `${record["platform_id"]}:`
  const shipping = at("shipping_amount") ?? 0
  if (total !== null && sub !== null && tax !== null) {
    const sums = [sub + tax - (discount ?? 0) + shipping, sub + tax + shipping]
    const due = `\`total_amount\` is ${total}, and \`sub_total\` ${sub} + \`tax_amount\` ${tax} - \`total_discount\` ${discount} is ${sums[0]}`
    // A sub total may be what is left after the discount of its lines.
    if (!sums.some((sum) => near(total, sum))) return `${what} ${due}`
  }
  const lines = record["line_items"]
  if (!Array.isArray(lines) || lines.length === 0) return null
  const of = (name: string): number | null => {
    const values = lines.map((line: Fields) => number(line[name]))
    return values.every((value) => value !== null) ? values.reduce((sum, value) => sum + value, 0) : null
  }
  const parts = [of("total_amount"), of("sub_total")].filter((value) => value !== null)
  const wholes = [total, sub, total === null ? null : total - shipping].filter((value) => value !== null)
  if (parts.length === 0 || wholes.length === 0) return null
  const reached = wholes.flatMap((whole) => [whole, whole + (discount ?? 0), whole - (tax ?? 0)])
  return parts.some((part) => reached.some((whole) => near(part, whole, lines.length)))
    ? null
    : `${what} the lines sum to ${parts.join(" or ")}, and the document is ${wholes.join(" or ")}`
}

/** What is below zero in a document and its lines. */
export const negativeIn = (model: Models.ModelId, record: Fields): string | null => {
  if (!isDocument(model, record)) return null
  const name = amounts.find((own) => (number(record[own]) ?? 0) < 0)
  return name === undefined ? null : `${record["platform_id"]}: \`${name}\` is ${record[name]}`
}

export const balanceChecks = (subject: Subject, model: Models.ModelId, own: Case): ReadonlyArray<Check> => {
  const run = async () => {
    const { walked } = await straightRun(subject, model, own)
    return walked.items.flatMap(({ records }) => records) as ReadonlyArray<Fields>
  }
  return [
    { name: `${model}: amounts sum up`, run: async () => balanced(own, await run()) },
    { name: `${model}: documents are not below zero`, run: async () => positive(model, own, await run()) }
  ]
}
const balanced = (own: Case, records: ReadonlyArray<Fields>) =>
  assertShown(own, "sums", records.map(unbalanced).find((fault) => fault !== null) ?? null)
const positive = (model: Models.ModelId, own: Case, records: ReadonlyArray<Fields>) =>
  assertShown(own, "negative", records.map((one) => negativeIn(model, one)).find((fault) => fault !== null) ?? null)

/** The records that a write's case says come of it. */
export const writtenBalance = (model: Models.ModelId, own: Case): void => {
  const records = (own.results ?? []).flatMap((result) =>
    "record" in result ? [complete(model, result.record) as Fields] : []
  )
  balanced(own, records)
  positive(model, own, records)
}

/** Numbers that are sent with another sign than those of the items. */
export const assertSigns = (
  own: Case,
  calls: ReadonlyArray<FakePlatform.Asked>,
  input: ReadonlyArray<unknown>
): void => {
  const given = numbersIn(input)
  const turned = calls.flatMap(({ body }) =>
    [...numbersIn(body)].filter((value) => value < 0 && given.has(-value) && !given.has(value))
  )
  assertShown(
    own,
    "signs",
    turned[0] === undefined ? null : `${turned[0]} is sent, and no item has it: send amounts as they are`
  )
}
const numbersIn = (value: unknown): ReadonlySet<number> => {
  const found = new Set<number>()
  const visit = (own: unknown): void => {
    if (typeof own === "number") found.add(own)
    else if (typeof own === "string") {
      if (/^-?\d+(\.\d+)?$/.test(own)) found.add(Number(own))
      else for (const [, number] of own.matchAll(/>\s*(-?\d+(?:\.\d+)?)\s*</g)) found.add(Number(number))
    } else if (typeof own === "object" && own !== null) Object.values(own).forEach(visit)
  }
  visit(value)
  return found
}
