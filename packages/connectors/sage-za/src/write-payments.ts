/** Payments of customers and to suppliers: made, put on the document that they pay, and deleted. */
import type { Writer } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Lookup from "@svc/core/Lookup"
import * as Read from "@svc/core/Read"
import * as Take from "@svc/core/Take"
import * as Wire from "@svc/core/Wire"
import * as Write from "@svc/core/Write"
import { bankPrefix } from "./accounts.ts"
import { allocatedBy, type Allocation } from "./allocations.ts"
import type { Party } from "./contacts.ts"
import { billPayments, invoicePayments } from "./payments.ts"
import { paying } from "./allocating.ts"
import { isMadeOf, madeSince } from "./found-again.ts"
import { modeTo, numberOf, ref } from "./references.ts"
import { writing } from "./writing.ts"

interface Side {
  readonly party: Party
  /** The services of the payments and of what they pay, our member that names it, and theirs that names the party. */
  readonly service: "CustomerReceipt" | "SupplierPayment"
  readonly documents: "SupplierInvoice" | "TaxInvoice"
  readonly member: "bill_id" | "invoice_id"
  readonly to: "CustomerId" | "SupplierId"
}
const alike = ({ to }: Side) => ({
  contact_id: to,
  account_id: "BankAccountId",
  payment_date: "Date",
  amount: "Total",
  document_number: "Reference",
  memo: "Comments"
})
/** Quirk: a payment is deleted as a whole: one that is on several documents is not, by the record of one of them. */
const removing =
  (service: string) =>
  ({ id, lookups, refuse }: Writer.Sent): Call.Call => {
    const [payment = "", part] = id.split("/")
    const own: ReadonlyArray<Allocation> = lookups["allocatedBy"].get(payment) ?? []
    const documents = new Set(own.map(({ AllocatedToDocumentId }) => AllocatedToDocumentId))
    return documents.size > 1 || (documents.size === 1 && part === "rest")
      ? refuse("is a part of a payment that is on several documents", "platform_id")
      : { method: "DELETE", path: `/${service}/Delete/${Call.segment(payment)}` }
  }

const sideOf = (side: Side) => {
  const { documents, member, party, service, to } = side
  /** Whose the document is that is paid. */
  const whose = Lookup.make({
    call: ({ items: [item] }: Lookup.LookupContext<Take.Item>) =>
      item?.[member] ? { path: `/${documents}/Get/${Call.segment(String(item[member]))}` } : null,
    response: Wire.struct({ [to]: Wire.id }),
    pick: (own): string | null => own[to] ?? null,
    absent: null as string | null,
    emptyStatuses: [404]
  })
  return {
    service,
    alike: alike(side),
    lookups: { whose },
    requires: ["account_id", "amount", "payment_date"] as const,
    takes: {
      account_id: ref("BankAccountId", bankPrefix),
      amount: "Total" as const,
      payment_date: Take.day("Date"),
      payment_mode: modeTo,
      // Quirk: a payment has a number of Sage's own, and the reference is the caller's.
      document_number: "Reference" as const,
      memo: "Comments" as const,
      contact_id: Take.beside,
      [member]: Take.beside
    },
    makes: (item: Take.Item, { lookups, refuse }: Take.At<any, { readonly whose: typeof whose }>) => {
      const given: string | undefined = item["contact_id"] ?? undefined
      if (item[member] !== null && item[member] !== undefined) {
        numberOf(String(item[member]), Take.within(refuse, member))
        if (lookups.whose === null) refuse("is not known to Sage", member)
      }
      const own = given === undefined ? null : numberOf(given, Take.within(refuse, "contact_id"), party)
      if (own !== null && lookups.whose !== null && String(own) !== lookups.whose) {
        refuse("is not whose document is paid", "contact_id")
      }
      return { [to]: own ?? (lookups.whose === null ? refuse("is required", "contact_id") : Number(lookups.whose)) }
    },
    departs: ({ delete: remove, ...usual }: Writer.Way): Writer.Way => ({
      ...usual,
      create: {
        steps: paying(service, member),
        idempotency: Write.lookup({
          call: (_, { since }) => madeSince(service, since),
          find: (found, item: Take.Item) => Read.requiredArrayAt(found, "Results").find(isMadeOf(alike(side), item))
        })
      },
      delete: { ...remove, lookups: { allocatedBy }, call: removing(service) }
    })
  }
}

const customers = sideOf({
  party: "customer",
  service: "CustomerReceipt",
  documents: "TaxInvoice",
  member: "invoice_id",
  to: "CustomerId"
})
const suppliers = sideOf({
  party: "supplier",
  service: "SupplierPayment",
  documents: "SupplierInvoice",
  member: "bill_id",
  to: "SupplierId"
})
export const writeInvoicePayments = writing("INVOICE_PAYMENTS", ["create", "delete"], {
  ...customers,
  record: invoicePayments
})
export const writeBillPayments = writing("BILL_PAYMENTS", ["create", "delete"], { ...suppliers, record: billPayments })
