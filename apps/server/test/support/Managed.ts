/**
 * The management lists as the served document tells of them, entries for each, and what a list should answer, worked out
 * entry by entry in memory with nothing of the SQL that the service runs.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { ApiKeys } from "../../src/connections/ApiKeys.ts"
import { scopes } from "../../src/http/Caller.ts"
import type * as Document from "../http/Document.ts"
import type * as Service from "./Service.ts"

export interface Column {
  readonly name: string
  readonly kind: "integer" | "number" | "text" | "boolean" | "dateTime"
  readonly words: ReadonlyArray<string> | null
}
export interface List {
  readonly path: string
  /** The single values of an entry that every key sees, by its schema. */
  readonly members: ReadonlyArray<string>
  /** The single values that not every key sees. */
  readonly hidden: ReadonlyArray<string>
  readonly filtered: ReadonlyArray<Column>
  readonly sorted: ReadonlyArray<string>
}
/** So many entries a list has at least. */
export const fewest = 9

const kinds: Readonly<Record<string, Column["kind"]>> = {
  IntegerFilter: "integer",
  NumberFilter: "number",
  TextFilter: "text",
  BooleanFilter: "boolean",
  DateFilter: "dateTime",
  DateTimeFilter: "dateTime"
}

/** Every list under `/v3/core` whose answer is a page. */
export const listsOf = ({ deref, operations }: Document.Document): ReadonlyArray<List> =>
  operations.flatMap(({ method, op, path }): ReadonlyArray<List> => {
    const page = deref(op.responses["200"]?.content?.["application/json"]?.schema)
    const properties = page.properties ?? {}
    if (method !== "GET" || !path.startsWith("/v3/core/") || properties["total_count"] === undefined) return []
    const entry = deref(deref(properties["data"]).items)
    const partsOf = (schema: any): ReadonlyArray<any> => (schema.anyOf ?? [schema]).map(deref)
    const singles = Object.entries<any>(entry.properties).flatMap(([name, schema]) => {
      const parts = partsOf(deref(schema)).flatMap(partsOf)
      const types: ReadonlyArray<string> = parts.flatMap(({ type }) => type ?? "any")
      return types.every((type) => ["string", "number", "integer", "boolean", "null"].includes(type))
        ? [{ name, isHidden: /Shown to keys with the scope/.test(deref(schema).description ?? "") }]
        : []
    })
    const deep: ReadonlyArray<any> = op.parameters.filter((one: any) => one.style === "deepObject")
    const ofSort = deep.find(({ name }) => name === "sort")
    return [
      {
        path,
        members: singles.flatMap(({ isHidden, name }) => (isHidden ? [] : [name])),
        hidden: singles.flatMap(({ isHidden, name }) => (isHidden ? [name] : [])),
        sorted: Object.keys(deref(ofSort?.schema)?.properties ?? {}),
        filtered: deep
          .filter(({ name }) => name !== "sort")
          .map(({ name, schema }) => ({
            name,
            kind:
              kinds[
                String(schema.$ref ?? "")
                  .split("/")
                  .at(-1)!
              ] ?? "text",
            words: schema.properties?.eq?.enum ?? null
          }))
      }
    ]
  })

export const keyOf = (entry: any): string =>
  String(entry.svc_id ?? entry.upload_job_id ?? entry.id ?? JSON.stringify(entry))

type Value = string | number | boolean | null
/** By the bytes of UTF-8, numbers by their value, false before true. */
const compare = (a: Exclude<Value, null>, b: Exclude<Value, null>): number =>
  typeof a === "string" ? Buffer.compare(Buffer.from(a), Buffer.from(b as string)) : Number(a) - Number(b)
const parse = (kind: Column["kind"], text: string): Exclude<Value, null> =>
  kind === "integer" || kind === "number" ? Number(text) : kind === "boolean" ? text === "true" : text

