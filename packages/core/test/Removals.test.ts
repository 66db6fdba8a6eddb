/** Deleting and voiding through an embedder's door, with a small platform of four records. */
import { expect, it } from "vitest"
import { connect } from "../src/connect/index.ts"
import { Account, Auth, Call, Connector, Models, Page, Read, Wire, Write, Writer } from "../src/contract/index.ts"
import { Registry } from "../src/runtime/index.ts"

const item = Wire.struct({ id: Wire.required(Wire.id), state: Wire.text })
const listed = {
  page: Page.single,
  items: "list",
  getItem: (body: unknown) => body,
  item,
  deletes: Read.never("Nothing is deleted")
} as const
const contacts = Connector.read("CONTACTS", {
  ...listed,
  path: "/contacts",
  get: "/contacts/{id}",
  map: ({ id }) => ({ platform_id: id })
})
const bills = Connector.read("BILLS", {
  ...listed,
  path: "/bills",
  get: "/bills/{id}",
  map: ({ id, state }) => ({ platform_id: id, status: state === "void" ? "VOID" : "SUBMITTED" })
})
const payments = Connector.read("BILL_PAYMENTS", {
  ...listed,
  path: "/payments",
  get: "/payments/{id}",
  owner: ({ id }) => id,
  map: ({ id, state }) => (state === "void" ? [] : [{ platform_id: `${id}:1`, payment_id: id }])
})
/** Deletes are answered with 200 and a count of what was refused; what else is written is answered with the record. */
const counting = Writer.make(() => ({
  idempotency: Write.natural,
  answers: (body) => [Write.accepted(body)],
  update: { call: ({ body, id }) => ({ method: "PUT", path: `/items/${id}`, body }) },
  delete: {
    call: ({ id }) => ({ method: "POST", path: "/import", body: { delete: id } }),
    answers: (body) => [
      Call.at(body, "errors") === 0 ? Write.done : Write.refused({ message: "It is used", ...foundIn(body) }, body)
    ]
  }
}))
const foundIn = (body: unknown) => (Call.at(body, "unknown") === true ? ({ reason: "NotFound" } as const) : {})
const items = Connector.read("ITEMS", {
  ...listed,
  path: "/items",
  get: "/items/{id}",
  map: ({ id }) => ({ platform_id: id })
})
const nameOf = (record: Writes | undefined): string => Call.segment(record?.platform_id ?? "")
interface Writes {
  readonly platform_id: string
}

const connector = Connector.make({
  id: "SMALL",
  name: "Small",
  category: "ACCOUNTING",
  models: Models.models,
  auth: Auth.none,
  settings: {},
  http: { baseUrl: "https://a.example", limits: { windows: [{ max: 1000, seconds: 1 }] } },
  account: Account.untold("It is small."),
  check: { path: "/" },
  reads: { CONTACTS: contacts, BILLS: bills, BILL_PAYMENTS: payments, ITEMS: items },
  writes: {
    CONTACTS: {
      delete: Connector.delete("CONTACTS", {
        batch: 2,
        call: (records) => ({ method: "POST", path: "/gone", body: records.map(({ platform_id }) => platform_id) }),
        record: contacts
      })
    },
    BILLS: {
      delete: Connector.delete("BILLS", {
        call: ([bill]) => ({ method: "DELETE", path: `/bills/${nameOf(bill)}` }),
        record: bills
      }),
      void: Connector.void("BILLS", {
        call: ([bill]) => ({ method: "POST", path: `/bills/${nameOf(bill)}/void` }),
        record: bills
      })
    },
    ITEMS: counting("ITEMS", ["update", "delete"], { record: items, takes: { name: "name" } }),
    BILL_PAYMENTS: {
      update: Connector.update("BILL_PAYMENTS", {
        requires: [],
        idempotency: Write.natural,
        current: true,
        call: ([payment]) => ({ method: "PUT", path: `/payments/${nameOf(payment).split("%3A")[0]}` }),
        answers: (body) => [Write.accepted(body)],
        record: payments
      }),
      void: Connector.void("BILL_PAYMENTS", {
        call: ([payment]) => ({ method: "POST", path: `/payments/${nameOf(payment).split("%3A")[0]}/void` }),
        answers: (_, items) => items.map(({ platform_id }) => Write.acceptedId(platform_id.split(":")[0]!)),
        record: payments
      })
    }
  }
})

const open = (answer: (method: string, path: string, body: unknown) => Response) => {
  const calls: Array<string> = []
  const books = connect(connector, {
    credentials: {},
    settings: {},
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const text = await request.text()
      const { pathname } = new URL(request.url)
      calls.push(`${request.method} ${pathname}`)
      return answer(request.method, pathname, text === "" ? undefined : JSON.parse(text))
    }
  })
  return { books, calls }
}
const empty = () => new Response(null, { status: 204 })
const missing = () => Response.json({ message: "no such record" }, { status: 404 })

it("deletes with an answer that says nothing, and takes for gone what the platform does not know", async () => {
  const { books, calls } = open((_, path) => (path === "/bills/b1" ? empty() : missing()))
  const results = await books.delete("BILLS", [{ platform_id: "b1" }, { platform_id: "b2" }])
  expect(results).toEqual([
    { status: "success", record: null, raw: null, error: null },
    { status: "success", record: null, raw: null, error: null }
  ])
  expect(calls).toEqual(["DELETE /bills/b1", "DELETE /bills/b2"])
})

