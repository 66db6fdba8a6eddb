/**
 * Writes in several calls against a platform with a state of its own: wherever they are cut or refused, it ends as it was, or
 * as it was wanted, or the item's error says what stands.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { connect, type Progress } from "../src/connect/index.ts"
import { Account, Auth, Call, Connector, Lookup, Models, Page, Read, Wire, Write } from "../src/contract/index.ts"
import { Platform, Request as Requests, type Writing } from "../src/runtime/index.ts"

interface Row {
  readonly id: string
  readonly ref?: string
  state: "draft" | "approved"
  number: string
  version: number
}
interface Hit {
  readonly method: string
  readonly path: string
  readonly headers: Headers
  readonly body: any
}
type Interfere = (hit: Hit, carryOut: () => Response, index: number) => Response | Promise<Response>

/** Notes are drafts until they are approved; invoices are changed as drafts alone, and by their version. */
const makeBooks = () => {
  const rows = new Map<string, Row>([["i-1", { id: "i-1", state: "approved", number: "old", version: 1 }]])
  const replies = new Map<string, Response>()
  const hits: Array<Hit> = []
  let made = 0
  const shown = (row: Row) => Response.json({ list: [{ ...row }] }, { headers: { etag: `"${row.version}"` } })
  const refuse = (status: number, body: object) => Response.json(body, { status })
  const act = ({ body, headers, method, path }: Hit): Response => {
    const [, kind, id, action] = path.split("/")
    if (id === undefined) {
      if (method === "GET") return Response.json({ list: [...rows.values()].filter(({ number }) => number === body) })
      const other = [...rows.values()].find(({ ref }) => ref !== undefined && ref === body.ref)
      if (other !== undefined) return refuse(409, { taken: "ref", id: other.id })
      const row: Row = { id: `${kind}-${++made}`, state: "draft", version: 1, ...body }
      rows.set(row.id, row)
      return shown(row)
    }
    const row = rows.get(id)
    if (row === undefined) return refuse(404, { message: "is not there" })
    if (method === "GET") return shown(row)
    if (method === "DELETE") {
      rows.delete(id)
      return new Response(null, { status: 204 })
    }
    if (action === undefined) {
      if (headers.get("if-match") !== `"${row.version}"`) return refuse(412, { message: "was changed meanwhile" })
      if (row.state !== "draft") return refuse(422, { message: "is approved" })
      Object.assign(row, body)
    } else {
      const state = action === "approve" ? "approved" : "draft"
      if (row.state === state) return refuse(422, { message: `is ${state} already` })
      row.state = state
    }
    row.version++
    return shown(row)
  }
  const fetchWith =
    (interfere: Interfere = (_, own) => own()): typeof fetch =>
    async (input, init) => {
      const request = new Request(input, init)
      const { pathname, searchParams } = new URL(request.url)
      const text = await request.text()
      const body = text === "" ? (searchParams.get("number") ?? undefined) : JSON.parse(text)
      const hit: Hit = { method: request.method, path: pathname, headers: request.headers, body }
      hits.push(hit)
      const key = request.headers.get("x-key")
      const replay = `${hit.method} ${hit.path} ${key}`
      return interfere(
        hit,
        () => {
          const known = key === null ? undefined : replies.get(replay)
          const reply = known ?? act(hit)
          if (reply.ok) replies.set(replay, reply)
          return reply.clone()
        },
        hits.length - 1
      )
    }
  return { rows, hits, fetchWith }
}
type Books = ReturnType<typeof makeBooks>

const Document = Wire.struct({ id: Wire.required(Wire.id), number: Wire.text, state: Wire.required(Wire.text) })
const documents = <const M extends "BILL_CREDIT_NOTES" | "INVOICES">(model: M, path: string) =>
  Connector.read(model, {
    path,
    page: Page.single,
    from: Read.byMapping("The list takes no date"),
    items: "list",
    item: Document,
    deletes: Read.never("Nothing is deleted"),
    get: `${path}/{id}`,
    map: ({ id, number }) => ({ platform_id: id, document_number: number }) as never
  })
const notes = documents("BILL_CREDIT_NOTES", "/notes")
const invoices = documents("INVOICES", "/invoices")
const idIn = ({ body }: Write.StepAnswer) => Wire.decode(Document, Call.at(body, "list.0")).id
const post = (path: string, body: unknown = {}): Call.Call => ({ method: "POST", path, body })

