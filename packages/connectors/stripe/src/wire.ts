/** What Stripe's resources have in common: how they are listed and fetched, amounts, dates, and references. */
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { changesOf, seconds } from "./events.ts"

/** The shape of every answer, whatever version the account is set to. */
export const version = "2026-10-28.endive"

/** Newest first, from the last id of the page before. */
export const pages = Page.lastKey({
  param: "starting_after",
  key: (raw: { readonly id?: any } | null) => raw?.id,
  moreAt: "has_more",
  size: 100,
  sizeParam: "limit",
  sorted: "Stripe lists what was made last first and takes no order"
})

/** `expand[0]=data.customer`: members of which the whole record is wanted instead of its id. */
const expanded = (members: ReadonlyArray<string>, prefix = ""): Call.Query =>
  Object.fromEntries(members.map((member, index) => [`expand[${index}]`, `${prefix}${member}`]))

export const createdSince = ({ since }: { readonly since: string }) => ({ query: { "created[gte]": seconds(since) } })
export const createdFrom = ({ from }: { readonly from: string }) => createdSince({ since: from })

/** How a resource is listed and fetched. */
export const resource = (path: string, expand: ReadonlyArray<string> = []) => ({
  path,
  query: expanded(expand, "data."),
  page: pages,
  items: "data",
  get: (id: string): Call.Call => ({ path: `${path}/${Call.segment(id)}`, query: expanded(expand) }),
  // Quirk: a deleted customer or product is answered with 200 and `deleted: true`; lists leave it out.
  getItem: (body: unknown) => (Call.at(body, "deleted") === true ? null : body)
})
/** The same with what is new by `created`, and what has changed by the events of Stripe. */
export const changing = <M extends Parameters<typeof changesOf>[0]>(
  model: M,
  path: string,
  expand: ReadonlyArray<string> = []
) => ({ ...resource(path, expand), since: createdSince, changes: changesOf(model, pages) })
/** The same for transactions, which are never deleted: they are dated by when they were made. */
export const transactions = (...[model, path, expand = []]: Parameters<typeof changing>) => ({
  ...changing(model, path, expand),
  from: createdFrom,
  deletes: Read.never("Stripe keeps what has happened")
})

export const epoch = Wire.read((value) => Normalize.epochSeconds(value))
/** Codes come in lower case. */
export const currency = Wire.read((value) => {
  const code = typeof value === "string" ? value.trim().toUpperCase() : null
  if (code === null || !/^(?:[A-Z]{3,})?$/.test(code)) throw new Normalize.Unreadable("a currency code", value)
  return code === "" ? null : code
})
/** The id of another record, which may stand there whole. */
export const reference = Wire.read((value) =>
  Normalize.id(typeof value === "object" && value !== null ? Call.at(value, "id") : value)
)

// Quirk: where Stripe's minor units are not those of ISO 4217: https://docs.stripe.com/currencies#minor-units
const digits: Readonly<Record<string, number>> = { ISK: 2, UGX: 2, MGA: 0 }
/** What the minor units of a currency are reckoned by: the currency, or how many digits they have at Stripe. */
export const digitsOf = (code: string): string | number => digits[code] ?? code
/** Whole minor units of a currency as an amount. */
export const amountIn = (code: string | null | undefined) => (minor: number | null | undefined) =>
  Normalize.minorUnits(minor, typeof code === "string" ? digitsOf(code) : code)

/** The sum of a list's amounts: nothing where there is no list, zero where the list is empty. */
export const totalOf = (list: ReadonlyArray<{ readonly amount?: number | null | undefined }> | null | undefined) =>
  list == null ? null : list.length === 0 ? 0 : Normalize.sum(list.map(({ amount }) => amount))

/** Credits that are taken off before tax; discounts among them are told as discounts too. */
export const Credits = Wire.list(Wire.struct({ amount: Wire.number, type: Wire.decisive(Wire.text) }))
/** What is taken off before tax: discounts, and what is paid by credits that were granted. */
export const takenOff = (
  discounts: Parameters<typeof totalOf>[0],
  credits: (typeof Credits)["Type"] | null | undefined
): number | null =>
  Normalize.sum([totalOf(discounts), ...(credits ?? []).filter(isGranted).map(({ amount }) => amount)])
const isGranted = ({ type }: (typeof Credits)["Type"][number]): boolean => type !== "discount"
/**
 * Quirk: Stripe's own sub totals hold the taxes that are inclusive, and lack the discounts of lines. What is left of the
 * total without its tax, before discounts, does neither.
 */
export const beforeTax = (
  total: number | null | undefined,
  tax: number | null | undefined,
  discount: number | null | undefined
): number | null => {
  const untaxed = Normalize.difference(total, tax)
  return untaxed === null ? null : Normalize.sum([untaxed, discount])
}

/** The newest of the moments that a record shows itself: Stripe does not say when a record changed. */
export const newest = (...moments: ReadonlyArray<string | null | undefined>): string | null => {
  const shown = moments.flatMap((moment) => moment ?? [])
  // One that cannot be read may be the newest.
  return shown.find((moment) => typeof moment !== "string") ?? shown.toSorted().at(-1) ?? null
}

export const activeStatus = Normalize.word({ true: "ACTIVE", false: "ARCHIVED" })
