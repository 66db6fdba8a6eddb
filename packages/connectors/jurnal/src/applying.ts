/** A new credit memo that is put on documents: it is made, each document is asked what is open, and all are put on in one call. */
import type { Writer } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Write from "@svc/core/Write"
import { idIn, numeric } from "./writing.ts"

interface Applying {
  /** Whose it is; what puts a memo on documents is called after it. */
  readonly of: "customer" | "vendor"
  /** Where the documents are, and what one is called. */
  readonly list: string
  readonly one: string
  /** Our member that names them. */
  readonly ids: string
}
const memo = "credit_memo"
const openIn = (body: unknown, one: string): number => Normalize.number(Call.at(body, `${one}.remaining`)) ?? 0

/** As much of it as a document has open, in their order. */
export const applying =
  ({ ids, list, of, one }: Applying): Writer.Steps =>
  ({ answered, body, item }) => {
    const apply = `${of}_apply_credit_memo`
    const { applied, made } = answered
    if (made === undefined) {
      return Write.step(
        "made",
        { method: "POST", path: "/credit_memos", body: { [memo]: body } },
        {
          id: (answer) => idIn(answer.body, memo),
          undo: (answer) => ({ method: "DELETE", path: `/credit_memos/${Call.segment(idIn(answer.body, memo))}` })
        }
      )
    }
    const id = idIn(made.body, memo)
    const documents = (item[ids] ?? []) as ReadonlyArray<string>
    if (documents.length === 0 || applied !== undefined) return Write.acceptedId(id)
    const path = `/credit_memos/${Call.segment(id)}`
    // Answered to a repeat, what was made is known by its id alone.
    const { whole } = answered
    if (whole === undefined) return Write.ask("whole", { path })
    let left = openIn(whole.body, memo)
    const records: Array<{ readonly transaction_id: number | string; readonly amount: number }> = []
    for (const [index, document] of documents.entries()) {
      const asked = answered[`asked ${index}`]
      if (asked === undefined) return Write.ask(`asked ${index}`, { path: `/${list}/${Call.segment(document)}` })
      const amount = Math.min(left, openIn(asked.body, one))
      if (amount <= 0) {
        const message = `Nothing is open on ${document}, or nothing is left to put on it`
        return Write.refused({ message, field: ids }, asked.body)
      }
      left = Normalize.difference(left, amount) ?? 0
      records.push({ transaction_id: numeric(document), amount })
    }
    const rest = left
    return Write.step(
      "applied",
      {
        method: "POST",
        path: `/${apply}`,
        body: {
          [apply]: {
            person_id: numeric(String(body["person_id"])),
            // Quirk: the description shows the day for vendors alone.
            ...(of === "vendor" ? { transaction_date: body["transaction_date"] } : {}),
            selected_credit_memo_id: numeric(id),
            records_attributes: records
          }
        }
      },
      {
        // What is left of the memo says whether it was put on them.
        idempotency: Write.lookup({
          call: () => ({ path: `/${of}/${Call.segment(String(body["person_id"]))}/credit_memos` }),
          find: (answer) =>
            Read.arrayAt(answer, "credit_memos").find(
              (own) => Normalize.id(Call.at(own, "id")) === id && Normalize.number(Call.at(own, "remaining")) === rest
            )
        })
      }
    )
  }
