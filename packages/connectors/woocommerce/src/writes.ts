/** What can be written. */
import { writeOrders } from "./write-orders.ts"
import { writeCustomers } from "./write-people.ts"
import { writeProducts } from "./write-products.ts"

export const writes = {
  ECOMMERCE_CUSTOMERS: writeCustomers,
  ECOMMERCE_ORDERS: writeOrders,
  ECOMMERCE_PRODUCTS: writeProducts
}
