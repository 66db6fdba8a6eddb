/** Purchase and sales orders as they are written: made as quotations, and confirmed. */
import type { Auth, Writes } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Read from "@svc/core/Read"
import * as Take from "@svc/core/Take"
import * as Write from "@svc/core/Write"
import * as Writer from "@svc/core/Writer"
import { ask } from "./ask.ts"
import { known } from "./listing.ts"
import { rowOf, state, unknownRecord } from "./move-steps.ts"
import { purchaseOrders, salesOrders } from "./orders.ts"
import * as Own from "./wire.ts"
import { dropping, linesTo, lookupsOf } from "./write-lines.ts"
import { madeId, once, ref, refTo, removal, time, vals } from "./writing.ts"

/** What differs between the two. */
interface Kind {
  readonly model: "purchase.order" | "sale.order"
  readonly confirm: string
  readonly cancel: string
  readonly confirmed: string
}

/** How an order is before it is changed, and whether a call whose answer never came was carried out. */
const stateOf = ({ model }: Kind, settings: Auth.AuthSettings, id: number) =>
  ask(settings, model, "search_read", { domain: [["id", "=", id]], fields: ["state", "order_line"] })
const confirm = (kind: Kind, settings: Auth.AuthSettings, id: number) =>
  Write.step("confirmed", ask(settings, kind.model, kind.confirm, { ids: [id] }), {
    idempotency: Write.lookup({
      call: (_: unknown, context) => stateOf(kind, context.settings, id),
      find: (body) => (Call.at(body, "0.state") === kind.confirmed ? true : undefined)
    })
  })

const ordering = Writer.make((kind: Kind) => ({
  idempotency: Write.natural,
  clears: true,
  create: {
    idempotency: once(kind.model, ({ contact_id, document_number }: Writes.ItemOf<"PURCHASE_ORDERS">) => [
      ["partner_id", "=", ref(contact_id) ?? false],
      ...(document_number == null ? [] : [["name", "=", document_number] as const])
    ]),
    steps: ({ answered: { confirmed, made }, body, item, settings }) => {
      if (made === undefined) {
        return Write.step("made", ask(settings, kind.model, "create", { vals_list: [vals(body)] }), {
          undo: (answer) => ask(settings, kind.model, "unlink", { ids: [Number(madeId(answer))] }),
          id: madeId
        })
      }
      return item["status"] === "SUBMITTED" && confirmed === undefined
        ? confirm(kind, settings, Number(madeId(made)))
        : Write.acceptedId(madeId(made))
    }
  },
  update: {
    steps: ({ answered: { before, changed, confirmed }, body, id: own, item, settings }) => {
      const id = Number(own)
      if (before === undefined) return Write.ask("before", stateOf(kind, settings, id))
      const row = rowOf(before)
      if (row === null) return unknownRecord
      if (changed === undefined) {
        const lines = Read.arrayAt(row, "order_line").map(String)
        const call = ask(settings, kind.model, "write", { ids: [id], vals: vals(dropping(body, "order_line", lines)) })
        return Write.step("changed", call, { idempotency: Write.natural, id: () => own })
      }
      const isDraft = row["state"] === "draft" || row["state"] === "sent"
      return item["status"] === "SUBMITTED" && isDraft && confirmed === undefined
        ? confirm(kind, settings, id)
        : Write.acceptedId(own)
    }
  },
  void: {
    // Without the context Odoo may answer a sales order's cancelling with a form about an e-mail.
    call: ({ id, settings }) =>
      ask(settings, kind.model, kind.cancel, { ids: [Number(id)], context: { disable_cancel_warning: true } })
  },
  delete: removal(kind.model)
}))

const takes = (due: string, quantity: string) => ({
  contact_id: refTo("partner_id"),
  document_number: "name",
  posted_date: time("date_order"),
  delivery_date: time(due),
  description: {
    orEmpty: (text: string | null, { lookups }: Take.At<unknown, { readonly names: ReturnType<typeof known> }>) => ({
      [lookups.names[0] ?? "note"]: text === null ? null : Own.noteOf(text)
    })
  },
  status: state,
  total_discount: Take.spread,
  line_items: linesTo({ lines: "order_line", quantity, taxes: ({ taxes }) => taxes[0] ?? "tax_ids" })
})
const offers = ["create", "update", "void", "delete"] as const
const requires = { create: ["contact_id", "line_items"] } as const

export const writePurchaseOrders = ordering("PURCHASE_ORDERS", offers, {
  model: "purchase.order",
  confirm: "button_confirm",
  cancel: "button_cancel",
  confirmed: "purchase",
  record: purchaseOrders,
  requires,
  lookups: lookupsOf("purchase.order"),
  takes: { ...takes("date_planned", "product_qty"), currency_id: refTo("currency_id") }
})
/** The currency of a sales order is that of its price list. */
export const writeSalesOrders = ordering("SALES_ORDERS", offers, {
  model: "sale.order",
  confirm: "action_confirm",
  cancel: "action_cancel",
  confirmed: "sale",
  record: salesOrders,
  requires,
  lookups: lookupsOf("sale.order"),
  takes: takes("commitment_date", "product_uom_qty")
})
