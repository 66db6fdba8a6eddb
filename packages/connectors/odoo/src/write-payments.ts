/** Payments of a bill or an invoice, by the form that Odoo's own users fill in: it makes, posts and matches the payment. */
import { Call, Connector, Read, Write } from "@svc/core"
import { billPayments, invoicePayments } from "./allocations.ts"
import { ask, moment } from "./ask.ts"
import { journals } from "./bank.ts"
import { ref, vals } from "./write.ts"

interface Payment {
  readonly account_id?: string | null | undefined
  readonly amount?: number | null | undefined
  readonly currency_id?: string | null | undefined
  readonly memo?: string | null | undefined
  readonly payment_date?: string | null | undefined
}
type Lookups = { readonly journals: typeof journals }
type Context<I> = Pick<Write.StepContext<I, Lookups>, "answered" | "input" | "lookups" | "settings">
type Found = Context<Payment>["lookups"]["journals"]

/** The journal that books on a ledger account. */
const journalOf = (account: string | null | undefined, found: Found) =>
  [...found].find(([, own]) => own !== null && own === account)?.[0]
const dayOf = (date: string | null | undefined) => date?.slice(0, 10)

/** What a repeat finds: a payment of this amount that was made since and is on the document. */
const once = <I extends Payment>(side: Side, documentOf: (input: I) => string | null | undefined) =>
  Write.lookup({
    call: ({ amount }: I, { settings, since }) =>
      ask(settings, "account.payment", "search_read", {
        domain: [
          ["create_date", ">=", moment(since)],
          ["amount", "=", amount]
        ],
        fields: [side]
      }),
    find: (body, input) => {
      const document = Number(documentOf(input))
      const own = Read.requiredArrayAt(body, "").find((row) => Read.arrayAt(row, side).includes(document))
      return own === undefined ? undefined : { res_id: Call.at(own, "id") }
    }
  })
type Side = "reconciled_bill_ids" | "reconciled_invoice_ids"

const paying = <I extends Payment>(side: Side, documentOf: (input: I) => string | null | undefined) => ({
  lookups: { journals },
  refuse: ({ account_id }: I, { lookups }: Pick<Context<I>, "lookups">) =>
    journalOf(account_id, lookups.journals) === undefined
      ? { field: "account_id", message: "No bank, cash or card journal books on this account." }
      : null,
  steps: ({ answered: { filled, paid, shown }, input, lookups, settings }: Context<I>) => {
    const document = documentOf(input) ?? ""
    const journal = Number(journalOf(input.account_id, lookups.journals))
    const context = { active_model: "account.move", active_ids: [Number(document)] }
    if (filled === undefined) {
      const { amount, currency_id, memo, payment_date } = input
      const form = vals({
        amount,
        journal_id: journal,
        payment_date: dayOf(payment_date),
        currency_id: ref(currency_id),
        communication: memo
      })
      const call = ask(settings, "account.payment.register", "create", { vals_list: [form], context })
      // A form is no record: Odoo forgets it after a while.
      const undo = ({ body }: Write.StepAnswer) =>
        ask(settings, "account.payment.register", "unlink", { ids: [Number(Call.at(body, "0"))] })
      const made = ({ body }: Write.StepAnswer) => String(Call.at(body, "0"))
      return Write.step("filled", call, { undo, id: made, idempotency: Write.natural })
    }
    if (paid === undefined) {
      const ids = [Number(Call.at(filled.body, "0"))]
      const call = ask(settings, "account.payment.register", "action_create_payments", { ids, context })
      return Write.step("paid", call, { idempotency: once(side, documentOf) })
    }
    const id = Call.at(paid.body, "res_id")
    if (typeof id === "number") return Write.acceptedId(`${id}:${document}`)
    // An answer that leads nowhere: the newest payment of this amount on the document is the one.
    if (shown === undefined) {
      const domain = [
        ["amount", "=", input.amount],
        ["journal_id", "=", journal]
      ]
      return Write.ask(
        "shown",
        ask(settings, "account.payment", "search_read", { domain, fields: [side], order: "id desc" })
      )
    }
    const own = Read.requiredArrayAt(shown.body, "").find((row) => Read.arrayAt(row, side).includes(Number(document)))
    return own === undefined
      ? Write.refused({ message: "Odoo does not show the payment." }, shown.body)
      : Write.acceptedId(`${String(Call.at(own, "id"))}:${document}`)
  },
  idempotency: once(side, documentOf)
})

const lacking = ["contact_id", "credit_note_id", "currency_rate", "document_number", "payment_mode"]
interface BillPayment extends Payment {
  readonly bill_id?: string | null | undefined
}
export const createBillPayments = Connector.create("BILL_PAYMENTS", {
  requires: ["account_id", "amount", "bill_id"],
  unsupported: lacking,
  ...paying("reconciled_bill_ids", ({ bill_id }: BillPayment) => bill_id),
  record: billPayments
})
interface InvoicePayment extends Payment {
  readonly invoice_id?: string | null | undefined
}
export const createInvoicePayments = Connector.create("INVOICE_PAYMENTS", {
  requires: ["account_id", "amount", "invoice_id"],
  unsupported: lacking,
  ...paying("reconciled_invoice_ids", ({ invoice_id }: InvoicePayment) => invoice_id),
  record: invoicePayments
})
