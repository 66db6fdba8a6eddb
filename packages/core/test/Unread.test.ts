import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { Check, Connector, Models, Normalize, Page, Read, Wire } from "../src/contract/index.ts"
import * as InSpite from "../src/runtime/InSpite.ts"

const Line = Wire.struct({ item: Wire.id, note: Wire.text, quantity: Wire.number, amount: Wire.number })
const Raw = Wire.struct({
  id: Wire.required(Wire.id),
  number: Wire.text,
  party: Wire.struct({ id: Wire.required(Wire.id), name: Wire.text }),
  issued: Wire.text,
  due: Wire.instant,
  rate: Wire.number,
  currency: Wire.text,
  tax: Wire.number,
  unpaid: Wire.number,
  state: Wire.text,
  sent: Wire.boolean,
  paidOn: Wire.instant,
  orders: Wire.list(Wire.id),
  lines: Wire.list(Line)
})
const state = Normalize.word({ open: "SUBMITTED", closed: "PAID" })
const listed = { path: "/bills", page: Page.single, items: "", deletes: Read.never("Nothing is deleted") } as const
const bills = Connector.read("BILLS", {
  ...listed,
  from: Read.byMapping("The list takes no date"),
  item: Raw,
  map: (raw) => {
    const net = Normalize.sum((raw.lines ?? []).map(({ amount }) => amount))
    return {
      platform_id: raw.id,
      contact_id: Normalize.prefixed("", raw.party?.id),
      document_number: raw.number?.toUpperCase(),
      posted_date: Normalize.day(raw.issued, "issued"),
      due_date: raw.due,
      currency_id: raw.currency,
      currency_rate: Normalize.inverseRate(raw.rate),
      sub_total: net,
      tax_amount: raw.tax,
      total_amount: Normalize.sum([net, raw.tax]),
      amount_due: raw.unpaid,
      status: raw.sent === false ? "DRAFT" : raw.paidOn ? "PAID" : state(raw.state),
      purchase_order_ids: (raw.orders ?? []).map((id) => `PO-${id}`),
      line_items: (raw.lines ?? []).map(({ amount, item, note, quantity }) => ({
        item_id: item,
        description: note,
        quantity,
        sub_total: amount
      }))
    }
  }
})
const good = {
  id: 7,
  number: "b-7",
  party: { id: "c-1", name: "Ada" },
  issued: "2026-02-03",
  due: "2026-03-03T00:00:00Z",
  rate: "0.5",
  currency: "EUR",
  tax: 2,
  unpaid: 12,
  state: "open",
  sent: true,
  paidOn: null,
  orders: [1],
  lines: [{ item: 1, note: "one", quantity: 1, amount: 4 }, { amount: 6 }]
}
const context = { settings: {}, lookups: {}, followed: [] }
const mapped = (raw: unknown, read: Read.Read = bills) => InSpite.mapItem(read, raw, context)
const itemOf = (raw: unknown, read?: Read.Read) => Result.getOrThrowWith(mapped(raw, read), ({ issues }) => issues)
const whole = itemOf(good).records[0]!

