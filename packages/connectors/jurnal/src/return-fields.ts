/** What becomes of a return of goods, and of the document that it is of. */
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import type { Found } from "./document-fields.ts"
import type { Side } from "./items.ts"
import { day, Named, Refs, tagged } from "./lists.ts"

/** What was bought or sold, where it is asked for. */
export interface Origin {
  readonly list: string
  readonly one: string
  readonly side: Side
}

const Line = Wire.struct({
  id: Wire.id,
  return_quantity: Wire.number,
  transaction_line_id: Wire.id,
  transaction_line: Wire.struct({ description: Wire.text, rate: Wire.number, discount: Wire.decisive(Wire.number) })
})
export const Return = Wire.struct({
  id: Wire.required(Wire.id),
  ...Wire.all(Wire.text, "transaction_no", "memo", "currency_code"),
  transaction_date: day,
  invoice_no: Wire.decisive(Wire.text),
  ...Wire.all(Wire.number, "returned_tax", "discount_lines", "discount_whole", "return_amount", "currency_rate"),
  person: Named,
  transaction_return_lines_attributes: Wire.list(Wire.required(Line)),
  tags: Refs,
  updated_at: Wire.instant
})
export type Return = (typeof Return)["Type"]

const Origins = Wire.struct({
  id: Wire.id,
  transaction_no: Wire.text,
  transaction_lines_attributes: Wire.list(Wire.struct({ id: Wire.id, product: Named, line_tax: Named }))
})
/** Quirk: a number of digits may be taken for another document's id, so what is answered must have that number. */
const originOf = (answer: unknown, { one }: Origin, number: string | null | undefined) => {
  if (answer === undefined || answer === null) return null
  const found = Wire.decode(Origins, Call.at(answer, one) ?? {})
  return found.transaction_no === number ? found : null
}

export const returnFields = (raw: Return, origin: Origin, answer: unknown, lookups: Found["lookups"]) => {
  const found = originOf(answer, origin, raw.invoice_no)
  const lines = new Map(found?.transaction_lines_attributes?.map((own) => [own?.id ?? "", own]))
  const discount = Normalize.sum([raw.discount_lines, raw.discount_whole])
  const net = Normalize.difference(raw.return_amount, raw.returned_tax)
  return {
    platform_id: `return:${raw.id}`,
    contact_id: raw.person?.id,
    document_number: raw.transaction_no,
    posted_date: raw.transaction_date,
    currency_id: raw.currency_code,
    currency_rate: raw.currency_rate,
    total_amount: raw.return_amount,
    sub_total: net === null ? null : Normalize.sum([net, discount]),
    tax_amount: raw.returned_tax,
    total_discount: discount,
    memo: raw.memo,
    ids: Normalize.distinct(found?.id),
    line_items: (raw.transaction_return_lines_attributes ?? []).map((line) => {
      const gross = Normalize.product(line.return_quantity, line.transaction_line?.rate)
      const of = Normalize.lookUp(lines, line.transaction_line_id)
      const percent = line.transaction_line?.discount
      return {
        platform_id: line.id,
        tracking_category_ids: tagged(raw.tags),
        item_id: of?.product?.id,
        tax_id: of?.line_tax?.id,
        account_id: Normalize.lookUp(lookups.booked, of?.product?.id)?.[origin.side],
        description: line.transaction_line?.description,
        quantity: line.return_quantity,
        unit_amount: line.transaction_line?.rate,
        sub_total: gross,
        total_discount: percent ? Normalize.product(gross, percent / 100) : percent
      }
    }),
    updated_at: raw.updated_at
  }
}
