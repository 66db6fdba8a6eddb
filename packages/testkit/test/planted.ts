/**
 * Faults that authors make, planted one at a time in a connector that is right, each with the check that is meant for it.
 * The README lists them.
 */
import { Account, Auth, Call, type Connector, type Inbound, Lookup, Page, Read, Setting, Wire, Write } from "@svc/core"
import type { Case, Subject } from "../src/index.ts"
import { authoring } from "./planted-author.ts"
import {
  connector,
  reads,
  withAuth,
  withCase,
  withConnector,
  withHttp,
  withInbound,
  withLimits,
  without,
  withoutMember,
  withRead,
  withWrite,
  writes
} from "./planting.ts"
import { subject } from "./subject.ts"

export interface Planted {
  readonly fault: string
  readonly subject: Subject
  /** Name of the check that must fail. */
  readonly check: string
}

const contacts = reads["CONTACTS"]!
const mapped = (raw: any): object => contacts.map(raw, {} as never) as object
const create = writes["CONTACTS"]!["create"]!
const page = contacts.page
const counted = reads["TAX_RATES"]!.sequence!

const cursors = reads["ITEMS"]!.page
const changes = reads["INVOICES"]!.changes!
/** Items that hold what their page was asked with. */
const marked =
  ({ items }: Read.Read): Read.Read["items"] =>
  (body, state) =>
    items(body, state).map((item) => ({ ...(item as object), page: state }))
/** Pages that end, as if the list were over, where what the sign is read from was there before. */
const endingAt = (own: Page.Page, signOf: (answer: Page.PageAnswer) => string): Page.Page<any> => ({
  start: (options) => ({ own: own.start(options), seen: [] }),
  apply: (state, call) => own.apply(state.own, call),
  next: ({ own: at, seen }, answer) => {
    const sign = signOf(answer)
    const next = seen.includes(sign) ? null : own.next(at, answer)
    return next === null ? null : { own: next, seen: [...seen, sign] }
  }
})

/** Right as well: what changed last comes first, and nothing but that tells a run since a moment from a full one. */
const sorted = (at: string | ((item: any) => string | null), own = page) => {
  const faulty = withRead("CONTACTS", { since: undefined as never, sincePage: Page.newestFirst({ at, page: own }) })
  return withoutMember(faulty, "CONTACTS", "since")
}
export const newest = sorted("changed")
/** Right as well: currencies are what documents name, one of them twice. */
const deriving = (change: Partial<Read.Read>, second = "1"): Subject => {
  const own = withRead("CURRENCIES", { derived: true, deletes: Read.never("Nothing is deleted"), ...change })
  const list = [{ code: "EUR" }, { code: second === "1" ? "EUR" : second }]
  return {
    ...own,
    cases: {
      ...own.cases,
      CURRENCIES: {
        ...own.cases["CURRENCIES"]!,
        exchanges: [{ request: { path: "/currencies" }, response: { body: { list } } }],
        unified: list.map(({ code }) => ({ platform_id: code, code }))
      }
    }
  }
}
export const derived = deriving({})
const neverGone = "CURRENCIES: what is derived of other items is never taken for deleted"
/** Right as well: what is in the bin is marked, and what a listing lacks is gone for good. */
const binning = (isDeleted: (raw: any) => boolean) => withRead("CONTACTS", { deletes: Read.fullListing, isDeleted })
export const binned = binning(({ gone }) => gone === true)
/** Right as well: an item says by its name that it has changed. */
const stamped = (change: Partial<Read.Unchanged> = {}) =>
  withRead("ITEMS", { unchanged: { id: ({ id }) => id, stamp: ({ name }) => name ?? null, ...change } })
export const sealed = stamped()
const asWas = "ITEMS: an item that is as it was stored is not asked about again"
/** Right as well: what contacts are called in the page says whether they are in use. */
const labelled = (map: (raw: any, labels: ReadonlyMap<string, string>) => object): Subject => {
  const own = withRead("CONTACTS", {
    companions: {
      labels: Lookup.make({
        call: { path: "/labels" },
        response: Wire.struct({ used: Wire.list(Wire.required(Wire.text)) }),
        pick: ({ used }): ReadonlyMap<string, string> => new Map((used ?? []).map((name) => [name, "ACTIVE"])),
        absent: new Map()
      })
    },
    map: (raw, { companions }) => ({ ...mapped(raw), ...map(raw, companions["labels"] as never) }) as never
  })
  const { exchanges, get, unified = [] } = subject.cases["CONTACTS"]!
  const labels = { request: { path: "/labels" }, response: { body: { used: ["Ada", "Eve"] } } }
  return {
    ...own,
    cases: {
      ...own.cases,
      CONTACTS: {
        ...subject.cases["CONTACTS"]!,
        exchanges: [exchanges[0]!, labels, exchanges[1]!, labels],
        unified: unified.map((one) =>
          ["Ada", "Eve"].includes(String(one["name"])) ? { ...one, status: "ACTIVE" } : one
        ),
        ...(get === undefined ? {} : { get: get.map((one) => ({ ...one, exchanges: [...one.exchanges, labels] })) })
      }
    }
  }
}
/** Right as well: the platform shows two days at once, and refuses those that hold too much. */
const spanned = (narrow: ((failure: Page.Refused) => boolean) | undefined, cut = "2026-03-14T00:00:00.000Z") => {
  const own = withoutMember(
    withRead("CURRENCIES", {
      page: Page.spans({
        days: 2,
        first: "2026-03-13T00:00:00.000Z",
        page: Page.single,
        call: ({ end, start }) => ({ query: { start, end } }),
        ...(narrow === undefined ? {} : { narrow })
      })
    }),
    "CURRENCIES",
    "because"
  )
  const asked = (start: string, end: string, response: Case.Case["exchanges"][number]["response"]) => ({
    request: { path: "/currencies", query: { start, end } },
    response
  })
  const [first, last] = ["2026-03-13T00:00:00.000Z", "2026-03-15T00:00:00.000Z"]
  return {
    ...own,
    cases: {
      ...own.cases,
      CURRENCIES: {
        ...own.cases["CURRENCIES"]!,
        exchanges: [
          ...(cut === last ? [] : [asked(first, last, { status: 400, body: { code: "TOO_MUCH" } })]),
          asked(first, cut, { body: { list: [{ code: "EUR" }] } }),
          ...(cut === last ? [] : [asked(cut, last, { body: { list: [] } })])
        ]
      }
    }
  } satisfies Subject
}
const isTooMuch = ({ body }: Page.Refused) => Call.at(body, "code") === "TOO_MUCH"
export const tooMuch = spanned(isTooMuch)
const inParts = "CURRENCIES: what is too much at once is asked for in parts"
const hostile = "CONTACTS: hostile answers are refused or read, never a crash"
const inOrder = "CONTACTS: a run since a moment ends where what is older begins"

const records = (model: string) => `${model}: all pages are read once, to exactly these records`
const sent = "create CONTACTS: exactly these requests, and one result for each item in order"
const oneToOne = "has a case for each capability and a capability for each case"
const refused = "create CONTACTS: what the platform requires and what it has no place for is refused unsent"
const believed = "inbound: believes the right signature alone"

