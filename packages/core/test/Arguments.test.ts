/**
 * Whatever code without types hands to an embedder's door, it is told which argument or option is wrong, by name, in the one
 * error, and nothing is asked of the platform.
 */
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Stream from "effect/Stream"
import { describe, expect, it } from "vitest"
import * as InEffect from "../src/connect/effect.ts"
import * as Async from "../src/connect/index.ts"
import { Connector, Write, Writer } from "../src/contract/index.ts"
import { ledger } from "./Rotating.ts"

const samples = {
  null: null,
  undefined,
  number: 5,
  negative: -1,
  text: "x",
  empty: "",
  list: [],
  object: {},
  true: true,
  function: () => {}
} as const
type Sample = keyof typeof samples
const names = Object.keys(samples) as ReadonlyArray<Sample>

/** What an argument takes of the samples; all others must be refused. */
const optional = (...own: ReadonlyArray<Sample>): ReadonlyArray<Sample> => ["undefined", ...own]
const anyText: ReadonlyArray<Sample> = ["text", "empty"]

const subscription = { address: "https://app.example/hook", secret: "s", parts: [] }
const app = { clientId: "app", clientSecret: "hush", redirectUri: "https://app.example/back" }
const credentials = { access_token: "access-0" }
const way = {
  settings: optional("object"),
  "settings.tenantId": optional(...anyText),
  method: optional("null")
}
const plain = { fetch: optional("function"), onCall: optional("function"), signal: optional() }
const registration = {
  app: [],
  "app.clientId": anyText,
  "app.clientSecret": anyText,
  "app.tokenUrl": optional(),
  "app.authorizeUrl": optional(),
  "app.scopes": optional("list")
}

interface Call {
  /** Valid arguments, in their order. */
  readonly args: Readonly<Record<string, unknown>>
  /** Of each argument and option, by its path: which samples are no mistake. */
  readonly takes: Readonly<Record<string, ReadonlyArray<Sample>>>
}
const signalled = { options: ["null", "undefined", "object"], "options.signal": optional() } as const
const writing: Call = {
  args: { model: "CONTACTS", items: [], options: {} },
  takes: {
    model: anyText,
    items: ["list"],
    ...signalled,
    "options.key": optional("text"),
    "options.begun": optional(),
    "options.progress": optional(),
    "options.progress.load": ["function"],
    "options.progress.keep": ["function"]
  }
}
const proofs = {
  request: [],
  "request.headers": ["object"],
  ...signalled,
  "options.secrets": optional("list"),
  "options.subscription": optional("null"),
  "options.subscription.parts": ["list"],
  "options.address": optional()
} satisfies Call["takes"]
const webhook: Call["args"] = {
  request: { method: "POST", url: "/hook", headers: {}, rawBody: "{}" },
  options: { secrets: ["s"] }
}

/** The calls of a client. */
const calls: Readonly<Record<string, Call>> = {
  list: {
    args: { model: "CONTACTS", options: {} },
    takes: {
      model: anyText,
      ...signalled,
      "options.since": optional(),
      "options.from": optional(),
      "options.after": optional("object"),
      "options.after.ledger": optional("object"),
      "options.deleted": optional("true"),
      "options.deleted.known": ["list"],
      "options.refused": optional("function")
    }
  },
  positions: { args: { model: "CONTACTS", options: {} }, takes: { model: anyText, ...signalled } },
  get: {
    args: { model: "CONTACTS", id: "1", options: {} },
    takes: { model: anyText, id: ["text"], ...signalled, "options.refused": optional("function") }
  },
  create: writing,
  update: writing,
  delete: writing,
  void: writing,
  download: {
    args: { document: { platform_id: "1" }, options: {} },
    takes: {
      document: [],
      "document.platform_id": ["text"],
      ...signalled,
      "options.most": optional(),
      "options.most.bytes": ["number"],
      "options.most.name": optional(...anyText),
      "options.seconds": optional("number")
    }
  },
  upload: {
    args: {
      file: {
        file_name: "a.pdf",
        file_type: "application/pdf",
        content: new Uint8Array(1),
        document_type: "BILLS",
        document_type_id: "1"
      },
      options: {}
    },
    takes: {
      file: [],
      "file.file_name": ["text"],
      "file.file_type": ["text"],
      "file.content": [],
      "file.document_type": ["text"],
      "file.document_type_id": ["text"],
      ...signalled
    }
  },
  call: {
    args: { call: { path: "/flag" }, options: {} },
    takes: {
      call: [],
      "call.path": [],
      "call.method": optional(),
      "call.base": optional(),
      "call.headers": optional("object"),
      "call.headers.x-own": optional(...anyText),
      "call.query": optional("object"),
      "call.query.page": optional("null", "number", "negative", "text", "empty", "list", "true"),
      ...signalled,
      "options.body": optional()
    }
  },
  receive: { args: webhook, takes: proofs },
  subscribe: {
    args: { options: { address: "https://app.example/hook" } },
    takes: {
      options: [],
      "options.address": [],
      "options.subscription": optional("null"),
      "options.secret": optional("text"),
      "options.keep": optional("function"),
      "options.signal": optional()
    }
  },
  unsubscribe: {
    args: { subscription, options: {} },
    takes: {
      subscription: [],
      "subscription.address": anyText,
      "subscription.secret": anyText,
      "subscription.parts": ["list"],
      ...signalled
    }
  },
  check: { args: { options: {} }, takes: signalled }
}

