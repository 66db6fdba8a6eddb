/** A connector for the invented platform, and its profile. */
import { fileURLToPath } from "node:url"
import { Account, Auth, Connector, Models, Page, Read, Setting, Wire, Write } from "@svc/core"
import * as OpenApi from "../../src/OpenApi.ts"
import type { Profile } from "../../src/Profile.ts"

const Customer = Wire.struct({
  customer_id: Wire.text,
  name: Wire.required(Wire.text),
  kind: Wire.text,
  vat: Wire.text,
  changed: Wire.text
})

export const contacts = Connector.read("CONTACTS", {
  path: "/customers",
  page: Page.numbered({ size: 200, sizeParam: "page_size", pageCountAt: "total_pages" }),
  since: ({ since }) => ({ headers: { "if-modified-since": since } }),
  items: "customers",
  item: Customer,
  get: "/customers/{id}",
  getItem: (body) => body,
  deletes: Read.never("Ledgerly deletes none"),
  map: (raw) => ({
    platform_id: raw.customer_id!,
    name: raw.name,
    contact_type: raw.kind === "vendor" ? ("VENDOR" as const) : ("CUSTOMER" as const),
    tax_number: raw.vat ?? null,
    updated_at: raw.changed ?? null
  })
})

export const currencies = Connector.read("CURRENCIES", {
  path: "/currencies",
  page: Page.single,
  items: "",
  item: Wire.struct({ code: Wire.required(Wire.text), label: Wire.text }),
  deletes: Read.fullListing,
  map: ({ code, label }) => ({ platform_id: code, code, name: label })
})

export const createContact = Connector.create("CONTACTS", {
  requires: ["name"],
  unsupported: ["registration_number", "currency_id", "contact_name", "email"],
  call: ([item]) => ({
    method: "POST",
    path: "/customers",
    body: {
      name: item!.name,
      kind: item!.contact_type === "VENDOR" ? "vendor" : "customer",
      vat: item!.tax_number ?? null
    }
  }),
  answers: (body) => [Write.accepted(body)],
  record: contacts,
  idempotency: Write.key("idempotency-key")
})

export const ledgerly = Connector.make({
  id: "LEDGERLY",
  name: "Ledgerly",
  category: "ACCOUNTING",
  models: Models.models,
  auth: Auth.oauth2({
    authorizeUrl: "https://login.ledgerly.example/oauth/authorize",
    tokenUrl: "https://login.ledgerly.example/oauth/token",
    scopes: ["books"],
    clientAuth: "basic",
    pkce: true
  }),
  settings: { tenant: Setting.asked({ label: "Tenant" }) },
  http: {
    baseUrl: "https://api.ledgerly.example/v1",
    headers: ({ tenant }) => ({ "x-tenant": tenant }),
    limits: { windows: [{ max: 6, seconds: 60 }] },
    failure: ({ body }) => ({ message: (body as { error?: { text?: string } } | null)?.error?.text })
  },
  account: Account.settings("tenant"),
  check: { path: "/currencies" },
  reads: { CONTACTS: contacts, CURRENCIES: currencies },
  writes: { CONTACTS: { create: createContact } }
})

const file = fileURLToPath(new URL("ledgerly.yaml", import.meta.url))

export const profile: Profile = {
  slug: "ledgerly",
  connector: ledgerly,
  describe: () => OpenApi.load(file),
  settings: { tenant: "t-1" },
  credentials: { access_token: "not a real token" },
  writes: { CONTACTS: { create: [{ name: "Cog Ltd", contact_type: "CUSTOMER", tax_number: "GB9" }, { name: "Dot" }] } },
  more: (body) => ({ ...(body as object), total_pages: 9 }),
  refusals: [{ model: "CONTACTS", issue: /platform_id/, reason: "the example shows a customer without its id" }],
  behaviour: {
    changedAt: (item) => (typeof item["changed"] === "string" ? Date.parse(item["changed"]) : undefined),
    refuse: ({ headers }) =>
      headers["x-tenant"] === "t-1" ? null : { status: 403, body: { error: { text: "unknown tenant" } } },
    paging: {
      page: "page",
      size: "page_size",
      defaultSize: 50,
      describe: ({ size, total }) => ({ total_pages: Math.ceil(total / size) })
    },
    complete: (item, { now }) => ({ ...item, changed: new Date(now).toISOString() })
  }
}
