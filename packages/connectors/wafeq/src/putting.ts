/** A new note that is put on documents: it is made, and each document is asked for and changed, since its list is written whole. */
import { Call, Normalize, Write, type Writer } from "@svc/core"
import { pathOf } from "./lists.ts"
import { type Part, partsIn } from "./payment-parts.ts"

interface Putting {
  /** The collections of the notes and of what they are put on. */
  readonly notes: string
  readonly documents: string
  /** The member of a document that lists them, and of an element that names one. */
  readonly list: string
  readonly member: string
  /** Our member that names the documents. */
  readonly ids: string
}
const amountAt = (body: unknown, name: string): number => Normalize.number(Call.at(body, name)) ?? 0

/** As much of it as a document has open, in their order. */
export const putting =
  ({ documents, ids, list, member, notes }: Putting, made: object): Writer.Steps =>
  ({ answered, body, item }) => {
    const { made: note } = answered
    if (note === undefined) {
      return Write.step(
        "made",
        { method: "POST", path: pathOf(notes), body: { ...made, ...body } },
        {
          id: (answer) => Normalize.id(Call.at(answer.body, "id")),
          undo: (answer) => ({ method: "DELETE", path: pathOf(notes, String(Call.at(answer.body, "id"))) })
        }
      )
    }
    let left = amountAt(note.body, "balance")
    for (const [index, id] of ((item[ids] ?? []) as ReadonlyArray<string>).entries()) {
      const path = pathOf(documents, id)
      const [asked, put] = [answered[`asked ${index}`], answered[`put ${index}`]]
      if (asked === undefined) return Write.step(`asked ${index}`, { path })
      const amount = Math.min(left, amountAt(asked.body, "balance"))
      left = Normalize.difference(left, amount) ?? 0
      if (put !== undefined) continue
      const before = partsIn(asked.body as Part, list)
      const own = {
        [member]: Call.at(note.body, "id"),
        amount,
        date: body[notes === "debit-notes" ? "debit_note_date" : "credit_note_date"]
      }
      return amount <= 0
        ? Write.refused(
            { message: `Nothing is open on ${id}, or nothing is left to put on it`, field: ids },
            asked.body
          )
        : Write.step(
            `put ${index}`,
            { method: "PATCH", path, body: { [list]: [...before, own] } },
            { idempotency: Write.natural, undo: { method: "PATCH", path, body: { [list]: before } } }
          )
    }
    // What is left of it, only the note itself says then.
    return answered["put 0"] === undefined
      ? Write.accepted(note.body)
      : Write.acceptedId(String(Call.at(note.body, "id")))
  }