const told = { model: "CONTACTS", id: "1", token: "the-token" } as const
const events = [{ model: "CONTACTS", platform_id: "1", settings: { company: "c-1" } }]
const withProof = (
  proof: NonNullable<Connector.Any["inbound"]>["proof"],
  requests: Case.Case["requests"]
): Subject => ({
  ...withInbound({ proof }),
  cases: { ...subject.cases, inbound: { ...subject.cases["inbound"]!, secret: "the-token", requests: requests! } }
})
/** A platform that sends the secret as it is. */
const compared = (proof: NonNullable<Connector.Any["inbound"]>["proof"]): Subject =>
  withProof(proof, [
    { headers: {}, body: JSON.stringify(told), status: 200, events },
    { headers: {}, body: JSON.stringify({ ...told, token: "another" }), status: 401, events: [] }
  ])
const question = ({ body, headers }: Inbound.InboundRequest): Inbound.InboundAsk => ({
  ask: () => ({
    method: "POST",
    path: "/verify",
    body: {
      _tag: "EncodedBody",
      contentType: "application/json",
      content: `{"signed":${JSON.stringify(headers["x-signed"])},"event":${body}}`
    }
  }),
  holds: (answer) => (answer as { status?: unknown }).status === "SUCCESS"
})
/** A platform that has to be asked. */
const asking = (
  change: (request: Inbound.InboundRequest) => Partial<Inbound.InboundAsk> | null = () => ({})
): Subject => {
  const asked = (signed: string, status: string) => [
    { request: { method: "POST", path: "/verify", body: { signed, event: told } }, response: { body: { status } } }
  ]
  return withProof(
    (request) => {
      const own = change(request)
      return own === null || (request.headers["x-signed"] === undefined && Object.keys(own).length === 0)
        ? null
        : { ...question(request), ...own }
    },
    [
      { headers: { "x-signed": "ok" }, body: JSON.stringify(told), asked: asked("ok", "SUCCESS"), status: 200, events },
      {
        headers: { "x-signed": "no" },
        body: JSON.stringify(told),
        asked: asked("no", "FAILURE"),
        status: 401,
        events: []
      }
    ]
  )
}
/** Platforms that prove their webhooks in other ways than by a signature. */
export const proved: ReadonlyArray<Subject> = [compared(({ body }) => ({ equals: JSON.parse(body).token })), asking()]
const authorised = "OAuth: authorise and exchange the code"
const refreshed = "OAuth: a refresh is asked for as documented, and the newest tokens are kept"
const resumed = (model: string) => `${model}: a run killed after any page and resumed reads the same as a straight one`

type Feed = Extract<Read.Deletes, { readonly _tag: "Feed" }>
type Looking = Extract<Write.Idempotency, { readonly _tag: "Lookup" }>
type Listing = Extract<Read.Deletes, { readonly _tag: "IdListing" }>

const explained = "explains, step by step, where the keys of each way to connect are found"
const session = "session: the login is asked for as documented, once, and anew when it is refused"
/** Keys with a session, which is begun otherwise than the platform wants it. */
export const loggingIn = (change: Partial<Auth.Session> = {}): Subject => ({
  ...withConnector({
    auth: Auth.apiKey({
      fields: { key: Setting.asked({ label: "Key", secret: true }) },
      headers: ({ key = "", session: own = "" }) => ({ "x-key": key, "x-session": own }),
      session: {
        login: ({ key }) => ({ method: "POST", path: "/login", body: { key } }),
        found: (body) => ({ session: String(Call.at(body, "session")) }),
        ...change
      }
    })
  }),
  credentials: { key: "the-key" },
  session: {
    login: {
      request: { method: "POST", path: "/login", body: { key: "the-key" } },
      response: { body: { session: "session-1" } }
    },
    found: { session: "session-1" }
  }
})

let pagesAsked = 0
let runs = 0

