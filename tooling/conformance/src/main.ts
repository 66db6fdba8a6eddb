/**
 * The command: `pnpm conformance <connector> <folder>`, `pnpm conformance --all <folder of folders>`,
 * `pnpm conformance serve <connector> <folder> [--port N]`. Exit code 1 when anything is wrong, 2 when it is not asked well.
 */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import * as Conform from "./Conform.ts"
import { profiles } from "./profiles.ts"
import * as Report from "./Report.ts"
import { standIn } from "./StandIn.ts"

const usage = `Usage:
  pnpm conformance <connector> <folder of the platform's description>
  pnpm conformance --all <folder that holds one folder for each platform>
  pnpm conformance serve <connector> <folder> [--port N]
Connectors: ${Object.keys(profiles).join(", ")}`

const stop = (message: string): never => {
  console.error(message)
  process.exit(2)
}

const profileOf = (slug: string | undefined) => {
  const load = slug === undefined || !Object.hasOwn(profiles, slug) ? undefined : profiles[slug]
  return load === undefined ? stop(slug === undefined ? usage : `There is no profile for ${slug}.\n${usage}`) : load()
}
const folderOf = (folder: string | undefined): string =>
  folder === undefined ? stop(usage) : existsSync(folder) ? folder : stop(`There is no folder ${folder}.`)

/** Runs one connector; answers whether it passed. */
const check = async (slug: string, folder: string): Promise<boolean> => {
  const profile = await profileOf(slug)
  const report = await Conform.run(profile, profile.describe(folder))
  console.log(`${Report.format(report)}\n`)
  return Conform.passed(report)
}

const serve = async (slug: string | undefined, folder: string | undefined, port: string | undefined) => {
  const profile = await profileOf(slug)
  const own = await standIn(
    profile.describe(folderOf(folder)),
    profile,
    port === undefined ? {} : { port: Number(port) }
  )
  const name = profile.connector.id
  console.log(
    [
      `${name} stands in at ${own.url}`,
      `  SVC_${name}_BASE_URL=${own.url}`,
      `  SVC_${name}_AUTHORIZE_URL=${own.authorizeUrl}`,
      `  SVC_${name}_TOKEN_URL=${own.tokenUrl}`,
      `  client id ${own.clientId}, client secret ${own.clientSecret}, a token in force: ${own.token()}`
    ].join("\n")
  )
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { all: { type: "string" }, port: { type: "string" } }
})
if (values.all !== undefined) {
  const root = folderOf(values.all)
  let passed = true
  for (const slug of Object.keys(profiles)) {
    const folder = join(root, slug)
    if (existsSync(folder)) passed = (await check(slug, folder)) && passed
    else console.log(`${slug}: skipped, there is no folder for it\n`)
  }
  process.exitCode = passed ? 0 : 1
} else if (positionals[0] === "serve") await serve(positionals[1], positionals[2], values.port)
else {
  const [slug, folder] = positionals
  if (slug === undefined) stop(usage)
  process.exitCode = (await check(slug!, folderOf(folder))) ? 0 : 1
}
