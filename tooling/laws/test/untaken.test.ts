/** Nothing falls between two models without a word, and the word is tried: each reason why an item becomes no record is in a test. */
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"

const root = join(import.meta.dirname, "../../../packages/connectors")
const text = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .map((file) => readFileSync(join(root, file), "utf8"))
    .join("\n")
const reasons = /Read\.untaken\(\s*"([^"]+)"/g
const untried = (source: string, tests: string) =>
  [...source.matchAll(reasons)].flatMap(([, why]) => (tests.includes(why!) ? [] : [why]))

it("is told by each connector as its tests say", () => {
  expect(untried('map: () => Read.untaken("a gift")', "a gift")).toEqual([])
  expect(untried('map: () => Read.untaken("a gift")', "another word")).toEqual(["a gift"])
  const slugs = globSync("*/package.json", { cwd: root }).map((file) => file.split(/[\\/]/)[0]!)
  expect(slugs.length).toBeGreaterThan(20)
  const all = slugs.map((slug) => [slug, untried(text(`${slug}/src/**/*.ts`), text(`${slug}/test/**/*.ts`))])
  expect(all.filter(([, missing]) => missing!.length > 0)).toEqual([])
})