const reading: ReadonlyArray<readonly [string, Subject, string]> = [
  ["only the first page is read", withRead("CONTACTS", { page: Page.single }), records("CONTACTS")],
  [
    "the first page is read twice",
    withRead("CONTACTS", { page: { ...page, apply: () => ({ query: { page: 1, size: 3 } }) } }),
    records("CONTACTS")
  ],
  [
    "the state between pages is no JSON",
    withRead("CONTACTS", {
      page: {
        ...page,
        start: () => new Map([["page", 1]]),
        apply: (state) => ({ query: { page: state instanceof Map ? 1 : 9, size: 3 } }),
        next: () => new Map([["page", 2]])
      }
    }),
    records("CONTACTS")
  ],
  [
    "a field is mapped from another",
    withRead("CONTACTS", { map: (raw) => ({ ...mapped(raw), name: raw.id }) as never }),
    records("CONTACTS")
  ],
  [
    "an unknown member is mapped",
    withRead("CONTACTS", { map: (raw) => ({ ...mapped(raw), nick: "x" }) as never }),
    records("CONTACTS")
  ],
  [
    "an id is used for two records",
    withRead("CONTACTS", { map: (raw) => ({ ...mapped(raw), platform_id: "1" }) as never }),
    records("CONTACTS")
  ],
  [
    "items are left out",
    withRead("CONTACTS", { map: (raw) => (raw.name === "Cem" ? null : (mapped(raw) as never)) }),
    records("CONTACTS")
  ],
  ["an item that has not changed is known by another id", stamped({ id: ({ name }) => name }), asWas],
  ["an item never says that it has changed", stamped({ stamp: () => "as it was" }), asWas],
  ["an item never says that it has not changed", stamped({ stamp: () => null }), asWas],
  ["every item has changed", stamped({ stamp: () => String(runs++) }), asWas],
  [
    "items with companions are said not to have changed",
    withRead("ITEMS", {
      unchanged: { id: ({ id }) => id, stamp: ({ name }) => name ?? null },
      companions: {
        more: { call: () => null, response: { read: () => null, Type: null }, pick: () => null, absent: null }
      }
    }),
    asWas
  ],
  ["when an item changed is read from where it is not", sorted("modified"), inOrder],
  ["when an item changed is a word", sorted(({ name }) => name), inOrder],
  [
    "a run since a moment goes on to the end",
    withRead("CONTACTS", { since: undefined as never, sincePage: { ...page, isNewestFirst: true } }),
    inOrder
  ],
  ["too much is taken for a refusal", spanned(() => false), inParts],
  ["too much is another refusal", spanned(({ body }) => Call.at(body, "name") === "TOO_MUCH"), inParts],
  ["no case shows what is too much", spanned(isTooMuch, "2026-03-15T00:00:00.000Z"), inParts],
  ["a lookup is not asked", withRead("ITEMS", { lookups: {} }), records("ITEMS")],
  ["a follow-up call is forgotten", withRead("ITEMS", { follow: () => [] }), records("ITEMS")],
  [
    "a record is asked for at another address",
    withRead("CONTACTS", { get: (id) => ({ path: `/people/${id}` }) }),
    "CONTACTS: a record is found by its id"
  ],
  [
    "since is ignored",
    withRead("CONTACTS", { since: () => ({}) }),
    "CONTACTS: a run since a moment says so to the platform"
  ],
  [
    "since is a fixed moment",
    withRead("CONTACTS", { since: () => ({ query: { since: "2026-01-01" } }) }),
    "CONTACTS: a run since a moment says so to the platform"
  ],
  [
    "what came after a place in the count is not asked for",
    withRead("TAX_RATES", { sequence: { ...counted, after: () => ({}) } }),
    "TAX_RATES: a run since a moment says so to the platform"
  ],
  [
    "the count of changes is read from another member",
    withRead("TAX_RATES", { sequence: { ...counted, position: () => ({ of: "c-1", at: 1 }) } }),
    "TAX_RATES: where the count of changes stands is read"
  ],
  [
    "no case shows where the count of changes stands",
    withCase("TAX_RATES", { position: undefined as never }),
    "TAX_RATES: where the count of changes stands is read"
  ],
  [
    "changes are told by a feed, and no case shows it",
    withCase("INVOICES", { changes: undefined as never }),
    "INVOICES: what a feed names is asked for anew"
  ],
  [
    "a feed's changes are skipped",
    withRead("INVOICES", { changes: { ...reads["INVOICES"]!.changes!, id: () => null } }),
    "INVOICES: what a feed names is asked for anew"
  ],
  [
    "a mapping crashes on null",
    withRead("CONTACTS", { map: (raw) => ({ ...mapped(raw), name: raw.name.trim() }) as never }),
    hostile
  ],
  [
    "what cannot be read is taken for absent, and another member stands for it",
    withRead("CONTACTS", {
      map: (raw) => ({ ...mapped(raw), name: typeof raw.name === "string" ? raw.name : raw.id }) as never
    }),
    hostile
  ],
  [
    "what cannot be read is compared",
    withRead("CONTACTS", {
      map: (raw) => ({ ...mapped(raw), status: raw.name === "Ada" ? "ARCHIVED" : "ACTIVE" }) as never
    }),
    hostile
  ],
  [
    "what cannot be read is looked for in what was found beside the page",
    labelled((raw, labels) => ({
      status: labels.get(raw.name) ?? null,
      contact_type: labels.has(raw.name) ? "CUSTOMER" : "VENDOR"
    })),
    hostile
  ],
  [
    "a natural key is made of something else where it cannot be read",
    withRead("CONTACTS", {
      map: (raw) =>
        ({ ...mapped(raw), platform_unique_id: typeof raw.name === "string" ? raw.name : raw.changed }) as never
    }),
    hostile
  ],
  [
    "what cannot be read is missing in a list, and the others stay",
    withRead("CONTACTS", {
      map: (raw) => {
        const links = [raw.name, ...(raw.mails ?? []).map((own: any) => own?.address)]
        const external_links = links.flatMap((link) => (typeof link === "string" ? [{ link, type: "EMAIL" }] : []))
        return { ...mapped(raw), external_links } as never
      }
    }),
    hostile
  ],
  [
    "an item has a record less where something cannot be read",
    withRead("CONTACTS", {
      owner: (raw: any) => raw.id,
      map: (raw) => {
        const person = typeof raw.name === "string" ? [{ platform_id: `${raw.id}:person`, name: raw.name }] : []
        return [mapped(raw), ...person] as never
      }
    }),
    hostile
  ],
  [
    "a call depends on how often it was made",
    withRead("CONTACTS", {
      call: (context) => Call.merge(contacts.call(context), { headers: { "x-run": String(++runs) } })
    }),
    "CONTACTS: two runs ask for the same"
  ]
]

const statements = reads["INCOME_STATEMENT"]!
const linked = reads["PURCHASE_ORDERS"]!
const where = (text: (day: string) => string): Partial<Read.Read> => ({
  from: ({ from }) => ({ query: { where: text(from.slice(0, 10)) } })
})
const documented = (model: string) => `${model}: a listing from a date on is asked for as documented`
const exact = (model: string) => `${model}: a listing from a date on hands out all that is not older, and nothing else`

const dating: ReadonlyArray<readonly [string, Subject, string]> = [
  [
    "it is not said how a listing of documents begins at a date",
    withRead("PURCHASE_ORDERS", { from: undefined as never }),
    documented("PURCHASE_ORDERS")
  ],
  [
    "it is not said why a listing of documents begins at no date",
    withRead("PURCHASE_ORDERS", { from: Read.byMapping(" ") }),
    documented("PURCHASE_ORDERS")
  ],
  [
    "a listing begins in a way that nobody knows",
    withRead("PURCHASE_ORDERS", { from: "mapping" as never }),
    documented("PURCHASE_ORDERS")
  ],
  ["the date is ignored", withRead("INVOICES", { from: () => ({}) }), documented("INVOICES")],
  [
    "a listing begins at a date of another kind",
    withRead(
      "INVOICES",
      where((day) => `kind = 'sale' and (changed >= '${day}' or day is null)`)
    ),
    documented("INVOICES")
  ],
  [
    "a listing ends at the date",
    withRead(
      "INVOICES",
      where((day) => `kind = 'sale' and (day <= '${day}' or day is null)`)
    ),
    documented("INVOICES")
  ],
  [
    "a listing begins behind the day of the date",
    withRead(
      "INVOICES",
      where((day) => `kind = 'sale' and (day > '${day.slice(0, 8)}10' or day is null)`)
    ),
    documented("INVOICES")
  ],
  [
    "a listing from a date on leaves out what has none",
    withRead(
      "INVOICES",
      where((day) => `kind = 'sale' and day >= '${day}'`)
    ),
    documented("INVOICES")
  ],
  [
    "what restricts a listing otherwise is lost from a date on",
    {
      ...withRead(
        "INVOICES",
        where((day) => `day >= '${day}' or day is null`)
      ),
      cases: {
        ...subject.cases,
        INVOICES: {
          ...subject.cases["INVOICES"]!,
          dated: {
            from: "2026-03-10T12:00:00.000Z",
            requests: [{ path: "/invoices", query: { where: "day >= '2026-03-09' or day is null" } }]
          }
        }
      }
    },
    documented("INVOICES")
  ],
  [
    "no case shows a listing from a date on",
    withCase("INVOICES", { dated: undefined as never }),
    documented("INVOICES")
  ],
  [
    "a listing whose lack means a deletion begins at a date, and no record can be asked for",
    withRead("INVOICES", { deletes: Read.fullListing, get: undefined as never }),
    documented("INVOICES")
  ],
  [
    "a date is asked for where it is said that it cannot be",
    withRead("PURCHASE_ORDERS", {
      page: { ...linked.page, start: ({ from }) => (from === null ? null : `from=${from}`) }
    }),
    documented("PURCHASE_ORDERS")
  ],
  [
    "pages begin where they like",
    withRead("INCOME_STATEMENT", {
      page: { ...statements.page, start: (start) => statements.page.start({ ...start, from: "2026-03-01" }) }
    }),
    documented("INCOME_STATEMENT")
  ],
  [
    "master data is listed from a date on",
    withRead("CONTACTS", { from: ({ from }) => ({ query: { from } }) }),
    documented("CONTACTS")
  ],
  [
    "a page is left out from a date on",
    withRead("PURCHASE_ORDERS", {
      page: { ...linked.page, start: ({ from }) => (from === null ? null : "page=2") }
    }),
    exact("PURCHASE_ORDERS")
  ],
  [
    "a date is asked for in a header where it is said that it cannot be",
    withRead("PURCHASE_ORDERS", {
      page: {
        ...linked.page,
        start: ({ from }) => from,
        apply: (from) => (from === null ? {} : { headers: { "if-modified-since": String(from) } })
      }
    }),
    documented("PURCHASE_ORDERS")
  ],
  [
    "what has changed since a moment is asked for from a date on",
    withRead("PURCHASE_ORDERS", {
      since: (context) => ({ query: { since: context.since, from: Call.at(context, "from") as string | null } })
    }),
    "PURCHASE_ORDERS: a run since a moment hands out what is not older than a date"
  ],
  [
    "what has changed since a moment ends where a date begins",
    withRead("PURCHASE_ORDERS", {
      since: ({ since }) => ({ query: { since } }),
      items: (body) => (askedFrom === null ? Read.requiredArrayAt(body, "list") : []),
      call: (context) => {
        const from = Call.at(context, "from")
        askedFrom = Call.at(context, "since") === null ? null : from === undefined ? null : from
        return { path: "/orders" }
      }
    }),
    "PURCHASE_ORDERS: a run since a moment hands out what is not older than a date"
  ]
]
let askedFrom: unknown = null

