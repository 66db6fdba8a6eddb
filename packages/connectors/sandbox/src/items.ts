/** What the company buys and sells. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { activeStatus, changed, flagged, Reference } from "./wire.ts"

const types = Normalize.word({ stocked: "INVENTORY", nonStocked: "NON_INVENTORY", service: "SERVICE" })
const Side = Wire.struct({ price: Wire.number, account: Reference, taxRate: Reference, text: Wire.text })

export const items = Connector.read("ITEMS", {
  ...flagged("items"),
  since: changed,
  item: Wire.struct({
    id: Wire.required(Wire.id),
    deleted: Wire.boolean,
    sku: Wire.text,
    title: Wire.text,
    about: Wire.text,
    kind: Wire.text,
    stock: Wire.struct({ onHand: Wire.number }),
    sales: Side,
    purchase: Side,
    state: Wire.text,
    updatedAt: Wire.instant
  }),
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.title,
    description: raw.about,
    status: activeStatus(raw.state),
    type: types(raw.kind),
    code: raw.sku,
    quantity_on_hand: raw.stock?.onHand,
    is_bill_item: Boolean(raw.purchase),
    bill_item: priced(raw.purchase),
    is_invoice_item: Boolean(raw.sales),
    invoice_item: priced(raw.sales),
    updated_at: raw.updatedAt
  })
})

const priced = (side: (typeof Side)["Type"] | null | undefined) =>
  side
    ? { tax_id: side.taxRate?.id, account_id: side.account?.id, unit_price: side.price, description: side.text }
    : null