/** How a platform knows a repeat: by keys, by asking, or not at all. */
const ways = ["key", "lookup", "none"] as const
type Way = (typeof ways)[number]
/** A step that is known to be done by the state of its record. */
const byState = (way: Way, path: string, state: string) =>
  way === "lookup"
    ? {
        idempotency: Write.lookup({
          call: () => ({ path }),
          find: (body) => (Call.at(body, "list.0.state") === state ? body : undefined)
        })
      }
    : {}

const createNotes = (way: Way) =>
  Connector.create("BILL_CREDIT_NOTES", {
    requires: [],
    steps: ({ answered: { approved, made }, input }) => {
      if (made === undefined) {
        return Write.step("made", post("/notes", { number: input.document_number }), {
          id: idIn,
          undo: (answer) => ({ method: "DELETE", path: `/notes/${idIn(answer)}` })
        })
      }
      const path = `/notes/${idIn(made)}`
      return approved === undefined
        ? Write.step("approved", post(`${path}/approve`), byState(way, path, "approved"))
        : Write.acceptedId(idIn(made))
    },
    record: notes,
    idempotency:
      way === "key"
        ? Write.key("x-key")
        : way === "none"
          ? Write.none
          : Write.lookup({
              call: ({ document_number }) => ({ path: "/notes", query: { number: document_number } }),
              find: (body) => (Call.at(body, "list.0") === undefined ? undefined : body)
            })
  })

/** An approved invoice is a draft again while it is changed. */
const updateInvoices = (way: Way) =>
  Connector.update("INVOICES", {
    requires: [],
    current: Document,
    steps: ({ answered: { approved, reopened, written }, current, input: { document_number, platform_id } }) => {
      const path = `/invoices/${platform_id}`
      const wasApproved = current.item.state === "approved"
      const etag = (reopened ?? current).headers["etag"]
      if (wasApproved && reopened === undefined) {
        const undo = post(`${path}/approve`)
        return Write.step("reopened", post(`${path}/reopen`), { undo, ...byState(way, path, "draft") })
      }
      if (written === undefined) {
        const call = { method: "PUT" as const, path, headers: { "if-match": etag }, body: { number: document_number } }
        const undo = ({ headers }: Write.StepAnswer) => ({
          ...call,
          headers: { "if-match": headers["etag"] },
          body: { number: current.item.number }
        })
        const isThere = (body: unknown) => (Call.at(body, "list.0.number") === document_number ? body : undefined)
        return Write.step("written", call, {
          undo,
          ...(way === "lookup" ? { idempotency: Write.lookup({ call: () => ({ path }), find: isThere }) } : {})
        })
      }
      return wasApproved && approved === undefined
        ? Write.step("approved", post(`${path}/approve`), byState(way, path, "approved"))
        : Write.acceptedId(platform_id!)
    },
    record: invoices,
    idempotency: way === "key" ? Write.key("x-key") : Write.none
  })

const make = (writes: Connector.Writes) =>
  Connector.make({
    id: "BOOKS",
    name: "Books",
    category: "ACCOUNTING",
    models: Models.models,
    auth: Auth.none,
    settings: {},
    http: {
      baseUrl: "https://books.example",
      limits: { windows: [] },
      failure: ({ body }) => {
        const message = Call.at(body, "message")
        return typeof message === "string" ? { message } : {}
      }
    },
    account: Account.untold("a test has one account"),
    check: { path: "/" },
    reads: { BILL_CREDIT_NOTES: notes, INVOICES: invoices },
    writes
  })

