/** Orders: made as drafts, confirmed, changed and cancelled. */
import { Call, Read, Write } from "@svc/core"
import { ask } from "./ask.ts"
import { refuseStatus, rowOf, unknownRecord } from "./move-steps.ts"
import { type Context, type Kind, type Lookups, lookupsOf, type Order, orderVals } from "./order-vals.ts"
import { madeId, once, ref } from "./write.ts"

/** How an order is before it is changed, and whether a call whose answer never came was carried out. */
const stateOf = ({ model }: Kind, settings: Context["settings"], id: number) =>
  ask(settings, model, "search_read", { domain: [["id", "=", id]], fields: ["state", "order_line"] })
const inState = (kind: Kind, id: number, state: string) =>
  Write.lookup({
    call: (_: unknown, { settings }) => stateOf(kind, settings, id),
    find: (body) => (Call.at(body, "0.state") === state ? true : undefined)
  })
const confirm = (kind: Kind, settings: Context["settings"], id: number) =>
  Write.step("confirmed", ask(settings, kind.model, kind.confirm, { ids: [id] }), {
    idempotency: inState(kind, id, kind.confirmed)
  })

export const creation = (kind: Kind) => ({
  requires: ["contact_id", "line_items"],
  lookups: lookupsOf(kind),
  refuse: refuseStatus,
  steps: ({ answered: { confirmed, made }, input, lookups, settings }: Context) => {
    if (made === undefined) {
      return Write.step(
        "made",
        ask(settings, kind.model, "create", { vals_list: [orderVals(kind, { input, lookups })] }),
        {
          undo: (answer) => ask(settings, kind.model, "unlink", { ids: [Number(madeId(answer))] }),
          id: madeId
        }
      )
    }
    return input.status === "SUBMITTED" && confirmed === undefined
      ? confirm(kind, settings, Number(madeId(made)))
      : Write.acceptedId(madeId(made))
  },
  idempotency: once(kind.model, ({ contact_id, document_number }: Order) => [
    ["partner_id", "=", ref(contact_id) ?? false],
    ...(document_number == null ? [] : [["name", "=", document_number] as const])
  ])
})
type Changing = Pick<
  Write.StepContext<Order & { readonly platform_id: string }, Lookups>,
  "answered" | "input" | "lookups" | "settings"
>
export const changing = (kind: Kind) => ({
  requires: [],
  lookups: lookupsOf(kind),
  refuse: refuseStatus,
  steps: ({ answered: { before, changed, confirmed }, input, lookups, settings }: Changing) => {
    const id = Number(input.platform_id)
    if (before === undefined) return Write.ask("before", stateOf(kind, settings, id))
    const row = rowOf(before)
    if (row === null) return unknownRecord
    const isDraft = row["state"] === "draft" || row["state"] === "sent"
    if (changed === undefined) {
      const lines = Read.arrayAt(row, "order_line").map(String)
      const members = orderVals(kind, { input, lookups }, lines)
      return Write.step("changed", ask(settings, kind.model, "write", { ids: [id], vals: members }), {
        idempotency: Write.natural,
        id: () => input.platform_id
      })
    }
    return input.status === "SUBMITTED" && isDraft && confirmed === undefined
      ? confirm(kind, settings, id)
      : Write.acceptedId(input.platform_id)
  },
  idempotency: Write.natural
})
/** Without the context Odoo may answer a sales order's cancelling with a form about an e-mail. */
export const cancelling = (kind: Kind) => ({
  call: (
    [order]: ReadonlyArray<{ readonly platform_id: string }>,
    { settings }: Pick<Context, "settings">
  ): Call.Call =>
    ask(settings, kind.model, kind.cancel, {
      ids: [Number(order!.platform_id)],
      context: { disable_cancel_warning: true }
    })
})
