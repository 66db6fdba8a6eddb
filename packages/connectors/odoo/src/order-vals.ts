/** What an order is made of, and what differs between purchases and sales. */
import type { Write } from "@svc/core"
import { moment } from "./ask.ts"
import { known } from "./listing.ts"
import * as Own from "./wire.ts"
import { ref, vals } from "./write.ts"
import { commandsOf, type LineInput, lineVals } from "./write-lines.ts"

export interface Order {
  readonly contact_id?: string | null | undefined
  readonly currency_id?: string | null | undefined
  readonly delivery_date?: string | null | undefined
  readonly description?: string | null | undefined
  readonly document_number?: string | null | undefined
  readonly posted_date?: string | null | undefined
  readonly status?: string | null | undefined
  readonly line_items?: ReadonlyArray<LineInput> | null | undefined
}
/** What differs between the two. */
export const kinds = {
  purchase: {
    model: "purchase.order",
    due: "date_planned",
    quantity: "product_qty",
    confirm: "button_confirm",
    cancel: "button_cancel",
    confirmed: "purchase"
  },
  sale: {
    model: "sale.order",
    due: "commitment_date",
    quantity: "product_uom_qty",
    confirm: "action_confirm",
    cancel: "action_cancel",
    confirmed: "sale"
  }
} as const
export type Kind = (typeof kinds)[keyof typeof kinds]
export const lookupsOf = ({ model }: Kind) => ({
  names: known(model, ["note", "notes"]),
  taxes: known(`${model}.line`, ["tax_ids", "taxes_id", "tax_id"])
})
export type Lookups = ReturnType<typeof lookupsOf>
export type Context = Pick<Write.StepContext<Order, Lookups>, "answered" | "input" | "lookups" | "settings">

const timeOf = (date: string | null | undefined) =>
  date == null ? date : moment(date.length === 10 ? `${date}T00:00:00` : date)
export const orderVals = (
  kind: Kind,
  { input, lookups }: Pick<Context, "input" | "lookups">,
  before?: ReadonlyArray<string | null>
) =>
  vals({
    partner_id: ref(input.contact_id),
    currency_id: ref(input.currency_id),
    name: input.document_number,
    date_order: timeOf(input.posted_date),
    [kind.due]: timeOf(input.delivery_date),
    [lookups.names[0] ?? "note"]: input.description == null ? input.description : Own.noteOf(input.description),
    order_line: commandsOf(
      input.line_items,
      (line) => lineVals(line, kind.quantity, lookups.taxes[0] ?? "tax_ids"),
      before
    )
  })
