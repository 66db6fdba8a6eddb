/** What invoices, bills and credit notes have in common: their shared members, their lines, and the words of their states. */
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { baseCurrency } from "./references.ts"
import { rated, rateOf } from "./rates.ts"
import { common, Ref, Refs } from "./wire.ts"

const Line = Wire.struct({
  id: Wire.id,
  description: Wire.text,
  product: Ref,
  service: Ref,
  ledger_account: Ref,
  quantity: Wire.number,
  unit_price: Wire.number,
  discount_amount: Wire.number,
  net_amount: Wire.number,
  tax_rate: Ref,
  tax_amount: Wire.number,
  total_amount: Wire.number,
  analysis_type_categories: Refs
})
export type Line = (typeof Line)["Type"]
export const Lines = Wire.list(Wire.required(Line))

/** What a credit note was applied to, and what has been paid on a document. */
const Allocations = Wire.list(Wire.struct({ artefact: Wire.struct({ id: Wire.id, $path: Wire.text }) }))

/** The members of invoices, bills and credit notes alike. */
export const document = {
  ...common,
  ...rated,
  contact: Ref,
  date: Wire.day,
  due_date: Wire.day,
  notes: Wire.text,
  net_amount: Wire.number,
  tax_amount: Wire.number,
  outstanding_amount: Wire.number,
  status: Wire.struct({ id: Wire.decisive(Wire.id) }),
  payments_allocations: Allocations
}
type Document = Wire.Struct<typeof document>

export const references = { base: baseCurrency }

/** Quirk: lists may show lines by their names alone; the document is then asked for by itself. */
export const isShort = (lines: ReadonlyArray<Line> | null | undefined) =>
  (lines ?? []).some(({ net_amount, total_amount }) => (net_amount ?? total_amount ?? null) === null)
export const whole = (collection: string) => (raw: { readonly id: string }) => [
  { path: `/${collection}/${Call.segment(raw.id)}`, query: { attributes: "all", nested_attributes: "all" } }
]
/** The lines of the document asked for by itself, where it was. */
export const linesIn = (
  lines: ReadonlyArray<Line> | null | undefined,
  member: string,
  followed: ReadonlyArray<unknown>
): ReadonlyArray<Line> => {
  const own = Call.at(followed[0], member)
  return (own === undefined ? lines : Wire.decode(Lines, own)) ?? []
}

/** The ids that are there. */
export const idsOf = (refs: ReadonlyArray<{ readonly id?: string | null | undefined } | null> | null | undefined) =>
  Normalize.distinct(refs?.map((ref) => ref?.id))
export const line = (raw: Line) => ({
  platform_id: raw.id,
  tracking_category_ids: idsOf(raw.analysis_type_categories),
  item_id: raw.product?.id ?? raw.service?.id,
  tax_id: raw.tax_rate?.id,
  account_id: raw.ledger_account?.id,
  description: raw.description,
  quantity: raw.quantity,
  unit_amount: raw.unit_price,
  sub_total: raw.net_amount,
  tax_amount: raw.tax_amount,
  total_amount: raw.total_amount,
  total_discount: raw.discount_amount
})

export const statuses = Normalize.word({
  DRAFT: "DRAFT",
  UNPAID: "SUBMITTED",
  PART_PAID: "PARTIALLY_PAID",
  PAID: "PAID",
  VOID: "VOID"
})

/** The unified fields of the shared members. */
export const documentFields = (raw: Document, base: string | null) => ({
  platform_id: raw.id,
  contact_id: raw.contact?.id,
  posted_date: raw.date,
  currency_id: raw.currency?.id ?? base,
  currency_rate: rateOf(raw, base),
  sub_total: raw.net_amount,
  tax_amount: raw.tax_amount,
  total_amount: raw.total_amount,
  memo: raw.notes,
  status: statuses(raw.status?.id),
  updated_at: raw.updated_at
})
/** What is left of a credit note. */
export const creditOf = (raw: Document) => Normalize.absolute(raw.outstanding_amount)
/** Platform ids of the documents of a collection that a credit note was applied to. */
export const appliedTo = (raw: Document, collection: string) =>
  Normalize.distinct(
    raw.payments_allocations?.map((own) => (own?.artefact?.$path?.includes(`/${collection}/`) ? own.artefact.id : null))
  )
