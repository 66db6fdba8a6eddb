/** Journal entries, read half a year at a time: Qoyod answers the whole ledger to whoever does not say of when. */
import * as Connector from "@svc/core/Connector"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { contactId } from "./contacts.ts"
import { listing, pages } from "./listing.ts"
import { baseOf } from "./references.ts"

const Amount = Wire.struct({
  ...Wire.all(Wire.id, "id", "account_id", "contact_id"),
  amount: Wire.required(Wire.number),
  comment: Wire.text
})
const amounts = Wire.list(Wire.required(Amount))
type Amount = (typeof Amount)["Type"]

/** Whose accounts name a customer: receivables are assets; those that name a vendor are liabilities. */
const accountTypes = Lookup.make({
  call: Read.pages({ call: { path: "/accounts" }, page: pages, items: "accounts" }),
  response: Wire.list(Wire.required(Wire.struct({ id: Wire.required(Wire.id), type: Wire.text }))),
  pick: (rows): ReadonlyMap<string, string | null | undefined> => new Map(rows.map(({ id, type }) => [id, type])),
  absent: new Map(),
  emptyStatuses: [404],
  lasting: true
})
const statuses = Normalize.word({ Draft: "DRAFT", Approved: "SUBMITTED", Void: "VOID", Voided: "VOID" })
const { since: _, ...list } = listing("/journal_entries", ["journal_entries"], ["journal_entry"])

export const journalEntries = Connector.read("JOURNAL_ENTRIES", {
  ...list,
  page: {
    ...Page.days({
      days: 183,
      ahead: 366,
      first: "2000-01-01",
      call: ({ end, start }) => ({ query: { "q[date_gteq]": start, "q[date_lteq]": end } })
    }),
    isEmpty: pages.isEmpty!
  },
  from: "page",
  lookups: { accountTypes },
  item: Wire.struct({
    id: Wire.required(Wire.id),
    ...Wire.all(Wire.text, "reference", "description", "status"),
    date: Wire.day,
    debit_amounts: amounts,
    credit_amounts: amounts,
    updated_at: Wire.instant
  }),
  deletes: Read.fullListing,
  map: (raw, { lookups, settings }) => {
    const linesOf = (rows: ReadonlyArray<Amount> | null | undefined, type: "CREDIT" | "DEBIT") =>
      (rows ?? []).map(({ account_id, amount, comment, contact_id, id }, index) => {
        const kind = Normalize.lookUp(lookups.accountTypes, account_id)
        return {
          platform_id: `${raw.id}:${type.toLowerCase()}:${id ?? index}`,
          account_id: account_id ?? null,
          contact_id:
            kind === "Asset"
              ? contactId("customer", contact_id)
              : (kind ?? "").endsWith("Liability")
                ? contactId("vendor", contact_id)
                : null,
          tracking_category_ids: [],
          type,
          description: comment ?? null,
          net_amount: amount
        }
      })
    return {
      platform_id: raw.id,
      document_number: raw.reference,
      posted_date: raw.date,
      description: raw.description,
      amount: Normalize.sum((raw.debit_amounts ?? []).map(({ amount }) => amount)),
      currency_id: baseOf(settings),
      status: statuses(raw.status),
      journal_lines: [...linesOf(raw.debit_amounts, "DEBIT"), ...linesOf(raw.credit_amounts, "CREDIT")],
      updated_at: raw.updated_at
    }
  }
})
