/** Writes what an image of the service holds into a folder: `pnpm image <folder>`, then `node <folder>/dist/programs/main.js`. */
import { resolve } from "node:path"
import { image } from "./Bundle.ts"

const [folder, ...others] = process.argv.slice(2)
if (folder === undefined || others.length > 0) {
  process.stderr.write("Name the folder to write to, and nothing else: pnpm image <folder>\n")
  process.exit(1)
}
await image(resolve(process.env["INIT_CWD"] ?? ".", folder)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
