/** The count of lines for each capability: what is counted, and that it stays where it is meant to be. */
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { beforeAll, expect, it } from "vitest"
import * as Lines from "../src/Lines.ts"

const root = join(import.meta.dirname, "../../..")
let all: ReadonlyArray<Lines.Counted>
beforeAll(async () => {
  all = await Lines.count(root)
})

it("counts every line of a connector's own files, and each package once", () => {
  const xero = all.find(({ id }) => id === "XERO")!
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "src/*.ts"], {
    cwd: join(root, "packages/connectors/xero"),
    encoding: "utf8"
  })
  const lines = files
    .trim()
    .split("\n")
    .map((file) => readFileSync(join(root, "packages/connectors/xero", file), "utf8").split("\n").length - 1)
  expect(xero.lines).toBe(lines.reduce((sum, own) => sum + own, 0))
  expect(xero.read).toBeGreaterThan(20)
  expect(xero.written).toBeGreaterThan(40)
  expect(all.map(({ id }) => id)).toContain("QUICKBOOKS")
  expect(all.map(({ id }) => id)).not.toContain("QUICKBOOKS_SANDBOX")
})

it("shows them with the most for a capability first, and what all come to", () => {
  const rows = Lines.format(all).split("\n")
  expect(rows).toHaveLength(all.length + 2)
  expect(Lines.each(all[0]!)).toBeGreaterThan(Lines.each(all.at(-1)!))
  expect(rows.at(-1)).toContain(`${Lines.total(all).lines}`)
})

it("finds no file of more than 120 lines", () => {
  expect(all.filter(({ longest }) => longest.lines > 120).map(({ longest }) => longest.file)).toEqual([])
})
