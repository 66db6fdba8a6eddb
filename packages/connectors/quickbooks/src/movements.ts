/** What all movements of bank accounts have in common. */
import type { Wire } from "@svc/core"
import * as Normalize from "@svc/core/Normalize"
import { currencyOf } from "./document-fields.ts"
import { type record, type Ref, updatedAt } from "./wire.ts"

interface Movement {
  readonly Id: string
  readonly TxnDate?: string | null | undefined
  readonly PrivateNote?: string | null | undefined
  readonly DocNumber?: string | null | undefined
  readonly CurrencyRef?: (typeof Ref)["Type"] | null | undefined
  readonly ExchangeRate?: number | null | undefined
  readonly MetaData?: Wire.Struct<typeof record>["MetaData"]
}
export const movement = (entity: string, raw: Movement, found: { readonly home: string | null }) => ({
  platform_id: Normalize.prefixed(entity.toLowerCase(), raw.Id)!,
  type: entity,
  currency_id: currencyOf(raw, found),
  currency_rate: raw.ExchangeRate,
  transaction_date: Normalize.day(raw.TxnDate, "TxnDate"),
  description: raw.PrivateNote,
  reference: raw.DocNumber,
  updated_at: updatedAt(raw)
})
/** The one there is; null where there are several or none. */
export const only = (ids: ReadonlyArray<string | null | undefined>) => {
  const [first, ...others] = new Set(ids.filter((id) => id !== null && id !== undefined))
  return others.length === 0 ? first : null
}

/** Quirk: a movement of less than nothing goes the other way; amounts are what is moved. */
export const moved = (
  amount: number | null | undefined,
  direction: "CREDIT" | "DEBIT" | null,
  from: string | null | undefined,
  to: string | null | undefined
) => {
  const isTurned = (amount ?? 0) < 0
  const turned = direction === "CREDIT" ? ("DEBIT" as const) : ("CREDIT" as const)
  return {
    amount: Normalize.absolute(amount),
    debit_or_credit: isTurned && direction !== null ? turned : direction,
    from_account_id: isTurned ? to : from,
    to_account_id: isTurned ? from : to
  }
}
