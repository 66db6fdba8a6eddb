/** Journal entries: their lines are debits and credits of the company's currency. */
import { Connector, Normalize, Write, type Writes } from "@svc/core"
import { journalEntries } from "./journal-entries.ts"
import { makeMove, post, refuseStatus, voiding } from "./move-steps.ts"
import { madeId, once, ref, refs, removal, vals } from "./write.ts"
import { distributionOf } from "./write-lines.ts"

type Input = Writes.WriteInput<"JOURNAL_ENTRIES", "create">
type Line = NonNullable<Input["journal_lines"]>[number]

const lineVals = (line: Line) =>
  vals({
    account_id: ref(line.account_id),
    partner_id: ref(line.contact_id),
    name: line.description,
    debit: line.type === "CREDIT" ? 0 : (line.net_amount ?? 0),
    credit: line.type === "CREDIT" ? (line.net_amount ?? 0) : 0,
    tax_ids: refs(line.tax_id),
    analytic_distribution: distributionOf(line.tracking_category_ids)
  })

/** What each side comes to must be the same: Odoo would say so as well, after other things. */
const refuse = (input: Input) => {
  const lines = input.journal_lines ?? []
  const sum = (type: "CREDIT" | "DEBIT") =>
    Normalize.sum([0, ...lines.flatMap((line) => ((line.type ?? "DEBIT") === type ? [line.net_amount ?? 0] : []))])
  return sum("DEBIT") === sum("CREDIT")
    ? refuseStatus(input)
    : { field: "journal_lines", message: "The debits and the credits do not come to the same." }
}

export const createJournalEntries = Connector.create("JOURNAL_ENTRIES", {
  requires: ["journal_lines", "journal_lines.account_id"],
  unsupported: ["account_id", "currency_id", "currency_rate", "journal_entry_type"],
  refuse,
  steps: ({ answered: { made, posted }, input, settings }) => {
    if (made === undefined) {
      const { description, document_number, journal_lines, posted_date } = input
      return makeMove(
        settings,
        vals({
          move_type: "entry",
          name: document_number,
          ref: description,
          date: posted_date?.slice(0, 10),
          line_ids: (journal_lines ?? []).map((line) => [0, 0, lineVals(line)])
        })
      )
    }
    return input.status === "DRAFT" || posted !== undefined
      ? Write.acceptedId(madeId(made))
      : post(settings, Number(madeId(made)))
  },
  idempotency: once("account.move", ({ description, document_number, posted_date }: Input) => [
    ["move_type", "=", "entry"],
    ["ref", "=", description ?? false],
    ...(document_number == null ? [] : [["name", "=", document_number] as const]),
    ...(posted_date == null ? [] : [["date", "=", posted_date.slice(0, 10)] as const])
  ]),
  record: journalEntries
})
export const voidJournalEntries = Connector.void("JOURNAL_ENTRIES", voiding(journalEntries))
export const deleteJournalEntries = Connector.delete("JOURNAL_ENTRIES", {
  ...removal("account.move"),
  record: journalEntries
})
