/** Tables of what a write takes: what is sent, what is refused and where, and what follows from a table for every model. */
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import type { Field, Fields } from "../src/contract/Field.ts"
import {
  Connector,
  Lookup,
  Models,
  Normalize,
  Page,
  Read,
  Take,
  Wire,
  Write,
  Writer,
  Writes
} from "../src/contract/index.ts"

const record: Read.Read = Connector.read("INVOICES", {
  path: "/invoices",
  page: Page.single,
  items: "",
  item: Wire.struct({ id: Wire.required(Wire.id) }),
  get: "/invoices/{id}",
  deletes: Read.never("Nothing is deleted"),
  map: (raw) => ({ platform_id: raw.id })
})
const writing = Writer.make(({ batch, empty }: { readonly batch?: number; readonly empty?: unknown }) => ({
  empty,
  idempotency: Write.key("key"),
  answers: (body, all) => all.map(({ body: own }) => Write.accepted({ ...(body as object), own })),
  create: {
    batch,
    call: ({ body }) => ({ method: "POST", path: "/", body }),
    calls:
      batch === undefined ? undefined : (all) => ({ method: "POST", path: "/all", body: all.map(({ body }) => body) })
  },
  update: { current: true, call: ({ body, id }) => ({ method: "PUT", path: `/${id}`, body }) },
  delete: {
    current: true,
    call: ({ id, raw, refuse }) =>
      raw?.["locked"] === true ? refuse("is locked", "platform_id") : { method: "DELETE", path: `/${id}` }
  },
  void: { call: ({ id }) => ({ method: "POST", path: `/${id}/void` }) }
}))
type Made = Write.Write<any, any>
const context = (lookups: object = {}, raw?: object): Write.AnyWriteContext => ({
  settings: { currency: "EUR" },
  began: "2026-03-01T00:00:00.000Z",
  lookups,
  current: raw === undefined ? undefined : { raw, headers: {}, item: undefined }
})
/** What an item is sent as, or why it is not. */
const sent = (write: Made, item: object, lookups?: object, raw?: object): unknown => {
  const own = context(lookups, raw)
  const refusal = write.refuse?.(item, own) ?? null
  return refusal === null ? write.call([item], own).body : [refusal.field, refusal.message]
}

/** A value of each field, and where it is in an item; those of an element are in a list of one. */
const samples = (fields: Fields, path = ""): ReadonlyArray<readonly [path: string, value: unknown]> =>
  Object.entries(fields).flatMap(([name, field]): ReadonlyArray<readonly [string, unknown]> =>
    name === "platform_id" && path === ""
      ? []
      : field.members !== undefined
        ? samples(field.members, `${path}${name}.`)
        : [[`${path}${name}`, sampleOf(field)]]
  )
const sampleOf = ({ kind, values }: Field): unknown =>
  kind === "number"
    ? 7
    : kind === "boolean"
      ? true
      : kind === "texts"
        ? ["x"]
        : kind === "text"
          ? (values?.[0] ?? "x")
          : "2026-03-01"
const isList = (fields: Fields, path: string): boolean => fields[path]?.kind === "rows"
const itemOf = (fields: Fields, path: string, value: unknown): object => {
  const [name = "", inner] = path.split(".")
  if (inner === undefined) return { [name]: value }
  return { [name]: isList(fields, name) ? [{ [inner]: value }] : { [inner]: value } }
}
const tableOf = (fields: Fields, path: string): object => {
  const [name = "", inner] = path.split(".")
  if (inner === undefined) return { [name]: "own" }
  return { [name]: { [isList(fields, name) ? "list" : "object"]: "outer", of: { [inner]: "own" } } }
}
/** The table without the member itself: of an element's, the list is taken. */
const withoutOf = (table: object): object =>
  Object.fromEntries(
    Object.entries(table).flatMap(([name, taken]) => (typeof taken === "object" ? [[name, { ...taken, of: {} }]] : []))
  )