/** A process that writes one item and keeps its progress; null when it died before it had a result. */
const write = async (
  books: Books,
  own: Write.Write,
  input: object,
  kept: { text: string | null },
  options: {
    readonly interfere?: (die: () => Promise<never>) => Interfere
    readonly keep?: (die: () => Promise<never>, index: number) => Promise<unknown>
    readonly repeated?: boolean
    readonly waits?: boolean
    readonly storeless?: boolean
  } = {}
): Promise<Writing.WriteResult | null> =>
  Effect.gen(function* () {
    const death = yield* Deferred.make<null>()
    const die = () => {
      Deferred.doneUnsafe(death, Effect.succeed(null))
      return new Promise<never>(() => {})
    }
    let keeps = 0
    const progress: Writing.ProgressStore = {
      of: () => (kept.text === null ? null : (JSON.parse(kept.text) as Progress)),
      keep: (_, progress) =>
        Effect.promise(async () => {
          kept.text = JSON.stringify(progress)
          await options.keep?.(die, keeps++)
        })
    }
    const fetchIt = books.fetchWith(options.interfere?.(die))
    const http = FetchHttpClient.layer.pipe(Layer.provide(Layer.succeed(FetchHttpClient.Fetch, fetchIt)))
    const run = Effect.gen(function* () {
      const platform = yield* Platform.Platform
      const connector = make({ [own.model]: { [own.operation]: own } })
      const client = platform.open(connector, { key: "k", settings: {}, credentials: Effect.succeed({}) })
      const [result] = yield* client.chunk(own.model, own.operation, [{ position: 0, input }], {
        key: "job",
        repeated: options.repeated ?? false,
        ...(options.waits === undefined ? {} : { waits: options.waits }),
        ...(options.storeless === true ? {} : { progress })
      })
      return result!
    }).pipe(
      Effect.provide(Platform.Platform.layer.pipe(Layer.provide(http))),
      Effect.provideService(Requests.Policy, { retries: 0, pause: 0, patience: 0, timeout: 60_000 })
    )
    return yield* Effect.raceFirst(run, Deferred.await(death))
  }).pipe(Effect.runPromise)

const isChange = ({ method }: Hit): boolean => method !== "GET"
/** Interferes with the change of that index. */
const at = (
  books: Books,
  index: number,
  own: (carryOut: () => Response) => Response | Promise<Response>
): Interfere => {
  const before = books.hits.filter(isChange).length
  return (hit, carryOut) =>
    isChange(hit) && books.hits.filter(isChange).length - before === index + 1 ? own(carryOut) : carryOut()
}

/** The two writes: what they change, the states of before and of what is wanted, and what each of its steps leaves. */
const subjects = [
  {
    name: "a note that is approved after its creation",
    of: createNotes,
    input: { document_number: "N-1" },
    before: "",
    after: ["", "notes-1 N-1 draft", "notes-1 N-1 approved"],
    steps: ["made", "approved"],
    state: ({ rows }: Books) =>
      [...rows.values()]
        .filter(({ id }) => id.startsWith("notes"))
        .map(stateOf)
        .join()
  },
  {
    name: "an approved invoice that is changed",
    of: updateInvoices,
    input: { platform_id: "i-1", document_number: "new" },
    before: "i-1 old approved",
    after: ["i-1 old approved", "i-1 old draft", "i-1 new draft", "i-1 new approved"],
    steps: ["reopened", "written", "approved"],
    state: ({ rows }: Books) => stateOf(rows.get("i-1")!)
  }
] as const
const stateOf = ({ id, number, state }: Row) => `${id} ${number} ${state}`
const told = (message: string, title: string): ReadonlyArray<string> =>
  new RegExp(`(?<!not )${title}: ([^;)]*)`).exec(message)?.[1]?.split(", ") ?? []

/** As before, as wanted, or told. */
const assertHonest = (subject: (typeof subjects)[number], books: Books, result: Writing.WriteResult): void => {
  const state = subject.state(books)
  if (result.error === null) return expect(state).toBe(subject.after.at(-1))
  if (state === subject.before && told(result.error.message, "sent without an answer").length === 0) {
    expect(told(result.error.message, "done")).toEqual([])
    return
  }
  const { message, platform_id } = result.error
  const done = told(message, "done")
  const unclear = told(message, "not known to be taken back").map((said) => said.split(" ")[0]!)
  const open = [...told(message, "sent without an answer"), ...unclear]
  expect(done).toEqual(subject.steps.slice(0, done.length))
  expect(open.length).toBeLessThanOrEqual(1)
  expect(open).toEqual(subject.steps.slice(done.length, done.length + open.length))
  // Sent without an answer: it may have been taken or not.
  expect(subject.after.slice(done.length, done.length + open.length + 1)).toContain(state)
  if (done.length > 0)
    expect([platform_id, message]).toEqual([state.split(" ")[0], expect.stringContaining(platform_id!)])
}
const counted = (books: Books) => [...books.rows.keys()].filter((id) => id.startsWith("notes")).length

