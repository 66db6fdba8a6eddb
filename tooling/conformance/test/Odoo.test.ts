import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { describe } from "../src/profiles/odoo-description.ts"

const folder = mkdtempSync(join(tmpdir(), "models-"))
afterAll(() => rmSync(folder, { recursive: true }))
writeFileSync(
  join(folder, "odoo-models-accounting.json"),
  JSON.stringify({
    models: {
      boat: {
        fields: {
          id: "int",
          name: "char",
          kind: "sail|motor",
          harbour_id: "many2one harbour",
          old: "char until 18",
          crew_ids: "one2many sailor"
        },
        methods: ["launch (once)"]
      },
      sailor: { fields: { id: "int", name: "char" } }
    }
  })
)
const boats = [
  { name: "Ada", kind: "sail" },
  { name: "Bo", kind: "motor", harbour_id: [2, "Leith"] }
]
const description = describe(folder, { boat: boats })
const post = (path: string, body: object) => {
  const request = {
    method: "POST",
    url: new URL(`https://harbour.example/json/2/${path}`),
    headers: { authorization: "bearer k", "x-odoo-database": "harbour" },
    body: JSON.stringify(body)
  }
  const { operation } = description.find(request)
  return { faults: operation?.faults(request), body: operation?.examples[0]?.body }
}

it("carries a search out upon the rows", () => {
  const domain = ["|", ["harbour_id", "in", [2]], ["name", "=", "Ada"]]
  expect(post("boat/search_read", { domain: [...domain, ["id", ">", 1]], fields: ["kind"], order: "id" })).toEqual({
    faults: [],
    body: [{ id: 2, kind: "motor" }]
  })
  expect(post("boat/fields_get", { allfields: ["name", "old", "hull"], attributes: ["type"] }).body).toEqual({
    name: { type: "char" }
  })
})

it.each<[string, object, string]>([
  ["boat/search_read", { domain: [["old", "=", 1]] }, "no field boat.old"],
  ["boat/search_read", { domain: [["name", "is", 1]] }, "no term of a domain"],
  ["boat/search_read", { domain: [], fields: ["hull"] }, "no field boat.hull"],
  ["boat/search_read", { domain: [], order: "hull desc" }, "no field boat.hull"],
  ["boat/search_read", { domain: [], page: 2 }, "takes no page"],
  ["boat/write", { ids: ["1"], vals: {} }, "ids are numbers"],
  ["boat/write", { ids: [1], vals: { kind: "steam" } }, "knows no steam"],
  ["boat/create", { vals_list: [{ harbour_id: "1" }] }, "the number of a record"],
  ["boat/create", { vals_list: [{ crew_ids: [[0, { name: "Cy" }]] }] }, "commands of three elements"],
  ["boat/create", { vals_list: [{ crew_ids: [[0, 0, { age: 4 }]] }] }, "no field sailor.age"],
  ["boat/sink", { ids: [1] }, "no method sink"],
  ["raft/read", { ids: [1] }, "no model raft"]
])("refuses %s of %j", (path, body, fault) => {
  expect(post(path, body).faults).toEqual([expect.stringContaining(fault)])
})
it("knows the methods that a model has besides", () => {
  expect(post("boat/launch", { ids: [1] })).toEqual({ faults: [], body: true })
})
