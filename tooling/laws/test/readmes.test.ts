/** The code that pages show compiles: what others copy from a README works with the packages as they are. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { pages, type Shown, shownIn, typesOf } from "../src/readmes.ts"
import { bin, run } from "./workspace.ts"

const root = resolve(import.meta.dirname, "../../..")

/** What the programs on a page take as given: a reader has them by these names. */
const given = `
declare const access_token: string, refresh_token: string, token: string, refresh: string, key: string, secret: string, id: string
declare const username: string, password: string, apiKey: string, restrictedKey: string, keyId: string, keySecret: string
declare const consumerKey: string, consumerSecret: string, consumer_key: string, consumer_secret: string
declare const token_id: string, token_secret: string, clientId: string, url: string, rawBody: string, tenant: string
declare const tenantId: string, companyId: string, company: string, businessId: string, realmId: string
declare const company_id: number
declare const headers: Record<string, string>
declare const credentials: { access_token: string, refresh_token: string }
declare const settings: { realmId: string }
declare const tokens: { access_token: string, refresh_token: string }
declare const client: { clientId: string, clientSecret: string }
declare const lastRun: Date
declare const lastPositions: Awaited<ReturnType<import("@svc/core/connect").Client<typeof import("@svc/tally").tally>["positions"]>>
declare const invite: { url: string }
declare const button: HTMLButtonElement
declare const acme: import("@svc/core").Connector.Any
declare const save: (record: object) => Promise<void>
declare const show: (connection: number | string) => void
declare const enqueue: (id: number) => Promise<void>
`
/** What others made, and what the author of a test made himself. */
const others = `
declare module "svc-connector-quayside" { export const quayside: import("@svc/core").Connector.Any }
`
const own = `
import type { Connector } from "@svc/core"
export declare const acme: Connector.Any
`

/** The faults of programs, as \`page:line\` and what is wrong there. */
const faultsOf = (shown: ReadonlyArray<Shown>): ReadonlyArray<string> => {
  const work = mkdtempSync(join(tmpdir(), "svc-pages-"))
  onTestFinished(() => rmSync(work, { recursive: true, force: true }))
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(work, name)), { recursive: true })
    writeFileSync(join(work, name), text)
  }
  symlinkSync(join(root, "node_modules"), join(work, "node_modules"))
  write("package.json", `{ "type": "module" }`)
  write("given.d.ts", given)
  write("others.d.ts", others)
  const folderOf = ({ block, page }: Shown) => `${page.replaceAll(/\W/g, "-")}-${block}`
  const places = shown.map((one) => `${folderOf(one)}/${one.name}`)
  for (const [index, one] of shown.entries()) {
    write(places[index]!, one.code)
    if (one.code.includes("../src/index.ts")) write(`${folderOf(one)}/src/index.ts`, own)
  }
  write(
    "tsconfig.json",
    JSON.stringify({
      extends: join(root, "tooling/tsconfig/base.json"),
      compilerOptions: {
        composite: false,
        incremental: false,
        declaration: false,
        declarationMap: false,
        sourceMap: false,
        noEmit: true,
        noUnusedLocals: false,
        rewriteRelativeImportExtensions: false,
        allowImportingTsExtensions: true,
        paths: {
          ...typesOf(root),
          "svc-connector-acme-books": [join(root, "packages/create-svc-connector/template/src/index.ts")],
          standardwebhooks: [join(root, "apps/server/node_modules/standardwebhooks/dist/index.d.ts")]
        }
      },
      files: ["given.d.ts", "others.d.ts", ...places]
    })
  )
  const { stdout } = run(work, bin("tsc"), ["-p", ".", "--pretty", "false"])
  return stdout.split("\n").flatMap((line) => {
    const [, place, at, message] = /^(.*)\((\d+),\d+\): error (.*)$/.exec(line) ?? []
    if (place === undefined) return line.startsWith("error") ? [line] : []
    const own = shown[places.indexOf(place)]
    return [own === undefined ? line : `${own.page}:${own.line + Number(at) - 1}: ${message}`]
  })
}

const planted = [
  "A page",
  "```ts",
  'import { connect } from "@svc/core/connect"',
  'import { xero } from "@svc/xero"',
  "",
  'connect(xero, { credentials: { access_token }, settings: { tenant: "" } })',
  "```",
  "```ts fragment",
  "a part of, something",
  "```"
].join("\n")

it("compiles, and a planted error is told with its page and line", () => {
  const all = pages(root).flatMap((page) => shownIn(page, readFileSync(join(root, page), "utf8")))
  expect(all.length).toBeGreaterThan(30)
  expect(faultsOf([...all, ...shownIn("planted.md", planted)])).toEqual([
    expect.stringMatching(/^planted\.md:6: TS\d+: .*tenant/)
  ])
})

/** Commands that fetch a package of this repository from a registry; nothing else of theirs is looked at. */
const fetches = /npm (?:create|install) [^\n`]*(?:svc-connector|@svc\/)/
const isUntrue = (page: string, isPublished: boolean) =>
  fetches.test(page) && /not on\s+npm yet|until\s+they are on npm/.test(page) === isPublished

it("says of what is not published that it is not, wherever it is installed", () => {
  const { version } = JSON.parse(readFileSync(join(root, "packages/core/package.json"), "utf8"))
  const isPublished = version !== "0.0.0"
  const shown = pages(root)
  const install = "```sh\nnpm create svc-connector acme-books\n```"
  expect(isUntrue(install, false)).toBe(true)
  expect(isUntrue(`${install}\nThe packages are not on npm yet.`, false)).toBe(false)
  expect(isUntrue(`${install}\nThe packages are not on npm yet.`, true)).toBe(true)
  expect(shown).toContain("docs/connector-guide.md")
  expect(shown.filter((page) => isUntrue(readFileSync(join(root, page), "utf8"), isPublished))).toEqual([])
})
