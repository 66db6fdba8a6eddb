import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { expect, it } from "vitest"

it("runs and says what it read and wrote", () => {
  const said = execFileSync(process.execPath, [join(import.meta.dirname, "../main.ts")], { encoding: "utf8" })
  expect(said).toMatch(/^Spent: [1-9]\d*\.\d\d\nMade Ada Ltd\n$/)
}, 60_000)
