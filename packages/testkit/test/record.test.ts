/** Recording: what a real account says becomes fixtures that the suite passes, with nobody's data in them. */
import { execFile } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { describe, expect, it, onTestFinished } from "vitest"
import { Case, checks, FakePlatform, Recorder, record, Scrub, type Subject } from "../src/index.ts"
import { acme } from "./acme.ts"
import { subject } from "./subject.ts"

const folderOf = () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-record-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
const exchange = (
  path: string,
  body: unknown,
  query?: Readonly<Record<string, string | number>>
): FakePlatform.Exchange => ({
  request: { path, ...(query && { query }) },
  response: { headers: { "x-request-id": "req-4711", "set-cookie": "session=abc" }, body }
})

/** An account with people in it. */
const account: ReadonlyArray<FakePlatform.Exchange> = [
  exchange("/me", { prefix: "SKU-" }),
  exchange("/companies", [{ id: "real-company-77", name: "Harbour & Pine" }]),
  exchange(
    "/contacts",
    {
      list: [
        {
          id: "1",
          name: "Ada Lovelace",
          mails: [{ address: "ada.lovelace@harbour.org" }],
          gone: false,
          changed: "2026-03-01"
        },
        {
          id: "2",
          name: "Ben Nevis",
          mails: [{ address: "ben@nevis.org" }, { address: "ada.lovelace@harbour.org" }],
          gone: true
        },
        { id: "3", name: "Cem", phone: "+44 20 7946 0958" }
      ]
    },
    { page: 1, size: 3 }
  ),
  exchange("/contacts", { list: [{ id: "4", name: "Ada Lovelace" }] }, { page: 2, size: 3 }),
  exchange("/contacts/1", {
    list: [{ id: "1", name: "Ada Lovelace", mails: [{ address: "ada.lovelace@harbour.org" }], changed: "2026-03-01" }]
  }),
  ...subject.cases["ITEMS"]!.exchanges.slice(1),
  exchange("/taxes", { list: [{ id: "1", name: "Standard" }] }),
  exchange("/taxes/ids", { ids: ["1"] }),
  exchange("/taxes/count", { of: "c-1", at: 7 }),
  {
    request: { method: "POST", path: "/contacts" },
    response: { body: { list: [{ id: "9", name: "Grace Hopper" }, { fault: "Grace Hopper is taken" }] } }
  }
]
const real = { access_token: "real-token-of-harbour", refresh_token: "real-refresh-of-harbour" }
const recorded = async (folder: string) => {
  const platform = FakePlatform.make(account, { "": "https://api.acme.example/v1" })
  const recording = await record({
    connector: acme,
    settings: { company: "real-company-77" },
    credentials: real,
    folder: pathToFileURL(`${folder}/`),
    note: "An account of the tests",
    only: ["check", "discover", "CONTACTS", "ITEMS", "TAX_RATES"],
    inputs: { "CONTACTS.create": [{ name: "Grace Hopper" }, { name: "Grace Hopper" }] },
    rules: { fields: [[/^name$/, "name"]], replace: { Standard: "Standard" } },
    fetch: platform.fetch
  })
  return { platform, recording }
}