const running: ReadonlyArray<readonly [string, Subject, string]> = [
  [
    "the page is counted outside of the checkpoint",
    withRead("CONTACTS", {
      page: {
        start: () => {
          pagesAsked = 1
          return "first"
        },
        apply: () => ({ query: { page: pagesAsked, size: 3 } }),
        next: (state) => {
          pagesAsked++
          return state === "first" ? "last" : null
        }
      }
    }),
    resumed("CONTACTS")
  ],
  [
    "the checkpoint stays as it is from page to page",
    withRead("CONTACTS", {
      page: {
        start: () => {
          pagesAsked = 0
          return "somewhere"
        },
        apply: () => ({ query: { page: ++pagesAsked, size: 3 } }),
        next: (state, { items }) => (items.length < 3 ? null : state)
      }
    }),
    resumed("CONTACTS")
  ],
  [
    "429 is final",
    withHttp({ failure: ({ status }) => (status === 429 ? { reason: "Rejected" } : {}) }),
    "CONTACTS: 429 without Retry-After is waited out, and the records are the same"
  ],
  [
    "503 is final",
    withHttp({ failure: ({ status }) => (status === 503 ? { reason: "Forbidden" } : {}) }),
    "ITEMS: 503 is asked again, and the records are the same"
  ],
  [
    "a token that has expired is taken for a lack of rights",
    withHttp({ failure: ({ status }) => (status === 401 ? { reason: "Forbidden" } : {}) }),
    "CONTACTS: 401 in the middle renews the token once, or ends the run"
  ],
  [
    "a body that is cut is taken for an empty list",
    withHttp({
      parse: (text) => {
        try {
          return JSON.parse(text)
        } catch {
          return { list: [] }
        }
      }
    }),
    "CONTACTS: a body cut in half ends the run or is refused"
  ],
  [
    "a page for people is taken for an empty list",
    withHttp({ parse: (text, json) => (text.startsWith("<") ? { list: [] } : json(text)) }),
    "CONTACTS: HTML with 200 ends the run or is refused"
  ],
  [
    "long ids are read as JavaScript's numbers",
    withHttp({ parse: (text) => JSON.parse(text) }),
    "answers: every digit of a number is kept"
  ],
  [
    "items are told apart by the page they came with, and a page that comes twice is none",
    withRead("CONTACTS", { items: marked(contacts) }),
    "CONTACTS: a page that comes twice ends the run, or nothing is missing"
  ],
  [
    "items are told apart by the page they came with, and a circle has no end",
    withRead("CONTACTS", { items: marked(contacts) }),
    "CONTACTS: pages that go in a circle end the run"
  ],
  [
    "a cursor that was there before is taken for the end of the list",
    withRead("ITEMS", {
      page: endingAt(cursors, ({ body }) => String(Call.at(body, "next"))),
      items: marked(reads["ITEMS"]!)
    }),
    "ITEMS: pages that go in a circle end the run"
  ],
  [
    "a cursor that was there before is taken for the end of a feed",
    withRead("INVOICES", {
      changes: { ...changes, page: endingAt(cursors, ({ body }) => String(Call.at(body, "next"))) }
    }),
    "INVOICES: pages that go in a circle end the run"
  ],
  [
    "ids that come twice are taken for the end of the ids",
    withRead("ACCOUNTS", {
      deletes: {
        ...(reads["ACCOUNTS"]!.deletes as Feed),
        page: endingAt(cursors, ({ items }) => JSON.stringify(items))
      }
    }),
    "ACCOUNTS: a page that comes twice ends the run, or nothing is missing"
  ],
  [
    "the first item of a page is taken for the last of the one before",
    withRead("CONTACTS", {
      items: (body) => {
        const list = Call.at(body, "list") as ReadonlyArray<{ id: string }>
        return list[0]?.id === "3" ? list.slice(2) : list
      }
    }),
    "CONTACTS: a shifted page loses no record"
  ]
]

