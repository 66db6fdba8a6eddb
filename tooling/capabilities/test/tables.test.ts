import { expect, it } from "vitest"
import { outdated, pages } from "../src/tables.ts"

const root = new URL("../../../", import.meta.url).pathname

it("the tables say what the connectors can do (else run `pnpm capabilities`)", async () => {
  expect((await outdated(root)).map(({ file }) => file)).toEqual([])
})

it("a table shows what is read, from how many sources, how, and what is written", async () => {
  const xero = (await pages(root)).find(({ file }) => file === "packages/connectors/xero/README.md")?.text ?? ""
  const row = (model: string) =>
    xero
      .split("\n")
      .find((line) => line.startsWith(`| ${model} `))
      ?.split("|")
      .slice(2, -1)
      .map((cell) => cell.trim())
  expect(row("CONTACTS")).toEqual(["yes", "yes", "–", "yes", "yes", "", "", ""])
  expect(row("INVOICES")).toEqual(["yes", "yes", "marked", "yes", "yes", "", "yes", ""])
  expect(row("DOCUMENTS")).toEqual(["4 sources", "yes", "marked", "", "", "", "", ""])
  expect(row("LINE_ITEMS")).toEqual(["in its parent", "yes", "", "", "", "", "", ""])
  expect(row("JOURNAL_ENTRIES")?.at(-1)).toBe("`accounting.journals.read` for one source")
  expect(row("SALES_ORDERS")).toBeUndefined()
})