describe("record", () => {
  it("writes fixtures that the suite passes", async () => {
    const folder = folderOf()
    const { recording } = await recorded(folder)
    expect(recording.files.toSorted()).toEqual(readdirSync(folder).toSorted())
    expect(recording.files).toEqual([
      "check.json",
      "discover.json",
      "contacts.json",
      "items.json",
      "tax-rates.json",
      "contacts.create.json"
    ])
    const cases = Case.load(pathToFileURL(`${folder}/`))
    expect(cases).toEqual(JSON.parse(JSON.stringify(recording.cases)))
    for (const own of Object.values(cases)) {
      expect([own.source, own.source_note]).toEqual(["recorded", "An account of the tests"])
    }
    const { connector } = subject
    const { CONTACTS, ITEMS, TAX_RATES } = acme.reads
    const own: Subject = {
      ...subject,
      connector: { ...connector, reads: { CONTACTS, ITEMS, TAX_RATES }, writes: { CONTACTS: acme.writes.CONTACTS } },
      settings: recording.settings,
      credentials: recording.credentials,
      headers: { "x-company": recording.settings["company"]! },
      cases
    }
    const failed: Array<string> = []
    for (const { name, run } of checks(own)) {
      if (/^(check|discover|create|CONTACTS|ITEMS|TAX_RATES)/.test(name)) {
        await run().catch((error: unknown) => failed.push(`${name}: ${String(error)}`))
      }
    }
    expect(failed).toEqual([])
  })

  it("leaves nobody's data in them, and what is linked is linked", async () => {
    const folder = folderOf()
    const { platform, recording } = await recorded(folder)
    expect(platform.calls.some(({ headers }) => headers.get("authorization") === `Bearer ${real.access_token}`)).toBe(
      true
    )
    const text = readdirSync(folder)
      .map((file) => readFileSync(join(folder, file), "utf8"))
      .join("\n")
    for (const secret of [
      "real-",
      "Lovelace",
      "Nevis",
      "Hopper",
      "harbour",
      "Harbour",
      "7946",
      "req-4711",
      "session"
    ]) {
      expect(text).not.toContain(secret)
    }
    expect(text).not.toMatch(/record-[0-9a-f]{8}/)
    const people = recording.cases["CONTACTS"]!.unified!
    const mails = people.map((one) =>
      (one["external_links"] as ReadonlyArray<{ link: string }> | undefined)?.map(({ link }) => link)
    )
    expect(mails).toEqual([
      ["person-1@example.com"],
      ["person-2@example.com", "person-1@example.com"],
      undefined,
      undefined
    ])
    expect(people[0]!["name"]).toBe(people[3]!["name"])
    expect(people[0]!["name"]).not.toBe(people[1]!["name"])
    expect(recording.cases["discover"]!.choices).toEqual([
      { name: expect.stringMatching(/^Name \d+$/), settings: recording.settings }
    ])
    expect(recording.cases["CONTACTS"]!.deleted).toEqual(["2"])
    expect(recording.cases["TAX_RATES"]!.deletes!.ids).toEqual(["1"])
    expect(recording.cases["TAX_RATES"]!.position!.is).toEqual({ of: "c-1", at: 7 })
    expect(recording.cases["CONTACTS.create"]!.results).toMatchObject([
      { record: { platform_id: "9" } },
      { error: { code: "record-already-exists" } }
    ])
  })

  it("says which item cannot be read", async () => {
    const platform = FakePlatform.make([exchange("/accounts", { list: [{ name: "without id" }] })])
    const options = { connector: acme, settings: { company: "c" }, credentials: real, note: "x", fetch: platform.fetch }
    await expect(record({ ...options, folder: pathToFileURL(`${folderOf()}/`), only: ["ACCOUNTS"] })).rejects.toThrow(
      /ACCOUNTS.*id/s
    )
  })
})

describe("Recorder", () => {
  it("writes down what was said below the connector's bases, and passes it on", async () => {
    const bases = { "": "https://api.acme.example/v1", files: "https://api.acme.example/v1/files" }
    const platform = FakePlatform.make(
      [
        { request: { path: "/a", query: { q: "x y" } }, response: { status: 201, body: { ok: true } } },
        {
          request: { method: "POST", path: "/b", base: "files", text: ["<x/>"] },
          response: { text: ["<y>\n", "</y>"] }
        }
      ],
      bases
    )
    const recorder = Recorder.make({ bases, fetch: platform.fetch })
    expect(await (await recorder.fetch("https://api.acme.example/v1/a?q=x+y")).json()).toEqual({ ok: true })
    await recorder.fetch("https://api.acme.example/v1/files/b", { method: "POST", body: "<x/>" })
    expect(recorder.take()).toMatchObject([
      { request: { path: "/a", query: { q: "x y" } }, response: { status: 201, body: { ok: true } } },
      { request: { method: "POST", base: "files", path: "/b", text: ["<x/>"] }, response: { text: ["<y>\n", "</y>"] } }
    ])
    expect(recorder.take()).toEqual([])
  })
})

