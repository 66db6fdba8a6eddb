/** The suite itself: it passes a right connector, and catches each fault that is planted in it by the check meant for it. */
import { Auth, Call, Lookup, type Read, Setting, Wire } from "@svc/core"
import { describe, expect, it } from "vitest"
import { type Case, checks, type Subject, unseen } from "../src/index.ts"
import { asked, binned, derived, loggingIn, newest, planted, proved, sealed, tooMuch } from "./planted.ts"
import { balanced, kindred, reasoned } from "./planted-author.ts"
import { subject } from "./subject.ts"

/**
 * The checks that fail: all of them, or those about one model and about none, or, for null, about none. What is changed in
 * one model of a right connector changes nothing of the others.
 */
const failing = async (own: Subject, model?: string | null): Promise<ReadonlyArray<string>> => {
  const failed: Array<string> = []
  for (const { name, run } of checks(own)) {
    const about = /^(?:[a-z]+ )?([A-Z_]+): /.exec(name)?.[1]
    if (model === undefined || about === undefined || about === model) await run().catch(() => failed.push(name))
  }
  return failed
}

const signed = Auth.signed({
  fields: { id: Setting.asked({ label: "Id" }), secret: Setting.asked({ label: "Secret" }) },
  guide: ["Enter id and secret."],
  sign: ({ credentials, nonce, url }) => ({
    algorithm: "SHA-256",
    key: credentials["secret"]!,
    message: `${url.href}${nonce}`,
    encoding: "hex",
    headers: (own) => ({ "x-signed": own })
  })
})
const { connector } = subject
const choosing: Subject = {
  ...subject,
  connector: {
    ...connector,
    auth: Auth.choice({
      oauth2: { label: "Sign in", auth: connector.auth as Auth.OAuth2 },
      signed: { label: "Use a secret", auth: signed }
    })
  },
  methods: { signed: { credentials: { id: "id-1", secret: "secret-1" } } }
}