/** Whether an entry's value meets a filter. */
export const matches = ({ kind }: Column, value: Value, operator: string, text: string): boolean => {
  const same = (other: string) => value !== null && compare(value, parse(kind, other)) === 0
  if (operator === "is_null") return (value === null) === (text === "true")
  if (operator === "eq") return same(text)
  if (operator === "neq") return !same(text)
  if (operator === "in") return text.split(",").some(same)
  if (operator === "nin") return !text.split(",").some(same)
  if (value === null) return false
  if (operator === "contains") return String(value).includes(text)
  if (operator === "icontains") return String(value).toUpperCase().includes(text.toUpperCase())
  if (operator === "starts_with") return String(value).startsWith(text)
  if (operator === "ends_with") return String(value).endsWith(text)
  const order = compare(value, parse(kind, text))
  return { gt: order > 0, gte: order >= 0, lt: order < 0, lte: order <= 0 }[operator]!
}

/**
 * What is asked of a column, with values that some entries have and others have not: always what it is and whether it is
 * there, and of the other operators two, which are others for another `turn`.
 */
export const questions = (
  { kind, name, words }: Column,
  entries: ReadonlyArray<any>,
  turn = 0
): ReadonlyArray<readonly [operator: string, value: string]> => {
  const values = [...new Set(entries.map((entry) => entry[name] as Value).filter((value) => value !== null))].map(
    String
  )
  const simple = values.filter((value) => !value.includes(","))
  const [one = kind === "text" ? (words?.[0] ?? "none") : kind === "boolean" ? "true" : "1"] = simple
  const middle = simple[simple.length >> 1] ?? one
  const value = kind === "dateTime" && simple.length === 0 ? "2026-01-31T00:00:00.000Z" : middle
  const few = simple.length === 0 ? value : simple.slice(0, 2).join(",")
  const part = value.slice(1, 4)
  const parts: ReadonlyArray<readonly [string, string]> = [
    ["contains", part],
    ["icontains", part.toUpperCase()],
    ["starts_with", value.slice(0, 2)],
    ["ends_with", value.slice(-2)]
  ]
  const others: ReadonlyArray<readonly [string, string]> = [
    ...["neq", "gt", "gte", "lt", "lte"].map((operator) => [operator, value] as const),
    ["nin", few],
    ["is_null", "false"],
    ...(kind === "text" ? parts.filter(([, text]) => text !== "") : [])
  ]
  return [
    ["eq", value],
    ["in", few],
    ["is_null", "true"],
    ...[0, 1].map((step) => others[(2 * turn + step) % others.length]!)
  ]
}

/** The keys of entries in an order; what is the same stands as in the list, the other way round after DESC. */
export const sortedBy = (
  entries: ReadonlyArray<any>,
  sort: ReadonlyArray<readonly [name: string, direction: "ASC" | "DESC"]>
): ReadonlyArray<string> => {
  const last = sort.at(-1)![1]
  return entries
    .map((entry, index) => ({ entry, index }))
    .toSorted((a, b) => {
      for (const [name, direction] of sort) {
        const [one, two] = [a.entry[name] as Value, b.entry[name] as Value]
        if (one === null || two === null) {
          if (one !== two) return one === null ? 1 : -1
          continue
        }
        const order = compare(one, two)
        if (order !== 0) return direction === "ASC" ? order : -order
      }
      return last === "ASC" ? a.index - b.index : b.index - a.index
    })
    .map(({ entry }) => keyOf(entry))
}

/** Whose lists they are, with a key that sees all of them and one that sees one company. */
export interface Owner {
  readonly organisationId: number
  readonly companyId: number
  readonly key: string
  readonly companyKey: string
}

/** Times that are the same as they are shown, and differ in what is not. */
const time = `date_trunc('hour', now()) - interval '1 hour' * (n / 3) - interval '17 microseconds' * n`
const perhaps = (value: string): string => `case when n % 4 = 0 then null else ${value} end`
const oneOf = (...words: ReadonlyArray<string>): string =>
  `(array[${words.map((word) => `'${word}'`).join(", ")}])[1 + n % ${words.length}]`

