/** Where Tally departs from what one would expect, and where nothing describes what it does. */
import type { Read } from "@svc/core"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import * as Write from "@svc/core/Write"
import { connect, isConnectorError } from "@svc/core/connect"
import { InSpite, Reading } from "@svc/core/runtime"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { linesOf } from "../src/documents.ts"
import { tally } from "../src/index.ts"
import { dayOf, dueOn, money, parse, quantity, rate } from "../src/wire.ts"
import { writes } from "../src/writes.ts"

const whole = await Connector.whole(tally)
const settings = { address: "http://192.0.2.1:9000", company_name: "R&D <1>" }
const wide = (text: string) => Uint8Array.from([...text].flatMap((c) => [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8]))
const collection = (inner: string) => `<ENVELOPE><BODY><DATA><COLLECTION>${inner}</COLLECTION></DATA></BODY></ENVELOPE>`
const company = (guid = "c-1", more = "") =>
  collection(
    `<COMPANY NAME="R&amp;D"><GUID>${guid}</GUID><ALTMSTID>5</ALTMSTID><ALTVCHID>7</ALTVCHID>${more}</COMPANY>`
  )
const open = (answer: (asked: string) => string, own: object = {}, credentials: Record<string, string> = {}) => {
  const asked: Array<string> = []
  const seen: Array<Request> = []
  const books = connect(tally, {
    credentials,
    settings: { ...settings, ...own },
    fetch: async (input, init) => {
      const request = new Request(input, init)
      seen.push(request)
      const isWide = request.headers.get("content-type")?.includes("utf-16") === true
      const text = new TextDecoder(isWide ? "utf-16le" : "utf-8").decode(await request.arrayBuffer())
      asked.push(text)
      const said = answer(text)
      return new Response(isWide ? wide(said) : said, { headers: { "content-type": "text/xml" } })
    }
  })
  return { asked, books, seen }
}
const reason = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (isConnectorError(error) ? error.reason._tag : String(error))
  )

describe("the way to Tally", () => {
  it("is in UTF-16 unless told otherwise, with the company's name in every request", async () => {
    const { asked, books, seen } = open(() => company())
    await books.check()
    expect(seen[0]?.headers.get("content-type")).toBe("text/xml;charset=utf-16")
    expect(seen[0]?.url).toBe("http://192.0.2.1:9000/")
    expect(asked[0]).toContain("<SVCURRENTCOMPANY>R&amp;D &lt;1&gt;</SVCURRENTCOMPANY>")
    const plain = open(() => company(), { encoding: "utf-8" })
    await plain.books.check()
    expect(plain.seen[0]?.headers.get("content-type")).toBe("text/xml;charset=utf-8")
  })
  it("may lead through a tunnel that asks for headers, which no caller can set", async () => {
    const credentials = {
      header: "CF-Access-Client-Id",
      value: "id-1",
      second_header: "CF-Access-Client-Secret",
      second_value: "secret-1"
    }
    const { books, seen } = open(() => company(), {}, credentials)
    await books.check()
    expect(seen[0]?.headers.get("cf-access-client-secret")).toBe("secret-1")
    const call = books.call({ method: "POST", path: "/", headers: { "cf-access-client-id": "mine" } })
    expect(await reason(call)).toBe("InvalidCall")
  })
  it.each([
    ["https://tally.example.com", true],
    ["http://192.168.1.5:9000", true],
    ["https://agent.example/customers/7", true],
    ["https://user:secret@tally.example", false],
    ["https://tally.example/../other", false],
    ["https://tally.example?x=1", false],
    ["https://tally.example#x", false],
    ["ftp://tally.example", false],
    ["https://tally.example\\@evil.example", false]
  ])("takes %s for an address: %s", (address, fits) => {
    expect(new RegExp(`^(?:${tally.settings.address.pattern})$`, "u").test(address)).toBe(fits)
  })
  it("passes an envelope of the caller's own through as it is", async () => {
    const { asked, books } = open(() => "<ENVELOPE>ok</ENVELOPE>")
    const answer = await books.call({ method: "POST", path: "/", body: "<ENVELOPE/>" })
    expect([asked[0], answer.body]).toEqual(["<ENVELOPE/>", { ENVELOPE: "ok" }])
  })
})

