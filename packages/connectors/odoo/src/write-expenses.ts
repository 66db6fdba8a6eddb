/** Expenses as they are written: each is one line, and what it came to has the taxes in it. */
import type { Writes } from "@svc/core"
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import { expenses } from "./expenses.ts"
import { known } from "./listing.ts"
import * as Own from "./wire.ts"
import { distributionOf } from "./write-lines.ts"
import { ref, refs, refTo, writing } from "./writing.ts"

type Item = Writes.ItemOf<"EXPENSES">
type Line = NonNullable<Item["line_items"]>[number]

/** What was paid: since 17 the total is said, before it the price of one. */
const amountOf = ({ quantity, unit_amount }: Line, names: ReadonlyArray<string>) => {
  const total = "total_amount_currency"
  return names.includes(total)
    ? { quantity: quantity ?? 1, [total]: Normalize.rounded((quantity ?? 1) * (unit_amount ?? 0), 2) }
    : { quantity: quantity ?? 1, [names[0] ?? "price_unit"]: unit_amount }
}

export const writeExpenses = writing("EXPENSES", ["create", "update", "delete"], {
  model: "hr.expense",
  record: expenses,
  requires: { create: ["line_items", "line_items.description", "line_items.unit_amount"] },
  lookups: { names: known("hr.expense", ["total_amount_currency", "price_unit", "unit_amount"]) },
  takes: {
    contact_id: refTo("vendor_id"),
    account_id: refTo("account_id"),
    posted_date: Take.day("date"),
    payment_mode: (mode, { refuse }) =>
      mode === "own_account" || mode === "company_account"
        ? { payment_mode: mode }
        : refuse("can be own_account or company_account"),
    currency_id: refTo("currency_id"),
    memo: { to: "description", by: Own.noteOf },
    line_items: {
      of: [
        "platform_id",
        "item_id",
        "tax_id",
        "account_id",
        "description",
        "quantity",
        "unit_amount",
        "tracking_category_ids"
      ],
      whole: (lines: ReadonlyArray<Line> | null, { item, lookups, refuse }) => {
        const [line, ...others] = lines ?? []
        if (line === undefined || others.length > 0) return refuse("must be one line: an expense is its own")
        const account = line.account_id ?? item.account_id
        if (item.account_id != null && account !== item.account_id) refuse("is the expense's own", "[0].account_id")
        return {
          name: line.description,
          product_id: ref(line.item_id),
          ...(line.account_id === undefined ? {} : { account_id: ref(account) }),
          tax_ids: refs(line.tax_id),
          analytic_distribution: distributionOf(line.tracking_category_ids),
          ...amountOf(line, lookups.names)
        }
      }
    }
  },
  by: ({ line_items, posted_date }: Item) => [
    ["name", "=", line_items?.[0]?.description],
    ...(posted_date == null ? [] : [["date", "=", posted_date.slice(0, 10)] as const])
  ]
})
