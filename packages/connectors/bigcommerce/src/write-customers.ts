/** Customers made, changed and deleted; their addresses are those that they are made with. */
import type { Take } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Write from "@svc/core/Write"
import { ecommerceCustomers } from "./ecommerce-customers.ts"
import { writing } from "./writing.ts"

const path = "/v3/customers"
const byId = ({ id }: { readonly id: string }) => ({ "id:in": id })

export const writeCustomers = writing("ECOMMERCE_CUSTOMERS", ["create", "update", "delete"], {
  path,
  id: "data.0.id",
  scope: "store_v2_customers",
  // A store has one customer of an e-mail address.
  search: ({ email }) => ({ "email:in": String(email) }),
  isIt: (row, { email }, since) =>
    String(Call.at(row, "email")).toLowerCase() === String(email).toLowerCase() &&
    (Normalize.instant(Call.at(row, "date_created")) ?? "") >= since,
  record: ecommerceCustomers,
  requires: {
    create: ["email", "first_name", "last_name", "addresses.street", "addresses.city", "addresses.country"]
  },
  takes: {
    first_name: "first_name",
    last_name: "last_name",
    company_name: "company",
    email: "email",
    phone: "phone",
    note: "notes"
  },
  creates: {
    addresses: {
      list: (made: ReadonlyArray<Take.Item>, { root }) => ({
        addresses: made.map((own) => ({ first_name: root["first_name"], last_name: root["last_name"], ...own }))
      }),
      of: {
        street: "address1",
        city: "city",
        state: "state_or_province",
        pincode: "postal_code",
        country: (country, { refuse }) =>
          /^[a-z]{2}$/i.test(country) ? { country_code: country.toUpperCase() } : refuse("is a code of two letters")
      }
    }
  },
  clears: ["company_name", "phone", "note"],
  // Quirk: customers are written in lists, and a list is refused whole: each goes by itself.
  departs: (usual) => ({
    ...usual,
    create: { ...usual.create, call: ({ body }) => ({ method: "POST", path, body: [body] }) },
    update: {
      call: ({ body, id }) => ({ method: "PUT", path, body: [{ id: Number(id), ...body }] }),
      answers: () => [Write.done]
    },
    delete: { ...usual.delete, call: (sent) => ({ method: "DELETE", path, query: byId(sent) }) }
  })
})