describe("errors in answers of success", () => {
  const asked = (answer: string) => reason(open(() => answer).books.check())
  it("are read from lines, texts and states", async () => {
    expect(
      await asked("<ENVELOPE><BODY><DATA><LINEERROR>Could not find Company 'X'</LINEERROR></DATA></BODY></ENVELOPE>")
    ).toBe("Forbidden")
    expect(await asked("<RESPONSE>Unknown Request, cannot be processed</RESPONSE>")).toBe("Rejected")
    expect(await asked("<ENVELOPE><HEADER><STATUS>0</STATUS></HEADER></ENVELOPE>")).toBe("Rejected")
    expect(await asked("<RESPONSE><LINEERROR>Ledger 'X' already exists!</LINEERROR></RESPONSE>")).toBe("Conflict")
    expect(await asked("not XML")).toBe("Undecodable")
  })
  it("name the master that is missing", () => {
    const body = parse(
      "<RESPONSE><LINEERROR>Ledger 'X &amp; Y' does not exist!</LINEERROR><ERRORS>1</ERRORS></RESPONSE>"
    )
    expect(tally.http.failureInside!({ body, headers: {} })).toMatchObject({ field: "X & Y", reason: "Rejected" })
  })
  it("do not hide a company that is closed, or another of its name", async () => {
    expect(await asked(collection(""))).toBe("Forbidden")
    const other = (guid: string) => reason(open(() => company(guid), { company_guid: "company-1" }).books.check())
    expect([await other("company-1"), await other("company-2")]).toEqual([null, "Forbidden"])
    const { asked: sent, books } = open(() => company("company-1"), { company_guid: "company-1" })
    await books.check()
    expect(sent[0]).toContain('$$IsEqual:$Name:##SVCurrentCompany AND $Guid = "company-1"')
  })
})

