/** Payments of a bill or an invoice, by the form that Odoo's own users fill in: it makes, posts and matches the payment. */
import * as Call from "@svc/core/Call"
import * as Read from "@svc/core/Read"
import * as Take from "@svc/core/Take"
import * as Write from "@svc/core/Write"
import * as Writer from "@svc/core/Writer"
import { billPayments, invoicePayments } from "./allocations.ts"
import { ask, moment } from "./ask.ts"
import { journals } from "./bank.ts"
import { refTo, vals } from "./writing.ts"

interface Own {
  readonly side: "reconciled_bill_ids" | "reconciled_invoice_ids"
  readonly member: "bill_id" | "invoice_id"
}
const form = "account.payment.register"

const paying = Writer.make(({ member, side }: Own) => {
  const ownOf = (body: unknown, document: unknown) =>
    Read.requiredArrayAt(body, "").find((row) => Read.arrayAt(row, side).includes(Number(document)))
  /** What a repeat finds: a payment of this amount that was made since and is on the document. */
  const idempotency = Write.lookup<Take.Item>({
    call: ({ amount }, { settings, since }) =>
      ask(settings, "account.payment", "search_read", {
        domain: [
          ["create_date", ">=", moment(since)],
          ["amount", "=", amount]
        ],
        fields: [side]
      }),
    find: (body, item) => {
      const own = ownOf(body, item[member])
      return own === undefined ? undefined : { res_id: Call.at(own, "id") }
    }
  })
  const steps: Writer.Steps = ({ answered: { filled, paid, shown }, body, item, settings }) => {
    const document: string = item[member] ?? ""
    const context = { active_model: "account.move", active_ids: [Number(document)] }
    if (filled === undefined) {
      const call = ask(settings, form, "create", { vals_list: [vals(body)], context })
      // A form is no record: Odoo forgets it after a while.
      const undo = (answer: Write.StepAnswer) =>
        ask(settings, form, "unlink", { ids: [Number(Call.at(answer.body, "0"))] })
      const id = (answer: Write.StepAnswer) => String(Call.at(answer.body, "0"))
      return Write.step("filled", call, { undo, id, idempotency: Write.natural })
    }
    if (paid === undefined) {
      const ids = [Number(Call.at(filled.body, "0"))]
      return Write.step("paid", ask(settings, form, "action_create_payments", { ids, context }), { idempotency })
    }
    const id = Call.at(paid.body, "res_id")
    if (typeof id === "number") return Write.acceptedId(`${id}:${document}`)
    // An answer that leads nowhere: the newest payment of this amount on the document is the one.
    if (shown === undefined) {
      const domain = [
        ["amount", "=", item["amount"]],
        ["journal_id", "=", body["journal_id"]]
      ]
      return Write.ask(
        "shown",
        ask(settings, "account.payment", "search_read", { domain, fields: [side], order: "id desc" })
      )
    }
    const own = ownOf(shown.body, document)
    return own === undefined
      ? Write.refused({ message: "Odoo does not show the payment." }, shown.body)
      : Write.acceptedId(`${String(Call.at(own, "id"))}:${document}`)
  }
  return {
    create: { idempotency, steps },
    // The payment is cancelled with all that it was put on, and has no records any more.
    void: {
      idempotency: Write.natural,
      call: ({ id, settings }) => ask(settings, "account.payment", "action_cancel", { ids: [Number(id.split(":")[0])] })
    }
  }
})

const lookups = { journals }
const takes = {
  amount: "amount",
  // The journal that books on a ledger account.
  account_id: (account: string, { lookups: found, refuse }: Take.At<unknown, typeof lookups>) => {
    const [journal] = [...found.journals].find(([, own]) => own === account) ?? []
    return { journal_id: Number(journal ?? refuse("is that of no bank, cash or card journal")) }
  },
  payment_date: Take.day("payment_date"),
  currency_id: refTo("currency_id"),
  memo: "communication"
}
export const writeBillPayments = paying("BILL_PAYMENTS", ["create", "void"], {
  side: "reconciled_bill_ids",
  member: "bill_id",
  record: billPayments,
  requires: ["account_id", "amount", "bill_id"],
  lookups,
  takes: { ...takes, bill_id: Take.beside }
})
export const writeInvoicePayments = paying("INVOICE_PAYMENTS", ["create", "void"], {
  side: "reconciled_invoice_ids",
  member: "invoice_id",
  record: invoicePayments,
  requires: ["account_id", "amount", "invoice_id"],
  lookups,
  takes: { ...takes, invoice_id: Take.beside }
})
