/** What the records of QuickBooks have in common: references, times of change, and addresses of people. */
import { Normalize, Wire } from "@svc/core"

/** A reference to another record. */
export const Ref = Wire.struct({ value: Wire.id })
export const TypedRef = Wire.struct({ value: Wire.id, type: Wire.text })
export const Links = Wire.list(Wire.struct({ TxnId: Wire.id, TxnType: Wire.text }))
type Links = (typeof Links)["Type"]

/** The members of every record. */
export const record = {
  Id: Wire.required(Wire.id),
  MetaData: Wire.struct({ CreateTime: Wire.text, LastUpdatedTime: Wire.text })
}
type Recorded = Wire.Struct<typeof record>
export const updatedAt = ({ MetaData }: Pick<Recorded, "MetaData">) => MetaData?.LastUpdatedTime

export const activity = Normalize.word({ true: "ACTIVE", false: "ARCHIVED" })

/** Ids of the linked transactions whose type matches, each once. */
export const linked = (type: RegExp, ...links: ReadonlyArray<Links | null | undefined>): ReadonlyArray<string> => [
  ...new Set(
    links
      .flatMap((own) => own ?? [])
      .flatMap(({ TxnId, TxnType }) => (TxnId && type.test(TxnType ?? "") ? [TxnId] : []))
  )
]
