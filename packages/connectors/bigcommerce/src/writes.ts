/** What can be written. */
import { writeCustomers } from "./write-customers.ts"
import { writeOrders } from "./write-orders.ts"
import { writeProducts } from "./write-products.ts"

export const writes = {
  ECOMMERCE_CUSTOMERS: writeCustomers,
  ECOMMERCE_ORDERS: writeOrders,
  ECOMMERCE_PRODUCTS: writeProducts
}
