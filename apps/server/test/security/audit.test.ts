/**
 * The audit log: every administrative act is one row, written with the act or not at all, that says who, what, on which
 * id, when and from where; nobody changes it, and what is left of an erased company is ids.
 */
import { serveSandbox } from "@svc/sandbox/platform/node"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Upkeep from "../../src/sync/Upkeep.ts"
import { svc } from "../support/Command.ts"
import * as Databases from "../support/Databases.ts"
import * as Service from "../support/Service.ts"
import * as Visitor from "../support/Visitor.ts"

let service: Service.Service
beforeAll(async () => {
  service = await Service.start({ SVC_TRUSTED_PROXIES: "1" })
})
afterAll(() => service?.stop())

const rows = (text: string, params: ReadonlyArray<unknown> = []) =>
  service.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<any>(text, params)))
const all = async (key?: string): Promise<ReadonlyArray<any>> => {
  const answer = await service.call(
    "GET",
    "/v3/core/audit_events?limit=1000",
    undefined,
    key === undefined ? {} : { api_key: key }
  )
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data
}
/** Does something, and gives what it added to the log. */
const added = async (act: () => Promise<unknown>): Promise<ReadonlyArray<any>> => {
  const before = new Set((await all()).map(({ svc_id }) => svc_id))
  await act()
  return (await all()).filter(({ svc_id }) => !before.has(svc_id))
}
const from = { "x-forwarded-for": "203.0.113.7" }
const ok = async (method: string, path: string, body?: unknown): Promise<any> => {
  const answer = await service.call(method, path, body, { ...from, "request-id": "act-1" })
  expect(answer.status, `${method} ${path}: ${answer.text}`).toBe(200)
  return answer.body.data
}

describe("an act", () => {
  it("begins with the operator's own key", async () => {
    const [first] = await all()
    expect(first).toMatchObject({
      action: "API_KEY_SEEDED",
      actor_type: "OPERATOR",
      actor_id: null,
      actor_prefix: null,
      address: null,
      company_id: null
    })
    const keys = (await service.call("GET", "/v3/core/api_keys")).body.data
    expect(first.target_id).toBe(String(keys[0].svc_id))
  })

  it("on a key is a row with who, what, on which id, when and from where", async () => {
    const me = (await service.call("GET", "/v3/core/api_keys")).body.data[0]
    const began = Date.now()
    let made: any
    let rotated: any
    const found = await added(async () => {
      made = await ok("POST", "/v3/core/api_keys", { name: "Ada's own", scopes: ["read"] })
      rotated = await ok("POST", `/v3/core/api_keys/${made.svc_id}/rotate`, { overlap_seconds: 60 })
      await ok("DELETE", `/v3/core/api_keys/${rotated.svc_id}`)
      // Once revoked, nothing more happens to it.
      await ok("DELETE", `/v3/core/api_keys/${rotated.svc_id}`)
    })
    const act = {
      actor_type: "API_KEY",
      actor_id: me.svc_id,
      actor_prefix: me.prefix,
      address: "203.0.113.7",
      request_id: "act-1"
    }
    expect(found).toMatchObject([
      {
        ...act,
        action: "API_KEY_CREATED",
        target_id: String(made.svc_id),
        details: { scopes: ["read"], expires_at: null }
      },
      {
        ...act,
        action: "API_KEY_ROTATED",
        target_id: String(made.svc_id),
        details: { replaced_by: rotated.svc_id, overlap_seconds: 60 }
      },
      { ...act, action: "API_KEY_REVOKED", target_id: String(rotated.svc_id) }
    ])
    for (const { svc_created_at } of found) {
      expect(Math.abs(Date.parse(svc_created_at) - began)).toBeLessThan(60_000)
    }
    const text = JSON.stringify(found)
    for (const secret of [made.secret, rotated.secret, "Ada's own"]) expect(text).not.toContain(secret)
  })

  it("on a webhook or an integration says what changed, and never to what", async () => {
    const { data: integrations } = (await service.call("GET", "/v3/core/integrations")).body
    const { svc_id } = integrations.find((one: any) => one.integration_type === "XERO")
    let hook: any
    const put = (client_secret: string) =>
      ok("PUT", `/integrations/${svc_id}`, { client_id: "app", client_secret, is_disabled: false })
    const found = await added(async () => {
      hook = await ok("POST", "/v3/core/webhooks", {
        name: "a",
        type: "CONNECTION_CHANGED",
        url: "http://127.0.0.1:9/private"
      })
      await ok("PUT", `/v3/core/webhooks/${hook.id}`, { headers: { "x-a": "private" }, is_disabled: true })
      await ok("POST", `/v3/core/webhooks/${hook.id}/rotate_secret`)
      await ok("DELETE", `/v3/core/webhooks/${hook.id}`)
      await put("private-secret")
      await put("********")
      await put("")
    })
    expect(found.map(({ action, details, target_id }) => [action, target_id, details])).toEqual([
      ["WEBHOOK_CREATED", hook.id, { type: "CONNECTION_CHANGED" }],
      ["WEBHOOK_UPDATED", hook.id, { changed: ["headers", "is_disabled"], is_disabled: true }],
      ["WEBHOOK_SECRET_ROTATED", hook.id, {}],
      ["WEBHOOK_DELETED", hook.id, {}],
      ...["set", "kept", "removed"].map((client_secret) => [
        "INTEGRATION_UPDATED",
        String(svc_id),
        { integration_type: "XERO", client_secret, is_disabled: false, is_svc_identity: false }
      ])
    ])
    expect(JSON.stringify(found)).not.toContain("private")
  })

  it("that is refused, or changes nothing that matters here, is none", async () => {
    const found = await added(async () => {
      expect((await service.call("DELETE", "/v3/core/api_keys/999999999")).status).toBe(404)
      expect((await service.call("POST", "/v3/core/api_keys", { name: "", scopes: [] })).status).toBe(400)
      expect((await service.call("POST", "/v3/core/webhooks", { name: "a" })).status).toBe(400)
      await service.call("GET", "/v3/core/companies")
    })
    expect(found).toEqual([])
  })

  it("and its row are one: where the row cannot be written, nothing is done", async () => {
    const count = async () => (await rows("select count(*) as n from api_key"))[0].n
    const before = await count()
    await rows("alter table audit_event add constraint closed check (action <> 'API_KEY_CREATED') not valid")
    try {
      const answer = await service.call("POST", "/v3/core/api_keys", { name: "a", scopes: ["read"] })
      expect(answer.status).toBe(500)
    } finally {
      await rows("alter table audit_event drop constraint closed")
    }
    expect(await count()).toBe(before)
  })
})

