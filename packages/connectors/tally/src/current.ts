/** A voucher as it is, with all that it has: what is altered is sent as a whole. */
import type { Xml } from "@svc/core"
import * as Lookup from "@svc/core/Lookup"
import * as Wire from "@svc/core/Wire"
import { objects } from "./objects.ts"
import { ask, ever, quoted } from "./request.ts"

/** What is asked of a voucher as it is: every list that an invoice may have. */
const whole =
  "MasterId,Guid,Date,EffectiveDate,VoucherTypeName,VoucherNumber,Reference,ReferenceDate,Narration,PartyName,PartyLedgerName," +
  "BasicBasePartyName,PartyMailingName,PlaceOfSupply,StateName,CountryOfResidence,PartyGSTIN,ConsigneeGSTIN,GSTRegistrationType," +
  "BasicBuyerName,BasicBuyerAddress,Address,BasicOrderTerms,BasicDueDateOfPymt,BasicOrderRef,BasicShipVesselNo,BasicFinalDestination," +
  "IsInvoice,IsCancelled,IsOptional,PersistedView,CostCentreName,InvoiceDelNotes.*,InvoiceOrderList.*,EWayBillDetails.*," +
  "LedgerEntries.*,AllLedgerEntries.*,AllInventoryEntries.*"

/** Quirk: of what is a part of a voucher only the first can be named: it is all of it where there is no other. */
const part = /^([0-9A-Za-z-]{1,80}):0$/

/** The voucher of a record, or, of `parts`, that of which the record is one. */
export const current = (where: string, parts = false) =>
  Lookup.make({
    call: ({ items: [item] }: Lookup.LookupContext<{ readonly platform_id?: string | null | undefined }>) => {
      const [, guid] = (parts ? part : /^([0-9A-Za-z-]{1,80})$/).exec(item?.platform_id ?? "") ?? []
      return guid === undefined
        ? null
        : ask({ collection: "Voucher", fetch: whole, where, only: `$Guid = ${quoted(guid)}`, ...ever })
    },
    response: Wire.read((body) => objects("Voucher")(body)[0] ?? null),
    pick: (raw): Xml.Members | null => raw as Xml.Members | null,
    absent: null
  })
