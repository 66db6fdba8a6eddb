/** How NetSuite is written to: a record is put under an id of the caller's, and changed by the members that are sent. */
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import * as Write from "@svc/core/Write"
import * as Writer from "@svc/core/Writer"
import { isNumber } from "./statement.ts"

/** Quirk: a name that a record does not have is dropped without a word unless it is asked to be an error. */
const strict = {
  "content-type": "application/vnd.oracle.resource+json; type=singular",
  "x-netsuite-propertynamevalidation": "Error"
}
const sending = (path: string, body: Writer.Sent["body"]) => {
  // Lists of lines replace those that are there: added to them, a repeat would double them.
  const lists = ["item", "expense", "line"].filter((name) => body[name] !== null && body[name] !== undefined)
  return {
    path: `/record/v1/${path}`,
    query: lists.length === 0 ? {} : { replace: lists.join(",") },
    headers: strict,
    body: Call.present(body)
  }
}

interface Own {
  /** The type of record, or what says it of an item; a model of several has kinds of these names. */
  readonly type?: string | ((sent: Writer.Sent) => string)
  /** The id of the record that comes of an item, where it is not NetSuite's own. */
  readonly idOf?: (id: string, sent: Writer.Sent) => string
}
export const writing = Writer.make(({ idOf = (id) => id, type }: Own) => {
  const typeOf = (sent: Writer.Sent) => (typeof type === "function" ? type(sent) : (type ?? sent.kind))
  const place = (sent: Writer.Sent) => {
    // Of a share of a payment, the payment.
    const [id = ""] = (Normalize.unprefixed(sent.kind, sent.id) ?? sent.id).split(":")
    return `${typeOf(sent)}/${Call.segment(id)}`
  }
  return {
    idempotency: Write.natural,
    empty: "",
    create: {
      // Quirk: only queued calls have keys; by its external id a repeat finds what it made.
      idempotency: Write.keyPath,
      call: (sent) => ({ method: "PUT", ...sending(`${typeOf(sent)}/eid:{key}`, sent.body) }),
      // Quirk: the answer has no body; the address of the record is in a header.
      answers: (_, [sent], { location }) => {
        const id = /\/([^/?]+)\/?$/.exec(location ?? "")?.[1]
        if (id === undefined || !isNumber(id)) throw new Error("the answer does not say which record was made")
        return [Write.acceptedId(idOf(id, sent!))]
      }
    },
    update: {
      call: (sent) => ({ method: "PATCH", ...sending(place(sent), sent.body) }),
      answers: (_, [sent]) => [Write.acceptedId(sent!.id)]
    },
    delete: { call: (sent) => ({ method: "DELETE", path: `/record/v1/${place(sent)}` }) }
  }
})

/** Another record is named by its id. */
export const ref = (to: string): Take.Named<string> => ({ to, by: (id) => ({ id }) })
/** The id of a customer or vendor. One without a kind in front is taken as it is. */
export const partyId = (kind: "customer" | "vendor", id: string): string | null => {
  const own = Normalize.unprefixed(kind, id) ?? id
  return isNumber(own) ? own : null
}
export const party = (kind: "customer" | "vendor"): Take.Named<string> => ({
  to: "entity",
  by: (id, { refuse }) => ({ id: partyId(kind, id) ?? refuse(`is no ${kind}`) })
})
/** The id of a customer or vendor, whichever it is. */
export const anyPartyId = (id: string, refuse: Take.At["refuse"], below = ""): string =>
  partyId("vendor", id) ?? partyId("customer", id) ?? refuse("is neither a vendor nor a customer", below)
export const anyParty: Take.Named<string> = { to: "entity", by: (id, { refuse }) => ({ id: anyPartyId(id, refuse) }) }
/** A way that sees the record before it is changed or deleted. */
export const knowing = ({ delete: remove, update, ...usual }: Writer.Way): Writer.Way => ({
  ...usual,
  update: { ...update, current: true },
  delete: { ...remove, current: true }
})
/** Whether it is in use no longer. */
export const status = Take.words("isInactive", { ACTIVE: false, ARCHIVED: true })
/** Quirk: with OneWorld nothing is without a subsidiary; of lists it is a list. */
export const subsidiaries = ({ isNew, settings: { subsidiary } }: Take.At): object =>
  isNew && subsidiary ? { subsidiary: { items: [{ id: subsidiary }] } } : {}
/** The id of a record whose kind is in front. */
export const kindId = (id: string, { kind }: Writer.Sent): string => Normalize.prefixed(kind, id)
/** What every document and order takes. */
export const document = {
  document_number: "tranId",
  posted_date: Take.day("tranDate"),
  currency_id: ref("currency"),
  currency_rate: "exchangeRate"
} as const
