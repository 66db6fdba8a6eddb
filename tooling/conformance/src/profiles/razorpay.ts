/** Razorpay, by the types of its client and a table of its lists. */
import { razorpay } from "@svc/razorpay"
import { isObject } from "../JsonSchemas.ts"
import type { AnyConnector, Profile } from "../Profile.ts"
import { describe } from "./razorpay-description.ts"

// Windows of twelve years are for the platform's pace.
const own: AnyConnector = razorpay
const unhurried: AnyConnector = { ...own, http: { ...own.http, limits: { windows: [{ max: 10_000, seconds: 1 }] } } }
const gone = [{ platform_id: "id_1" }]
const price = { unit_price: 200, currency_id: "INR" }

export const profile: Profile = {
  slug: "razorpay",
  connector: unhurried,
  describe,
  settings: { accountId: "acc_BFQ7uQEaa7j2z7", mode: "test" },
  credentials: { username: "nobody", password: "a secret of nobody" },
  ids: Object.fromEntries(Object.keys(razorpay.reads).map((model) => [model, "id_1"])),
  // A page that is followed by another has a hundred rows, or a thousand.
  more: (body) =>
    isObject(body)
      ? Object.fromEntries(
          Object.entries(body).map(([name, rows]) => [
            name,
            Array.isArray(rows) && rows.length > 0
              ? Array.from({ length: 1000 }, (_, at) => rows[at % rows.length])
              : rows
          ])
        )
      : body,
  writes: {
    PAYMENT_CUSTOMERS: {
      create: [
        {
          name: "Ada Harbour",
          tax_number: "29XAbbA4369J1PA",
          external_links: [{ link: "ada@harbour.example", type: "EMAIL" }],
          phone_numbers: [{ number: "+919000090000" }]
        }
      ],
      update: [{ platform_id: "id_1", name: "Ada of Harbour" }]
    },
    PAYMENT_ITEMS: {
      create: [{ name: "Chair", description: "Of oak", ...price }],
      update: [{ platform_id: "id_1", ...price }],
      delete: gone
    },
    PAYMENT_ORDERS: { create: [{ amount: 500, currency_id: "INR", reference: "Receipt no. 1" }] },
    PAYMENT_REFUNDS: { create: [{ amount: 250, currency_id: "INR", payment_id: "id_1", reference: "Return 17" }] },
    PAYMENT_INVOICES: {
      create: [
        {
          contact_id: "cust_1",
          currency_id: "INR",
          document_number: "INV-17",
          posted_date: "2026-03-02T00:00:00.000Z",
          due_date: "2026-04-02T00:00:00.000Z",
          status: "SUBMITTED",
          memo: "March",
          line_items: [
            { item_id: "item_1", description: "Of oak", quantity: 2, unit_amount: 200 },
            { description: "Stool", quantity: 1, unit_amount: 118 }
          ]
        }
      ],
      update: [
        { platform_id: "id_1", memo: "April", due_date: "2026-04-02T00:00:00.000Z", status: "SUBMITTED" },
        {
          platform_id: "id_1",
          currency_id: "INR",
          line_items: [{ platform_id: "li_1", quantity: 2, unit_amount: 200 }]
        }
      ],
      delete: gone,
      void: gone
    },
    PAYMENT_DISPUTES: { update: [{ platform_id: "id_1", status: "LOST" }] },
    PAYMENT_PAYMENTS: { update: [{ platform_id: "id_1", amount: 500, currency_id: "INR" }] },
    PAYMENT_PAYMENT_LINKS: {
      create: [{ amount: 1000, currency_id: "INR", description: "Two chairs" }],
      void: gone
    }
  }
}