describe("the suite", () => {
  it.each(checks(subject).map(({ name, run }) => ({ name, run })))(
    "passes a connector that keeps the contract: $name",
    async ({ run }) => run()
  )
  it("passes one whose accounts are told by the answer to its check", async () => {
    const names = ["accounts:", "settings:", "check:"]
    const own = checks(asked).filter(({ name }) => names.some((start) => name.startsWith(start)))
    expect(own.length).toBe(5)
    for (const { run } of own) await run()
  })
  it("passes one that marks what is deleted beside what a listing lacks", async () => {
    const names = checks(binned).map(({ name }) => name)
    expect(names).toContain("CONTACTS: the case shows a record that is marked as deleted")
    expect(names).toContain("CONTACTS: an answer without a list is not an empty listing")
    expect(await failing(binned, "CONTACTS")).toEqual([])
  })
  it("passes one whose records are derived of other items", async () => {
    expect(checks(derived).map(({ name }) => name)).toContain(
      "CURRENCIES: what is derived of other items is never taken for deleted"
    )
    expect(await failing(derived, "CURRENCIES")).toEqual([])
  })
  it("passes one whose items say whether they have changed", async () => {
    expect(checks(sealed).map(({ name }) => name)).toContain(
      "ITEMS: an item that is as it was stored is not asked about again"
    )
    expect(await failing(sealed, "ITEMS")).toEqual([])
  })
  it("passes one that lists what changed last first, and one that asks for less where it is too much", async () => {
    const names = [newest, tooMuch].map((own) => checks(own).map(({ name }) => name))
    expect(names[0]).toContain("CONTACTS: a run since a moment ends where what is older begins")
    expect(names[1]).toContain("CURRENCIES: what is too much at once is asked for in parts")
    expect([await failing(newest, "CONTACTS"), await failing(tooMuch, "CURRENCIES")]).toEqual([[], []])
  })
  it("passes one whose amounts are those of its documents", async () => {
    for (const { name, run } of checks(balanced)) if (/sum up|below zero/.test(name)) await run()
  })
  it("passes one that lists ids of the kind that it lists records of", async () => {
    for (const { name, run } of checks(kindred)) if (/restricted|ids/.test(name)) await run()
  })
  it("passes one that says which members stay empty, and tells of them no more", async () => {
    const check = checks(reasoned).find(({ name }) => name.endsWith("is said to be absent, and why"))
    await check!.run()
    const hidden = async (own: Subject) => (await unseen(own)).find(({ model }) => model === "CURRENCIES")
    expect((await hidden(subject))!.unmapped).toContain("symbol")
    expect(await hidden(reasoned)).toEqual({ model: "CURRENCIES", mapped: [], unmapped: [] })
    expect(checks(subject).filter(({ name }) => name.includes("said to be absent"))).toEqual([])
  })
  it("passes one whose platform sends a secret as it is, or has to be asked", async () => {
    for (const own of proved) {
      const check = checks(own).find(({ name }) => name.startsWith("inbound:"))
      await check!.run()
    }
  })
  it("passes one whose keys are given a session, and one whose plan decides its limits", async () => {
    const names = ["session:", "check:", "spans", "passthrough:", "limits:"]
    const own = loggingIn()
    for (const { name, run } of checks(own)) if (names.some((start) => name.startsWith(start))) await run()
    // The same with windows that its plan decides.
    const windows = ({ company }: Auth.AuthSettings) => [{ max: company === "c-1" ? 5 : 1000, seconds: 10 }]
    const { http } = own.connector
    const paced = { ...own, connector: { ...own.connector, http: { ...http, limits: { ...http.limits, windows } } } }
    const limits = checks(paced).filter(({ name }) => name.startsWith("limits: ") && !name.includes("left"))
    for (const { run } of limits) await run()
  })
  it("passes one that writes nothing", async () => {
    const { writes: _, ...readOnly } = connector
    const cases = Object.fromEntries(Object.entries(subject.cases).filter(([name]) => !name.includes(".")))
    const own: Subject = { ...subject, connector: readOnly as never, cases }
    const meant = checks(own).find(({ name }) => name.startsWith("has a case for each capability"))
    await meant!.run()
  })
  it("passes one whose every call has a parameter that its fixtures leave out", async () => {
    const own: Subject = {
      ...subject,
      connector: { ...connector, http: { ...connector.http, query: () => ({ version: "2" }) } },
      query: { version: "2" }
    }
    for (const { name, run } of checks(own)) if (/from a date on|documents .* changed/.test(name)) await run()
  })
  it("passes one whose owner's items become no record now and then", async () => {
    const read = (connector.reads as { readonly ITEMS: Read.Read }).ITEMS
    const owned: Read.Read = {
      ...read,
      owner: ({ id }) => id,
      unchanged: { id: ({ id }) => id, stamp: ({ name }) => name ?? null },
      map: (raw, context) => (raw.id === "2" ? [] : [read.map(raw, context)]) as never
    }
    const { ITEMS } = subject.cases
    const own: Subject = {
      ...subject,
      connector: { ...connector, reads: { ...connector.reads, ITEMS: owned } },
      cases: { ...subject.cases, ITEMS: { ...ITEMS!, unified: ITEMS!.unified!.slice(0, 1) } }
    }
    const meant = checks(own).find(
      ({ name }) => name === "ITEMS: an item that is as it was stored is not asked about again"
    )
    await meant!.run()
  })
  it("does not take what a look-up is refused for the refusal of a change", async () => {
    const write = connector.writes.INVOICES.update
    const looked = {
      ...write,
      lookups: {
        none: Lookup.make({
          call: { path: "/nothing" },
          response: Wire.unknown,
          pick: () => null,
          absent: null,
          emptyStatuses: [404]
        })
      }
    }
    const shown = subject.cases["INVOICES.update"]!
    const nothing = { request: { path: "/nothing" }, response: { status: 404, body: {} } }
    const own: Subject = {
      ...subject,
      connector: { ...connector, writes: { ...connector.writes, INVOICES: { update: looked } } } as never,
      cases: {
        ...subject.cases,
        "INVOICES.update": {
          ...shown,
          stale: { ...shown.stale!, exchanges: [nothing, ...shown.stale!.exchanges, nothing] }
        }
      }
    }
    const meant = checks(own).filter(({ name }) => /^update INVOICES: .*changed/.test(name))
    expect(meant.length).toBeGreaterThan(0)
    for (const { run } of meant) await run()
  })
  it("finds each record of an item of several by its id, and none that the item has no more", async () => {
    const read = (connector.reads as { readonly TAX_RATES: Read.Read }).TAX_RATES
    const owned: Read.Read = {
      ...read,
      get: (id) => ({ path: `/taxes/${Call.segment(id)}` }),
      getItem: (body) => body,
      owner: ({ id }) => id,
      map: (raw) => ["a", "b"].map((part) => ({ platform_id: `${raw.id}:${part}`, name: part })) as never
    }
    const shown = (part: string) => ({
      id: `1:${part}`,
      exchanges: [{ request: { path: `/taxes/1%3A${part}` }, response: { body: { id: "1", name: "One" } } }],
      record: { platform_id: `1:${part}`, name: part }
    })
    const showing = (...get: ReadonlyArray<NonNullable<Case.Case["get"]>[number]>): Subject => ({
      ...subject,
      connector: { ...connector, reads: { ...connector.reads, TAX_RATES: owned } },
      cases: { ...subject.cases, TAX_RATES: { ...subject.cases["TAX_RATES"]!, get } }
    })
    const found = (own: Subject) =>
      checks(own)
        .find(({ name }) => name === "TAX_RATES: a record is found by its id")!
        .run()
    await found(showing(shown("a"), shown("b"), { ...shown("c"), record: null }))
    await expect(found(showing({ ...shown("c"), record: shown("a").record }))).rejects.toThrow()
  })
  it("holds signed calls to be the same in all but their signature", async () => {
    const own: Subject = {
      ...subject,
      connector: { ...connector, auth: signed },
      credentials: { id: "id-1", secret: "secret-1" }
    }
    const named = (text: string) => (faulty: Subject) =>
      checks(faulty)
        .find(({ name }) => name === text)!
        .run()
    const runs = named("CONTACTS: two runs ask for the same")
    const cut = named("update INVOICES: cut after any of its calls, it goes on where it stopped")
    const lost = named(
      "create CONTACTS: a call whose connection breaks is repeated without harm, or its outcome is unknown"
    )
    for (const run of [runs, cut, lost]) await run(own)
    let calls = 0
    const numbered = (call: Call.Call) => Call.merge(call, { headers: { "x-run": String(calls++) } })
    const reads = connector.reads as Readonly<Record<string, Read.Read>>
    const { CONTACTS: read } = reads
    const faulty = (change: object): Subject => ({ ...own, connector: { ...own.connector, ...change } })
    const reading = { ...read!, call: (context: never) => numbered(read!.call(context)) }
    await expect(runs(faulty({ reads: { ...reads, CONTACTS: reading } }))).rejects.toThrow(/ask differently/)
  })
  it("sees that a record has changed where the platform says so with a success", async () => {
    const shown = subject.cases["INVOICES.update"]!
    const exchanges = shown.stale!.exchanges.map(({ request, response: { status: _status, ...response } }) => ({
      request,
      response
    }))
    const saying = (stale: (calls: number) => boolean): Subject => {
      let calls = 0
      return {
        ...subject,
        connector: {
          ...connector,
          http: {
            ...connector.http,
            failureInside: ({ body }) =>
              Call.at(body, "message") === "another version"
                ? { reason: "Conflict", message: "another version", stale: stale(calls++) }
                : null
          }
        },
        cases: { ...subject.cases, "INVOICES.update": { ...shown, stale: { ...shown.stale!, exchanges } } }
      }
    }
    const changed = (own: Subject) =>
      checks(own)
        .find(
          ({ name }) => name === "update INVOICES: a record that has changed since it was read is read again, once"
        )!
        .run()
    await changed(saying(() => true))
    await expect(changed(saying(() => false))).rejects.toThrow()
  })
  it.each(planted)("catches: $fault", async ({ check, subject: faulty }) => {
    const meant = checks(faulty).find(({ name }) => name === check)
    expect(meant, `there is a check "${check}"`).toBeDefined()
    await expect(meant!.run()).rejects.toThrow()
  })
  it("holds each of several ways to be authorised to the connection's cases", async () => {
    const names = checks(choosing).map(({ name }) => name)
    expect(names).toContain("by signed: check: one call that proves the connection")
    expect(names).toContain("OAuth: authorise and exchange the code")
    expect(await failing(choosing)).toEqual([])
    const placed = (own: Subject["settings"]): Subject => ({
      ...choosing,
      connector: {
        ...choosing.connector,
        settings: { ...connector.settings, site: Setting.asked({ label: "Site", methods: ["signed"] }) }
      },
      methods: { signed: { ...choosing.methods!["signed"]!, settings: own } }
    })
    expect(await failing(placed({ site: "north" }), null)).toEqual([])
    expect(await failing(placed({}), null)).toContain("declares the settings it is given and those it discovers")
    const { methods: _, ...without } = choosing
    expect(await failing(without, null)).toContain("is shown with credentials for each way it can be authorised")
    const inParameters = Auth.signed({
      ...signed,
      sign: (own) => {
        const { headers: __, ...signature } = signed.sign(own)
        return { ...signature, query: (of) => ({ nonce: own.nonce, signature: of }) }
      }
    })
    const inQuery: Subject = { ...choosing, connector: { ...choosing.connector } }
    Object.assign(inQuery.connector, {
      auth: Auth.choice({
        oauth2: { label: "Sign in", auth: connector.auth as Auth.OAuth2 },
        signed: { label: "Use a secret", auth: inParameters }
      })
    })
    expect(await failing(inQuery, null)).toEqual([])
    const silent = Auth.signed({
      ...signed,
      sign: (own) => ({ ...signed.sign(own), headers: () => ({ "x-signed": "" }) })
    })
    const broken = { ...choosing, connector: { ...choosing.connector } } as any
    broken.connector.auth = Auth.choice({
      oauth2: { label: "Sign in", auth: connector.auth as Auth.OAuth2 },
      signed: { label: "Use a secret", auth: silent }
    })
    expect(await failing(broken, null)).toContain("by signed: check: one call that proves the connection")
  })
})
