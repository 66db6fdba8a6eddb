/** How expenses and journals are written. */
import type { Writes } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import { expenses, kind as expense } from "./expenses.ts"
import { journalEntries, kind as journal, statuses } from "./journal-entries.ts"
import { again, lineLookups, location, picked } from "./write-lines.ts"
import { state } from "./states.ts"
import { writing } from "./writing.ts"

/** Quirk: an expense of one line has its members itself, and its description is that of both. */
const spent = (lines: ReadonlyArray<Take.Item>, { item, refuse }: Take.At<Writes.ItemOf<"EXPENSES">>): object => {
  const [{ description, line_item_id: _, ...only }, ...others] = lines as readonly [
    Take.Item,
    ...ReadonlyArray<Take.Item>
  ]
  if (others.length > 0) {
    // The account is asked for besides those of the lines.
    return {
      account_id: only["account_id"],
      line_items: lines,
      amount: Normalize.sum(lines.map(({ amount }) => amount))
    }
  }
  return description === undefined || item.memo === undefined || item.memo === description
    ? { ...only, ...(description === undefined ? {} : { description }) }
    : refuse("is another than the memo: an expense of one line has one", "[0].description")
}
const said = ["line_item_id", "account_id", "description", "amount", "tax_id", "location_id"]
export const writeExpenses = writing("EXPENSES", ["create", "update", "delete"], {
  kind: expense,
  alike: { document_number: "reference_number", posted_date: "date" },
  // The newest first, as far as numbers are not given twice.
  found: (_, { document_number }) => ({ reference_number: document_number, sort_column: "created_time" }),
  whole: (raw, body) => ({
    ...picked(raw, ["account_id", "paid_through_account_id", "date", "tax_id"]),
    ...(raw["line_items"]?.length > 1
      ? { line_items: raw["line_items"].map((own: Take.Item) => picked(own, said)) }
      : {}),
    amount: raw["amount"] ?? raw["total"],
    ...body
  }),
  record: expenses,
  requires: [
    "account_id",
    "document_number",
    "posted_date",
    "line_items",
    "line_items.account_id",
    "line_items.unit_amount"
  ],
  lookups: lineLookups,
  takes: {
    contact_id: "vendor_id",
    account_id: "paid_through_account_id",
    document_number: "reference_number",
    posted_date: Take.day("date"),
    currency_id: "currency_id",
    currency_rate: "exchange_rate",
    memo: "description",
    line_items: {
      of: {
        platform_id: "line_item_id",
        account_id: "account_id",
        tax_id: "tax_id",
        project_id: "project_id",
        tracking_category_ids: location,
        description: "description",
        quantity: Take.beside,
        unit_amount: (price, { item }) => ({ amount: Normalize.product(item.quantity ?? 1, price) })
      },
      list: spent
    }
  },
  clears: ["memo"]
})

const published = { DRAFT: null, SUBMITTED: "status/publish" }
export const writeJournalEntries = writing("JOURNAL_ENTRIES", ["create", "update", "delete"], {
  kind: journal,
  referred: true,
  moves: published,
  stateOf: (raw) => statuses(Call.at(raw, "status") as string),
  madeInOne: true,
  whole: again("journal_date"),
  record: journalEntries,
  requires: [
    "posted_date",
    "journal_lines",
    "journal_lines.account_id",
    "journal_lines.type",
    "journal_lines.net_amount"
  ],
  lookups: lineLookups,
  takes: {
    posted_date: Take.day("journal_date"),
    description: "notes",
    currency_id: "currency_id",
    currency_rate: "exchange_rate",
    status: state(published),
    journal_lines: {
      list: "line_items",
      of: {
        platform_id: "line_id",
        account_id: "account_id",
        contact_id: "customer_id",
        tax_id: "tax_id",
        tracking_category_ids: location,
        type: Take.words("debit_or_credit", { DEBIT: "debit", CREDIT: "credit" }),
        description: "description",
        net_amount: "amount"
      }
    }
  },
  creates: { status: Take.words("status", { DRAFT: "draft", SUBMITTED: "published" }) },
  clears: ["description"]
})
