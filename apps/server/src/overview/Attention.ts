/**
 * What needs a hand, in sentences: the console shows them, the command line prints them, and every caller can have them. Each
 * kind is one question that an index answers, and asks for a few rows at most.
 */
import { Overview as Definition } from "@svc/core/api"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type * as Replica from "../database/Replica.ts"
import { failed, workOf } from "../jobs/FailedJobs.ts"

export type NeedsAHand = (typeof Definition.NeedsAHand)["Type"]

/** How many of one kind are named. */
const each = 20
/** How many are named at all. */
const most = 100
/** What is due for so long is late. */
const late = "1 hour"
/** A standby that is so many seconds behind is too slow; the alert rules say the same. */
const slow = 30
/** An API key that ends before this is said to. */
const soon = "14 days"

interface Row {
  readonly trouble: Exclude<Definition.Trouble, "REPLICA_UNUSED">
  readonly platform: string | null
  readonly company: string | null
  readonly svc_company_id: number | null
  readonly connection_id: number | null
  readonly sync_id: number | null
  readonly webhook_id: string | null
  readonly api_key_id: number | null
  readonly name: string | null
  readonly reason: string | null
  readonly number: number | null
  readonly since: Date | null
}

const none = {
  platform: "null::text",
  company: "null::text",
  svc_company_id: "null::bigint",
  connection_id: "null::bigint",
  sync_id: "null::bigint",
  webhook_id: "null::text",
  api_key_id: "null::bigint",
  name: "null::text",
  reason: "null::text",
  number: "null::bigint",
  since: "null::timestamptz"
}
const ofConnection = {
  platform: "c.integration_type",
  company: "o.name",
  svc_company_id: "c.company_id",
  connection_id: "c.id"
}
const connections = `connection c join company o on o.id = c.company_id and o.erasing_at is null`
const ask = (trouble: Row["trouble"], own: Partial<typeof none>, from: string) =>
  `(select '${trouble}' as trouble, ${Object.entries({ ...none, ...own })
    .map(([name, sql]) => `${sql} as ${name}`)
    .join(", ")} from ${from} limit ${each})`

const questions = [
  ask(
    "SIGN_IN_NEEDED",
    { ...ofConnection, reason: "c.status_reason", since: "c.updated_at" },
    `${connections} where c.organisation_id = $1 and c.status = 'EXPIRED' order by c.updated_at`
  ),
  ask(
    "CONNECTION_BROKEN",
    { ...ofConnection, reason: "c.status_reason", since: "c.updated_at" },
    `${connections} where c.organisation_id = $1 and c.status = 'ERROR' order by c.updated_at`
  ),
  ask(
    "WEBHOOK_DISABLED",
    { webhook_id: "w.id::text", name: "w.name", reason: "w.disabled_reason", since: "w.updated_at" },
    `webhook w where w.organisation_id = $1 and w.is_disabled order by w.updated_at`
  ),
  ask(
    "WEBHOOK_FAILING",
    { webhook_id: "w.id::text", name: "w.name", since: "w.failing_since" },
    `webhook w where w.organisation_id = $1 and not w.is_disabled and w.failing_since is not null order by w.failing_since`
  ),
  ask(
    "SYNC_FAILED",
    { ...ofConnection, sync_id: "s.id", reason: "s.error", since: "s.finished_at" },
    `${connections} join lateral (select s.id, s.error, s.finished_at, s.status from sync s
       where s.connection_id = c.id and s.finished_at is not null order by s.id desc limit 1) s on s.status in ('FAILED', 'PARTIAL_SUCCESS')
     where c.organisation_id = $1 and c.status = 'HEALTHY' order by s.finished_at desc`
  ),
  ask(
    "WRITES_FAILED",
    { ...ofConnection, number: "n.failed", since: "n.since" },
    `(select connection_id, count(*) as failed, min(created_at) as since from upload_job
        where organisation_id = $1 and created_at > now() - interval '1 day' and status = 'FAILED' group by 1) n
      join ${connections} on c.id = n.connection_id order by n.failed desc`
  ),
  ask(
    "JOBS_FAILED",
    { name: "n.queue", reason: "n.said", number: "n.failed", since: "n.since" },
    `(select f.queue, count(*) as failed, min(f.failed_at) as since,
        (array_agg(f.error order by f.failed_at desc))[1] as said
      from ${failed} where f.organisation_id = $1 group by 1) n order by n.failed desc`
  ),
  ask(
    "SYNCS_LATE",
    { ...ofConnection, number: "n.models", since: "n.since" },
    `(select connection_id, count(*) as models, min(next_run_at) as since from schedule
        where next_run_at < now() - interval '${late}' group by 1) n
      join ${connections} on c.id = n.connection_id
     where c.organisation_id = $1 and c.status = 'HEALTHY' and c.paused_at is null order by n.since`
  ),
  ask(
    "CONNECTION_PAUSED",
    { ...ofConnection, since: "c.paused_at" },
    `${connections} where c.organisation_id = $1 and c.paused_at is not null and c.status <> 'DISCONNECTED' order by c.paused_at`
  ),
  ask(
    "KEY_ENDS",
    { api_key_id: "k.id", name: "k.name", since: "k.expires_at" },
    `api_key k where k.organisation_id = $1 and k.revoked_at is null and k.replaced_by is null
        and k.expires_at between now() and now() + interval '${soon}'
      order by k.expires_at`
  )
].join(" union all ")

