/** What all documents that are written have in common: their head, their lines, and the accounts that lines need. */
import type { Writes } from "@svc/core"
import * as Lookup from "@svc/core/Lookup"
import * as Take from "@svc/core/Take"
import * as Wire from "@svc/core/Wire"
import { pathOf } from "./lists.ts"
import { costCenter, rate, ref } from "./writing.ts"

type Line = NonNullable<Writes.ItemOf<"BILLS">["line_items"]>[number]
export interface Lined {
  readonly line_items?: ReadonlyArray<Line> | null | undefined
}

/** Accounts of the items that lines name where they name no account. */
export const accountsBy = (member: "expense_account" | "revenue_account") => ({
  accounts: Lookup.make({
    call: ({ items }: Lookup.LookupContext<Lined>) => {
      const lines = items.flatMap(({ line_items }) => line_items ?? []).filter(({ account_id }) => !account_id)
      const wanted = [...new Set(lines.flatMap(({ item_id }) => item_id ?? []))]
      return wanted.length === 0 ? null : wanted.map((id) => ({ path: pathOf("items", id) }))
    },
    response: Wire.list(
      Wire.required(
        Wire.struct({
          id: Wire.required(Wire.id),
          expense_account: Wire.id,
          revenue_account: Wire.id
        })
      )
    ),
    pick: (all): ReadonlyMap<string, string | null> => new Map(all.map((own) => [own.id, own[member] ?? null])),
    absent: new Map(),
    emptyStatuses: [404]
  })
})
type Lookups = ReturnType<typeof accountsBy>

const line: Take.Table<Line, Lookups> = {
  platform_id: Take.beside,
  project_id: Take.beside,
  account_id: "account",
  item_id: (id, { item, lookups, refuse }) =>
    item.account_id
      ? { item: id }
      : {
          item: id,
          account: lookups.accounts.get(id) ?? refuse("has no account, and the line names none")
        },
  description: "description",
  quantity: "quantity",
  unit_amount: "unit_amount",
  tax_id: "tax_rate",
  tracking_category_ids: costCenter,
  total_discount: (discount, { item, refuse }) =>
    discount === 0
      ? {}
      : {
          discount: Take.exactPercentOf(item, 6) ?? refuse("is no percentage of quantity and unit amount")
        }
}
const lines = { list: "line_items", of: line } as const
/** A project is the document's: its lines cannot differ in it. */
export const project = ({ line_items }: Lined, { refuse }: Take.At<unknown>): object => {
  const [first, ...others] = line_items ?? []
  const odd = others.findIndex(({ project_id }) => (project_id ?? null) !== (first?.project_id ?? null))
  if (odd !== -1) refuse("is another than that of the first line", `line_items[${odd + 1}].project_id`)
  return first?.project_id === undefined ? {} : { project: first.project_id }
}

export const requires = [
  "line_items",
  "line_items.description",
  "line_items.quantity",
  "line_items.unit_amount"
] as const
export const head = (date: string) => ({
  contact_id: ref("contact"),
  currency_id: "currency" as const,
  currency_rate: rate,
  posted_date: Take.day(date),
  line_items: lines
})
/** A new document is a draft unless it says more. */
export const made = { status: "DRAFT", tax_amount_type: "TAX_EXCLUSIVE" }
