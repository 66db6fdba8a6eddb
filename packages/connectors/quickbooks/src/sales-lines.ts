/** The lines of invoices and credit notes to customers that are written, with the discount, which is a line too. */
import * as Call from "@svc/core/Call"
import * as Take from "@svc/core/Take"
import { itemDetail, type Line, ofDocument, refuseLine } from "./written-lines.ts"

interface Sale {
  readonly line_items?: ReadonlyArray<Line> | null | undefined
  readonly total_discount?: number | null | undefined
}
const line = (own: Line, lookups: Take.Item, refuse: Take.At["refuse"]) => {
  if (own.account_id && !own.item_id) refuse("can only be reached through an item", ".account_id")
  refuseLine(own, lookups, refuse)
  const isText = !own.item_id && typeof own.unit_amount !== "number"
  return Call.present({
    Id: own.platform_id,
    Description: own.description,
    ...(isText
      ? { DetailType: "DescriptionOnly", DescriptionLineDetail: {} }
      : {
          Amount: Take.amountOf(own),
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
export const salesLines = ({ line_items, total_discount: total }: Sale, { lookups, raw, refuse }: Take.At): object => {
  if (!line_items && typeof total !== "number") return {}
  const before: ReadonlyArray<unknown> = raw?.["Line"] ?? []
  const discounts = before.filter((own) => ofType(own) === "DiscountLineDetail")
  const goods = line_items
    ? line_items.map((each, index) => line(each, lookups, Take.within(refuse, `line_items[${index}]`)))
    : before.filter((each) => !computed.includes(ofType(each)))
  const account = Call.at(discounts[0], "DiscountLineDetail.DiscountAccountRef")
  const discount = Call.present({
    Id: Call.at(discounts[0], "Id"),
    DetailType: "DiscountLineDetail",
    Amount: total,
    DiscountLineDetail: Call.present({ PercentBased: false, DiscountAccountRef: account })
  })
  const last = typeof total !== "number" ? discounts : total === 0 ? [] : [discount]
  return { Line: [...goods, ...last], ...ofDocument(line_items ?? [], Take.within(refuse, "line_items"), true) }
}