const deleting: ReadonlyArray<readonly [string, Subject, string]> = [
  ["what is derived is gone where a listing lacks it", deriving({ deletes: Read.fullListing }), neverGone],
  ["what is derived is gone with one of its items", deriving({ isDeleted: () => false }), neverGone],
  ["what is derived is owned by one of its items", deriving({ owner: ({ code }) => code }), neverGone],
  ["no case shows what is derived twice", deriving({}, "USD"), records("CURRENCIES")],
  ["an id comes twice, and nobody says that it is derived", deriving({ derived: false }), records("CURRENCIES")],
  [
    "no case shows what is marked beside what a listing lacks",
    withRead("ITEMS", { isDeleted: ({ name }) => name === "in the bin" }),
    "ITEMS: the case shows a record that is marked as deleted"
  ],
  [
    "what is not marked is taken for deleted, beside what a listing lacks",
    binning(({ gone }) => gone !== true),
    records("CONTACTS")
  ],
  [
    "deleted records are not marked",
    withRead("CONTACTS", { deletes: Read.never("Nothing is deleted") }),
    records("CONTACTS")
  ],
  [
    "no case shows a record that is marked",
    withCase("CONTACTS", { deleted: [] }),
    "CONTACTS: the case shows a record that is marked as deleted"
  ],
  [
    "429 is taken for an empty list",
    withRead("CONTACTS", { emptyStatuses: [429] }),
    "CONTACTS: nothing is taken for deleted after an incomplete run"
  ],
  [
    "a failed page ends the run as if it were the last",
    withRead("ITEMS", { emptyStatuses: [503] }),
    "ITEMS: nothing is taken for deleted after an incomplete run"
  ],
  [
    "a feed of deletes names the wrong ids",
    withRead("ACCOUNTS", { deletes: { ...(reads["ACCOUNTS"]!.deletes as Feed), ids: () => ["1"] } }),
    "ACCOUNTS: the ids that show what is gone are exactly these"
  ],
  [
    "only the first page of deletes is read",
    withRead("ACCOUNTS", { deletes: { ...(reads["ACCOUNTS"]!.deletes as Feed), page: Page.single } }),
    "ACCOUNTS: the ids that show what is gone are exactly these"
  ],
  [
    "a feed of deletes is always asked from the beginning",
    withRead("ACCOUNTS", { deletes: { ...(reads["ACCOUNTS"]!.deletes as Feed), call: () => ({ path: "/deleted" }) } }),
    "ACCOUNTS: the feed of deletes is asked since a moment"
  ],
  [
    "no case shows the listing of ids",
    withCase("TAX_RATES", { deletes: undefined as never }),
    "TAX_RATES: the ids that show what is gone are exactly these"
  ],
  [
    "a listing of ids names others than the records have",
    withRead("TAX_RATES", { map: (raw) => ({ platform_id: `tax-${raw.id}`, name: raw.name }) as never }),
    "TAX_RATES: the ids that show what is gone are exactly these"
  ],
  [
    "an answer without ids is taken for no ids",
    withRead("TAX_RATES", {
      deletes: {
        ...(reads["TAX_RATES"]!.deletes as Listing),
        ids: (body) => (Call.at(body, "ids") ?? []) as Array<string>
      }
    }),
    "TAX_RATES: a list of ids that breaks off or is none shows nothing"
  ],
  [
    "a row of the ids without an id has one that was never given",
    withRead("TAX_RATES", {
      deletes: {
        ...(reads["TAX_RATES"]!.deletes as Listing),
        ids: (body) => Read.requiredArrayAt(body, "ids").map(String)
      }
    }),
    "TAX_RATES: a list of ids that breaks off or is none shows nothing"
  ],
  [
    "a row of the ids without an id is left out, as if it were gone",
    withRead("TAX_RATES", {
      deletes: {
        ...(reads["TAX_RATES"]!.deletes as Listing),
        ids: (body) => Read.requiredArrayAt(body, "ids").flatMap((id) => (typeof id === "string" ? [id] : []))
      }
    }),
    "TAX_RATES: a list of ids that breaks off or is none shows nothing"
  ],
  [
    "a row of the deleted without an id is left out",
    withRead("ACCOUNTS", {
      deletes: {
        ...(reads["ACCOUNTS"]!.deletes as Feed),
        ids: (body) => Read.requiredArrayAt(body, "ids").flatMap((id) => (typeof id === "string" ? [id] : []))
      }
    }),
    "ACCOUNTS: a list of ids that breaks off or is none shows nothing"
  ],
  [
    "an answer without a list is taken for an empty listing",
    withRead("ITEMS", { items: (body) => (Call.at(body, "list") ?? []) as ReadonlyArray<unknown> }),
    "ITEMS: an answer without a list is not an empty listing"
  ],
  [
    "no webhook tells of deletes",
    withCase("inbound", { requests: subject.cases["inbound"]!.requests!.slice(0, 2) }),
    "CURRENCIES: a webhook tells of deletes"
  ]
]

const failing: ReadonlyArray<readonly [string, Subject, string]> = [
  [
    "every error is taken for an expired token",
    withHttp({ failure: () => ({ reason: "AuthExpired" }) }),
    "CONTACTS: 429 is RateLimited and shows no secret"
  ],
  [
    "errors are not read",
    withHttp({ failure: () => ({ reason: "NotFound" }) }),
    "CONTACTS: 503 is Unavailable and shows no secret"
  ],
  [
    "Retry-After is overruled",
    withHttp({ failure: ({ status }) => (status === 429 ? { retryAfter: 1 } : {}) }),
    "CONTACTS: 429 is RateLimited and shows no secret"
  ],
  [
    "reading an error crashes",
    withHttp({ failure: ({ body }) => ({ message: (body as { error: { message: string } }).error.message }) }),
    "errors: no body is a crash"
  ],
  [
    "no call is allowed",
    withLimits({ windows: [{ max: 0, seconds: 60 }] }),
    "limits: are declared so that calls can be made"
  ],
  ["no call may be under way", withLimits({ concurrent: 0 }), "limits: are declared so that calls can be made"],
  [
    "what is left is read for a window that is not declared",
    withLimits({ remaining: ({ "x-left": left }) => (left ? [{ seconds: 60, remaining: Number(left) }] : []) }),
    "limits: what an answer says is left is read"
  ],
  [
    "what is left is no number",
    withLimits({ remaining: () => [{ seconds: 1, remaining: Number.NaN }] }),
    "limits: what an answer says is left is read"
  ],
  [
    "a 429 stays without consequence",
    withHttp({ failure: ({ status }) => (status === 429 ? { reason: "Unavailable" } : {}) }),
    "limits: Retry-After keeps all calls of the connection away"
  ],
  ["a setting's header is lost", withHttp({ headers: () => ({}) }), records("CONTACTS")],
  [
    "a caller may set a setting's header",
    withHttp({ headers: () => ({}) }),
    "passthrough: goes to the platform and cannot leave it"
  ],
  ["the credentials are lost", withConnector({ auth: Auth.none }), records("CONTACTS")],
  [
    "the token goes into the address",
    withConnector({
      auth: Auth.apiKey({ fields: {}, query: ({ access_token }) => ({ key: access_token ?? "" }) }),
      check: { path: "/me", query: { token: "token-of-acme" } }
    }),
    "spans, logs and errors of calls that fail show no secret"
  ],
  [
    "a call leaves the base address",
    withHttp({ baseUrl: "https://api.acme.example/v2" }),
    "discover: finds the settings to choose from"
  ]
]