describe("a member that cannot be read", () => {
  it.each<readonly [object, string, string]>([
    [{ due: "soon" }, "due_date", 'due: expected an ISO 8601 date-time, got "soon"'],
    [{ issued: "3.2.2026" }, "posted_date", 'issued: expected an ISO 8601 date, got "3.2.2026"'],
    [{ number: { value: "b-7" } }, "document_number", "number: expected a text, got an object"],
    [{ rate: "n/a" }, "currency_rate", 'rate: expected a number, got "n/a"'],
    [{ party: "c-1" }, "contact_id", 'party: expected an object, got "c-1"'],
    [{ party: { id: {} } }, "contact_id", "party.id: expected an id, got an object"],
    [{ state: ["open"] }, "status", "state: expected a text, got a list"],
    // It only decides: what it decides is not known.
    [{ paidOn: "x" }, "status", 'paidOn: expected an ISO 8601 date-time, got "x"'],
    [{ sent: "maybe" }, "status", 'sent: expected true or false, got "maybe"']
  ])("is null and told: %j", (odd, field, message) => {
    const { records, warnings } = itemOf({ ...good, ...odd })
    const key = field === "document_number" ? { platform_unique_id: "7" } : {}
    expect(records).toEqual([{ ...whole, ...key, [field]: null }])
    expect(warnings).toEqual([{ field, message }])
  })

  it("is told of every item, with its place in it", () => {
    const lines = [{ ...good.lines[0], quantity: "many", note: {} }, { amount: 6 }]
    const { records, warnings } = itemOf({ ...good, lines })
    expect(records[0]!["total_amount"]).toBe(12)
    expect(records[0]!["line_items"]).toMatchObject([{ quantity: null, description: null, sub_total: 4 }, {}])
    expect(warnings).toEqual([
      { field: "line_items[0].description", message: "lines[0].note: expected a text, got an object" },
      { field: "line_items[0].quantity", message: 'lines[0].quantity: expected a number, got "many"' }
    ])
  })

  it("is told where no member of the record would show it", () => {
    expect(itemOf({ ...good, party: { id: "c-1", name: {} } })).toMatchObject({
      records: [whole],
      warnings: [{ field: null, message: "party.name: expected a text, got an object" }]
    })
  })

  it.each<readonly [object, string]>([
    [{ id: {} }, "id: expected an id"],
    [{ id: null }, "id: expected"],
    [{ currency: ["EUR"] }, "currency_id: currency: expected a text"],
    [{ tax: "two" }, "tax_amount: tax: expected a number"],
    [{ unpaid: {} }, "amount_due: unpaid: expected a number"],
    [{ lines: [{ amount: 4 }, { amount: "6 or so" }] }, 'lines[1].amount: expected a number, got "6 or so"'],
    [{ lines: [{ amount: 4 }, "second"] }, 'lines[1]: expected an object, got "second"'],
    [{ lines: {} }, "lines: expected a list"],
    // Written into a text, it would be some other id.
    [{ orders: [{ id: 1 }] }, "orders[0]: expected an id, got an object"]
  ])("refuses a record that would be wrong without: %j", (odd, issue) => {
    const result = mapped({ ...good, ...odd })
    expect(Result.isFailure(result) && result.failure.issues.join("\n")).toContain(issue)
  })

  it("takes an exchange rate of zero for none", () => {
    for (const rate of [0, "0", "0.00"]) {
      expect(itemOf({ ...good, rate })).toMatchObject({ records: [{ ...whole, currency_rate: null }] })
    }
    const checked = Result.getOrThrow(Check.check("INVOICES", { platform_id: "1", currency_rate: 0 }))
    expect(checked["currency_rate"]).toBeNull()
  })

  const kinds = Connector.read("CONTACTS", {
    ...listed,
    item: Wire.struct({ id: Wire.required(Wire.id), kind: Wire.text, gone: Wire.boolean, name: Wire.text }),
    map: (raw) => (raw.kind === "contact" ? { platform_id: raw.id, name: raw.name } : null),
    deletes: Read.flag<{ gone?: boolean | null | undefined }>(({ gone }) => gone === true)
  })
  it("makes no item one of another kind, and none deleted or alive", () => {
    expect(itemOf({ id: 1, kind: "lead" }, kinds).records).toEqual([])
    for (const odd of [{ kind: {} }, { kind: "contact", gone: "perhaps" }]) {
      expect(Result.isFailure(mapped({ id: 1, ...odd }, kinds))).toBe(true)
    }
    expect(itemOf({ id: 1, kind: "lead", name: {} }, kinds)).toMatchObject({ records: [], warnings: [{ field: null }] })
  })

  it("is one line of a street, which is not known then", () => {
    const own = Connector.read("PAYMENT_CUSTOMERS", {
      ...listed,
      item: Wire.struct({ id: Wire.required(Wire.id), one: Wire.text, two: Wire.text }),
      map: (raw) => ({
        platform_id: raw.id,
        addresses: [{ street: Normalize.street(raw.one, raw.two), city: "Bristol" }]
      })
    })
    const street = (more: object) => itemOf({ id: 1, ...more }, own)
    expect(street({ one: "1 Quay Street", two: "Unit 2" }).records).toMatchObject([
      { addresses: [{ street: "1 Quay Street, Unit 2" }] }
    ])
    expect(street({ one: {} })).toMatchObject({
      records: [{ addresses: [{ street: null, city: "Bristol" }] }],
      warnings: [{ field: "addresses[0].street" }]
    })
    // Half of a street would be another one.
    const half = street({ one: {}, two: "Unit 2" })
    expect(half.records).toMatchObject([{ addresses: [{ street: null, city: "Bristol" }] }])
    expect(half.warnings?.map(({ field }) => field)).toEqual(["addresses[0].street"])
  })

  it("is of one line of a document, in whose place another stands where it is absent", () => {
    const Line = Wire.struct({
      item: Wire.id,
      code: Wire.id,
      exact: Wire.number,
      whole: Wire.number,
      amount: Wire.number
    })
    const own = Connector.read("BILLS", {
      ...listed,
      from: Read.byMapping("The list takes no date"),
      item: Wire.struct({ id: Wire.required(Wire.id), lines: Wire.list(Line) }),
      map: ({ id, lines }) => ({
        platform_id: id,
        line_items: (lines ?? []).map((line) => ({
          item_id: line.item ?? line.code,
          quantity: line.exact ?? line.whole,
          total_amount: line.amount ?? line.whole
        }))
      })
    })
    const line = { item: 1, code: 2, exact: 1.5, whole: 1, amount: 3 }
    const odd = { id: 1, lines: [line, { ...line, item: {}, exact: "x" }] }
    const { records, warnings = [] } = itemOf(odd, own)
    expect(records[0]!["line_items"]).toMatchObject([
      { item_id: "1", quantity: 1.5, total_amount: 3 },
      { item_id: null, quantity: null, total_amount: 3 }
    ])
    expect(warnings.map(({ field }) => field).toSorted()).toEqual(["line_items[1].item_id", "line_items[1].quantity"])
    expect(Result.isFailure(mapped({ id: 1, lines: [{ ...line, amount: {} }] }, own))).toBe(true)
  })

  it("is nothing special where no item is read", () => {
    expect(() => Wire.decode(Raw, { ...good, due: "soon" })).toThrow("due: expected")
    expect(() => Normalize.number("x")).toThrow("expected a number")
  })
})

