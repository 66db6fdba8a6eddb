/** How customers are written: Stripe keeps one address, one telephone and one e-mail address of each. */
import * as Call from "@svc/core/Call"
import { paymentCustomers } from "./payment-customers.ts"
import { writing } from "./writing.ts"

export const writeCustomers = writing("PAYMENT_CUSTOMERS", ["create", "update", "delete"], {
  path: "/v1/customers",
  record: paymentCustomers,
  takes: {
    name: "name",
    description: "description",
    external_links: {
      of: ["platform_id", "link", "type"],
      whole: (rows, { refuse }) => {
        const [first, second] = rows ?? []
        if (second !== undefined) refuse("is one more than Stripe keeps", "[1]")
        if (first !== undefined && first.type !== "EMAIL") refuse("must be EMAIL", "[0].type")
        return { email: first?.link ?? null }
      }
    },
    phone_numbers: {
      of: ["platform_id", "number"],
      whole: (rows, { refuse }) =>
        (rows ?? []).length > 1 ? refuse("is one more than Stripe keeps", "[1]") : { phone: rows?.[0]?.number ?? null }
    },
    addresses: {
      of: ["platform_id", "street", "locality", "city", "state", "pincode", "country"],
      whole: (rows, { isNew, refuse }) => {
        if ((rows ?? []).length > 1) refuse("is one more than Stripe keeps", "[1]")
        const { city, country, locality, pincode, state, street } = rows?.[0] ?? {}
        const address = { line1: street, line2: locality, city, state, postal_code: pincode, country }
        return { address: isNew ? Call.present(address) : rows?.length ? { ...address } : "" }
      }
    }
  },
  clears: true
})
