/** The members of vouchers that the mappings look at, and the methods that fetch them. */
import { Wire } from "@svc/core"
import { date, money, quantity, rate, text, yes } from "./wire.ts"

const Bill = Wire.struct({ NAME: text, BILLTYPE: text, AMOUNT: money, BILLCREDITPERIOD: text })
const Bank = Wire.struct({ TRANSACTIONTYPE: text, INSTRUMENTNUMBER: text, BANKERSDATE: date, AMOUNT: money })
const Centres = Wire.list(Wire.struct({ "COSTCENTREALLOCATIONS.LIST": Wire.list(Wire.struct({ NAME: text })) }))
const Item = Wire.struct({
  STOCKITEMNAME: text,
  "BASICUSERDESCRIPTION.LIST": Wire.list(Wire.struct({ BASICUSERDESCRIPTION: Wire.list(text) })),
  RATE: money,
  AMOUNT: money,
  DISCOUNT: rate,
  BILLEDQTY: quantity,
  ACTUALQTY: quantity,
  "BATCHALLOCATIONS.LIST": Wire.list(Wire.struct({ ORDERNO: text, ORDERDUEDATE: date })),
  "ACCOUNTINGALLOCATIONS.LIST": Wire.list(
    Wire.struct({ LEDGERNAME: text, AMOUNT: money, "CATEGORYALLOCATIONS.LIST": Centres })
  )
})
const Entry = Wire.struct({
  LEDGERNAME: text,
  AMOUNT: money,
  ISPARTYLEDGER: yes,
  NARRATION: text,
  "BILLALLOCATIONS.LIST": Wire.list(Bill),
  "BANKALLOCATIONS.LIST": Wire.list(Bank),
  "CATEGORYALLOCATIONS.LIST": Centres,
  "INVENTORYALLOCATIONS.LIST": Wire.list(Item)
})
export const Voucher = Wire.struct({
  GUID: Wire.required(Wire.id),
  DATE: date,
  VOUCHERTYPENAME: text,
  VOUCHERNUMBER: text,
  REFERENCE: text,
  NARRATION: text,
  PARTYLEDGERNAME: text,
  ISCANCELLED: yes,
  ISOPTIONAL: yes,
  "ALLLEDGERENTRIES.LIST": Wire.list(Entry),
  "LEDGERENTRIES.LIST": Wire.list(Entry),
  "ALLINVENTORYENTRIES.LIST": Wire.list(Item)
})
type VoucherMembers = (typeof Voucher)["Type"]
export interface Voucher extends VoucherMembers {}
type EntryMembers = (typeof Entry)["Type"]
export interface Entry extends EntryMembers {}
type ItemMembers = (typeof Item)["Type"]
export interface Item extends ItemMembers {}

const below = (parent: string, ...members: ReadonlyArray<string>) => members.map((member) => `${parent}.${member}`)
const centres = below("CategoryAllocations", "Category", ...below("CostCentreAllocations", "Name", "Amount"))
const line = ["StockItemName", "BasicUserDescription", "Rate", "Amount", "Discount", "BilledQty", "ActualQty"]
/** The methods of a voucher that the mappings look at. */
export const voucherFetch: ReadonlyArray<string> = [
  "Guid",
  "MasterId",
  "AlterId",
  "Date",
  "EffectiveDate",
  "VoucherTypeName",
  "VoucherNumber",
  "Reference",
  "Narration",
  "PartyLedgerName",
  "IsInvoice",
  "IsCancelled",
  "IsOptional",
  "PersistedView",
  ...below("AllLedgerEntries", "LedgerName", "Amount", "IsDeemedPositive", "IsPartyLedger", "Narration"),
  ...below("AllLedgerEntries.BillAllocations", "Name", "BillType", "Amount", "BillCreditPeriod"),
  ...below("AllLedgerEntries.BankAllocations", "TransactionType", "InstrumentNumber", "BankersDate", "Amount"),
  ...below("AllLedgerEntries", ...centres),
  ...below("AllLedgerEntries.InventoryAllocations", ...line),
  ...below("AllInventoryEntries", ...line),
  ...below("AllInventoryEntries.BatchAllocations", "GodownName", "OrderNo", "OrderDueDate"),
  ...below("AllInventoryEntries.AccountingAllocations", "LedgerName", "Amount", ...centres)
]
