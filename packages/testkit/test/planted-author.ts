/**
 * Faults of the author's half: what code and fixture agree on because one hand wrote both, and what a fixture leaves out.
 * Each is caught by a law that knows neither.
 */
import { Page, Read, Wire, Write } from "@svc/core"
import type { Case, FakePlatform, Subject } from "../src/index.ts"
import { reads, withCase, withConnector, withoutMember, withRead, withWrite, writes } from "./planting.ts"
import { subject } from "./subject.ts"

type Fault = readonly [string, Subject, string]

const changing = (own: Subject, name: string, change: Partial<Case.Case>): Subject => ({
  ...own,
  cases: { ...own.cases, [name]: { ...own.cases[name]!, ...change } }
})
const get = (
  path: string,
  body: unknown,
  query: FakePlatform.Exchange["request"]["query"] = {}
): FakePlatform.Exchange => ({ request: { path, query }, response: { body } })

const at = "2026-03-10T12:34:56.000Z"
const moved = (since: string, seconds: number) => new Date(Date.parse(since) + seconds * 1000).toISOString()
const asked = "CONTACTS: a run since a moment is asked for as documented"
const asking = (since: (moment: string) => Record<string, string>): Subject =>
  withRead("CONTACTS", { since: ({ since: moment }) => ({ query: since(moment) }) })
/** The case says what the code does. */
const agreed = (since: (moment: string) => Record<string, string>): Subject =>
  changing(asking(since), "CONTACTS", {
    since: { at, asks: { default: Object.entries(since(at)).map(([name, value]) => `${name} = ${value}`) } }
  })
/** Invoices that are asked for by a query since a moment. */
const querying = (query: (moment: string) => string, asks: ReadonlyArray<string>): Subject =>
  changing(withRead("INVOICES", { since: ({ since }) => ({ query: { where: query(since) } }) }), "INVOICES", {
    since: { at, asks: { default: asks } }
  })
const kept = "INVOICES: a run since a moment lets go of nothing else that the listing is restricted to"

const moments: ReadonlyArray<Fault> = [
  ["changes are asked for two hours too late", asking((since) => ({ since: moved(since, 7200) })), asked],
  ["changes are asked for thirty days too late", asking((since) => ({ since: moved(since, 30 * 86_400) })), asked],
  [
    "changes are asked for in the time of another zone",
    asking((since) => ({ since: since.replace("Z", "-02:00") })),
    asked
  ],
  ["changes are asked for with the zone cut off", asking((since) => ({ since: since.slice(0, 19) })), asked],
  ["changes are asked for by the day of creation", asking((since) => ({ created_since: since })), asked],
  ["what changed before the moment is asked for", asking((since) => ({ until: since })), asked],
  [
    "changes are asked for in milliseconds instead of seconds",
    asking((since) => ({ since: String(Date.parse(since)) })),
    asked
  ],
  [
    "changes are asked for since the day after",
    asking((since) => ({ since: moved(since, 86_400).slice(0, 10) })),
    asked
  ],
  [
    "changes are asked for too late, and the case says so too",
    agreed((since) => ({ since: moved(since, 7200) })),
    asked
  ],
  [
    "changes are asked for in another zone, and the case says so too",
    agreed((since) => ({ since: since.replace("Z", "-02:00") })),
    asked
  ],
  [
    "seconds are asked for a day too late, and the case says so too",
    agreed((since) => ({ since: String(Date.parse(since) / 1000 + 86_400) })),
    asked
  ],
  ["no case shows how changes are asked for", withoutMember(subject, "CONTACTS", "since"), asked],
  [
    "what came after a later place in the count is asked for",
    withRead("TAX_RATES", {
      sequence: { ...reads["TAX_RATES"]!.sequence!, after: ({ after }) => ({ query: { after: after + 1 } }) }
    }),
    "TAX_RATES: a run since a moment is asked for as documented"
  ],
  [
    "since a moment, the kind is not asked for any more",
    querying((since) => `changed >= '${since}'`, ["- where = kind = 'sale'", `where = changed >= '${at}'`]),
    kept
  ],
  [
    "since a moment, another kind is asked for",
    querying(
      (since) => `kind = 'purchase' and changed >= '${since}'`,
      ["- where = 'sale'", `where = 'purchase' and changed >= '${at}'`]
    ),
    kept
  ]
]

