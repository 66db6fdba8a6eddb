/** Money spent or received without an invoice. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { idsOf } from "./lines.ts"
import { banks, baseCurrency } from "./references.ts"
import { common, dated, inOrder, listed, Ref, Refs } from "./wire.ts"

export const OtherPayment = Wire.struct({
  ...common,
  transaction_type: Wire.struct({ id: Wire.decisive(Wire.id) }),
  payment_method: Ref,
  contact: Ref,
  bank_account: Ref,
  date: Wire.day,
  reference: Wire.text,
  net_amount: Wire.number,
  tax_amount: Wire.number,
  total_amount: Wire.number,
  payment_lines: Wire.list(
    Wire.required(
      Wire.struct({
        id: Wire.id,
        details: Wire.text,
        ledger_account: Ref,
        tax_rate: Ref,
        net_amount: Wire.number,
        tax_amount: Wire.number,
        total_amount: Wire.number,
        analysis_type_categories: Refs
      })
    )
  )
})
export const otherReferences = { banks, base: baseCurrency }

export const expenses = Connector.read("EXPENSES", {
  ...listed("other_payments", { transaction_type_id: "OTHER_PAYMENT", ...inOrder }),
  from: dated,
  item: OtherPayment,
  lookups: otherReferences,
  map: (raw, { lookups }) => {
    if (raw.transaction_type?.id !== "OTHER_PAYMENT") return null
    const bank = Normalize.lookUp(lookups.banks, raw.bank_account?.id)
    return {
      platform_id: raw.id,
      contact_id: raw.contact?.id,
      account_id: bank?.account,
      document_number: raw.reference,
      posted_date: raw.date,
      payment_mode: raw.payment_method?.id,
      // Quirk: a payment is in the currency of its bank account and names none.
      currency_id: bank?.currency ?? lookups.base,
      sub_total: raw.net_amount,
      tax_amount: raw.tax_amount,
      total_amount: raw.total_amount,
      line_items: (raw.payment_lines ?? []).map((own) => ({
        platform_id: own.id,
        tracking_category_ids: idsOf(own.analysis_type_categories),
        tax_id: own.tax_rate?.id,
        account_id: own.ledger_account?.id,
        description: own.details,
        sub_total: own.net_amount,
        tax_amount: own.tax_amount,
        total_amount: own.total_amount
      })),
      updated_at: raw.updated_at
    }
  }
})
