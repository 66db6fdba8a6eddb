/** The columns of a transaction's lines. */
import { Wire } from "@svc/core"
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
  lineentity: "tl.entity",
  createdfrom: "tl.createdfrom",
  createdtype: "cf.type"
})
export const lineFeatures = {
  class: ["class", "tl.class"],
  department: ["department", "tl.department"],
  location: ["location", "tl.location"]
} as const

const flags = {
  mainline: Wire.text,
  taxline: Wire.text,
  cogs: Wire.text,
  hidden: Wire.text,
  component: Wire.text,
  discount: Wire.text
}
export const lineMembers = {
  ...flags,
  itemtype: Wire.text,
  item: Wire.id,
  account: Wire.id,
  linememo: Wire.text,
  quantity: Wire.number,
  rate: Wire.text,
  amount: Wire.number,
  lineentity: Wire.id,
  createdfrom: Wire.id,
  createdtype: Wire.text,
  class: Wire.id,
  department: Wire.id,
  location: Wire.id
}