describe("values", () => {
  const read = <A>(schema: Parameters<typeof Wire.decode<A>>[0], value: unknown) => Wire.decode(schema, value)
  it.each([
    ["-1234.50", { base: -1234.5, foreign: null }],
    ["-$ 100.00 @ ₹ 83.00/$ = -₹ 8300.00", { base: -8300, foreign: { symbol: "$", amount: -100, rate: 83 } }],
    ["-$100.00 @ Rs. 83/$ = -Rs. 8300.00", { base: -8300, foreign: { symbol: "$", amount: -100, rate: 83 } }],
    ["€5 @ ₹ 90.5/€ = ₹ 452.50", { base: 452.5, foreign: { symbol: "€", amount: 5, rate: 90.5 } }],
    ["(-)12.00", { base: -12, foreign: null }],
    ["-Rs.100", { base: -100, foreign: null }],
    ["1,23,456.78", { base: 123_456.78, foreign: null }],
    ["", null]
  ])("the amount %s", (text, expected) => {
    expect(read(money, text)).toEqual(expected)
  })
  it("quantities, rates and what is none", () => {
    expect([" 10 Nos", " 1 Box = 10 Nos", "(-)2.5 Kg", ""].map((own) => read(quantity, own))).toEqual([
      10,
      1,
      -2.5,
      null
    ])
    expect(["100.00/Nos", " 18", "18 %", ""].map((own) => read(rate, own))).toEqual([100, 18, 18, null])
    expect(() => read(money, "some")).toThrow(/an amount/)
    expect(() => read(quantity, "many")).toThrow(/a quantity/)
  })
  it("days and terms of credit", () => {
    expect(["20250401", "1-Apr-2025", "01-Apr-25"].map((own) => dayOf(own))).toEqual(
      Array(3).fill("2025-04-01T00:00:00.000Z")
    )
    const from = "2026-01-31T00:00:00.000Z"
    expect(
      ["30 Days", "2 Weeks", "1 Month", "1 Year", "15-Apr-2026"].map((term) => dueOn(term, from)?.slice(0, 10))
    ).toEqual(["2026-03-02", "2026-02-14", "2026-02-28", "2027-01-31", "2026-04-15"])
    expect(() => dueOn("soon", from)).toThrow(Normalize.Unreadable)
  })
  it("a ledger of several entries holds each of its items once", () => {
    const of = (base: number) => ({ base, foreign: null })
    const item = (base: number) => ({
      STOCKITEMNAME: `Item of ${base}`,
      AMOUNT: of(base),
      "ACCOUNTINGALLOCATIONS.LIST": [{ LEDGERNAME: "Sales", AMOUNT: of(base) }]
    })
    const party = { LEDGERNAME: "Acme", AMOUNT: of(-720) }
    const amounts = (sales: ReadonlyArray<number>, items: ReadonlyArray<number>) =>
      linesOf(
        {
          GUID: "v-1",
          "ALLLEDGERENTRIES.LIST": [party, ...sales.map((base) => ({ LEDGERNAME: "Sales", AMOUNT: of(base) }))],
          "ALLINVENTORYENTRIES.LIST": items.map(item)
        },
        party
      ).map(({ entry }) => entry.AMOUNT?.base)
    expect(amounts([100, 620], [100, 620])).toEqual([100, 620])
    expect(amounts([300, 420], [100, 200, 420])).toEqual([100, 200, 420])
    expect(amounts([720], [100, 600])).toEqual([100, 600, 20])
    expect(amounts([700, 20], [100, 600])).toEqual([100, 600, 20])
  })
  it("lists without elements are none", () => {
    expect(parse("<A><B.LIST>      </B.LIST><C.LIST><C> </C><C>1</C></C.LIST></A>")).toEqual({
      A: { "B.LIST": [], "C.LIST": [{ C: ["1"] }] }
    })
  })
  it("names that Tally made itself lose their mark", () => {
    expect(parse('<A NAME="&#4; Primary"><B TYPE="String">\u0004 Not Applicable</B></A>')).toEqual({
      A: { "@NAME": " Primary", B: " Not Applicable" }
    })
  })
})

