/** Where Salesforce departs from what one would expect, and where an org or a user's rights change what can be asked. */
import type { Models, Read } from "@svc/core"
import * as Connector from "@svc/core/Connector"
import * as Setting from "@svc/core/Setting"
import { connect, type Credentials, isConnectorError } from "@svc/core/connect"
import { InSpite } from "@svc/core/runtime"
import { FakePlatform } from "@svc/testkit"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { salesforce } from "../src/index.ts"
import { moment, quoted, select } from "../src/soql.ts"

const root = "/services/data/v62.0"
const instanceUrl = "https://acme.my.salesforce.com"
const described = (object: string, fields: ReadonlyArray<string>, children: ReadonlyArray<string> = []) => ({
  request: { path: `${root}/sobjects/${object}/describe` },
  response: {
    body: {
      name: object,
      fields: fields.map((name) => ({ name })),
      childRelationships: children.map((relationshipName) => ({ relationshipName }))
    }
  }
})
const missing = (object: string): FakePlatform.Exchange => ({
  request: { path: `${root}/sobjects/${object}/describe` },
  response: { status: 404, body: [{ errorCode: "NOT_FOUND", message: "The requested resource does not exist" }] }
})
const rows = (q: string, records: ReadonlyArray<object>, method = "queryAll"): FakePlatform.Exchange => ({
  request: { path: `${root}/${method}`, query: { q } },
  response: { body: { totalSize: records.length, done: true, records } }
})
const refused = (q: string, errorCode: string, message: string, status = 400): FakePlatform.Exchange => ({
  request: { path: `${root}/queryAll`, query: { q } },
  response: { status, body: [{ errorCode, message }] }
})
const open = (exchanges: ReadonlyArray<FakePlatform.Exchange>) => {
  const fake = FakePlatform.make(exchanges)
  const crm = connect(salesforce, {
    credentials: { access_token: "access-token-1" },
    settings: { instanceUrl },
    fetch: fake.fetch
  })
  return { crm, fake }
}
type Readable = keyof typeof salesforce.reads & Models.ModelId
/** All records of a model, or why they cannot be had. */
const read = async (model: Readable, exchanges: ReadonlyArray<FakePlatform.Exchange>, since?: string) => {
  const { crm, fake } = open(exchanges)
  const found: Array<Models.Record<Readable>> = []
  try {
    for await (const record of crm.list(model, since === undefined ? {} : { since })) found.push(record)
    return { found, unasked: fake.unasked(), reason: undefined }
  } catch (error) {
    return { found, unasked: fake.unasked(), reason: isConnectorError(error) ? error.reason : error }
  }
}

describe("hosts", () => {
  const { auth, settings } = salesforce
  const tokenUrl = (loginHost?: string) =>
    auth._tag === "OAuth2" && typeof auth.tokenUrl === "function"
      ? auth.tokenUrl(loginHost === undefined ? {} : { loginHost })
      : null
  it("are those of production, of a sandbox, or of the user's own domain", () => {
    expect([tokenUrl(), tokenUrl(""), tokenUrl("test.salesforce.com")]).toEqual([
      "https://login.salesforce.com/services/oauth2/token",
      "https://login.salesforce.com/services/oauth2/token",
      "https://test.salesforce.com/services/oauth2/token"
    ])
    for (const host of [
      "test.salesforce.com",
      "acme.my.salesforce.com",
      "Acme--uat.sandbox.my.salesforce.com",
      "na139.salesforce.com",
      "agency.my.salesforce.mil"
    ]) {
      expect(Setting.malformed(settings, { loginHost: host, instanceUrl: `https://${host}` }), host).toBeNull()
    }
  })
  it("are no others, however they are written", () => {
    for (const host of [
      "acme.my.salesforce.com.evil.example",
      "evilsalesforce.com",
      "salesforce.com",
      "evil.example/.salesforce.com",
      "evil.example#.salesforce.com",
      "evil.example?.salesforce.com",
      "evil.example\\.salesforce.com",
      "user@acme.my.salesforce.com",
      "acme.my.salesforce.com:8443",
      "acme.my.salesforce.com/path",
      "-acme.salesforce.com",
      "acme..salesforce.com",
      "acme.my.salesforce.com\n"
    ]) {
      expect(Setting.malformed(settings, { loginHost: host }), host).toBe("loginHost")
      expect(Setting.malformed(settings, { instanceUrl: `https://${host}` }), host).toBe("instanceUrl")
    }
    expect(Setting.malformed(settings, { instanceUrl: "http://acme.my.salesforce.com" })).toBe("instanceUrl")
  })
})

