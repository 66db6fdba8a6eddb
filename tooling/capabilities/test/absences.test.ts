import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Models } from "@svc/core"
import { Registry } from "@svc/core/runtime"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Absences from "../src/Absences.ts"
import * as Against from "../src/Against.ts"
import { readsOf, writesOf } from "../src/Sheets.ts"
import { connectorsIn } from "../src/tables.ts"

const root = new URL("../../../", import.meta.url).pathname
const found = await connectorsIn(root)
const connectorOf = (id: string) => found.find(({ connector }) => connector.id === id)!.connector

describe.each(found.map(({ connector, folder }) => ({ id: connector.id, connector, folder })))(
  "$id",
  ({ connector, folder }) => {
    const absences = Absences.absencesIn(readFileSync(join(root, folder, "README.md"), "utf8"))

    it("offers nothing of what its README says is not there", () => {
      expect(Absences.untrue(connector, absences)).toEqual([])
    })

    it("gives a reason for every member of a specified write that it does not take", () => {
      const silent = Absences.missing(connector).filter((own) => Absences.reasonFor(absences, own) === undefined)
      expect(silent.map(({ of, operation }) => `${operation} ${of}`)).toEqual([])
    })

    it("gives a reason for every data model of its category that is not read", () => {
      const read = new Set(
        Registry.capabilities(connector)
          .filter((own) => own.read)
          .map(({ model }) => model)
      )
      const silent = Models.modelIds.filter(
        (model) =>
          Models.get(model).category === connector.category &&
          !read.has(model) &&
          Absences.reasonFor(absences, { of: model, operation: "read" }) === undefined
      )
      expect(silent).toEqual([])
    })
  }
)

describe("the section of a README", () => {
  const section = (row: string) =>
    `# It\n\n## What is not there\n\n| Data model | Not offered | Why |\n|---|---|---|\n${row}\n\n## Doubts\n\n| a | b | c |\n`

  it("has rows of data models, operations and a reason, and ends with the next heading", () => {
    expect(Absences.absencesIn(section("| `BILLS`, refunds | create, void | no call |"))).toEqual([
      { of: ["BILLS", "refunds"], operations: ["create", "void"], why: "no call" }
    ])
    expect(Absences.absencesIn("# It\n")).toEqual([])
  })

  it.each(["| `BILLS` | make | no call |", "| `BILLS` | create | |"])("is refused where a row is %s", (row) => {
    expect(() => Absences.absencesIn(section(row))).toThrow(/names no operation, or gives no reason/)
  })

  it("is untrue where the connector does it", () => {
    const rows = Absences.absencesIn(section("| `INVOICES`, `SALES_ORDERS` | read, create | no call |"))
    expect(Absences.untrue(connectorOf("XERO"), rows)).toEqual(["INVOICES read", "INVOICES create"])
  })
})

describe("the sheets", () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-sheets-"))
  const write = (writes: string, facts: Readonly<Record<string, string>> = {}) => {
    writeFileSync(join(folder, "writes.md"), writes)
    for (const [platform, text] of Object.entries(facts)) {
      mkdirSync(join(folder, "platforms", platform), { recursive: true })
      writeFileSync(join(folder, "platforms", platform, "FACTS.md"), text)
    }
  }
  const accounting = (row: string, columns = "Contacts | Invoices | Other") =>
    `## Accounting\n| | ${columns} |\n|---|---|---|---|\n${row}\n`
  const claimed = (platform: string) =>
    writesOf(folder)
      .get(platform)
      ?.map(({ of, operation }) => `${of} ${operation}`)

  beforeAll(() => write(accounting("| Xero | C | C | – |")))
  afterAll(() => rmSync(folder, { recursive: true }))

  it.each([
    ["CUD V s", ["create", "update", "delete", "void"]],
    ["CUD(V)", ["create", "update", "delete", "void"]],
    ["C (U D by COM)", ["create"]],
    ["CUD, post, cancel s", ["create", "update", "delete", "void"]],
    ["C, U few members, edits by steps", ["create", "update"]],
    ["by negative invoice + settlement s", ["create"]],
    ["– (quotes CUD)", []],
    ["?", ["create"]]
  ])("a cell %s means %j", (cell, operations) => {
    write(accounting(`| Sage ZA (K) | – | ${cell} | |`))
    expect(claimed("sage-za")).toEqual(operations.map((operation) => `INVOICES ${operation}`))
  })

  it.each([
    [
      "bank tx CU, tax C V",
      ["BANK_TRANSACTIONS create", "BANK_TRANSACTIONS update", "TAX_RATES create", "TAX_RATES void"]
    ],
    ["transfers, coupons D; batch 100", ["BANK_TRANSACTIONS delete", "coupons delete"]],
    ["–", []]
  ])("what else there is, %s, means %j", (cell, claims) => {
    write(accounting(`| Xero | – | – | ${cell} |`))
    expect(claimed("xero")).toEqual(claims)
  })

  it("a cell may be another's, and a column that nobody knows is a fault", () => {
    write(accounting("| Xero | CU | as contacts | – |"))
    expect(claimed("xero")).toEqual(["CONTACTS create", "CONTACTS update", "INVOICES create", "INVOICES update"])
    write(accounting("| Xero | CU | C | – |", "Contacts | Trees | Other"))
    expect(() => writesOf(folder)).toThrow(/"Trees" of Accounting/)
  })

  it("a mapping table names data models, several in a row, until the next part", () => {
    write("", {
      it: "## 9. Mapping table\n| Model | Where |\n|---|---|\n| CRM_DEALS | a |\n| CRM_EXTERNAL_LINKS, _ADDRESSES | UNVERIFIED |\n| (payments view) | b |\n\n### 9.1 Deals\n| BILLS | c |\n"
    })
    expect(readsOf(folder, "it")?.map(({ doubted, of }) => [of, doubted])).toEqual([
      ["CRM_DEALS", false],
      ["CRM_EXTERNAL_LINKS", true],
      ["CRM_ADDRESSES", true]
    ])
    expect(readsOf(folder, "none")).toBeUndefined()
  })

  it("what differs is told with its reason, or as a fault without one", async () => {
    write(accounting("| Xero | CV | CUD | coupons C |"), {
      xero: "## 10. Mapping\n| BILLS | a |\n| SALES_ORDERS | – |\n"
    })
    const differences = await Against.compare(root, folder)
    expect(differences.map(({ claim, why }) => [claim.of, claim.operation, why])).toEqual([
      ["SALES_ORDERS", "read", "Xero has quotes, no sales orders"],
      ["INVOICES", "delete", undefined],
      ["coupons", "create", undefined]
    ])
    expect(Against.format(differences)).toMatch(
      /WITHOUT A REASON XERO INVOICES delete[^]*3 differences, 2 without a reason$/
    )
  })

  it("a row of a platform that no connector is for is a fault", async () => {
    write(accounting("| Xero | C | C | – |\n| Nobody | C | C | – |"), { xero: "## 10. Mapping\n| BILLS | a |\n" })
    await expect(Against.compare(root, folder)).rejects.toThrow(/No connector is called nobody/)
  })
})
