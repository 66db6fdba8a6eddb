/** The tax codes of a file as they are needed where something new wants one, or accounts of one. */
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { all, Ref } from "./wire.ts"

const accounts = {
  TaxCollectedAccount: Ref,
  TaxPaidAccount: Ref,
  WithholdingCreditAccount: Ref,
  WithholdingPayableAccount: Ref,
  ImportDutyPayableAccount: Ref,
  LinkedSupplier: Ref
}
const Code = Wire.struct({
  UID: Wire.required(Wire.id),
  Code: Wire.decisive(Wire.text),
  Type: Wire.decisive(Wire.text),
  Rate: Wire.decisive(Wire.number),
  ...accounts
})
type Code = (typeof Code)["Type"]

/** Asked for new records alone. */
export const taxCodes = Lookup.make({
  call: ({ items }: Lookup.LookupContext<{ readonly platform_id?: string | null }>) =>
    items.some(({ platform_id }) => !platform_id) ? all("/GeneralLedger/TaxCode") : null,
  response: Wire.list(Wire.required(Code)),
  pick: (codes): ReadonlyArray<Code> => codes,
  absent: [] as ReadonlyArray<Code>,
  lasting: true
})
export type TaxCodes = ReadonlyArray<Code>

/** The code of usual goods: GST by its name in Australia, by another in New Zealand. */
export const usualOf = (codes: TaxCodes): string | null =>
  (codes.find((own) => own.Code === "GST") ?? codes.find((own) => own.Type === "GST_VAT" && (own.Rate ?? 0) > 0))
    ?.UID ?? null
/** The code of what is not for tax reports. */
export const untaxedOf = (codes: TaxCodes): string | null =>
  codes.find((own) => own.Code === "N-T")?.UID ?? codes.find((own) => own.Rate === 0)?.UID ?? usualOf(codes)
/** What a new code books to: the accounts and the agency of the first of its kind. */
export const accountsLike = (codes: TaxCodes, type: string): object | null => {
  const like = codes.find((own) => Normalize.is(own.Type, type))
  if (like === undefined) return null
  return Object.fromEntries(
    Object.keys(accounts).flatMap((name) => {
      const uid = like[name as keyof typeof accounts]?.UID
      return uid ? [[name, { UID: uid }]] : []
    })
  )
}
