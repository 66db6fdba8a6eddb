/** Bills, invoices and journal entries. */
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import { bills, invoices } from "./bills.ts"
import { journalEntries } from "./journal-entries.ts"
import { state } from "./move-steps.ts"
import { moving } from "./moving.ts"
import * as Own from "./wire.ts"
import { distributionOf, linesTo } from "./write-lines.ts"
import { ref, refs, refTo, vals } from "./writing.ts"

export const documentTakes = (number: "name" | "ref") => ({
  contact_id: refTo("partner_id"),
  currency_id: refTo("currency_id"),
  document_number: number,
  posted_date: Take.day("invoice_date"),
  memo: { to: "narration", by: Own.noteOf },
  status: state,
  total_discount: Take.spread,
  line_items: linesTo({
    lines: "invoice_line_ids",
    quantity: "quantity",
    taxes: () => "tax_ids",
    account: "account_id"
  })
})
// The date is reckoned from the payment term where there is one.
const due_date: Take.OrEmpty<string> = {
  orEmpty: (value, { place }) => ({
    invoice_payment_term_id: false,
    invoice_date_due: Normalize.day(value, place)
  })
}
const offers = ["create", "update", "void", "delete"] as const
const requires = { create: ["contact_id", "line_items"] } as const

export const writeBills = moving("BILLS", offers, {
  type: "in_invoice",
  number: "ref",
  record: bills,
  requires,
  takes: { ...documentTakes("ref"), due_date }
})
export const writeInvoices = moving("INVOICES", offers, {
  type: "out_invoice",
  number: "name",
  record: invoices,
  requires,
  takes: { ...documentTakes("name"), due_date }
})

/** The lines of entries are debits and credits of the company's currency. */
export const writeJournalEntries = moving("JOURNAL_ENTRIES", ["create", "void", "delete"], {
  type: "entry",
  number: "name",
  record: journalEntries,
  requires: ["journal_lines", "journal_lines.account_id"],
  takes: {
    document_number: "name",
    description: "ref",
    posted_date: Take.day("date"),
    status: state,
    journal_lines: {
      of: ["account_id", "contact_id", "description", "type", "net_amount", "tax_id", "tracking_category_ids"],
      whole: (lines, { refuse }) => {
        const sum = (side: "CREDIT" | "DEBIT") =>
          Normalize.sum([
            0,
            ...(lines ?? []).map(({ net_amount, type }) => ((type ?? "DEBIT") === side ? net_amount : 0))
          ])
        // Odoo would say so as well, after other things.
        if (sum("DEBIT") !== sum("CREDIT")) refuse("must have as much debit as credit")
        const valsOf = (line: NonNullable<typeof lines>[number]) =>
          vals({
            account_id: ref(line.account_id),
            partner_id: ref(line.contact_id),
            name: line.description,
            debit: line.type === "CREDIT" ? 0 : (line.net_amount ?? 0),
            credit: line.type === "CREDIT" ? (line.net_amount ?? 0) : 0,
            tax_ids: refs(line.tax_id),
            analytic_distribution: distributionOf(line.tracking_category_ids)
          })
        return { line_ids: (lines ?? []).map((line) => [0, 0, valsOf(line)]) }
      }
    }
  },
  by: ({ description, posted_date }) => [
    ["ref", "=", description ?? false],
    ...(posted_date == null ? [] : [["date", "=", posted_date.slice(0, 10)] as const])
  ]
})
