/** The columns of a transaction's lines. */
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { has, type Settings } from "./statement.ts"

/** Columns of a line. Without several currencies there is the amount in the one there is. */
export const lineColumns = (settings: Settings) => ({
  mainline: "tl.mainline",
  taxline: "tl.taxline",
  cogs: "tl.iscogs",
  hidden: "tl.donotdisplayline",
  component: "tl.kitcomponent",
  discount: "tl.transactiondiscount",
  itemtype: "tl.itemtype",
  item: "tl.item",
  account: "tl.expenseaccount",
  linememo: "tl.memo",
  quantity: "tl.quantity",
  rate: "tl.rate",
  amount: has(settings, "currency") ? "tl.foreignamount" : "tl.netamount",
  // The entity of a line that is not that of the document is the customer it was bought for.
  lineentity: "CASE WHEN tl.entity <> t.entity THEN tl.entity END",
  createdfrom: "tl.createdfrom",
  createdtype: "cf.type"
})
export const lineFeatures = {
  class: ["class", "tl.class"],
  department: ["department", "tl.department"],
  location: ["location", "tl.location"]
} as const

const flags = {
  mainline: Wire.boolean,
  taxline: Wire.boolean,
  cogs: Wire.boolean,
  hidden: Wire.boolean,
  component: Wire.boolean,
  discount: Wire.boolean
}
/** Quirk: the rate of a discount is a percentage. */
const price = Wire.read((value) =>
  typeof value === "string" && value.trimEnd().endsWith("%") ? null : Normalize.number(value)
)
export const lineMembers = {
  ...flags,
  itemtype: Wire.decisive(Wire.text),
  ...Wire.all(Wire.id, "item", "account", "lineentity", "createdfrom", "class", "department", "location"),
  linememo: Wire.text,
  quantity: Wire.number,
  rate: price,
  amount: Wire.number,
  createdtype: Wire.decisive(Wire.text)
}
