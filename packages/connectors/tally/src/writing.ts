/** How vouchers are written: made under a number that is not taken, altered as a whole, and known again by their number and day. */
import { Call, type Lookup, Normalize, type Take, Wire, Write, Writer, type Xml } from "@svc/core"
import { current } from "./current.ts"
import { day } from "./entries.ts"
import { taken } from "./failure.ts"
import { lookup, objects } from "./objects.ts"
import { first } from "./reads.ts"
import { ask, quoted } from "./request.ts"
import { Voucher, voucherFetch } from "./voucher.ts"
import { key } from "./wire.ts"

interface Input {
  readonly document_number?: string | null | undefined
  readonly posted_date?: string | null | undefined
}

const ofNumber = (type: string, number: string) => {
  const own = quoted(number, "document_number")
  return `$VoucherTypeName = ${quoted(type, "voucher type")} AND ($VoucherNumber = ${own} OR $Reference = ${own})`
}
const search = (type: string, item: Input | undefined) =>
  item?.document_number
    ? ask({
        collection: "Voucher",
        fetch: voucherFetch,
        only: ofNumber(type, item.document_number),
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
type Numbered = Take.At<unknown, { readonly numbers: ReturnType<typeof takenNumbers> }>
/** The number of a new voucher stands in its head. */
export const numbered = (number: string, { lookups, refuse }: Numbered): object => {
  if (number.includes('"')) refuse("must not hold quotation marks")
  return lookups.numbers.has(key(number)) ? refuse("is that of a voucher already", "", true) : {}
}

/** Quirk: a voucher type that numbers by itself replaces the number: the reference keeps the caller's. */
const head = (item: Input, type: string, view: string) => ({
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

/** Our key makes a repeated import alter the voucher; where a release does not heed it, its number tells. */
const idempotency = (typeOf: TypeOf) =>
  Write.lookup<Input>({
    key: { in: "body", name: "remoteId" },
    call: (item, { settings }) => search(typeOf(settings as Readonly<Record<string, string>>), item),
    // One of the number and another day is not what was sent.
    find: (body, item) =>
      objects("Voucher")(body).find(
        (one) => Normalize.day(Wire.decode(Voucher, one).DATE) === Normalize.day(item.posted_date)
      )
  })

type Members = Record<string, Xml.Writable | ReadonlyArray<Xml.Writable>>
const voucher = (members: object): Call.Call => ask({ import: "Vouchers", message: { VOUCHER: members as Members } })
interface Own {
  readonly typeOf: TypeOf
  readonly view: "Accounting Voucher View" | "Invoice Voucher View"
}
export const writing = Writer.make(({ typeOf, view }: Own) => ({
  create: {
    call: ({ body, item, settings }) => voucher({ ...head(item, typeOf(settings), view), ...body }),
    // The master id of the new voucher is in the answer; by it the voucher is read.
    answers: taken(["CREATED", "ALTERED"], (id) => (id === null || id === "0" ? null : `master/${id}`)),
    idempotency: idempotency(typeOf)
  },
  update: {
    // Quirk: what is sent takes the place of the whole voucher, lists that are left out are lost; it is read with all of them.
    lookups: { current },
    call: ({ body, item, lookups }) => {
      const raw: Xml.Members = lookups["current"] ?? {}
      const tag = {
        "@DATE": String(raw["DATE"] ?? ""),
        "@TAGNAME": "MASTER ID",
        "@TAGVALUE": Normalize.text(raw["MASTERID"]) ?? "",
        "@VCHTYPE": Normalize.text(raw["VOUCHERTYPENAME"]) ?? ""
      }
      return item["status"] === "VOID"
        ? voucher({ ...tag, "@ACTION": "Cancel", ...Call.present({ NARRATION: item["memo"] }) })
        : voucher({ ...tag, "@ACTION": "Alter", ...body })
    },
    // Quirk: a tag that finds nothing makes a new voucher instead, or does nothing.
    answers: (body, [sent]) => taken(["ALTERED", "CANCELLED"], () => sent!.id)(body),
    idempotency: Write.natural
  }
}))
