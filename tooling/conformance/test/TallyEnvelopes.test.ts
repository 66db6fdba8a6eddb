/** The grammar of envelopes: what samples show is allowed, and what they do not show is said. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import * as TallyEnvelopes from "../src/TallyEnvelopes.ts"

const folder = mkdtempSync(join(tmpdir(), "tally-"))
afterAll(() => rmSync(folder, { recursive: true }))
mkdirSync(join(folder, "requests"))
mkdirSync(join(folder, "tally-database-loader"))
const definition = (type: string, fetch: string, filter: string, formula: string) =>
  `<ENVELOPE><HEADER><VERSION>1</VERSION><TALLYREQUEST>Export</TALLYREQUEST><TYPE>Collection</TYPE><ID>C</ID></HEADER><BODY><DESC><TDL><TDLMESSAGE><COLLECTION NAME="C"><TYPE>${type}</TYPE><FETCH>${fetch}</FETCH><FILTER>${filter}</FILTER></COLLECTION><SYSTEM TYPE="Formulae" NAME="F">${formula}</SYSTEM></TDLMESSAGE></TDL></DESC></BODY></ENVELOPE>`
const voucher = (ledgers: string) =>
  `<ENVELOPE><HEADER><TALLYREQUEST>Import Data</TALLYREQUEST></HEADER><BODY><IMPORTDATA><REQUESTDATA><TALLYMESSAGE><VOUCHER VCHTYPE="Sales" ACTION="Create">${ledgers}</VOUCHER></TALLYMESSAGE></REQUESTDATA></IMPORTDATA></BODY></ENVELOPE>`
const entry = (side: string, amount: string, more = "") =>
  `<LEDGERENTRIES.LIST><LEDGERNAME>L</LEDGERNAME><ISDEEMEDPOSITIVE>${side}</ISDEEMEDPOSITIVE><AMOUNT>${amount}</AMOUNT>${more}</LEDGERENTRIES.LIST>`
writeFileSync(join(folder, "requests", "1.xml"), definition("Ledger", "Guid,Name", "F", "$$IsPurchase:$Name"))
writeFileSync(join(folder, "requests", "2.xml"), voucher(entry("Yes", "-1.00") + entry("No", "1.00")))
writeFileSync(
  join(folder, "tally-database-loader", "x.yaml"),
  "master:\n  - collection: Group\n    fields:\n      - name: parent\n        field: Parent\n"
)
const own = TallyEnvelopes.describe(folder, { made: { Group: [{ "@NAME": "G" }] }, reports: {} })

const send = (body: string, path = "/") => {
  const request = {
    method: "POST",
    url: new URL(path, "https://tally.example"),
    headers: { "content-type": "text/xml;charset=utf-8" },
    body
  }
  const found = own.find(request)
  return found.operation === null ? [found.reason] : found.operation.faults(request)
}

describe("the grammar of envelopes", () => {
  it("allows what samples and configuration show", () => {
    expect(send(definition("Group", "Guid,Parent", "F", "$$IsPurchase:$Parent"))).toEqual([])
    expect(send(voucher(entry("Yes", "-2.50") + entry("No", "2.50")))).toEqual([])
  })
  it.each([
    ["a type", definition("Planet", "Guid", "F", "$Name"), "no collection of the type Planet"],
    ["a method", definition("Group", "Mass", "F", "$Name"), "no method Group.Mass"],
    ["a function", definition("Group", "Guid", "F", "$$IsRound:$Name"), "no function $$IsRound"],
    ["a filter without formula", definition("Group", "Guid", "F,G", "$Name"), "the filter G is not defined"],
    ["a formula without use", definition("Group", "Guid", "", "$Name"), "the formula F is not used"],
    ["a wrong side", voucher(entry("No", "-1.00") + entry("No", "1.00")), "VOUCHER/LEDGERENTRIES.LIST: No and -1.00"],
    ["what is not balanced", voucher(entry("Yes", "-1.00")), "the entries come to -1 instead of nothing"],
    [
      "an element",
      voucher(entry("Yes", "-1.00", "<COLOUR/>") + entry("No", "1.00")),
      "ENVELOPE/BODY/IMPORTDATA/REQUESTDATA/TALLYMESSAGE/VOUCHER/LEDGERENTRIES.LIST has no COLOUR"
    ]
  ])("tells of %s that nothing shows", (_what, body, fault) => {
    expect(send(body)).toEqual([fault])
  })
  it("knows no other path", () => {
    expect(send(definition("Group", "Guid", "F", "$Name"), "/other")).toEqual([
      "there is one method, POST, and one path without a query"
    ])
  })
})
