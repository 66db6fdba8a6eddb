/**
 * Payments: what of a receipt was put on each document, and what is left of it. Qoyod answers receipts under the names of
 * payments too, with the same ids, so they are read where all of them are.
 */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { contactId, type Party } from "./contacts.ts"
import { dated, listing, missing } from "./listing.ts"
import { contactsOf, currencyOf } from "./references.ts"

const Allocation = Wire.struct({
  id: Wire.id,
  allocatee_type: Wire.required(Wire.text),
  allocatee_id: Wire.id,
  amount: Wire.number
})
const Receipt = Wire.struct({
  id: Wire.required(Wire.id),
  kind: Wire.decisive(Wire.text),
  reference: Wire.text,
  contact_id: Wire.id,
  account_id: Wire.id,
  // What is left of it is a record of its own.
  amount: Wire.decisive(Wire.number),
  date: Wire.day,
  description: Wire.text,
  allocations: Wire.list(Wire.required(Allocation)),
  updated_at: Wire.instant
})
type Receipt = (typeof Receipt)["Type"]
type Currencies = ReadonlyMap<string, string | null | undefined>

const sides: Readonly<Record<string, Party>> = {
  Invoice: "customer",
  CreditNote: "customer",
  Bill: "vendor",
  SimpleBill: "vendor",
  DebitNote: "vendor"
}
/** Whose a receipt is: that of what it was put on, else of who is known by the id, else of who pays or is paid as a rule. */
const partyOf = (raw: Receipt, customers: Currencies, vendors: Currencies): Party => {
  const put = (raw.allocations ?? [])
    .map(({ allocatee_type }) => sides[allocatee_type])
    .find((own) => own !== undefined)
  const id = raw.contact_id ?? ""
  if (put !== undefined) return put
  if (customers.has(id) !== vendors.has(id)) return customers.has(id) ? "customer" : "vendor"
  return raw.kind === "paid" || raw.kind === "1" ? "vendor" : "customer"
}

const companions = { customers: contactsOf("customer"), vendors: contactsOf("vendor") }
const { get: _, ...list } = listing("/receipts", ["receipts"], ["receipt"])

const receipts = {
  ...list,
  companions,
  item: Receipt,
  from: dated("date"),
  deletes: missing("/receipts", "receipts"),
  owner: ({ id }: Receipt) => id,
  // A receipt has several records, which its id begins.
  get: (id: string) => ({ path: `/receipts/${Call.segment(id.split(":")[0]!)}` })
}

interface Context {
  readonly settings: Parameters<typeof currencyOf>[2]
  readonly companions: { readonly customers: Currencies; readonly vendors: Currencies }
}
/** The records of a receipt on one side: `of` is what a document of it and a note are called. */
const paymentsOf = (party: Party, raw: Receipt, { companions: found, settings }: Context) => {
  const { customers, vendors } = found
  const own = partyOf(raw, customers, vendors)
  const all = raw.allocations ?? []
  const left = Normalize.difference(raw.amount, Normalize.sum([0, ...all.map(({ amount }) => amount)]))
  const shared = {
    payment_id: raw.id,
    account_id: raw.account_id,
    contact_id: contactId(own, raw.contact_id),
    currency_id: currencyOf(own === "customer" ? customers : vendors, raw.contact_id, settings),
    document_number: raw.reference,
    memo: raw.description,
    payment_date: raw.date,
    updated_at: raw.updated_at
  }
  const on = all.flatMap(({ allocatee_id, allocatee_type: type, amount, id }) =>
    (sides[type] ?? own) === party
      ? [{ ...shared, platform_id: `${raw.id}:${id ?? `${type}-${allocatee_id}`}`, type, of: allocatee_id, amount }]
      : []
  )
  const isLeft = all.length === 0 || (typeof left === "number" && left > 0)
  return isLeft && own === party
    ? [...on, { ...shared, platform_id: raw.id, type: null, of: null, amount: all.length === 0 ? raw.amount : left }]
    : on
}

export const invoicePayments = Connector.read("INVOICE_PAYMENTS", {
  ...receipts,
  map: (raw, context) =>
    paymentsOf("customer", raw, context).map(({ of, type, ...payment }) => ({
      ...payment,
      invoice_id: type === "Invoice" ? of : null,
      credit_note_id: type === "CreditNote" ? of : null
    }))
})
export const billPayments = Connector.read("BILL_PAYMENTS", {
  ...receipts,
  map: (raw, context) =>
    paymentsOf("vendor", raw, context).map(({ of, type, ...payment }) => ({
      ...payment,
      bill_id: type === "Bill" ? of : null,
      credit_note_id: type === "DebitNote" ? of : null
    }))
})
