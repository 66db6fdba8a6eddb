import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { expect, it } from "vitest"
import { expected } from "example-embed-async/fake-xero"

const app = { ...process.env, XERO_CLIENT_ID: "app", XERO_CLIENT_SECRET: "hush", XERO_WEBHOOK_KEY: "key" }

it("runs and says what it read and wrote", () => {
  const said = execFileSync(process.execPath, [join(import.meta.dirname, "../main.ts")], {
    encoding: "utf8",
    timeout: 30_000
  })
  expect(said).toMatch(/^Spent: [1-9]\d*\.\d\d\nMade Ada Ltd\nPassed through: 1 account\n$/)
}, 60_000)

it("keeps Xero's tokens, and believes its webhooks only", () => {
  const said = execFileSync(process.execPath, [join(import.meta.dirname, "drive.ts")], {
    encoding: "utf8",
    env: app,
    timeout: 30_000
  })
  expect(JSON.parse(said)).toEqual(expected)
}, 60_000)
