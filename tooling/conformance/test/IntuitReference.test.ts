/** A made-up folder of the same formats: what a request must be, and what is answered. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import type { Outgoing } from "../src/Description.ts"
import * as IntuitReference from "../src/IntuitReference.ts"

const folder = mkdtempSync(join(tmpdir(), "intuit-"))
afterAll(() => rmSync(folder, { recursive: true }))

writeFileSync(
  join(folder, "Made.xsd"),
  `<?xml version="1.0"?><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:element name="Bill" type="Bill" substitutionGroup="Thing"/>
  <xs:complexType name="Thing"><xs:sequence><xs:element name="Id" type="id" minOccurs="0"><xs:annotation>
    <xs:documentation>Not <xs:element name="Nothing"/> at all</xs:documentation></xs:annotation></xs:element></xs:sequence></xs:complexType>
  <xs:complexType name="Bill"><xs:complexContent><xs:extension base="Thing"><xs:sequence>
    <xs:element name="VendorRef" type="Ref"/><xs:element name="PayType" type="Kind"/>
    <xs:choice><xs:element name="Line" type="Line" maxOccurs="unbounded"/></xs:choice>
  </xs:sequence></xs:extension></xs:complexContent></xs:complexType>
  <xs:complexType name="Line"><xs:sequence><xs:element name="Amount" type="xs:decimal"/></xs:sequence></xs:complexType>
  <xs:complexType name="Ref"><xs:simpleContent><xs:extension base="id"><xs:attribute name="name" type="xs:string"/></xs:extension></xs:simpleContent></xs:complexType>
  <xs:simpleType name="id"><xs:restriction base="xs:string"/></xs:simpleType>
  <xs:simpleType name="Kind"><xs:restriction base="xs:string"><xs:enumeration value="Check"/></xs:restriction></xs:simpleType>
</xs:schema>`
)
writeFileSync(
  join(folder, "intuit-api-reference-extract.json"),
  JSON.stringify({
    bill: {
      tables: [
        {
          section: "Attributes",
          rows: [
            { attribute: "Id", type: "String, filterable, sortable", description: "" },
            { attribute: "VendorRef", type: "ReferenceType", description: "*Required*. Who sent it." },
            { attribute: "Line [0..n]", type: "Line", description: "*Conditionally required*." }
          ]
        }
      ],
      samples: [{ section: "Sample", json: { Bill: { Id: "1", VendorRef: { value: "2" } } } }]
    }
  })
)
const description = IntuitReference.load(folder)
const faults = (method: string, path: string, body?: unknown) => {
  const request: Outgoing = {
    method,
    url: new URL(`https://quickbooks.api.intuit.com/v3/company/1${path}`),
    headers: {},
    body: body === undefined ? undefined : JSON.stringify(body)
  }
  const found = description.find(request)
  return found.operation === null ? [found.reason] : found.operation.faults(request)
}
const query = (statement: string) => faults("GET", `/query?query=${encodeURIComponent(statement)}&minorversion=75`)

describe("IntuitReference", () => {
  it("reads statements", () => {
    expect(query("SELECT * FROM Bill WHERE Id IN ('1', '2') ORDERBY Id STARTPOSITION 1 MAXRESULTS 1000")).toEqual([])
    expect(query("SELECT Id FROM Bill")).toEqual([])
    expect(query("SELECT * FROM Bill WHERE VendorRef = '2' AND Nothing = 'x'")).toEqual([
      "Bill.VendorRef is not filterable",
      "Bill has no member Nothing"
    ])
    expect(query("SELECT * FROM Bill MAXRESULTS 2000")).toEqual(["MAXRESULTS is 1000 at most"])
    expect(query("SELECT * FROM Bill WHERE Id = 'a' OR Id = 'b'")[0]).toContain("cannot be read")
    expect(query("SELECT * FROM Cheese")).toEqual(["no entity Cheese"])
  })
  it("holds bodies to the schema and to what the reference requires", () => {
    const good = { VendorRef: { value: "2", name: "x" }, PayType: "Check", Line: [{ Amount: 1.5 }] }
    expect(faults("POST", "/bill?requestid=a", good)).toEqual([])
    expect(faults("POST", "/bill", { PayType: "Cash", Line: [{ Amount: "1" }], Nothing: 1 }).toSorted()).toEqual([
      "Line.0.Amount must be number",
      "PayType must be one of Check",
      "has the member Nothing, which is not declared",
      "the body lacks VendorRef"
    ])
    expect(faults("POST", "/bill", { sparse: true, Id: "1" })).toEqual(["the body lacks SyncToken"])
  })
  it("answers with the samples, as single records and as lists", () => {
    const examples = (id: string) =>
      description.operations.find((one) => one.id === id)?.examples.map(({ body }) => body)
    const bill = { Id: "1", VendorRef: { value: "2" } }
    expect(examples("GET /bill/{Id}")).toEqual([{ Bill: bill }])
    expect(examples("GET /query/Bill")).toMatchObject([{ QueryResponse: { Bill: [bill] } }])
    expect(faults("GET", "/bill/1?unknown=1")).toEqual(["query parameter unknown is not declared"])
    expect(faults("DELETE", "/bill/1")).toEqual(["nothing of this path and method is described"])
  })
})
