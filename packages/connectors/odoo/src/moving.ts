/** How whatever is a move is written: made as a draft and posted; changed as a draft, and posted again. */
import type { Take } from "@svc/core"
import * as Read from "@svc/core/Read"
import * as Write from "@svc/core/Write"
import * as Writer from "@svc/core/Writer"
import { ask, type Domain } from "./ask.ts"
import { matching, unmatch } from "./matching.ts"
import { before, makeMove, open, post, rowOf, unknownRecord, voiding } from "./move-steps.ts"
import { dropping } from "./write-lines.ts"
import { madeId, once, ref, removal, vals } from "./writing.ts"

interface Kind {
  readonly type: string
  /** The member that the number is read from: of what vendors send it is theirs. */
  readonly number: "name" | "ref"
  /** What a repeat finds a new one by besides; the contact where it is not said. */
  readonly by?: (item: any) => Domain
  /** What is done with a posted one. */
  readonly applied?: (move: number, sent: Parameters<Writer.Steps>[0]) => Write.Step | Write.Answer | null
}
const memberNames = [
  "state",
  "invoice_line_ids",
  "partner_id",
  "currency_id",
  "name",
  "ref",
  "invoice_date",
  "invoice_date_due",
  "narration"
]
/** What the members that are written were before; lines that were removed cannot be brought back. */
const restored = (members: object, row: Take.Item) =>
  Object.fromEntries(
    Object.keys(members).flatMap((name) => {
      const own = row[name]
      return own === undefined ? [] : [[name, Array.isArray(own) ? own[0] : own]]
    })
  )
const change: Writer.Steps = ({ answered, body, id: own, item, settings }) => {
  const id = Number(own)
  const { before: known, changed, opened, posted } = answered
  if (known === undefined) return before(settings, id, memberNames)
  const row = rowOf(known)
  if (row === null) return unknownRecord
  const wasPosted = row["state"] === "posted"
  if (wasPosted && opened === undefined) return unmatch(settings, id, answered) ?? open(settings, id)
  if (changed === undefined) {
    const members = vals(dropping(body, "invoice_line_ids", Read.arrayAt(row, "invoice_line_ids").map(String)))
    const put = (values: object) => ask(settings, "account.move", "write", { ids: [id], vals: values })
    return Write.step("changed", put(members), {
      idempotency: Write.natural,
      id: () => own,
      ...(item["line_items"] === undefined ? { undo: put(restored(members, row)) } : {})
    })
  }
  const isDue = item["status"] === "SUBMITTED" || (item["status"] == null && wasPosted)
  if (isDue && posted === undefined) return post(settings, id)
  return (isDue && wasPosted ? matching(settings, id, answered) : null) ?? Write.acceptedId(own)
}

export const moving = Writer.make(({ applied, by, number, type }: Kind) => ({
  idempotency: Write.natural,
  clears: true,
  create: {
    // A repeat finds what was made since the write began, of this kind and for this contact, with its number if it has one.
    idempotency: once("account.move", (item) => [
      ["move_type", "=", type],
      ...(by?.(item) ?? [["partner_id", "=", ref(item.contact_id) ?? false] as const]),
      ...(item.document_number == null ? [] : [[number, "=", item.document_number] as const])
    ]),
    steps: (sent) => {
      const { answered, body, item, settings } = sent
      const { made, posted } = answered
      if (made === undefined) return makeMove(settings, vals({ move_type: type, ...body }))
      const done = Write.acceptedId(madeId(made))
      if (item["status"] === "DRAFT") return done
      if (posted === undefined) return post(settings, Number(madeId(made)))
      return applied?.(Number(madeId(made)), sent) ?? done
    }
  },
  // Each step says its own.
  update: { idempotency: Write.none, steps: change },
  void: voiding,
  delete: removal("account.move")
}))
