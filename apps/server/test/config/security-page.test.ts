/** docs/security.md names the test that proves each row: the files are there, and the names are in them. */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"

const root = join(import.meta.dirname, "../../../..")

it("every row names a test that is there", () => {
  const rows = readFileSync(join(root, "docs/security.md"), "utf8")
    .split("\n")
    .filter((line) => /^\| (API|V)\d/.test(line))
  expect(rows.length).toBeGreaterThan(50)
  const wrong = rows.filter((row) => {
    const [, file, name] = / \| `([^`]+\.test\.ts)` "(.+)" \|$/.exec(row) ?? []
    if (file === undefined || name === undefined || !existsSync(join(root, file))) return true
    // As the name of a test, not in some other text: behind `it(` and its like.
    const escaped = name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")
    const text = readFileSync(join(root, file), "utf8")
    return !new RegExp(
      `(it|test|test\\.effect|it\\.effect|it\\.live)(\\.each\\(([^"\`]*|.*?\\)))?\\(\\s*["\`][^"\`]*${escaped}`
    ).test(text)
  })
  expect(wrong).toEqual([])
  for (let risk = 1; risk <= 10; risk++) expect(rows.some((row) => row.startsWith(`| API${risk} `))).toBe(true)
})
