/** `svc calls`, `svc events` and their like: the management lists of the interface that no command of its own shows. */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Acts from "./acts.ts"
import type { CommandFailure, Door } from "./Door.ts"
import { integrations as ownIntegrations } from "./integrations.ts"
import * as Listing from "./Listing.ts"
import * as Output from "./Output.ts"
import { webhooks as ownWebhooks } from "./webhooks.ts"

interface Shown {
  readonly about: string
  readonly path: string
  readonly columns: ReadonlyArray<string>
}

/** A command below a list. */
type Own = Command.Command<any, any, {}, CommandFailure, Door>
/** A list that is short enough to be shown as a whole. */
const whole = <const Name extends string>(
  name: Name,
  { about, columns, path }: Shown,
  others: ReadonlyArray<Own> = []
) => {
  const list = Command.make(
    "list",
    { json: Output.json },
    Effect.fn(function* ({ json }) {
      const rows = yield* Listing.all(path)
      yield* Output.print(json, rows, () => Output.table(rows, columns))
    })
  ).pipe(Command.withDescription(`List ${about}`))
  return Command.make(name).pipe(
    Command.withDescription(about.charAt(0).toUpperCase() + about.slice(1)),
    Command.withSubcommands([list, ...others, ...Acts.below(name)])
  )
}

const last = Flag.Int("last").pipe(
  Flag.withDescription("How many of the latest, 100 when it is left out"),
  Flag.withDefault(100)
)
/** A log, of which the latest entries are shown, the latest last; `by` is its order. */
const log = <const Name extends string>(name: Name, by: string, { about, columns, path }: Shown) => {
  const list = Command.make(
    "list",
    { json: Output.json, last },
    Effect.fn(function* ({ json, last }) {
      const rows = yield* Listing.latest(path, by, last)
      yield* Output.print(json, rows, () => Output.table(rows, columns))
    })
  ).pipe(Command.withDescription(`List the latest of ${about}`))
  return Command.make(name).pipe(
    Command.withDescription(about.charAt(0).toUpperCase() + about.slice(1)),
    Command.withSubcommands([list, ...Acts.below(name)])
  )
}

export const calls = log("calls", "svc_id", {
  about: "calls to platforms",
  path: "/v3/core/calls",
  columns: ["called_at", "connection_id", "purpose", "operation", "method", "path", "status", "failure", "milliseconds"]
})
export const events = log("events", "created_at", {
  about: "events, whoever is told of them",
  path: "/v3/core/events",
  columns: ["created_at", "id", "type", "company_id", "connection_id", "data_model", "operation", "subject_id"]
})
export const uploadJobs = log("upload-jobs", "created_at", {
  about: "upload jobs",
  path: "/v3/core/upload_jobs",
  columns: ["created_at", "upload_job_id", "svc_company_id", "connection_id", "data_model", "operation", "status"]
})
export const syncs = log("syncs", "svc_id", {
  about: "syncs",
  path: "/v3/core/syncs",
  columns: ["svc_id", "connection_id", "integration_type", "trigger", "full_sync", "status", "started_at", "error"]
})
/** Jobs that were given up, with the act that mends them. */
export const jobs = whole("jobs", {
  about: "jobs that were given up",
  path: "/v3/core/service/failed_jobs",
  columns: ["id", "about", "error", "attempts", "failed_at"]
})
export const inviteLinks = whole("invite-links", {
  about: "invite links",
  path: "/v3/core/invite_links",
  columns: ["svc_id", "invite_link_id", "integration_categories", "expires_at", "revoked"]
})
export const webhooks = whole(
  "webhooks",
  {
    about: "webhooks",
    path: "/v3/core/webhooks",
    columns: ["id", "name", "type", "url", "is_disabled", "disabled_reason"]
  },
  ownWebhooks
)
export const integrations = whole(
  "integrations",
  {
    about: "integrations",
    path: "/v3/core/integrations",
    columns: ["svc_id", "integration_type", "client_id", "is_svc_identity", "is_disabled"]
  },
  ownIntegrations
)
export const fieldMappings = whole("field-mappings", {
  about: "field mappings",
  path: "/v3/core/field_mappings",
  columns: ["svc_id", "svc_company_id", "integration_type", "data_model", "name", "path", "type", "status"]
})
export const sessions = whole("sessions", {
  about: "sessions of the console",
  path: "/v3/core/sessions",
  columns: ["svc_id", "api_key_name", "address", "last_used_at", "expires_at", "ended_at"]
})