describe("records", () => {
  const master = (name: string, parent: string) => ({ "@NAME": name, NAME: name, GUID: `g-${name}`, PARENT: parent })
  const all = [
    master("Acme", "Sundry Debtors"),
    master("Bolt", "Sundry Creditors"),
    master("Bank", "Bank Accounts"),
    master("Rent", "Indirect Expenses"),
    master("Sales", "Sales Accounts"),
    master("Purchase", "Purchase Accounts"),
    master("GST", "Duties & Taxes")
  ].map((own) => ({ ...own, _PRIMARYGROUP: own.PARENT }))
  const byName = <A extends { readonly NAME: string }>(list: ReadonlyArray<A>) =>
    new Map(list.map((one) => [one.NAME.toLowerCase(), one]))
  const currencies = [
    { "@NAME": "₹", NAME: "₹", GUID: "g-inr" },
    { "@NAME": "$", NAME: "$", GUID: "g-usd" }
  ]
  const lookups = {
    ledgers: byName(all),
    groups: new Map(),
    items: byName([master("Widget", "")]),
    centres: new Map(),
    currencies,
    company: { GUID: "c-1", BASICCURRENCY: "₹" },
    pending: new Map(),
    made: new Map(),
    bills: new Map(),
    invoices: new Map(),
    orders: new Map()
  }
  const item = (model: Parameters<typeof Connector.sourcesOf>[1], raw: object, index = 0) => {
    const read = Connector.sourcesOf(whole, model)[index]!
    const mapped = InSpite.mapItem(
      read,
      { GUID: "v-1", DATE: "20260302", ...raw },
      { settings: {}, lookups, followed: [] }
    )
    return Result.getOrThrowWith(mapped, ({ issues }) => new Error(issues.join("; ")))
  }
  const entries = (...rows: ReadonlyArray<readonly [ledger: string, amount: string, more?: object]>) => ({
    "ALLLEDGERENTRIES.LIST": rows.map(([LEDGERNAME, AMOUNT, more]) => ({ LEDGERNAME, AMOUNT, ...more }))
  })
  const only = (model: Parameters<typeof item>[0], raw: object) => item(model, raw).records[0]!

  it.each(["PURCHASE_ORDERS", "SALES_ORDERS"] as const)(
    "of %s are positive on whichever side they were entered",
    (model) => {
      for (const sign of ["", "-"]) {
        const other = sign === "" ? "-" : ""
        const order = only(
          model,
          entries(["Bolt", `${sign}118.00`], ["Purchase", `${other}100.00`], ["GST", `${other}18.00`])
        )
        expect(order).toMatchObject({ total_amount: 118, sub_total: 100, tax_amount: 18 })
        expect(order["line_items"]).toMatchObject([{ sub_total: 100 }])
      }
    }
  )
  it("of expenses have all that the money was for as lines", () => {
    const paid = entries(["Rent", "-100.00"], ["Bolt", "-50.00"], ["GST", "-18.00"], ["Bank", "168.00"])
    expect(only("EXPENSES", paid)).toMatchObject({
      total_amount: 168,
      sub_total: 150,
      tax_amount: 18,
      line_items: [
        { account_id: "g-Rent", sub_total: 100 },
        { account_id: "g-Bolt", sub_total: 50 }
      ]
    })
  })
  it("tell of payments to customers and receipts from vendors, which settle nothing", () => {
    const told = (model: Parameters<typeof item>[0], raw: object) =>
      [
        item(model, raw).records.length,
        item(model, raw)
          .warnings?.map(({ message }) => message)
          .join()
      ] as const
    const out = entries(["Acme", "-50.00"], ["Bank", "50.00"])
    const back = entries(["Bolt", "50.00"], ["Bank", "-50.00"])
    expect(told("BILL_PAYMENTS", out)).toEqual([0, "becomes no record: a payment to a customer"])
    expect(told("INVOICE_PAYMENTS", back)).toEqual([0, "becomes no record: a receipt from a vendor"])
    expect(told("BILL_PAYMENTS", { ...out, ISCANCELLED: "Yes" })).toEqual([0, undefined])
    expect(told("BILL_PAYMENTS", entries(["Rent", "-50.00"], ["Bank", "50.00"]))).toEqual([0, undefined])
    expect(told("BILL_PAYMENTS", entries(["Acme", "-5.00"], ["Rent", "-50.00"], ["Bank", "55.00"]))).toEqual([
      0,
      undefined
    ])
  })
  it("tell of notes that raise what is owed instead of lowering it, which are no credit", () => {
    const told = (model: "BILL_CREDIT_NOTES" | "INVOICE_CREDIT_NOTES", raw: object) => {
      const { records, warnings } = item(model, raw)
      return [records.length, warnings?.map(({ message }) => message).join()] as const
    }
    const toVendor = entries(["Bolt", "50.00"], ["Purchase", "-50.00"])
    const toCustomer = entries(["Acme", "-50.00"], ["Sales", "50.00"])
    expect(told("INVOICE_CREDIT_NOTES", toVendor)).toEqual([0, "becomes no record: a credit note to a vendor"])
    expect(told("BILL_CREDIT_NOTES", toCustomer)).toEqual([0, "becomes no record: a debit note to a customer"])
    expect(told("INVOICE_CREDIT_NOTES", entries(["Acme", "50.00"], ["Sales", "-50.00"]))).toEqual([1, undefined])
  })
  it("take the bills of an entry from whichever list has them", () => {
    const bill = {
      "BILLALLOCATIONS.LIST": [{ NAME: "INV-1", BILLTYPE: "New Ref", AMOUNT: "-100.00", BILLCREDITPERIOD: "30 Days" }]
    }
    const plain = entries(["Acme", "-100.00"], ["Sales", "100.00"])
    const due = (raw: object) => only("INVOICES", raw)["due_date"]
    expect(due(plain)).toBeNull()
    expect(due({ ...plain, "LEDGERENTRIES.LIST": entries(["Acme", "-100.00", bill])["ALLLEDGERENTRIES.LIST"] })).toBe(
      "2026-04-01T00:00:00.000Z"
    )
  })
  it("have the prices of foreign documents, however much of a rate they show", () => {
    const amount = "$ 100.00 @ ₹ 83/$ = ₹ 8300.00"
    const price = (RATE: string) => {
      const widget = { STOCKITEMNAME: "Widget", RATE, AMOUNT: amount, BILLEDQTY: " 10 Nos" }
      const sold = { ...entries(["Acme", `-${amount}`]), "ALLINVENTORYENTRIES.LIST": [widget] }
      const invoice = only("INVOICES", sold)
      expect(invoice).toMatchObject({ currency_id: "g-usd", currency_rate: 83, total_amount: 100, sub_total: 100 })
      return (invoice["line_items"] as ReadonlyArray<{ readonly unit_amount: number | null }>)[0]!.unit_amount
    }
    expect(price("$ 10.00 @ ₹ 83/$ = ₹ 830.00/Nos")).toBe(10)
    expect(price("$ 10.00 = ₹ 830.00/Nos")).toBe(10)
    expect(price("$ 10.00/Nos")).toBe(10)
    // In which currency it is, nobody says.
    expect(price("830.00/Nos")).toBeNull()
  })
  it("have the address that is in force, and one of a country alone", () => {
    const party = { NAME: "Acme", "@NAME": "Acme", PARENT: "Sundry Debtors", _PRIMARYGROUP: "Sundry Debtors" }
    const dated = (day: string, street: string) => ({
      APPLICABLEFROM: day,
      STATE: "Kerala",
      COUNTRY: "India",
      PINCODE: "682001",
      "ADDRESS.LIST": [{ ADDRESS: [street] }]
    })
    const of = (raw: object) => only("CONTACTS", { ...party, ...raw })["addresses"]
    expect(
      of({ "LEDMAILINGDETAILS.LIST": [dated("20260401", "2 New St"), dated("20250401", "1 Old St")] })
    ).toMatchObject([{ street: "2 New St", state: "Kerala", country: "India", pincode: "682001" }])
    expect(of({ COUNTRYNAME: "India" })).toMatchObject([{ street: null, country: "India" }])
    expect(only("COMPANY_INFO", { NAME: "Asha", COUNTRYNAME: "India" })["addresses"]).toMatchObject([
      { country: "India" }
    ])
  })
  it("go on without a currency, a group or an item that cannot be read, and are refused without a ledger's name", () => {
    const party = { NAME: "Acme", "@NAME": "Acme", PARENT: "Sundry Debtors", _PRIMARYGROUP: "Sundry Debtors" }
    expect(item("CONTACTS", { ...party, CURRENCYNAME: {} })).toMatchObject({
      records: [{ name: "Acme", currency_id: null }],
      warnings: [{ field: "currency_id" }]
    })
    const sold = (widget: object) => ({
      ...entries(["Acme", "-100.00"]),
      "ALLINVENTORYENTRIES.LIST": [{ STOCKITEMNAME: "Widget", AMOUNT: "100.00", ...widget }]
    })
    expect(item("INVOICES", sold({ STOCKITEMNAME: {} })).warnings).toMatchObject([{ field: "line_items[0].item_id" }])
    for (const odd of [entries(["Acme", "-100.00"], [{} as string, "100.00"]), { "ALLLEDGERENTRIES.LIST": [null] }])
      expect(() => item("INVOICES", odd)).toThrow("ALLLEDGERENTRIES.LIST")
  })
})