const writing: ReadonlyArray<readonly [string, Subject, string]> = [
  [
    "a member is not sent",
    withWrite("CONTACTS.create", { call: () => ({ method: "POST", path: "/contacts", body: { list: [{}, {}] } }) }),
    sent
  ],
  [
    "answers come in another order",
    withWrite("CONTACTS.create", { answers: (...of) => create.answers(...of).toReversed() }),
    sent
  ],
  [
    "a refusal is taken for a success",
    withWrite("CONTACTS.create", {
      answers: (body) => (body as { list: ReadonlyArray<unknown> }).list.map(Write.accepted)
    }),
    sent
  ],
  [
    "what completes an item is not sent",
    withWrite("PURCHASE_ORDERS.create", { follow: () => [] }),
    "create PURCHASE_ORDERS: exactly these requests, and one result for each item in order"
  ],
  ["a batch is sent item by item", withWrite("CONTACTS.create", { batch: 1 }), sent],
  [
    "the idempotency key goes in another header",
    withWrite("CONTACTS.create", { idempotency: Write.key("x-other") }),
    sent
  ],
  [
    "an item is changed on its way",
    withWrite("CONTACTS.create", {
      call: (items, context) => {
        for (const item of items) item.name = item.name.trim()
        return create.call(items, context)
      }
    }),
    sent
  ],
  [
    "a creation is asked for as if it were read",
    withWrite("PURCHASE_ORDERS.create", { call: () => ({ path: "/orders" }) }),
    "create PURCHASE_ORDERS: calls that change something carry the platform's idempotency key"
  ],
  ["what is required is sent without", withWrite("CONTACTS.create", { requires: [] }), refused],
  ["what is unsupported is trimmed", withWrite("CONTACTS.create", { unsupported: [] }), refused],
  [
    "no case shows a refusal",
    withCase("INVOICES.update", { results: subject.cases["INVOICES.update"]!.results!.slice(0, 1) }),
    "update INVOICES: the case shows a success and a failure"
  ],
  [
    "a repeat gets a new idempotency key",
    withWrite("CONTACTS.create", {
      call: (items, context) => Call.merge(create.call(items, context), { headers: { "x-run": String(++runs) } })
    }),
    "create CONTACTS: after a crash nothing is sent twice that would be done twice"
  ],
  [
    "an item of the wrong kind brings down the batch",
    withWrite("PURCHASE_ORDERS.create", { batch: 2, answers: () => [] }),
    "create PURCHASE_ORDERS: exactly these requests, and one result for each item in order"
  ]
]

const looking: ReadonlyArray<readonly [string, Subject, string]> = [
  [
    "what is there already is not found",
    withWrite("BILL_CREDIT_NOTES.create", {
      idempotency: { ...(writes["BILL_CREDIT_NOTES"]!["create"]!.idempotency as Looking), find: () => undefined }
    }),
    "create BILL_CREDIT_NOTES: before a repeat, what is there already is looked for"
  ],
  [
    "no case shows how a repeat is looked for",
    withCase("BILL_CREDIT_NOTES.create", { repeated: undefined as never }),
    "create BILL_CREDIT_NOTES: before a repeat, what is there already is looked for"
  ]
]

const notes = writes["BILL_CREDIT_NOTES"]!["create"]!
const update = writes["INVOICES"]!["update"]!
const unique = writes["ACCOUNTS"]!["create"]!.idempotency as Extract<Write.Idempotency, { readonly _tag: "Unique" }>
const steps = (
  own: Write.Write,
  change: (next: Write.Step, context: Parameters<NonNullable<Write.Write["steps"]>>[0]) => Write.Step | Write.Answer
): Pick<Write.Write, "steps"> => ({
  steps: (context) => {
    const next = own.steps!(context)
    return next._tag === "Step" ? change(next, context) : next
  }
})
const cut = (what: string) => `${what}: cut after any of its calls, it goes on where it stopped`
const takenBack = (what: string) => `${what}: refused at any of its calls, it is taken back or says what stands`
const read = "update INVOICES: a record that has changed since it was read is read again, once"
const exactly = (what: string) => `${what}: exactly these requests, and one result for each item in order`
const once = (what: string) => `${what}: it is said how a repeat makes nothing twice`
const looked = (model: string) => `create ${model}: before a repeat, what is there already is looked for`
let names = 0
let asks = 0

const stepping: ReadonlyArray<readonly [string, Subject, string]> = [
  [
    "a creation is called natural",
    withWrite("CONTACTS.create", { idempotency: Write.natural }),
    once("create CONTACTS")
  ],
  [
    "nothing keeps a creation from being made twice",
    withWrite("ACCOUNTS.create", { idempotency: Write.none }),
    once("create ACCOUNTS")
  ],
  [
    "what makes a repeat harmless is nothing with these settings",
    withWrite("BILL_CREDIT_NOTES.create", {
      idempotency: ({ company }) => (company === "c-1" ? Write.none : (notes.idempotency as Write.Idempotency))
    }),
    once("create BILL_CREDIT_NOTES")
  ],
  [
    "a step has nothing that takes it back",
    withWrite(
      "BILL_CREDIT_NOTES.create",
      steps(notes, ({ undo: _undo, ...next }) => next)
    ),
    takenBack("create BILL_CREDIT_NOTES")
  ],
  [
    "a step is taken back by another call",
    withWrite(
      "BILL_CREDIT_NOTES.create",
      steps(notes, (next) => (next.undo ? { ...next, undo: { method: "DELETE", path: "/notes/8" } } : next))
    ),
    takenBack("create BILL_CREDIT_NOTES")
  ],
  [
    "what takes a step back does nothing but ask",
    withWrite(
      "INVOICES.update",
      steps(update, (next) => (next.undo ? { ...next, undo: { path: "/invoices/9" } } : next))
    ),
    takenBack("update INVOICES")
  ],
  [
    "the record that a step has made is not named",
    {
      ...withWrite(
        "BILL_CREDIT_NOTES.create",
        steps(notes, ({ id: _id, undo: _undo, ...next }) => next)
      ),
      cases: {
        ...subject.cases,
        "BILL_CREDIT_NOTES.create": { ...subject.cases["BILL_CREDIT_NOTES.create"]!, undone: [] }
      }
    },
    takenBack("create BILL_CREDIT_NOTES")
  ],
  [
    "the last step is left out",
    withWrite("BILL_CREDIT_NOTES.create", {
      steps: (context) => {
        const next = notes.steps!(context)
        return next._tag === "Step" && next.name === "booked" ? Write.acceptedId("9") : next
      }
    }),
    exactly("create BILL_CREDIT_NOTES")
  ],
  [
    "a step that is refused inside an answer is taken for done",
    withWrite("INVOICES.update", {
      steps: (context) => {
        const next = update.steps!(context)
        return next._tag === "Refused" ? Write.acceptedId(context.input.platform_id) : next
      }
    }),
    exactly("update INVOICES")
  ],
  [
    "a step has another name each time",
    withWrite("BILL_CREDIT_NOTES.create", {
      steps: (context) => {
        const made = Object.entries(context.answered).find(([name]) => name.startsWith("made"))?.[1]
        const next = notes.steps!({ ...context, answered: { ...context.answered, made } })
        return next._tag === "Step" && next.name === "made" ? { ...next, name: `made${names++}` } : next
      }
    }),
    cut("create BILL_CREDIT_NOTES")
  ],
  [
    "the way is kept outside of the answers",
    withWrite("INVOICES.update", {
      steps: (context) => {
        asks++
        return update.steps!({
          ...context,
          current: { ...context.current, item: { ...context.current.item, ...(asks > 5 ? { state: "draft" } : {}) } }
        })
      }
    }),
    cut("update INVOICES")
  ],
  [
    "a step comes again and again",
    withWrite("BILL_CREDIT_NOTES.create", {
      steps: ({ answered: _answered, ...context }) => notes.steps!({ ...context, answered: {} })
    }),
    exactly("create BILL_CREDIT_NOTES")
  ],
  [
    "a key is the same for all steps",
    withWrite(
      "INVOICES.update",
      steps(update, (next) => ({
        ...next,
        idempotency: Write.natural,
        call: Call.merge(next.call, { headers: { "x-key": "suite:0" } })
      }))
    ),
    "update INVOICES: calls that change something carry the platform's idempotency key"
  ],
  [
    "the record is not fetched before it is changed",
    withWrite("INVOICES.update", {
      current: undefined as never,
      steps: (context) =>
        update.steps!({ ...context, current: { item: { id: "9", state: "draft", version: 1 }, raw: {}, headers: {} } })
    }),
    exactly("update INVOICES")
  ],
  [
    "an old version is sent",
    withWrite(
      "INVOICES.update",
      steps(update, (next) =>
        next.name === "written"
          ? { ...next, call: { ...next.call, body: { ...(next.call.body as object), version: 1 } } }
          : next
      )
    ),
    read
  ],
  [
    "that the record has changed is not seen",
    withHttp({ failure: ({ body }) => ({ message: String(Call.at(body, "message")) }) }),
    read
  ],
  ["no case shows a record that has changed", withCase("INVOICES.update", { stale: undefined as never }), read],
  [
    "an id that is taken is taken for a refusal",
    withWrite("ACCOUNTS.create", { idempotency: { ...unique, existing: () => null } }),
    looked("ACCOUNTS")
  ],
  [
    "whatever is taken is taken for our own",
    withWrite("ACCOUNTS.create", {
      idempotency: { ...unique, existing: ({ body }) => ({ list: [Call.at(body, "account")] }) }
    }),
    exactly("create ACCOUNTS")
  ],
  [
    "our own id is sent in another place",
    withWrite("ACCOUNTS.create", { idempotency: { ...unique, place: { ...unique.place, name: "ref" } } }),
    exactly("create ACCOUNTS")
  ],
  [
    "our own id has a form that the platform does not take",
    withWrite("ACCOUNTS.create", { idempotency: { ...unique, place: { in: "body", name: "account.ref" } } }),
    exactly("create ACCOUNTS")
  ]
]