describe.each(subjects)("$name", (subject) => {
  describe.each(ways)("at a platform that knows repeats by %s", (way) => {
    const own = subject.of(way) as Write.Write
    const { input, steps } = subject
    it("is done", async () => {
      const books = makeBooks()
      const kept = { text: null }
      const result = await write(books, own, input, kept)
      expect(result?.error).toBeNull()
      expect(subject.state(books)).toBe(subject.after.at(-1))
    })
    it.each(steps.flatMap((step, index) => (["before", "after"] as const).map((when) => ({ step, index, when }))))(
      "goes on after a death $when $step was carried out",
      async ({ index, when }) => {
        const books = makeBooks()
        const kept = { text: null }
        const died = await write(books, own, input, kept, {
          interfere: (die) =>
            at(books, index, async (carryOut) => {
              if (when === "after") carryOut()
              return die()
            })
        })
        expect(died).toBeNull()
        const result = await write(books, own, input, kept, { repeated: true })
        assertHonest(subject, books, result!)
        if (way !== "none") expect(result!.error).toBeNull()
        expect(counted(books)).toBeLessThanOrEqual(1)
      }
    )
    it.each(Array.from({ length: steps.length + 1 }, (_, index) => index))(
      "goes on after a death when its progress was kept the time %s",
      async (index) => {
        const books = makeBooks()
        const kept = { text: null }
        const died = await write(books, own, input, kept, {
          keep: async (die, now) => (now === index ? die() : undefined)
        })
        expect(died).toBeNull()
        const result = await write(books, own, input, kept, { repeated: true })
        assertHonest(subject, books, result!)
        // All was answered before the last time.
        if (way !== "none" || index === steps.length) expect(result!.error).toBeNull()
        expect(books.hits.filter(isChange).length).toBeLessThanOrEqual(steps.length)
      }
    )
    it.each(steps.map((step, index) => ({ step, index })))("is taken back when $step is refused", async ({ index }) => {
      const books = makeBooks()
      const kept = { text: null }
      const refuse = () => Response.json({ message: "is locked" }, { status: 422 })
      const result = await write(books, own, input, kept, { interfere: () => at(books, index, refuse) })
      expect(result?.error).toMatchObject({ code: "platform-denied", reason: "Rejected" })
      expect(result?.error?.message).toMatch(/^is locked/)
      expect(subject.state(books)).toBe(subject.before)
      expect(told(result!.error!.message, "taken back")).toEqual(steps.slice(0, index))
    })
    it.each(steps.map((step, index) => ({ step, index })))(
      "says what stands when $step is refused and nothing can be taken back",
      async ({ index }) => {
        const books = makeBooks()
        let changes = 0
        const refuse: Interfere = (hit, carryOut) =>
          isChange(hit) && changes++ >= index ? Response.json({ message: "is locked" }, { status: 422 }) : carryOut()
        const result = await write(books, own, input, { text: null }, { interfere: () => refuse })
        assertHonest(subject, books, result!)
        expect(subject.state(books)).toBe(subject.after[index])
        if (index > 0) {
          expect(result!.error!.message).toContain(`could not be taken back: ${steps[index - 1]} (is locked)`)
        }
      }
    )
    it.each(steps.slice(1).map((step, index) => ({ step, index: index + 1 })))(
      "goes on taking back after a death, when $step is refused",
      async ({ index }) => {
        const books = makeBooks()
        const kept = { text: null }
        const refuse = () => Response.json({ message: "is locked" }, { status: 422 })
        const died = await write(books, own, input, kept, {
          interfere: (die) => {
            const refusing = at(books, index, refuse)
            const dying = at(books, index + 1, async (carryOut) => (carryOut(), die()))
            return (hit, carryOut, now) => {
              const changes = books.hits.filter(isChange).length
              return isChange(hit) && changes === index + 2 ? dying(hit, carryOut, now) : refusing(hit, carryOut, now)
            }
          }
        })
        expect(died).toBeNull()
        const result = await write(books, own, input, kept, { repeated: true })
        expect(result!.error).not.toBeNull()
        if (subject.state(books) !== subject.before) assertHonest(subject, books, result!)
      }
    )
    it.each(steps.map((step, index) => ({ step, index })))(
      "waits where the platform has no time for $step, and goes on",
      async ({ index }) => {
        const books = makeBooks()
        const kept = { text: null }
        const busy = () => Response.json({}, { status: 429 })
        const result = await write(books, own, input, kept, { waits: true, interfere: () => at(books, index, busy) })
        expect(result?.error?.code).toBe("rate-limited")
        expect(result?.error?.isUnfinished === true).toBe(index > 0)
        const later = await write(books, own, input, kept, { waits: true })
        expect(later?.error).toBeNull()
        expect(subject.state(books)).toBe(subject.after.at(-1))
      }
    )
    it.each(steps.map((step, index) => ({ step, index })))(
      "never guesses when the answer to $step is lost",
      async ({ index }) => {
        const books = makeBooks()
        const lose = (carryOut: () => Response): Response => {
          carryOut()
          throw Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNRESET" } })
        }
        const result = await write(books, own, input, { text: null }, { interfere: () => at(books, index, lose) })
        assertHonest(subject, books, result!)
        if (way === "lookup") expect(result!.error).toBeNull()
        else expect(result!.error?.code).toBe("unknown-outcome")
      }
    )
  })
})