describe("documents and statements", () => {
  it("are read by code that is loaded with the first of them", async () => {
    const voucher = "<VOUCHER><GUID>v-1</GUID><VOUCHERNUMBER>S-1</VOUCHERNUMBER></VOUCHER>"
    const { books } = open((asked) =>
      asked.includes("$Guid = ") ? collection(voucher) : asked.includes("SvcCompany") ? company() : collection("")
    )
    expect(await books.get("INVOICES", "v-1")).toMatchObject({ platform_id: "v-1", document_number: "S-1" })
    expect(await books.positions("BALANCE_SHEET")).toEqual({ default: { of: "c-1", at: 12 } })
  })
})

describe("what is asked for", () => {
  const context = { settings: {}, now: "2026-03-15T00:00:00.000Z", from: "2026-03-01T00:00:00.000Z", since: null }
  const source = (model: "PURCHASE_ORDERS" | "CONTACTS"): Read.Read => Connector.sourcesOf(whole, model)[0]!
  const text = (read: Read.Read, more: object) => {
    const state = read.page.start({ ...context, ...("after" in more ? { isChanges: true } : {}) })
    return tally.http.encode!(Reading.pageCall(read, { ...context, ...more, state }).body, settings, {}).content
  }
  it("is what changed after a place in the count, in one window of all days", () => {
    expect(text(source("CONTACTS"), { after: 41 })).toContain('NAME="SvcChanged">$AlterID &gt; 41<')
    const changed = text(source("PURCHASE_ORDERS"), { after: 41 })
    expect(changed).toContain("<FILTER>SvcChanged,SvcPeriod,SvcKind</FILTER>")
    expect(changed).toContain('$Date &gt;= $$Date:"19800101" AND $Date &lt;= $$Date:"20270316"')
  })
  it("is a month of vouchers, else", () => {
    expect(text(source("PURCHASE_ORDERS"), {})).toContain(
      '$Date &gt;= $$Date:"20260301" AND $Date &lt;= $$Date:"20260315"'
    )
  })
  it("is never a formula made of a foreign id", () => {
    const get = source("PURCHASE_ORDERS").get!
    for (const id of ['x" OR 1', "x OR 1", "", "master/1 OR 1", "../x"]) expect(get(id, { settings: {} })).toBeNull()
    expect(() => get('name/x"y', { settings: {} })).toThrow(/quotation/)
  })
  it("needs the count, which a closed company does not tell", () => {
    const { position } = source("CONTACTS").sequence!
    expect(position(parse(company("c-9")))).toEqual({ of: "c-9", at: 5 })
    expect(() => position(parse(collection("")))).toThrow(/not open/)
    expect(() => position(parse(collection("<COMPANY><GUID>c</GUID></COMPANY>")))).toThrow(/ALTMSTID/)
  })
})

