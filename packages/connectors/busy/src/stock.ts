/** Rows of items in new vouchers. Busy works out nothing of them: amounts and taxes are sent. */
import type { Writes } from "@svc/core"
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import { dated } from "./sending.ts"
import { type stocked } from "./stocked.ts"

type Lines = NonNullable<Writes.ItemOf<"INVOICES">["line_items"]>
type At<I = any> = Take.At<I, typeof stocked>

/** Whether both are in one state, which halves the tax between state and union. Who has no number buys where the goods are. */
const isLocal = ({ lookups: { gstNumber: number }, settings }: At): boolean =>
  number === "" || number.startsWith(settings["gst_state"] ?? "")
/** The type of the sale or purchase, and where its goods are. */
export const typed = (at: At): object => {
  const [local, central] = (at.settings["tax_types"] ?? "Local-ItemWise, Central-ItemWise").split(",")
  return { STPTName: (isLocal(at) ? local : central)!.trim() }
}
export const centre = ({ settings }: At) => settings["material_centre"] ?? "Main Store"

const taxes = (id: string, at: At<Lines[number]>): object => {
  const { item, lookups, refuse, settings } = at
  const name = id.startsWith("category-") ? lookups.categories.get(id.replace("category-", ""))?.name : undefined
  if (!name) return refuse("is no category of taxes")
  // Quirk: nothing that can be read tells the rate of a category but its name.
  const percent = Normalize.number(/(\d+(?:\.\d+)?)\s*%/.exec(name)?.[1]) ?? refuse("tells no percentage by its name")
  if (settings["gst_state"] === undefined) refuse("needs the state of the firm, which the connection does not say")
  const net = Take.amountOf(item)
  const share = isLocal(at) ? percent / 2 : percent
  const part = Normalize.rounded((net * share) / 100)
  const STAmount = isLocal(at) ? Normalize.rounded(part * 2) : part
  return {
    Amt: Normalize.rounded(net + STAmount),
    STAmount,
    STPercent: share,
    TaxBeforeSurcharge: part,
    ...(isLocal(at) ? { STPercent1: share, TaxBeforeSurcharge1: part } : {}),
    ItemTaxCategory: name
  }
}
/** Lines of items; an order waits for them, for which they stand once more, negative where they come in. */
export const stockLines = (waits?: 1 | -1): Take.List<Lines, Lines[number], any, typeof stocked> => ({
  of: {
    item_id: (id, { lookups, refuse }) => {
      const article = lookups.articles.get(id) ?? refuse("is no item")
      const unit = Normalize.lookUp(lookups.units, article.cm1)?.name || refuse("has no unit")
      return { ItemName: article.name, UnitName: unit }
    },
    quantity: (count, { refuse }) =>
      count > 0 ? { Qty: count, QtyMainUnit: count, QtyAltUnit: count } : refuse("must be more than nothing"),
    unit_amount: (price, { item, refuse }) => {
      const net = Take.priceOf(item, 4) ?? refuse("cannot be lowered by the discount to the cent")
      const discount = Take.percentOf(item, 4)
      return {
        ...(discount === null ? {} : { ListPrice: price, CompoundDiscount: discount }),
        Price: net,
        Amt: Take.amountOf(item)
      }
    },
    total_discount: Take.beside,
    tax_id: taxes
  },
  list: (made, at) => {
    const details = made.map((row, index) => {
      if (row["ItemName"] === undefined) at.refuse("is required", `[${index}].item_id`)
      if (row["Qty"] === undefined) at.refuse("is required", `[${index}].quantity`)
      return {
        SrNo: index + 1,
        ...row,
        ...("ItemTaxCategory" in row ? {} : { Exempted: "True" }),
        MC: centre(at)
      }
    })
    return {
      ItemEntries: { ItemDetail: details },
      ...(waits === undefined
        ? {}
        : { PendingOrders: { OrderDetail: made.map((row, index) => waiting(row, index, waits, at)) } })
    }
  }
})
const waiting = ({ ItemName, Price, Qty }: Take.Item, index: number, sign: 1 | -1, { lookups, root }: At) => ({
  MasterName1: ItemName as string,
  MasterName2: lookups.accounts.get(root["contact_id"])?.name,
  OrderRefs: {
    Method: 1,
    SrNo: 1,
    RefNo: root["document_number"],
    Date: dated(root["posted_date"]),
    DueDate: dated(root["delivery_date"] ?? root["posted_date"]),
    Value1: sign * Qty,
    Value2: sign * Qty,
    MainTranPrice: Price,
    ItemSrNo: index + 1
  }
})