it("a creation is not done twice when nobody kept how far it came", async () => {
  const [subject] = subjects
  const own = createNotes("key") as Write.Write
  const books = makeBooks()
  const died = await write(
    books,
    own,
    subject.input,
    { text: null },
    { storeless: true, interfere: (die) => at(books, 1, async (carryOut) => (carryOut(), die())) }
  )
  expect(died).toBeNull()
  const result = await write(books, own, subject.input, { text: null }, { storeless: true, repeated: true })
  expect(result?.error).toBeNull()
  expect(subject.state(books)).toBe(subject.after.at(-1))
})

describe("a record that has changed since it was read", () => {
  const rename = (stale?: boolean) =>
    Connector.update("INVOICES", {
      requires: [],
      current: true,
      call: ([item], { current }) => ({
        method: "PUT",
        path: `/invoices/${item!.platform_id}`,
        // The whole record goes back with what changes.
        body: { ...current.raw, number: item!.document_number },
        headers: { "if-match": stale === true ? '"1"' : current.headers["etag"] }
      }),
      answers: (body) => [Write.accepted(Call.at(body, "list.0"))],
      record: invoices,
      idempotency: Write.key("x-key")
    }) as Write.Write
  const change = async (own: Write.Write, times: number) => {
    const books = makeBooks()
    books.rows.get("i-1")!.state = "draft"
    let left = times
    const result = await write(
      books,
      own,
      { platform_id: "i-1", document_number: "new" },
      { text: null },
      {
        interfere: () => (hit, carryOut) => {
          if (isChange(hit) && left-- > 0) books.rows.get("i-1")!.version++
          return carryOut()
        }
      }
    )
    return { result: result!, hits: books.hits, row: books.rows.get("i-1")! }
  }
  it("is read again and changed", async () => {
    const { hits, result, row } = await change(rename(), 1)
    expect(result.error).toBeNull()
    expect(row.number).toBe("new")
    expect(hits.map(({ headers, method }) => `${method} ${headers.get("if-match") ?? ""}`.trim())).toEqual([
      "GET",
      'PUT "1"',
      "GET",
      'PUT "2"'
    ])
    const keys = hits.filter(isChange).map(({ headers }) => headers.get("x-key"))
    expect(new Set(keys).size).toBe(2)
  })
  it("is read again once", async () => {
    const { hits, result, row } = await change(rename(), 9)
    expect(result.error).toMatchObject({
      code: "platform-denied",
      reason: "Conflict",
      message: "was changed meanwhile"
    })
    expect([hits.filter(isChange).length, row.number]).toEqual([2, "old"])
  })
  it("that is not there is said so, and nothing is sent", async () => {
    const books = makeBooks()
    const result = await write(books, rename(), { platform_id: "i-9", document_number: "new" }, { text: null })
    expect(result?.error).toMatchObject({ reason: "NotFound", message: "platform_id: the platform has no record i-9" })
    expect(books.hits.filter(isChange)).toEqual([])
  })
  it("needs a read that can ask for one record, and one record at a time", () => {
    const { get: _, ...record } = invoices
    const options = {
      requires: [],
      current: true,
      call: () => ({ path: "/" }),
      answers: () => [],
      idempotency: Write.natural
    } as const
    expect(() => Connector.update("INVOICES", { ...options, record })).toThrow(/`get`/)
    expect(() => Connector.update("INVOICES", { ...options, record: invoices, batch: 2 })).toThrow(/batch/)
    expect(() => Connector.create("INVOICES" as never, { ...options, record: invoices } as never)).toThrow(
      /there already/
    )
  })
})