/** Makes an organisation with entries in every list. `mark` stands in its names. */
export const fill = async (service: Service.Service, mark: string): Promise<Owner> => {
  const owner = await service.run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const keys = yield* ApiKeys
      const [organisation] = yield* sql<{ id: number }>`insert into organisation (name) values (${mark}) returning id`
      const own = organisation!.id
      /** As many rows as there are to be entries; `n` is the number of each, `$1` the organisation. */
      const rows = (text: string, params: ReadonlyArray<unknown> = []) =>
        sql.unsafe<{ id: number }>(`${text} from generate_series(1, 12) n returning id`, [own, ...params])

      const companies = yield* rows(
        `insert into company (organisation_id, name, partner_id, created_at, updated_at)
         select $1, ${perhaps(`'${mark} Äb_%' || n % 3`)}, ${perhaps(`'${mark}-' || n`)}, ${time}, ${time}`
      )
      const companyId = companies[0]!.id
      const companyOf = `(array[${companies.map(({ id }) => id).join(", ")}])[1 + n % 3]`
      const caller = { organisationId: own, keyId: 0, scopes, companyId: null }
      const { secret, svc_id: secretId } = yield* keys.create(caller, { name: `${mark} all`, scopes })
      const bound = yield* keys.create(caller, { name: `${mark} one`, scopes, company_id: companyId })
      yield* rows(
        `insert into api_key (organisation_id, name, prefix, hash, scopes, company_id, created_at, expires_at, revoked_at)
         select $1, '${mark} ' || n % 5, 'svc_' || n, '${mark} ' || n, '{read}', ${perhaps(companyOf)}, ${time},
           ${perhaps(time)}, ${perhaps(time)}`
      )
      yield* rows(
        `insert into session (organisation_id, key_id, hash, address, user_agent, created_at, last_used_at, expires_at, ended_at)
         select $1, (array[$2::bigint, $3::bigint])[1 + n % 2], '${mark} ' || n, ${perhaps("'10.0.0.' || n % 5")},
           ${perhaps(`'${mark} Browser ' || n`)}, ${time}, ${time}, ${time} + interval '1 day', ${perhaps(time)}`,
        [secretId, bound.svc_id]
      )
      yield* rows(
        `insert into field_mapping (organisation_id, company_id, integration_type, data_model, name, path, type, is_told,
           created_at, updated_at)
         select $1, ${perhaps(companyOf)}, ${oneOf("XERO", "STRIPE")}, ${oneOf("BILLS", "CONTACTS", "ITEMS")}, 'name_' || n,
           'member' || n % 4, ${oneOf("text", "number", "date")}, n % 2 = 0, ${time}, ${time}`
      )
      // How exact a key's last use is known would have it change while it is looked at.
      yield* sql`update api_key set last_used_at = '2999-01-01' where organisation_id = ${own} and id % 5 > 0`
      const connections = yield* rows(
        `insert into connection (organisation_id, company_id, integration_type, category, auth_method, status, status_reason,
           sync_status, sync_resume_at, sync_config, created_at, updated_at)
         select $1, ${companyOf}, ${oneOf("XERO", "STRIPE", "SVC_SANDBOX")}, ${oneOf("ACCOUNTING", "PAYMENTS")},
           ${perhaps("'token'")}, ${oneOf("HEALTHY", "EXPIRED", "DISCONNECTED")}, ${perhaps(`'${mark} why ' || n`)},
           ${oneOf("IDLE", "FAILED")}, ${perhaps(`${time} + interval '5 days'`)}, '[]', ${time}, ${time}`
      )
      const connectionOf = `(array[${connections.map(({ id }) => id).join(", ")}])[1 + n % 5]`
      const syncs = yield* rows(
        `insert into sync (organisation_id, company_id, connection_id, status, full_sync, trigger, data_models, error, created_at,
           started_at, finished_at)
         select $1, ${companyOf}, ${connectionOf}, ${oneOf("SUCCESS", "FAILED", "CANCELLED")}, n % 2 = 0,
           ${oneOf("API", "SCHEDULE")}, '{EXPENSES}', ${perhaps(`'${mark} ' || n`)}, ${time}, ${perhaps(time)}, ${time}`
      )
      yield* rows(
        `insert into sync_job (sync_id, data_model, status, records_read, records_created, error, started_at, finished_at)
         select $2::bigint, (array['EXPENSES', 'BILLS', 'INVOICES', 'CONTACTS', 'ITEMS', 'ACCOUNTS', 'JOURNAL_ENTRIES',
           'TAX_RATES', 'PROJECTS', 'CURRENCIES', 'DEPARTMENTS', 'BILL_PAYMENTS'])[n], ${oneOf("SUCCESS", "FAILED")}, n, n / 4,
           ${perhaps(`'${mark} ' || n`)}, ${perhaps(time)}, ${time} + 0 * $1::bigint * interval '1 day'`,
        [syncs[0]!.id]
      )
      yield* rows(
        `insert into refusal (company_id, connection_id, data_model, platform_id, is_unnamed, issues, first_refused_at, refused_at)
         select (select company_id from connection where id = ${connectionOf}), ${connectionOf} + 0 * $1::bigint, (array['BILLS', 'ITEMS', 'EXPENSES'])[1 + n % 3], n, n % 4 = 0,
           (array['["it is wrong"]', '["total_amount: is no number"]', '[{"field": null, "message": "is lost"}]'])[1 + n % 3]::json,
           ${time}, ${time}`
      )
      yield* sql.unsafe(
        `insert into refusal_rest (company_id, connection_id, data_model, source, items)
         select company_id, id, model, 'a', n from connection, (values ('BILLS', 3), ('CONTACTS', 2)) own (model, n) where id = $1`,
        [connections[1]!.id]
      )
      yield* rows(
        `insert into field_mapping (organisation_id, company_id, integration_type, data_model, name, path, type, is_told,
           created_at, updated_at)
         select $1, ${companyOf}, ${oneOf("XERO", "STRIPE")}, ${oneOf("BILLS", "CONTACTS")}, '${mark} ' || n, 'path' || n % 3,
           ${oneOf("text", "number")}, true, ${time}, ${time}`
      )
      yield* rows(
        `insert into platform_call (organisation_id, company_id, connection_id, integration_type, called_at, purpose, operation,
           sync_id, upload_job_id, method, host, path, query_names, status, failure, attempt, milliseconds, waited_milliseconds)
         select $1, coalesce(${perhaps(companyOf)}, 0), ${perhaps(connectionOf)}, ${oneOf("XERO", "STRIPE")}, ${time},
           ${oneOf("sync", "write")}, ${oneOf("list BILLS", "write BILLS")}, ${perhaps("n % 2")}, ${perhaps(`'${mark} ' || n`)},
           ${oneOf("GET", "POST")}, 'api.example.com', '/' || n % 3, '[]', ${perhaps("200 + n % 2")}, ${perhaps("'TimedOut'")},
           n % 3, n, n % 2`
      )
      // What is asked of the lists is counted too, and would have this one change while it is looked at.
      yield* sql`create or replace function stand_still() returns trigger language plpgsql as 'begin return null; end'`
      yield* sql`create or replace trigger stand_still before insert on company_usage for each row
        when (new.day > '2020-12-31') execute function stand_still()`
      yield* rows(
        `insert into company_usage (organisation_id, company_id, day, requests, records_read, platform_calls)
         select $1, ${perhaps(companyOf)}, '2020-01-' || lpad((1 + n)::text, 2, '0'), n, n % 3,
           9007199254700000 + 100 * $1::bigint + n`
      )
      yield* rows(
        `insert into audit_event (organisation_id, created_at, action, actor_type, actor_id, actor_prefix, target_id, company_id,
           address, request_id, details)
         select $1, ${time}, ${oneOf("API_KEY_CREATED", "COMPANY_ERASED")}, ${oneOf("API_KEY", "SERVICE")}, ${perhaps("n")},
           ${perhaps("'svc_' || n % 2")}, ${perhaps("'t' || n")}, ${perhaps(companyOf)}, ${perhaps("'10.0.0.' || n")},
           ${perhaps(`'${mark} ' || n % 4`)}, '{}'`
      )
      yield* rows(
        `insert into upload_job (id, organisation_id, company_id, connection_id, data_model, operation, status, request_id,
           created_at, finished_at)
         select gen_random_uuid()::text, $1, ${companyOf}, ${connectionOf}, ${oneOf("BILLS", "CONTACTS")},
           ${oneOf("create", "update")}, ${oneOf("SUCCESS", "FAILED")}, '${mark} ' || n % 4, ${time}, ${time}`
      )
      yield* sql.unsafe(
        `insert into pgboss.job (name, data, state, created_on, completed_on, retry_count, output)
         select ${oneOf("refetch", "remap", "sync")}, jsonb_build_object('connection_id', ${connectionOf}, 'model', 'BILLS', 'ids', '[]'::jsonb),
           'failed', ${time}, ${time}, n % 3, jsonb_build_object('message', '${mark} ' || n % 4) from generate_series(1, 12) n`
      )
      return { organisationId: own, companyId, key: secret, companyKey: bound.secret, companyOf, connectionOf }
    })
  )
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await service.call(method, path, body, { api_key: owner.key })
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.text}`)
    return answer.body.data
  }
  const webhooks: Array<any> = []
  for (let n = 0; n < fewest; n++) {
    const type = ["SYNC_COMPLETED", "CONNECTION_CHANGED"][n % 2]
    webhooks.push(
      await call("POST", "/v3/core/webhooks", { name: `${mark} ${n % 4}`, type, url: `http://127.0.0.1:9/${mark}` })
    )
    await call("POST", "/v3/core/invite_links", {
      integration_categories: ["ACCOUNTING"],
      ...(n % 3 === 0 ? { company_id: owner.companyId } : { partner_id: `${mark} invited ${n % 4}` })
    })
  }
  await call("GET", "/v3/core/integrations?limit=1")
  await service.run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`update invite_link set revoked_at = now() where organisation_id = ${owner.organisationId} and id % 3 = 0`
      yield* sql`update integration set client_id = 'client' || id % 7, is_svc_identity = false
        where organisation_id = ${owner.organisationId} and id % 2 = 0`
      yield* sql`update webhook set is_disabled = true, disabled_reason = ${mark}
        where organisation_id = ${owner.organisationId} and position % 3 = 0`
      yield* sql.unsafe(
        `insert into event (id, organisation_id, company_id, connection_id, integration_type, type, data_model, operation,
           subject, data, created_at)
         select gen_random_uuid(), $1, coalesce(${perhaps(owner.companyOf)}, 0), ${perhaps(owner.connectionOf)}, 'XERO',
           ${oneOf("DATA_MODEL_CHANGES", "SYNC_COMPLETED")}, ${perhaps("'BILLS'")}, ${perhaps(oneOf("CREATE", "UPDATE"))},
           n / 2, '{}', date_trunc('milliseconds', ${time}) from generate_series(1, 12) n`,
        [owner.organisationId]
      )
      yield* sql.unsafe(
        `insert into delivery (id, organisation_id, webhook_id, event_id, type, company_id, connection_id, data_model, operation,
           status, attempts, next_attempt_at, last_attempt_at, response_status, error, created_at, finished_at)
         select gen_random_uuid(), $1, $2::uuid, id, type, company_id, connection_id, data_model, operation,
           ${oneOf("DELIVERED", "FAILED", "PENDING")}, n % 3, ${perhaps(`now() + interval '1 day' * n`)}, ${perhaps(time)},
           ${perhaps("200 + n % 2")}, ${perhaps(`'${mark} ' || n`)}, ${time}, ${perhaps(time)}
         from (select *, position as n from event where organisation_id = $1) made`,
        [owner.organisationId, webhooks[0].id]
      )
    })
  )
  return owner
}
