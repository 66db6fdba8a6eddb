/** Creating credit notes of vendors, and applying them to bills. */
import { Call, Connector, Lookup, Normalize, Wire } from "@svc/core"
import { billCreditNotes } from "./bill-credit-notes.ts"
import { askAll, minorversion } from "./query.ts"
import { Ref } from "./wire.ts"
import {
  answer,
  byIds,
  day,
  idempotency,
  itemAccounts,
  line,
  partyId,
  ref,
  refuseLines,
  taxCalculation
} from "./writing.ts"

type Wanted = Lookup.LookupContext<{ readonly bill_ids?: ReadonlyArray<string> | null | undefined }>

/** What is left to pay on each of the bills that the notes are to be applied to, and to whom. */
const due = Lookup.make({
  call: ({ items }: Wanted) =>
    byIds(
      "Bill",
      items.flatMap(({ bill_ids }) => bill_ids ?? [])
    ),
  response: Wire.struct({
    QueryResponse: Wire.required(
      Wire.struct({
        Bill: Wire.list(Wire.struct({ Id: Wire.required(Wire.id), Balance: Wire.number, VendorRef: Ref }))
      })
    )
  }),
  pick: ({ QueryResponse }) =>
    new Map(
      (QueryResponse.Bill ?? []).map(
        ({ Balance, Id, VendorRef }) => [Id, { left: Balance ?? 0, vendor: VendorRef?.value }] as const
      )
    ),
  absent: new Map()
})
/** Quirk: the payment that applies a note to bills must name a bank account, though it moves nothing. */
const bank = Lookup.make({
  call: ({ items }: Wanted) =>
    items.some(({ bill_ids }) => (bill_ids ?? []).length > 0) ? askAll("Account", "AccountType = 'Bank'") : null,
  response: Wire.struct({
    QueryResponse: Wire.required(
      Wire.struct({ Account: Wire.list(Wire.struct({ Id: Wire.required(Wire.id), CurrencyRef: Ref })) })
    )
  }),
  pick: ({ QueryResponse }) => QueryResponse.Account ?? [],
  absent: []
})

const Accepted = Wire.struct({
  Id: Wire.required(Wire.id),
  TxnDate: Wire.text,
  TotalAmt: Wire.number,
  Balance: Wire.number,
  CurrencyRef: Ref
})

export const createBillCreditNotes = Connector.create("BILL_CREDIT_NOTES", {
  requires: ["contact_id", "line_items", "line_items.unit_amount"],
  unsupported: [
    "currency_rate",
    "status",
    "total_discount",
    "line_items.tracking_category_ids",
    "line_items.project_id"
  ],
  lookups: { accounts: itemAccounts("ExpenseAccountRef"), due, bank },
  refuse: (item, { lookups }) => {
    const vendor = partyId("vendor", item.contact_id!)
    if (vendor === null) return { field: "contact_id", message: "is no vendor" }
    for (const [index, id] of (item.bill_ids ?? []).entries()) {
      const bill = lookups.due.get(id)
      if (bill?.vendor !== vendor || bill.left <= 0) {
        return { field: `bill_ids[${index}]`, message: "is no bill of the vendor with an amount left to pay" }
      }
      if (lookups.bank.length === 0)
        return { field: "bill_ids", message: "cannot be applied to without a bank account" }
    }
    return refuseLines(item.line_items, lookups.accounts)
  },
  call: ([item]) => ({
    method: "POST",
    path: "/vendorcredit",
    query: { minorversion },
    body: Call.present({
      VendorRef: ref(partyId("vendor", item!.contact_id!)),
      DocNumber: item!.document_number,
      TxnDate: day(item!.posted_date),
      PrivateNote: item!.memo,
      CurrencyRef: ref(item!.currency_id),
      GlobalTaxCalculation: taxCalculation(item!.line_items),
      Line: item!.line_items?.map(line)
    })
  }),
  answers: answer("VendorCredit"),
  follow: (raw, item, { lookups }) => {
    const note = Wire.decode(Accepted, raw)
    let left = note.Balance ?? note.TotalAmt ?? 0
    const bills = [...new Set(item.bill_ids)].flatMap((TxnId) => {
      const Amount = Math.min(left, lookups.due.get(TxnId)?.left ?? 0)
      left = Normalize.difference(left, Amount) ?? 0
      return Amount > 0 ? [{ Amount, LinkedTxn: [{ TxnId, TxnType: "Bill" }] }] : []
    })
    if (bills.length === 0) return []
    const account =
      lookups.bank.find(({ CurrencyRef }) => CurrencyRef?.value === note.CurrencyRef?.value) ?? lookups.bank[0]
    const Amount = Normalize.sum(bills.map((bill) => bill.Amount))
    const body = Call.present({
      VendorRef: ref(partyId("vendor", item.contact_id!)),
      TotalAmt: 0,
      PayType: "Check",
      CheckPayment: { BankAccountRef: ref(account?.Id) },
      TxnDate: day(note.TxnDate),
      CurrencyRef: ref(note.CurrencyRef?.value),
      Line: [...bills, { Amount, LinkedTxn: [{ TxnId: note.Id, TxnType: "VendorCredit" }] }]
    })
    return [{ method: "POST", path: "/billpayment", query: { minorversion }, body }]
  },
  record: billCreditNotes,
  idempotency
})