describe("of every model", () => {
  it.each(Writes.writeIds)(
    "a member of %s is sent where the table takes it, and unsupported where it does not",
    (model) => {
      for (const operation of Models.get(model).writes) {
        if (operation !== "create" && operation !== "update") continue
        const { fields } = Writes.get(model, operation)!
        const paths = samples(fields)
        expect(paths.length).toBeGreaterThan(0)
        for (const [path, value] of paths) {
          const item = { platform_id: "1", ...itemOf(fields, path, value) }
          const wanted = operation === "create" ? itemOf(fields, path, value) : item
          const check = (write: Made) => Writes.checkItem(Writes.get(model, operation)!, wanted, write)
          const taking = writing(model, [operation] as any, { record, takes: tableOf(fields, path) } as any)
          const write = (taking as any)[operation] as Made
          expect(Result.isSuccess(check(write)), `${operation} ${path}`).toBe(true)
          expect(JSON.stringify(sent(write, wanted, {}, {})), path).toContain(`"own":${JSON.stringify(value)}`)
          expect(write.unsupported, path).not.toContain(path)
          const without = withoutOf(tableOf(fields, path))
          const none = (writing(model, [operation] as any, { record, takes: without } as any) as any)[operation] as Made
          const refused = check(none)
          expect(Result.isFailure(refused) && refused.failure.map(({ code }) => code), path).toEqual(["unsupported"])
        }
      }
    }
  )
})

describe("a table", () => {
  const lookups = {
    codes: Lookup.make({
      call: null as never,
      response: Wire.unknown,
      pick: () => new Map<string, string>(),
      absent: new Map<string, string>()
    })
  }
  const {
    create,
    update,
    void: voiding,
    delete: deletion
  } = writing("INVOICES", ["create", "update", "delete", "void"], {
    record,
    empty: "",
    requires: { create: ["contact_id", "line_items.quantity"], update: ["memo"] },
    lookups,
    takes: {
      contact_id: { to: "party", by: (id) => ({ id: Number(id) }) },
      document_number: "number",
      posted_date: Take.day("issued"),
      memo: { orEmpty: (memo) => ({ note: memo ?? "none" }) },
      status: Take.words("state", Normalize.word({ draft: "DRAFT", open: "SUBMITTED", sent: "SUBMITTED" })),
      currency_id: Take.beside,
      line_items: {
        list: "lines",
        of: {
          platform_id: "id",
          description: "text",
          unit_amount: Take.minor("cents"),
          tracking_category_ids: "tags",
          item_id: (id, { item, lookups: { codes }, refuse }) => ({
            code: codes.get(id) ?? refuse(`is none of ${item.quantity}`)
          }),
          quantity: "count"
        }
      }
    },
    creates: { sales_order_ids: "orders" },
    updates: { currency_rate: (rate) => ({ rate: rate.toFixed(2) }) },
    clears: ["contact_id", "document_number", "line_items"],
    makes: ({ due_date, memo }, { isNew, refuse }) =>
      memo === "no" ? refuse("cannot be no", "memo") : { isNew, due_date }
  })
  const codes = new Map([["i-1", "A"]])

  it("names, converts and reads words backwards, in the order of the table", () => {
    const item = {
      memo: "Hi",
      contact_id: "7",
      document_number: "",
      posted_date: "2026-03-01T23:00:00+02:00",
      status: "SUBMITTED"
    }
    expect(Object.entries(sent(create, item) as object)).toEqual([
      ["party", { id: 7 }],
      ["number", ""],
      ["issued", "2026-03-01"],
      ["note", "Hi"],
      ["state", "open"],
      ["isNew", true],
      ["due_date", undefined]
    ])
    expect(sent(create, { status: "PAID" })).toEqual(["status", "must be one of DRAFT, SUBMITTED"])
  })
  it("says where what cannot be sent is", () => {
    const lines = [
      { item_id: "i-1", quantity: 1 },
      { unit_amount: 1.005, quantity: 1 },
      { item_id: "i-9", quantity: 4 }
    ]
    const of = (rows: ReadonlyArray<object>) => sent(create, { currency_id: "EUR", line_items: rows }, { codes })
    expect(of(lines.slice(0, 1))).toMatchObject({ lines: [{ code: "A", count: 1 }] })
    expect(of(lines)).toEqual(["line_items[1].unit_amount", expect.stringMatching(/^expected .*, got 1.005$/)])
    expect(of([lines[0]!, lines[2]!])).toEqual(["line_items[1].item_id", "is none of 4"])
    expect(sent(create, { line_items: [{ unit_amount: 1 }] })).toEqual([
      "line_items[0].unit_amount",
      "needs a currency_id beside it"
    ])
    expect(sent(create, { memo: "no" })).toEqual(["memo", "cannot be no"])
    expect(sent(deletion, { platform_id: "1" }, {}, { locked: true })).toEqual(["platform_id", "is locked"])
    expect(sent(update, { platform_id: "1", posted_date: null }, {}, {})).toEqual([
      "posted_date",
      "cannot be made empty"
    ])
    expect(sent(update, { platform_id: "1", currency_rate: null }, {}, {})).toEqual([
      "currency_rate",
      "cannot be made empty"
    ])
  })
  it("leaves out of something new what is empty, and empties of a change what may be", () => {
    const empty = { contact_id: null, document_number: null, memo: null, line_items: [] }
    expect(sent(create, { ...empty, posted_date: null })).toEqual({ isNew: true, due_date: undefined })
    expect(sent(update, { platform_id: "1", ...empty }, {}, {})).toEqual({
      party: null,
      number: "",
      note: "none",
      lines: [],
      isNew: false,
      due_date: undefined
    })
    const line = { platform_id: "l-1", tracking_category_ids: [], description: null }
    expect(sent(update, { platform_id: "1", line_items: [line] }, {}, {})).toMatchObject({
      lines: [{ id: "l-1", tags: [] }]
    })
  })
  it("refuses to make empty what is made of a value, which would stay as it is", () => {
    const { update: own } = writing("CONTACTS", ["update"], {
      record,
      takes: { name: "name", tax_number: (number) => ({ taxed: number !== "", number }) },
      clears: ["name", "tax_number"]
    })
    expect(sent(own, { platform_id: "1", name: null, tax_number: "7" }, {}, {})).toMatchObject({ number: "7" })
    expect(sent(own, { platform_id: "1", tax_number: null }, {}, {})).toEqual(["tax_number", "cannot be made empty"])
  })
  it("tells what it wants and lacks by operation", () => {
    expect(create.requires).toEqual(["contact_id", "line_items.quantity"])
    expect([update.requires, deletion.requires, voiding.requires]).toEqual([["memo"], [], []])
    const lines = ["project_id", "account_id", "tax_id", "total_discount"].map((name) => `line_items.${name}`)
    expect(create.unsupported.toSorted()).toEqual(["currency_rate", "due_date", "total_discount", ...lines].toSorted())
    expect(update.unsupported.toSorted()).toEqual(
      ["due_date", "sales_order_ids", "total_discount", ...lines].toSorted()
    )
    expect([deletion.unsupported, voiding.unsupported]).toEqual([[], []])
    expect([Object.keys(update.lookups), Object.keys(deletion.lookups)]).toEqual([["codes"], []])
    expect([create.current, update.current, voiding.current]).toEqual([undefined, true, undefined])
  })
})

