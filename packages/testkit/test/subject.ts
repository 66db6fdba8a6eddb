/** What Acme answers, and what must come of it: the cases of the connector in `acme.ts`. */
import { createHash, createHmac } from "node:crypto"
import type { Case, FakePlatform, Subject } from "../src/index.ts"
import { acme } from "./acme.ts"

const source = { source: "documented", source_note: "Made up for the tests of the suite" } as const
const get = (
  path: string,
  body: unknown,
  query?: FakePlatform.Exchange["request"]["query"],
  headers?: Readonly<Record<string, string>>
): FakePlatform.Exchange => ({
  request: { path, ...(query && { query }) },
  response: { body, ...(headers && { headers }) }
})
const contacts = (number: number, list: ReadonlyArray<unknown>) => get("/contacts", { list }, { page: number, size: 3 })

/** Two linked pages, an old document, one without a day and one of this month, and one record by its id. */
const linked = (path: string, query: FakePlatform.Exchange["request"]["query"] = {}): Case.Case => ({
  ...source,
  exchanges: [
    get(
      path,
      {
        list: [
          { id: "1", number: "A", day: "2026-02-28" },
          { id: "3", number: "X" }
        ]
      },
      query,
      { link: `<https://api.acme.example/v1${path}?page=2>; rel="next"` }
    ),
    get(path, { list: [{ id: "2", number: "B", day: "2026-03-10" }] }, { ...query, page: "2" })
  ],
  unified: [
    { platform_id: "1", document_number: "A", posted_date: "2026-02-28" },
    { platform_id: "3", document_number: "X" },
    { platform_id: "2", document_number: "B", posted_date: "2026-03-10" }
  ],
  get: [
    {
      id: "1",
      exchanges: [get(`${path}/1`, { list: [{ id: "1", number: "A", day: "2026-02-28" }] })],
      record: { platform_id: "1", document_number: "A", posted_date: "2026-02-28" }
    },
    {
      id: "5",
      exchanges: [get(`${path}/5`, { list: [{ id: "5", kind: "purchase", number: "Z" }] })],
      record: null
    }
  ]
})

/** One item is taken and one is refused. */
const sent = (
  input: NonNullable<Case.Case["input"]>,
  calls: ReadonlyArray<FakePlatform.Exchange["request"]>,
  requires: ReadonlyArray<string> = []
): Case.Case => ({
  ...source,
  requires,
  input,
  exchanges: calls.map((request, index) => ({
    request,
    response: { body: { list: [index === 0 ? { id: "9", number: "C" } : { fault: "taken" }] } }
  })),
  results: [
    { record: { platform_id: "9", document_number: "C" } },
    { error: { code: "record-already-exists", message: "taken" } }
  ]
})

const orders = sent(
  [{ document_number: "C" }, { document_number: "D" }],
  [
    { method: "POST", path: "/orders", headers: { "x-key": "suite:0" }, body: { number: "C" } },
    { method: "POST", path: "/orders", body: { number: "D" } }
  ]
)

const notes = sent(
  [{ document_number: "C" }, { document_number: "D" }],
  [
    { method: "POST", path: "/notes", body: { number: "C" } },
    { method: "POST", path: "/notes", body: { number: "D" } }
  ],
  ["document_number"]
)
/** Keys of the suite in the form of letters and digits. */
const refs = [0, 1].map((position) => createHash("sha256").update(`suite:${position}`).digest("hex").slice(0, 32))

const secret = "webhook-secret"
const delivery = (event: object, events: ReadonlyArray<unknown>) => {
  const body = JSON.stringify(event)
  return {
    headers: { "x-signature": createHmac("sha256", secret).update(body).digest("hex") },
    body,
    status: 200,
    events
  }
}
const settings = { company: "c-1" }

