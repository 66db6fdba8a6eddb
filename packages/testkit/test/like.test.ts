/** Fixtures say what is different: the rest is like what stands in the same file. */
import { describe, expect, it } from "vitest"
import { Case, unseen } from "../src/index.ts"
import { withCase } from "./planting.ts"
import { subject } from "./subject.ts"

const document = {
  exchanges: [
    { response: { body: { list: [{ id: "1", name: "Ada", mails: [{ address: "ada@acme.example" }] }] } } },
    { response: { body: { list: [{ $like: "/exchanges/0/response/body/list/0", id: "2", name: null }] } } }
  ],
  unified: [
    { platform_id: "1", name: "Ada" },
    { $like: "/unified/0", $without: ["name"], platform_id: "2" }
  ],
  again: { $like: "/exchanges/1/response/body/list/0/mails" }
}

describe("like", () => {
  it("is the same but for what is said beside it", () => {
    const { again, exchanges, unified } = Case.expanded(document) as typeof document
    const mails = [{ address: "ada@acme.example" }]
    expect(exchanges[1]!.response.body.list).toEqual([{ id: "2", name: null, mails }])
    expect(unified[1]).toEqual({ platform_id: "2" })
    expect(again).toEqual(mails)
  })
  it("of nothing, and of itself, is told", () => {
    expect(() => Case.expanded({ a: { $like: "/b" } })).toThrow('"$like": "/b" names nothing of the file')
    expect(() => Case.expanded({ a: { $like: "/a" } })).toThrow('"$like": "/a" is like itself')
    expect(() => Case.expanded({ a: { $like: "/b" }, b: { $like: "/a" } })).toThrow("is like itself")
  })
})

describe("unseen", () => {
  it("names what the mapping fills and no record of the case has", async () => {
    const { exchanges, unified = [] } = subject.cases["CONTACTS"]!
    const bare = withCase("CONTACTS", {
      exchanges: JSON.parse(
        JSON.stringify(exchanges).replaceAll('"mails":[{"address":"ada@acme.example"}]', '"mails":[]')
      ),
      unified: unified.map((record) => ({ ...record, external_links: [] }))
    })
    const of = async (own: typeof subject) => (await unseen(own)).find(({ model }) => model === "CONTACTS")!
    expect((await of(subject)).mapped).not.toContain("external_links")
    expect((await of(bare)).mapped).toContain("external_links")
    expect((await of(subject)).unmapped).toContain("tax_number")
  })
})
