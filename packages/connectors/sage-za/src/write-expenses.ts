/** Expenses made and changed. */
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import { bankPrefix } from "./accounts.ts"
import { expenses } from "./ledger.ts"
import { type Line, taxLookups, type Taxed, taxOf } from "./write-lines.ts"
import { shows } from "./found-again.ts"
import { analysedBy, numberOf, ref } from "./references.ts"
import { writing } from "./writing.ts"

/** Quirk: an expense has one line, which is the expense itself. */
const sole = (rows: ReadonlyArray<Line> | null, { lookups, raw, refuse }: Take.At<any, Taxed>): object => {
  const [line, more] = rows ?? []
  if (line === undefined) return refuse("is required")
  if (more !== undefined) return refuse("is one more than Sage keeps", "[1]")
  const inLine = Take.within(refuse, "[0]")
  const amount = line.unit_amount ?? inLine("is required", ".unit_amount")
  const exclusive = Take.amountOf({ quantity: line.quantity, unit_amount: amount })
  const usual: string | null = raw?.["TaxTypeId"] ? String(raw["TaxTypeId"]) : lookups.taxes.byDefault
  const tax = line.tax_id ?? usual ?? inLine("is required: the company has no usual tax", ".tax_id")
  const taxes = taxOf(exclusive, tax, { lookups, refuse: inLine })
  const atAccount = Take.within(inLine, ".account_id")
  return {
    AccountId: numberOf(line.account_id ?? atAccount("is required"), atAccount),
    ...(line.description === undefined ? {} : { Description: line.description ?? "" }),
    TaxTypeId: numberOf(tax, Take.within(inLine, ".tax_id")),
    Exclusive: exclusive,
    Tax: taxes,
    Total: Normalize.sum([exclusive, taxes]),
    ...(line.tracking_category_ids
      ? analysedBy(line.tracking_category_ids, {
          refuse: Take.within(inLine, ".tracking_category_ids")
        } as never)
      : {})
  }
}
export const writeExpenses = writing("EXPENSES", ["create", "update"], {
  service: "AccountPayment",
  computed: ["Modified", "Created"],
  made: { Accepted: true },
  alike: { account_id: "BankAccountId", posted_date: "Date", document_number: "Reference", memo: "Comments" },
  matches: ({ line_items: lines }: Take.Item, row) => {
    const [line]: ReadonlyArray<Line> = lines ?? []
    return (
      shows(row, "AccountId", Number(line?.account_id)) &&
      shows(row, "Exclusive", Take.amountOf({ quantity: line?.quantity, unit_amount: line?.unit_amount }))
    )
  },
  record: expenses,
  lookups: taxLookups,
  requires: { create: ["account_id", "posted_date", "line_items", "line_items.account_id", "line_items.unit_amount"] },
  takes: {
    account_id: ref("BankAccountId", bankPrefix),
    document_number: "Reference",
    posted_date: Take.day("Date"),
    memo: "Comments",
    line_items: {
      of: ["platform_id", "account_id", "description", "quantity", "unit_amount", "tax_id", "tracking_category_ids"],
      whole: sole
    }
  },
  clears: ["document_number", "memo"]
})
