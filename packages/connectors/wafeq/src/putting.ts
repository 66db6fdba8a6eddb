/** A note that is put on documents: each of these is asked for and changed, since its list is written whole. */
import type { Writer } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Write from "@svc/core/Write"
import { pathOf } from "./lists.ts"
import { type Part, partsIn } from "./payment-parts.ts"
import { made } from "./writing.ts"

export interface Putting {
  /** The collections of the notes and of what they are put on. */
  readonly notes: string
  readonly documents: string
  /** The member of a document that lists them, and of an element that names one. */
  readonly list: string
  readonly member: string
  /** Our member that names the documents, and the note's day at Wafeq. */
  readonly ids: string
  readonly day: string
}
type Asked = Parameters<Writer.Steps>[0]
const amountAt = (body: unknown, name: string): number => Normalize.number(Call.at(body, name)) ?? 0

/** On each document as much as it has open, in their order; what the note is on already stays. */
const put = ({ documents, ids, list, member, day }: Putting, note: unknown, { answered, item }: Asked) => {
  let left = amountAt(note, "balance")
  const noteId = Normalize.id(Call.at(note, "id"))
  for (const [index, id] of ((item[ids] ?? []) as ReadonlyArray<string>).entries()) {
    const path = pathOf(documents, id)
    const asked = answered[`asked ${index}`]
    if (asked === undefined) return Write.step(`asked ${index}`, { path })
    const before = partsIn(asked.body as Part, list)
    if (before.some((own) => Normalize.id(own[member]) === noteId)) continue
    const amount = Math.min(left, amountAt(asked.body, "balance"))
    left = Normalize.difference(left, amount) ?? 0
    if (answered[`put ${index}`] !== undefined) continue
    if (amount <= 0) {
      const message = `Nothing is open on ${id}, or nothing is left to put on it`
      return Write.refused({ message, field: ids }, asked.body)
    }
    const own = { [member]: noteId, amount, date: Call.at(note, day) }
    return Write.step(
      `put ${index}`,
      { method: "PATCH", path, body: { [list]: [...before, own] } },
      { idempotency: Write.natural, undo: { method: "PATCH", path, body: { [list]: before } } }
    )
  }
  // What is left of it, only the note itself says then.
  return Object.keys(answered).some((step) => step.startsWith("put "))
    ? Write.acceptedId(noteId ?? "")
    : made(note, item)
}

/** A new note is made, and is gone again where a document refuses it. */
export const putting =
  (how: Putting, unless: object): Writer.Steps =>
  (sent) => {
    const { made: note } = sent.answered
    return note === undefined
      ? Write.step(
          "made",
          { method: "POST", path: pathOf(how.notes), body: { ...unless, ...sent.body } },
          {
            id: (answer) => Normalize.id(Call.at(answer.body, "id")),
            undo: (answer) => ({ method: "DELETE", path: pathOf(how.notes, String(Call.at(answer.body, "id"))) })
          }
        )
      : put(how, note.body, sent)
  }
/** A note is changed, then put on what it is not on yet. */
export const puttingLater =
  (how: Putting): Writer.Steps =>
  (sent) => {
    const { body, id, item } = sent
    const path = pathOf(how.notes, id)
    const note = sent.answered["changed"] ?? sent.answered["note"]
    if (note !== undefined) {
      const own = made(note.body, item)
      return own._tag === "Refused" ? own : put(how, note.body, sent)
    }
    return Object.keys(body).length > 0
      ? Write.step("changed", { method: "PATCH", path, body })
      : Write.ask("note", { path })
  }
