/** How invoices are written: made as a draft or approved, changed, approved afterwards, deleted. */
import type { Writes } from "@svc/core"
import * as Take from "@svc/core/Take"
import { fields, invoices, statuses } from "./invoices.ts"
import { invoiceFields } from "./sales.ts"
import { decimal, mutate, same, writing } from "./writing.ts"

type Invoice = Writes.ItemOf<"INVOICES">
type Line = NonNullable<Invoice["line_items"]>[number]
interface Raw {
  readonly status?: string
  readonly customer?: { readonly id?: string }
  readonly invoiceNumber?: string
  readonly items?: ReadonlyArray<{ readonly product?: { readonly id?: string }; readonly quantity?: unknown }>
}

const isSameLine = (raw: NonNullable<Raw["items"]>[number] | undefined, line: Line): boolean =>
  raw?.product?.id === line.item_id && Number(raw?.quantity) === (line.quantity ?? 1)
const isSame = (raw: Raw, { contact_id, document_number, line_items }: Invoice): boolean => {
  const lines = line_items ?? []
  return (
    raw.customer?.id === contact_id &&
    (!document_number || same(raw.invoiceNumber, document_number)) &&
    raw.items?.length === lines.length &&
    lines.every((line, index) => isSameLine(raw.items?.[index], line))
  )
}

export const writeInvoices = writing("INVOICES", ["create", "update", "delete"], {
  record: invoices,
  one: "invoice",
  fields: invoiceFields(fields),
  idAs: "invoiceId",
  isSame,
  turn: {
    from: "DRAFT",
    to: "SUBMITTED",
    statusOf: (raw: Raw | null) => statuses(raw?.status),
    call: (invoiceId) => mutate("invoiceApprove", { invoiceId }, `item: invoice { ${invoiceFields(fields)} }`),
    never: "A draft can be approved (SUBMITTED); what else an invoice is comes of its payments and of the day it is due"
  },
  requires: { create: ["contact_id", "line_items", "line_items.item_id"], update: ["line_items.item_id"] },
  takes: {
    contact_id: "customerId",
    document_number: "invoiceNumber",
    posted_date: Take.day("invoiceDate"),
    due_date: Take.day("dueDate"),
    currency_id: "currency",
    currency_rate: decimal("exchangeRate"),
    memo: "memo",
    // One discount is all that an invoice has.
    total_discount: (amount) => ({
      discounts: amount === 0 ? [] : [{ discountType: "FIXED", amount: String(amount) }]
    }),
    line_items: {
      list: "items",
      of: {
        platform_id: Take.beside,
        item_id: "productId",
        description: "description",
        quantity: decimal("quantity"),
        unit_amount: decimal("unitPrice"),
        tax_id: { to: "taxes", by: (salesTaxId) => [{ salesTaxId }] }
      }
    }
  },
  creates: { status: Take.words("status", { DRAFT: "DRAFT", SUBMITTED: "SAVED" }) },
  updates: { status: Take.beside },
  clears: ["memo"],
  makes: ({ status }, { isNew }) => (isNew && !status ? { status: "DRAFT" } : {})
})
