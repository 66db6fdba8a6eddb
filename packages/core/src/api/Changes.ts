/** Changes as they happen: a stream of server-sent events for whoever shows the state of the service, such as the console. */
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { IsStreamed } from "./Access.ts"
import { DateTime, said, SvcId } from "./Common.ts"
import { failures } from "./Failure.ts"

export const changeTypes = ["EVERYTHING", "CONNECTION", "SYNC", "UPLOAD_JOB", "DELIVERIES"] as const

/** That something is not any more what it was. It says of what, and little more: who wants all of it asks for it. */
export const Change = Schema.Struct({
  type: said(
    "What has changed. `EVERYTHING`: more than is told one by one, or nobody knows what; read again what you hold.",
    Schema.Literals(changeTypes)
  ),
  id: said(
    "The `svc_id` of the connection or sync, the `upload_job_id`, or the id of the webhook that is delivered to.",
    Schema.NullOr(Schema.String)
  ),
  company_id: said("The company it is about: its `svc_id`.", Schema.NullOr(SvcId)),
  connection_id: said("The connection it is about: its `svc_id`.", Schema.NullOr(SvcId)),
  status: said("The state of the connection, sync or upload job since then.", Schema.NullOr(Schema.String)),
  records_read: said("How many records a sync has read by then.", Schema.NullOr(Schema.Int)),
  changed_at: said("When it changed.", Schema.NullOr(DateTime))
}).annotate({ identifier: "Change" })

/** What a change is sent as, and the header that says which one came last. */
export const contentType = "text/event-stream"
export const lastEventId = "last-event-id"

const description =
  "Tells, within a second or two, which connections, syncs, upload jobs and deliveries have changed, in whichever process it was. " +
  "Each event has the name `change`, and as its data a JSON object: `type` (`CONNECTION`, `SYNC`, `UPLOAD_JOB`, `DELIVERIES`, or " +
  "`EVERYTHING`), `id`, `company_id`, `connection_id`, `status`, `records_read` and `changed_at`, each null where there is none. " +
  "Several changes of the same thing may come as one. `EVERYTHING` comes first in a stream that begins, and where more changed " +
  "than is told one by one: read again what you hold. Send the id of the last event as `Last-Event-ID` to go on after it. Where " +
  "nothing changes an event without data comes every few seconds. The stream ends when its key or session does, and when the " +
  "service stops: ask again. A key for one company hears of that company."

const events = HttpApiSchema.asText({ contentType })(
  Schema.String.annotate({ identifier: "ChangeStream", description: "Server-sent events, one for each change." })
)

export const changes = HttpApiGroup.make("changes")
  .add(
    HttpApiEndpoint.get("stream", "/v3/core/changes", {
      headers: Schema.Struct({
        [lastEventId]: said("The id of the last event that came.", Schema.optionalKey(Schema.String))
      }),
      success: events,
      error: failures()
    })
      .annotate(OpenApi.Summary, "Follow changes as they happen")
      .annotate(OpenApi.Description, description)
      .annotate(IsStreamed, true)
  )
  .annotate(OpenApi.Description, "Changes as they happen, as server-sent events.")
