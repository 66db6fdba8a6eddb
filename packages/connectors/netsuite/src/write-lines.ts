/** Lines of documents, orders and journals. Quirk: those about items and those about accounts are two lists. */
import type { Writes } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import * as Wire from "@svc/core/Wire"
import { numbers, suiteql, textOf } from "./statement.ts"
import { partyId } from "./writing.ts"

type Lines = ReadonlyArray<Line>
interface Tracked {
  readonly platform_id?: string | null | undefined
  readonly tracking_category_ids?: ReadonlyArray<string> | null | undefined
}
interface Line extends Writes.LineInput, Tracked {
  readonly project_id?: string | null | undefined
}
export const idOf = (id: string | null | undefined) => (id ? { id } : null)

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

const kinds = ["class", "department", "location"] as const
/** What every line takes: the number of one that is there already, the last part of its id, and its categories. */
export const lineOf = (own: Tracked, list: string, { refuse, root }: Pick<Take.At, "refuse" | "root">) => {
  const front = `${String(root["platform_id"])}/${list}`
  const line = own.platform_id ? Number(Normalize.unprefixed(front, own.platform_id, "/") ?? Number.NaN) : null
  if (line !== null && !Number.isInteger(line)) refuse("is no line of the document", ".platform_id")
  const ids = own.tracking_category_ids ?? []
  const tracked = kinds.map((kind) => ids.flatMap((id) => Normalize.unprefixed(kind, id) ?? []))
  if (tracked.flat().length < ids.length)
    refuse("names what is neither a class nor a department nor a location", ".tracking_category_ids")
  if (tracked.some((those) => those.length > 1))
    refuse("can name one class, one department and one location", ".tracking_category_ids")
  return { line, ...Object.fromEntries(kinds.map((kind, index) => [kind, idOf(tracked[index]?.[0])])) }
}

type At = Take.At<unknown, { readonly accounts: ReturnType<typeof itemAccounts> }>
/** A line about an item or an account. Quirk: lines have no discount; the amount is what is left. */
const made = (own: Line, at: At) => {
  const { account_id, item_id, project_id, tax_id } = own
  if (!item_id && !account_id) at.refuse("needs an item_id or an account_id")
  if (item_id && account_id && at.lookups.accounts.get(item_id) !== account_id)
    at.refuse("is not the account of the item, which decides", ".account_id")
  const customer = project_id ? (partyId("customer", project_id) ?? at.refuse("is no customer", ".project_id")) : null
  const price = own.total_discount ? { amount: Take.amountOf(own) } : { rate: own.unit_amount }
  return Call.present({
    ...lineOf(own, item_id ? "item" : "expense", at),
    ...(item_id
      ? { item: idOf(item_id), quantity: own.quantity, ...price, description: own.description }
      : { account: idOf(account_id), amount: Take.amountOf(own), memo: own.description }),
    taxCode: idOf(tax_id),
    customer: idOf(customer)
  })
}
const inLine = <A extends Pick<Take.At, "refuse">>(at: A, index: number): A => ({
  ...at,
  refuse: Take.within(at.refuse, `[${index}]`)
})
const members = ["account_id", "item_id", "tax_id", "description", "quantity", "unit_amount", "total_discount"] as const
const tracked = ["platform_id", "tracking_category_ids"] as const

/** Lines of what is bought. The lines of a change are a whole new set: a list without any is emptied. */
export const purchaseLines = {
  of: [...members, ...tracked, "project_id"] as const,
  whole: (lines: Lines | null, at: At) => {
    const all = (lines ?? []).map((own, index) => made(own, inLine(at, index)))
    const listOf = (items: ReadonlyArray<object>) => (at.isNew && items.length === 0 ? null : { items })
    return { item: listOf(all.filter((own) => "item" in own)), expense: listOf(all.filter((own) => "account" in own)) }
  }
}
/** Lines of what is sold. Quirk: a sale is of items, nothing else. */
export const salesLines = {
  of: [...members, ...tracked] as const,
  whole: (lines: Lines | null, at: At) => ({
    item: {
      items: (lines ?? []).map((own, index) => {
        const inside = inLine(at, index)
        if (!own.item_id) inside.refuse("needs an item_id: NetSuite sells items only")
        return made(own, inside)
      })
    }
  })
}