const under = (place: string, takes: Call["takes"]) =>
  Object.fromEntries(Object.entries(takes).map(([path, own]) => [`${place}.${path}`, own]))
const holding: Call = {
  args: { connector: ledger, options: { app, credentials, settings: {} } },
  takes: {
    connector: [],
    options: [],
    ...under("options", {
      ...way,
      ...plain,
      credentials: ["object"],
      baseUrl: optional(),
      app: optional(),
      "app.clientId": anyText,
      "app.clientSecret": anyText
    })
  }
}
/** What is called without a client. */
const functions: Readonly<Record<string, Call>> = {
  connect: {
    args: { connector: ledger, options: { credentials, settings: {} } },
    takes: {
      connector: [],
      options: [],
      ...under("options", {
        ...way,
        settings: ["object"],
        fetch: optional("function"),
        onCall: optional("function"),
        credentials: ["object", "function"],
        baseUrl: optional(),
        bounds: optional("object"),
        "bounds.item": optional("number"),
        "bounds.elements": optional("number"),
        "bounds.emptyPages": optional("number"),
        "bounds.depth": optional("number"),
        "bounds.id": optional("number"),
        "bounds.pages": optional("number"),
        "bounds.state": optional("number"),
        "bounds.wait": optional("number"),
        "bounds.answer": optional("number"),
        customFields: optional(),
        "customFields.of": ["function"],
        app: optional(),
        "app.clientId": anyText,
        "app.clientSecret": anyText
      })
    }
  },
  receive: { args: { connector: ledger, ...webhook }, takes: { connector: [], ...proofs } },
  authorize: {
    args: { connector: ledger, options: { app, settings: {} } },
    takes: {
      connector: [],
      options: [],
      ...under("options", { ...way, ...plain, ...registration, "app.redirectUri": [] })
    }
  },
  exchange: {
    args: {
      connector: ledger,
      options: { app, settings: {}, flow: { state: "s", verifier: null }, callback: "/back?code=c&state=s" }
    },
    takes: {
      connector: [],
      options: [],
      ...under("options", {
        ...way,
        ...plain,
        ...registration,
        "app.redirectUri": [],
        flow: [],
        "flow.state": anyText,
        "flow.verifier": ["null", ...anyText],
        callback: anyText
      })
    }
  },
  accounts: holding,
  disconnect: holding,
  deletionsOf: { args: { connector: ledger, model: "CONTACTS" }, takes: { connector: [], model: anyText } },
  secretsOf: { args: { subscription }, takes: { subscription: [], "subscription.parts": ["list"] } }
}

/** The value with what is at a path replaced; objects on the way are made. */
const put = (whole: any, [name, ...rest]: ReadonlyArray<string>, value: unknown): any =>
  name === undefined ? value : { ...whole, [name]: put(whole?.[name], rest, value) }

/** Members that an object on the way to a path has to have. */
const around: Readonly<Record<string, object>> = {
  "options.progress": { load: () => null, keep: () => {} },
  "options.subscription": subscription,
  "options.most": { bytes: 1 },
  "options.app": app
}
/** What is told by the name of what it is in. */
const within: Readonly<Record<string, string>> = { "options.deleted.known": "options.deleted" }
/** What names a mistake: an object that lacks what it needs is told by that. */
const fieldsOf = (steps: ReadonlyArray<string>, name: Sample): RegExp => {
  const field = steps.slice(steps.length === 1 ? 0 : 1).join(".")
  const below = steps.length === 1 ? "|[\\w.]+" : `|${field}\\.[\\w.]+`
  return new RegExp(`^(${field}${name === "object" ? below : ""})$`)
}
/** Each way in which one argument of a call is something else, with whether it is a mistake and what that names. */
const wrongs = ({ args, takes }: Call) =>
  Object.entries(takes).flatMap(([path, own]) => {
    const steps = path.split(".")
    const parent = steps.slice(0, -1).join(".")
    const base = around[parent] === undefined ? args : put(args, parent.split("."), around[parent])
    return names.map((name) => ({
      told: `${path}: ${name}`,
      given: Object.values(put(base, steps, samples[name])),
      fields: own.includes(name) ? null : fieldsOf((within[path] ?? path).split("."), name)
    }))
  })

