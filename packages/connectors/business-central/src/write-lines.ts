/** The lines of documents as they are written, and what all documents have alike. */
import type { Lookup, Writes } from "@svc/core"
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import { type Kind } from "./contacts.ts"
import { dayOf, isDraft, partyOf } from "./document-calls.ts"
import { taxes } from "./tax-rates.ts"

export type Line = NonNullable<Writes.ItemOf<"BILLS">["line_items"]>[number]
export const lookups = { taxes }

/** The code of a tax group, which is what lines name. */
export const codeOfTax = (found: Lookup.Found<typeof lookups>, id: string, refuse: Take.At["refuse"]): string =>
  [...found.taxes].find(([, own]) => own === id)?.[0] ?? refuse("is no tax group with a code")

/** A line that is there already, of the record as it is. */
const knownIn = (raw: Take.Item | undefined, lines: string, id: string | null | undefined): Take.Item | undefined =>
  raw?.[lines]?.find((own: Take.Item) => own["id"] === id)

/** Quirk: what a line is of says its type, which is not changed; a line of nothing is a comment. */
const typeOf = ({ account_id, item_id }: Line): string => (item_id ? "Item" : account_id ? "Account" : "Comment")
export const linesTo = (lines: string, price: string) => ({
  list: (made: ReadonlyArray<Take.Item>, { isNew, raw, refuse }: Take.At<any, any>, rows: ReadonlyArray<Line>) => ({
    [lines]: made.map((own, index) => {
      const row = rows[index]!
      const known = knownIn(raw, lines, row.platform_id)
      if (row.platform_id && !isNew && known === undefined) refuse("is no line of it", `[${index}].platform_id`)
      return known === undefined ? { lineType: typeOf(row), ...own } : own
    })
  }),
  of: {
    platform_id: (id, { isNew }) => (isNew ? {} : { id }),
    item_id: (id, { item, refuse }) =>
      item.account_id ? refuse("stands beside an account: a line has one of them") : { itemId: id },
    account_id: "accountId",
    description: "description",
    quantity: "quantity",
    unit_amount: price,
    // What is read holds the line's part of a discount on the whole.
    total_discount: (amount, { item, raw }) => ({
      discountAmount: Normalize.difference(
        amount,
        knownIn(raw, lines, item.platform_id)?.["invoiceDiscountAllocation"] ?? 0
      )
    }),
    tax_id: { to: "taxCode", by: (id, { lookups: found, refuse }) => codeOfTax(found, id, refuse) }
  } satisfies Take.Table<Line, typeof lookups>
})

export const contactTo = (kind: Kind): Take.Named<string> => ({
  to: `${kind}Id`,
  by: (id, { refuse }) => partyOf(kind, id) ?? refuse(`is no ${kind}`)
})
/** A document is dated by a day of its own and by that of the ledger. */
export const datedBy =
  (date: string) =>
  (value: string, { place }: Take.At<any>) => {
    const day = Normalize.day(value, place)?.slice(0, 10)
    return { [date]: day, postingDate: day }
  }
export const dayTo = (to: string): Take.Named<string> => ({ to, by: (value) => dayOf(value) })
/** Drafts, and what is posted as soon as it is made or changed. */
export const posting = (status: string, { raw, refuse }: Take.At<any>): object => {
  if (status !== "DRAFT" && status !== "SUBMITTED") return refuse("must be one of DRAFT, SUBMITTED")
  return status === "DRAFT" && raw !== undefined && !isDraft(raw) ? refuse("cannot be taken back: it is posted") : {}
}
/** What a new document is discounted by beside its lines. */
export const discountTo = (total: number, { refuse, root }: Take.At<any>): object => {
  const rest = Take.discountBeside(total, Take.discountOf(root["line_items"] ?? []), refuse)
  return rest === 0 ? {} : { discountAmount: rest }
}
/** The one document that a note is on. */
export const noteOf = (ids: ReadonlyArray<string>, { refuse }: Take.At<any>): object =>
  ids.length > 1 ? refuse("is one more than a note is on", "[1]") : { invoiceId: ids[0] }
/** What is alike in all documents. */
export const shared = {
  requires: { create: ["contact_id", "line_items", "line_items.quantity", "line_items.unit_amount"] },
  lookups,
  creates: { total_discount: discountTo }
} as const