/** By itself, because what was refused may be on other nodes than what the others ask of. */
const refused = ask(
  "ITEMS_REFUSED",
  { ...ofConnection, name: "n.data_model", reason: "n.said", number: "n.refused", since: "n.since" },
  `(select r.company_id, r.connection_id, count(*) as refused, min(r.first_refused_at) as since, min(r.data_model) as data_model,
      (array_agg(coalesce(r.field || ' ', '') || r.message order by r.refused_at desc))[1] as said
      from refusal r join company own on own.id = r.company_id
      where own.organisation_id = $1 and r.kind = 'refused' group by 1, 2) n
    join ${connections} on c.id = n.connection_id
   where c.organisation_id = $1 and o.organisation_id = $1 and c.status <> 'DISCONNECTED' order by n.refused desc`
)

/** One of them, with as much as is known of what it is about. */
const told = (
  trouble: Definition.Trouble,
  [sentence, remedy]: readonly [sentence: string, remedy: string],
  { api_key_id, connection_id, since, svc_company_id, sync_id, webhook_id }: Partial<Row> = {}
): NeedsAHand => ({
  trouble,
  sentence,
  remedy,
  since: since?.toISOString() ?? null,
  svc_company_id: svc_company_id ?? null,
  connection_id: connection_id ?? null,
  sync_id: sync_id ?? null,
  webhook_id: webhook_id ?? null,
  api_key_id: api_key_id ?? null
})

const sentenceOf = (row: Row, platformOf: (id: string) => string): readonly [sentence: string, remedy: string] => {
  const { name, number, reason } = row
  const whose = `${platformOf(row.platform ?? "")} of ${row.company ?? `company ${row.svc_company_id}`}`
  const because = reason === null ? "." : `: ${/[.!?…]$/.test(reason) ? reason : `${reason}.`}`
  switch (row.trouble) {
    case "SIGN_IN_NEEDED":
      return [`${whose} asks for a sign-in${because}`, "Send its user a link to connect again."]
    case "CONNECTION_BROKEN":
      return [`${whose} does not work${because}`, "Look at its calls, and send its user a link to connect again."]
    case "WEBHOOK_DISABLED":
      return [
        `The webhook ${name} is told of nothing${because}`,
        "Mend the endpoint, enable the webhook, and replay what it missed."
      ]
    case "WEBHOOK_FAILING":
      return [
        `The webhook ${name} does not take what it is sent.`,
        "Look at what its endpoint answers, and send a test when it is mended."
      ]
    case "SYNC_FAILED":
      return [
        `The last sync of ${whose} failed${because}`,
        "Look at the sync for the call that brought it, and sync again."
      ]
    case "WRITES_FAILED":
      return [
        `${number} ${number === 1 ? "write" : "writes"} to ${whose} failed within a day.`,
        "Look at what the platform answered to each item."
      ]
    case "ITEMS_REFUSED":
      return [
        `${number} ${number === 1 ? "item" : "items"} of ${whose} could not be read, such as one of ${name}${because}`,
        "Look at the raw item, mend it at the platform, and sync again."
      ]
    case "JOBS_FAILED":
      return [
        `${number} ${number === 1 ? "job was" : "jobs were"} given up that ${number === 1 ? "was" : "were"} to ${workOf(name ?? "")}${because}`,
        "Look at what each was to do, mend what it failed at, and try it again."
      ]
    case "SYNCS_LATE":
      return [
        `${number} ${number === 1 ? "model" : "models"} of ${whose} should have been read long ago.`,
        "Look whether a worker runs and how old the queue is."
      ]
    case "CONNECTION_PAUSED":
      return [`${whose} is paused: nothing is read.`, "Resume it."]
    case "KEY_ENDS":
      return [`The API key ${name} ends soon.`, "Rotate it, and give the new one to whoever uses it."]
  }
}

/** What is wrong with the standby that lists are read from; null where nothing is, or it was not asked yet. */
const wrongWith = ({ behindBytes, behindSeconds, condition }: Replica.State): readonly [string, string] | null => {
  switch (condition) {
    case "starting":
      return null
    case "in use":
    case "behind":
      return behindSeconds < slow
        ? null
        : [
            `is ${Math.round(behindSeconds)} s behind, with ${Math.ceil(behindBytes / 1000)} kB to replay`,
            "Look what holds up its replay: long reads, its disk, or the network to it."
          ]
    case "lost":
      return ["does not answer", "Look whether it runs and is reached at SVC_DATABASE_READ_URL."]
    case "foreign":
      return ["is no standby of the database", "Let SVC_DATABASE_READ_URL lead to one that follows DATABASE_URL."]
    case "unused":
      return ["may not be read as it is set up", "Look in the log of the service for why."]
  }
}
const replicaTrouble = (state: Replica.State): ReadonlyArray<NeedsAHand> => {
  const wrong = wrongWith(state)
  if (wrong === null) return []
  return [told("REPLICA_UNUSED", [`The read replica ${wrong[0]}: lists are read from the primary.`, wrong[1]])]
}

/**
 * What needs a hand in an organisation, the most urgent first. `platformOf` gives a platform's name, `replica` how the standby
 * is that lists are read from, where there is one.
 */
export const find = (
  sql: SqlClient.SqlClient,
  organisationId: number,
  platformOf: (id: string) => string,
  replica: Replica.State | null
): Effect.Effect<ReadonlyArray<NeedsAHand>, SqlError> =>
  Effect.map(
    Effect.forEach([questions, refused], (asked) => sql.unsafe<Row>(asked, [organisationId])),
    (rows) => {
      const rank = ({ trouble }: NeedsAHand) => Definition.troubles.indexOf(trouble)
      return rows
        .flat()
        .map((row) => told(row.trouble, sentenceOf(row, platformOf), row))
        .concat(replica === null ? [] : replicaTrouble(replica))
        .toSorted((a, b) => rank(a) - rank(b))
        .slice(0, most)
    }
  )