const asked: Array<string> = []
const fetch = (async (input: RequestInfo | URL) => {
  asked.push(String(input instanceof Request ? input.url : input))
  return Response.json({})
}) as typeof globalThis.fetch

/** What a call ends with that is no success; null where it is one. */
const endOf = async (call: () => unknown): Promise<unknown> => {
  try {
    const result: any = call()
    if (Symbol.asyncIterator in Object(result)) for await (const _ of result) continue
    else await result
    return null
  } catch (error) {
    return error
  }
}
const inEffect = (result: unknown) =>
  Effect.runPromise(
    (Stream.isStream(result) ? Stream.runDrain(result as never) : (result as Effect.Effect<unknown>)).pipe(
      Effect.provide(InEffect.layer),
      Effect.provideService(FetchHttpClient.Fetch, fetch)
    ) as Effect.Effect<unknown>
  )
const open = { credentials, settings: { tenantId: "t" } } as const

/** Both doors: what a client's calls and the functions beside it are. */
const doors: Readonly<
  Record<
    string,
    {
      readonly client: (name: string, given: ReadonlyArray<unknown>) => unknown
      readonly alone: (name: string, given: ReadonlyArray<unknown>) => unknown
      /** What this door does not take, by path. */
      readonly lacks: RegExp
    }
  >
> = {
  async: {
    client: (name, given) => (Async.connect(ledger, { ...open, fetch }) as any)[name](...given),
    alone: (name, given) => (Async as any)[name](...given),
    lacks: /^$/
  },
  effect: {
    client: (name, given) =>
      inEffect(
        Effect.flatMap(InEffect.connect(ledger, open), (client: any) => {
          const result = typeof client[name] === "function" ? client[name](...given) : client[name]
          return Stream.isStream(result) ? Stream.runDrain(result as never) : result
        })
      ),
    alone: (name, given) => {
      const result = (InEffect as any)[name](...given)
      return Effect.isEffect(result) ? inEffect(result) : result
    },
    // Its options hold no signal, and its second argument is not always one.
    lacks: /^options\.(signal|fetch|onCall)|^options\.progress/
  }
}

describe.each(Object.entries(doors))("the %s door", (door, { alone, client, lacks }) => {
  const all = [
    ...Object.entries(calls).map(([name, call]) => [`client.${name}`, name, call, client] as const),
    ...Object.entries(functions).map(([name, call]) => [name, name, call, alone] as const)
  ]
  const hasOptions = (name: string) =>
    door === "async" || !["positions", "upload", "call", "unsubscribe", "check"].includes(name)
  it.each(all)("names what is wrong with the arguments of %s", async (_, name, call, use) => {
    const own = wrongs(call).filter(
      ({ told }) => !lacks.test(told) && (use === alone || hasOptions(name) || !told.startsWith("options"))
    )
    const found: Array<string> = []
    for (const { fields, given, told } of own) {
      asked.length = 0
      const args = use === alone || hasOptions(name) ? given : given.slice(0, -1)
      const error: any = await endOf(() => use(name, args))
      const { _tag, field } = error?.reason ?? {}
      if (error !== null && !Async.isConnectorError(error)) found.push(`${told}: rejects with ${String(error)}`)
      else if (fields !== null && !(_tag === "InvalidCall" && fields.test(field))) {
        found.push(`${told}: is told as ${String(error)}, of ${field}`)
      } else if (fields !== null && asked.length > 0) found.push(`${told}: the platform was asked`)
      else if (fields === null && _tag === "Undecodable") found.push(`${told}: is told as ${String(error)}`)
    }
    expect(found).toEqual([])
  })
})

it("names a schema that is none, by the effect door", async () => {
  const error = await endOf(() =>
    inEffect(Effect.flatMap(InEffect.connect(ledger, open), (client) => client.call({ path: "/flag" }, {} as never)))
  )
  expect(error).toMatchObject({ _tag: "ConnectorError", reason: { _tag: "InvalidCall", field: "body" } })
})

