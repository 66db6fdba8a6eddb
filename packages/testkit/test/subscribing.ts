/**
 * Acme with webhooks that are registered by a call, one for each topic, which end: the right connector, and the faults that
 * authors make with it, each with the check that is meant for it.
 */
import { Call, Inbound, Page, Read, Subscribe, Wire } from "@svc/core"
import type { Case, Subject } from "../src/index.ts"
import type { Planted } from "./planted.ts"
import { subject } from "./subject.ts"

const Hook = Wire.struct({
  id: Wire.required(Wire.id),
  url: Wire.text,
  signs: Wire.text,
  until: Wire.text,
  on: Wire.boolean
})
const right = Subscribe.make({
  topics: ["contact", "currency"],
  create: ({ address, secret, topic }) => ({
    method: "POST",
    path: "/hooks",
    body: { url: address, secret, topic }
  }),
  response: Hook,
  made: ({ id, until }) => ({ id, until }),
  renew: ({ id }) => ({ method: "POST", path: `/hooks/${Call.segment(id)}/renew` }),
  remove: ({ id }) => ({ method: "DELETE", path: `/hooks/${Call.segment(id)}` }),
  list: {
    call: Read.pages({ call: { path: "/hooks" }, page: Page.numbered({ size: 2, sizeParam: "size" }), items: "hooks" }),
    response: Wire.list(Hook),
    found: (hooks) => hooks.map(({ id, on, url }) => ({ id, address: url, active: on !== false }))
  }
})

const address = "https://service.example/in/the-token"
const secret = "the-secret-of-this-connection"
const ids = ["h-1", "h-2"]
const until = "2026-03-18T00:00:00.000Z"
const hook = (id: string, more: object = {}) => ({ id, url: address, signs: "", until, on: true, ...more })
const list = (page: number, hooks: ReadonlyArray<unknown>) => ({
  request: { path: "/hooks", query: { page, size: 2 } },
  response: { body: { hooks } }
})
const own: Case.Case = {
  source: "documented",
  source_note: "Made up for the tests of the suite",
  exchanges: ["contact", "currency"].map((topic, index) => ({
    request: { method: "POST", path: "/hooks", body: { url: address, secret, topic } },
    response: { body: hook(ids[index]!) }
  })),
  webhooks: {
    address,
    secret,
    registered: ids.map((id) => ({ id, until })),
    none: [list(1, [])],
    listed: [list(1, [hook("h-0", { url: "https://other.example/" }), hook("h-1")]), list(2, [hook("h-2")])],
    off: [
      list(
        1,
        ids.map((id) => hook(id, { on: false }))
      ),
      list(2, [])
    ],
    renewed: ids.map((id) => ({
      request: { method: "POST", path: `/hooks/${id}/renew` },
      response: { body: hook(id, { until: "2026-03-20T00:00:00.000Z" }) }
    })),
    removed: ids.map((id) => ({
      request: { method: "DELETE", path: `/hooks/${id}` },
      response: { status: 204 }
    })),
    gone: { status: 404, body: { error: { message: "no such hook" } } }
  }
}

const having = (subscribe: Subscribe.Subscribe, change: Partial<Case.SubscribeCase> = {}): Subject => ({
  ...subject,
  connector: {
    ...subject.connector,
    inbound: Inbound.make({ ...subject.connector.inbound!, subscribe })
  },
  cases: { ...subject.cases, subscribe: { ...own, webhooks: { ...own.webhooks!, ...change } } }
})
const withSubscribe = (change: Partial<Subscribe.Subscribe>) => having({ ...right, ...change })
const withList = (change: Partial<Subscribe.Subscribe["list"]>) =>
  having({ ...right, list: { ...right.list, ...change } })

/** One that keeps the contract. */
export const subscribing: Subject = having(right)

const creating = (body: (wanted: Subscribe.Wanted) => object): Partial<Subscribe.Subscribe> => ({
  create: (wanted) => ({ method: "POST", path: "/hooks", body: body(wanted) })
})
const registers = "subscribe: registers what is missing, as documented"
const proves = "subscribe: gives the address, and what proves its webhooks"
const leaves = "subscribe: leaves alone what is there, and what somebody else has registered"
const again = "subscribe: makes again what the platform has lost or switched off"
const orphans = "subscribe: removes what was left behind at its address"
const renews = "subscribe: gives more time to what ends, before it ends"
const removes = "subscribe: removes what is registered, and takes what is gone for removed"
const listless = "subscribe: an answer without a list is not an empty list"
const nameless = "subscribe: an answer that names no webhook is not one that was registered"

