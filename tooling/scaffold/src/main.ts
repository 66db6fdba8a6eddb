/** `pnpm new <platform>`: a connector in this repository that passes its checks, named where it has to be. */
import { spawnSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { FolderRefused, Names } from "create-svc-connector"
import { add } from "./InRepository.ts"

const program = (command: string, ...args: ReadonlyArray<string>): void => {
  const { error, status } = spawnSync(command, args, { stdio: ["ignore", "ignore", "inherit"] })
  if (error) throw error
  if (status !== 0) throw new Error(`${[command, ...args].join(" ")} ended with ${status}.`)
}

/** Dependencies stand in the order of their names. */
const sortDependencies = (file: string): void => {
  const manifest = JSON.parse(readFileSync(file, "utf8"))
  manifest.dependencies = Object.fromEntries(
    Object.entries(manifest.dependencies).toSorted(([a], [b]) => (a < b ? -1 : 1))
  )
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`)
}

const make = (slug: string): void => {
  const names = Names.of(slug)
  const { edited, folder, unlike } = add(process.cwd(), names)
  if (!unlike.includes("apps/server/package.json")) sortDependencies("apps/server/package.json")
  program("oxfmt", folder, ...edited.filter((file) => !file.endsWith(".md")))
  const left = [
    ...unlike.map((file) => `${file} looks unlike what was expected: name @svc/${slug} in it`),
    "pnpm install",
    "pnpm capabilities     writes the tables of what it can do",
    `pnpm check && pnpm exec vitest run --project ${folder}`,
    `put the platform's addresses, fields and words in the place of the template's, in ${folder}`,
    `where the platform has a description: a profile for \`pnpm conformance ${slug} <folder>\` (tooling/conformance/README.md)`
  ]
  process.stdout.write(`Made ${folder}, and named it in ${edited.join(", ")}. What is left:\n`)
  left.forEach((line, index) => process.stdout.write(`  ${index + 1}. ${line}\n`))
}

const [slug, ...more] = process.argv.slice(2)
if (slug === undefined || slug.startsWith("-") || more.length > 0) {
  process.stderr.write("Usage: pnpm new <platform>, such as pnpm new acme-books\n")
  process.exitCode = 2
} else {
  try {
    make(slug)
  } catch (error) {
    if (!(error instanceof Names.NameRefused || error instanceof FolderRefused)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}
