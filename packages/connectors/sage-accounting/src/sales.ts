/** Invoices and credit notes to customers. */
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import {
  appliedTo,
  creditOf,
  document,
  documentFields,
  isShort,
  type Line,
  line,
  Lines,
  linesIn,
  references,
  whole
} from "./lines.ts"
import { dated, inOrder, listed, Ref } from "./wire.ts"

const sale = {
  ...document,
  total_discount_amount: Wire.number,
  shipping_net_amount: Wire.number,
  shipping_tax_rate: Ref,
  shipping_tax_amount: Wire.number,
  shipping_total_amount: Wire.number
}
type Sale = Wire.Struct<typeof sale>

/** Quirk: shipping is part of the totals and stands beside the lines. */
const shippingOf = (raw: Sale) =>
  raw.shipping_net_amount
    ? [
        {
          platform_id: `${raw.id}:shipping`,
          tax_id: raw.shipping_tax_rate?.id,
          sub_total: raw.shipping_net_amount,
          tax_amount: raw.shipping_tax_amount,
          total_amount: raw.shipping_total_amount
        }
      ]
    : []
const fields = (raw: Sale, lines: ReadonlyArray<Line>, base: string | null) => ({
  ...documentFields(raw, base),
  total_discount: raw.total_discount_amount,
  line_items: [...lines.map(line), ...shippingOf(raw)]
})
/** Quirk: the prefix of a number stands apart, or in the number as well. */
const numberOf = (prefix: string | null | undefined, number: string | null | undefined) =>
  number ? (prefix && !number.startsWith(prefix) ? `${prefix}${number}` : number) : null

const query = { show_payments_allocations: true, ...inOrder }
const feed = { attributes: "status" }

const Invoice = Wire.struct({
  ...sale,
  invoice_number_prefix: Wire.text,
  invoice_number: Wire.text,
  invoice_lines: Lines
})
export const invoices = Connector.read("INVOICES", {
  ...listed("sales_invoices", query, feed),
  from: dated,
  item: Invoice,
  lookups: references,
  follow: (raw) => (isShort(raw.invoice_lines) ? whole("sales_invoices")(raw) : []),
  map: (raw, { followed, lookups }) => {
    const number = numberOf(raw.invoice_number_prefix, raw.invoice_number)
    return {
      ...fields(raw, linesIn(raw.invoice_lines, "invoice_lines", followed), lookups.base),
      platform_unique_id: number,
      document_number: number,
      due_date: raw.due_date,
      amount_due: raw.outstanding_amount
    }
  }
})

const CreditNote = Wire.struct({
  ...sale,
  credit_note_number_prefix: Wire.text,
  credit_note_number: Wire.text,
  credit_note_lines: Lines
})
export const invoiceCreditNotes = Connector.read("INVOICE_CREDIT_NOTES", {
  ...listed("sales_credit_notes", query, feed),
  from: dated,
  item: CreditNote,
  lookups: references,
  follow: (raw) => (isShort(raw.credit_note_lines) ? whole("sales_credit_notes")(raw) : []),
  map: (raw, { followed, lookups }) => {
    const number = numberOf(raw.credit_note_number_prefix, raw.credit_note_number)
    return {
      ...fields(raw, linesIn(raw.credit_note_lines, "credit_note_lines", followed), lookups.base),
      platform_unique_id: number,
      document_number: number,
      remaining_credit: creditOf(raw),
      invoice_ids: appliedTo(raw, "sales_invoices")
    }
  }
})
