/** Rows of the report, and records that were asked for by their id, read as the rows that they are or will be. */
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { Address, Payer, Sum, text } from "./wire.ts"

export const Info = Wire.struct({
  transaction_id: Wire.required(Wire.id),
  transaction_event_code: Wire.required(Wire.text),
  paypal_reference_id: Wire.id,
  paypal_reference_id_type: Wire.decisive(Wire.id),
  transaction_initiation_date: Wire.instant,
  transaction_updated_date: Wire.instant,
  transaction_amount: Wire.required(Sum),
  // Quirk: fees are below zero, and those that are given back above.
  fee_amount: Wire.decisive(Sum),
  transaction_status: Wire.decisive(Wire.id),
  transaction_subject: text,
  transaction_note: text,
  bank_reference_id: text,
  invoice_id: text,
  custom_field: text,
  instrument_type: text
})
export type Info = (typeof Info)["Type"]
export const Row = Wire.struct({
  transaction_info: Wire.required(Info),
  payer_info: Payer,
  cart_info: Wire.struct({ paypal_invoice_id: Wire.id }),
  shipping_info: Wire.struct({ address: Address }),
  /** Of a capture that was asked for by its id. */
  captured: Wire.boolean
})
/**
 * A record that was asked for by its id, read as the row of the report that it is or will be: by the code of its event, the
 * letters of its words, on which side of the balance it is, and what else it says of itself.
 */
export const asRow = (
  code: string,
  sign: 1 | -1,
  letters: Readonly<Record<string, string>>,
  more: (body: unknown) => { readonly info?: object; readonly row?: object }
): Wire.Decoder<(typeof Row)["Type"]> =>
  Wire.read((value) => {
    if (Call.at(value, "transaction_info") !== undefined) return Row.read(value)
    const [amount, status] = [Call.at(value, "amount"), Call.at(value, "status")]
    const { info, row } = more(value)
    const transaction_info = {
      transaction_id: Call.at(value, "id"),
      transaction_event_code: code,
      transaction_initiation_date: Call.at(value, "create_time"),
      transaction_updated_date: Call.at(value, "update_time"),
      transaction_amount: sign === 1 ? amount : negative(amount),
      transaction_status: typeof status === "string" ? (letters[status] ?? status) : status,
      transaction_note: Call.at(value, "note_to_payer"),
      invoice_id: Call.at(value, "invoice_id"),
      custom_field: Call.at(value, "custom_id"),
      ...info
    }
    return Row.read({ transaction_info, ...row })
  })
export const negative = (money: unknown): unknown =>
  money == null ? money : { ...(money as object), value: Normalize.difference(0, Call.at(money, "value")) }

/** What records of rows have in common. */
export const common = (info: Info) => ({
  platform_id: info.transaction_id,
  amount: Normalize.absolute(info.transaction_amount.value),
  currency_id: info.transaction_amount.currency_code,
  created_at: info.transaction_initiation_date,
  updated_at: info.transaction_updated_date
})
/** What kind of record a row is of: a payment that was received, a refund that was given, or money taken to a bank. */
export const kindOf = ({ transaction_amount: { value }, transaction_event_code: code }: Info) =>
  code.startsWith("T00") && value > 0
    ? "payment"
    : /^T110[67]$/.test(code) && value < 0
      ? "refund"
      : code.startsWith("T04") && value < 0
        ? "payout"
        : null
/** What a row refers to, by the type of the reference; PayPal leaves that of a transaction out at times. */
export const referred = (info: Info, type: "ODR" | "TXN"): string | null =>
  (info.paypal_reference_id_type ?? "TXN") === type ? (info.paypal_reference_id ?? null) : null