describe("tokens", () => {
  it("are used until Salesforce refuses them, and renewed; the new refresh token is kept", async () => {
    const kept: Array<unknown> = []
    const asked: Array<string> = []
    let current: Credentials = { access_token: "old", refresh_token: "refresh-1" }
    const crm = connect(salesforce, {
      credentials: {
        load: () => current,
        swap: (fresh) => {
          kept.push(fresh)
          current = fresh
          return true
        }
      },
      settings: { instanceUrl, loginHost: "test.salesforce.com" },
      app: { clientId: "id", clientSecret: "secret" },
      fetch: async (input, init) => {
        const request = new Request(input, init)
        const { hostname, pathname } = new URL(request.url)
        asked.push(`${hostname}${pathname} ${request.headers.get("authorization")}`)
        if (hostname === "test.salesforce.com") {
          return Response.json({
            access_token: "new",
            refresh_token: "refresh-2",
            instance_url: instanceUrl,
            id: "https://test.salesforce.com/id/00D000000000001AAA/005000000000001AAA",
            token_type: "Bearer",
            issued_at: "1773500000000",
            signature: "c2ln"
          })
        }
        return request.headers.get("authorization") === "Bearer new"
          ? Response.json({ totalSize: 0, done: true, records: [] })
          : Response.json([{ message: "Session expired or invalid", errorCode: "INVALID_SESSION_ID" }], { status: 401 })
      }
    })
    await crm.check()
    expect(asked).toEqual([
      `acme.my.salesforce.com${root}/query Bearer old`,
      "test.salesforce.com/services/oauth2/token null",
      `acme.my.salesforce.com${root}/query Bearer new`
    ])
    // Nothing says when it ends.
    expect(kept).toEqual([{ access_token: "new", refresh_token: "refresh-2" }])
  })
})

describe("errors", () => {
  const failure = (status: number, errorCode: string, message: string, headers = {}) =>
    salesforce.http.failure!({ status, body: [{ errorCode, message, fields: ["Name"] }], headers })
  it("know a spent allowance behind 403, and how long it lasts", () => {
    expect(failure(403, "REQUEST_LIMIT_EXCEEDED", "TotalRequests Limit exceeded.")).toMatchObject({
      reason: "RateLimited",
      retryAfter: 3600
    })
    expect(failure(403, "REQUEST_LIMIT_EXCEEDED", "ConcurrentPerOrgLongTxn Limit exceeded.")).toMatchObject({
      retryAfter: 30
    })
    const told = failure(403, "REQUEST_LIMIT_EXCEEDED", "Limit exceeded.", { "retry-after": "5" })
    expect(told.retryAfter).toBeUndefined()
    expect(failure(403, "INSUFFICIENT_ACCESS", "No").reason).toBeUndefined()
  })
  it("know by the code what the status does not say, and name the field", () => {
    expect(failure(400, "UNABLE_TO_LOCK_ROW", "Locked")).toMatchObject({ reason: "Unavailable", field: "Name" })
    expect(failure(400, "INVALID_FIELD", "No such column").reason).toBeUndefined()
    expect(failure(500, "INVALID_SESSION_ID", "Odd").reason).toBeUndefined()
  })
  it("are read in OAuth's form, too", () => {
    const body = { error: "invalid_grant", error_description: "expired access/refresh token" }
    expect(salesforce.http.failure!({ status: 400, body, headers: {} }).message).toBe("expired access/refresh token")
  })
  it("are foreseen by what every answer says of the day's allowance", () => {
    const remaining = (value?: string) =>
      salesforce.http.limits.remaining!(value === undefined ? {} : { "sforce-limit-info": value })
    expect(remaining("api-usage=900/15000")).toEqual([{ seconds: 86_400, remaining: 14_100 }])
    expect(remaining("api-bursts=3/20; api-usage=16000/15000")).toEqual([{ seconds: 86_400, remaining: 0 }])
    expect(remaining()).toEqual([])
  })
})