const contacts = subject.cases["CONTACTS"]!
const items = subject.cases["ITEMS"]!
const twoPages = (model: string) => `${model}: the case shows two pages of each list`
/** A case of the first page alone. */
const first = (own: Subject): Subject =>
  changing(own, "CONTACTS", {
    exchanges: contacts.exchanges.slice(0, 1),
    unified: contacts.unified!.slice(0, 3)
  })
const keyed = (sorted?: string): Subject =>
  changing(
    withRead("ITEMS", {
      page: Page.lastKey({
        param: "after",
        key: ({ id }: { readonly id: string }) => id,
        ...(sorted === undefined ? {} : { sorted })
      })
    }),
    "ITEMS",
    {
      exchanges: [
        items.exchanges[0]!,
        get("/items", {
          list: [
            { id: "1", name: "Nail" },
            { id: "2", name: "Saw" }
          ]
        }),
        items.exchanges[2]!,
        items.exchanges[4]!,
        get("/items", { list: [{ id: "3", name: "Axe" }] }, { after: "2" }),
        get("/items/3/stock", { count: 1 }),
        get("/items", { list: [] }, { after: "3" })
      ]
    }
  )
const inOrder = "ITEMS: pages by a key are asked for in its order"

const paging: ReadonlyArray<Fault> = [
  [
    "only the first page is read, and the case shows no other",
    first(withRead("CONTACTS", { page: Page.single })),
    twoPages("CONTACTS")
  ],
  [
    "a list ends where a member says so that the platform does not have, and the case shows one page",
    first(withRead("CONTACTS", { page: Page.numbered({ size: 9, sizeParam: "size", pageCountAt: "pages" }) })),
    twoPages("CONTACTS")
  ],
  [
    "the next cursor is read from another member, and the case shows one page",
    changing(withRead("ITEMS", { page: Page.cursor({ param: "after", at: "cursor" }) }), "ITEMS", {
      exchanges: items.exchanges.slice(0, 3),
      unified: items.unified!.slice(0, 1)
    }),
    twoPages("ITEMS")
  ],
  [
    "the second page of a case holds nothing",
    changing(subject, "ITEMS", {
      exchanges: [...items.exchanges.slice(0, 3), get("/items", { list: [], next: null }, { after: "c2" })],
      unified: items.unified!.slice(0, 1)
    }),
    twoPages("ITEMS")
  ],
  [
    "a case shows no item",
    changing(subject, "CURRENCIES", { exchanges: [get("/currencies", { list: [] })], unified: [], because: {} }),
    twoPages("CURRENCIES")
  ],
  ["why there is one page is not said", withCase("CURRENCIES", { because: { pages: " " } }), twoPages("CURRENCIES")],
  [
    "a case says why there is one page, and shows two",
    withCase("ITEMS", { because: { pages: "There is one" } }),
    twoPages("ITEMS")
  ],
  [
    "one page of deleted ids is shown",
    withCase("ACCOUNTS", {
      deletes: {
        since: "2026-02-01T00:00:00.000Z",
        exchanges: [get("/deleted", { ids: ["5"] }, { since: "2026-02-01T00:00:00.000Z" })],
        ids: ["5"]
      }
    }),
    "ACCOUNTS: the case shows two pages of ids"
  ],
  [
    "one page of all ids is shown, and no word why",
    withCase("TAX_RATES", { because: { pages: "All come at once" } }),
    "TAX_RATES: the case shows two pages of ids"
  ],
  ["pages begin after the last key of a list in any order", keyed(), inOrder],
  ["pages begin after the last key, and the reason for their order is blank", keyed(" "), inOrder]
]

