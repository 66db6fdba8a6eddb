/**
 * S10: no key sees a member of the management interface beyond the table of who sees what. Every member of every answer is
 * in the table, and keys of each scope, for all companies and for one, call every endpoint of the served document.
 */
import { Access, Api, Visibility } from "@svc/core/api"
import * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as SchemaAST from "effect/SchemaAST"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Document from "../http/Document.ts"
import * as Organisations from "../support/Organisations.ts"
import * as Receiver from "../support/Receiver.ts"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import * as Service from "../support/Service.ts"

/** What is no management: records as their platforms have them, and what platforms say themselves. */
const others = new Set(["accounting", "payments", "ecommerce", "crm", "passthrough", "inbound"])
/** What carries an answer and has no name of its own. */
const envelope = new Set([
  "data",
  "prev",
  "next",
  "total_count",
  "request_timestamp",
  "response_timestamp",
  "request_id"
])

const webhookList = () => {
  let found: HttpApiEndpoint.Top | undefined
  HttpApi.reflect(Api.api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint }) => {
      if (endpoint.method === "GET" && endpoint.path === "/v3/core/webhooks") found = endpoint
    }
  })
  return found!
}

describe("the table", () => {
  const named = new Map<string, ReadonlyArray<string>>()
  const unnamed: Array<string> = []
  const walk = (ast: SchemaAST.AST, where: string): void => {
    if (SchemaAST.isUnion(ast)) for (const type of ast.types) walk(type, where)
    if (SchemaAST.isArrays(ast)) for (const type of [...ast.elements, ...ast.rest]) walk(type, `${where}[]`)
    if (!SchemaAST.isObjects(ast)) return
    const name = Visibility.nameOf(ast)
    const members = ast.propertySignatures.map((member) => String(member.name))
    if (name !== undefined && members.length > 0) named.set(name, members)
    else if (!members.every((member) => envelope.has(member))) unnamed.push(where)
    for (const { name: member, type } of ast.propertySignatures) walk(type, `${where}.${String(member)}`)
  }
  HttpApi.reflect(Api.api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, group }) => {
      // Of records, what became of one is a list of the interface's own.
      if (others.has(group.identifier) && !endpoint.path.endsWith("/history")) return
      for (const { ast } of endpoint.success) walk(ast, `${endpoint.method} ${endpoint.path}`)
    }
  })
  it("has every member of every answer, and no other", () => {
    expect(unnamed).toEqual([])
    expect(named.size).toBeGreaterThan(15)
    for (const [name, members] of named) {
      expect(Object.keys(Visibility.membersOf(name) ?? {}).toSorted(), name).toEqual(members.toSorted())
    }
    expect(Object.keys(Visibility.visibility).filter((name) => !named.has(name))).toEqual([])
  })
  it("lets readers read, and gives every act to admins but those of callers that work with records", () => {
    const endpoints = Visibility.endpoints(Api.api)
    const named = (fits: (one: Visibility.EndpointScope) => boolean) =>
      endpoints.filter(fits).map(({ method, path, scope }) => `${scope} ${method} ${path}`)
    const isWrite = (path: string) => /^(\/v3)?\/(accounting|payments|ecommerce|crm)\//.test(path)
    expect(named(({ method, scope }) => method === "GET" && scope !== "read")).toEqual([
      "admin GET /v3/core/api_keys",
      "admin GET /v3/core/audit_events",
      "admin GET /v3/core/sessions",
      "admin GET /v3/core/service",
      "admin GET /v3/core/service/failed_jobs"
    ])
    expect(
      named(({ method, path, scope }) => method !== "GET" && isWrite(path) && scope !== "write"),
      "writes of records"
    ).toEqual([])
    expect(
      named(({ method, path, scope }) => method !== "GET" && !isWrite(path) && scope !== "admin").toSorted()
    ).toEqual([
      "null POST /v3/core/inbound/:integration",
      "null POST /v3/core/inbound/:integration/:token",
      "passthrough POST /passthrough",
      // Of a session of one's own.
      "read DELETE /v3/core/sessions/current",
      "read POST /v3/core/sessions",
      "write POST /v3/core/records/:data_model/:svc_id/map",
      "write POST /v3/core/syncs",
      "write POST /v3/core/syncs/:svc_id/cancel"
    ])
  })
  it("keeps from others what opens something", () => {
    const hidden = Object.entries(Visibility.visibility).flatMap(([name, members]) =>
      Object.entries(members).flatMap(([member, audience]) => (audience === "all" ? [] : [`${name}.${member}`]))
    )
    expect(hidden.toSorted()).toEqual([
      "ApiKeyWithSecret.secret",
      "InboundAddress.token",
      "InboundAddress.url",
      "Integration.client_secret",
      "InviteLink.invite_link_id",
      "InviteLink.url",
      "Webhook.headers",
      "Webhook.url",
      "WebhookWithSecret.headers",
      "WebhookWithSecret.secret",
      "WebhookWithSecret.url"
    ])
  })
})

