/** Organisations on one service, each with everything that can be asked for by an id, and a text that marks what is theirs. */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { ApiKeys } from "../../src/connections/ApiKeys.ts"
import { scopes } from "../../src/http/Caller.ts"
import * as Service from "./Service.ts"

export interface Organisation {
  readonly id: number
  readonly key: string
  /** Stands in every name and every record of theirs. */
  readonly mark: string
  /** Identifiers of what they have, by kind. */
  readonly ids: Readonly<Record<Kind, ReadonlyArray<number | string>>>
  /** Cursors of their lists, by the list's path. */
  readonly cursors: ReadonlyMap<string, ReadonlyArray<string>>
  readonly call: (method: string, path: string, body?: unknown) => Promise<Service.Answer>
}
export const kinds = [
  "api_keys",
  "audit_events",
  "companies",
  "connections",
  "deliveries",
  "integrations",
  "invite_links",
  "records",
  "syncs",
  "upload_jobs",
  "webhooks"
] as const
export type Kind = (typeof kinds)[number]

/** Lists that have cursors. */
const lists: ReadonlyArray<string> = [
  "/v3/core/api_keys",
  "/v3/core/audit_events",
  "/v3/core/companies",
  "/v3/core/connections",
  "/v3/core/integrations",
  "/v3/core/invite_links",
  "/v3/core/syncs",
  "/v3/core/webhooks",
  "/v3/accounting/contacts",
  "/v3/accounting/expenses"
]

/** Makes one. `webhook` is an address that takes deliveries. */
export const make = async (service: Service.Service, mark: string, webhook: string): Promise<Organisation> => {
  const { id, key } = await service.run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* sql<{ id: number }>`insert into organisation (name) values (${mark}) returning id`
      const caller = { organisationId: row!.id, keyId: 0, scopes, companyId: null }
      const { secret } = yield* (yield* ApiKeys).create(caller, { name: `${mark} first`, scopes })
      return { id: row!.id, key: secret }
    })
  )
  const call: Organisation["call"] = (method, path, body) => service.call(method, path, body, { api_key: key })
  const ok = async (method: string, path: string, body?: unknown): Promise<any> => {
    const answer = await call(method, path, body)
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.text}`)
    return answer.body.data
  }

  const hook = await ok("POST", "/v3/core/webhooks", { name: mark, type: "CONNECTION_CHANGED", url: webhook })
  await ok("POST", "/v3/core/webhooks", { name: `${mark} other`, type: "SYNC_COMPLETED", url: webhook })
  await ok("POST", "/v3/core/api_keys", { name: `${mark} second`, scopes: ["read"] })
  const company = await ok("POST", "/v3/core/companies", { name: `${mark} Ltd`, partner_id: mark })
  await ok("POST", "/v3/core/companies", { name: `${mark} other` })
  const connection = await ok("POST", "/v3/core/connections", {
    company_id: company.svc_id,
    integration_type: "SVC_SANDBOX",
    credentials: { api_key: `sandbox-${mark}` }
  })
  const link = await ok("POST", "/v3/core/invite_links", {
    integration_categories: ["ACCOUNTING"],
    company_name: `${mark} invited`,
    partner_id: `${mark} invited`
  })
  await ok("POST", "/v3/core/invite_links", { integration_categories: ["PAYMENTS"], company_id: company.svc_id })
  const uploaded = await ok("POST", "/accounting/contacts", {
    company_id: company.svc_id,
    data: [{ name: `${mark} contact` }]
  })
  await Service.until(
    () => ok("GET", "/v3/core/syncs?limit=1000"),
    (syncs) => syncs.length > 0 && syncs.every((sync: any) => sync.finished_at !== null),
    120
  )
  await ok("POST", `/v3/core/webhooks/${hook.id}/test`)

  const of = async (path: string, member = "svc_id") =>
    (await ok("GET", `${path}?limit=1000`)).map((one: any) => one[member])
  const contacts = await of("/v3/accounting/contacts")
  const cursors = new Map<string, Array<string>>()
  for (const path of lists) {
    const first = (await call("GET", `${path}?limit=1`)).body
    const second = first.next === null ? null : (await call("GET", `${path}?limit=1&next=${first.next}`)).body
    cursors.set(
      path,
      [first.next, second?.prev].filter((cursor) => typeof cursor === "string")
    )
  }
  return {
    id,
    key,
    mark,
    call,
    cursors,
    ids: {
      api_keys: await of("/v3/core/api_keys"),
      audit_events: await of("/v3/core/audit_events"),
      companies: await of("/v3/core/companies"),
      connections: [connection.svc_id],
      deliveries: await of(`/v3/core/webhooks/${hook.id}/deliveries`, "id"),
      integrations: await of("/v3/core/integrations"),
      invite_links: [link.invite_link_id],
      records: [...contacts.slice(0, 5), ...(await of("/v3/accounting/expenses")).slice(0, 5)],
      syncs: await of("/v3/core/syncs"),
      upload_jobs: [uploaded.upload_job_id],
      webhooks: await of("/v3/core/webhooks", "id")
    }
  }
}