describe("an object", () => {
  const item = (object: string | ((made: Take.Item) => object), clears: ReadonlyArray<"bill_item">) =>
    writing("ITEMS", ["create", "update"], {
      record,
      takes: { bill_item: { object, of: { unit_price: "price", tax_id: { to: "tax", by: Number } } } },
      clears
    })
  it("has a table of its own, and is empty when its members are", () => {
    const { create, update } = item("buying", ["bill_item"])
    expect(create.unsupported).toEqual(expect.arrayContaining(["bill_item.account_id", "bill_item.description"]))
    expect(sent(create, { bill_item: { unit_price: 2, tax_id: null } })).toEqual({ buying: { price: 2 } })
    expect(sent(update, { platform_id: "1", bill_item: { tax_id: null } })).toEqual({ buying: { tax: null } })
    expect(sent(update, { platform_id: "1", bill_item: null })).toEqual({ buying: { price: null, tax: null } })
    const flat = item((made) => ({ ...made, buys: true }), [])
    expect(sent(flat.update, { platform_id: "1", bill_item: { unit_price: 2 } })).toEqual({ price: 2, buys: true })
    expect(sent(flat.update, { platform_id: "1", bill_item: { tax_id: null } })).toEqual([
      "bill_item.tax_id",
      "cannot be made empty"
    ])
    expect(sent(flat.update, { platform_id: "1", bill_item: null })).toEqual(["bill_item", "cannot be made empty"])
  })
})