describe("the address of a receiver", () => {
  const webhooks = Visibility.viewOf(webhookList(), ["read"])
  it.each([
    ["https://example.com/hooks/T0/B1/secret", "https://example.com/********"],
    ["https://example.com:8443/?token=secret", "https://example.com:8443/********"],
    ["https://example.com/#secret", "https://example.com/********"],
    ["https://secret:secret@example.com", "https://example.com/********"],
    ["https://example.com", "https://example.com/"],
    ["no address", "********"]
  ])("%s is shown to who only reads as %s", (url, shown) => {
    expect(webhooks({ data: [{ url, headers: {} }] })).toEqual({ data: [{ url: shown, headers: {} }] })
  })
})

describe("keys of each scope, for all companies and for one", () => {
  const scope = Scope.makeUnsafe()
  let service: Service.Service
  let document: Document.Document
  let own: Organisations.Organisation
  /** What only an admin may see, by name. */
  const secrets = new Map<string, string>()

  beforeAll(async () => {
    service = await Service.start()
    document = await Document.read(service)
    const receiver = await Effect.runPromise(Scope.provide(Receiver.start, scope))
    own = await Organisations.make(service, "mark-of-s10", receiver.url("/s10"))
    const ok = async (method: string, path: string, body?: unknown) => {
      const answer = await own.call(method, path, body)
      expect(answer.status, answer.text).toBe(200)
      return answer.body.data
    }
    const link = await ok("POST", "/v3/core/invite_links", { integration_categories: ["ACCOUNTING"] })
    secrets.set("invite link", link.invite_link_id)
    const hook = await ok("POST", "/v3/core/webhooks", {
      name: "hook",
      type: "CONNECTION_CHANGED",
      url: receiver.url("/hook/path-of-the-receiver?token=query-of-the-receiver"),
      headers: { authorization: "Bearer of-the-receiver" }
    })
    secrets.set("header of a webhook", "Bearer of-the-receiver").set("secret of a webhook", hook.secret)
    secrets.set("path of a receiver", "path-of-the-receiver").set("query of a receiver", "query-of-the-receiver")
    const [integration] = own.ids.integrations
    await ok("PUT", `/integrations/${integration}`, {
      client_id: "own",
      client_secret: "client-secret-of-s10",
      is_disabled: false
    })
    secrets.set("client secret", "client-secret-of-s10")
    const inbound = await ok("POST", `/v3/core/connections/${own.ids.connections[0]}/inbound_address`)
    expect(inbound.url).toMatch(/\/v3\/core\/inbound\/svc_sandbox\/[\w-]{43}$/)
    secrets.set("inbound address", inbound.token)
    const key = await ok("POST", "/v3/core/api_keys", { name: "shown once", scopes: ["read"] })
    secrets.set("api key", key.secret)
  })
  afterAll(async () => {
    await service.stop()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  const idOf = (path: string, name: string): unknown => {
    if (name === "upload_job_id") return own.ids.upload_jobs[0]
    if (name === "integration_id") return own.ids.integrations[0]
    const group = path.split("/").find((part) => Object.hasOwn(own.ids, part)) as Organisations.Kind | undefined
    return group === undefined ? own.ids.records[0] : own.ids[group][0]
  }
  /** Bodies of what is no admin's alone; others get none, and are refused before anybody looks. */
  const bodyOf = (path: string): unknown => {
    const company_id = own.ids.companies[0]
    if (path === "/v3/core/syncs") return { company_id, data_models_to_sync: ["CURRENCIES"] }
    if (path === "/passthrough") return { company_id, data: { method: "GET", path: "/currencies" } }
    return undefined
  }

  /** Every member of an answer that a key with these scopes should not see as it is; by the names of the document. */
  const beyond = (schema: any, value: any, scopes: ReadonlySet<Access.Scope>, where: string): ReadonlyArray<string> => {
    if (value === null || typeof value !== "object" || schema === undefined) return []
    const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
    if (parts.length > 0) return parts.flatMap((part: any) => beyond(part, value, scopes, where))
    const name = schema.$ref?.split("/").at(-1)
    const shape = document.deref(schema)
    if (Array.isArray(value)) return value.flatMap((one, at) => beyond(shape.items, one, scopes, `${where}[${at}]`))
    const members = name === undefined ? undefined : Visibility.membersOf(name)
    return Object.entries<any>(value).flatMap(([member, inner]) => {
      const at = `${where}.${member}`
      if (members !== undefined && members[member] === undefined) return [`${at} is in no table`]
      const audience = members?.[member] ?? "all"
      if (audience === "all" || scopes.has(audience.scope)) return beyond(shape.properties?.[member], inner, scopes, at)
      const shown =
        audience.others === "null"
          ? inner !== null
          : audience.others === "origin"
            ? inner !== null &&
              ![`${new URL(inner).origin}/`, `${new URL(inner).origin}/${Visibility.mask}`].includes(inner)
            : texts(inner).some((text) => text !== Visibility.mask)
      return shown ? [`${at} is shown`] : []
    })
  }
  const texts = (value: unknown): ReadonlyArray<string> =>
    typeof value === "string" ? [value] : Object.values((value ?? {}) as object).flatMap(texts)

  const kinds: ReadonlyArray<readonly [scopes: ReadonlyArray<Access.Scope>, isForOne: boolean]> = [
    ...Access.scopes.map((one) => [one]),
    ["read", "write", "passthrough"] as const,
    [...Access.scopes]
  ].flatMap((scopes) => [[scopes as ReadonlyArray<Access.Scope>, false] as const, [scopes as never, true] as const])

  it.each(kinds)("%j, for one company: %s", async (scopes, isForOne) => {
    const made = await own.call("POST", "/v3/core/api_keys", {
      name: "of a kind",
      scopes,
      ...(isForOne ? { company_id: own.ids.companies[0] } : {})
    })
    expect(made.status, made.text).toBe(200)
    const key: string = made.body.data.secret
    const isAdmin = scopes.includes("admin")
    const demanded = new Map(
      Visibility.endpoints(Api.api).map(({ method, path, scope: wanted }) => [
        `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`,
        wanted
      ])
    )
    let answered = 0
    const found: Array<string> = []
    for (const operation of document.operations) {
      const { method, op, path } = operation
      const wanted = demanded.get(`${method} ${path}`)
      expect(wanted, `${method} ${path}`).toBeDefined()
      // A stream does not end by itself; changes/changes.test.ts follows it.
      if (wanted === null || path === "/v3/core/changes") continue
      // An admin's own acts would end what is asked for here.
      if (isAdmin && method !== "GET" && wanted === "admin") continue
      const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(idOf(path, name)))
      const body = method === "GET" ? undefined : bodyOf(path)
      const answer = await service.call(method, address, body, { api_key: key })
      if (!scopes.includes(wanted!)) {
        expect([method, path, answer.status]).toEqual([method, path, 403])
        continue
      }
      expect(answer.status, `${method} ${path} ${answer.text}`).not.toBe(401)
      if (answer.status === 200) {
        answered++
        const schema = op.responses[200].content?.["application/json"]?.schema
        found.push(...beyond(schema, answer.body, new Set(scopes), `${method} ${path}`))
      }
      if (isAdmin) continue
      for (const [name, secret] of secrets) {
        if (answer.text.includes(secret)) found.push(`${method} ${path} shows the ${name}`)
      }
    }
    expect(found).toEqual([])
    if (scopes.includes("read")) expect(answered).toBeGreaterThan(30)
  })

  it("an admin who reads sees links, headers and addresses, and nobody a client secret again", async () => {
    const links = await own.call("GET", "/v3/core/invite_links?limit=1000")
    expect(links.text).toContain(secrets.get("invite link"))
    const hooks = (await own.call("GET", "/v3/core/webhooks")).text
    for (const name of ["header of a webhook", "path of a receiver", "query of a receiver"]) {
      expect(hooks).toContain(secrets.get(name))
    }
    for (const path of ["/v3/core/integrations?limit=1000", "/v3/core/connections", "/v3/core/api_keys?limit=1000"]) {
      const { text } = await own.call("GET", path)
      for (const name of ["client secret", "inbound address", "api key"]) expect(text).not.toContain(secrets.get(name))
    }
  })
})
