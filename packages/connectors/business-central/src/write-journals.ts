/** Journal entries made, posted as soon as they are made, changed and deleted. */
import type { Writes } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import { dayOf } from "./document-calls.ts"
import { draftEntries } from "./journal-drafts.ts"
import { journalEntries } from "./journal-entries.ts"
import { numberOf } from "./journal-calls.ts"
import { journaling } from "./journaling.ts"
import { codeOfTax, lookups } from "./write-lines.ts"

type Line = NonNullable<Writes.ItemOf<"JOURNAL_ENTRIES">["journal_lines"]>[number]

const amountOf = ({ net_amount: amount, type }: Line, refuse: Take.At["refuse"]): number => {
  if (amount == null || type == null) return refuse("is required", amount == null ? ".net_amount" : ".type")
  return type === "CREDIT" ? 0 - amount : amount
}

export const writeJournalEntries = journaling("JOURNAL_ENTRIES", ["create", "update", "delete"], {
  record: ({ platform_id, status }) => (platform_id || status !== "SUBMITTED" ? draftEntries : journalEntries),
  requires: { create: ["document_number", "posted_date", "journal_lines", "journal_lines.account_id"] },
  lookups,
  takes: {
    journal_lines: {
      of: ["platform_id", "account_id", "tax_id", "type", "description", "net_amount"],
      whole: (rows, { isNew, lookups: found, refuse, root }) => {
        if (!isNew && rows?.some((row) => row.platform_id) !== true) refuse("must hold a line that is there already")
        const journalLines = (rows ?? []).map((row, index) => {
          const inRow = Take.within(refuse, `[${index}]`)
          return {
            ...(isNew
              ? { documentNumber: numberOf(root), postingDate: dayOf(root["posted_date"]) }
              : { id: row.platform_id ?? undefined }),
            accountId: row.account_id,
            amount: amountOf(row, inRow),
            ...Call.present({ description: row.description ?? (isNew ? root["description"] : undefined) }),
            ...(row.tax_id ? { taxCode: codeOfTax(found, row.tax_id, Take.within(inRow, ".tax_id")) } : {})
          }
        })
        return { journalLines }
      }
    }
  },
  creates: {
    document_number: Take.beside,
    posted_date: Take.beside,
    description: "displayName",
    status: (status, { refuse }) => (status === "VOID" ? refuse("must be one of DRAFT, SUBMITTED") : {})
  },
  updates: {
    document_number: { to: "documentNumber", by: (number) => number.toUpperCase() },
    posted_date: { to: "postingDate", by: (value) => dayOf(value) },
    status: (status, { refuse }) => (status === "DRAFT" ? {} : refuse("is decided where the journal is posted"))
  },
  makes: ({ journal_lines: lines }, { refuse }) => {
    const sum = Normalize.sum((lines ?? []).map((row) => amountOf(row, refuse)))
    return sum === null || sum === 0 ? {} : refuse(`come to ${sum} and must come to nothing`, "journal_lines")
  }
})
