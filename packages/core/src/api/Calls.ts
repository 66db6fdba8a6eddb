/** The log of calls to platforms: what was asked, for what, and how it went. */
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { DateTime, listOf, SvcId, said } from "./Common.ts"
import * as ManagedList from "./ManagedList.ts"
import { failures } from "./Failure.ts"

export const purposes = [
  "sync",
  "webhook",
  "write",
  "passthrough",
  "check",
  "refresh",
  "connect",
  "subscribe",
  "disconnect",
  "other"
] as const

export const PlatformCall = Schema.Struct({
  svc_id: said("Names the entry; later entries have higher numbers.", SvcId),
  called_at: said("When it was sent.", DateTime),
  svc_company_id: said("The company it was made for.", Schema.NullOr(SvcId)),
  connection_id: said(
    "The connection it was made through; null before there was one, such as to find out the account.",
    Schema.NullOr(SvcId)
  ),
  integration_type: said("The platform that was called.", Schema.String),
  purpose: said(
    "What it was for: a sync, a record that a platform's webhook had told of, a write, a passthrough, a check of the credentials, tokens, connecting, registering webhooks, or ending the connection.",
    Schema.Literals(purposes)
  ),
  operation: said("What was wanted of the platform, such as `list CONTACTS` or `write INVOICES`.", Schema.String),
  sync_id: said("The sync that made it.", Schema.NullOr(SvcId)),
  upload_job_id: said("The upload job that made it.", Schema.NullOr(Schema.String)),
  method: said("The HTTP method.", Schema.String),
  host: said("The platform's host.", Schema.String),
  path: said("The path without its query; secrets and mail addresses are taken out, long ones are cut.", Schema.String),
  query_names: said("Names of the query's parameters; their values are not kept.", Schema.Array(Schema.String)),
  status: said("The platform's status; null where no answer came.", Schema.NullOr(Schema.Int)),
  failure: said(
    "Why no answer could be taken, such as `TimedOut` or `Unavailable`; null where one came, whatever it said.",
    Schema.NullOr(Schema.String)
  ),
  attempt: said("How often the same call was sent by then, this time included.", Schema.Int),
  milliseconds: said("How long it took until the answer was read or the call failed.", Schema.Int),
  waited_milliseconds: said("How long it had waited for its turn in the platform's rate limit before.", Schema.Int)
}).annotate({ identifier: "PlatformCall" })

/** How calls are listed. */
export const list = ManagedList.make(PlatformCall)

export const calls = HttpApiGroup.make("calls")
  .add(
    HttpApiEndpoint.get("list", "/v3/core/calls", {
      query: list.query,
      success: listOf(PlatformCall),
      error: failures()
    })
      .annotate(OpenApi.Summary, "List calls to platforms")
      .annotateMerge(list.parameters)
      .annotate(
        OpenApi.Description,
        "A call is listed about a second after its end. How many days calls are kept is a setting of the service, which may also keep none."
      )
  )
  .annotate(
    OpenApi.Description,
    "The log of calls to platforms, oldest first: what was asked, for what, and how it went. It has no bodies, headers, values of queries or secrets."
  )
