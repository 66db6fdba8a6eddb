/** What the records of QuickBooks have in common: references, times of change, and addresses of people. */
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"

const Named = Wire.struct({ value: Wire.id, type: Wire.text })
/** A reference to another record. Quirk: older answers have the bare id in its place. */
export const Ref = Wire.read((value): (typeof Named)["Type"] =>
  typeof value === "object" ? Named.read(value) : { value: Wire.id.read(value) }
)
/** The same of a text that an object may be around, such as what is said to a customer. */
export const Memo = Wire.read((value) => Wire.text.read(typeof value === "object" ? Call.at(value, "value") : value))
/** Quirk: where no rate is known, it is 0. */
export const rate = Wire.read((value) => Normalize.rate(value))
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
