/** Products and services: everything that is bought or sold by the piece. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { source } from "./query.ts"
import { time } from "./statement.ts"
import { activity, keyed } from "./wire.ts"

/** Types of items that are something; the others sum up, discount or describe. */
const types = {
  InvtPart: "INVENTORY",
  Assembly: "INVENTORY",
  Kit: "INVENTORY",
  NonInvtPart: "NON_INVENTORY",
  OthCharge: "NON_INVENTORY",
  GiftCert: "NON_INVENTORY",
  DwnLdItem: "NON_INVENTORY",
  Service: "SERVICE"
} as const
const typeOf = Normalize.word(types)
const names = ["itemid", "displayname", "description", "purchasedescription", "itemtype", "isinactive"]
const values = ["incomeaccount", "expenseaccount", "cost"]

export const items = Connector.read("ITEMS", {
  ...source({
    table: "item",
    changed: "i.lastmodifieddate",
    statement: () => ({
      id: "i.id",
      select: {
        ...Object.fromEntries([...names, ...values].map((name) => [name, `i.${name}`])),
        modified: time("i.lastmodifieddate")
      },
      from: "item i",
      where: [
        `i.itemtype IN (${Object.keys(types)
          .map((type) => `'${type}'`)
          .join(", ")})`
      ]
    })
  }),
  item: Wire.struct({
    ...keyed,
    ...Wire.all(Wire.text, "itemid", "displayname", "description", "purchasedescription", "itemtype", "isinactive"),
    incomeaccount: Wire.id,
    expenseaccount: Wire.id,
    cost: Wire.number
  }),
  map: (raw) => ({
    platform_id: raw.id,
    name: Normalize.text(raw.displayname) ?? raw.itemid,
    description: raw.description,
    status: activity(raw.isinactive),
    type: typeOf(raw.itemtype),
    code: raw.itemid,
    is_bill_item: Boolean(raw.expenseaccount),
    bill_item: raw.expenseaccount
      ? {
          account_id: raw.expenseaccount,
          unit_price: raw.cost ?? null,
          description: Normalize.text(raw.purchasedescription)
        }
      : null,
    is_invoice_item: Boolean(raw.incomeaccount),
    invoice_item: raw.incomeaccount
      ? { tax_id: null, account_id: raw.incomeaccount, unit_price: null, description: Normalize.text(raw.description) }
      : null
  })
})
