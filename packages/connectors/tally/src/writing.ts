/** How vouchers are written: made under a number that is not taken, altered as a whole, and known again by their number and day. */
import type { Xml } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import * as Write from "@svc/core/Write"
import * as Writer from "@svc/core/Writer"
import { current } from "./current.ts"
import { day } from "./entries.ts"
import { taken } from "./failure.ts"
import { type Input, search, type TypeOf } from "./numbers.ts"
import { objects } from "./objects.ts"
import { ask } from "./request.ts"
import { Voucher } from "./voucher.ts"

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
/** A voucher stays when it is cancelled, without its entries; deleted it is gone, and its number is free. */
const ending = (where: string, action: "Cancel" | "Delete", done: "CANCELLED" | "DELETED"): Writer.Doing => ({
  lookups: { current: current(where) },
  // Quirk: a company that was closed meanwhile shows no voucher either, so none is taken for gone already.
  call: ({ lookups, refuse }) =>
    lookups["current"] === null
      ? refuse("is no voucher of this company", "platform_id")
      : voucher({ ...tagOf(lookups), "@ACTION": action }),
  answers: (body, [sent]) => taken([done], () => sent!.id)(body),
  idempotency: Write.natural
})

interface Own {
  /** The family of vouchers, as a formula. */
  readonly where: string
  readonly typeOf: TypeOf
  readonly view: "Accounting Voucher View" | "Invoice Voucher View"
}
export const writing = Writer.make(({ typeOf, view, where }: Own) => ({
  create: {
    call: ({ body, item, settings }) => voucher({ ...head(item, typeOf(settings), view), ...body }),
    // The master id of the new voucher is in the answer; by it the voucher is read.
    answers: taken(["CREATED", "ALTERED"], (id) => (id === null || id === "0" ? null : `master/${id}`)),
    idempotency: idempotency(typeOf)
  },
  update: {
    // Quirk: what is sent takes the place of the whole voucher, lists that are left out are lost; it is read with all of them.
    lookups: { current: current(where) },
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
  void: ending(where, "Cancel", "CANCELLED"),
  delete: ending(where, "Delete", "DELETED")
}))
