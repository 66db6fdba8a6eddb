/** A made-up folder of the same formats: which requests there are, what a statement may ask, and what is answered. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import * as SalesforceApi from "../src/SalesforceApi.ts"
import * as Soql from "../src/Soql.ts"

const folder = mkdtempSync(join(tmpdir(), "salesforce-"))
afterAll(() => rmSync(folder, { recursive: true }))

const field = (name: string, type: string, more: object = {}) => ({
  name,
  type,
  filterable: true,
  sortable: true,
  relationshipName: null,
  referenceTo: [],
  picklistValues: [],
  ...more
})
const write = (place: string, file: string, value: object) => {
  mkdirSync(join(folder, place), { recursive: true })
  writeFileSync(join(folder, place, file), JSON.stringify(value))
}
const boat = (...more: ReadonlyArray<object>) => ({
  name: "Boat",
  fields: [field("Id", "id"), field("Name", "string"), ...more],
  childRelationships: [{ childSObject: "Sail", relationshipName: "Sails" }]
})
write("describe", "Boat.json", boat(field("Log", "textarea", { filterable: false, sortable: false })))
write("describe-minimal-v58", "Boat.json", boat(field("Launched", "datetime"), field("IsAfloat", "boolean")))
write("describe-minimal-v58", "Sail.json", {
  name: "Sail",
  fields: [
    field("Id", "id"),
    field("BoatId", "reference", { relationshipName: "Boat", referenceTo: ["Boat"] }),
    field("Cut", "picklist", { picklistValues: [{ value: "Gaff" }, { value: "Lug" }] })
  ],
  childRelationships: []
})
const request = (path: string, method = "GET") => ({
  name: path,
  method,
  url: `{{_endpoint}}/services/data/v{{version}}${path}`,
  queryParams: []
})
write("postman", "salesforce-rest-requests.json", {
  query: request("/query/?q=SELECT+name"),
  all: request("/queryAll/?q=SELECT+name"),
  describe: request("/sobjects/<SOBJECT_API_NAME>/describe"),
  remove: request("/sobjects/<SOBJECT_API_NAME>/<RECORD_ID>", "DELETE"),
  blob: request("/sobjects/<SOBJECT_API_NAME>/<RECORD_ID>/<BLOB_FIELD>")
})

const description = SalesforceApi.load(folder)
const find = (path: string, method = "GET", host = "acme.my.salesforce.com") =>
  description.find({ method, url: new URL(`https://${host}${path}`), headers: {}, body: undefined })
const faults = (statement: string) => {
  const url = new URL("https://acme.my.salesforce.com/services/data/v62.0/queryAll")
  url.searchParams.set("q", statement)
  const found = description.find({ method: "GET", url, headers: {}, body: undefined })
  return found.operation === null
    ? [found.reason]
    : found.operation.faults({ method: "GET", url, headers: {}, body: undefined })
}

describe("a statement", () => {
  it("is read with its children, conditions, order and limit", () => {
    expect(
      Soql.parse(
        "SELECT Id, (SELECT Cut FROM Sails WHERE Cut IN ('Lug', 'Gaff') LIMIT 1) FROM Boat " +
          "WHERE (Name = 'O\\'Hara' OR Name = null) AND Launched >= 2026-03-01T10:00:00Z ORDER BY Name DESC NULLS LAST, Id"
      )
    ).toEqual({
      fields: ["Id"],
      from: "Boat",
      children: [
        {
          fields: ["Cut"],
          from: "Sails",
          children: [],
          conditions: [{ field: "Cut", operator: "IN", values: ["'Lug'", "'Gaff'"] }],
          order: [],
          limit: 1
        }
      ],
      conditions: [
        { field: "Name", operator: "=", values: ["'O\\'Hara'"] },
        { field: "Name", operator: "=", values: ["null"] },
        { field: "Launched", operator: ">=", values: ["2026-03-01T10:00:00Z"] }
      ],
      order: ["Name", "Id"],
      limit: null
    })
  })
  it("that cannot be read is a fault", () => {
    for (const text of [
      "SELECT FROM Boat",
      "SELECT Id FROM Boat WHERE Name = 'O'Hara'",
      "SELECT Id FROM Boat WHERE Name = 'a' AND Id = 'b' OR Id = 'c'",
      "SELECT Id FROM Boat WHERE Name = ",
      "SELECT Id FROM Boat; DROP"
    ]) {
      expect(() => Soql.parse(text), text).toThrow()
      expect(faults(text), text).toHaveLength(1)
    }
  })
  it("is held to what the describes show together", () => {
    expect(faults("SELECT Id, Log, (SELECT Cut FROM Sails) FROM Boat WHERE IsAfloat = true ORDER BY Launched")).toEqual(
      []
    )
    expect(faults("SELECT Cut, Boat.Name FROM Sail WHERE Boat.IsAfloat = false")).toEqual([])
    expect(
      faults(
        "SELECT Id, Id, Masts, (SELECT Hue FROM Sails), (SELECT Id FROM Crew) FROM Boat WHERE Log = 'x' ORDER BY Log"
      )
    ).toEqual([
      "Boat has no field Masts",
      "Boat.Id is asked for twice",
      "Boat.Log is not filterable",
      "Boat.Log is not sortable",
      "Sail has no field Hue",
      "Boat has no children Crew"
    ])
    expect(faults("SELECT Owner.Name, Boat.Masts FROM Sail")).toEqual([
      "Sail has no relationship Owner",
      "Boat has no field Masts"
    ])
    expect(
      faults("SELECT Id FROM Boat WHERE Launched >= '2026-03-01' AND IsAfloat = 'true' AND Name = 7")
    ).toHaveLength(3)
    expect(faults("SELECT Id FROM Ship")).toEqual(["there is no object Ship"])
  })
})

describe("a request", () => {
  it("is one of the collection, to a host of the platform", () => {
    const ids = [
      "/services/data/v62.0/sobjects/Boat/describe",
      "/services/data/v62.0/sobjects/Boat/1/Chart",
      "/services/data/v62.0/query/0r8-2000"
    ].map((path) => find(path).operation?.id)
    expect(ids).toEqual(["GET /sobjects/Boat/describe", "GET /sobjects/{Object}/{Id}/{Blob}", "GET /query/{Locator}"])
    expect(find("/services/data/v62.0/limits")).toMatchObject({ reason: "no request of this path is described" })
    expect(find("/services/data/v62.0/sobjects/Boat/1")).toMatchObject({
      reason: "no request of this method is described"
    })
    expect(find("/services/data/v62.0/sobjects/Ship/describe").operation).toBeNull()
    expect(find("/services/data/v62.0/query", "GET", "evil.example").operation).toBeNull()
    expect(find("/query").operation).toBeNull()
  })
  it("is answered with records made of the describe, one for each word of a picklist", () => {
    const own = description.operations.find(({ id }) => id === "GET /query/Boat")?.examples[0]
    expect(own).toMatchObject({ from: "schema", body: { totalSize: 3, done: true } })
    const body = own?.body as { readonly records: ReadonlyArray<object> } | undefined
    expect(body?.records[0]).toMatchObject({ Name: "Name 1", IsAfloat: false, Sails: { records: [{ Cut: "Gaff" }] } })
  })
})
