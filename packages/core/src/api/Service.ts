/** The service itself: versions, processes, database, jobs, the keys that seal its secrets, and its settings in force. */
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { OnRepeat, RequiredScope } from "./Access.ts"
import { DateTime, dataOf, listOf, said, SvcId, TextId } from "./Common.ts"
import * as ManagedList from "./ManagedList.ts"
import { failures, keyFailures } from "./Failure.ts"

const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** How the standby is that lists are read from. */
export const replicaConditions = ["starting", "in use", "behind", "lost", "foreign", "unused"] as const

export const ServiceTable = Schema.Struct({
  name: said("The table, with its partitions.", Schema.String),
  bytes: said("Its size, with its indexes.", Count),
  rows: said("About how many rows it has.", Count)
}).annotate({ identifier: "ServiceTable" })
export const ServiceSize = Schema.Struct({
  at: said("The last hour of the day that was looked at.", DateTime),
  bytes: said("How large the database was.", Count)
}).annotate({ identifier: "ServiceSize" })
export const ServiceReplica = Schema.Struct({
  condition: said(
    "Whether lists are read from it: `in use`; `behind` while they are not because it has too much to replay; `lost` while it does not answer; `foreign` where it is no standby of the database; `unused` where its settings forbid it; `starting` until it was first asked.",
    Schema.Literals(replicaConditions)
  ),
  behind_bytes: said("What it has still to replay, as of a second ago.", Count),
  behind_seconds: said(
    "How long ago the database was where it is; 0 where it has replayed all.",
    Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0))
  )
}).annotate({ identifier: "ServiceReplica" })
export const ServiceDatabase = Schema.Struct({
  kind: said("Embedded in the service, or a PostgreSQL of its own.", Schema.Literals(["embedded", "postgres"])),
  version: said("The version of PostgreSQL.", Schema.String),
  migration: said("The last migration of its schema.", Schema.NullOr(Schema.String)),
  bytes: said("How large it is.", Count),
  replica: said(
    "The standby that lists are read from, as the process that answers finds it; null where the settings name none.",
    Schema.NullOr(ServiceReplica)
  ),
  tables: said("Its largest tables.", Schema.Array(ServiceTable)),
  sizes: said("How large it was, by day, for ninety days.", Schema.Array(ServiceSize))
}).annotate({ identifier: "ServiceDatabase" })
export const ServiceProcess = Schema.Struct({
  host: said("The machine or container that it runs on.", Schema.String),
  pid: said("Its number there.", Schema.Int),
  role: said("What it does, as `SVC_ROLE` says.", Schema.String),
  version: said("The release that it runs.", Schema.String),
  started_at: said("When it started.", DateTime),
  seen_at: said("When it last said that it lives, which it does every 15 seconds.", DateTime),
  memory_bytes: said("The memory that it takes.", Count),
  behind_milliseconds: said("How long anything had to wait for its turn at most, since it spoke before.", Count),
  is_alive: said("Whether it has spoken within a minute.", Schema.Boolean)
}).annotate({ identifier: "ServiceProcess" })
export const ServiceJobs = Schema.Struct({
  queue: said("What kind of work it is.", Schema.String),
  state: said("How far the jobs are.", Schema.String),
  jobs: said("How many there are.", Count)
}).annotate({ identifier: "ServiceJobs" })
export const ServiceSecretKey = Schema.Struct({
  name: said("The name of the key in `SVC_SECRET_KEYS`, never the key.", Schema.String),
  is_current: said("Whether it seals what is new.", Schema.Boolean),
  is_there: said(
    "Whether the service has it. What is sealed by one that is not there cannot be opened.",
    Schema.Boolean
  ),
  secrets: said("How many secrets are under it. `svc rotate-secrets` puts all under the current one.", Count)
}).annotate({ identifier: "ServiceSecretKey" })
export const ServiceSetting = Schema.Struct({
  name: said("The environment variable.", Schema.String),
  value: said("What is in force; null where nothing is, and of every secret.", Schema.NullOr(Schema.String)),
  is_set: said("Whether the environment says it.", Schema.Boolean),
  is_secret: said("Whether its value is never shown.", Schema.Boolean),
  description: said("What it is for.", Schema.String)
}).annotate({ identifier: "ServiceSetting" })

export const Service = Schema.Struct({
  version: said("The release of the process that answers.", Schema.String),
  node: said("The version of Node that it runs on.", Schema.String),
  database: said("Where everything is kept.", ServiceDatabase),
  processes: said("Processes that were seen within a day, the newest first.", Schema.Array(ServiceProcess)),
  jobs: said("Jobs by queue and state.", Schema.Array(ServiceJobs)),
  secret_keys: said(
    "The keys that seal secrets: which one is current, and which are still needed.",
    Schema.Array(ServiceSecretKey)
  ),
  settings: said("The settings in force, without the value of any secret.", Schema.Array(ServiceSetting))
}).annotate({ identifier: "Service" })

/** A job that was given up. */
export const FailedJob = Schema.Struct({
  id: said("Names the job.", Schema.String),
  queue: said("What kind of work it is.", Schema.String),
  about: said("What it was to do, in words.", Schema.String),
  svc_company_id: said("The company it was for; null where that is not known.", Schema.NullOr(SvcId)),
  connection_id: said("The connection it was for; null where it was for none.", Schema.NullOr(SvcId)),
  error: said("What it failed with at last.", Schema.String),
  attempts: said("How often it was tried.", Schema.Int),
  created_at: DateTime,
  failed_at: said("When it was given up.", DateTime)
}).annotate({ identifier: "FailedJob" })
/** How jobs that were given up are listed. */
export const failedList = ManagedList.make(FailedJob)
/** A job that is tried once more. */
export const RetriedJob = Schema.Struct({
  id: said("Names the job.", Schema.String),
  queue: said("What kind of work it is.", Schema.String)
}).annotate({ identifier: "RetriedJob" })

export const service = HttpApiGroup.make("service")
  .add(
    HttpApiEndpoint.get("get", "/v3/core/service", { success: dataOf(Service), error: failures() })
      .annotate(OpenApi.Summary, "Say how the service itself does")
      .annotate(
        OpenApi.Description,
        "For whoever runs it: a key for one company is refused. Of addresses in settings only the origin is shown where they hold a user, a password or a query."
      ),
    HttpApiEndpoint.get("failedJobs", "/v3/core/service/failed_jobs", {
      query: failedList.query,
      success: listOf(FailedJob),
      error: failures()
    })
      .annotate(OpenApi.Summary, "List jobs that were given up")
      .annotate(
        OpenApi.Description,
        "Work that failed as often as it is tried, or that trying again cannot help, for seven days. It is not done until somebody has it tried again."
      )
      .annotateMerge(failedList.parameters),
    HttpApiEndpoint.post("retryJob", "/v3/core/service/failed_jobs/:id/retry", {
      params: { id: TextId },
      success: dataOf(RetriedJob),
      error: failures(...keyFailures)
    })
      .annotate(OpenApi.Summary, "Try a job again that was given up")
      .annotate(
        OpenApi.Description,
        "It is done once more with what it carries, as if it had not been given up: mend first what it failed at."
      )
      .annotate(OnRepeat, "again")
  )
  .annotate(OpenApi.Description, "The service itself.")
  .annotate(RequiredScope, "admin")
