/** Products and services. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { accountCodes, idOf } from "./references.ts"
import { date } from "./wire.ts"

const Details = Wire.struct({
  UnitPrice: Wire.number,
  AccountCode: Wire.text,
  COGSAccountCode: Wire.text,
  TaxType: Wire.id
})
const types = Normalize.word({ true: "INVENTORY", false: "NON_INVENTORY" }, null)

export const items = Connector.read("ITEMS", {
  path: "/Items",
  query: { unitdp: 4 },
  // Quirk: items are deleted without a trace and come in one answer, so that the whole list is the cheapest way to know.
  page: Page.single,
  deletes: Read.fullListing,
  items: "Items",
  item: Wire.struct({
    ItemID: Wire.required(Wire.id),
    ...Wire.all(Wire.text, "Code", "Name", "Description", "PurchaseDescription"),
    ...Wire.all(Wire.boolean, "IsTrackedAsInventory", "IsPurchased", "IsSold"),
    QuantityOnHand: Wire.number,
    PurchaseDetails: Details,
    SalesDetails: Details,
    UpdatedDateUTC: date
  }),
  get: (id) => ({ path: `/Items/${Call.segment(id)}`, query: { unitdp: 4 } }),
  mapping: 2,
  lookups: { accounts: accountCodes },
  // Quirk: an item names its accounts by code alone.
  map: (raw, { lookups }) => {
    const priced = (isOffered: boolean | null | undefined, details: typeof raw.SalesDetails, description: unknown) =>
      isOffered === false || !details
        ? null
        : {
            tax_id: details.TaxType,
            account_id: idOf(null, details.AccountCode || details.COGSAccountCode, lookups.accounts),
            unit_price: details.UnitPrice,
            description: Normalize.text(description)
          }
    return {
      platform_id: raw.ItemID,
      platform_unique_id: raw.Code,
      name: raw.Name,
      description: raw.Description,
      status: "ACTIVE",
      type: types(raw.IsTrackedAsInventory),
      code: raw.Code,
      quantity_on_hand: raw.QuantityOnHand,
      is_bill_item: raw.IsPurchased,
      bill_item: priced(raw.IsPurchased, raw.PurchaseDetails, raw.PurchaseDescription),
      is_invoice_item: raw.IsSold,
      invoice_item: priced(raw.IsSold, raw.SalesDetails, raw.Description),
      updated_at: raw.UpdatedDateUTC
    }
  }
})
