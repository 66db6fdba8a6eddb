/**
 * Webhooks of Zoho Books, which an organisation sets up itself, as an action of a workflow. Each carries the record that it is about,
 * and is signed where it was given a secret. https://www.zoho.com/books/kb/automation/secure-webhooks.html
 */
import type { Models } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Inbound from "@svc/core/Inbound"
import * as Normalize from "@svc/core/Normalize"

/** What a payload has its record in: the models that are read of it, and the member that names it. */
const kinds: Readonly<Record<string, readonly [id: string, ...models: ReadonlyArray<Models.ModelId>]>> = {
  bill: ["bill_id", "BILLS"],
  contact: ["contact_id", "CONTACTS"],
  creditnote: ["creditnote_id", "INVOICE_CREDIT_NOTES"],
  expense: ["expense_id", "EXPENSES"],
  invoice: ["invoice_id", "INVOICES"],
  item: ["item_id", "ITEMS"],
  journal: ["journal_id", "JOURNAL_ENTRIES"],
  purchaseorder: ["purchaseorder_id", "PURCHASE_ORDERS"],
  salesorder: ["salesorder_id", "SALES_ORDERS"],
  vendor_credit: ["vendor_credit_id", "BILL_CREDIT_NOTES"]
}
/** A payment is several records: which of them there are, only its model's listing says. */
const payments: Readonly<Record<string, Models.ModelId>> = {
  customer_payment: "INVOICE_PAYMENTS",
  payment: "INVOICE_PAYMENTS",
  vendorpayment: "BILL_PAYMENTS"
}
// A payload does not say whose it is: the address that it is sent to does.
const settings = {}

export const inbound = Inbound.make({
  proof: ({ body, headers, url }) => {
    const signature = headers["x-zoho-webhook-signature"]
    const query = [...url.searchParams].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => name + value)
    return signature === undefined
      ? null
      : { algorithm: "SHA-256", encoding: "hex", message: query.join("") + body, signatures: [signature] }
  },
  events: (body) => [
    ...Object.entries(kinds).flatMap(([name, [member, ...models]]) => {
      const platform_id = Normalize.id(Call.at(body, `${name}.${member}`))
      return platform_id === null ? [] : models.map((model) => ({ model, platform_id, settings }))
    }),
    ...Object.entries(payments).flatMap(([name, model]) =>
      Call.at(body, `${name}.payment_id`) === undefined ? [] : [{ model, platform_id: null, settings }]
    )
  ]
})
