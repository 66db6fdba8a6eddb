/** A voucher as it was read, with what an update changes: its head, its party, its term, or all its lines. */
import type { Writes, Xml } from "@svc/core"
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import type { Settings } from "./settings.ts"
import { dayOf, key } from "./wire.ts"
import { day, fixed, itemMembers, nameById, type Names, side, taxesOf } from "./entries.ts"

type Input = Writes.ItemOf<"INVOICES">
type Members = Xml.Members

const listOf = (raw: Members, name: string): ReadonlyArray<Members> => {
  const found = raw[name]
  return (Array.isArray(found) ? found : []).filter((one): one is Members => typeof one === "object")
}
const text = (raw: Members, name: string) => {
  const found = raw[name]
  return typeof found === "object" && found !== null && !Array.isArray(found)
    ? Normalize.text((found as Members)["#text"])
    : Normalize.text(found)
}
const own = new Set([
  "GUID",
  "MASTERID",
  "ALTERID",
  "ALLLEDGERENTRIES.LIST",
  "LEDGERENTRIES.LIST",
  "ALLINVENTORYENTRIES.LIST"
])

/** Days between two days, as a term of credit. */
export const term = (from: string | null, to: string | null) =>
  from === null || to === null ? undefined : `${Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)} Days`

const isParty = (entry: Members, party: string) =>
  text(entry, "ISPARTYLEDGER") === "Yes" || key(text(entry, "LEDGERNAME") ?? "") === key(party)

export const changed = (
  raw: Members,
  item: Input,
  names: Names,
  settings: Settings
): Record<string, Xml.Writable | ReadonlyArray<Xml.Writable>> => {
  const party = text(raw, "PARTYLEDGERNAME") ?? ""
  const newParty = item.contact_id ? nameById(names, item.contact_id) : party
  const isInvoiceView = listOf(raw, "LEDGERENTRIES.LIST").length > 0
  const list = isInvoiceView ? "LEDGERENTRIES.LIST" : "ALLLEDGERENTRIES.LIST"
  const entries = listOf(raw, list)
  const posted = item.posted_date ? day(item.posted_date) : undefined
  const from = Normalize.day(item.posted_date ?? dayOf(text(raw, "DATE")))
  const due = item.due_date ? term(from, Normalize.day(item.due_date)) : undefined
  const lines = item.line_items
  const taxes = taxesOf(lines ?? [], names)
  const total = lines
    ? [...lines.map(Take.amountOf), ...taxes.map(({ amount }) => amount)].reduce((sum, one) => sum + one, 0)
    : null

  const partyEntry = (entry: Members): Members => {
    const bills = listOf(entry, "BILLALLOCATIONS.LIST").map((bill, index, all) => ({
      ...bill,
      // The bill is kept under the invoice's number.
      ...(due !== undefined && text(bill, "BILLTYPE") === "New Ref" ? { BILLCREDITPERIOD: due } : {}),
      ...(total !== null && index === 0 && all.length === 1 ? { AMOUNT: fixed(-total) } : {})
    }))
    return {
      ...entry,
      LEDGERNAME: newParty,
      ...(total === null ? {} : side(total, true)),
      ...(bills.length === 0 ? {} : { "BILLALLOCATIONS.LIST": bills })
    }
  }
  const ledgerOf = (id: string | null | undefined) => nameById(names, id, settings.sales_ledger)
  const batch = { GODOWNNAME: settings.godown ?? "Main Location" }
  const stock = (lines ?? []).filter(({ item_id }) => item_id)
  const parties = entries.filter((entry) => isParty(entry, party)).map(partyEntry)
  const ledgers = !lines
    ? entries.map((entry) => (isParty(entry, party) ? partyEntry(entry) : entry))
    : [
        ...parties,
        ...(isInvoiceView ? lines.filter(({ item_id }) => !item_id) : lines).map((line) => ({
          LEDGERNAME: ledgerOf(line.account_id),
          NARRATION: line.item_id ? undefined : line.description,
          ...side(Take.amountOf(line), false),
          "INVENTORYALLOCATIONS.LIST":
            line.item_id && !isInvoiceView ? itemMembers(line, names, false, batch) : undefined
        })),
        ...taxes.map(({ amount, name }) => ({ LEDGERNAME: name, ...side(amount, false) }))
      ]
  const inventory = !lines
    ? listOf(raw, "ALLINVENTORYENTRIES.LIST")
    : stock.map((line) => ({
        ...itemMembers(line, names, false, batch),
        "ACCOUNTINGALLOCATIONS.LIST": { LEDGERNAME: ledgerOf(line.account_id), ...side(Take.amountOf(line), false) }
      }))
  return {
    "@OBJVIEW": text(raw, "PERSISTEDVIEW"),
    ...Object.fromEntries(Object.entries(raw).filter(([name]) => !name.startsWith("@") && !own.has(name))),
    ...(posted === undefined ? {} : { DATE: posted, EFFECTIVEDATE: posted }),
    ...(item.document_number ? { VOUCHERNUMBER: item.document_number, REFERENCE: item.document_number } : {}),
    ...(typeof item.memo === "string" ? { NARRATION: item.memo } : {}),
    ...(item.contact_id ? { PARTYNAME: newParty, PARTYLEDGERNAME: newParty, BASICBASEPARTYNAME: newParty } : {}),
    ...(item.status === "DRAFT" || item.status === "SUBMITTED"
      ? { ISOPTIONAL: item.status === "DRAFT" ? "Yes" : "No" }
      : {}),
    [list]: ledgers,
    "ALLINVENTORYENTRIES.LIST": isInvoiceView ? inventory : []
  }
}