const invoice = reads["INVOICES"]!
const order = subject.cases["PURCHASE_ORDERS"]!
const alike = (model: string) => `${model}: a record by its id is what the listing shows of it`
const otherKind = (model: string) => `${model}: what is another kind's is not found by its id`
const lenient = (raw: any) => invoice.map({ ...raw, kind: undefined }, {} as never)

const finding: ReadonlyArray<Fault> = [
  [
    "a record by its id is of any kind, and no case shows another",
    changing(withRead("INVOICES", { map: lenient }), "INVOICES", { get: subject.cases["INVOICES"]!.get!.slice(0, 1) }),
    otherKind("INVOICES")
  ],
  [
    "a record by its id is that of another model",
    changing(withRead("BILL_CREDIT_NOTES", { get: (id) => ({ path: `/orders/${id}` }) }), "BILL_CREDIT_NOTES", {
      exchanges: [],
      unified: [],
      get: []
    }),
    otherKind("BILL_CREDIT_NOTES")
  ],
  [
    "the listing shows less of a record, and the mapping takes what is there",
    withCase("CONTACTS", {
      get: [
        {
          id: "4",
          exchanges: [
            get("/contacts/4", { list: [{ id: "4", name: "Eve", mails: [{ address: "eve@acme.example" }] }] })
          ],
          record: { platform_id: "4", name: "Eve", external_links: [{ link: "eve@acme.example", type: "EMAIL" }] }
        }
      ]
    }),
    alike("CONTACTS")
  ],
  [
    "a record by its id shows less than the listing",
    withCase("PURCHASE_ORDERS", {
      get: [
        {
          id: "1",
          exchanges: [get("/orders/1", { list: [{ id: "1", number: "A" }] })],
          record: { platform_id: "1", document_number: "A" }
        }
      ]
    }),
    alike("PURCHASE_ORDERS")
  ],
  [
    "a mapping takes another member where a record is asked for alone",
    changing(
      withRead("PURCHASE_ORDERS", {
        getItem: (body: any) => ({ ...body.list[0], day: body.list[0].made }),
        map: reads["PURCHASE_ORDERS"]!.map
      }),
      "PURCHASE_ORDERS",
      {
        get: [
          {
            id: "1",
            exchanges: [get("/orders/1", { list: [{ id: "1", number: "A", day: "2026-02-28", made: "2026-02-27" }] })],
            record: { platform_id: "1", document_number: "A", posted_date: "2026-02-27" }
          }
        ]
      }
    ),
    alike("PURCHASE_ORDERS")
  ],
  [
    "no record of the listing is asked for by its id",
    withCase("CONTACTS", { get: contacts.get!.slice(1) }),
    alike("CONTACTS")
  ]
]

/** Orders with amounts, which the mapping takes as they are: code and fixture agree on what it makes of them. */
const priced = (amounts: object, change: (amounts: any) => object = (own) => own): Subject => {
  const { exchanges, unified = [] } = order
  const own = withRead("PURCHASE_ORDERS", {
    item: Wire.unknown,
    map: ((raw: any) => ({
      ...(reads["PURCHASE_ORDERS"]!.map(raw, {} as never) as object),
      ...(raw.amounts === undefined ? {} : change(raw.amounts))
    })) as never
  })
  const [page, ...rest] = exchanges
  const { list } = page!.response.body as { readonly list: ReadonlyArray<object> }
  return changing(own, "PURCHASE_ORDERS", {
    exchanges: [
      { ...page!, response: { ...page!.response, body: { list: [{ ...list[0], amounts }, ...list.slice(1)] } } },
      ...rest
    ],
    unified: [{ ...unified[0], ...change(amounts) }, ...unified.slice(1)],
    get: []
  })
}
const right = { sub_total: 100, tax_amount: 19, total_discount: 10, total_amount: 109, line_items: [] as Array<object> }
const lines = (...totals: ReadonlyArray<number>) => totals.map((sub_total) => ({ sub_total, description: "Nails" }))
/** Right as well. */
export const balanced = priced({ ...right, line_items: lines(60, 40) })
const sums = "PURCHASE_ORDERS: amounts sum up"
const positive = "PURCHASE_ORDERS: documents are not below zero"

