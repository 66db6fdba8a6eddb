/** What payments of customers and to vendors have in common. */
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"

export const payment = {
  payment_id: Wire.required(Wire.id),
  payment_number: Wire.text,
  payment_mode: Wire.text,
  date: Wire.day,
  description: Wire.text,
  currency_id: Wire.id,
  currency_code: Wire.text,
  exchange_rate: Wire.number,
  amount: Wire.decisive(Wire.number),
  last_modified_time: Wire.instant
}
type Payment = Wire.Struct<typeof payment>
export interface Put {
  readonly id: string
  readonly document: string | null
  readonly amount: number | null | undefined
}
/** What is on no document: what Zoho says of it, or what is left. */
export const restOf = (
  { amount }: Payment,
  said: number | null | undefined,
  parts: ReadonlyArray<number | null | undefined>
): ReadonlyArray<Put> => {
  const rest = said ?? Normalize.difference(amount, Normalize.sum(parts) ?? 0)
  return rest !== null && rest > 0 ? [{ id: "unused", document: null, amount: rest }] : []
}
export const recordOf = (raw: Payment, { amount, id }: Put) => ({
  platform_id: `${raw.payment_id}:${id}`,
  payment_id: raw.payment_id,
  amount,
  payment_mode: raw.payment_mode,
  currency_rate: raw.exchange_rate,
  document_number: raw.payment_number,
  memo: raw.description,
  payment_date: raw.date,
  updated_at: raw.last_modified_time
})
/** A payment's id begins those of its records. */
export const getOf =
  ({ path }: { readonly path: string }) =>
  (id: string) =>
    id.startsWith("credited:") ? null : { path: `/${path}/${Call.segment(id.split(":")[0] ?? "")}` }
