/** The service with a connector to the simulator, which has no limits of its own. */
import { Auth, Connector, Page, Read, Setting, Wire, Write } from "@svc/core"
import { launch } from "../src/Launch.ts"

const pageSize = 250

const disputes = Connector.read("PAYMENT_DISPUTES", {
  path: "/customers",
  page: Page.numbered({ size: pageSize }),
  items: "data",
  item: Wire.struct({
    id: Wire.required(Wire.id),
    name: Wire.text,
    taxNumber: Wire.text,
    currency: Wire.text,
    balance: Wire.number,
    createdAt: Wire.text,
    updatedAt: Wire.text,
    notes: Wire.text
  }),
  deletes: Read.fullListing,
  map: (own) => ({
    platform_id: own.id,
    amount: own.balance,
    currency_id: own.currency,
    status: "OPEN" as const,
    reason_code: own.taxNumber,
    reason_description: own.notes,
    payment_id: own.name,
    due_date: own.updatedAt,
    created_at: own.createdAt,
    updated_at: own.updatedAt
  })
})

const contacts = Connector.read("CONTACTS", {
  path: "/contacts",
  page: Page.single,
  items: "data",
  item: Wire.struct({ id: Wire.required(Wire.id), name: Wire.text }),
  deletes: Read.never,
  map: (own) => ({
    platform_id: own.id,
    name: own.name,
    contact_name: null,
    currency_id: null,
    tax_number: null,
    registration_number: null,
    status: null,
    contact_type: null,
    external_links: [],
    phone_numbers: [],
    addresses: [],
    updated_at: null
  })
})

const createContacts = Connector.create("CONTACTS", {
  requires: ["name"],
  call: ([item]) => ({ method: "POST", path: "/contacts", body: { name: item?.name } }),
  answers: (body) => [Write.accepted(body)],
  record: contacts,
  idempotency: Write.key("Idempotency-Key")
})

launch({
  connectors: [
    Connector.make({
      id: "BENCH",
      name: "Bench",
      category: "ACCOUNTING",
      auth: Auth.apiKey({
        fields: { api_key: Setting.asked({ label: "API key" }) },
        headers: (credentials) => ({ authorization: `Bearer ${credentials["api_key"]}` })
      }),
      settings: {},
      http: {
        baseUrl: "https://bench.example",
        limits: { windows: [{ max: 100_000_000, seconds: 60 }], concurrent: 64 }
      },
      check: { path: "/check" },
      reads: { PAYMENT_DISPUTES: disputes, CONTACTS: contacts },
      writes: { CONTACTS: { create: createContacts } }
    })
  ]
})