describe("statements", () => {
  it("keep texts inside their quotes, and moments without any", () => {
    expect(quoted("O'Hara \\ Sons\n")).toBe("'O\\'Hara \\\\ Sons\\n'")
    expect(moment("2026-03-01T10:00:00.750+02:00")).toBe("2026-03-01T08:00:00Z")
    expect(select({ fields: ["Id", "Name"], from: "A", where: ["x = 1", "y = 2"], order: "Id", limit: 5 })).toBe(
      "SELECT Id, Name FROM A WHERE x = 1 AND y = 2 ORDER BY Id LIMIT 5"
    )
  })
  it("ask for a record by an id that cannot leave its quotes", () => {
    const [contacts] = Connector.sourcesOf(salesforce, "CRM_CONTACTS")
    const call = contacts!.get!("003' OR Name != '", {
      settings: {},
      lookups: { described: { fields: [], children: [] } }
    })
    expect(call?.query?.["q"]).toBe("SELECT Id FROM Contact WHERE Id = '003\\' OR Name != \\''")
  })
  it("leave a record of another kind to the source that has it", () => {
    const context = { settings: {}, lookups: { described: null } }
    const able = (model: "CRM_ACTIVITIES" | "CRM_NOTES", id: string) =>
      Connector.sourcesOf(salesforce, model).filter(({ get }) => get!(id, context) !== null)
    expect(able("CRM_ACTIVITIES", "00U1").map(({ source }) => source)).toEqual(["events"])
    expect(able("CRM_ACTIVITIES", "00T1").map(({ source }) => source)).toEqual(["tasks"])
    expect(able("CRM_NOTES", "0691").map(({ source }) => source)).toEqual(["content_notes"])
  })
})

describe("what an org or a user has not got", () => {
  const unknown = (object: string) =>
    refused(`SELECT Id FROM ${object}`, "INVALID_TYPE", `sObject type '${object}' is not supported.`)
  it("a whole object is said to be missing", async () => {
    const { reason } = await read("CRM_LEADS", [missing("Lead"), unknown("Lead")])
    expect(reason).toMatchObject({
      _tag: "Unsupported",
      message: "The platform does not offer Lead to this user, or in this org."
    })
  })
  it("one of several sources is left out", async () => {
    const note = { Id: "0021", Title: "Old" }
    const { found, reason } = await read("CRM_NOTES", [
      described("Note", ["Title"]),
      rows("SELECT Id, Title FROM Note", [note]),
      missing("ContentNote"),
      unknown("ContentNote")
    ])
    expect(reason).toBeUndefined()
    expect(found.map(({ platform_id }) => platform_id)).toEqual(["0021"])
  })
  it("fields are not asked for and are null", async () => {
    const { found, reason } = await read("CRM_CONTACTS", [
      described("Contact", ["Id", "IsDeleted", "LastName"]),
      rows("SELECT Id, IsDeleted, LastName FROM Contact", [{ Id: "0031", IsDeleted: false, LastName: "Quill" }])
    ])
    expect(reason).toBeUndefined()
    expect(found[0]).toMatchObject({ last_name: "Quill", name: "Quill", phone_numbers: [], updated_at: null })
  })
  it("without the kind of a task all are tasks, and none a call", async () => {
    const row = { Id: "00T1", Subject: "Call", IsClosed: false }
    const task = described("Task", ["Subject", "IsClosed"])
    const tasks = rows("SELECT Id, Subject, IsClosed FROM Task", [row])
    const seen = await read("CRM_TASKS", [task, tasks])
    expect(seen.found.map(({ platform_id }) => platform_id)).toEqual(["00T1"])
    const none = await read("CRM_ACTIVITIES", [
      described("Event", ["Id"]),
      rows("SELECT Id FROM Event", []),
      task,
      tasks
    ])
    expect(none).toMatchObject({ found: [], reason: undefined, unasked: [] })
  })
  it("without contact roles a deal has the contact it names itself, and changes are those of the deals", async () => {
    const since = new Date(Date.now() - 86_400_000).toISOString()
    const literal = `SystemModstamp >= ${since.slice(0, 19)}Z`
    const exchanges = [
      described("Opportunity", ["Amount", "ContactId", "StageName"], ["Notes"]),
      {
        request: { path: `${root}/connect/organization` },
        response: { status: 403, body: [{ errorCode: "API_DISABLED_FOR_ORG", message: "No" }] }
      },
      {
        request: { path: `${root}/query`, query: { q: "SELECT Id, ApiName FROM OpportunityStage" } },
        response: { status: 400, body: [{ errorCode: "INVALID_TYPE", message: "sObject type 'OpportunityStage' …" }] }
      },
      rows(`SELECT Id, Amount, ContactId, StageName FROM Opportunity WHERE ${literal}`, [
        { Id: "0061", Amount: 5, ContactId: "0031", StageName: "New" }
      ]),
      rows(`SELECT Id FROM Opportunity WHERE ${literal} LIMIT 1`, [{ Id: "0061" }])
    ]
    const { found, reason } = await read("CRM_DEALS", exchanges, since)
    expect(reason).toBeUndefined()
    expect(found).toMatchObject([{ amount: 5, contact_id: "0031", currency: null, stage_id: null, status: null }])
  })
})