describe("a writer", () => {
  it("has kinds, of which each takes its own", () => {
    const { create, update } = writing("CONTACTS", ["create", "update"], {
      record,
      takes: { name: "name" },
      creates: { contact_type: Take.beside },
      kinds: {
        buyer: { tax_number: "vat" },
        seller: {
          registration_number: "registry",
          phone_numbers: {
            of: ["number"],
            whole: (rows, { refuse }) => ({
              phones: (rows ?? []).map(
                ({ number }, index) => number || Take.within(refuse, `[${index}]`)("is empty", ".number")
              )
            })
          }
        }
      },
      kindOf: ({ contact_type, platform_id }, { refuse }) => {
        if (contact_type === "VENDOR" || platform_id?.startsWith("s") === true) return "seller"
        return contact_type === "CUSTOMER" || platform_id?.startsWith("b") === true
          ? "buyer"
          : refuse("is missing", "contact_type")
      },
      clears: true
    })
    expect(sent(create, { contact_type: "VENDOR", name: "A", phone_numbers: [{ number: "1" }] })).toEqual({
      name: "A",
      phones: ["1"]
    })
    expect(sent(create, { contact_type: "CUSTOMER", phone_numbers: [{ number: "1" }] })).toEqual([
      "phone_numbers",
      "has no place in a buyer"
    ])
    expect(sent(create, { contact_type: "VENDOR", phone_numbers: [{ number: "1" }, { number: "" }] })).toEqual([
      "phone_numbers[1].number",
      "is empty"
    ])
    expect(sent(create, { name: "A" })).toEqual(["contact_type", "is missing"])
    expect(sent(update, { platform_id: "s1", registration_number: null, phone_numbers: null })).toEqual({
      registry: null,
      phones: []
    })
    expect(create.unsupported).toEqual(expect.arrayContaining(["status", "addresses", "phone_numbers.type"]))
    expect(create.unsupported).not.toEqual(expect.arrayContaining(["tax_number"]))
    expect(update.unsupported).toContain("contact_type")
  })
  it("makes several in one call, and answers and completes each as it was made", () => {
    let made = 0
    const { create } = writing("INVOICES", ["create"], {
      record,
      batch: 10,
      takes: { memo: "note" },
      makes: (_, { lookups, refuse }) => {
        made++
        return (lookups as { readonly isPaid?: boolean }).isPaid ? refuse("is paid", "memo") : {}
      },
      departs: ({ create: usual }) => ({
        create: { ...usual, follow: (_, { id, item }) => [{ path: `/${id}${item["memo"]}` }] }
      })
    })
    const items = [{ memo: "a" }, { memo: "b" }]
    expect(create.batch).toBe(10)
    expect(create.call(items, context())).toEqual({
      method: "POST",
      path: "/all",
      body: [{ note: "a" }, { note: "b" }]
    })
    expect(create.answers({ id: 1 }, items, {}, context())).toEqual(
      items.map(({ memo }) => Write.accepted({ id: 1, own: { note: memo } }))
    )
    expect(create.refuse?.(items[0], context({ isPaid: true }))).toEqual({ field: "memo", message: "is paid" })
    const before = made
    // What completes an item that is there must not refuse it for what it changed itself.
    expect(create.follow?.({}, items[0], context({ isPaid: true }))).toEqual([{ path: "/a" }])
    expect(made).toBe(before)
  })
  it("leaves other faults of a connector to where calls are made", () => {
    const { create } = writing("INVOICES", ["create"], {
      record,
      makes: () => {
        throw new Error("a fault of the connector's own")
      }
    })
    expect(create.refuse?.({}, context())).toBe(null)
    expect(() => create.call([{}], context())).toThrow("a fault of the connector's own")
  })
})

it("knows members, words and values by their types", () => {
  const own = (takes: Take.Table<Writes.ItemOf<"INVOICES">>) => expect(takes).toBeDefined()
  // @ts-expect-error a member that the model does not have
  own({ memmo: "note" })
  // @ts-expect-error a word that is none of the member's
  own({ status: Take.words("state", { OPEN: "open" }) })
  // @ts-expect-error a list of objects has a table or is seen as a whole
  own({ line_items: "lines" })
  // @ts-expect-error a member that lines do not have
  own({ line_items: { list: "lines", of: { amount: "amount" } } })
  // @ts-expect-error a value is what the model says
  own({ currency_rate: (rate) => ({ rate: rate.toUpperCase() }) })
  // @ts-expect-error day is of texts
  own({ currency_rate: Take.day("rate") })
  // @ts-expect-error a member that the model does not have
  writing("INVOICES", ["create"], { record, requires: ["line_items.amount"] })
  // @ts-expect-error what is computed is not written
  own({ total_amount: "total" })
})