const connecting: ReadonlyArray<readonly [string, Subject, string]> = [
  ["a capability is gone", withConnector({ reads: without(reads, "CONTACTS") }), oneToOne],
  ["a write is gone", withConnector({ writes: without(writes, "CONTACTS") }), oneToOne],
  ["a case is gone", { ...subject, cases: without(subject.cases, "CONTACTS") }, oneToOne],
  ["a case shows what the connector cannot do", withConnector({ disconnect: undefined as never }), oneToOne],
  [
    "a fixture does not say where it is from",
    withCase("check", { source_note: "" }),
    "says of each fixture where it is from"
  ],
  [
    "it is written for another contract",
    withConnector({ contract: 1 as never }),
    "is a connector this version can run"
  ],
  [
    "two sources have one name",
    withConnector({ reads: { ...reads, CONTACTS: [contacts, contacts] } }),
    "is a connector this version can run"
  ],
  [
    "a setting is not declared",
    withConnector({ settings: {} }),
    "declares the settings it is given and those it discovers"
  ],
  [
    "the check asks for something else",
    withConnector({ check: { path: "/contacts" } }),
    "check: one call that proves the connection"
  ],
  [
    "disconnecting leaves the authorisation in force",
    withConnector({ disconnect: () => null }),
    "disconnect: tells the platform"
  ],
  [
    "discovery finds all there is but one",
    withConnector({ discover: { ...connector.discover!, choices: () => [] } }),
    "discover: finds the settings to choose from"
  ],
  ["any signature is believed", withInbound({ handshake: () => ({ status: 200 }) }), believed],
  [
    "the signature covers less than the body",
    withInbound({
      proof: ({ body, headers }) => ({
        algorithm: "SHA-256",
        encoding: "hex",
        message: body.trim(),
        signatures: [headers["x-signature"] ?? ""]
      })
    }),
    believed
  ],
  ["the secret is compared with itself", compared(() => ({ equals: "the-token" })), believed],
  [
    "a secret that is not sent is none",
    compared(() => ({ algorithm: "SHA-256", encoding: "hex", message: "", signatures: [] })),
    believed
  ],
  ["any answer proves a webhook", asking(() => ({ holds: () => true })), believed],
  [
    "any answer that is no refusal proves a webhook",
    asking(() => ({ holds: (answer: any) => answer?.status !== "FAILURE" })),
    believed
  ],
  [
    "the platform is asked about a body written anew",
    asking(({ body, headers }) => ({
      ask: () => ({
        method: "POST",
        path: "/verify",
        body: { signed: headers["x-signed"], event: JSON.parse(body) }
      })
    })),
    believed
  ],
  [
    "the platform is asked about whatever comes",
    asking((request) => ({ ask: question({ ...request, headers: { "x-signed": "no", ...request.headers } }).ask })),
    believed
  ],
  [
    "a webhook says that nothing has ended",
    withInbound({
      events: (body, request) =>
        connector.inbound!.events(body, request).filter((own): own is Inbound.InboundEvent => !("ended" in own))
    }),
    believed
  ],
  [
    "each webhook ends the authorisation",
    withInbound({
      events: (body, request) => [
        ...connector.inbound!.events(body, request),
        { ended: true, settings: { company: "c-1" } }
      ]
    }),
    believed
  ],
  [
    "a webhook names another model",
    withInbound({ events: () => [{ model: "ITEMS", platform_id: "1", settings: {} }] }),
    believed
  ],
  ["a scope is missing", withAuth({ scopes: [] }), authorised],
  ["the client proves itself elsewhere", withAuth({ clientAuth: "basic" }), authorised],
  ["PKCE is left out where it is due, or sent where it is not", withAuth({ pkce: true }), authorised],
  ["tokens are asked for at another address", withAuth({ tokenUrl: "https://acme.example/oauth/token" }), refreshed],
  ["the token request has a parameter too many", withAuth({ tokenParams: { audience: "books" } }), refreshed],
  [
    "the tokens are revoked elsewhere",
    withAuth({ revokeUrl: "https://acme.example/token" }),
    "OAuth: a revocation is asked for as documented"
  ],
  [
    "the exchange of the code lacks what the callback says",
    {
      ...subject,
      oauth: { ...subject.oauth!, token: `context=books/1&${subject.oauth!.token}`, callback: { context: "books/1" } }
    },
    authorised
  ],
  [
    "the user is sent to an address that is known only later",
    withAuth({ authorizeUrl: ({ company = "" }) => `https://acme.example/${company}/authorize` }),
    authorised
  ],
  [
    "the app's secret goes wherever a callback says",
    {
      ...subject,
      connector: {
        ...connector,
        auth: {
          ...(connector.auth as Auth.OAuth2),
          tokenUrl: ({ region = "acme.example" }: Auth.AuthSettings) => `https://${region}/token`
        },
        settings: {
          ...connector.settings,
          region: Setting.fromCallback({ label: "Region", param: "region", optional: true })
        }
      }
    },
    "settings: nobody can have the app's secret sent to a host of theirs"
  ],
  ["a parameter of every call is lost", { ...subject, query: { book: "b-1" } }, records("CONTACTS")],
  [
    "a caller may name another company in a parameter",
    {
      ...withHttp({ query: () => ({}) }),
      query: { company: "c-1" }
    },
    "passthrough: goes to the platform and cannot leave it"
  ],
  [
    "the operator's key is asked for and not sent",
    { ...withConnector({ app: { clientSecret: "API key" } }), app: { clientId: "", clientSecret: "operator-key" } },
    "app: every call names the operator's registration, and none goes without it"
  ],
  [
    "the check asks about an account in a place that the platform does not know",
    withConnector({ check: ({ company = "" }: Auth.AuthSettings) => ({ path: `/me/${company}` }) }),
    "check: one call that proves the connection"
  ],
  [
    "the second stage of a discovery is asked without what the first has found",
    withConnector({
      discover: [
        connector.discover! as Connector.Discover,
        { ...(connector.discover! as Connector.Discover), call: { path: "/companies/undefined" } }
      ]
    }),
    "discover: finds the settings to choose from"
  ],
  [
    "a plan allows no call",
    withLimits({ windows: ({ company }) => [{ max: company === "c-1" ? 0 : 10, seconds: 60 }] }),
    "limits: are declared so that calls can be made"
  ],
  ["scopes are sent one by one", withAuth({ scopeParam: "scope[]" }), authorised],
  [
    "token requests are forms where the platform wants JSON",
    { ...subject, oauth: { ...subject.oauth!, json: true } },
    authorised
  ],
  [
    "no call carries the keys",
    {
      ...withConnector({ auth: Auth.apiKey({ fields: { key: Setting.asked({ label: "Key" }) } }) }),
      credentials: { key: "the-key" }
    },
    "check: one call that proves the connection"
  ],
  [
    "an address is not signed",
    {
      ...withConnector({
        auth: Auth.signed({
          fields: { key: Setting.asked({ label: "Key" }) },
          sign: ({ url }) => ({
            algorithm: "SHA-256",
            key: "k",
            message: url.href,
            encoding: "hex",
            query: (signature) => ({ signature: signature.slice(64) })
          })
        })
      }),
      credentials: { key: "the-key" }
    },
    "check: one call that proves the connection"
  ],
  [
    "keys are asked for, and nobody says where they are found",
    {
      ...withConnector({
        auth: Auth.apiKey({
          fields: { key: Setting.asked({ label: "Key" }) },
          headers: ({ key }) => ({ "x-key": key ?? "" })
        })
      }),
      credentials: { key: "the-key" }
    },
    explained
  ],
  [
    "where keys are found is said in notes, not in sentences",
    withConnector({ auth: { ...(subject.connector.auth as Auth.OAuth2), guide: ["settings > keys"] } }),
    explained
  ],
  ["a session does not come of its login", loggingIn({ found: () => ({ session: "another" }) }), session],
  ["a login is asked elsewhere", loggingIn({ login: () => ({ path: "/sign-in" }) }), session],
  ["a login that is answered is taken for a refusal", loggingIn({ found: () => null }), session],
  ["tokens stay in force", withAuth({ revokeForm: () => null }), "OAuth: a revocation is asked for as documented"]
]