const summing: ReadonlyArray<Fault> = [
  ["code and case agree on a total below zero", priced(right, (own) => ({ ...own, total_amount: -109 })), sums],
  ["code and case agree that tax is taken off", priced({ ...right, total_amount: 71 }), sums],
  ["code and case agree that tax is added twice", priced({ ...right, total_amount: 128 }), sums],
  ["code and case agree that a discount is added", priced({ ...right, total_amount: 129 }), sums],
  ["code and case agree on cents for units in one member", priced({ ...right, tax_amount: 1900 }), sums],
  ["code and case agree on lines that are half of the document", priced({ ...right, line_items: lines(30, 20) }), sums],
  ["code and case agree on lines that are there twice", priced({ ...right, line_items: lines(60, 40, 60, 40) }), sums],
  ["code and case agree on lines with another sign", priced({ ...right, line_items: lines(-60, -40) }), sums],
  [
    "code and case agree on a document of the other side, all below zero",
    priced({ sub_total: -100, tax_amount: -19, total_discount: 0, total_amount: -119, line_items: [] }),
    positive
  ]
]

const silent = (model: string) => `${model}: it is said why nothing tells of a deletion`
const listing = reads["TAX_RATES"]!.deletes as Extract<Read.Deletes, { readonly _tag: "IdListing" }>
const restricted = "TAX_RATES: the listing of ids is restricted as the records are"
/** Records and their ids are one list, of which `ids` and `query` say what is wanted. */
const kinds = (query: Record<string, string>, ids: Record<string, string>): Subject => ({
  ...withRead("TAX_RATES", {
    call: () => ({ path: "/taxes", query }),
    deletes: { ...listing, call: () => ({ path: "/taxes", query: { ...ids, fields: "id" } }) }
  }),
  cases: {
    ...subject.cases,
    TAX_RATES: {
      ...subject.cases["TAX_RATES"]!,
      exchanges: [get("/taxes", { list: [{ id: "1", name: "Standard" }] }, query)],
      deletes: { exchanges: [get("/taxes", { ids: ["1"] }, { ...ids, fields: "id" })], ids: ["1"] }
    }
  }
})
/** Right as well. */
export const kindred = kinds({ kind: "sale" }, { kind: "sale" })

/** Ids have an address of their own, at which something is left out. */
const elsewhere = changing(
  withRead("TAX_RATES", { deletes: { ...listing, call: () => ({ path: "/taxes/ids", query: { active: "true" } }) } }),
  "TAX_RATES",
  { deletes: { exchanges: [get("/taxes/ids", { ids: ["1"] }, { active: "true" })], ids: ["1"] } }
)

const deleting: ReadonlyArray<Fault> = [
  ["ids without those put away are listed at an address of their own", elsewhere, restricted],
  [
    "nothing tells of deletions, and no reason is given",
    withRead("PURCHASE_ORDERS", { deletes: Read.never("") }),
    silent("PURCHASE_ORDERS")
  ],
  [
    "the reason why nothing tells of deletions is blank",
    withRead("PURCHASE_ORDERS", { deletes: Read.never(" ") }),
    silent("PURCHASE_ORDERS")
  ],
  [
    "deletions are declared unknown, and a webhook tells of them",
    withRead("CURRENCIES", { deletes: Read.never("Nobody tells") }),
    silent("CURRENCIES")
  ],
  [
    "the listing of ids is left out for one that only full runs see",
    withRead("TAX_RATES", { deletes: Read.fullListing }),
    silent("TAX_RATES")
  ],
  [
    "a flag of deletion is left out for what only full runs see",
    withRead("CONTACTS", { deletes: Read.fullListing }),
    silent("CONTACTS")
  ],
  ["ids of every kind are listed, and the case says so too", kinds({ kind: "sale" }, {}), restricted],
  [
    "ids of another kind are listed, and the case says so too",
    kinds({ kind: "sale" }, { kind: "purchase" }),
    restricted
  ],
  ["ids without those put away are listed, and the case says so too", kinds({}, { active: "true" }), restricted]
]

