/**
 * What credit notes of vendors and to customers have in common: they are applied through payments, which are fetched to
 * tell to which documents.
 */
import * as Wire from "@svc/core/Wire"
import type { Call } from "@svc/core"
import { documentFields, documentStatus } from "./document-fields.ts"
import { one } from "./query.ts"
import { Links, linked } from "./wire.ts"

const Lines = Wire.struct({ LinkedTxn: Links, Line: Wire.list(Wire.struct({ LinkedTxn: Links })) })
const Payments = Wire.struct({ BillPayment: Lines, Payment: Lines })

/** The payments that a note was applied by; their types are BillPayment, BillPaymentCheck and so on. */
export const payments = (
  entity: "BillPayment" | "Payment",
  links: (typeof Links)["Type"] | null | undefined
): ReadonlyArray<Call.Call> => linked(new RegExp(`^${entity}`), links).map((id) => one(entity, id))

/** Platform ids of the documents of a type that the note was applied to. */
export const appliedTo = (
  type: RegExp,
  own: (typeof Links)["Type"] | null | undefined,
  followed: ReadonlyArray<unknown>
) => {
  const lines = followed.flatMap((body) => {
    // Null where the payment has gone in the meantime.
    const { BillPayment, Payment } = body === null ? {} : Wire.decode(Payments, body)
    const payment = BillPayment ?? Payment
    // Quirk: what a payment was put on is told by its lines, or by itself.
    return payment ? [payment, ...(payment.Line ?? [])] : []
  })
  return linked(type, own, ...lines.map(({ LinkedTxn }) => LinkedTxn))
}

export const creditNoteFields = (
  raw: Parameters<typeof documentFields>[0],
  remaining: number | null | undefined,
  found: Parameters<typeof documentFields>[1]
) => ({
  ...documentFields(raw, found),
  remaining_credit: remaining,
  status: documentStatus(raw, remaining)
})
