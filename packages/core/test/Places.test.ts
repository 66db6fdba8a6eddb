import { expect, it } from "vitest"
import { Places, Take } from "../src/contract/index.ts"

const { addresses, links, phones } = Places.of("Acme")
const at = (isNew: boolean): Take.At<unknown> => ({ isNew, refuse: Take.refusing("") }) as never
const numbers = phones({ TELEPHONE: ["Phone", "Home"], FAX: ["Fax"] })
const refusal = (make: () => unknown) => Take.refusalOf(make)?.message

it("fills the places of each type in their order, and says in a change which are empty", () => {
  const rows = [
    { type: "TELEPHONE", number: "1" },
    { type: "FAX", number: "2" },
    { type: "TELEPHONE", number: "3" }
  ]
  expect(numbers.whole(rows, at(true))).toEqual({ Phone: "1", Fax: "2", Home: "3" })
  expect(numbers.whole(rows.slice(0, 1), at(true))).toEqual({ Phone: "1" })
  expect(numbers.whole(rows.slice(0, 1), at(false))).toEqual({ Phone: "1", Home: null, Fax: null })
  expect(numbers.whole(null, at(false))).toEqual({ Phone: null, Home: null, Fax: null })
  expect(links({ EMAIL: ["Mail"] }).whole([{ type: "EMAIL", link: "a@b.example" }], at(true))).toEqual({
    Mail: "a@b.example"
  })
})

it("refuses what has no place, and names the platform", () => {
  const three = ["1", "2", "3"].map((number) => ({ type: "TELEPHONE", number }))
  expect(refusal(() => numbers.whole(three, at(true)))).toBe("is one more than Acme keeps")
  expect(refusal(() => numbers.whole([{ type: "PAGER", number: "1" }], at(true)))).toBe("is one more than Acme keeps")
})

it("writes addresses under the names of each, the locality at the end of the street", () => {
  const names = { street: "Street", city: "City", state: "State", pincode: "Zip", country: "Country" }
  const own = addresses(["Mailing", "Other"], names)
  const rows = [{ street: "1 Quay", locality: "Floor 2", city: "Leith" }]
  expect(own.whole(rows, at(true))).toEqual({ MailingStreet: "1 Quay, Floor 2", MailingCity: "Leith" })
  expect(own.whole(rows, at(false))).toMatchObject({
    MailingStreet: "1 Quay, Floor 2",
    MailingZip: null,
    OtherCity: null
  })
  expect(refusal(() => own.whole([{}, {}, {}], at(true)))).toBe("is one more than Acme keeps")
})

it("takes a whole name apart at its last blank", () => {
  expect(Places.namesOf(" Mary Ann  Pine ")).toEqual({ first: "Mary Ann", last: "Pine" })
  expect(Places.namesOf("Orlo")).toEqual({ first: undefined, last: "Orlo" })
})
