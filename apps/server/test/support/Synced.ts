/** The whole service against a sandbox platform that tests can misbehave with: companies, connections and syncs by HTTP. */
import { Request as Requests } from "@svc/core/runtime"
import type { Connector } from "@svc/core"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { assert } from "vitest"
import * as Postgres from "./Postgres.ts"
import * as Service from "./Service.ts"
import * as Sandbox from "./UnrulySandbox.ts"

export interface Connected {
  readonly companyId: number
  readonly connectionId: number
  readonly tenant: string
}
export interface Ran {
  readonly sync: any
  /** Jobs by data model. */
  readonly jobs: Readonly<Record<string, any>>
}
export type Row = Readonly<Record<string, any>>

/** Nobody waits long for a platform here. */
const policy: Requests.Policy = { retries: 1, pause: 10, patience: 400, timeout: 10_000 }

export const databases = ["embedded", "PostgreSQL"] as const
export type DatabaseName = (typeof databases)[number]

export const start = async (
  database: DatabaseName = "embedded",
  connectors?: ReadonlyArray<Connector.Any>,
  env: Readonly<Record<string, string>> = {},
  options: Sandbox.Options = {}
) => {
  const scope = Scope.makeUnsafe()
  const platform = await Sandbox.start(options)
  const url =
    database === "embedded"
      ? undefined
      : Redacted.value(await Effect.runPromise(Scope.provide(Postgres.database, scope)))
  const service = await Service.start(
    {
      SVC_SANDBOX_BASE_URL: platform.url,
      ...Object.fromEntries(
        (connectors ?? []).map(({ id }) => [`SVC_${id}_BASE_URL`.replace("SVC_SVC_", "SVC_"), platform.url])
      ),
      ...(url === undefined ? {} : { DATABASE_URL: url }),
      ...env
    },
    { policy, ...(connectors === undefined ? {} : { connectors }) }
  )
  let companies = 0

  const ok = async (method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>) => {
    const answer = await service.call(method, path, body, headers)
    assert.strictEqual(answer.status, 200, `${method} ${path}: ${answer.text}`)
    return answer.body
  }
  const rows = <A extends Row = Row>(text: string, params: ReadonlyArray<unknown> = []): Promise<ReadonlyArray<A>> =>
    service.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<A>(text, params)))
  const jobsOf = async (syncId: number): Promise<Readonly<Record<string, any>>> => {
    const { data } = await ok("GET", `/v3/core/syncs/${syncId}/jobs?limit=1000`)
    return Object.fromEntries(data.map((job: any) => [job.data_model, job]))
  }
  const ended = async (syncId: number, seconds?: number): Promise<Ran> => {
    const { data } = await Service.until(
      () => ok("GET", `/v3/core/syncs/${syncId}`),
      (body) => body.data.finished_at !== null,
      seconds
    )
    return { sync: data, jobs: await jobsOf(syncId) }
  }
  const newCompany = async (name = `Company ${++companies}`): Promise<number> =>
    (await ok("POST", "/v3/core/companies", { name })).data.svc_id
  /** Connects a company; of its configuration the models that are given are enabled, with what is given of each. */
  const connect = async (
    tenant: string,
    models: Readonly<Record<string, object>>,
    companyId?: number,
    integration_type = "SVC_SANDBOX"
  ): Promise<Connected> => {
    const company = companyId ?? (await newCompany())
    const { data } = await ok("POST", "/v3/core/connections", {
      company_id: company,
      integration_type,
      credentials: { api_key: `sandbox-${tenant}` },
      sync_config: Object.entries(models).map(([data_model, config]) => ({ data_model, enabled: true, ...config }))
    })
    return { companyId: company, connectionId: data.svc_id, tenant }
  }
  /** The connection's syncs, oldest first. */
  const syncs = async ({ connectionId }: Connected): Promise<ReadonlyArray<any>> =>
    (await ok("GET", "/v3/core/syncs?limit=1000")).data.filter((sync: any) => sync.connection_id === connectionId)
  return {
    service,
    platform,
    call: service.call,
    ok,
    rows,
    newCompany,
    connect,
    syncs,
    jobsOf,
    ended,
    /** Connects and waits for the first sync. */
    connected: async (
      tenant: string,
      models: Readonly<Record<string, object>>,
      companyId?: number
    ): Promise<Connected & Ran> => {
      const connection = await connect(tenant, models, companyId)
      const [first] = await syncs(connection)
      return { ...connection, ...(await ended(first.svc_id)) }
    },
    begin: async ({ connectionId, companyId }: Connected, body: object = {}): Promise<any> =>
      (await ok("POST", "/v3/core/syncs", { company_id: companyId, connection_id: connectionId, ...body })).data,
    /** Runs a sync to its end. */
    sync: async ({ connectionId, companyId }: Connected, body: object = {}): Promise<Ran> => {
      const { data } = await ok("POST", "/v3/core/syncs", {
        company_id: companyId,
        connection_id: connectionId,
        ...body
      })
      return ended(data.svc_id)
    },
    connection: async ({ connectionId }: Connected): Promise<any> =>
      (await ok("GET", `/v3/core/connections/${connectionId}`)).data,
    /** A company's records of a list such as `accounting/contacts`. */
    list: async (
      { companyId }: Pick<Connected, "companyId">,
      path: string,
      query = ""
    ): Promise<ReadonlyArray<any>> => {
      const records: Array<any> = []
      let next = ""
      for (;;) {
        const page = await ok("GET", `/v3/${path}?limit=1000&svc_company_id[eq]=${companyId}${query}${next}`)
        records.push(...page.data)
        if (page.next === null) return records
        next = `&next=${page.next}`
      }
    },
    /** Keeps events of a type from now on. The endpoint is never reached. */
    listen: (type: string) =>
      ok("POST", "/v3/core/webhooks", {
        name: type,
        type,
        url: "http://127.0.0.1:9/nobody",
        headers: {},
        operations: type === "SYNC_COMPLETED" ? [] : ["CREATE", "UPDATE", "DELETE"],
        data_models: []
      }),
    /** Events of a connection so far, oldest first. */
    events: ({ connectionId }: Connected, type = "DATA_MODEL_CHANGES") =>
      rows("select * from event where connection_id = $1::bigint and type = $2 order by position", [
        connectionId,
        type
      ]),
    stop: async () => {
      await service.stop()
      await platform.close()
      await Effect.runPromise(Scope.close(scope, Exit.void))
    }
  }
}
export type Synced = Awaited<ReturnType<typeof start>>

export const { until } = Service