describe("Scrub", () => {
  it("keeps the shape of numbers, replaces tokens wherever they are, and reaches into XML", () => {
    const scrub = Scrub.make({ fields: [[/^owner$/i, "name"]], replace: { "tenant-real": "tenant-1" } })
    const cleaned = scrub.value({
      phone: "+44 (20) 7946-0958",
      iban: "GB33BUKB20201555555555",
      note: "call +44 20 7946 0123 or write to joe@real.org with Bearer abcdef123456",
      link: "https://x.example/tenant-real/joe%40real.org",
      xml: "<list><Owner>Joe Real</Owner><id>5</id></list>",
      owner: "Joe Real",
      id: 12345,
      created: "2026-03-01T00:00:00Z"
    })
    expect(cleaned.phone).toMatch(/^\+\d\d \(\d\d\) \d{4}-\d{4}$/)
    expect(cleaned.phone).not.toBe("+44 (20) 7946-0958")
    expect(cleaned.iban).toMatch(/^[A-Z]{2}\d{2}[A-Z]{4}\d{14}$/)
    expect(cleaned.iban).not.toBe("GB33BUKB20201555555555")
    expect(cleaned.note).not.toMatch(/0123|real\.org|abcdef/)
    expect(cleaned.link).toBe("https://x.example/tenant-1/person-1%40example.com")
    expect(cleaned.owner).toMatch(/^Name \d+$/)
    expect(cleaned.xml).toBe(`<list><Owner>${cleaned.owner}</Owner><id>5</id></list>`)
    expect([cleaned.id, cleaned.created]).toEqual([12345, "2026-03-01T00:00:00Z"])
    expect(scrub.value({ owner: "Joe Real" })).toEqual({ owner: cleaned.owner })
  })
})

describe("svc-record", () => {
  const cli = resolve(import.meta.dirname, "../src/cli.ts")
  const run = (...args: ReadonlyArray<string>) => promisify(execFile)(process.execPath, [cli, ...args])

  it("records from the account in a file", async () => {
    const server = createServer((request, response) => {
      const body = request.url === "/me" ? {} : { list: [{ id: "1", name: `Sales of ${request.headers["x-key"]}` }] }
      response.setHeader("content-type", "application/json").end(JSON.stringify(body))
    })
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
    onTestFinished(() => void server.close())
    const folder = folderOf()
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    writeFileSync(
      join(folder, "account.json"),
      JSON.stringify({ settings: { address }, credentials: { key: "real-key-1" } })
    )
    const out = join(folder, "fixtures")
    const { stdout } = await run(
      join(import.meta.dirname, "local.ts"),
      "--account",
      join(folder, "account.json"),
      "--out",
      out
    )
    expect(stdout).toContain("2 fixtures written")
    const fixture = JSON.parse(readFileSync(join(out, "accounts.json"), "utf8"))
    expect(fixture).toMatchObject({
      source: "recorded",
      exchanges: [
        { request: { path: "/accounts" }, response: { body: { list: [{ id: "1", name: "Sales of recorded-key" }] } } }
      ],
      unified: [{ platform_id: "1", name: "Sales of recorded-key" }]
    })
    expect(stdout + JSON.stringify(fixture)).not.toContain("real-key-1")
  })

  it("says how it is used when something is missing", async () => {
    await expect(run()).rejects.toMatchObject({ code: 2, stdout: expect.stringContaining("svc-record <module>") })
    await expect(run("nowhere.ts", "--account", "nowhere.json")).rejects.toMatchObject({ code: 1 })
  })
})
