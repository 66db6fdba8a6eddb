/** Orders of customers, made and changed in Tally alone, cancelled and deleted. */
import { isSalesOrder } from "./families.ts"
import { salesOrders } from "./orders.ts"
import { writing } from "./writing.ts"

export const writeSalesOrders = writing("SALES_ORDERS", ["delete", "void"], {
  where: isSalesOrder,
  typeOf: () => "",
  view: "Invoice Voucher View",
  takes: {},
  record: salesOrders
})
