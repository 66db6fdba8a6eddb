/** Vouchers by their numbers: whether one of a number is there already, and which is what was sent. */
import type { Call, Lookup, Take } from "@svc/core"
import { lookup } from "./objects.ts"
import { ask, ever, quoted } from "./request.ts"
import type { Settings } from "./settings.ts"
import { Voucher, voucherFetch } from "./voucher.ts"
import { key } from "./wire.ts"

export interface Input {
  readonly document_number?: string | null | undefined
  readonly posted_date?: string | null | undefined
  readonly payment_date?: string | null | undefined
}

const ofNumber = (type: string, number: string) => {
  const own = quoted(number, "document_number")
  return `$VoucherTypeName = ${quoted(type, "voucher type")} AND ($VoucherNumber = ${own} OR $Reference = ${own})`
}
export const search = (type: string, item: Input | undefined): Call.Call | null =>
  item?.document_number
    ? ask({
        collection: "Voucher",
        fetch: voucherFetch,
        only: ofNumber(type, item.document_number),
        ...ever
      })
    : null

/** How the voucher type is called here: users rename them, and make their own. */
export type TypeOf = (settings: Readonly<Record<string, string>>) => string

/** The type that the connection names, or the usual one. */
export const typed =
  (setting: keyof Settings, usual: string): TypeOf =>
  (settings) =>
    settings[setting] ?? usual

/** The numbers that are taken already, of those that are to be written. */
export const takenNumbers = (typeOf: TypeOf): Lookup.Lookup<ReadonlySet<string>, Input> => {
  const numbers = lookup(
    "Voucher",
    "",
    Voucher,
    (all) =>
      new Set(
        all.flatMap(({ REFERENCE, VOUCHERNUMBER }) =>
          [VOUCHERNUMBER, REFERENCE].flatMap((one) => (one ? [key(one)] : []))
        )
      )
  )
  return { ...numbers, call: ({ items: [item], settings }) => search(typeOf(settings), item) }
}
type Numbered = Take.At<unknown, { readonly numbers: ReturnType<typeof takenNumbers> }>
/** The number of a new voucher stands in its head. */
export const numbered = (number: string, { lookups, refuse }: Numbered): object => {
  if (number.includes('"')) refuse("must not hold quotation marks")
  return lookups.numbers.has(key(number)) ? refuse("is that of a voucher already", "", true) : {}
}