export const subject: Subject = {
  connector: acme,
  settings,
  credentials: { access_token: "token-of-acme", refresh_token: "refresh-of-acme" },
  headers: { "x-company": "c-1" },
  bases: { "": "https://api.acme.example/v1" },
  oauth: {
    authorize:
      "https://acme.example/authorize?response_type=code&client_id=client&" +
      "redirect_uri=https://service.example/callback&scope=books&state=*",
    token:
      "redirect_uri=https://service.example/callback&code=the-code&grant_type=authorization_code&" +
      "client_id=client&client_secret=secret",
    refresh:
      "https://acme.example/token?refresh_token=refresh-of-acme&grant_type=refresh_token&client_id=client&client_secret=secret",
    revoke: "https://acme.example/revoke?token=refresh-of-acme&client_id=client&client_secret=secret"
  },
  cases: {
    check: { ...source, exchanges: [get("/me", {})] },
    discover: {
      ...source,
      exchanges: [get("/companies", [{ id: "c-1", name: "One" }])],
      choices: [{ name: "One", settings }]
    },
    disconnect: { ...source, exchanges: [{ request: { method: "DELETE", path: "/connection" }, response: {} }] },
    inbound: {
      ...source,
      exchanges: [],
      secret,
      requests: [
        { ...delivery({ model: "CONTACTS", id: "1" }, []), headers: { "x-signature": "00" }, status: 401 },
        delivery({ model: "CONTACTS", id: "1" }, [{ model: "CONTACTS", platform_id: "1", settings }]),
        delivery({ model: "CURRENCIES", id: "EUR", deleted: true }, [
          { model: "CURRENCIES", platform_id: "EUR", settings, deleted: true }
        ]),
        delivery({ model: "CONTACTS" }, [{ model: "CONTACTS", platform_id: null, settings }]),
        { ...delivery({ model: "app" }, []), ended: [settings] }
      ]
    },
    CONTACTS: {
      ...source,
      exchanges: [
        contacts(1, [
          { id: "1", name: "Ada", mails: [{ address: "ada@acme.example" }], gone: false, changed: "2026-03-01" },
          { id: "2", name: "Ben", gone: true },
          { id: "3", name: "Cem" }
        ]),
        contacts(2, [{ id: "4", name: "Eve" }])
      ],
      unified: [
        {
          platform_id: "1",
          name: "Ada",
          external_links: [{ link: "ada@acme.example", type: "EMAIL" }],
          updated_at: "2026-03-01T00:00:00.000Z"
        },
        { platform_id: "2", name: "Ben" },
        { platform_id: "3", name: "Cem" },
        { platform_id: "4", name: "Eve" }
      ],
      deleted: ["2"],
      since: { at: "2026-03-10T12:34:56.000Z", asks: { default: ["since = 2026-03-10T12:34:56.000Z"] } },
      get: [
        {
          id: "4",
          exchanges: [get("/contacts/4", { list: [{ id: "4", name: "Eve" }] })],
          record: { platform_id: "4", name: "Eve" }
        },
        { id: "7", exchanges: [{ request: { path: "/contacts/7" }, response: { status: 404 } }], record: null }
      ]
    },
    ITEMS: {
      ...source,
      exchanges: [
        get("/me", { prefix: "SKU-" }),
        get("/items", { list: [{ id: "1", name: "Nail" }], next: "c2" }),
        get("/items/1/stock", { count: 5 }),
        get("/items", { list: [{ id: "2", name: "Saw" }], next: null }, { after: "c2" }),
        get("/items/2/stock", { count: 0 })
      ],
      unified: [
        { platform_id: "1", name: "Nail", code: "SKU-1", quantity_on_hand: 5 },
        { platform_id: "2", name: "Saw", code: "SKU-2", quantity_on_hand: 0 }
      ]
    },
    ACCOUNTS: {
      ...source,
      because: { pages: "Acme answers all of them at once" },
      exchanges: [get("/accounts", { list: [{ id: "1", name: "Sales" }] })],
      unified: [{ platform_id: "1", name: "Sales" }],
      deletes: {
        since: "2026-02-01T00:00:00.000Z",
        exchanges: [
          get("/deleted", { ids: ["5"], next: "c2" }, { since: "2026-02-01T00:00:00.000Z" }),
          get("/deleted", { ids: ["6"] }, { since: "2026-02-01T00:00:00.000Z", after: "c2" })
        ],
        ids: ["5", "6"]
      }
    },
    TAX_RATES: {
      ...source,
      because: { pages: "Acme answers all of them at once", ids: "Acme answers all of them at once" },
      since: { after: 101, asks: { default: ["after = 101"] } },
      exchanges: [get("/taxes", { list: [{ id: "1", name: "Standard" }] })],
      unified: [{ platform_id: "1", name: "Standard" }],
      position: { exchanges: [get("/taxes/count", { of: "c-1", at: 7 })], is: { of: "c-1", at: 7 } },
      deletes: { exchanges: [get("/taxes/ids", { ids: ["1"] })], ids: ["1"] }
    },
    CURRENCIES: {
      ...source,
      because: { pages: "Acme answers all of them at once" },
      exchanges: [get("/currencies", { list: [{ code: "EUR" }] })],
      unified: [{ platform_id: "EUR", code: "EUR" }]
    },
    INCOME_STATEMENT: {
      ...source,
      exchanges: [
        get(
          "/statement",
          { list: [{ start: "2026-03-01", end: "2026-03-31", profit: 7 }] },
          { start: "2026-03-01", end: "2026-03-31" }
        )
      ],
      unified: [
        { platform_id: "2026-03-01_2026-03-31", period_start: "2026-03-01", period_end: "2026-03-31", net_profit: 7 }
      ]
    },
    INVOICES: {
      ...linked("/invoices", { where: "kind = 'sale'" }),
      dated: {
        from: "2026-03-10T12:00:00.000Z",
        requests: [{ path: "/invoices", query: { where: "kind = 'sale' and (day >= '2026-03-09' or day is null)" } }]
      },
      changes: {
        since: "2026-02-01T00:00:00.000Z",
        exchanges: [
          get("/changes", { list: [{ id: "1" }], next: "c2" }, { since: "2026-02-01T00:00:00.000Z" }),
          get("/invoices/1", { list: [{ id: "1", number: "A" }] }),
          get("/changes", { list: [{ id: "8" }] }, { since: "2026-02-01T00:00:00.000Z", after: "c2" }),
          { request: { path: "/invoices/8" }, response: { status: 404 } }
        ],
        unified: [{ platform_id: "1", document_number: "A" }],
        gone: ["8"]
      }
    },
    PURCHASE_ORDERS: linked("/orders"),
    BILL_CREDIT_NOTES: linked("/notes"),
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
    },
    "INVOICES.update": {
      ...source,
      requires: [],
      input: [
        { platform_id: "9", document_number: "C" },
        { platform_id: "10", document_number: "D" }
      ],
      exchanges: [
        get("/invoices/9", { list: [{ id: "9", state: "issued", version: 3 }] }),
        {
          request: { method: "POST", path: "/invoices/9/reopen", headers: { "x-key": "suite:0:reopened" } },
          response: { body: { list: [{ id: "9", state: "draft", version: 4 }] } }
        },
        {
          request: { method: "PUT", path: "/invoices/9", body: { number: "C", version: 4 } },
          response: { body: { list: [{ id: "9", state: "draft", version: 5 }] } }
        },
        { request: { method: "POST", path: "/invoices/9/issue" }, response: { body: {} } },
        get("/invoices/9", { list: [{ id: "9", number: "C", state: "issued", version: 6 }] }),
        get("/invoices/10", { list: [{ id: "10", state: "draft", version: 1 }] }),
        {
          request: { method: "PUT", path: "/invoices/10", body: { number: "D", version: 1 } },
          response: { body: { list: [{ fault: "taken" }] } }
        }
      ],
      results: [
        { record: { platform_id: "9", document_number: "C" } },
        { error: { code: "record-already-exists", message: "taken" } }
      ],
      undone: [
        {
          request: { method: "POST", path: "/invoices/9/issue", headers: { "x-key": "suite:0:reopened:undo" } },
          response: { body: {} }
        }
      ],
      stale: {
        input: [{ platform_id: "10", document_number: "E" }],
        exchanges: [
          get("/invoices/10", { list: [{ id: "10", state: "draft", version: 1 }] }),
          {
            request: { method: "PUT", path: "/invoices/10", body: { number: "E", version: 1 } },
            response: { status: 409, body: { message: "another version" } }
          },
          get("/invoices/10", { list: [{ id: "10", state: "draft", version: 2 }] }),
          {
            request: { method: "PUT", path: "/invoices/10", body: { number: "E", version: 2 } },
            response: { body: { list: [{ id: "10", number: "E", version: 3 }] } }
          }
        ],
        results: [{ record: { platform_id: "10", document_number: "E" } }]
      }
    },
    "ACCOUNTS.create": {
      ...source,
      input: [{ name: "Sales" }, { name: "Costs" }],
      exchanges: [
        {
          request: { method: "POST", path: "/accounts", body: { account: { name: "Sales", ref: refs[0] } } },
          response: { body: { list: [{ id: "9", name: "Sales" }] } }
        },
        {
          request: { method: "POST", path: "/accounts", body: { account: { name: "Costs", ref: refs[1] } } },
          response: { status: 409, body: { message: "the name is taken", field: "name", account: { id: "3" } } }
        }
      ],
      results: [
        { record: { platform_id: "9", name: "Sales" } },
        { error: { code: "record-already-exists", message: "the name is taken" } }
      ],
      repeated: {
        exchanges: [
          {
            request: { method: "POST", path: "/accounts", body: { account: { name: "Sales", ref: refs[0] } } },
            response: { status: 409, body: { field: "ref", account: { id: "9", name: "Sales" } } }
          },
          {
            request: { method: "POST", path: "/accounts", body: { account: { name: "Costs", ref: refs[1] } } },
            response: { body: { list: [{ id: "10", name: "Costs" }] } }
          }
        ],
        results: [{ record: { platform_id: "9", name: "Sales" } }, { record: { platform_id: "10", name: "Costs" } }]
      }
    },
    "PURCHASE_ORDERS.create": {
      ...orders,
      exchanges: [
        orders.exchanges[0]!,
        get("/orders/9", { list: [{ id: "9", number: "C" }] }),
        { request: { method: "POST", path: "/orders/9/send" }, response: { body: {} } },
        get("/orders/9", { list: [{ id: "9", number: "C" }] }),
        orders.exchanges[1]!
      ]
    },
    "BILL_CREDIT_NOTES.create": {
      ...notes,
      exchanges: [
        notes.exchanges[0]!,
        { request: { method: "POST", path: "/notes/9/book" }, response: { body: {} } },
        notes.exchanges[1]!
      ],
      undone: [{ request: { method: "DELETE", path: "/notes/9" }, response: { status: 204 } }],
      repeated: {
        exchanges: [
          get("/notes", { list: [{ id: "9", number: "C" }] }, { number: "C" }),
          { request: { method: "POST", path: "/notes/9/book" }, response: { body: {} } },
          get("/notes", { list: [] }, { number: "D" }),
          {
            request: { method: "POST", path: "/notes", body: { number: "D" } },
            response: { body: { list: [{ id: "10", number: "D" }] } }
          },
          { request: { method: "POST", path: "/notes/10/book" }, response: { body: {} } }
        ],
        results: [
          { record: { platform_id: "9", document_number: "C" } },
          { record: { platform_id: "10", document_number: "D" } }
        ]
      }
    }
  }
}