it("is passed on where something is looked up by it", () => {
  const accounts = new Map([["sales", { id: "4000" }]])
  const own = Connector.read("BILLS", {
    ...listed,
    from: Read.byMapping("The list takes no date"),
    item: Wire.struct({ id: Wire.required(Wire.id), account: Wire.text }),
    map: (raw) => ({ platform_id: raw.id, account_id: Normalize.lookUp(accounts, raw.account?.toLowerCase())?.id })
  })
  const found = (account: unknown) => itemOf({ id: 1, account }, own)
  expect(["Sales", "none", "", null].map((one) => found(one).records[0]!["account_id"])).toEqual([
    "4000",
    null,
    null,
    null
  ])
  expect(found("none")).not.toHaveProperty("warnings")
  expect(found({}).warnings).toEqual([{ field: "account_id", message: "account: expected a text, got an object" }])
})

it("is passed on where it is compared", () => {
  const own = Connector.read("CRM_STAGES", {
    ...listed,
    item: Wire.struct({ id: Wire.required(Wire.id), outcome: Wire.text }),
    map: (raw) => ({ platform_id: raw.id, is_won: Normalize.is(raw.outcome, "won") })
  })
  const found = (outcome: unknown) => itemOf({ id: 1, outcome }, own)
  expect(["won", "lost", "", null].map((one) => found(one).records[0]!["is_won"])).toEqual([true, false, null, null])
  expect(found("lost")).not.toHaveProperty("warnings")
  expect(found({}).records).toMatchObject([{ is_won: null }])
  expect(found({}).warnings).toEqual([{ field: "is_won", message: "outcome: expected a text, got an object" }])
})

