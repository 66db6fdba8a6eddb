/** Where Busy departs from what one would expect, and where nothing describes what it does. */
import { connect, isConnectorError } from "@svc/core/connect"
import { describe, expect, it } from "vitest"
import { refusal } from "../src/access.ts"
import { busy } from "../src/index.ts"
import { parse } from "../src/query.ts"
import { day } from "../src/voucher.ts"

const rowset = (...rows: ReadonlyArray<string>) =>
  `<xml xmlns:rs='urn:schemas-microsoft-com:rowset' xmlns:z='#RowsetSchema'><rs:data>${rows.map((row) => `<z:row ${row}/>`).join("")}</rs:data></xml>`
const known: ReadonlyArray<readonly [RegExp, string]> = [
  [
    /\[Master1\] WHERE \[MasterType\] IN \(2\) ORDER/,
    rowset(
      "Code='1' Name='Cash' ParentGrp='104'",
      "Code='3' Name='Sales' ParentGrp='120'",
      "Code='301' Name='XYZ' ParentGrp='116'",
      "Code='302' Name='ABC' ParentGrp='117'"
    )
  ],
  [
    /\[Master1\] WHERE \[MasterType\] IN \(1\) ORDER/,
    rowset(
      "Code='104' Name='Cash-in-hand' ParentGrp='0'",
      "Code='116' Name='Sundry Debtors' ParentGrp='0'",
      "Code='117' Name='Sundry Creditors' ParentGrp='0'",
      "Code='120' Name='Sale' ParentGrp='0'"
    )
  ]
]
const open = (answer: (statement: string) => string | Response, own: Record<string, string> = {}) => {
  const asked: Array<Request> = []
  const books = connect(busy, {
    credentials: { username: "api", password: "password-1" },
    settings: { address: "http://192.0.2.1:981", company_code: "Comp0001", financial_year: "2025", ...own },
    fetch: async (input, init) => {
      const request = new Request(input, init)
      asked.push(request)
      const statement = request.headers.get("qry") ?? ""
      const said = known.find(([form]) => form.test(statement))?.[1] ?? answer(statement)
      return typeof said === "string" ? new Response(said, { headers: { result: "T" } }) : said
    }
  })
  return { asked, books, statements: () => asked.map(({ headers }) => headers.get("qry") ?? "") }
}
const reason = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (isConnectorError(error) ? error.reason._tag : String(error))
  )
const refused = (headers: Record<string, string>) => open(() => new Response("", { headers })).books.check()