describe("what makes a repeat harmless", () => {
  const simple = (idempotency: Write.Write["idempotency"], call: (number: string) => Call.Call) =>
    Connector.create("BILL_CREDIT_NOTES", {
      requires: [],
      call: ([item]) => call(item!.document_number!),
      answers: (body) => [Write.accepted(Call.at(body, "list.0"))],
      record: notes,
      idempotency
    }) as Write.Write
  const sent = async (
    idempotency: Write.Write["idempotency"],
    call = (number: string) => post("/notes", { number })
  ) => {
    const books = makeBooks()
    const result = await write(books, simple(idempotency, call), { document_number: "N-1" }, { text: null })
    expect(result?.error).toBeNull()
    return books.hits[0]!
  }
  it("is a key of the form that the platform takes", async () => {
    const plain = (await sent(Write.key("x-key", { form: "plain" }))).headers.get("x-key")
    expect(plain).toMatch(/^[0-9a-f]{32}$/)
    const uuid = (await sent(Write.key("x-key", { form: "uuid" }))).headers.get("x-key")
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/)
    expect((await sent(Write.key("x-key", { form: "uuid" }))).headers.get("x-key")).toBe(uuid)
  })
  it("is a key anywhere in the body", async () => {
    const vals = (number: string) => post("/notes", { number, vals: [{ ref: { own: true } }, {}] })
    expect((await sent(Write.keyBody("vals.0.ref.key"), vals)).body.vals).toEqual([
      { ref: { own: true, key: "job:0" } },
      {}
    ])
    expect((await sent(Write.keyBody("root.custom_id"))).body).toEqual({ number: "N-1", root: { custom_id: "job:0" } })
    await expect(() => sent(Write.keyBody("id"), () => ({ ...post("/notes"), body: Call.form({}) }))).rejects.toThrow()
  })
  it("hangs on settings where it does", async () => {
    expect((await sent(() => Write.key("x-key"))).headers.get("x-key")).toBe("job:0")
  })
  it("is an id of ours that the platform takes once and says who has it", async () => {
    const unique = Write.unique({
      place: { in: "body", name: "ref", form: "plain" },
      existing: ({ body, status }) =>
        status === 409 && Call.at(body, "taken") === "ref" ? { list: [{ id: Call.at(body, "id"), state: "" }] } : null
    })
    const own = simple(unique, (number) => post("/notes", { number }))
    const books = makeBooks()
    const input = { document_number: "N-1" }
    for (const repeated of [false, true]) {
      const result = await write(books, own, input, { text: null }, { repeated })
      expect(result?.item?.records[0]?.platform_id).toBe("notes-1")
    }
    expect(counted(books)).toBe(1)
    const taken = () => Response.json({ taken: "number", message: "is somebody else's" }, { status: 409 })
    const other = await write(makeBooks(), own, input, { text: null }, { interfere: () => taken })
    expect(other?.error).toMatchObject({ code: "record-already-exists", message: "is somebody else's" })
  })
  it("is looked for with the key and the moment of the write, so that no older record is found", async () => {
    const asked: Array<Write.LookContext> = []
    const idempotency = Write.lookup({
      key: { in: "body", name: "ref", form: "plain" },
      call: (_input, context) => (asked.push(context), { path: "/notes", query: { number: "N-1" } }),
      find: (body, _input, { key }) =>
        ((Call.at(body, "list") as ReadonlyArray<Row>).find(({ ref }) => ref === key) as unknown) ?? undefined
    })
    const own = simple(idempotency, (number) => post("/notes", { number }))
    const books = makeBooks()
    books.rows.set("n-0", { id: "n-0", ref: "another's", state: "draft", number: "N-1", version: 1 })
    await write(books, own, { document_number: "N-1" }, { text: null })
    const result = await write(books, own, { document_number: "N-1" }, { text: null }, { repeated: true })
    expect(result?.item?.records[0]?.platform_id).toBe("notes-1")
    expect(asked.map(({ key }) => key)).toEqual([books.hits[0]!.body.ref])
    expect(Date.now() - Date.parse(asked[0]!.since)).toBeGreaterThanOrEqual(120_000)
  })
  it("is needed no more where the platform says that nothing was done", async () => {
    let tries = 0
    const connector = make({
      BILL_CREDIT_NOTES: { create: simple(Write.none, (number) => post("/notes", { number })) } as never
    })
    const books = makeBooks()
    const open = (applied: false | undefined) =>
      connect(
        {
          ...connector,
          http: { ...connector.http, failure: () => ({ message: "rolled back", applied }) }
        } as Connector.Any,
        {
          credentials: {},
          settings: {},
          fetch: books.fetchWith((_, own) => (tries++ === 0 ? Response.json({}, { status: 500 }) : own()))
        }
      )
    const write = async (applied: false | undefined) => {
      tries = 0
      const [result] = await open(applied).create("BILL_CREDIT_NOTES" as never, [{ document_number: "N" }] as never)
      return result!.error?.code ?? null
    }
    expect([await write(undefined), await write(false)]).toEqual(["unknown-outcome", null])
  })
})