describe("one of a list that cannot be read", () => {
  const own = Connector.read("ECOMMERCE_PRODUCTS", {
    ...listed,
    item: Wire.struct({ id: Wire.required(Wire.id), tags: Wire.list(Wire.text), sizes: Wire.list(Wire.text) }),
    map: (raw) => ({
      platform_id: raw.id,
      tags: raw.tags?.flatMap((tag) => tag ?? []),
      variants: (raw.sizes ?? []).flatMap((size) => (size ?? "").split(" ").map((name) => ({ name })))
    })
  })
  it("makes it empty: the others are another list", () => {
    const whole = itemOf({ id: 1, tags: ["new", null, "paper"], sizes: ["A3", "A4"] }, own)
    expect(whole.records).toMatchObject([{ tags: ["new", "paper"], variants: [{ name: "A3" }, { name: "A4" }] }])
    expect(whole).not.toHaveProperty("warnings")
    const some = itemOf({ id: 1, tags: ["new", {}], sizes: ["A3", {}] }, own)
    expect(some.records).toMatchObject([{ tags: [], variants: [] }])
    const told = some.warnings?.map(({ field, message }) => `${field}: ${message}`)
    expect(told).toContain("tags[1]: tags[1]: expected a text, got an object")
    expect(told).toContain("variants[1]: sizes[1]: expected a text, got an object")
  })
})

describe("what decides", () => {
  const Line = Wire.struct({ kind: Wire.decisive(Wire.text), note: Wire.text, amount: Wire.number })
  const own = Connector.read("EXPENSES", {
    ...listed,
    from: Read.byMapping("The list takes no date"),
    item: Wire.struct({
      id: Wire.required(Wire.id),
      way: Wire.decisive(Wire.text),
      lines: Wire.required(Wire.list(Wire.required(Line))),
      tags: Wire.list(Wire.required(Wire.id))
    }),
    map: (raw) => {
      const taxes = raw.lines.filter(({ kind }) => kind === "tax")
      return {
        platform_id: raw.id,
        payment_mode: raw.way === "card" ? "CREDIT_CARD" : null,
        tax_amount: Normalize.sum(taxes.map(({ amount }) => amount)),
        line_items: raw.lines.flatMap(({ amount, kind, note }) =>
          kind === "tax" ? [] : [{ description: note, sub_total: amount, tracking_category_ids: raw.tags ?? [] }]
        )
      }
    }
  })
  const item = {
    id: 1,
    lines: [
      { note: "paper", amount: 4 },
      { kind: "tax", amount: 1 }
    ]
  }
  it("may be absent", () => {
    expect(itemOf(item, own)).not.toHaveProperty("warnings")
    for (const none of [null, ""]) {
      expect(itemOf({ ...item, way: none, lines: [{ ...item.lines[0], kind: none }] }, own)).not.toHaveProperty(
        "warnings"
      )
    }
  })
  it.each<readonly [object, string]>([
    [{ way: {} }, "way: expected a text, got an object"],
    [{ lines: [item.lines[0], { kind: {}, amount: 1 }] }, "lines[1].kind: expected a text, got an object"],
    [{ lines: [item.lines[0], null] }, "lines[1]: expected an object, got null"]
  ])("refuses the item where it cannot be read: %j", (odd, issue) => {
    const result = mapped({ ...item, ...odd }, own)
    expect(Result.isFailure(result) && result.failure.issues.join("\n")).toContain(issue)
  })
  it.each<readonly [unknown, string]>([
    [{}, "tags[1]: expected an id, got an object"],
    [null, "tags[1]: expected a value that is not null or blank, got null"]
  ])("makes a list empty that a line can be without: %j", (tag, message) => {
    const { records, warnings } = itemOf({ ...item, tags: [7, tag] }, own)
    expect(records[0]!["line_items"]).toMatchObject([{ sub_total: 4, tracking_category_ids: [] }])
    expect(warnings).toEqual([{ field: "line_items[0].tracking_category_ids", message }])
  })
  it("leaves the others beside it", () => {
    expect(itemOf({ ...item, lines: [{ note: {}, amount: 4 }] }, own).warnings).toMatchObject([
      { field: "line_items[0].description" }
    ])
  })
})

