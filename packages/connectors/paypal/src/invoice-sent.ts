/** What an invoice is sent as: its lines, and of one that is there also all that is not changed, since PayPal takes it whole. */
import type { Writes } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Take from "@svc/core/Take"
import { decimal, money } from "./writing.ts"

type Line = NonNullable<Writes.ItemOf<"PAYMENT_INVOICES">["line_items"]>[number]
/** What PayPal has made of an invoice and takes from nobody. */
const made = new Set(
  "id parent_id status metadata due_amount gratuity payments refunds links item_total tax_total item_discount".split(
    " "
  )
)
/** An invoice as it was given: what is in percent goes back without what it came to, and a discount without its minus. */
const given = (value: any, name = ""): any => {
  if (Array.isArray(value)) return value.map((own) => given(own))
  if (typeof value !== "object" || value === null) return value
  const isByTerm = value.term_type !== undefined && value.term_type !== "DUE_ON_DATE_SPECIFIED"
  const members = Object.entries(value).filter(
    ([own]) => !made.has(own) && !(own === "amount" && value.percent !== undefined) && !(own === "due_date" && isByTerm)
  )
  const isDiscount = name === "discount" || name === "invoice_discount"
  return Object.fromEntries(
    members.map(([own, inner]) => {
      if (own === "amount" && isDiscount) return [own, { ...(inner as object), value: absolute(inner) }]
      return [own, given(inner, own)]
    })
  )
}
const absolute = (amount: unknown): string => String(Call.at(amount, "value")).replace("-", "")

/** Shipping and the custom amount are of no line at PayPal, though they are read as lines. */
const isCharge = ({ platform_id: id }: Line): boolean => /:(?:shipping|custom)$/.test(id ?? "")
export const currencyOf = ({ raw, root }: Take.At<unknown>): string | undefined =>
  root["currency_id"] ?? Call.at(raw, "detail.currency_code")
const priced: Take.Make<number, unknown> = (amount, at) => ({ unit_amount: money(amount, currencyOf(at), at.refuse) })
export const line: Take.Table<Line> = {
  platform_id: Take.beside,
  description: (name, { refuse }) => (name.length > 200 ? refuse("is of 200 letters at most") : { name }),
  quantity: { to: "quantity", by: (quantity, { refuse }) => decimal(quantity, 5, refuse) },
  unit_amount: priced,
  // What a tax is called and its rate are its id.
  tax_id: (id, { refuse }) => {
    const [, name, percent] = /^(.+):([\d.]+)$/.exec(id) ?? refuse("is no name and rate of a tax, such as VAT:19")
    return { tax: { name, percent } }
  },
  total_discount: (amount, at) => ({ discount: { amount: money(amount, currencyOf(at), at.refuse) } })
}
export const linesOf = (all: ReadonlyArray<Take.Item>, { raw, refuse }: Take.At, sent: ReadonlyArray<Line>) => ({
  items: all.flatMap((own, at) => {
    const { platform_id: id, unit_amount } = sent[at]!
    if (!isCharge(sent[at]!)) {
      // What PayPal keeps of a line and no member of ours says.
      const old = Read.arrayAt(raw ?? {}, "items").find((one) => Call.at(one, "id") === id)
      const [item_date, unit_of_measure] = [Call.at(old, "item_date"), Call.at(old, "unit_of_measure")]
      return [{ ...Call.present({ item_date, unit_of_measure }), ...own }]
    }
    const charged = Call.at(raw, `amount.breakdown.${id!.split(":")[1]}.amount.value`)
    return Number(charged) === unit_amount ? [] : refuse("is changed at PayPal alone", `[${at}]`)
  })
})

/** All of an invoice: of one that is there, also what is not changed. */
export const whole = (body: Take.Item, raw: unknown = {}): object => {
  const { amount, ...old } = given(raw)
  const { breakdown, ...own } = body
  return {
    ...old,
    ...own,
    detail: { ...old.detail, ...own["detail"] },
    amount: { breakdown: { ...amount?.breakdown, ...breakdown } }
  }
}

type Invoice = Writes.ItemOf<"PAYMENT_INVOICES">
/** What is taken off the invoice besides what is taken off its lines. */
export const discountOf = ({ line_items: lines, total_discount: all }: Invoice, at: Take.At) => {
  const ofLines = lines
    ? Normalize.sum(lines.map(({ total_discount }) => total_discount))
    : Normalize.absolute(Call.at(at.raw, "amount.breakdown.discount.item_discount.value"))
  const rest = Normalize.difference(all ?? 0, ofLines ?? 0) ?? 0
  if (rest < 0) at.refuse("is less than that of the lines", "total_discount")
  return { amount: money(rest, currencyOf(at), at.refuse, "total_discount") }
}
