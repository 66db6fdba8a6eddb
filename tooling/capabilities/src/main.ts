/**
 * `pnpm capabilities`: brings the tables up to date and says which files changed. `pnpm capabilities against <folder>` holds
 * what the connectors offer against the fact sheets in a folder, and fails where a difference has no reason. `pnpm capabilities lines`
 * counts the lines for each capability.
 */
import { writeFileSync } from "node:fs"
import { parseArgs } from "node:util"
import * as Against from "./Against.ts"
import * as Lines from "./Lines.ts"
import { outdated } from "./tables.ts"

const [command, folder] = parseArgs({ allowPositionals: true }).positionals
if (command === undefined)
  for (const { file, text } of await outdated(process.cwd())) {
    writeFileSync(file, text)
    console.log(`${file}: written`)
  }
else if (command === "against" && folder !== undefined) {
  const differences = await Against.compare(process.cwd(), folder)
  console.log(Against.format(differences))
  process.exitCode = differences.every(({ why }) => why !== undefined) ? 0 : 1
} else if (command === "lines") console.log(Lines.format(await Lines.count(process.cwd())))
else {
  console.error("Usage: pnpm capabilities [lines | against <folder of the fact sheets>]")
  process.exitCode = 2
}
