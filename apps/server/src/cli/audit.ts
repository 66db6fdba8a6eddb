/** `svc audit`: who did what to this installation. */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Listing from "./Listing.ts"
import * as Output from "./Output.ts"

const columns = ["svc_created_at", "action", "target_id", "company_id", "actor", "address", "request_id", "details"]

export const audit = Command.make(
  "audit",
  {
    last: Flag.Int("last").pipe(Flag.withDescription("Only so many, the newest"), Flag.optional),
    json: Output.json
  },
  Effect.fn(function* ({ json, last }) {
    const all = yield* Listing.all("/v3/core/audit_events")
    const rows = Option.match(last, { onNone: () => all, onSome: (count) => all.slice(-Math.max(1, count)) })
    const shown = rows.map((row) => ({
      ...row,
      actor: [row["actor_type"], row["actor_id"], row["actor_prefix"]].filter((part) => part !== null).join(" "),
      details: JSON.stringify(row["details"])
    }))
    yield* Output.print(json, rows, () => Output.table(shown, columns))
  })
).pipe(
  Command.withDescription("Show the audit log, oldest first"),
  Command.withExamples([{ command: "svc audit --last 20", description: "The newest twenty acts" }])
)