describe("lookups of a write", () => {
  it("ask several times, for each line, and over pages", async () => {
    const asked: Array<string> = []
    const each = Lookup.make({
      call: ({ items }: Lookup.LookupContext<{ readonly bill_ids?: ReadonlyArray<string> | null | undefined }>) =>
        items.flatMap(({ bill_ids }) => (bill_ids ?? []).map((id) => ({ path: `/bills/${id}` }))),
      response: Wire.list(Wire.struct({ id: Wire.required(Wire.id) })),
      pick: (bills) => bills.map((bill) => bill?.id ?? null),
      absent: [],
      emptyStatuses: [404]
    })
    const all = Lookup.make({
      call: Read.pages({ call: { path: "/rates" }, page: Page.cursor({ param: "after", at: "next" }), items: "list" }),
      response: Wire.list(Wire.struct({ rate: Wire.number })),
      pick: (rates) => rates.map((own) => own?.rate ?? null),
      absent: []
    })
    const own = Connector.create("BILL_CREDIT_NOTES", {
      requires: [],
      lookups: { each, all },
      call: (_, { lookups }) => post("/notes", { number: JSON.stringify([lookups.each, lookups.all]) }),
      // What was looked up is seen where the answer is read too.
      answers: (body, _items, _headers, { lookups }) =>
        lookups.all.length === 2 ? [Write.accepted(Call.at(body, "list.0"))] : [],
      record: notes,
      idempotency: Write.none
    }) as Write.Write
    const books = makeBooks()
    const result = await write(
      books,
      own,
      { bill_ids: ["1", "gone"] },
      { text: null },
      {
        interfere: () => (hit, carryOut) => {
          asked.push(hit.path)
          if (hit.path === "/bills/gone") return Response.json({}, { status: 404 })
          if (hit.path.startsWith("/bills/")) return Response.json({ id: hit.path.slice(7) })
          if (hit.path !== "/rates") return carryOut()
          const isFirst = asked.filter((path) => path === "/rates").length === 1
          return Response.json({ list: [{ rate: isFirst ? 1 : 2 }], next: isFirst ? "c2" : null })
        }
      }
    )
    expect(result?.error).toBeNull()
    expect(result?.item?.records[0]?.["document_number"]).toBe('[["1"],[1,2]]')
  })
})

describe("an app that keeps progress", () => {
  it("goes on where an item stopped, when it is written again with the same key", async () => {
    const books = makeBooks()
    const kept = new Map<string, Progress>()
    const progress = {
      load: (key: string) => kept.get(key) ?? null,
      keep: async (key: string, own: Progress) => void kept.set(key, own)
    }
    let isBusy = true
    const client = connect(make({ BILL_CREDIT_NOTES: { create: createNotes("key") } }), {
      credentials: {},
      settings: {},
      fetch: books.fetchWith((hit, own) =>
        isBusy && hit.path.endsWith("/approve")
          ? Response.json({}, { status: 429, headers: { "retry-after": "3600" } })
          : own()
      )
    })
    const write = () =>
      client.create("BILL_CREDIT_NOTES" as never, [{ document_number: "N-1" }] as never, { key: "mine", progress })
    expect((await write())[0]?.error).toMatchObject({ code: "rate-limited", isUnfinished: true })
    expect([...kept.keys()]).toEqual(["mine:0"])
    isBusy = false
  })
})
