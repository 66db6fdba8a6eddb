/**
 * Invoices updated. Quirk: what is sent takes the place of the whole voucher, lists that are left out are lost; so it is
 * read with all its lists and sent back with what changes.
 */
import { Call, Connector, Lookup, Normalize, Wire, Write, type Xml } from "@svc/core"
import { books } from "./books.ts"
import { isTaxLine, linesOf, partyOf } from "./documents.ts"
import { taken } from "./failure.ts"
import { invoices } from "./invoices.ts"
import { objects } from "./objects.ts"
import { first } from "./reads.ts"
import { refuseChange, refuseLines, refuseParty } from "./refusals.ts"
import { ask, quoted } from "./request.ts"
import type { Settings } from "./settings.ts"
import { changed } from "./voucher-changes.ts"
import { Voucher } from "./voucher.ts"
import { names } from "./writing.ts"

/** The voucher as it is, with every list that an invoice may have. */
const whole = [
  "MasterId,Guid,Date,EffectiveDate,VoucherTypeName,VoucherNumber,Reference,ReferenceDate,Narration,PartyName,PartyLedgerName",
  "BasicBasePartyName,PartyMailingName,PlaceOfSupply,StateName,CountryOfResidence,PartyGSTIN,ConsigneeGSTIN,GSTRegistrationType",
  "BasicBuyerName,BasicBuyerAddress,Address,BasicOrderTerms,BasicDueDateOfPymt,BasicOrderRef,BasicShipVesselNo,BasicFinalDestination",
  "IsInvoice,IsCancelled,IsOptional,PersistedView,CostCentreName,InvoiceDelNotes.*,InvoiceOrderList.*,EWayBillDetails.*",
  "LedgerEntries.*,AllLedgerEntries.*,AllInventoryEntries.*"
].flatMap((list) => list.split(","))

const current = Lookup.make({
  call: ({ items: [item] }: Lookup.LookupContext<{ readonly platform_id?: string | null | undefined }>) =>
    /^[0-9A-Za-z-]{1,80}$/.test(item?.platform_id ?? "")
      ? ask({
          collection: "Voucher",
          fetch: whole,
          where: "$$IsSales:$VoucherTypeName",
          only: `$Guid = ${quoted(item!.platform_id!)}`,
          start: first,
          end: "2099-12-31"
        })
      : null,
  response: Wire.read((body) => objects("Voucher")(body)[0] ?? null),
  pick: (raw): Xml.Members | null => raw as Xml.Members | null,
  absent: null
})

export const updateInvoices = Connector.update("INVOICES", {
  requires: [],
  // Quirk: a discount is a percentage of a line; rates stand in the amounts; orders are named by the lines of stock.
  unsupported: [
    "total_discount",
    "currency_rate",
    "sales_order_ids",
    "line_items.project_id",
    "line_items.tracking_category_ids"
  ],
  lookups: { ...books, ...names, current },
  refuse: (item, { lookups, settings }) => {
    const { current: raw } = lookups
    if (raw === null) return { field: "platform_id", message: "is no invoice of this company" }
    const voucher = Wire.decode(Voucher, raw)
    const hasTaxes = linesOf(voucher, partyOf(voucher, lookups)).some((line) => isTaxLine(lookups, line))
    return (
      refuseChange(item, hasTaxes) ??
      (item.contact_id || item.currency_id
        ? refuseParty(lookups, item.contact_id ?? contactOf(voucher, lookups), item.currency_id)
        : null) ??
      refuseLines(item.line_items, lookups, (settings as Settings).sales_ledger)
    )
  },
  call: ([item], { lookups, settings }) => {
    const raw = lookups.current ?? {}
    const tag = {
      "@DATE": String(raw["DATE"] ?? ""),
      "@TAGNAME": "MASTER ID",
      "@TAGVALUE": Normalize.text(raw["MASTERID"]) ?? "",
      "@VCHTYPE": Normalize.text(raw["VOUCHERTYPENAME"]) ?? ""
    }
    return ask({
      import: "Vouchers",
      message: {
        VOUCHER:
          item!.status === "VOID"
            ? { ...tag, "@ACTION": "Cancel", ...Call.present({ NARRATION: item!.memo }) }
            : { ...tag, "@ACTION": "Alter", ...changed(raw, item!, lookups, settings as Settings) }
      }
    })
  },
  // Quirk: a tag that finds nothing makes a new voucher instead, or does nothing.
  answers: (body, [item]) => taken(["ALTERED", "CANCELLED"], () => item!.platform_id ?? null)(body),
  record: invoices,
  idempotency: Write.natural
})

const contactOf = (voucher: (typeof Voucher)["Type"], own: Parameters<typeof partyOf>[1]) => {
  const name = partyOf(voucher, own)?.LEDGERNAME
  return name ? own.ledgers.get(name.trim().toLowerCase())?.GUID : undefined
}
