/** Lines of documents and orders. Quirk: those about items and those about accounts are two lists. */
import type { Writes } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import * as Wire from "@svc/core/Wire"
import { numbers, suiteql, textOf } from "./statement.ts"

type Lines = ReadonlyArray<Line>
interface Line extends Writes.LineInput {
  readonly platform_id?: string | null | undefined
  readonly tracking_category_ids?: ReadonlyArray<string> | null | undefined
}
const idOf = (id: string | null | undefined) => (id ? { id } : null)

/** The accounts behind items that a line names together with an account: there the item decides. */
export const itemAccounts = (column: "incomeaccount" | "expenseaccount") =>
  Lookup.make({
    call: ({ items }: Lookup.LookupContext<{ readonly line_items?: Lines | null | undefined }>) => {
      const ids = numbers(
        items.flatMap(({ line_items }) =>
          (line_items ?? []).flatMap(({ account_id, item_id }) => (account_id && item_id ? [item_id] : []))
        )
      )
      const where = [`i.id IN (${ids.join(", ")})`]
      return ids.length === 0
        ? null
        : suiteql(textOf({ id: "i.id", select: { account: `i.${column}` }, from: "item i", where }))
    },
    response: Wire.struct({ items: Wire.list(Wire.struct({ id: Wire.required(Wire.id), account: Wire.id })) }),
    pick: ({ items }): ReadonlyMap<string, string | null> =>
      new Map((items ?? []).map(({ account, id }) => [id, account ?? null])),
    absent: new Map()
  })

type At = Take.At<unknown, { readonly accounts: ReturnType<typeof itemAccounts> }>
const refuseAccount = ({ account_id, item_id }: Line, { lookups, refuse }: At, index: number): void => {
  if (!item_id && !account_id) refuse("needs an item_id or an account_id", `[${index}]`)
  if (item_id && account_id && lookups.accounts.get(item_id) !== account_id)
    refuse("is not the account of the item, which decides", `[${index}].account_id`)
}
/** A line about an item. Quirk: lines have no discount; the amount is what is left. */
const itemLine = (own: Line) => ({
  item: idOf(own.item_id),
  quantity: own.quantity,
  ...(own.total_discount ? { amount: Take.amountOf(own) } : { rate: own.unit_amount }),
  description: own.description,
  taxCode: idOf(own.tax_id)
})
const accountLine = (own: Line) => ({
  account: idOf(own.account_id),
  amount: Take.amountOf(own),
  memo: own.description,
  taxCode: idOf(own.tax_id)
})
/** The lines of a change are a whole new set: a list without any is emptied. */
const listOf = (items: ReadonlyArray<object>, isNew: boolean) =>
  isNew && items.length === 0 ? null : { items: items.map(Call.present) }
const members = ["account_id", "item_id", "tax_id", "description", "quantity", "unit_amount", "total_discount"] as const

/** Lines of what is bought. */
export const purchaseLines = {
  of: members,
  whole: (lines: Lines | null, at: At) => {
    for (const [index, own] of (lines ?? []).entries()) refuseAccount(own, at, index)
    return {
      item: listOf((lines ?? []).filter(({ item_id }) => item_id).map(itemLine), at.isNew),
      expense: listOf((lines ?? []).filter(({ item_id }) => !item_id).map(accountLine), at.isNew)
    }
  }
}

const kinds = ["class", "department", "location"] as const
const tracked = (kind: (typeof kinds)[number], { tracking_category_ids }: Line) =>
  (tracking_category_ids ?? []).flatMap((id) => Normalize.unprefixed(kind, id) ?? [])
/** The number of a line that is there already: the last part of its id. */
const lineOf = (document: string, { platform_id }: Line): number | null | undefined => {
  if (!platform_id) return null
  const line = /^item\/(\d+)$/.exec(Normalize.unprefixed(document, platform_id, "/") ?? "")?.[1]
  return line === undefined ? undefined : Number(line)
}

/** Lines of what is sold. */
export const salesLines = {
  of: [...members, "platform_id", "tracking_category_ids"] as const,
  whole: (lines: Lines | null, at: At) => ({
    item: {
      items: (lines ?? []).map((own, index) => {
        const refuse = Take.within(at.refuse, `[${index}]`)
        const line = lineOf(at.root["platform_id"] ?? "", own)
        // Quirk: a sale is of items, nothing else.
        if (!own.item_id) refuse("needs an item_id: NetSuite sells items only")
        if (line === undefined) refuse("is no line of the document", ".platform_id")
        if ((own.tracking_category_ids ?? []).some((id) => kinds.every((kind) => !Normalize.unprefixed(kind, id))))
          refuse("names what is neither a class nor a department nor a location", ".tracking_category_ids")
        if (kinds.some((kind) => tracked(kind, own).length > 1))
          refuse("can name one class, one department and one location", ".tracking_category_ids")
        refuseAccount(own, at, index)
        return Call.present({
          line,
          ...itemLine(own),
          ...Object.fromEntries(kinds.map((kind) => [kind, idOf(tracked(kind, own)[0])]))
        })
      })
    }
  })
}
