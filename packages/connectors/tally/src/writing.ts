/** How vouchers are written: made under a number that is not taken, altered as a whole, and known again by their number and day. */
import type { Xml } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import * as Write from "@svc/core/Write"
import * as Writer from "@svc/core/Writer"
import { books, type Chart, type isDebtor, ledger } from "./books.ts"
import { current } from "./current.ts"
import { day } from "./entries.ts"
import { taken } from "./taken.ts"
import { type Input, search, type TypeOf } from "./numbers.ts"
import { objects } from "./objects.ts"
import { ask } from "./request.ts"
import { entriesOf, Voucher } from "./voucher.ts"

const datedOf = (item: Input) => item.posted_date ?? item.payment_date
/** Quirk: a voucher type that numbers by itself replaces the number: the reference keeps the caller's. */
const head = (item: Input, type: string, view: string) => ({
  "@VCHTYPE": type,
  "@ACTION": "Create",
  "@OBJVIEW": view,
  DATE: day(datedOf(item)),
  EFFECTIVEDATE: day(datedOf(item)),
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
        (one) => Normalize.day(Wire.decode(Voucher, one).DATE) === Normalize.day(datedOf(item))
      )
  })

type Members = Record<string, Xml.Writable | ReadonlyArray<Xml.Writable>>
const voucher = (members: object): Call.Call => ask({ import: "Vouchers", message: { VOUCHER: members as Members } })
/** What tells a voucher that is there already. */
const tagOf = ({ current: found }: Writer.Sent["lookups"]) => {
  const raw: Xml.Members = found ?? {}
  return {
    "@DATE": String(raw["DATE"] ?? ""),
    "@TAGNAME": "MASTER ID",
    "@TAGVALUE": Normalize.text(raw["MASTERID"]) ?? "",
    "@VCHTYPE": Normalize.text(raw["VOUCHERTYPENAME"]) ?? ""
  }
}
/** Whether a voucher is the payment of one party and no more: two entries, and one bill at most. */
const isOne = (raw: Xml.Members, isParty: IsParty, own: Chart): boolean => {
  const entries = entriesOf(Wire.decode(Voucher, raw))
  const bills = entries.flatMap((entry) => entry["BILLALLOCATIONS.LIST"] ?? [])
  return (
    entries.length === 2 && bills.length <= 1 && entries.some((entry) => isParty(own, ledger(own, entry.LEDGERNAME)))
  )
}
const { groups, ledgers } = books
type IsParty = typeof isDebtor
interface Own {
  /** The family of vouchers, as a formula. */
  readonly where: string
  readonly typeOf: TypeOf
  /** Whose part of a voucher a record is, where it is not all of it. */
  readonly isParty?: IsParty
  readonly view: "Accounting Voucher View" | "Invoice Voucher View"
}

/** A voucher stays when it is cancelled, without its entries; deleted it is gone, and its number is free. */
const ending = ({ isParty, where }: Own, action: "Cancel" | "Delete", done: "CANCELLED" | "DELETED"): Writer.Doing => ({
  lookups: { current: current(where, isParty !== undefined), ...(isParty === undefined ? {} : { groups, ledgers }) },
  // Quirk: a company that was closed meanwhile shows no voucher either, so none is taken for gone already.
  call: ({ lookups, refuse }) => {
    const found = lookups["current"]
    if (found === null) return refuse("is no voucher of this company", "platform_id")
    return isParty !== undefined && !isOne(found, isParty, lookups as Chart)
      ? refuse("is not all of its voucher, which has other entries or bills: change it in Tally", "platform_id")
      : voucher({ ...tagOf(lookups), "@ACTION": action })
  },
  answers: (body, [sent]) => taken([done], () => sent!.id)(body),
  idempotency: Write.natural
})

export const writing = Writer.make((own: Own) => ({
  create: {
    call: ({ body, item, settings }) => voucher({ ...head(item, own.typeOf(settings), own.view), ...body }),
    // The master id of the new voucher is in the answer; by it the voucher is read.
    answers: taken(["CREATED", "ALTERED"], (id) => (id === null || id === "0" ? null : `master/${id}`)),
    idempotency: idempotency(own.typeOf)
  },
  update: {
    // Quirk: what is sent takes the place of the whole voucher, lists that are left out are lost; it is read with all of them.
    lookups: { current: current(own.where) },
    call: ({ body, item, lookups }) => {
      const tag = tagOf(lookups)
      return item["status"] === "VOID"
        ? voucher({ ...tag, "@ACTION": "Cancel", ...Call.present({ NARRATION: item["memo"] }) })
        : voucher({ ...tag, "@ACTION": "Alter", ...body })
    },
    // Quirk: a tag that finds nothing makes a new voucher instead, or does nothing.
    answers: (body, [sent]) => taken(["ALTERED", "CANCELLED"], () => sent!.id)(body),
    idempotency: Write.natural
  },
  void: ending(own, "Cancel", "CANCELLED"),
  delete: ending(own, "Delete", "DELETED")
}))
