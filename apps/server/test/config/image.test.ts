/** What the image is built from (what `.dockerignore` lets in again after it has left out everything), and what it holds. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Bundle from "../../image/Bundle.ts"
import * as Databases from "../support/Databases.ts"
import * as ServerProcess from "../support/ServerProcess.ts"

const patterns = readFileSync(join(import.meta.dirname, "../../../../.dockerignore"), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
/** Docker's globs, in which a star stands for dots as well. */
const globOf = (pattern: string): RegExp => {
  const starred = (part: string) => part.replaceAll(/[.+^$()|[\]\\]/g, "\\$&").replaceAll("*", "[^/]*")
  return new RegExp(`^${pattern.split("**/").map(starred).join("(.*/)?")}$`)
}
const rules = patterns.map((pattern) => ({ isLetIn: pattern.startsWith("!"), glob: globOf(pattern.replace(/^!/, "")) }))
/** A pattern is about a folder's files too, and the last that fits decides. */
const isLeftOut = (path: string): boolean => {
  const parts = path.split("/")
  const last = rules.findLast(({ glob }) => parts.some((_, index) => glob.test(parts.slice(0, index + 1).join("/"))))
  return last !== undefined && !last.isLetIn
}

it("takes no secrets of whoever builds it", () => {
  const secrets = ["svc.env", ".env", ".env.production", "deploy/svc.env", "tls/server.pem", "server.key", "client.p12"]
  const folders = [
    ".data/secret-keys",
    "apps/server/.data/base/1/1259",
    ".data-test/first-api-key",
    "backup/secret-keys"
  ]
  // Nobody could name all that lies about where an image is built: what nobody named is not in it.
  const others = [
    "settings.prod",
    "svc.dump",
    ".ssh/id_ed25519",
    ".aws/credentials",
    "compose.yaml",
    "backup/today.tar"
  ]
  const within = ["apps/server/.npmrc", "apps/server/svc.env", "packages/core/.env", "apps/dump.sql", "tooling/tls.key"]
  expect([...secrets, ...folders, ...others, ...within].filter((path) => !isLeftOut(path))).toEqual([])
  const needed = ["package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml", "tsconfig.json", "LICENSE"]
  const sources = [
    "apps/server/src/main.ts",
    "apps/server/image/main.ts",
    "apps/console/build.ts",
    "packages/connectors/xero/src/index.ts"
  ]
  expect([...needed, ...sources].filter(isLeftOut)).toEqual([])
})

describe("what it holds", () => {
  const scope = Scope.makeUnsafe()
  const folderOf = (effect: typeof Databases.folder) => Effect.runPromise(Scope.provide(effect, scope))
  let image: string
  beforeAll(async () => {
    image = await folderOf(Databases.folder)
    await Bundle.image(image)
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  it("runs where nothing else is", async () => {
    const main = join(image, Bundle.place, "main.js")
    const server = await ServerProcess.start({ SVC_DATA_DIR: await folderOf(Databases.prepared) }, true, main)
    const page = await fetch(`${server.url}/console/`).then((answer) => answer.text())
    const [script] = /\/console\/assets\/[^"]+\.js/.exec(page)!
    expect((await fetch(server.url + script)).status).toBe(200)
    expect(await server.call("GET", "/v3/core/integrations?limit=100")).toMatchObject({ status: 200 })
    expect(await server.stop()).toBe(0)
  })
  it("has the command line, to be run by its name", () => {
    const program = join(image, Bundle.place, "cli.js")
    const path = `${join(process.execPath, "..")}:${process.env["PATH"]}`
    expect(execFileSync(program, ["--version"], { encoding: "utf8", env: { PATH: path } })).toMatch(/^svc v\d/)
  })
  it("names the licences of what is bundled", () => {
    const licences = readFileSync(join(image, "LICENSES-OF-OTHERS.txt"), "utf8")
    for (const [name, licence] of [
      ["effect", "MIT License"],
      ["oauth4webapi", "MIT License"],
      ["luxon", "Permission is hereby granted"]
    ]) {
      const own = licences.split("-".repeat(80)).find((text) => text.trim().startsWith(`${name} `))
      expect(own).toContain(licence)
    }
  })
  it("is written to an empty folder alone", async () => {
    const before = readdirSync(image)
    await expect(Bundle.image(image)).rejects.toThrow("is not empty")
    expect(readdirSync(image)).toEqual(before)
  })
})
