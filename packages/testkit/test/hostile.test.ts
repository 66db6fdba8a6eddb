/** That variants of what nobody looks at may be left out: whoever reads the value cannot tell them from it. */
import { describe, expect, it } from "vitest"
import { variants, watched } from "../src/hostile.ts"

const item = {
  id: "1",
  kind: "bill",
  unused: { deep: [1, { deeper: true }] },
  lines: [
    { id: "l-1", amount: "12.50", note: null },
    { id: "l-2", amount: "-3", note: "late" }
  ],
  amounts: { EUR: 1, USD: 2 },
  "": "blank"
}

/** Ways to look at an item, each with whether it looks at all of it. */
const readers: ReadonlyArray<readonly [string, boolean, (value: any) => unknown]> = [
  ["a member", false, (value) => value.id],
  ["members of members", false, (value) => value.lines.map(({ amount }: any) => amount)],
  ["an element", false, (value) => value.lines.at(-1).note],
  ["the length of a list", false, (value) => value.lines.length],
  ["whether a member is there", false, (value) => ["id" in value, Object.hasOwn(value.lines[0], "note")]],
  ["names", false, (value) => Object.keys(value.amounts)],
  ["entries", false, (value) => Object.entries(value.amounts)],
  ["a descriptor", false, (value) => Object.getOwnPropertyDescriptor(value, "kind")?.value],
  ["a member that another decides about", false, (value) => (value.kind === "bill" ? value.lines[1].id : value.unused)],
  ["a copy", false, (value) => ({ ...value }).id],
  ["all as text", true, (value) => JSON.stringify(value)],
  ["all, in circles", true, (value) => JSON.stringify([value, { ...value }])]
]

describe("variants of what somebody looks at", () => {
  it.each(readers)("are there for %s, and the others come to the same", (_, isAll, read) => {
    const outcome = (value: unknown): string => {
      try {
        return JSON.stringify(read(value)) ?? "nothing"
      } catch (error) {
        return String(error)
      }
    }
    const seen = new Map<object, Set<string>>()
    const whole = outcome(item)
    expect(outcome(watched(item, seen))).toBe(whole)
    const kept = new Set([...variants(item, seen)].map(({ name }) => name))
    const all = [...variants(item)]
    for (const { name, value } of all) if (!kept.has(name)) expect(outcome(value), name).toBe(whole)
    const left = all.filter(({ name }) => !kept.has(name))
    expect(left.length > 0).toBe(!isAll)
    for (const { name, value } of all) if (outcome(value) !== whole) expect(kept).toContain(name)
  })

  it("name the member that they are of", () => {
    const others = [...variants(item)].filter(({ name }) => !/ (?:without|empty)/.test(name))
    expect(others.filter(({ member, name }) => !name.startsWith(`${member} as `))).toEqual([])
    expect([...variants({ id: "1" })].find(({ name }) => name === "$ without id")?.member).toBe("$.id")
    expect([...variants({ lines: [{ id: "1" }] })].map(({ member }) => member)).toContain("$.lines[0].id")
  })
})