const notes = writes["BILL_CREDIT_NOTES"]!["create"]!
const look = notes.idempotency as Extract<Write.Idempotency, { readonly _tag: "Lookup" }>
const looked = "create BILL_CREDIT_NOTES: what is looked for is the item's own"
const looking = (change: Partial<typeof look>): Subject =>
  withWrite("BILL_CREDIT_NOTES.create", { idempotency: { ...look, ...change } })
const signs = "create PURCHASE_ORDERS: amounts are sent as they are"
/** An order of one line is sent with this body. */
const sending = (body: unknown): Subject =>
  changing(
    withWrite("PURCHASE_ORDERS.create", { call: () => ({ method: "POST", path: "/orders", body }) }),
    "PURCHASE_ORDERS.create",
    { input: [{ document_number: "C", line_items: [{ unit_amount: 25, quantity: 1 }] }] }
  )
const summed = "create BILL_CREDIT_NOTES: amounts of what comes of it sum up"
const resulting = (amounts: object): Subject =>
  withCase("BILL_CREDIT_NOTES.create", {
    results: [
      { record: { platform_id: "9", document_number: "C", ...amounts } },
      { error: { code: "record-already-exists" } }
    ]
  })
const asSent = "create BILL_CREDIT_NOTES: what comes of it is what was sent"
/** A case that code and author agree on: this was sent, and that came of it. */
const keeping = (item: object, record: object, departs?: Readonly<Record<string, string>>): Subject =>
  withCase("BILL_CREDIT_NOTES.create", {
    ...(departs === undefined ? {} : { departs }),
    input: [{ document_number: "C", ...item }, { document_number: "D" }],
    results: [
      { record: { platform_id: "9", document_number: "C", ...record } },
      { error: { code: "record-already-exists" } }
    ]
  })
const shownKey = "create PURCHASE_ORDERS: the case shows the platform's idempotency key"
const sent = subject.cases["PURCHASE_ORDERS.create"]!

const sendingWrong: ReadonlyArray<Fault> = [
  ["whoever is there is taken for the item", looking({ call: () => ({ path: "/notes" }) }), looked],
  [
    "the item is looked for by its kind alone",
    looking({ call: () => ({ path: "/notes", query: { kind: "credit" } }) }),
    looked
  ],
  [
    "the item is looked for by when it was sent alone",
    looking({ call: (_, { since }) => ({ path: "/notes", query: { since } }) }),
    looked
  ],
  [
    "a record without the item's number is taken for it",
    looking({ call: () => ({ path: "/notes" }), find: (body: any) => body.list[0] }),
    looked
  ],
  [
    "the key goes in a header that no case knows",
    withCase("PURCHASE_ORDERS.create", {
      exchanges: sent.exchanges.map(({ request: { headers: _headers, ...request }, response }) => ({
        request,
        response
      }))
    }),
    shownKey
  ],
  [
    "the key goes in a parameter that no case knows",
    withWrite("PURCHASE_ORDERS.create", { idempotency: Write.keyParam("request_id") }),
    shownKey
  ],
  ["prices are sent below zero", sending({ number: "C", price: -25 }), signs],
  ["prices are sent below zero, as text", sending({ number: "C", price: "-25" }), signs],
  ["prices are sent below zero, in XML", sending("<ORDER><PRICE>-25</PRICE></ORDER>"), signs],
  ["what comes of a write is below zero, and the case says so too", resulting({ total_amount: -5 }), summed],
  [
    "what comes of a write does not sum up, and the case says so too",
    resulting({ total_amount: 5, sub_total: 5, tax_amount: 1 }),
    summed
  ],
  [
    "a price comes back in cents, and the case says so too",
    keeping({ line_items: [{ unit_amount: 12.5 }] }, { line_items: [{ platform_id: "1", unit_amount: 1250 }] }),
    asSent
  ],
  [
    "a price comes back below zero, and the case says so too",
    keeping({ line_items: [{ unit_amount: 12.5 }] }, { line_items: [{ platform_id: "1", unit_amount: -12.5 }] }),
    asSent
  ],
  [
    "a line comes back of another item, and the case says so too",
    keeping({ line_items: [{ item_id: "4" }] }, { line_items: [{ platform_id: "1", item_id: "5" }] }),
    asSent
  ],
  [
    "another currency comes back than was sent, and the case says so too",
    keeping({ currency_id: "EUR" }, { currency_id: "USD" }),
    asSent
  ],
  [
    "another word comes back than was sent, and the case says so too",
    keeping({ status: "DRAFT" }, { status: "SUBMITTED" }),
    asSent
  ],
  [
    "another day comes back than was sent, and the case says so too",
    keeping({ posted_date: "2026-03-02" }, { posted_date: "2026-03-01" }),
    asSent
  ],
  [
    "what was sent in one member comes back in another, and the case says so too",
    keeping({ memo: "Broken" }, { memo: "C" }),
    asSent
  ],
  [
    "what is made empty is still there, and the case says so too",
    withCase("INVOICES.update", {
      input: [{ platform_id: "9", memo: null }],
      results: [{ record: { platform_id: "9", memo: "Thanks" } }]
    }),
    "update INVOICES: what comes of it is what was sent"
  ],
  [
    "the reason why another value comes back is blank",
    keeping({ currency_id: "EUR" }, { currency_id: "USD" }, { currency_id: " " }),
    asSent
  ],
  ["what comes back as it was sent has a reason", keeping({}, {}, { document_number: "Acme numbers notes" }), asSent]
]