const apart = "accounts: two are told apart, and one stays the same"
const spelled = "settings: an address in several spellings is one"
const formed = "settings: have a normal form, which is its own"

const me = { id: "acct-1", name: "Acme of Ada", opened: "2020", key: "token-of-acme" }
const answering = (body: object): Case.Case["exchanges"] => [{ request: { path: "/me" }, response: { body } }]
/** The account is in the answer to the check. */
export const asked: Subject = {
  ...subject,
  connector: { ...connector, account: Account.answer((body) => Call.at(body, "id") as string) },
  cases: {
    ...subject.cases,
    check: {
      ...subject.cases["check"]!,
      exchanges: answering(me),
      account: "acct-1",
      other: { exchanges: answering({ ...me, id: "acct-2" }), account: "acct-2" }
    }
  }
}
/** Reads the account otherwise, and believes that it is right. */
const answered = (id: Account.ByAnswer["id"], account: string, other: string): Subject => ({
  ...asked,
  connector: { ...asked.connector, account: Account.answer(id) },
  cases: {
    ...asked.cases,
    check: { ...asked.cases["check"]!, account, other: { ...asked.cases["check"]!.other!, account: other } }
  }
})
const withSetting = (setting: Partial<Setting.Asked>, company = "https://acme.example/books"): Subject => ({
  ...subject,
  settings: { company },
  connector: { ...connector, settings: { company: { ...Setting.asked({ label: "Company" }), ...setting } } }
})

const telling: ReadonlyArray<readonly [string, Subject, string]> = [
  ["nothing says how accounts are told apart", withConnector({ account: undefined as never }), apart],
  [
    "accounts are told apart by a setting that may be left out",
    {
      ...subject,
      connector: { ...connector, settings: { company: Setting.discovered({ label: "Company", optional: true }) } }
    },
    apart
  ],
  [
    "accounts are told apart by a secret",
    {
      ...subject,
      connector: { ...connector, settings: { company: Setting.asked({ label: "Company", secret: true }) } }
    },
    apart
  ],
  ["no reason is given why accounts cannot be told apart", withConnector({ account: Account.untold("") }), apart],
  [
    "no case shows another account",
    { ...asked, cases: { ...asked.cases, check: { ...asked.cases["check"]!, other: undefined as never } } },
    apart
  ],
  ["all accounts are one", answered(() => "acme", "acme", "acme"), apart],
  ["two accounts are one, and the case says two", answered(() => "acct-1", "acct-1", "acct-2"), apart],
  ["an account has no id", answered(() => null, "acct-1", "acct-2"), apart],
  ["an account is its name", answered((body) => Call.at(body, "name") as string, me.name, me.name), apart],
  [
    "an account is its id and its name",
    answered((body) => `${body.id} ${body.name}`, `acct-1 ${me.name}`, `acct-2 ${me.name}`),
    apart
  ],
  [
    "an account is its key",
    answered((body) => `${body.id} ${body.key}`, "acct-1 token-of-acme", "acct-2 token-of-acme"),
    apart
  ],
  [
    "an account is another with every new key",
    answered((body, { credentials }) => `${body.id}-${credentials["access_token"]?.length}`, "acct-1-13", "acct-2-13"),
    apart
  ],
  ["an address has no normal form", withSetting({}), spelled],
  [
    "a host has no normal form",
    {
      ...withSetting({}, "acme"),
      connector: {
        ...withSetting({}).connector,
        http: { ...connector.http, baseUrl: ({ company }: any) => `https://${company}.acme.example` }
      }
    },
    spelled
  ],
  [
    "the path of an address loses its letter case",
    withSetting({ normalize: (typed) => typed.toLowerCase() }, "https://acme.example/Books"),
    formed
  ],
  ["a normal form has another one", withSetting({ normalize: (typed) => `${typed}/` }, "https://acme.example/"), formed]
]

export const planted: ReadonlyArray<Planted> = [
  ...reading,
  ...dating,
  ...running,
  ...deleting,
  ...failing,
  ...writing,
  ...looking,
  ...stepping,
  ...connecting,
  ...telling,
  ...authoring
].map(([fault, own, check]) => ({ fault, subject: own, check }))
