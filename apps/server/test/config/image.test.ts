/** What is built into the image: everything of the repository that `.dockerignore` does not name. */
import { readFileSync } from "node:fs"
import { join, matchesGlob } from "node:path"
import { expect, it } from "vitest"

const patterns = readFileSync(join(import.meta.dirname, "../../../../.dockerignore"), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
const isLeftOut = (path: string): boolean =>
  patterns.some((pattern) =>
    path.split("/").some((_, index, parts) => matchesGlob(parts.slice(0, index + 1).join("/"), pattern))
  )

it("takes no secrets of whoever builds it", () => {
  const secrets = ["svc.env", ".env", ".env.production", "deploy/svc.env", "tls/server.pem", "server.key", "client.p12"]
  const folders = [
    ".data/secret-keys",
    "apps/server/.data/base/1/1259",
    ".data-test/first-api-key",
    "backup/secret-keys"
  ]
  expect([...secrets, ...folders].filter((path) => !isLeftOut(path))).toEqual([])
  const needed = ["package.json", "pnpm-lock.yaml", "apps/server/src/main.ts", "packages/connectors/xero/src/index.ts"]
  expect(needed.filter(isLeftOut)).toEqual([])
})
