/** Activities, from two sources: events, and those tasks that are calls and e-mails. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { quoted } from "./soql.ts"
import { binned } from "./source.ts"
import { activity, done, kinds, task } from "./tasks.ts"
import { idOf, prefixes, userOf } from "./wire.ts"

const types = Normalize.word({ Call: "CALL", Email: "EMAIL", ListEmail: "EMAIL" }, "OTHER")
const directions = Normalize.word({ Inbound: "INBOUND", Outbound: "OUTBOUND" }, null)

/** Whose and about whom: `Who` is a person and `What` anything else, as the first characters of their ids say. */
const about = (raw: Wire.Struct<typeof activity>) => ({
  platform_id: raw.Id,
  name: raw.Subject,
  description: raw.Description,
  company_id: idOf("Account", raw.WhatId, raw.AccountId),
  contact_id: idOf("Contact", raw.WhoId),
  deal_id: idOf("Opportunity", raw.WhatId),
  lead_id: idOf("Lead", raw.WhoId),
  user_id: userOf(raw.OwnerId),
  created_at: raw.CreatedDate,
  updated_at: raw.SystemModstamp
})

export const events = Connector.read("CRM_ACTIVITIES", {
  ...binned(
    "Event",
    {
      ...activity,
      Location: Wire.text,
      IsAllDayEvent: Wire.boolean,
      ActivityDate: Wire.text,
      StartDateTime: Wire.text,
      EndDateTime: Wire.text,
      DurationInMinutes: Wire.number
    },
    { prefix: prefixes.Event, dated: { field: "StartDateTime", isOptional: true } }
  ),
  source: "events",
  map: (raw) => ({
    ...about(raw),
    type: "MEETING",
    start_date: raw.StartDateTime ?? (raw.IsAllDayEvent === true ? raw.ActivityDate : null),
    end_date: raw.EndDateTime,
    duration_seconds: Normalize.product(raw.DurationInMinutes, 60),
    location: raw.Location
  })
})

export const calls = Connector.read("CRM_ACTIVITIES", {
  ...binned(
    "Task",
    { ...task, CallType: Wire.text, CallDurationInSeconds: Wire.number, CompletedDateTime: Wire.text },
    kinds(`TaskSubtype IN (${done.map(quoted).join(", ")})`)
  ),
  source: "tasks",
  map: (raw) =>
    // Where the kind does not show, all of them are tasks.
    done.includes(raw.TaskSubtype ?? "")
      ? {
          ...about(raw),
          type: types(raw.TaskSubtype),
          status: raw.IsClosed === true ? "COMPLETED" : raw.IsClosed === false ? "OPEN" : null,
          direction: directions(raw.CallType),
          start_date: raw.ActivityDate,
          end_date: raw.CompletedDateTime,
          duration_seconds: raw.CallDurationInSeconds
        }
      : null
})

export const crmActivities = [events, calls]
