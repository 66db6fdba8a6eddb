/** A small connector to a made-up platform, whole and right, for faults to be planted in. */
import { Auth, Connector, Inbound, Normalize, Page, Read, Setting, Wire, Write } from "@svc/core"
import type { Case, Subject } from "../src/index.ts"

const contacts = Connector.read("CONTACTS", {
  path: "/contacts",
  page: Page.numbered({ size: 2, sizeParam: "size" }),
  since: ({ since }) => ({ query: { since } }),
  items: "list",
  item: Wire.struct({
    id: Wire.required(Wire.id),
    name: Wire.text,
    mails: Wire.list(Wire.struct({ address: Wire.text })),
    gone: Wire.boolean,
    changed: Wire.text
  }),
  get: "/contacts/{id}",
  deletes: Read.flag(({ gone }: { readonly gone?: boolean | null | undefined }) => gone === true),
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.name,
    external_links: (raw.mails ?? []).map(({ address }) => ({ link: address, type: "EMAIL" as const })),
    updated_at: Normalize.instant(raw.changed, "changed")
  })
})

const createContacts = Connector.create("CONTACTS", {
  requires: ["name"],
  unsupported: ["tax_number"],
  batch: 10,
  call: (items) => ({ method: "POST", path: "/contacts", body: { list: items.map(({ name }) => ({ name })) } }),
  answers: (body) =>
    (body as { list: ReadonlyArray<{ fault?: string }> }).list.map((raw) =>
      raw.fault === undefined ? Write.accepted(raw) : Write.refused({ message: raw.fault, reason: "Conflict" }, raw)
    ),
  record: contacts,
  idempotency: Write.key("x-key")
})

export const acme = Connector.make({
  id: "ACME",
  name: "Acme",
  category: "ACCOUNTING",
  auth: Auth.oauth2({
    authorizeUrl: "https://acme.example/authorize",
    tokenUrl: "https://acme.example/token",
    scopes: ["books"],
    clientAuth: "body",
    pkce: false
  }),
  settings: { company: Setting.discovered({ label: "Company" }) },
  http: {
    baseUrl: "https://api.acme.example/v1",
    headers: ({ company }) => ({ "x-company": company }),
    limits: { windows: [{ max: 100, seconds: 1 }] }
  },
  check: { path: "/me" },
  discover: Connector.discover({
    call: { path: "/companies" },
    response: Wire.list(Wire.struct({ id: Wire.required(Wire.id), name: Wire.required(Wire.text) })),
    choices: (companies) => companies.map(({ id, name }) => ({ name, settings: { company: id } }))
  }),
  reads: { CONTACTS: contacts },
  writes: { CONTACTS: { create: createContacts } },
  inbound: Inbound.make({
    signature: ({ body, headers }) =>
      headers["x-signature"] === undefined
        ? null
        : { algorithm: "SHA-256", encoding: "hex", message: body, signatures: [headers["x-signature"]] },
    events: (body) => [{ model: "CONTACTS", platform_id: (body as { id: string }).id, settings: { company: "c-1" } }]
  })
})

const source = { source: "documented", source_note: "Made up for the tests of the suite" } as const
const page = (number: number, list: ReadonlyArray<unknown>): Case.Case["exchanges"][number] => ({
  request: { path: "/contacts", query: { page: number, size: 2 } },
  response: { body: { list } }
})
export const subject: Subject = {
  connector: acme,
  settings: { company: "c-1" },
  credentials: { access_token: "token-of-acme", refresh_token: "refresh-of-acme" },
  headers: { "x-company": "c-1" },
  bases: { "": "https://api.acme.example/v1" },
  oauth: {
    authorize:
      "https://acme.example/authorize?response_type=code&client_id=client&" +
      "redirect_uri=https://service.example/callback&scope=books&state=*",
    token:
      "redirect_uri=https://service.example/callback&code=the-code&grant_type=authorization_code&" +
      "client_id=client&client_secret=secret"
  },
  cases: {
    check: { ...source, exchanges: [{ request: { path: "/me" }, response: { body: {} } }] },
    discover: {
      ...source,
      exchanges: [{ request: { path: "/companies" }, response: { body: [{ id: "c-1", name: "One" }] } }],
      choices: [{ name: "One", settings: { company: "c-1" } }]
    },
    inbound: {
      ...source,
      exchanges: [],
      secret: "webhook-secret",
      requests: [
        {
          headers: { "x-signature": "b8d70f7a7cc0d3a5cf5a1b6f51dd5b0f8a2d41b8c5b3f3b9df6d6b6a6f0a4e11" },
          body: '{"id":"1"}',
          status: 401,
          events: []
        }
      ]
    },
    CONTACTS: {
      ...source,
      exchanges: [
        page(1, [
          { id: "1", name: "Ada", mails: [{ address: "ada@acme.example" }], gone: false, changed: "2026-03-01" },
          { id: "2", name: "Ben", gone: true }
        ]),
        page(2, [{ id: "3", name: "Eve" }])
      ],
      unified: [
        {
          platform_id: "1",
          name: "Ada",
          external_links: [{ link: "ada@acme.example", type: "EMAIL" }],
          updated_at: "2026-03-01T00:00:00.000Z"
        },
        { platform_id: "2", name: "Ben" },
        { platform_id: "3", name: "Eve" }
      ],
      deleted: ["2"],
      get: [
        {
          id: "1",
          exchanges: [{ request: { path: "/contacts/1" }, response: { body: { list: [{ id: "1", name: "Ada" }] } } }],
          record: { platform_id: "1", name: "Ada" }
        },
        { id: "7", exchanges: [{ request: { path: "/contacts/7" }, response: { status: 404 } }], record: null }
      ]
    },
    "CONTACTS.create": {
      ...source,
      requires: ["name"],
      unsupported: ["tax_number"],
      input: [{ name: "Ada" }, { name: "Ben" }],
      exchanges: [
        {
          request: {
            method: "POST",
            path: "/contacts",
            headers: { "x-key": "suite:0-1" },
            body: { list: [{ name: "Ada" }, { name: "Ben" }] }
          },
          response: { body: { list: [{ id: "9", name: "Ada" }, { fault: "taken" }] } }
        }
      ],
      results: [
        { record: { platform_id: "9", name: "Ada" } },
        { error: { code: "record-already-exists", message: "taken" } }
      ]
    }
  }
}
