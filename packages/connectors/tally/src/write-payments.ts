/** Payments by customers and to vendors: made for one document or on account, deleted where the voucher settles nothing else. */
import * as Take from "@svc/core/Take"
import { books as all, isCreditor, isDebtor, isMoney } from "./books.ts"
import { byId, fixed, nameById, side } from "./entries.ts"
import { isPayment, isPurchase, isReceipt, isSales } from "./families.ts"
import { numbered, takenNumbers, typed } from "./numbers.ts"
import { billPayments, invoicePayments } from "./payments.ts"
import { type At, openOf } from "./posting.ts"
import { madeBy, pending } from "./references.ts"
import { ownCurrency } from "./refusals.ts"
import { writing } from "./writing.ts"

const { company, currencies, groups, ledgers } = all
const books = { company, currencies, groups, ledgers }
const requires = { create: ["account_id", "contact_id", "amount", "payment_date"] } as const
const view = "Accounting Voucher View"

interface Kind {
  /** The side of the party: what is paid to a vendor is debited. */
  readonly isDebit: boolean
  readonly isParty: typeof isDebtor
  readonly party: string
  readonly document: string
}
const byCustomers: Kind = { isDebit: false, isParty: isDebtor, party: "customer", document: "invoice" }
const toVendors: Kind = { isDebit: true, isParty: isCreditor, party: "vendor", document: "bill" }

const takes = ({ isParty, party }: Kind) => ({
  document_number: numbered,
  payment_date: Take.beside,
  amount: (amount: number, { refuse }: At) => (amount > 0 ? {} : refuse("must be above zero")),
  currency_id: ownCurrency,
  account_id: (id: string, { lookups, refuse }: At) =>
    isMoney(lookups, byId(lookups, id)) ? {} : refuse("is no bank or cash ledger"),
  contact_id: (id: string, { lookups, refuse }: At) =>
    isParty(lookups, byId(lookups, id)) ? { PARTYLEDGERNAME: nameById(lookups, id) } : refuse(`is no ${party}`),
  memo: "NARRATION"
})
/** What the payment is for. A second reference would be a second record, so that one document takes all of it, or none. */
const settles =
  (kind: Kind) =>
  (id: string, { item, lookups, refuse }: At) => {
    const open = openOf(id, nameById(lookups, item.contact_id), kind, lookups)
    if (open.length === 0) return refuse(`is no ${kind.document} of this ${kind.party} with an amount left to pay`)
    if (open.length > 1) return refuse("is kept under several references: pay it in Tally")
    return item.amount > open[0]!.left ? refuse("has less left to pay than the amount") : {}
  }
const entries =
  ({ isDebit, ...kind }: Kind) =>
  (item: Take.Item, { lookups }: At) => {
    const { account_id, amount, contact_id, [`${kind.document}_id`]: paid } = item
    const party = nameById(lookups, contact_id)
    const [open] = paid ? openOf(paid, party, { isDebit }, lookups) : []
    const reference = open === undefined ? { BILLTYPE: "On Account" } : { NAME: open.name, BILLTYPE: "Agst Ref" }
    return {
      "ALLLEDGERENTRIES.LIST": [
        {
          LEDGERNAME: party,
          ISPARTYLEDGER: "Yes",
          ...side(amount, isDebit),
          "BILLALLOCATIONS.LIST": { ...reference, AMOUNT: fixed(isDebit ? -amount : amount) }
        },
        { LEDGERNAME: nameById(lookups, account_id), ...side(amount, !isDebit) }
      ]
    }
  }

const [receipt, payment] = [typed("receipt_type", "Receipt"), typed("payment_type", "Payment")]
export const writeInvoicePayments = writing("INVOICE_PAYMENTS", ["create", "delete"], {
  where: isReceipt,
  typeOf: receipt,
  view,
  isParty: isDebtor,
  record: invoicePayments,
  requires,
  lookups: { ...books, pending, made: madeBy(isSales), numbers: takenNumbers(receipt) },
  takes: { ...takes(byCustomers), invoice_id: settles(byCustomers) },
  makes: entries(byCustomers)
})
export const writeBillPayments = writing("BILL_PAYMENTS", ["create", "delete"], {
  where: isPayment,
  typeOf: payment,
  view,
  isParty: isCreditor,
  record: billPayments,
  requires,
  lookups: { ...books, pending, made: madeBy(isPurchase), numbers: takenNumbers(payment) },
  takes: { ...takes(toVendors), bill_id: settles(toVendors) },
  makes: entries(toVendors)
})
