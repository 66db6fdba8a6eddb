/** Bills: invoices of the type ACCPAY. */
import { Call, Connector } from "@svc/core"
import { documentFields, documentStatus } from "./document-fields.ts"
import { Invoice } from "./invoices.ts"
import { changed, dated, deleted, pages } from "./wire.ts"

const where = 'Type=="ACCPAY"'

export const bills = Connector.read("BILLS", {
  path: "/Invoices",
  query: { where, order: "InvoiceID ASC", includeArchived: true, unitdp: 4 },
  page: pages,
  since: changed,
  from: dated(where),
  items: "Invoices",
  item: Invoice,
  deletes: deleted,
  get: (id) => ({ path: `/Invoices/${Call.segment(id)}`, query: { unitdp: 4 } }),
  map: (raw) =>
    raw.Type !== "ACCPAY"
      ? null
      : {
          ...documentFields(raw),
          platform_id: raw.InvoiceID,
          document_number: raw.InvoiceNumber,
          due_date: raw.DueDate,
          total_discount: raw.TotalDiscount,
          amount_due: raw.AmountDue,
          tax_inclusive: raw.LineAmountTypes === "Inclusive" || (raw.LineAmountTypes === "Exclusive" ? false : null),
          memo: raw.Reference,
          status: documentStatus(raw, raw.AmountDue)
        }
})
