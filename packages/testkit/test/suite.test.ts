/** The suite itself: it passes a right connector, and catches each fault that is planted in it. */
import { createHmac } from "node:crypto"
import { type Connector, Page, type Read, Write } from "@svc/core"
import { describe, expect, it } from "vitest"
import { checks, type Subject } from "../src/index.ts"
import { subject as unsigned } from "./acme.ts"

const inbound = unsigned.cases["inbound"]!
const body = '{"id":"1"}'
const signature = createHmac("sha256", inbound.secret!).update(body).digest("hex")
const subject: Subject = {
  ...unsigned,
  cases: {
    ...unsigned.cases,
    inbound: {
      ...inbound,
      requests: [
        ...inbound.requests!,
        {
          headers: { "x-signature": signature },
          body,
          status: 200,
          events: [{ model: "CONTACTS", platform_id: "1", settings: { company: "c-1" } }]
        }
      ]
    }
  }
}

const failing = async (own: Subject): Promise<ReadonlyArray<string>> => {
  const failed: Array<string> = []
  for (const { name, run } of checks(own)) await run().catch(() => failed.push(name))
  return failed
}
const connector = subject.connector
const contacts = connector.reads.CONTACTS as Read.Read
const create = connector.writes.CONTACTS.create as Write.Write
const withRead = (change: Partial<Read.Read>): Subject => {
  const read = { ...contacts, ...change } as Read.Read
  return {
    ...subject,
    connector: {
      ...connector,
      reads: { CONTACTS: read },
      writes: { CONTACTS: { create: { ...create, record: read } } }
    }
  }
}
const withWrite = (change: Partial<Write.Write>): Subject => ({
  ...subject,
  connector: { ...connector, writes: { CONTACTS: { create: { ...create, ...change } } } }
})
const withConnector = (change: Partial<Connector.Any>): Subject => ({
  ...subject,
  connector: { ...connector, ...change }
})
const withHttp = (change: Partial<Connector.Any["http"]>): Subject =>
  withConnector({ http: { ...connector.http, ...change } })
const { CONTACTS: _, ...othercases } = subject.cases

const read = "CONTACTS: all pages are read once, to exactly these records"
const written = "create CONTACTS: exactly these requests, and one result for each item in order"
const oneToOne = "has a case for each capability and a capability for each case"

const faults: ReadonlyArray<readonly [string, Subject, string]> = [
  ["only the first page is read", withRead({ page: Page.single }), read],
  [
    "the first page is read twice",
    withRead({
      page: { ...Page.numbered({ size: 2, sizeParam: "size" }), apply: () => ({ query: { page: 1, size: 2 } }) }
    }),
    read
  ],
  [
    "the state between pages is no JSON",
    withRead({
      page: {
        ...contacts.page,
        start: () => new Map([["page", 1]]),
        apply: (state) => ({ query: { page: state instanceof Map ? 1 : 9, size: 2 } }),
        next: () => new Map([["page", 2]])
      }
    }),
    read
  ],
  [
    "a field is mapped from another",
    withRead({ map: (raw) => ({ ...(contacts.map(raw, {} as never) as object), name: raw.id }) as never }),
    read
  ],
  [
    "an unknown member is mapped",
    withRead({ map: (raw) => ({ ...(contacts.map(raw, {} as never) as object), nick: "x" }) as never }),
    read
  ],
  [
    "a record is asked for at another address",
    withRead({ get: (id) => ({ path: `/people/${id}` }) }),
    "CONTACTS: a record is found by its id"
  ],
  [
    "a setting is not declared",
    withConnector({ settings: {} }),
    "declares the settings it is given and those it discovers"
  ],
  ["deleted records are not marked", withRead({ deletes: { _tag: "None" } }), read],
  ["since is ignored", withRead({ since: () => ({}) }), "CONTACTS: a run since a moment says so to the platform"],
  [
    "changes are told by a feed, and no case shows it",
    withRead({
      changes: { call: () => ({ path: "/changes" }), page: Page.single, items: "list", id: () => null, keeps: 60 }
    }),
    "CONTACTS: what a feed names is asked for anew"
  ],
  [
    "a mapping crashes on null",
    withRead({ map: (raw) => ({ ...(contacts.map(raw, {} as never) as object), name: raw.name.trim() }) as never }),
    "CONTACTS: hostile answers are refused or read, never a crash"
  ],
  ["a setting's header is lost", withHttp({ headers: () => ({}) }), read],
  ["the credentials are lost", withConnector({ auth: { ...connector.auth, _tag: "None" } as never }), read],
  [
    "a call leaves the base address",
    withHttp({ baseUrl: "https://api.acme.example/v2" }),
    "discover: finds the settings to choose from"
  ],
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
    "a member is not sent",
    withWrite({ call: () => ({ method: "POST", path: "/contacts", body: { list: [{}, {}] } }) }),
    written
  ],
  [
    "answers come in another order",
    withWrite({ answers: (own, items) => create.answers(own, items).toReversed() }),
    written
  ],
  [
    "a refusal is taken for a success",
    withWrite({ answers: (own) => (own as { list: ReadonlyArray<unknown> }).list.map(Write.accepted) }),
    written
  ],
  ["a batch is sent item by item", withWrite({ batch: 1 }), written],
  [
    "the idempotency key goes in another header",
    withWrite({
      idempotency: Write.key("x-other"),
      call: (items, context) => ({ ...create.call(items, context), headers: { "x-other": "fixed" } })
    }),
    written
  ],
  [
    "what is required is sent without",
    withWrite({ requires: [] }),
    "create CONTACTS: what the platform requires and what it has no place for is refused unsent"
  ],
  [
    "what is unsupported is trimmed",
    withWrite({ unsupported: [] }),
    "create CONTACTS: what the platform requires and what it has no place for is refused unsent"
  ],
  ["a capability is gone", withConnector({ reads: {} }), oneToOne],
  ["a write is gone", withConnector({ writes: {} }), oneToOne],
  ["a case is gone", { ...subject, cases: othercases }, oneToOne],
  [
    "a fixture does not say where it is from",
    { ...subject, cases: { ...subject.cases, check: { ...subject.cases["check"]!, source_note: "" } } },
    "says of each fixture where it is from"
  ],
  [
    "it is written for another contract",
    withConnector({ contract: 2 as never }),
    "is a connector this version can run"
  ],
  [
    "any signature is believed",
    withConnector({ inbound: { ...connector.inbound!, handshake: () => ({ status: 200 }) } }),
    "inbound: believes the right signature alone"
  ],
  [
    "a webhook names another model",
    withConnector({
      inbound: { ...connector.inbound!, events: () => [{ model: "ITEMS", platform_id: "1", settings: {} }] }
    }),
    "inbound: believes the right signature alone"
  ],
  [
    "a scope is missing",
    withConnector({ auth: { ...connector.auth, scopes: [] } as never }),
    "OAuth: authorise and exchange the code"
  ],
  [
    "the client proves itself elsewhere",
    withConnector({ auth: { ...connector.auth, clientAuth: "basic" } as never }),
    "OAuth: authorise and exchange the code"
  ],
  [
    "the check asks for something else",
    withConnector({ check: { path: "/contacts" } }),
    "check: one call that proves the connection"
  ]
]

describe("the suite", () => {
  it("passes a connector that keeps the contract", async () => {
    expect(await failing(subject)).toEqual([])
  })
  it.each(faults)("catches: %s", async (_name, planted, check) => {
    expect(await failing(planted)).toContain(check)
  })
})
