/** What goes on: what needs a hand, in sentences, and how much was done over an hour, a day or a week. */
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { DateTime, dataOf, said, SvcId } from "./Common.ts"
import { failures } from "./Failure.ts"

const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
const Milliseconds = Schema.NullOr(Count)

/** How far back one looks, and in steps of how many seconds. */
export const spans = {
  hour: { seconds: 3600, step: 300 },
  day: { seconds: 86_400, step: 3600 },
  week: { seconds: 604_800, step: 21_600 }
} as const
export type Span = keyof typeof spans
const spanNames = Object.keys(spans) as ReadonlyArray<Span>
export const SpanName = said("How far back one looks.", Schema.Literals(spanNames))
export const spanQuery = {
  span: Schema.optionalKey(SpanName.annotate({ description: "How far back: a day when it is left out." }))
}

/** What can need a hand. The first that is listed is the most urgent. */
export const troubles = [
  "SIGN_IN_NEEDED",
  "CONNECTION_BROKEN",
  "WEBHOOK_DISABLED",
  "WEBHOOK_FAILING",
  "SYNC_FAILED",
  "WRITES_FAILED",
  "ITEMS_REFUSED",
  "JOBS_FAILED",
  "SYNCS_LATE",
  "REPLICA_UNUSED",
  "CONNECTION_PAUSED",
  "KEY_ENDS"
] as const
export type Trouble = (typeof troubles)[number]

export const NeedsAHand = Schema.Struct({
  trouble: said("What kind of trouble it is.", Schema.Literals(troubles)),
  sentence: said("What is wrong, in words.", Schema.String),
  remedy: said("What mends it, in words.", Schema.String),
  since: said("Since when it is so, as far as is known.", Schema.NullOr(DateTime)),
  svc_company_id: said("The company that it is about.", Schema.NullOr(SvcId)),
  connection_id: said("The connection that it is about.", Schema.NullOr(SvcId)),
  sync_id: said("The sync that it is about.", Schema.NullOr(SvcId)),
  webhook_id: said("The webhook that it is about.", Schema.NullOr(Schema.String)),
  api_key_id: said("The API key that it is about.", Schema.NullOr(SvcId))
}).annotate({ identifier: "NeedsAHand" })

export const ConnectionCount = Schema.Struct({
  status: said("How the connections are.", Schema.String),
  sync_status: said("How their syncs are.", Schema.String),
  connections: said("How many are so.", Count)
}).annotate({ identifier: "ConnectionCount" })

export const QueueAge = Schema.Struct({
  queue: said("What waits.", Schema.Literals(["syncs", "writes", "deliveries"])),
  waiting: said("How many wait or are worked on; 10000 stands for as many or more.", Count),
  oldest_at: said("Since when the oldest of them could be worked on; null when none can.", Schema.NullOr(DateTime))
}).annotate({ identifier: "QueueAge" })

const delivered = {
  deliveries: said("Attempts that webhooks have taken.", Count),
  deliveries_failed: said("Attempts that failed.", Count),
  answer_milliseconds: said("How long an endpoint took to answer, on average.", Milliseconds),
  longest_answer_milliseconds: said("The longest of them.", Milliseconds),
  arrival_milliseconds: said("From the change to the attempt that arrived, on average.", Milliseconds)
}
const called = {
  calls: said("Calls that were sent to platforms; each repeat is one.", Count),
  calls_failed: said("Of them those that were refused or had no answer.", Count),
  calls_limited: said("Of them those that the platform refused for its limit.", Count),
  waited_milliseconds: said("How long calls waited, so that the limit is kept.", Count)
}
const synced = {
  syncs: said("Syncs that ended.", Count),
  syncs_failed: said("Of them those that failed, or a part of which did.", Count),
  records_created: said("Records that came into being by them.", Count),
  records_updated: said("Records that were changed by them.", Count),
  records_deleted: said("Records that were deleted by them.", Count),
  items_refused: said("Items that could not be read.", Count)
}

export const OverviewStep = Schema.Struct({
  from: said("When the step begins.", DateTime),
  ...synced,
  ...called,
  ...delivered
}).annotate({ identifier: "OverviewStep" })

export const OverviewIntegration = Schema.Struct({
  integration_type: said("The platform.", Schema.String),
  ...called,
  limits: said(
    "What the platform allows a connection, in words, such as `60 calls in a minute`.",
    Schema.Array(Schema.String)
  )
}).annotate({ identifier: "OverviewIntegration" })

export const Overview = Schema.Struct({
  span: SpanName,
  from: said("The beginning of the first step.", DateTime),
  step_seconds: said("How long a step is.", Count),
  needs_a_hand: said("What is wrong, the most urgent first: at most 100 of them.", Schema.Array(NeedsAHand)),
  connections: said("Connections by how they are.", Schema.Array(ConnectionCount)),
  queues: said("What waits.", Schema.Array(QueueAge)),
  steps: said("What was done in each step.", Schema.Array(OverviewStep)),
  integrations: said(
    "Calls to each platform beside its limits, those with most calls first.",
    Schema.Array(OverviewIntegration)
  )
}).annotate({ identifier: "Overview" })

/** Work that takes long. */
export const works = ["MAPPING_AGAIN", "ERASURE", "DELIVERIES", "KEY_ROTATION", "SPREADING"] as const
export const UnderWay = Schema.Struct({
  work: said("What kind of work it is.", Schema.Literals(works)),
  sentence: said("What is done and how far it is, in words.", Schema.String),
  left: said(
    "How much is left of it: sources of data models that are mapped again, records that are erased, deliveries that are due, secrets under another key, tables that are not spread over the nodes. 10000 stands for as many or more; null where that is not known.",
    Schema.NullOr(Count)
  ),
  since: said("When it was begun, as far as is known.", Schema.NullOr(DateTime)),
  svc_company_id: said("The company that it is about.", Schema.NullOr(SvcId)),
  connection_id: said("The connection that it is about.", Schema.NullOr(SvcId)),
  webhook_id: said("The webhook that it is about.", Schema.NullOr(Schema.String))
}).annotate({ identifier: "UnderWay" })

export const WebhookStep = Schema.Struct({
  from: said("When the step begins.", DateTime),
  ...delivered
}).annotate({ identifier: "WebhookStep" })

export const WebhookFigures = Schema.Struct({
  span: SpanName,
  step_seconds: said("How long a step is.", Count),
  steps: said("What was delivered in each step.", Schema.Array(WebhookStep))
}).annotate({ identifier: "WebhookFigures" })

export const overview = HttpApiGroup.make("overview")
  .add(
    HttpApiEndpoint.get("get", "/v3/core/overview", {
      query: spanQuery,
      success: dataOf(Overview),
      error: failures()
    })
      .annotate(OpenApi.Summary, "Say what goes on and what needs a hand")
      .annotate(
        OpenApi.Description,
        "What is counted is shown about a second later, in steps of at least five minutes, and kept for eight days. A process that ends without being asked to loses what it counted in its last second. It is about all companies: a key for one company is refused."
      ),
    HttpApiEndpoint.get("work", "/v3/core/overview/work", {
      success: dataOf(Schema.Array(UnderWay)),
      error: failures()
    })
      .annotate(OpenApi.Summary, "Say how far long work is")
      .annotate(
        OpenApi.Description,
        "What is mapped again, which companies are erased, which webhooks are sent more than a hundred deliveries that are due, and whether secrets are put under another key, each with how far it is: at most 20 of each kind. How far a sync is its own page says. It is about all companies: a key for one company is refused."
      )
  )
  .annotate(OpenApi.Description, "What goes on over all companies.")
