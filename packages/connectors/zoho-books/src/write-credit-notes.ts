/** How credit notes and vendor credits are written: as other documents are, and put on what they name, as much as is open of each. */
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Take from "@svc/core/Take"
import * as Write from "@svc/core/Write"
import { billCreditNotes, given, invoiceCreditNotes, taken } from "./credit-notes.ts"
import { head, numbered, requires } from "./write-documents.ts"
import { bought, keeping, lineLookups } from "./write-lines.ts"
import { at, type Own } from "./records.ts"
import { writing } from "./writing.ts"

interface Puts {
  readonly note: Own["kind"]
  /** Our member that names the documents, and how Zoho has them. */
  readonly ids: "bill_ids" | "invoice_ids"
  readonly documents: "bills" | "invoices"
  readonly one: "bill" | "invoice"
}
/** A new note is put on all of its documents at once, each as far as the note goes. */
const putOn =
  ({ documents, ids, note, one }: Puts): NonNullable<Own["completes"]> =>
  ({ answered, item }, raw) => {
    const wanted: ReadonlyArray<string> = item[ids] ?? []
    const [total, balance = total] = [
      Normalize.number(raw["total"]) ?? 0,
      Normalize.number(raw["balance"]) ?? undefined
    ]
    // One that is found again with less open than its total has been put on them.
    if (wanted.length === 0 || answered["put"] !== undefined || balance < total) return null
    let left = total
    const puts: Array<object> = []
    for (const id of wanted) {
      const asked = answered[`open ${id}`]
      if (asked === undefined) return Write.ask(`open ${id}`, { path: at({ path: documents }, id) })
      const amount = Math.min(left, Normalize.number(Call.at(asked.body, `${one}.balance`)) ?? 0)
      if (amount <= 0)
        return Write.refused(
          { message: `Nothing is open on ${id}, or nothing is left to put on it`, field: ids },
          asked.body
        )
      left = Normalize.difference(left, amount) ?? 0
      puts.push({ [`${one}_id`]: id, amount_applied: amount })
    }
    const path = at(note, String(raw[note.id]), documents)
    return Write.step(
      "put",
      { method: "POST", path, body: { [documents]: puts } },
      {
        // A new note is on nothing but what it was put on here.
        idempotency: Write.lookup({
          call: () => ({ path }),
          find: (body) => (Read.arrayAt(body, `${documents}_credited`).length > 0 ? body : undefined)
        })
      }
    )
  }
/** A draft is put on nothing. */
const named = (
  ids: ReadonlyArray<string>,
  { item, refuse }: Take.At<{ readonly status?: string | null | undefined }>
): object => {
  if (item.status !== "SUBMITTED") refuse("need the status SUBMITTED: a draft is put on nothing")
  return new Set(ids).size < ids.length ? refuse("are named twice") : {}
}

const back = head("vendor_id", "status/open")
export const writeBillCreditNotes = writing("BILL_CREDIT_NOTES", ["create", "update", "delete", "void"], {
  ...back.own,
  // Quirk: a change of its number needs no leave.
  made: numbered.query,
  kind: taken,
  alike: { document_number: "vendor_credit_number", contact_id: "vendor_id" },
  whole: keeping("vendor_id"),
  completes: putOn({ note: taken, ids: "bill_ids", documents: "bills", one: "bill" }),
  record: billCreditNotes,
  requires,
  lookups: lineLookups,
  takes: { ...back.takes, document_number: "vendor_credit_number", memo: "notes", line_items: bought },
  creates: { bill_ids: named },
  clears: ["memo"]
})

const issued = head("customer_id", "status/open")
export const writeInvoiceCreditNotes = writing("INVOICE_CREDIT_NOTES", ["create", "update", "delete", "void"], {
  ...issued.own,
  ...numbered,
  moves: { DRAFT: "status/draft", SUBMITTED: "status/open" },
  kind: given,
  alike: { document_number: "creditnote_number", contact_id: "customer_id" },
  whole: keeping("customer_id", "date", "creditnote_number"),
  completes: putOn({ note: given, ids: "invoice_ids", documents: "invoices", one: "invoice" }),
  record: invoiceCreditNotes,
  requires: [...requires, "posted_date"],
  lookups: lineLookups,
  takes: {
    ...issued.takes,
    currency_rate: (rate) => ({ exchange_rate: String(rate) }),
    document_number: "creditnote_number",
    memo: "notes",
    line_items: bought
  },
  creates: {
    invoice_ids: named,
    status: (wanted, { refuse }) =>
      wanted === "DRAFT" ? { is_draft: true } : wanted === "SUBMITTED" ? {} : refuse("must be one of DRAFT, SUBMITTED")
  },
  clears: ["memo"]
})
