/** The code that our pages show is the code that compiles: `vitest run --project examples/connector -u` brings it up to date. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"

const root = join(import.meta.dirname, "../../..")
const block = /(<!-- (examples\/\S+) -->\n```\w+\n)(?:[\s\S]*?\n)??```(?=\n)/g

it.each(["README.md", "docs/connector-guide.md", "docs/embedding.md"])(
  "%s shows the files it names as they are",
  async (page) => {
    const text = readFileSync(join(root, page), "utf8")
    expect(text).toMatch(block)
    const made = text.replace(block, (_, head: string, file: string) => {
      return `${head}${readFileSync(join(root, file), "utf8").trimEnd()}\n\`\`\``
    })
    await expect(made).toMatchFileSnapshot(join(root, page))
  }
)
