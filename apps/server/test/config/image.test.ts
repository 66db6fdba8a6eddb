/** What is built into the image: what `.dockerignore` lets in again after it has left out everything. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"

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
  const sources = ["apps/server/src/main.ts", "apps/console/build.ts", "packages/connectors/xero/src/index.ts"]
  expect([...needed, ...sources].filter(isLeftOut)).toEqual([])
})
