import { expect, it } from "vitest"
import { Reach } from "../src/contract/index.ts"

it("keeps addresses, telephones and links that say something, trimmed, each under the member it is in", () => {
  expect(Reach.part({ platform_id: "7:address" }, { street: " 1 Quay ", city: "", state: null })).toEqual([
    { platform_id: "7:address", street: "1 Quay", city: null, state: null }
  ])
  const raw = { phone: "1", fax: " ", mobile: undefined, email: "a@b.example", url: null }
  expect(Reach.phones("7:phones", { phone: "TELEPHONE", mobile: "MOBILE", fax: "FAX" }, raw)).toEqual([
    { platform_id: "7:phones:phone", number: "1", type: "TELEPHONE" }
  ])
  expect(Reach.links("7", { email: "EMAIL", url: "WEBSITE" }, raw)).toEqual([
    { platform_id: "7:email", link: "a@b.example", type: "EMAIL" }
  ])
})

it("is none where nothing is said, whatever else stands beside it", () => {
  expect(
    Reach.part({ platform_id: "7:address", is_primary: true }, { street: "  ", city: undefined, state: null })
  ).toEqual([])
  expect(Reach.phones("7", { phone: "TELEPHONE" }, {})).toEqual([])
})