describe("a discount of a whole document", () => {
  const invoices = writing("INVOICES", ["create", "update"], {
    record,
    takes: {
      total_discount: Take.spread,
      line_items: { list: "lines", of: { unit_amount: "price", quantity: "count", total_discount: "less" } }
    }
  })
  const { create, update } = invoices
  const lines = [{ unit_amount: 10 }, { unit_amount: 10, quantity: 1 }, { unit_amount: 5, quantity: 2 }]
  const lessOf = (item: object): ReadonlyArray<number> =>
    (sent(create, item) as any).lines.map(({ less }: { readonly less: number }) => less)

  it("is spread over its lines as they come to, to the cent", () => {
    expect(lessOf({ total_discount: 10, line_items: lines })).toEqual([3.33, 3.34, 3.33])
    expect(lessOf({ total_discount: 3, line_items: [{ unit_amount: 3 }, { unit_amount: 0 }] })).toEqual([3, 0])
    // Each to the nearest cent would be 0.05, and what is left of 0.03 for the last below zero.
    const cents = lessOf({ total_discount: 0.03, line_items: Array.from({ length: 5 }, () => ({ unit_amount: 1 })) })
    expect(cents).toEqual([0.01, 0, 0.01, 0, 0.01])
    expect(Normalize.sum(cents)).toBe(0.03)
  })
  it("is what its lines say already, where they have discounts of their own", () => {
    const own = [{ ...lines[0], total_discount: 2 }, { ...lines[1], total_discount: 0 }, lines[2]]
    expect(lessOf({ total_discount: 2, line_items: own })).toEqual([2, 0, undefined])
    expect(sent(create, { total_discount: 3, line_items: own })).toEqual([
      "total_discount",
      "differs from the 2 that its lines' own discounts come to"
    ])
  })
  it("is refused where it cannot be that of its lines", () => {
    const most = ["total_discount", "is below zero, or more than its lines come to"]
    expect(sent(create, { total_discount: 31, line_items: lines })).toEqual(most)
    expect(sent(create, { total_discount: -1, line_items: lines })).toEqual(most)
    expect(lessOf({ total_discount: 30, line_items: lines })).toEqual([10, 10, 10])
    expect(sent(create, { total_discount: 1, line_items: [...lines, { quantity: 3 }] })).toEqual([
      "total_discount",
      "can only be spread over lines that have a unit_amount"
    ])
  })
  it("needs the lines beside it in a change, also to be taken away", () => {
    const needs = ["total_discount", "needs line_items beside it: only lines have discounts here"]
    const change = (item: object) => sent(update, { platform_id: "1", ...item }, {}, {})
    expect([change({ total_discount: 1 }), change({ total_discount: null })]).toEqual([needs, needs])
    expect(change({ total_discount: 1, line_items: [lines[0]] })).toEqual({ lines: [{ price: 10, less: 1 }] })
    expect(change({ total_discount: null, line_items: [lines[0]] })).toEqual({ lines: [{ price: 10 }] })
    expect(change({})).toEqual({})
  })
  it("may be kept beside those of lines", () => {
    const refuse = Take.refusing("total_discount")
    expect([Take.discountBeside(5, 2, refuse), Take.discountBeside(5, null, refuse)]).toEqual([3, 5])
    expect(Take.refusalOf(() => Take.discountBeside(1, 2, refuse))).toEqual({
      field: "total_discount",
      message: "is less than the 2 that its lines' own discounts come to"
    })
  })
})

describe("what a line comes to", () => {
  it("is its price, as often as there is one of it, less its discount, to the cent", () => {
    expect(Take.amountOf({ quantity: 3, unit_amount: 0.335 })).toBe(1.01)
    expect(Take.amountOf({ quantity: 3, unit_amount: 10, total_discount: 4.5 })).toBe(25.5)
    expect([Take.amountOf({ unit_amount: 7 }), Take.amountOf({ quantity: 2 })]).toEqual([7, 0])
  })
  it("may be said by a price that holds the discount, where it comes out to the cent", () => {
    expect(Take.priceOf({ quantity: 4, unit_amount: 10, total_discount: 1 }, 4)).toBe(9.75)
    expect(Take.priceOf({ quantity: 3, unit_amount: 10, total_discount: 1 }, 4)).toBe(9.6667)
    expect(Take.priceOf({ quantity: 300, unit_amount: 10, total_discount: 1 }, 2)).toBeNull()
    expect([
      Take.priceOf({ quantity: 3, unit_amount: 10 }, 4),
      Take.priceOf({ quantity: 0, unit_amount: 1 }, 4)
    ]).toEqual([10, 1])
  })
  it("may be said by a percentage", () => {
    expect(Take.percentOf({ quantity: 2, unit_amount: 100, total_discount: 25 }, 6)).toBe(12.5)
    expect([Take.percentOf({ unit_amount: 100 }, 6), Take.percentOf({ total_discount: 1 }, 6)]).toEqual([null, null])
  })
  it("may be said by a percentage alone, where that comes out to the cent", () => {
    const exact = (unit_amount: number, total_discount: number, decimals = 6) =>
      Take.exactPercentOf({ unit_amount, total_discount }, decimals)
    expect([exact(300, 100), exact(1000, 0.01), exact(50, 50), exact(50, 0)]).toEqual([33.333333, 0.001, 100, 0])
    expect([exact(300, 100, 2), exact(1_000_000, 0.01, 2), exact(10, 11), exact(10, -1), exact(0, 1)]).toEqual(
      Array(5).fill(null)
    )
  })
})
