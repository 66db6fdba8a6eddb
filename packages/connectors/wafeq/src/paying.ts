/** What payments on bills and on invoices have in common as they are written: a change and a deletion keep what else they are on. */
import type { Read, Writer } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import * as Wire from "@svc/core/Wire"
import { pathOf } from "./lists.ts"
import { countOf, type Part, partsIn, placeOf, sent } from "./payment-parts.ts"
import { isSettlement } from "./payments.ts"
import { rate, ref } from "./writing.ts"

export interface Side {
  readonly documents: string
  readonly notes: string
  /** Members of a payment, and of the document that a note is put on. */
  readonly paid: readonly [list: string, member: string]
  readonly back: readonly [list: string, member: string]
  readonly settled: readonly [list: string, member: string]
  readonly records: readonly [payments: Read.Read, settlements: Read.Read]
}
export interface Document {
  readonly contact?: string | null | undefined
  readonly currency?: string | null | undefined
}
export type Known = { readonly document: Lookup.Lookup<Document, any> }
export const writes = ({ back, documents, notes, paid, records, settled }: Side, member: "bill_id" | "invoice_id") => {
  /** What is paid: whose it is, and its currency. */
  const document = Lookup.make({
    call: ({ items: [item] }: Lookup.LookupContext<Part>) => {
      const [id, note] = [item?.[member], item?.["credit_note_id"]]
      return id ? { path: pathOf(documents, String(id)) } : note ? { path: pathOf(notes, String(note)) } : null
    },
    response: Wire.struct({ contact: Wire.id, currency: Wire.id }),
    pick: (own): Document => own,
    absent: {},
    emptyStatuses: [404]
  })
  const path = (id: string) => pathOf("payments", id.split(":")[0])
  const remove = ({ id, raw, refuse }: Writer.Sent): Call.Call => {
    if (isSettlement(id)) {
      const [list, name] = settled
      const note = id.split(":")[2]
      const left = partsIn(raw, list).filter((own) => own[name] !== note)
      return { method: "PATCH", path: pathOf(documents, id.split(":")[1]), body: { [list]: left } }
    }
    const [place, count] = [placeOf([paid, back], id, raw), countOf(raw)]
    // A repeat finds what it has taken off already gone, and must not take off the rest.
    if (place === undefined && !id.endsWith(":advance")) return refuse("is not on the payment any more", "platform_id")
    if (count <= 1) return { method: "DELETE", path: path(id) }
    if (place?.parts.length !== count) return refuse("is in a payment on records of other kinds too", "platform_id")
    const { amount_to_pcy: gone } = place.parts[place.index]!
    const left = place.parts.filter((_, index) => index !== place.index).map(sent)
    return {
      method: "PATCH",
      path: path(id),
      body: { amount: Normalize.difference(raw?.["amount"], gone), [place.list]: left }
    }
  }
  return {
    record: ({ platform_id }: { readonly platform_id?: string | null | undefined }) =>
      records[isSettlement(platform_id ?? "") ? 1 : 0],
    collection: "payments",
    current: true as const,
    lookups: { document },
    takes: {
      account_id: ref("paid_through_account"),
      payment_date: Take.day("date"),
      memo: "reference" as const,
      amount: (amount: number, { item, isNew, raw, refuse }: Take.At<any>): object => {
        if (isNew) return { amount }
        const place = placeOf([paid, back], String(item.platform_id), raw)
        if (place === undefined || countOf(raw) !== 1) {
          return refuse("is a part of a payment that is on several documents, and cannot be changed")
        }
        const [own = {}] = place.parts
        if (raw?.["payment_fees"]) return refuse("is of a payment with fees, and cannot be changed")
        if (own["amount"] !== own["amount_to_pcy"]) return refuse("is of a payment in another currency")
        return { amount, [place.list]: [{ ...sent(own), amount, amount_to_pcy: amount }] }
      }
    },
    creates: {
      currency_rate: rate,
      contact_id: ref("contact"),
      currency_id: (currency: string, { lookups, refuse }: Take.At<any, Known>): object =>
        lookups.document.currency === undefined || lookups.document.currency === currency
          ? {}
          : refuse("is another than that of what is paid"),
      [member]: Take.beside,
      credit_note_id: Take.beside
    },
    clears: ["memo"] as const,
    departs: ({ delete: own, update, ...usual }: Writer.Way): Writer.Way => ({
      ...usual,
      update: {
        ...update,
        call: ({ body, id, refuse }) =>
          isSettlement(id)
            ? refuse("is a note on a document: delete it, and make it anew", "platform_id")
            : { method: "PATCH", path: path(id), body }
      },
      delete: { ...own, current: true, call: remove }
    }),
    makes: (item: Part, { isNew, lookups, refuse }: Take.At<any, Known>): object => {
      if (!isNew) return {}
      const [id, note] = [item[member], item["credit_note_id"]]
      if (id && note) return refuse("cannot be paid together with a document", "credit_note_id")
      const [list, name] = id ? paid : note ? back : refuse("is required", member)
      const { contact, currency } = lookups.document
      const known = (own: string | null | undefined) =>
        own ?? refuse("is not known to Wafeq", id ? member : "credit_note_id")
      return {
        ...(item["contact_id"] ? {} : { contact: known(contact) }),
        currency: known(currency),
        [list]: [{ [name]: id ?? note, amount: item["amount"], amount_to_pcy: item["amount"] }]
      }
    }
  }
}