it("tells why a record is not deleted, and sends nothing for an item that names none", async () => {
  const { books, calls } = open(() => Response.json({ message: "It is paid" }, { status: 422 }))
  const results = await books.delete("BILLS", [{ platform_id: "b1" }, {} as { platform_id: string }])
  expect(results.map(({ error }) => error?.code)).toEqual(["platform-denied", "missing-params"])
  expect(calls).toEqual(["DELETE /bills/b1"])
})

it("deletes again where the answer was lost, and finds that it is gone", async () => {
  let first = true
  const { books, calls } = open(() => {
    if (!first) return missing()
    first = false
    throw new TypeError("connection reset")
  })
  expect(await books.delete("BILLS", [{ platform_id: "b1" }])).toMatchObject([{ status: "success" }])
  expect(calls).toEqual(["DELETE /bills/b1", "DELETE /bills/b1"])
})

it("deletes what is left of a batch of which one is gone already", async () => {
  const { books, calls } = open((_, __, body) => ((body as ReadonlyArray<string>).includes("c2") ? missing() : empty()))
  const results = await books.delete(
    "CONTACTS",
    ["c1", "c2", "c3"].map((platform_id) => ({ platform_id }))
  )
  expect(results.map(({ status }) => status)).toEqual(["success", "success", "success"])
  expect(calls).toHaveLength(4)
})

it("reads a document again that it voided", async () => {
  const { books, calls } = open((method) => (method === "POST" ? empty() : Response.json({ id: "b1", state: "void" })))
  const [result] = await books.void("BILLS", [{ platform_id: "b1" }])
  expect(result).toMatchObject({ status: "success", record: { platform_id: "b1", status: "VOID" } })
  expect(calls).toEqual(["POST /bills/b1/void", "GET /bills/b1"])
})

it("voids a payment of which no record is left", async () => {
  const { books, calls } = open((method) => (method === "POST" ? empty() : Response.json({ id: "p1", state: "void" })))
  expect(await books.void("BILL_PAYMENTS", [{ platform_id: "p1:1" }])).toMatchObject([
    { status: "success", record: null }
  ])
  expect(calls).toEqual(["POST /payments/p1/void", "GET /payments/p1"])
})

it("finds a record of several by its own id or its item's, and by none that its item has no more", async () => {
  const { books } = open(() => Response.json({ id: "p1", state: "open" }))
  const found = { platform_id: "p1:1", payment_id: "p1" }
  expect(await books.get("BILL_PAYMENTS", "p1:1")).toMatchObject(found)
  expect(await books.get("BILL_PAYMENTS", "p1")).toMatchObject(found)
  expect(await books.get("BILL_PAYMENTS", "p1:2")).toBeNull()
})

it("does not change a part that its item has no more", async () => {
  const { books, calls } = open(() => Response.json({ id: "p1", state: "open" }))
  const results = await books.update("BILL_PAYMENTS", [{ platform_id: "p1:2" }, { platform_id: "p1:1" }])
  expect(results).toMatchObject([
    { error: { code: "platform-denied", message: "platform_id: the platform has no record p1:2" } },
    { status: "success" }
  ])
  expect(calls).toEqual(["GET /payments/p1%3A2", "GET /payments/p1%3A1", "PUT /payments/p1"])
})

it("asks the answer to a deletion what became of it, where the platform refuses inside a success", async () => {
  const { books } = open((_, __, body) => {
    const id = (body as { readonly delete: string }).delete
    return Response.json(id === "i1" ? { errors: 0 } : { errors: 1, unknown: id === "i3" })
  })
  const results = await books.delete(
    "ITEMS",
    ["i1", "i2", "i3"].map((platform_id) => ({ platform_id }))
  )
  expect(results).toMatchObject([
    { status: "success", record: null },
    { status: "failed", error: { code: "platform-denied", message: "It is used" } },
    { status: "success", record: null }
  ])
})

it("does not offer what the connector does not have", async () => {
  const { books } = open(empty)
  // @ts-expect-error: contacts are not created
  await expect(books.create("CONTACTS", [{ name: "Ada" }])).rejects.toMatchObject({ reason: { _tag: "Unsupported" } })
  // @ts-expect-error: contacts are never voided
  await expect(books.void("CONTACTS", [{ platform_id: "c1" }])).rejects.toMatchObject({
    reason: { _tag: "Unsupported" }
  })
  expect(Registry.capabilities(connector).filter((own) => own.delete || own.void)).toMatchObject([
    { model: "BILLS", delete: true, void: true },
    { model: "BILL_PAYMENTS", delete: false, void: true },
    { model: "CONTACTS", delete: true, void: false },
    { model: "ITEMS", delete: true, void: false }
  ])
})

it("refuses to compose a connector that writes what cannot be written", () => {
  const { delete: own } = connector.writes.BILLS
  const fault = (writes: object) => Registry.fault({ ...connector, writes })
  expect(fault(connector.writes)).toBeNull()
  expect(fault({ BALANCE_SHEET: { delete: own } })).toMatch(/delete of BALANCE_SHEET, which is no write/)
  expect(fault({ CONTACTS: { void: own } })).toMatch(/void of CONTACTS, which is no write/)
  expect(fault({ BILLS: { void: own } })).toMatch(/the delete of BILLS as void of BILLS/)
})