describe("deletes", () => {
  const ids = async (answers: ReadonlyArray<string>) => {
    const { deletes } = Connector.sourcesOf(whole, "SALES_ORDERS")[0]!
    if (deletes._tag !== "IdListing") throw new Error("no listing of ids")
    const found: Array<string> = []
    let state: unknown = deletes.page.start({ now: "", from: "" })
    for (const answer of answers) {
      const body = parse(answer)
      found.push(...deletes.ids(body))
      state = deletes.page.next(state, { body, headers: {}, items: [] })
    }
    return [found, state]
  }
  it("are believed only of a company that is still open", async () => {
    const listed = collection("<VOUCHER><GUID>v-1</GUID></VOUCHER>")
    expect(await ids([listed, company()])).toEqual([["v-1"], null])
    expect(await ids([collection(""), company()])).toEqual([[], null])
    await expect(ids([collection(""), collection("")])).rejects.toThrow(/not open/)
  })
})

describe("before a repeat", () => {
  const context: Write.LookContext = {
    settings: {},
    since: "2026-03-11T00:00:00Z",
    began: "2026-03-11T00:00:00Z",
    key: "k:0"
  }
  const looked = (own: Write.Write["idempotency"], objects: string, item: object) => {
    const idempotency = Write.idempotencyOf({ idempotency: own }, {})
    if (idempotency._tag !== "Lookup") throw new Error("nothing is looked for")
    return idempotency.find(parse(collection(objects)), item, context) !== undefined
  }
  it("a ledger is what was sent where it is spelt and placed so", () => {
    const { idempotency } = writes.CONTACTS.create
    const ledger = '<LEDGER NAME="New  Vendor"><GUID>l-1</GUID><PARENT>Sundry Creditors</PARENT></LEDGER>'
    expect(looked(idempotency, ledger, { name: " New Vendor ", contact_type: "VENDOR" })).toBe(true)
    expect(looked(idempotency, ledger, { name: "NEW VENDOR", contact_type: "VENDOR" })).toBe(false)
    expect(looked(idempotency, ledger, { name: "New Vendor", contact_type: "CUSTOMER" })).toBe(false)
  })
  it("a voucher is what was sent where it is of the day", () => {
    const { idempotency } = writes.PURCHASE_ORDERS.create
    const voucher = '<VOUCHER><GUID>v-1</GUID><DATE TYPE="Date">20260311</DATE></VOUCHER>'
    expect(looked(idempotency, voucher, { document_number: "1", posted_date: "2026-03-11" })).toBe(true)
    expect(looked(idempotency, voucher, { document_number: "1", posted_date: "2026-03-12" })).toBe(false)
  })
})

