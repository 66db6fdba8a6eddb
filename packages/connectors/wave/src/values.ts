/** What Wave's records have in common: amounts of money, what names another record. */
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"

/** Members that are texts. */
export const texts = <N extends string>(...names: ReadonlyArray<N>) =>
  Object.fromEntries(names.map((name) => [name, Wire.text])) as { readonly [K in N]: typeof Wire.text }
/** What a query answers. */
export const answered = <const M extends Parameters<typeof Wire.struct>[0]>(members: M) =>
  Wire.struct({ data: Wire.required(Wire.struct(members)) })
export const record = { id: Wire.required(Wire.id), modifiedAt: Wire.instant }
export const stamps = "createdAt modifiedAt"
export const Named = Wire.struct({ id: Wire.id })
export const Coded = Wire.struct({ code: Wire.text })

export const moneyFields = "{ minorUnitValue value currency { code exponent } }"
const Money = Wire.struct({
  minorUnitValue: Wire.decisive(Wire.number),
  value: Wire.text,
  currency: Wire.struct({ exponent: Wire.decisive(Wire.number) })
})
const written = Normalize.localNumber({ group: ",", decimal: "." })
/** Quirk: `value` is for people and may have separators of thousands; it counts where the smallest units are not told. */
export const money = Wire.read((raw) => {
  const { currency, minorUnitValue, value } = Wire.decode(Money, raw)
  return minorUnitValue == null || currency?.exponent == null
    ? written(value)
    : Normalize.minorUnits(minorUnitValue, currency.exponent)
})

/** Whether a record is in use or put away. */
export const statusOf = ({ isArchived }: { readonly isArchived?: boolean | null | undefined }) =>
  isArchived === true ? ("ARCHIVED" as const) : ("ACTIVE" as const)
