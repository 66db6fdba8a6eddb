/** The history of a record: what its events tell of it, each beside the one before. */
import * as Schema from "effect/Schema"
import { AnyObject, DateTime, listOf, said } from "./Common.ts"
import * as ManagedList from "./ManagedList.ts"
import { webhookOperations } from "./Webhooks.ts"

export const MemberChange = Schema.Struct({
  member: said("Name of the member of the record.", Schema.String),
  from: Schema.Unknown,
  to: Schema.Unknown
}).annotate({ identifier: "MemberChange" })

export const RecordChange = Schema.Struct({
  id: said("The event: its `id` in the list of events, and the header `webhook-id` of its deliveries.", Schema.String),
  created_at: said("When the change was stored here. Later changes are never earlier.", DateTime),
  operation: said("What was done to the record.", Schema.Literals(webhookOperations)),
  changed: said(
    "The members that differ from the event before, as far as events are kept, all but `svc_updated_at`. Null where none is kept before: what was before is not known, or there was nothing.",
    Schema.NullOr(Schema.Array(MemberChange))
  ),
  data: said("The record as its list showed it then.", AnyObject)
}).annotate({ identifier: "RecordChange" })

/** How a history is listed. */
export const list = ManagedList.make(RecordChange)
export const Page = listOf(RecordChange)
