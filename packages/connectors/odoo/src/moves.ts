/** Bills, invoices and credit notes: moves of the ledger, told apart by their type. */
import type { Auth } from "@svc/core"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import type { Domain } from "./ask.ts"
import { itemsOf, type Line, moveLines } from "./lines.ts"
import { dated, type From, type Listing, listing, ofCompany } from "./listing.ts"
import * as Own from "./wire.ts"

const members = {
  id: Own.id,
  ...Wire.all(Own.text, "name", "ref", "state", "payment_state"),
  ...Wire.all(Own.link, "partner_id", "currency_id", "reversed_entry_id"),
  ...Wire.all(Own.number, "invoice_currency_rate", "amount_untaxed", "amount_tax", "amount_total"),
  ...Wire.all(Own.number, "amount_total_signed", "amount_residual"),
  ...Wire.all(Own.moment, "invoice_date", "invoice_date_due", "date", "write_date"),
  narration: Own.html
}
export const Move = Wire.struct(members)
export type Move = (typeof Move)["Type"]

const states = Normalize.word({
  not_paid: "SUBMITTED",
  blocked: "SUBMITTED",
  partial: "PARTIALLY_PAID",
  in_payment: "PAID",
  paid: "PAID",
  reversed: "VOID"
})
const phases = Normalize.word({ draft: "DRAFT", cancel: "VOID", posted: "POSTED" })
type Status = "DRAFT" | ReturnType<typeof states>
const statusOf = ({ payment_state, state }: Move): Status => {
  const phase = phases(state)
  return phase === "POSTED" ? states(payment_state) : (phase ?? "UNKNOWN")
}

/** Units of the company's currency for one of the document's: its own rate, or what its total came to. */
const rateOf = ({ amount_total, amount_total_signed, invoice_currency_rate }: Move) => {
  if (invoice_currency_rate) return Normalize.inverseRate(invoice_currency_rate)
  return amount_total && amount_total_signed != null
    ? Number(Math.abs(amount_total_signed / amount_total).toPrecision(10))
    : null
}

/** Drafts have no number yet, and in some versions a slash. */
export const numberOf = ({ name }: Pick<Move, "name">): string | null => (name == null || name === "/" ? null : name)

/** What bills, invoices and credit notes have in common. Amounts are positive on all of them. */
export const documentOf = (raw: Move, lines: ReadonlyArray<Line>) => ({
  platform_id: raw.id,
  platform_unique_id: numberOf(raw),
  contact_id: raw.partner_id ?? null,
  posted_date: raw.invoice_date ?? raw.date ?? null,
  currency_id: raw.currency_id ?? null,
  currency_rate: rateOf(raw),
  total_amount: raw.amount_total ?? null,
  sub_total: raw.amount_untaxed ?? null,
  tax_amount: raw.amount_tax ?? null,
  memo: raw.narration ?? null,
  status: statusOf(raw),
  ...itemsOf(lines),
  updated_at: raw.write_date ?? null
})

/** The account of the debt, which the line of the payment term is on. */
export const debtOf = (lines: ReadonlyArray<Line>): string | null =>
  lines.find(({ display_type }) => display_type === "payment_term")?.account_id ?? null

interface Moves extends Listing {
  readonly from: From
  readonly companions: { readonly lines: typeof moveLines }
  readonly item: typeof Move
}
/** The read of moves of these types, but for its mapping. */
export const movesOf = (...types: ReadonlyArray<string>): Moves => {
  const domain = (settings: Auth.AuthSettings): Domain => [["move_type", "in", types], ...ofCompany(settings)]
  return {
    ...listing({
      model: "account.move",
      fields: Object.keys(members),
      domain
    }),
    from: dated(domain, "invoice_date"),
    companions: { lines: moveLines },
    item: Move
  }
}
