/** The list of invoices, which payments and attachments are read from as well. */
import * as Call from "@svc/core/Call"
import * as Page from "@svc/core/Page"
import * as Wire from "@svc/core/Wire"
import { changing, type Listing, pages } from "./asking.ts"
import { money, moneyFields } from "./values.ts"

const oldestFirst = "[InvoiceSort!]! = [CREATED_AT_ASC]"
const isSettled = (invoice: unknown): boolean => {
  const due = Wire.decode(Wire.struct({ amountDue: money }), invoice).amountDue
  return typeof due === "number" && due <= 0
}
const changedThenOpen = Page.each(
  [{}, { body: { variables: { modifiedAtAfter: undefined, sort: ["AMOUNT_DUE_DESC"] } } }],
  pages
)
/**
 * Quirk: nothing says whether a payment, or the day that an invoice is due, changes when it was modified. What is open is read
 * with every run, that of which most is due first, down to what is settled.
 */
const changesAndOpen: typeof changedThenOpen = {
  ...changedThenOpen,
  next: (state, answer) => {
    const next = changedThenOpen.next(state, answer)
    return state.list === 1 && answer.items.some(isSettled) ? null : next
  }
}

interface Sales extends ReturnType<typeof changing> {
  readonly sincePage: typeof changedThenOpen
}
export const invoiceFields = (fields: string): string => `id ${fields} amountDue ${moneyFields} createdAt modifiedAt`
/** Invoices with some of their fields. `id`, `amountDue` and when it changed are always among these. */
export const sales = (fields: string, takes: Listing["takes"] = {}): Sales => ({
  ...changing({
    many: "invoices",
    one: "invoice",
    fields: invoiceFields(fields),
    takes: { sort: oldestFirst, ...takes }
  }),
  sincePage: changesAndOpen
})
/** The invoice in an answer that names one of its parts. */
export const around = (body: unknown): unknown => Call.at(body, "data.business.item.invoice")