describe("what the app's own code does", () => {
  const answers: Readonly<Record<string, unknown>> = {
    nothing: undefined,
    "a JSON value": { list: [] },
    "a text": "{}",
    "an answer of another library": { status: 200, headers: new Headers(), body: { pipe: () => {} } }
  }
  it.each(Object.entries(answers))("is told as a `fetch` that answers no Response: %s", async (_, answer) => {
    const client = Async.connect(ledger, { ...open, fetch: async () => answer as never })
    for (const call of [() => client.check(), () => client.list("CONTACTS"), () => client.call({ path: "/flag" })]) {
      expect(await endOf(call)).toMatchObject({
        _tag: "ConnectorError",
        reason: { _tag: "InvalidCall", field: "fetch", message: "must answer a Response of the web" }
      })
    }
  })

  it("is told as a store of progress that fails, before anything is sent", async () => {
    asked.length = 0
    const progress = { load: () => Promise.reject(new Error("the database is away")), keep: () => {} }
    const create = Write.create("CONTACTS", {
      requires: ["name"],
      call: () => ({ method: "POST", path: "/contacts" }),
      answers: (body) => [Write.accepted(body)],
      record: ledger.reads.CONTACTS,
      idempotency: Write.none
    })
    const writing = Connector.make({ ...ledger, writes: { CONTACTS: { create } } })
    const client = Async.connect(writing, { ...open, fetch })
    const error: any = await endOf(() => client.create("CONTACTS", [{ name: "Ada" }], { progress }))
    expect(error).toMatchObject({ _tag: "ConnectorError", reason: { _tag: "Unavailable" } })
    expect(error.message).toContain("The app's own store of progress (load) failed: the database is away")
    expect(asked).toEqual([])
  })

  it("is told as a function that hears of what could not be read, and fails", async () => {
    const own = new Error("the log is full")
    const list = [{ name: "no id" }]
    const client = Async.connect(ledger, {
      ...open,
      fetch: async () => Response.json({ list, items: list, data: list })
    })
    const refused = () => {
      throw own
    }
    const error: any = await endOf(() => client.list("CONTACTS", { refused }))
    expect(error).toMatchObject({ _tag: "ConnectorError", operation: "list CONTACTS", cause: own })
    expect(error.message).toContain("The app's own function `refused` failed: the log is full")
  })
})

it("types an item with what its platform requires, by what the connector says", () => {
  const { make } = Writer
  const writer = make(() => ({ idempotency: Write.none }))
  const record = ledger.reads.CONTACTS as never
  const requires = {
    create: ["contact_id", "posted_date", "line_items", "line_items.account_id"],
    update: ["memo"]
  } as const
  const writes = {
    CONTACTS: writer("CONTACTS", ["create", "update"], { record, requires: ["name", "email"] }),
    BILLS: writer("BILLS", ["create", "update"], { record, requires })
  }
  const whole = Connector.make({ ...ledger, writes })
  const apart = Connector.make({ ...ledger, writes: Connector.later(async () => ({ writes })) })
  type Whole = typeof whole
  type Apart = typeof apart

  const contact: Async.InputOf<Whole, "CONTACTS", "create"> = { name: "Ada", email: "a@b.example" }
  // @ts-expect-error: this platform wants an address as well
  const unaddressed: Async.InputOf<Whole, "CONTACTS", "create"> = { name: "Ada" }
  // @ts-expect-error: and says so where its writes are loaded later
  const later: Async.InputOf<Apart, "CONTACTS", "create"> = { name: "Ada" }
  const changed: Async.InputOf<Whole, "CONTACTS", "update"> = { platform_id: "1" }
  const line = { account_id: "4", quantity: 1 }
  const bill: Async.InputOf<Whole, "BILLS", "create"> = {
    contact_id: "1",
    posted_date: "2026-01-31",
    line_items: [line]
  }
  // @ts-expect-error: every line is booked somewhere
  const unbooked: Async.InputOf<Whole, "BILLS", "create"> = { ...bill, line_items: [{ quantity: 1 }] }
  // @ts-expect-error: what is said of a change counts for a change
  const silent: Async.InputOf<Whole, "BILLS", "update"> = { platform_id: "1" }
  // @ts-expect-error: a client's own call takes the same
  const create = () => Async.connect(whole, open as never).create("CONTACTS", [{ name: "Ada" }])
  // A connector whose types nobody knows takes what the interface takes.
  const any: Async.InputOf<Connector.Any, "CONTACTS", "create"> = { name: "Ada" }
  expect([contact, unaddressed, later, changed, unbooked, silent, create, any]).toHaveLength(8)
  expect(whole.writes.CONTACTS.create.requires).toEqual(["name", "email"])
})
