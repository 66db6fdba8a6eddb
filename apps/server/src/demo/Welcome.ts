/**
 * What a start tells the person at the terminal, and what it prepares for it: a first key, and in an empty installation a
 * demo company that is connected and synced. Every step can be done again, so a start that was cut short goes on.
 */
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import type { Config } from "../Config.ts"
import { ApiKeys, operator } from "../connections/ApiKeys.ts"
import { Companies } from "../connections/Companies.ts"
import { Connections } from "../connections/Connections.ts"
import { endedSentence, FirstKey, type Outcome } from "../FirstKey.ts"
import type { Caller } from "../http/Caller.ts"
import { Demo, META, type Platform } from "./DemoPlatform.ts"

const PARTNER = "svc-demo"
/** Longest wait for the first sync before the welcome is said without it. */
const patience = "60 seconds"

/** The demo's company, made when it is missing. */
const company = Effect.fnUntraced(function* (caller: Caller) {
  const sql = yield* SqlClient.SqlClient
  const companies = yield* Companies
  yield* sql`insert into svc_meta (name, value) values (${META}, '{}') on conflict do nothing`
  const [row] = yield* sql<{ id: number }>`
    select id from company where organisation_id = ${caller.organisationId} and partner_id = ${PARTNER} order by id limit 1`
  return row?.id ?? (yield* companies.create(caller, { name: "Demo Ltd", partner_id: PARTNER })).svc_id
})

/** Connects the company to the platform when it is not, and waits for the first sync. */
const connect = Effect.fnUntraced(function* (caller: Caller, companyId: number, platform: Platform) {
  const sql = yield* SqlClient.SqlClient
  const connections = yield* Connections
  const [row] = yield* sql<{ id: number }>`
    select id from connection where company_id = ${companyId} and integration_type = ${platform.integration} limit 1`
  if (row !== undefined) return
  const { svc_id } = yield* connections.create(caller, {
    company_id: companyId,
    integration_type: platform.integration,
    credentials: platform.credentials
  })
  yield* sql<{ open: boolean }>`
    select count(*) filter (where finished_at is null) > 0 or count(*) = 0 as open from sync where connection_id = ${svc_id}`.pipe(
    Effect.repeat({ schedule: Schedule.spaced("200 millis"), while: ([found]) => found?.open ?? true }),
    Effect.timeoutOption(patience)
  )
})

/** A demo that belongs to the installation; null once its company was erased. */
const prepare = Effect.fnUntraced(function* (caller: Caller, platform: Platform) {
  const sql = yield* SqlClient.SqlClient
  const [meta] = yield* sql<{ value: string }>`select value from svc_meta where name = ${META}`
  const known = meta === undefined ? null : (JSON.parse(meta.value) as { readonly company_id?: number })
  if (known?.company_id !== undefined) {
    const rows = yield* sql`select 1 from company where id = ${known.company_id}`
    return rows.length > 0 ? known.company_id : null
  }
  const id = yield* company(caller)
  yield* connect(caller, id, platform)
  yield* sql`update svc_meta set value = ${JSON.stringify({ company_id: id })} where name = ${META}`
  return id
})

/** How to come by an API key; one that was shown on the terminal is there already. */
const keyLines = (outcome: Outcome, when: string): ReadonlyArray<string> => {
  switch (outcome._tag) {
    case "Shown":
      return []
    case "Own":
      return outcome.ended === null
        ? ["Your API key is the value of SVC_API_KEY:", '  export KEY="$SVC_API_KEY"']
        : [endedSentence(outcome.ended), "  export KEY=…"]
    case "File":
      return [
        "Your API key is in a file that only its owner may read. Keep the key and delete the file:",
        `  export KEY="$(cat '${outcome.path}')"`
      ]
    case "Nowhere":
      return [
        `There is no API key yet, because ${outcome.path} cannot be written; ${when}\`pnpm svc keys create\` makes one:`,
        "  export KEY=…"
      ]
    case "There":
      return [
        `You have your API key from the first start; ${when}\`pnpm svc keys create\` makes another:`,
        "  export KEY=…"
      ]
  }
}

/** Prepares what is missing; gives the lines to show, at most ten. */
export const lines = Effect.fn("Welcome.lines")(function* (
  config: Config,
  address: string
): Effect.fn.Return<
  ReadonlyArray<string>,
  never,
  ApiKeys | Companies | Connections | Demo | FirstKey | SqlClient.SqlClient
> {
  const keys = yield* ApiKeys
  const demo = yield* Demo
  const { outcome } = yield* FirstKey
  const caller = operator(yield* keys.organisation)
  const companyId =
    demo === null
      ? null
      : yield* prepare(caller, demo.platform).pipe(
          Effect.catch((error) =>
            Effect.as(Effect.logWarning(`The demo could not be prepared: ${error.message}`), null)
          )
        )
  const header = `-H "api_key: $KEY"`
  const post = `-H 'content-type: application/json' -d`
  const body = `{"company_id":${companyId},"data":[{"name":"Ada Ltd","contact_type":"CUSTOMER"}]}`
  return [
    `svc listens on ${address} and is described at ${address}/docs`,
    ...keyLines(outcome, config.databaseUrl === null ? "with the service stopped, " : ""),
    ...(companyId === null
      ? []
      : [
          `The demo company ${companyId} is connected to the sandbox platform. Try:`,
          `  curl -g ${header} '${address}/v3/accounting/expenses?expand=contact&limit=2'`,
          `  curl -g ${header} '${address}/v3/crm/deals?amount[gte]=1000&sort[amount]=DESC&limit=2'`,
          `  curl ${header} ${post} '${body}' ${address}/accounting/contacts`
        ])
  ]
})