describe("a task", () => {
  const subtypes = ["Task", "Email", "ListEmail", "Cadence", "Call", "LinkedIn", "Sms", null]
  const tasks = salesforce.reads.CRM_TASKS
  const calls = salesforce.reads.CRM_ACTIVITIES.find(({ source }) => source === "tasks")!
  const context = { settings: {}, lookups: {}, followed: [] }
  const taken = (own: Read.Read, TaskSubtype: string | null) => {
    const mapped = InSpite.mapItem(own, { Id: "00T1", TaskSubtype }, context)
    return Result.isSuccess(mapped) && mapped.success.records.length === 1
  }
  it.each(subtypes)("of the kind %s is one of the two models', and of one alone", (subtype) => {
    expect([taken(tasks, subtype), taken(calls, subtype)].filter((one) => one)).toHaveLength(1)
  })
  it("is asked for by one of them, whatever its kind", () => {
    const known = { lookups: { described: { fields: ["TaskSubtype"], children: [] } }, settings: {}, now: "" }
    const kinds = "('Call', 'Email', 'ListEmail', 'LinkedIn', 'Cadence')"
    expect([tasks, calls].map((own: Read.Read) => String(own.call(known).query?.["q"]).split(" WHERE ")[1])).toEqual([
      `(TaskSubtype = null OR TaskSubtype NOT IN ${kinds})`,
      `TaskSubtype IN ${kinds}`
    ])
  })
})

describe("what cannot be read", () => {
  const lookups = { stages: new Map([["New", "01J1"]]), currency: "EUR" }
  const fields = (model: Readable, raw: object) => {
    const own = Connector.sourcesOf(salesforce, model)[0]!
    const mapped = InSpite.mapItem(own, { Id: "0061", ...raw }, { settings: {}, lookups, followed: [] })
    return Result.isSuccess(mapped) ? mapped.success.warnings?.map(({ field }) => field) : mapped.failure.issues
  }
  it.each<readonly [Readable, object, ReadonlyArray<string>]>([
    ["CRM_DEALS", { OwnerId: 1.5 }, ["owner_id"]],
    ["CRM_DEALS", { StageName: { name: "New" } }, ["stage_id"]],
    ["CRM_TASKS", { WhatId: {} }, ["company_id", "deal_id"]],
    ["CRM_TASKS", { WhoId: [] }, ["contact_id"]]
  ])("%s: %j is told of the members that it would have made", (model, odd, told) => {
    expect(fields(model, odd)?.toSorted()).toEqual(told)
  })
  it("is told of the record it may be about, and of no other", () => {
    expect(fields("CRM_DEALS", { OwnerId: "0051", StageName: "New" })).toBeUndefined()
  })
})

describe("the body of a note", () => {
  const q = "SELECT Id, TextPreview FROM ContentNote"
  const note = async (content: () => Response) => {
    const fake = FakePlatform.make([
      missing("Note"),
      refused("SELECT Id FROM Note", "INVALID_TYPE", "sObject type 'Note' is not supported."),
      described("ContentNote", ["TextPreview"]),
      rows(q, [{ Id: "0691", TextPreview: "Says…" }]),
      rows("SELECT LinkedEntityId FROM ContentDocumentLink WHERE ContentDocumentId = '0691' ORDER BY Id", [], "query")
    ])
    const crm = connect(salesforce, {
      credentials: { access_token: "t" },
      settings: { instanceUrl },
      fetch: async (input, init) =>
        new URL(new Request(input).url).pathname.endsWith("/Content") ? content() : fake.fetch(input, init)
    })
    for await (const record of crm.list("CRM_NOTES")) return record.note
    return undefined
  }
  it("is text, whatever it is called", async () => {
    const bytes = () => new Response("<p>Says yes</p>", { headers: { "content-type": "application/octetstream" } })
    expect(await note(bytes)).toBe("<p>Says yes</p>")
    expect(await note(() => new Response("plain", { headers: { "content-type": "text/plain" } }))).toBe("plain")
  })
  it("is text where it might be a value of JSON", async () => {
    for (const body of ["1200", "true", "yes"]) expect(await note(() => new Response(body))).toBe(body)
  })
  it("that is gone, or that reads as something else, leaves its preview", async () => {
    expect(await note(() => Response.json([{ errorCode: "NOT_FOUND", message: "Gone" }], { status: 404 }))).toBe(
      "Says…"
    )
    expect(await note(() => new Response('{"a":1}'))).toBe("Says…")
  })
})