/** The same with other bodies in the case, where the fixture shares the author's mistake. */
const shared = (body: (topic: string) => object, change: Partial<Subscribe.Subscribe>): Subject => {
  const made = withSubscribe(change)
  const exchanges = own.exchanges.map((one, index) => ({
    ...one,
    request: { ...one.request, body: body(["contact", "currency"][index]!) }
  }))
  return { ...made, cases: { ...made.cases, subscribe: { ...own, exchanges } } }
}

export const plantedSubscriptions: ReadonlyArray<Planted> = [
  { fault: "only the first topic is registered", subject: withSubscribe({ topics: ["contact"] }), check: registers },
  {
    fault: "the id of a webhook is another member's",
    subject: withSubscribe({ made: ({ until, url }) => ({ id: url, until }) }),
    check: registers
  },
  {
    fault: "when a webhook ends is not read",
    subject: withSubscribe({ made: ({ id }) => ({ id }) }),
    check: registers
  },
  {
    fault: "no secret goes with a webhook, and none is answered",
    subject: shared(
      (topic) => ({ url: address, topic }),
      creating(({ address: url, topic }) => ({ url, topic }))
    ),
    check: proves
  },
  {
    fault: "a webhook is registered at a fixed address",
    subject: shared(
      (topic) => ({ url: "https://service.example/in", secret, topic }),
      creating(({ secret: own, topic }) => ({ url: "https://service.example/in", secret: own, topic }))
    ),
    check: proves
  },
  {
    fault: "every webhook that is listed is taken for ours",
    subject: withList({ found: (hooks) => hooks.map(({ id }: { id: string }) => ({ id, address })) }),
    check: leaves
  },
  {
    fault: "the case of a list shows nobody else's",
    subject: having(right, {
      listed: [
        list(
          1,
          ids.map((id) => hook(id))
        ),
        list(2, [])
      ]
    }),
    check: leaves
  },
  {
    fault: "the list of webhooks ends at its first page",
    subject: withList({ call: { path: "/hooks", query: { page: 1, size: 2 } }, response: right.list.response }),
    check: leaves
  },
  {
    fault: "a webhook that was switched off is taken for one that sends",
    subject: withList({
      found: (hooks) => hooks.map(({ id, url }: { id: string; url: string }) => ({ id, address: url }))
    }),
    check: again
  },
  {
    fault: "the list does not say where a webhook sends",
    subject: withList({
      found: (hooks) => hooks.map(({ id, on }: { id: string; on: boolean }) => ({ id, address: null, active: on }))
    }),
    check: orphans
  },
  {
    fault: "a webhook is renewed by a call that makes another",
    subject: withSubscribe({ renew: right.create }),
    check: renews
  },
  {
    fault: "a renewal is answered with the end of before",
    subject: having(right, {
      renewed: ids.map((id) => ({
        request: { method: "POST", path: `/hooks/${id}/renew` },
        response: { body: hook(id) }
      }))
    }),
    check: renews
  },
  {
    fault: "another webhook is removed",
    subject: withSubscribe({ remove: () => ({ method: "DELETE", path: "/hooks/h-0" }) }),
    check: removes
  },
  {
    fault: "a webhook that is gone cannot be removed",
    subject: {
      ...withSubscribe({}),
      connector: {
        ...withSubscribe({}).connector,
        http: { ...subject.connector.http, failure: () => ({ reason: "Forbidden" }) }
      }
    },
    check: removes
  },
  {
    fault: "an answer without a list of webhooks is an empty one",
    subject: withList({
      call: { path: "/hooks", query: { page: 1, size: 2 } },
      response: Wire.struct({ hooks: Wire.list(Hook) }),
      found: (body: { hooks?: ReadonlyArray<any> | null }) => body?.hooks ?? []
    }),
    check: listless
  },
  {
    fault: "a webhook without an id is registered",
    subject: withSubscribe({
      response: Wire.unknown,
      made: (body) => ({ id: String(Call.at(body, "id")) })
    }),
    check: nameless
  }
]
