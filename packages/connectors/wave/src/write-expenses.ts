/** Expenses: money that leaves an account of the bank for others. */
import type { Writes } from "@svc/core"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import { copy, lineOf, total, writing } from "./money.ts"

const expenses = Connector.read("EXPENSES", {
  ...copy,
  map: ({ anchor, id, lineItems, ...raw }) => ({
    platform_id: id,
    account_id: anchor.accountId,
    posted_date: raw.date,
    total_amount: anchor.amount,
    memo: raw.description,
    line_items: lineItems.map((own) => ({
      account_id: own.accountId,
      description: own.description,
      total_amount: own.amount
    }))
  })
})
type Paid = NonNullable<Writes.ItemOf<"EXPENSES">["line_items"]>[number]
const amountOf = ({ quantity, unit_amount }: Paid) => Normalize.product(quantity ?? 1, unit_amount)
export const writeExpenses = writing("EXPENSES", ["create"], {
  record: expenses,
  requires: ["account_id", "posted_date", "memo", "line_items", "line_items.account_id", "line_items.unit_amount"],
  takes: {
    posted_date: Take.day("date"),
    memo: "description",
    account_id: Take.beside,
    line_items: {
      of: ["platform_id", "account_id", "description", "quantity", "unit_amount"],
      whole: (lines, { root }) => ({
        anchor: {
          accountId: root["account_id"],
          amount: total((lines ?? []).map(amountOf)),
          direction: "WITHDRAWAL"
        },
        lineItems: (lines ?? []).map((line) => lineOf(line, amountOf(line), "INCREASE"))
      })
    }
  }
})