describe("what a mapping answers that its model does not take", () => {
  const as = (more: object) =>
    Connector.read("INVOICES", {
      ...listed,
      from: Read.byMapping("The list takes no date"),
      item: Wire.unknown,
      map: () => ({ platform_id: "1", ...more }) as Models.Unified<"INVOICES">
    })
  it("is null and told, unless the record would be wrong without", () => {
    expect(itemOf({}, as({ status: "SETTLED", due_date: "soon", line_items: [] }))).toMatchObject({
      records: [{ platform_id: "1", status: null, due_date: null }],
      warnings: [
        { field: "due_date", message: expect.stringContaining("expected an ISO 8601") },
        { field: "status", message: expect.stringContaining("expected one of") }
      ]
    })
    for (const wrong of [{ total_amount: "12" }, { line_items: {} }, { currency_id: 1 }, { line_items: [5] }]) {
      expect(Result.isFailure(mapped({}, as(wrong))), JSON.stringify(wrong)).toBe(true)
    }
    // What the model does not have is the connector's fault, of every item.
    expect(Result.isFailure(mapped({}, as({ unknown: 1 })))).toBe(true)
  })
})

it("tells of an item that becomes no record why", () => {
  const why = "a credit note to a supplier"
  const own = Connector.read("INVOICE_CREDIT_NOTES", {
    ...listed,
    from: Read.byMapping("The list takes no date"),
    item: Wire.struct({ id: Wire.required(Wire.id) }),
    map: () => Read.untaken(why)
  })
  expect(itemOf({ id: 1 }, own)).toMatchObject({
    records: [],
    warnings: [{ field: null, message: `becomes no record: ${why}` }]
  })
})

it("says of every model that shows amounts which members it would be wrong without", () => {
  const amounts =
    /(?:^|_)(?:amount|total|discount|credit|profit|net_assets|currency_id|debit_or_credit|lines|line_items)$/
  const masterData = new Set(
    (
      "ACCOUNTS BANK_ACCOUNTS CONTACTS ECOMMERCE_CUSTOMERS ECOMMERCE_PRODUCTS PAYMENT_CUSTOMERS PAYMENT_ITEMS " +
      "CRM_DEALS CRM_LEADS"
    ).split(" ")
  )
  for (const id of Models.modelIds) {
    const { fields } = Models.get(id)
    const named = Object.keys(fields).filter((name) => amounts.test(name) && !["unit_amount"].includes(name))
    const wanted = masterData.has(id) ? [] : named
    const essential = new Set(InSpite.essentials(id))
    expect(
      wanted.filter((name) => !essential.has(name)),
      id
    ).toEqual([])
    if (masterData.has(id)) expect(essential.size, id).toBe(2)
  }
})

it("keeps the day that is written, whatever the offset", () => {
  const days = ["2026-01-01", "2024-02-29", "1999-12-31"]
  for (const written of days) {
    for (let minutes = -14 * 60; minutes <= 14 * 60; minutes += 30) {
      const sign = minutes < 0 ? "-" : "+"
      const two = (value: number) => String(value).padStart(2, "0")
      const size = Math.abs(minutes)
      const offset = `${sign}${two(Math.floor(size / 60))}${two(size % 60)}`
      for (const time of ["00:00:00", "12:00:00", "23:59:59"]) {
        const at = Date.parse(`${written}T${time}Z`) - minutes * 60_000
        expect(Normalize.day(`/Date(${at}${offset})/`), offset).toBe(written)
        expect(Normalize.day(`${written}T${time}${offset}`), offset).toBe(written)
      }
    }
  }
  expect(Normalize.day("/Date(1573646400000+1200)/")).toBe("2019-11-14")
  expect(Normalize.day("/Date(1573646400000)/")).toBe("2019-11-13")
  expect(Normalize.day("/Date(-62135596800000+0000)/")).toBeNull()
})