describe("the way to Busy", () => {
  it("is GET, with everything in headers", async () => {
    const { asked, books } = open(() => rowset())
    await books.check()
    expect(asked[0]?.method).toBe("GET")
    expect(asked[0]?.url).toBe("http://192.0.2.1:981/")
    expect(Object.fromEntries(asked[0]!.headers)).toMatchObject({ sc: "1", username: "api", pwd: "password-1" })
  })
  it("asks only what reads", async () => {
    const { books, statements } = open(() => rowset())
    for (const model of Object.keys(busy.reads) as ReadonlyArray<keyof typeof busy.reads>) {
      for await (const record of books.list(model)) expect(record).toBeDefined()
    }
    for (const statement of statements()) expect(statement).toMatch(/^SELECT [^;'"]* FROM \[\w+\] WHERE [^;'"]*$/)
    expect(statements().length).toBeGreaterThan(20)
  })
  it.each([
    ["Comp'0001", "company_code"],
    ["2025-26", "financial_year"],
    ["Tran2.Value1=D1] FROM x", "columns"],
    ["Tran2.Nothing=D1", "columns"],
    ["payment=19 OR 1=1", "kinds"],
    ["http://user:secret@busy.example", "address"]
  ] as const)("takes no %s for %s", (value, name) => {
    expect(new RegExp(`^(?:${busy.settings[name].pattern})$`, "u").test(value)).toBe(false)
  })
  it("reads nothing of another file than the database that was named", async () => {
    const own = { database: "BusyComp0001_db12025" }
    const of = (name: string) =>
      open((statement) => (statement.includes(`DB_NAME() = '${name}'`) ? rowset(`Name='${name}'`) : rowset()), own)
    const read = async ({ books }: ReturnType<typeof open>, model: keyof typeof busy.reads) => {
      for await (const record of books.list(model)) expect(record).toBeDefined()
    }
    expect(await reason(of("BusyComp0001_db12026").books.check())).toBe("Forbidden")
    expect(await reason(of(own.database).books.check())).toBeNull()
    for (const model of Object.keys(busy.reads) as ReadonlyArray<keyof typeof busy.reads>) {
      expect(await reason(read(of("BusyComp0001_db12026"), model))).toBe("Undecodable")
      expect(await reason(read(of(own.database), model))).toBeNull()
    }
    expect(new RegExp(`^(?:${busy.settings.database.pattern})$`, "u").test("x' OR '1'='1")).toBe(false)
  })
  it("knows columns and kinds by other names, and leaves out what a release lacks", async () => {
    const own = {
      columns: "Tran1.VchNo=Number, Tran1.VchAmtBaseCur=none,Tran1.VchCode=Id",
      kinds: "sale=29, account=2"
    }
    const { books, statements } = open(
      (statement) =>
        statement.includes("[Tran2]")
          ? rowset(
              "VchCode='5' RecType='1' SrNo='1' MasterCode1='301' Value1='-100'",
              "VchCode='5' RecType='1' SrNo='2' MasterCode1='3' Value1='100'"
            )
          : statement.includes("[Tran1]") && !statement.includes(" > ")
            ? rowset("VchCode='5' VchNo='A-1'")
            : rowset(),
      own
    )
    const found = []
    for await (const record of books.list("INVOICES")) found.push(record)
    expect(found).toMatchObject([{ platform_id: "5", document_number: "A-1", total_amount: 100 }])
    const heads = statements().filter((statement) => statement.includes("[Tran1]"))
    expect(heads).toEqual([
      "SELECT TOP 100 [Id] AS [VchCode], [VchType], [Number] AS [VchNo], [Date], [MasterCode1] FROM [Tran1] WHERE [VchType] IN (29) ORDER BY [Id]",
      "SELECT TOP 100 [Id] AS [VchCode], [VchType], [Number] AS [VchNo], [Date], [MasterCode1] FROM [Tran1] WHERE [VchType] IN (29) AND [Id] > 5 ORDER BY [Id]"
    ])
  })
})

describe("answers", () => {
  it("are recordsets, whatever the case of their columns", () => {
    expect(parse(rowset("VCHCODE='1' Name='A &amp; B'", "code='2'"))).toEqual({
      rows: [{ vchcode: "1", name: "A & B" }, { code: "2" }]
    })
    expect(parse(rowset())).toEqual({ rows: [] })
    expect(parse("<html><body>Busy</body></html>")).toBe("<html><body>Busy</body></html>")
    expect(parse(" 4711 ")).toBe("4711")
  })
  it("write days as the database or the computer does", () => {
    const forms = ["2026-03-02T00:00:00", "02-03-2026", "2-Mar-2026", "02/03/2026", "2026-03-02"]
    expect(forms.map((form) => day.read(form))).toEqual(forms.map(() => "2026-03-02"))
    expect(day.read("")).toBeNull()
    expect(() => day.read("the second of March")).toThrow()
  })
  it("refuse with 200 and a header", async () => {
    expect(await reason(refused({ result: "F", description: "Invalid User Name" }))).toBe("AuthExpired")
    expect(await reason(refused({ result: "F", description: "Please open a company first" }))).toBe("Forbidden")
    expect(await reason(refused({ result: "F", description: "No such column" }))).toBe("Rejected")
    expect(await reason(refused({ result: "F" }))).toBe("Rejected")
    expect(await reason(refused({}))).toBe("Forbidden")
  })
})

describe("vouchers", () => {
  const note = (type: string, entries: ReadonlyArray<string>, head = "MasterCode1='0'") =>
    open((statement) => {
      if (statement.includes("[Tran1]") && !statement.includes(" > "))
        return rowset(`VchCode='7' VchNo='N-1' Date='2026-03-02T00:00:00' VchAmtBaseCur='100' ${head}`)
      return statement.includes("[Tran2]") ? rowset(...entries) : rowset()
    })
  const entry = (srno: number, account: number, value: number) =>
    `VchCode='7' RecType='1' SrNo='${srno}' MasterCode1='${account}' Value1='${value}' Value3='0'`
  type Listed = "BILL_CREDIT_NOTES" | "BILL_PAYMENTS" | "INVOICE_CREDIT_NOTES" | "INVOICE_PAYMENTS" | "INVOICES"
  const list = async (model: Listed, rows: ReadonlyArray<string>) => {
    const found = []
    for await (const record of note(model, rows).books.list(model)) found.push(record)
    return found
  }
  const told = async (model: Listed, rows: ReadonlyArray<string>) => {
    const issues: Array<string> = []
    const refused = ({ issues: own }: { readonly issues: ReadonlyArray<string> }) => void issues.push(...own)
    for await (const record of note(model, rows).books.list(model, { refused })) issues.push(record.platform_id)
    return issues
  }
  it("find a party that their head does not name", async () => {
    const [own] = await list("INVOICE_CREDIT_NOTES", [entry(1, 301, 100), entry(2, 3, -100)])
    expect(own).toMatchObject({
      contact_id: "301",
      total_amount: 100,
      line_items: [{ account_id: "3", sub_total: 100 }]
    })
  })
  it("are no credit where the other side owes more by them", async () => {
    const debit = [entry(1, 301, -100), entry(2, 3, 100)]
    const credit = [entry(1, 302, 100), entry(2, 3, -100)]
    expect(await told("BILL_CREDIT_NOTES", debit)).toEqual([
      "becomes no record: a debit note to a customer, who owes more by it"
    ])
    expect(await told("INVOICE_CREDIT_NOTES", credit)).toEqual([
      "becomes no record: a credit note to a vendor, who is owed more by it"
    ])
  })
  it("are no payments where the other side pays or is paid, which is told", async () => {
    const none = [
      "becomes no record: money to or from parties of the other kind, which settles nothing that is shown here"
    ]
    expect(await told("BILL_PAYMENTS", [entry(1, 301, -100), entry(2, 1, 100)])).toEqual(none)
    expect(await told("INVOICE_PAYMENTS", [entry(1, 302, 100), entry(2, 1, -100)])).toEqual(none)
    expect(await told("INVOICE_PAYMENTS", [entry(1, 301, 100), entry(2, 1, -100)])).toEqual(["7:1"])
  })
  it("are refused where their entries are not there, or name no party", async () => {
    expect(await reason(list("INVOICES", []))).toBe("Undecodable")
    expect(await reason(list("INVOICES", [entry(1, 3, 100), entry(2, 3, -100)]))).toBe("Undecodable")
  })
})

describe("new accounts", () => {
  const made = (answer: Response | string, item: object) => {
    const { asked, books } = open(() => answer)
    const results = books.create("CONTACTS", [{ name: "Nobody", ...item }])
    return results.then(([result]) => ({
      result: result!,
      sent: asked.filter(({ headers }) => headers.get("sc") === "5").map(({ headers }) => headers.get("masterxml"))
    }))
  }
  it("stand in a header, in plain letters", async () => {
    const { sent } = await made("x", { name: "Söhne & <Co>\n₹", contact_type: "CUSTOMER", contact_name: "Zoë" })
    expect(sent).toEqual([
      "<Account><Name>S&#246;hne &amp; &lt;Co&gt;&#10;&#8377;</Name><PrintName>S&#246;hne &amp; &lt;Co&gt;&#10;&#8377;</PrintName>" +
        "<ParentGroup>Sundry Debtors</ParentGroup><Group>Sundry Debtors</Group><Address><Contact>Zo&#235;</Contact></Address></Account>"
    ])
  })
  it("are refused unsent where a header cannot hold them", async () => {
    const { result, sent } = await made("x", { contact_name: "₹".repeat(1_000) })
    expect([result.error?.code, sent]).toEqual(["invalid-params", []])
  })
  it("are known by their code alone", async () => {
    const { result, sent } = await made("Saved", {})
    expect([result.status, sent.length]).toEqual(["failed", 1])
  })
})

describe("new vouchers", () => {
  const goods: ReadonlyArray<readonly [RegExp, string]> = [
    [/IN \(6\) AND \[Code\] IN \(501\)/, rowset("Code='501' Name='Widget' CM1='61'")],
    [/IN \(8\)/, rowset("Code='61' Name='Nos.'")],
    [/IN \(25\)/, rowset("Code='71' Name='GST 18%'", "Code='72' Name='Luxury'")],
    [/IN \(7\)/, rowset("Code='81' Name='Rs.'")]
  ]
  const made = (item: object, own: Record<string, string> = {}) => {
    const { asked, books, statements } = open(
      (statement) => goods.find(([form]) => form.test(statement))?.[1] ?? rowset(),
      own
    )
    const invoice = { contact_id: "301", document_number: "INV-1", posted_date: "2026-03-02", ...item }
    return books.create("INVOICES", [invoice as never]).then(([result]) => ({
      error: result!.error,
      sent: asked.filter(({ headers }) => headers.get("sc") === "2").map(({ headers }) => headers.get("vchxml") ?? ""),
      statements: statements().filter((statement) => statement.includes("VchNo"))
    }))
  }
  const line = { item_id: "501", quantity: 3, unit_amount: 10 }
  it.each([
    [{ line_items: [{ ...line, tax_id: "category-71" }] }, {}, "line_items[0].tax_id"],
    [{ line_items: [{ ...line, tax_id: "category-72" }] }, { gst_state: "29" }, "line_items[0].tax_id"],
    [{ line_items: [{ ...line, tax_id: "5" }] }, { gst_state: "29" }, "line_items[0].tax_id"],
    [{ line_items: [{ ...line, total_discount: 0.01, quantity: 70_000 }] }, {}, "line_items[0].unit_amount"],
    [{ line_items: [line], document_number: "№ 1" }, {}, "document_number"],
    [{ line_items: [line], document_number: "1".repeat(26) }, {}, "document_number"],
    [{ line_items: [line], currency_id: "82" }, {}, "currency_id"],
    [{ line_items: Array.from({ length: 40 }, () => line) }, {}, "line_items"]
  ] as const)("are refused unsent: %j", async (item, own, field) => {
    const { error, sent } = await made(item, own)
    expect([error?.code, error?.field, sent]).toEqual(["invalid-params", field, []])
  })
  it("are looked for by their number, whatever signs it has", async () => {
    const item = { line_items: [line], document_number: "O'1; --" }
    const own = "LTRIM(RTRIM([VchNo])) = 'O''1; --'"
    const bill = "[VchCode] IN (SELECT [VchCode] FROM [VchOtherInfo] WHERE LTRIM(RTRIM([PurchaseBillNo])) = 'O''1; --')"
    const ask = "SELECT [VchCode], [Date] FROM [Tran1] WHERE [VchType] IN (9) AND"
    expect((await made(item)).statements).toEqual([`${ask} (${own} OR ${bill})`])
    expect((await made(item, { columns: "VchOtherInfo.PurchaseBillNo=none" })).statements).toEqual([`${ask} ${own}`])
  })
  it("are made in the series, centre and types of the connection", async () => {
    const own = { series: "Web", material_centre: "Shop", tax_types: "L/GST, I/GST", gst_state: "29" }
    const { sent } = await made({ line_items: [{ ...line, tax_id: "category-71" }] }, own)
    for (const part of [
      "<VchSeriesName>Web</VchSeriesName>",
      "<STPTName>L/GST</STPTName>",
      "<MasterName2>Shop</MasterName2>",
      "<MC>Shop</MC>",
      "<Amt>35.4</Amt><STAmount>5.4</STAmount><STPercent>9</STPercent><TaxBeforeSurcharge>2.7</TaxBeforeSurcharge>"
    ])
      expect(sent[0]).toContain(part)
  })
})

describe("passthrough", () => {
  const call = (headers: Record<string, string>, more: object = {}) => refusal({ path: "/", headers, ...more })
  it.each([
    "select Name from Master1 where Name = 'drop; it''s -- nothing'",
    "SELECT [Update] FROM Tran1",
    "SELECT TOP 1 * FROM Tran1 ORDER BY VchCode"
  ])("lets %s through", (Qry) => {
    expect(call({ SC: "1", Qry })).toBeNull()
  })
  it.each([
    "DELETE FROM Tran1",
    "SELECT 1; DELETE FROM Tran1",
    "SELECT * INTO Copy FROM Tran1",
    "SELECT 1 -- '\n DELETE FROM Tran1",
    "SELECT 'a' /* ' */ FROM x",
    'SELECT "a" FROM x',
    "SELECT 'a FROM x",
    "EXEC xp_cmdshell",
    ""
  ])("stops %s", (Qry) => {
    expect(call({ SC: "1", Qry })).not.toBeNull()
    expect(call({ sc: " 1 ", QRY: Qry })).not.toBeNull()
  })
  it("stops what might be done twice, and what is no call of the service", async () => {
    expect(call({})).toBeNull()
    expect(call({ SC: "2", VchType: "9", VchXML: "<Sale/>" })).not.toBeNull()
    expect(call({ VchXML: "<Sale/>" })).not.toBeNull()
    expect(call({ SC: "1", Qry: "SELECT 1", MasterXML: "<Account/>" })).not.toBeNull()
    expect(call({ SC: "01", Qry: "SELECT 1" })).not.toBeNull()
    expect(call({ SC: "1", sc: "2", Qry: "SELECT 1" })).not.toBeNull()
    expect(call({ SC: "1" })).not.toBeNull()
    expect(call({ Qry: "SELECT 1" })).not.toBeNull()
    expect(call({ SC: "1", Qry: "SELECT 1" }, { method: "POST" })).not.toBeNull()
    expect(call({ SC: "1", Qry: "SELECT 1" }, { body: {} })).not.toBeNull()
    const { books } = open(() => rowset())
    expect(await reason(books.call({ path: "/", headers: { SC: "2" } }))).toBe("InvalidCall")
    const named = { SC: "1", Qry: "SELECT 1", UserName: "admin" }
    expect(await reason(books.call({ path: "/", headers: named }))).toBe("InvalidCall")
    expect(await reason(books.call({ path: "/", headers: { SC: "1", Qry: "SELECT Code FROM Master1" } }))).toBeNull()
  })
})
