/** Purchase and sales orders as they are written. */
import { Connector } from "@svc/core"
import { cancelling, changing, creation } from "./order-steps.ts"
import { kinds } from "./order-vals.ts"
import { purchaseOrders, salesOrders } from "./orders.ts"
import { removal } from "./write.ts"

const lacking = ["currency_rate", "total_discount", "line_items.account_id", "line_items.project_id"]
const ofPurchase = { unsupported: [...lacking, "bill_ids"], record: purchaseOrders }
/** The currency of a sales order is that of its price list. */
const ofSale = { unsupported: [...lacking, "invoice_ids", "currency_id"], record: salesOrders }
export const purchaseOrderWrites = {
  create: Connector.create("PURCHASE_ORDERS", { ...creation(kinds.purchase), ...ofPurchase }),
  update: Connector.update("PURCHASE_ORDERS", { ...changing(kinds.purchase), ...ofPurchase }),
  void: Connector.void("PURCHASE_ORDERS", { ...cancelling(kinds.purchase), record: purchaseOrders }),
  delete: Connector.delete("PURCHASE_ORDERS", { ...removal("purchase.order"), record: purchaseOrders })
}
export const salesOrderWrites = {
  create: Connector.create("SALES_ORDERS", { ...creation(kinds.sale), ...ofSale }),
  update: Connector.update("SALES_ORDERS", { ...changing(kinds.sale), ...ofSale }),
  void: Connector.void("SALES_ORDERS", { ...cancelling(kinds.sale), record: salesOrders }),
  delete: Connector.delete("SALES_ORDERS", { ...removal("sale.order"), record: salesOrders })
}