describe("a company", () => {
  it("leaves nothing but ids when it is erased", async () => {
    const company = await ok("POST", "/v3/core/companies", { name: "Erasable Ltd", partner_id: "erasable-1" })
    const id: number = company.svc_id
    let link: any
    let connection: any
    const visitor = Visitor.start()
    const found = await added(async () => {
      link = await ok("POST", "/v3/core/invite_links", { integration_categories: ["ACCOUNTING"], company_id: id })
      const page = `${service.url}/connect/${link.invite_link_id}/with/svc_sandbox`
      expect((await visitor.submit(page, { "key.api_key": "sandbox-erasable" })).status).toBe(303)
      expect((await visitor.submit(page, { "key.api_key": "sandbox-erasable" })).status).toBe(303)
      connection = (await service.call("GET", "/v3/core/connections?limit=1000")).body.data.find(
        (one: any) => one.svc_company_id === id
      )
      await ok("POST", `/v3/core/connections/${connection.svc_id}/disconnect`)
      await ok("POST", "/v3/core/connections", {
        company_id: id,
        integration_type: "SVC_SANDBOX",
        credentials: { api_key: "sandbox-erasable" }
      })
      await ok("DELETE", `/v3/core/invite_links/${link.invite_link_id}`)
    })
    const byLink = { actor_type: "INVITE_LINK", actor_id: link.svc_id, actor_prefix: null }
    const target = {
      target_id: String(connection.svc_id),
      company_id: id,
      details: { integration_type: "SVC_SANDBOX" }
    }
    expect(found).toMatchObject([
      { action: "INVITE_LINK_CREATED", actor_type: "API_KEY", target_id: String(link.svc_id), company_id: id },
      { action: "CONNECTION_CREATED", ...byLink, ...target },
      { action: "CONNECTION_RENEWED", ...byLink, ...target },
      { action: "CONNECTION_DISCONNECTED", actor_type: "API_KEY", ...target },
      { action: "CONNECTION_RENEWED", actor_type: "API_KEY", ...target },
      { action: "INVITE_LINK_REVOKED", actor_type: "API_KEY", target_id: String(link.svc_id), company_id: id }
    ])
    for (const { address } of found) expect(address).not.toBeNull()
    const text = JSON.stringify(found)
    for (const secret of [link.invite_link_id, "sandbox-erasable", "Erasable"]) expect(text).not.toContain(secret)

    const erased = await added(() => ok("DELETE", `/v3/core/companies/${id}`))
    expect(erased).toMatchObject([
      { action: "COMPANY_ERASED", target_id: String(id), company_id: id, details: { connections: 1 } }
    ])
    const left = (await all()).filter(({ company_id }) => company_id === id)
    expect(left.map(({ svc_id }) => svc_id)).toEqual([...found, ...erased].map(({ svc_id }) => svc_id))
    for (const { address } of left.slice(0, -1)) expect(address).toBeNull()
    expect(JSON.stringify(left)).not.toMatch(/erasable/i)
  })

  it("has acts that a key for it alone reads, and no others", async () => {
    const mine = (await ok("POST", "/v3/core/companies", { name: "Mine" })).svc_id
    const { secret, svc_id } = await ok("POST", "/v3/core/api_keys", {
      name: "b",
      scopes: ["admin", "read"],
      company_id: mine
    })
    expect(await all(secret)).toMatchObject([
      { action: "API_KEY_CREATED", target_id: String(svc_id), company_id: mine }
    ])
    const reader = await ok("POST", "/v3/core/api_keys", { name: "c", scopes: ["read"] })
    expect((await service.call("GET", "/v3/core/audit_events", undefined, { api_key: reader.secret })).status).toBe(403)
  })
})

