/** The settings: what is read, what is said about wrong ones, and the page that is made of them. */
import * as Redacted from "effect/Redacted"
import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import * as Config from "../../src/Config.ts"
import * as ConfigPage from "../../src/ConfigPage.ts"
import * as ScopesPage from "../../src/ScopesPage.ts"
import { connectors } from "../../src/connectors.ts"
import * as Programs from "../support/Programs.ts"

const read = (environment: Record<string, string>) => Config.read(environment, ["XERO", "SVC_SANDBOX"])

describe("reading", () => {
  it("needs nothing", () => {
    const { config, faults, warnings } = read({})
    expect({ faults, warnings }).toEqual({ faults: [], warnings: [] })
    expect(config).toMatchObject({ port: 8080, host: "127.0.0.1" })
    expect(config.limits.bodyBytes).toEqual({ setting: "SVC_MAX_BODY_BYTES", most: 10 * 1024 * 1024 })
    expect(Config.publicUrl(config)).toBe("http://localhost:8080")
  })
  it("takes what is set, and an empty value for none", () => {
    const { config, faults } = read({
      PORT: "9000",
      SVC_BASE_URL: "https://svc.example.com/",
      SVC_DEMO: "0",
      SVC_XERO_CLIENT_SECRET: "hush",
      SVC_SANDBOX_BASE_URL: "http://127.0.0.1:4600/v1",
      DATABASE_URL: ""
    })
    expect(faults).toEqual([])
    expect(config).toMatchObject({ port: 9000, baseUrl: "https://svc.example.com", demo: false, databaseUrl: null })
    expect(Redacted.value(config.integrations.get("XERO")!.clientSecret!)).toBe("hush")
    expect(config.integrations.get("SVC_SANDBOX")!.baseUrl).toBe("http://127.0.0.1:4600/v1")
  })
  it("takes a role for itself only where there is a database to share", () => {
    expect(read({ SVC_ROLE: "worker" }).faults).toEqual([expect.stringContaining("SVC_ROLE=worker needs DATABASE_URL")])
    expect(read({ SVC_ROLE: "api", DATABASE_URL: "postgres://localhost/svc" })).toMatchObject({
      config: { role: "api" },
      faults: []
    })
    expect(read({ SVC_ALLOWED_TARGETS: "10.0.0.0/8, tally.lan,*.lan,::1" }).config.allowedTargets).toEqual([
      "10.0.0.0/8",
      "tally.lan",
      "*.lan",
      "::1"
    ])
    for (const wrong of ["10.0.0.0/33", "http://tally.lan", "a b", "10.0.0.1,", "fc00::/7/8"]) {
      expect(read({ SVC_ALLOWED_TARGETS: wrong }).faults, wrong).toHaveLength(1)
    }
  })
  it("says what is wrong with every value, and never shows a secret", () => {
    const { faults } = read({
      PORT: "abc",
      SVC_DEMO: "maybe",
      SVC_LOG_LEVEL: "loud",
      DATABASE_URL: "mysql://user:pa55word@host/db",
      SVC_API_KEY: "short",
      SVC_BASE_URL: "svc.example.com",
      SVC_MAX_BATCH_ITEMS: "0",
      SVC_XERO_BASE_URL: "ftp://x"
    })
    expect(faults).toEqual([
      'PORT must be a whole number from 0 to 65535, got "abc".',
      'SVC_BASE_URL must be an http:// or https:// address, got "svc.example.com".',
      "DATABASE_URL must be a postgres:// address.",
      "SVC_API_KEY must be at least 20 printable characters without spaces.",
      'SVC_DEMO must be 1 (yes) or 0 (no), got "maybe".',
      'SVC_LOG_LEVEL must be one of trace, debug, info, warn, error, none, got "loud".',
      'SVC_MAX_BATCH_ITEMS must be a whole number from 1 to 100000, got "0".',
      'SVC_XERO_BASE_URL must be an http:// or https:// address, got "ftp://x".'
    ])
  })
  it("warns of names that mean nothing", () => {
    expect(read({ SVC_DATA_DRI: "x", SVC_XERO_CLIENT_IDD: "y", OTHER: "z" }).warnings).toEqual([
      'SVC_DATA_DRI is no setting of this service; did you mean "SVC_DATA_DIR"?',
      'SVC_XERO_CLIENT_IDD is no setting of this service; did you mean "SVC_XERO_CLIENT_ID"?'
    ])
  })
})

describe("the page", () => {
  it("is as the table of settings says: pnpm run docs", () => {
    const page = readFileSync(join(import.meta.dirname, "../../../../docs/configuration.md"), "utf8")
    expect(page).toBe(ConfigPage.markdown(connectors.map(({ id }) => id)))
  })
  it("of scopes is as the definition of the interface says: pnpm run docs", () => {
    const page = readFileSync(join(import.meta.dirname, "../../../../docs/scopes.md"), "utf8")
    expect(page).toBe(ScopesPage.markdown())
  })
})

describe("a start with a wrong value", () => {
  const start = async (env: Record<string, string>) => {
    const program = await Programs.fileOf(Programs.main)
    return new Promise<{ readonly code: number | null; readonly said: string }>((resolve) => {
      const child = spawn(process.execPath, [program], {
        env: { PATH: process.env["PATH"], SVC_LOG_LEVEL: "none", ...env }
      })
      let said = ""
      child.stdout.on("data", (chunk) => (said += chunk))
      child.stderr.on("data", (chunk) => (said += chunk))
      child.on("close", (code) => resolve({ code, said }))
    })
  }
  it.each([
    [{ PORT: "abc" }, 'PORT must be a whole number from 0 to 65535, got "abc".\n'],
    [
      { DATABASE_URL: "postgres://nobody:secret@127.0.0.1:1/none", PORT: "0" },
      "The database cannot be used: connect ECONNREFUSED 127.0.0.1:1\n"
    ],
    [
      { SVC_SECRET_KEYS: "nonsense", DATABASE_URL: "", PORT: "0", SVC_DATA_DIR: "/dev/null/x" },
      /^The service could not start: .*\n$/
    ]
  ])("%j ends with a sentence and the code 1", async (env, sentence) => {
    const { code, said } = await start(env as unknown as Record<string, string>)
    if (typeof sentence === "string") expect(said).toBe(sentence)
    else expect(said).toMatch(sentence)
    expect(said).not.toContain("secret@")
    expect(code).toBe(1)
  })
})