const pieces = "CONTACTS: no member is made of a piece of another's text"
/** Contacts whose e-mails become something else as well. */
const inventing = (made: (host: string) => object): Subject => {
  const { map } = reads["CONTACTS"]!
  return withRead("CONTACTS", {
    map: (raw: any, context) => {
      const [, host] = raw.mails?.[0]?.address.split("@") ?? []
      return { ...(map(raw, context) as object), ...(host === undefined ? {} : made(host)) } as never
    }
  })
}
const inventions: ReadonlyArray<Fault> = [
  [
    "a website is made of an e-mail",
    inventing((host) => ({ external_links: [{ link: `https://www.${host}/`, type: "WEBSITE" }] })),
    pieces
  ],
  ["a company's name is made of an e-mail", inventing((host) => ({ name: host })), pieces]
]

const limiting: ReadonlyArray<Fault> = [
  [
    "no limit is declared at all",
    withConnector({ http: { ...subject.connector.http, limits: { windows: [] } } }),
    "limits: are declared so that calls can be made"
  ],
  [
    "the reason why there is no limit is blank",
    withConnector({ http: { ...subject.connector.http, limits: { windows: [], unlimited: "" } } }),
    "limits: are declared so that calls can be made"
  ]
]

const why = "Acme knows codes alone"
const codes = { name: why, symbol: why, is_base_currency: why, exchange_rate: why, updated_at: why }
/** A read that says which of its members stay empty. */
export const reasoned = withRead("CURRENCIES", { absent: codes })
const reasoning = (absent: Readonly<Record<string, string>>): Subject => withRead("CURRENCIES", { absent })
const said = "CURRENCIES: what no case shows is said to be absent, and why"
const absences: ReadonlyArray<Fault> = [
  ["a member stays empty, and no reason is given", reasoning({ name: why, symbol: why, updated_at: why }), said],
  ["a member that a case shows is said to be absent", reasoning({ ...codes, code: why }), said],
  ["the reason why a member is absent is blank", reasoning({ ...codes, symbol: " " }), said],
  [
    "a mapping forgets a member that is not said to be absent",
    changing(
      withRead("CURRENCIES", { absent: codes, map: (raw) => ({ platform_id: raw.code }) as never }),
      "CURRENCIES",
      { unified: [{ platform_id: "EUR" }] }
    ),
    said
  ]
]

export const authoring: ReadonlyArray<Fault> = [
  ...absences,
  ...moments,
  ...paging,
  ...finding,
  ...summing,
  ...deleting,
  ...sendingWrong,
  ...inventions,
  ...limiting
]
