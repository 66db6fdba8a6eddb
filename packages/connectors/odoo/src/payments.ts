/** Payments: what of one was put on each bill or invoice, and what is left of it. */
import type { Auth } from "@svc/core"
import * as Lookup from "@svc/core/Lookup"
import * as Wire from "@svc/core/Wire"
import type { Domain } from "./ask.ts"
import { journals } from "./bank.ts"
import { dated, type From, type Listing, listing, ofCompany, rowsOf } from "./listing.ts"
import * as Own from "./wire.ts"

const members = {
  id: Own.id,
  ...Wire.all(Own.text, "name", "memo", "ref"),
  date: Own.moment,
  amount: Own.number,
  state: Wire.decisive(Own.text),
  ...Wire.all(Own.link, "currency_id", "partner_id", "journal_id"),
  payment_method_line_id: Own.named,
  reconciled_bill_ids: Own.links,
  reconciled_invoice_ids: Own.links,
  write_date: Own.moment
}
const Payment = Wire.struct(members)
export type Payment = (typeof Payment)["Type"]

/** A payment to a vendor is a debit, one of a customer a credit; the document's line is on the other side. */
export type Side = { readonly partner: "customer" | "supplier"; readonly type: "inbound" | "outbound" }
export const sideOf = ({ partner }: Side) =>
  partner === "supplier" ? ({ own: "debit", other: "credit" } as const) : ({ own: "credit", other: "debit" } as const)

const matched = {
  id: Own.id,
  debit_move_id: Own.link,
  credit_move_id: Own.link,
  debit_amount_currency: Own.number,
  credit_amount_currency: Own.number
}
export const Match = Wire.struct(matched)
export const Line = Wire.struct({ id: Own.id, move_id: Own.link, payment_id: Own.link })
const idsIn = (items: ReadonlyArray<Payment>) => items.map(({ id }) => Number(id))

/** What was matched: a line of the payment with a line of a document, and how much of both. */
const companionsOf = (side: Side) => {
  const { own } = sideOf(side)
  const matches = Lookup.make({
    of: Payment,
    call: ({ items, settings }) =>
      rowsOf(
        settings,
        "account.partial.reconcile",
        [[`${own}_move_id.payment_id`, "in", idsIn(items)]],
        Object.keys(matched)
      ),
    response: Wire.list(Match),
    pick: (rows) => rows,
    absent: []
  })
  const lines = Lookup.make({
    of: Payment,
    call: ({ items, settings }) => {
      const ids = idsIn(items)
      const domain: Domain = [
        "|",
        ["payment_id", "in", ids],
        [`matched_${own}_ids.${own}_move_id.payment_id`, "in", ids]
      ]
      return rowsOf(settings, "account.move.line", domain, ["move_id", "payment_id"])
    },
    response: Wire.list(Line),
    pick: (rows) => new Map(rows.map((row) => [row.id, row])),
    absent: new Map()
  })
  return { lines, matches }
}

interface Payments extends Omit<Listing, "lookups"> {
  readonly lookups: Listing["lookups"] & { readonly journals: typeof journals }
  readonly companions: ReturnType<typeof companionsOf>
  readonly from: From
  readonly item: typeof Payment
  readonly owner: (raw: Payment) => string
}
/** The read of payments of one side, but for the names of its documents. */
export const paymentsOf = (side: Side): Payments => {
  const domain = (settings: Auth.AuthSettings): Domain => [
    ["partner_type", "=", side.partner],
    ["payment_type", "=", side.type],
    ...ofCompany(settings)
  ]
  const own = listing({
    model: "account.payment",
    fields: Object.keys(members),
    domain
  })
  return {
    ...own,
    // A payment has several records, which its id begins.
    get: (id, context) => own.get(id.split(":")[0]!, context),
    lookups: { ...own.lookups, journals },
    companions: companionsOf(side),
    from: dated(domain, "date"),
    item: Payment,
    owner: ({ id }) => id
  }
}
