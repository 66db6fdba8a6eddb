/** `pnpm capabilities`: brings the tables up to date and says which files changed. */
import { writeFileSync } from "node:fs"
import { outdated } from "./tables.ts"

for (const { file, text } of await outdated(process.cwd())) {
  writeFileSync(file, text)
  console.log(`${file}: written`)
}
