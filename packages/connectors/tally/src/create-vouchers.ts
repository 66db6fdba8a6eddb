/** What new vouchers have in common: their head, whether one of their number is there, and what came of them. */
import { type Lookup, Normalize, Wire, Write } from "@svc/core"
import { taken } from "./failure.ts"
import { lookup, objects } from "./objects.ts"
import { first } from "./reads.ts"
import { ask, quoted } from "./request.ts"
import { Voucher, voucherFetch } from "./voucher.ts"
import { key } from "./wire.ts"
import { day } from "./writing.ts"

interface Input {
  readonly document_number?: string | null | undefined
  readonly posted_date?: string | null | undefined
}

const numbered = (type: string, number: string) => {
  const own = quoted(number, "document_number")
  return `$VoucherTypeName = ${quoted(type, "voucher type")} AND ($VoucherNumber = ${own} OR $Reference = ${own})`
}
const search = (type: string, item: Input | undefined) =>
  item?.document_number
    ? ask({
        collection: "Voucher",
        fetch: voucherFetch,
        only: numbered(type, item.document_number),
        start: first,
        end: "2099-12-31"
      })
    : null

/** How the voucher type is called here: users rename them, and make their own. */
export type TypeOf = (settings: Readonly<Record<string, string>>) => string

/** The numbers that are taken already, of those that are to be written. */
export const takenNumbers = (typeOf: TypeOf): Lookup.Lookup<ReadonlySet<string>, Input> => {
  const numbers = lookup(
    "Voucher",
    [],
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
export const refuseNumber = (item: Input, numbers: ReadonlySet<string>): Write.Refusal | null => {
  const number = item.document_number
  if (!number) return null
  if (number.includes('"')) return { field: "document_number", message: "must not hold quotation marks" }
  return numbers.has(key(number))
    ? { field: "document_number", message: "is that of a voucher already", exists: true }
    : null
}

/** Quirk: a voucher type that numbers by itself replaces the number: the reference keeps the caller's. */
export const head = (item: Input, type: string, view: string) => ({
  "@VCHTYPE": type,
  "@ACTION": "Create",
  "@OBJVIEW": view,
  DATE: day(item.posted_date),
  EFFECTIVEDATE: day(item.posted_date),
  VOUCHERTYPENAME: type,
  VOUCHERNUMBER: item.document_number,
  REFERENCE: item.document_number,
  PERSISTEDVIEW: view
})

/** The master id of the new voucher is in the answer; by it the voucher is read. */
export const answers = taken(["CREATED", "ALTERED"], (id) => (id === null || id === "0" ? null : `master/${id}`))

/** Our key makes a repeated import alter the voucher; where a release does not heed it, its number tells. */
export const idempotency = (typeOf: TypeOf) =>
  Write.lookup<Input>({
    key: { in: "body", name: "remoteId" },
    call: (item, { settings }) => search(typeOf(settings as Readonly<Record<string, string>>), item),
    // One of the number and another day is not what was sent.
    find: (body, item) =>
      objects("Voucher")(body).find(
        (one) => Normalize.day(Wire.decode(Voucher, one).DATE) === Normalize.day(item.posted_date)
      )
  })
