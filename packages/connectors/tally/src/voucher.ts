/** The members of vouchers that the mappings look at, and the methods that fetch them. */
import * as Wire from "@svc/core/Wire"
import { date, money, price, quantity, rate, text, yes } from "./wire.ts"

/** What an entry is, its ledger says: the party, a tax, an account of money. */
const ledgerName = Wire.decisive(text)
const Bill = Wire.struct({ NAME: text, BILLTYPE: Wire.decisive(text), AMOUNT: money, BILLCREDITPERIOD: text })
const Bank = Wire.struct({ TRANSACTIONTYPE: text, INSTRUMENTNUMBER: text, BANKERSDATE: date, AMOUNT: money })
const Centres = Wire.list(Wire.struct({ "COSTCENTREALLOCATIONS.LIST": Wire.list(Wire.struct({ NAME: text })) }))
const Item = Wire.struct({
  STOCKITEMNAME: text,
  "BASICUSERDESCRIPTION.LIST": Wire.list(Wire.struct({ BASICUSERDESCRIPTION: Wire.list(text) })),
  RATE: price,
  AMOUNT: money,
  DISCOUNT: rate,
  BILLEDQTY: quantity,
  ACTUALQTY: quantity,
  "BATCHALLOCATIONS.LIST": Wire.list(Wire.struct({ ORDERNO: text, ORDERDUEDATE: date })),
  "ACCOUNTINGALLOCATIONS.LIST": Wire.list(
    Wire.required(Wire.struct({ LEDGERNAME: ledgerName, AMOUNT: money, "CATEGORYALLOCATIONS.LIST": Centres }))
  )
})
const Entry = Wire.struct({
  LEDGERNAME: ledgerName,
  AMOUNT: money,
  ISPARTYLEDGER: yes,
  NARRATION: text,
  "BILLALLOCATIONS.LIST": Wire.list(Wire.required(Bill)),
  "BANKALLOCATIONS.LIST": Wire.list(Wire.required(Bank)),
  "CATEGORYALLOCATIONS.LIST": Centres,
  "INVENTORYALLOCATIONS.LIST": Wire.list(Wire.required(Item))
})
export const Voucher = Wire.struct({
  GUID: Wire.required(Wire.id),
  DATE: date,
  ...Wire.all(text, "VOUCHERTYPENAME", "VOUCHERNUMBER", "REFERENCE", "NARRATION"),
  PARTYLEDGERNAME: Wire.decisive(text),
  ISCANCELLED: yes,
  ISOPTIONAL: yes,
  "ALLLEDGERENTRIES.LIST": Wire.list(Wire.required(Entry)),
  "LEDGERENTRIES.LIST": Wire.list(Wire.required(Entry)),
  "ALLINVENTORYENTRIES.LIST": Wire.list(Wire.required(Item))
})
type VoucherMembers = (typeof Voucher)["Type"]
export interface Voucher extends VoucherMembers {}
type EntryMembers = (typeof Entry)["Type"]
export interface Entry extends EntryMembers {}
type ItemMembers = (typeof Item)["Type"]
export interface Item extends ItemMembers {}

interface Booked {
  readonly LEDGERNAME?: string | null | undefined
  readonly AMOUNT?: { readonly base: number } | null | undefined
  readonly "BILLALLOCATIONS.LIST"?: ReadonlyArray<unknown> | null | undefined
}
const has = (entry: Booked | undefined) => (entry?.["BILLALLOCATIONS.LIST"] ?? []).length > 0
/** The entries of a voucher's ledgers. Quirk: they stand in either of two lists, or in both with the bills in one alone. */
export const entriesOf = <E extends Booked>(raw: {
  readonly "ALLLEDGERENTRIES.LIST"?: ReadonlyArray<E> | null | undefined
  readonly "LEDGERENTRIES.LIST"?: ReadonlyArray<E> | null | undefined
}): ReadonlyArray<E> => {
  const [all, others] = [raw["ALLLEDGERENTRIES.LIST"] ?? [], raw["LEDGERENTRIES.LIST"] ?? []]
  if (all.length === 0 || others.length === 0) return all.length > 0 ? all : others
  return all.map((entry) => {
    const same = others.find((own) => own.LEDGERNAME === entry.LEDGERNAME && own.AMOUNT?.base === entry.AMOUNT?.base)
    return !has(entry) && has(same) ? { ...entry, "BILLALLOCATIONS.LIST": same!["BILLALLOCATIONS.LIST"] } : entry
  })
}

/** Methods of what is below an object, as a collection fetches them. */
export const below = (parent: string, ...members: ReadonlyArray<string>) =>
  members.map((member) => `${parent}.${member}`).join(",")
const centres = ["Category", "CostCentreAllocations.Name", "CostCentreAllocations.Amount"].map(
  (member) => `CategoryAllocations.${member}`
)
const line = ["StockItemName", "BasicUserDescription", "Rate", "Amount", "Discount", "BilledQty", "ActualQty"]
/** The methods of a voucher that the mappings look at. */
export const voucherFetch = [
  "Guid,MasterId,AlterId,Date,EffectiveDate,VoucherTypeName,VoucherNumber,Reference,Narration,PartyLedgerName",
  "IsInvoice,IsCancelled,IsOptional,PersistedView",
  below("AllLedgerEntries", "LedgerName", "Amount", "IsDeemedPositive", "IsPartyLedger", "Narration"),
  below("AllLedgerEntries.BillAllocations", "Name", "BillType", "Amount", "BillCreditPeriod"),
  below("AllLedgerEntries.BankAllocations", "TransactionType", "InstrumentNumber", "BankersDate", "Amount"),
  below("AllLedgerEntries", ...centres),
  below("AllLedgerEntries.InventoryAllocations", ...line),
  below("AllInventoryEntries", ...line),
  below("AllInventoryEntries.BatchAllocations", "GodownName", "OrderNo", "OrderDueDate"),
  below("AllInventoryEntries.AccountingAllocations", "LedgerName", "Amount", ...centres)
].join(",")
