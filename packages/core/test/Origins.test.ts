/** Where members of a record came from: what the mapping makes of what, and nothing that only looks the same. */
import { assert, describe, it } from "vitest"
import { Connector, Page, Read, Wire } from "../src/contract/index.ts"
import { Origins } from "../src/runtime/index.ts"

const contacts = Connector.read("CONTACTS", {
  path: "/contacts",
  page: Page.single,
  items: "rows",
  item: Wire.struct({
    id: Wire.required(Wire.id),
    first: Wire.text,
    last: Wire.text,
    shown: Wire.text,
    isClient: Wire.boolean,
    phones: Wire.list(Wire.struct({ digits: Wire.text }))
  }),
  deletes: Read.never("a test"),
  map: ({ first, id, isClient, last, phones }) => ({
    platform_id: id,
    name: `${first ?? ""} ${last ?? ""}`,
    contact_type: isClient === true ? ("CUSTOMER" as const) : ("VENDOR" as const),
    phone_numbers: (phones ?? []).map(({ digits }) => ({ number: digits }))
  })
})
const raw = {
  id: "7",
  first: "Ada",
  last: "Lovelace",
  // The same as the name by chance: it is not read.
  shown: "Ada Lovelace",
  isClient: true,
  phones: [{ digits: "1" }, { digits: "2" }],
  unread: { deep: ["Ada Lovelace", 7] }
}
const none = { settings: {}, lookups: {} }
const originsOf = (item: unknown, now: () => number = () => 0) => Origins.originsOf(contacts, item, [], none, "7", now)

describe("the origins of a record", () => {
  it("are what the mapping makes it of, and not what has the same value", () => {
    const found = originsOf(raw)!
    const from = Object.fromEntries(found.members.map((one) => [one.member, one.from]))
    assert.deepStrictEqual(from["platform_id"], ["id"])
    assert.deepStrictEqual(from["name"], ["first", "last"])
    assert.deepStrictEqual(from["contact_type"], ["isClient"])
    assert.deepStrictEqual(from["phone_numbers[1].number"], ["phones[1].digits"])
    const all = found.members.flatMap((one) => one.from).join(" ")
    assert.notInclude(all, "shown")
    assert.notInclude(all, "unread")
    assert.isTrue(found.isComplete)
  })
  it("say where a long list or the time was too much", () => {
    const long = originsOf({ ...raw, phones: Array.from({ length: 50 }, (_, at) => ({ digits: String(at) })) })!
    assert.isFalse(long.isComplete)
    assert.deepInclude(long.members, { member: "phone_numbers[2].number", from: ["phones[2].digits"] })
    let time = 0
    const late = originsOf(raw, () => (time += 200))!
    assert.isFalse(late.isComplete)
    assert.isBelow(late.members.length, originsOf(raw)!.members.length)
  })
  it("are not known of an item that does not become the record", () => {
    assert.isNull(originsOf({ ...raw, id: "8" }))
    assert.isNull(originsOf({ first: "Ada" }))
  })
})
