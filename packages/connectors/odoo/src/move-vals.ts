/** What a document is made of, and what a repeat of its making is known by. */
import type { Write } from "@svc/core"
import * as Own from "./wire.ts"
import { once, ref } from "./write.ts"
import { commandsOf, type LineInput, lineVals } from "./write-lines.ts"

export interface DocumentInput {
  readonly contact_id?: string | null | undefined
  readonly currency_id?: string | null | undefined
  readonly document_number?: string | null | undefined
  readonly posted_date?: string | null | undefined
  readonly due_date?: string | null | undefined
  readonly memo?: string | null | undefined
  readonly status?: string | null | undefined
  readonly line_items?: ReadonlyArray<LineInput> | null | undefined
}
const dayOf = (moment: string | null | undefined) => moment?.slice(0, 10) ?? moment

/** `number` is the member that the number is read from: of what vendors send it is theirs. */
export const moveVals = (input: DocumentInput, number: "name" | "ref", before?: ReadonlyArray<string | null>) => ({
  partner_id: ref(input.contact_id),
  currency_id: ref(input.currency_id),
  [number]: input.document_number,
  invoice_date: dayOf(input.posted_date),
  // The date is reckoned from the payment term where there is one.
  ...(input.due_date === undefined ? {} : { invoice_payment_term_id: false, invoice_date_due: dayOf(input.due_date) }),
  narration: input.memo == null ? input.memo : Own.noteOf(input.memo),
  invoice_line_ids: commandsOf(input.line_items, (line) => lineVals(line, "quantity", "tax_ids"), before)
})

/** A repeat finds what was made since the write began, of this kind and for this contact, with its number if it has one. */
export const onceMade = (type: string, number: "name" | "ref"): Write.Idempotency<DocumentInput> =>
  once("account.move", ({ contact_id, document_number }: DocumentInput) => [
    ["move_type", "=", type],
    ["partner_id", "=", ref(contact_id) ?? false],
    ...(document_number == null ? [] : [[number, "=", document_number] as const])
  ])

/** What the members that are written were before; lines that were removed cannot be brought back. */
export const restored = (members: object, raw: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.keys(members).flatMap((name) => {
      const own = raw[name]
      return own === undefined ? [] : [[name, Array.isArray(own) ? own[0] : own]]
    })
  )
