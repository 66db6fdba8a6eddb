/** Writes: one call for an item or a batch, several calls in steps, and what makes a repeat harmless. */
import type { Writes } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Lookup from "@svc/core/Lookup"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import * as Write from "@svc/core/Write"
import { invoices } from "./reads.ts"

/**
 * What an item may refer to, looked up before it is sent: one call for each line, or all pages. `lasting` where no write that
 * asks it changes what it finds: all items of a call ask it once.
 */
const taxes = Lookup.make({
  call: ({ items }: { readonly items: ReadonlyArray<Writes.WriteInput<"INVOICES", "create">> }) =>
    items.flatMap((item) =>
      (item.line_items ?? []).map(({ item_id }) => ({ path: `/items/${Call.segment(item_id ?? "")}` }))
    ),
  response: Wire.list(Wire.struct({ id: Wire.required(Wire.id), tax: Wire.id })),
  pick: (found) => new Map(found.map(({ id, tax }) => [id, tax ?? null])),
  absent: new Map(),
  lasting: true
})
const periods = Lookup.make({
  call: Read.pages({ call: { path: "/periods" }, page: Page.numbered({ size: 50 }), items: "periods" }),
  response: Wire.list(Wire.struct({ until: Wire.text })),
  pick: (found) => found.map(({ until }) => until ?? ""),
  absent: []
})

/** Native batches: one call, one answer for each item, and calls that complete what was taken. */
export const createInvoices = Connector.create("INVOICES", {
  requires: ["contact_id", "line_items.item_id"],
  unsupported: ["memo", "line_items.tracking_category_ids"],
  lookups: { taxes, periods },
  refuse: ({ posted_date }, { lookups }) =>
    lookups.periods.some((until) => (posted_date ?? "") > until)
      ? null
      : { field: "posted_date", message: "The period is closed.", exists: false },
  batch: 50,
  call: (items, { lookups }) => ({
    method: "POST",
    path: "/invoices/batch",
    body: {
      list: items.map((item) =>
        Call.present({
          party: item.contact_id,
          number: item.document_number,
          lines: item.line_items?.map(({ item_id, quantity }) => ({
            item_id,
            quantity,
            tax: lookups.taxes.get(item_id ?? "")
          }))
        })
      )
    }
  }),
  answers: (body, items, headers, { settings }) =>
    items.map((_, index) => {
      const own = Call.at(body, `list.${index}`)
      if (Call.at(own, "error") !== undefined) return Write.refused({ message: String(Call.at(own, "error")) }, own)
      // `acceptedId` where the answer holds the id alone: core reads the record.
      return settings["plan"] === "free" || headers["x-short"] === "1"
        ? Write.acceptedId(String(Call.at(own, "id")))
        : Write.accepted(own)
    }),
  follow: (raw, { document_number }) =>
    document_number === null
      ? []
      : [{ method: "POST", path: `/invoices/${Call.segment(String(Call.at(raw, "id")))}/send` }],
  record: invoices,
  idempotency: Write.key("Idempotency-Key", { form: "uuid" })
})

/** Several calls, kept before they are sent; those that were taken are taken back when a later one is refused. */
const Posted = Wire.struct({ state: Wire.text, number: Wire.text })
export const updateInvoices = Connector.update("INVOICES", {
  requires: [],
  unsupported: ["memo", "line_items"],
  current: Posted,
  steps: ({ answered, current, input }) => {
    const path = `/invoices/${Call.segment(input.platform_id)}`
    const post = { method: "POST", path: `${path}/post` } as const
    const isPosted = current.item.state === "posted"
    const { changed, opened, posted } = answered
    if (isPosted && opened === undefined) {
      return Write.step("opened", { method: "POST", path: `${path}/draft` }, { undo: post, idempotency: Write.natural })
    }
    if (changed === undefined) {
      const [etag, body] = [current.headers["etag"], { ...current.raw, number: input.document_number }]
      return Write.step(
        "changed",
        { method: "PUT", path, headers: { "if-match": etag }, body },
        {
          undo: ({ headers }) => ({ method: "PUT", path, headers: { "if-match": headers["etag"] }, body: current.raw }),
          id: ({ body: taken }) => String(Call.at(taken, "id"))
        }
      )
    }
    if (isPosted && posted === undefined) return Write.step("posted", post)
    const asked = answered["asked"]
    if (asked === undefined)
      return Write.ask("asked", { method: "POST", path: "/query", body: { id: input.platform_id } })
    return Call.at(asked.body, "id") === undefined
      ? Write.refused({ message: "It is gone." }, asked.body)
      : Write.acceptedId(input.platform_id)
  },
  record: () => invoices,
  idempotency: Write.natural
})
/** An id of ours in steps: the write says so, and of the calls that change something the one that carries it says nothing else. */
const reference = Write.unique({
  place: { in: "body", name: "ref", form: "plain" },
  existing: ({ body }) => (Call.at(body, "fault") === "REF_TAKEN" ? Call.at(body, "order") : null)
})
export const createOrders = Connector.create("PURCHASE_ORDERS", {
  requires: ["document_number"],
  steps: ({ answered: { made, sent }, input }) => {
    if (made === undefined) {
      const body = { number: input.document_number }
      return Write.step(
        "made",
        { method: "POST", path: "/orders", body },
        { id: (own) => String(Call.at(own.body, "id")) }
      )
    }
    const id = String(Call.at(made.body, "id"))
    return sent === undefined
      ? Write.step("sent", { method: "POST", path: `/orders/${id}/send` }, { idempotency: Write.natural })
      : Write.acceptedId(id)
  },
  record: () => invoices,
  idempotency: reference
})
/** `done`: nothing is said of the record; what is voided is read again, what is deleted is gone. */
export const voidInvoices = Connector.void("INVOICES", {
  call: ([invoice]) => ({ method: "POST", path: `/invoices/${Call.segment(invoice?.platform_id ?? "")}/void` }),
  answers: (_, items) => items.map(() => Write.done),
  record: invoices
})
export const deleteInvoices = Connector.delete("INVOICES", {
  call: ([invoice]) => ({ method: "DELETE", path: `/invoices/${Call.segment(invoice?.platform_id ?? "")}` }),
  record: invoices
})

/** What makes a repeat harmless, besides `key` and `natural`. */
export const createContacts = Connector.create("CONTACTS", {
  requires: ["name"],
  // Credentials that name scopes, and not this one, are not offered the write.
  scope: "parties.write",
  call: ([contact], { began }) => ({
    method: "POST",
    path: "/parties",
    body: { list: [{ name: contact?.name, made: began }] }
  }),
  answers: (body) => [Write.accepted(body)],
  record: () => invoices,
  idempotency: ({ plan }) =>
    plan === "paid"
      ? Write.unique({
          place: { in: "body", name: "list.0.ref", form: "plain" },
          existing: ({ body, key, status }) => (status === 409 && Call.at(body, "ref") === key ? body : null)
        })
      : Write.lookup({
          // Its search shows after ten seconds at the latest what was made.
          lag: 10,
          call: ({ name }, { began, since, settings }) => ({
            path: "/parties",
            query: { name, since, made: began, company: settings["company"] }
          }),
          find: (body, { name }, { key }) =>
            Read.arrayAt(body, "parties").find(
              (own) => Call.at(own, "name") === name && Call.at(own, "ref") !== `not ${key}`
            ),
          key: { in: "query", name: "ref" }
        })
})
export const keys = [
  Write.keyParam("requestid"),
  Write.keyBody("request.id"),
  Write.keyPath,
  // Nothing tells: an answer that never came is `unknown-outcome`.
  Write.none
]
