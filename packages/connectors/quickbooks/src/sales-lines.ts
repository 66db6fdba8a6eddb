/** The lines of invoices and credit notes to customers that are written, with the discount, which is a line too. */
import { Call } from "@svc/core"
import type { Context } from "./writing.ts"
import { type Item, refuse } from "./taking.ts"
import { amountOf, checkLine, itemDetail, type Line, linesIn, ofDocument } from "./written-lines.ts"

const line = (own: Line, at: string, context: Context) => {
  if (own.account_id && !own.item_id) refuse(`${at}.account_id`, "can only be reached through an item")
  checkLine(own, at, context)
  const isText = !own.item_id && typeof own.unit_amount !== "number"
  return Call.present({
    Id: own.platform_id,
    Description: own.description,
    ...(isText
      ? { DetailType: "DescriptionOnly", DescriptionLineDetail: {} }
      : {
          Amount: amountOf(own),
          DetailType: "SalesItemLineDetail",
          SalesItemLineDetail: Call.present(itemDetail(own))
        })
  })
}
const computed = ["DiscountLineDetail", "SubTotalLineDetail"]
const ofType = (line: unknown) => String(Call.at(line, "DetailType"))

/**
 * What a sale has of its lines; nothing where they stay as they are. Quirk: lines that are sent replace all there are, so that
 * a discount that is to stay is sent again and new lines do not bring one along. Subtotals are QuickBooks' own.
 */
export const salesLines = (item: Item, context: Context): object => {
  const total = item["total_discount"]
  if (!item["line_items"] && typeof total !== "number") return {}
  const before: ReadonlyArray<unknown> = context.current?.raw["Line"] ?? []
  const discounts = before.filter((own) => ofType(own) === "DiscountLineDetail")
  const own = linesIn(item)
  const goods = item["line_items"]
    ? own.map((each, index) => line(each, `line_items[${index}]`, context))
    : before.filter((each) => !computed.includes(ofType(each)))
  const account = Call.at(discounts[0], "DiscountLineDetail.DiscountAccountRef")
  const discount = Call.present({
    Id: Call.at(discounts[0], "Id"),
    DetailType: "DiscountLineDetail",
    Amount: total,
    DiscountLineDetail: Call.present({ PercentBased: false, DiscountAccountRef: account })
  })
  const last = typeof total !== "number" ? discounts : total === 0 ? [] : [discount]
  return { Line: [...goods, ...last], ...ofDocument(own, true) }
}