describe("the log", () => {
  it("is a list like the others, in pages", async () => {
    const whole = await all()
    const seen: Array<number> = []
    let next: string | null = null
    do {
      const page: any = (
        await service.call("GET", `/v3/core/audit_events?limit=3${next === null ? "" : `&next=${next}`}`)
      ).body
      seen.push(...page.data.map(({ svc_id }: any) => svc_id))
      next = page.next
    } while (next !== null)
    expect(seen).toEqual(whole.map(({ svc_id }) => svc_id))
  })

  it("cannot be changed, emptied or shortened, even in the database", async () => {
    const before = await rows("select t::text from audit_event t order by id")
    for (const statement of [
      "update audit_event set action = 'OTHER'",
      "update audit_event set actor_id = null",
      "update audit_event set address = '1.2.3.4', details = '{}'",
      "update audit_event set address = null, target_id = null",
      "delete from audit_event",
      "truncate audit_event"
    ]) {
      await expect(rows(statement), statement).rejects.toThrow()
    }
    expect(await rows("select t::text from audit_event t order by id")).toEqual(before)
  })

  it("is kept as long as the operator says", async () => {
    const insert = (days: number) =>
      rows(
        `insert into audit_event (organisation_id, created_at, action, actor_type, details)
         values (1, now() - make_interval(days => $1::int), 'API_KEY_CREATED', 'OPERATOR', '{}') returning id`,
        [days]
      )
    const [[young], [old]] = [await insert(399), await insert(401)]
    expect(await service.run(Upkeep.runAudit(400))).toBe(1)
    expect(await rows("select id from audit_event where id = any($1::bigint[])", [`{${young.id},${old.id}}`])).toEqual([
      young
    ])
    expect(await service.run(Upkeep.runAudit(30))).toBe(1)
  })
})

describe("the command line", () => {
  it("acts as the operator, and shows the log", async () => {
    const scope = Scope.makeUnsafe()
    const platform = await serveSandbox()
    try {
      const dataDir = await Effect.runPromise(Scope.provide(Databases.prepared, scope))
      const key = (name: string) => `${name}:${randomBytes(32).toString("base64")}`
      const [old, young] = [key("old"), key("young")]
      const env = (keys: string) => ({
        SVC_DATA_DIR: dataDir,
        SVC_SANDBOX_BASE_URL: `${platform.url}/v1`,
        SVC_SECRET_KEYS: keys
      })
      const run = async (keys: string, ...args: Array<string>) => {
        const ended = await svc(args, env(keys))
        expect(ended.code, ended.err).toBe(0)
        return ended.out
      }
      const made = JSON.parse(await run(old, "keys", "create", "--json"))
      await run(`${young},${old}`, "rotate-secrets")
      const log: ReadonlyArray<any> = JSON.parse(await run(young, "audit", "--json"))
      expect(log.map(({ action, actor_type, address, target_id }) => [action, actor_type, address, target_id])).toEqual(
        [
          ["API_KEY_CREATED", "OPERATOR", null, String(made.svc_id)],
          ["SECRETS_ROTATION_STARTED", "OPERATOR", null, null],
          ["SECRETS_ROTATED", "OPERATOR", null, null]
        ]
      )
      const table = await run(young, "audit", "--last", "1")
      expect(table.trim().split("\n")).toHaveLength(2)
      expect(table).toContain("SECRETS_ROTATED")
      expect(table).not.toContain(made.secret)
    } finally {
      await platform.close()
      await Effect.runPromise(Scope.close(scope, Exit.void))
    }
  })
})