describe("imports", () => {
  const create = writes.PURCHASE_ORDERS.create
  const context = { began: "2026-03-15T00:00:00.000Z", current: undefined, lookups: {}, settings: {} }
  const answer = (counters: string, version = 1) =>
    create.answers(
      parse(
        version === 1
          ? `<ENVELOPE><HEADER><STATUS>1</STATUS></HEADER><BODY><DATA><IMPORTRESULT>${counters}</IMPORTRESULT></DATA></BODY></ENVELOPE>`
          : `<RESPONSE>${counters}</RESPONSE>`
      ),
      [{}],
      {},
      context
    )[0]
  it.each([1, 0])("are taken only where the counters say so, in both shapes (%s)", (version) => {
    expect(answer("<CREATED>1</CREATED><LASTVCHID>12</LASTVCHID>", version)).toEqual({
      _tag: "AcceptedId",
      id: "master/12"
    })
    expect(answer("<CREATED>0</CREATED><ALTERED>1</ALTERED><LASTVCHID>12</LASTVCHID>", version)?._tag).toBe(
      "AcceptedId"
    )
    for (const counters of [
      "<CREATED>0</CREATED><IGNORED>1</IGNORED>",
      "<CREATED>1</CREATED><EXCEPTIONS>1</EXCEPTIONS>",
      "<CREATED>1</CREATED><ERRORS>1</ERRORS>",
      "<CREATED>1</CREATED><LASTVCHID>0</LASTVCHID>"
    ]) {
      expect(answer(counters, version)?._tag).toBe("Refused")
    }
  })
  it("without counters are not understood", () => {
    expect(() => create.answers(parse("<ENVELOPE/>"), [{}], {}, context)).toThrow(/counters/)
  })
  it("of an update that made a new voucher are none", () => {
    const body = parse("<RESPONSE><CREATED>1</CREATED><ALTERED>0</ALTERED></RESPONSE>")
    expect(writes.INVOICES.update.answers(body, [{ platform_id: "x" }], {}, context)[0]?._tag).toBe("Refused")
  })
})
