/** `svc overview`: what needs a hand, in the sentences of the console, and what was done. */
import type { Overview } from "@svc/core/api"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Flag from "effect/cli/Flag"
import { Door } from "./Door.ts"
import * as Output from "./Output.ts"
import * as UnderWay from "./UnderWay.ts"

type Data = (typeof Overview.Overview)["Encoded"]

const connectionColumns = ["status", "sync_status", "connections"]
const queueColumns = ["queue", "waiting", "oldest_at"]
const stepColumns = [
  "from",
  "syncs",
  "syncs_failed",
  "records_created",
  "records_updated",
  "records_deleted",
  "items_refused",
  "calls",
  "calls_failed",
  "deliveries",
  "deliveries_failed"
]
const platformColumns = ["integration_type", "calls", "calls_failed", "calls_limited", "waited_milliseconds", "limits"]

const textOf = (
  { connections, integrations, needs_a_hand, queues, steps }: Data,
  work: ReadonlyArray<UnderWay.UnderWay>
): string => {
  const troubles = needs_a_hand.map(
    ({ remedy, sentence, since }) => `${sentence}${since === null ? "" : ` (since ${since})`}\n  ${remedy}`
  )
  return [
    troubles.length === 0 ? "Nothing needs a hand." : troubles.join("\n"),
    ...(work.length === 0 ? [] : [work.map(({ sentence }) => sentence).join("\n")]),
    Output.table(connections, connectionColumns),
    Output.table(queues, queueColumns),
    Output.table(steps, stepColumns),
    Output.table(integrations, platformColumns)
  ].join("\n\n")
}

const span = Flag.Literals("span", ["hour", "day", "week"]).pipe(
  Flag.withDescription("How far back one looks"),
  Flag.withDefault("day" as const)
)

export const overview = Command.make(
  "overview",
  { json: Output.json, span },
  Effect.fn(function* ({ json, span }) {
    const door = yield* Door
    const { data } = (yield* door.request("GET", `/v3/core/overview?span=${span}`)) as { readonly data: Data }
    const work = yield* UnderWay.all
    yield* Output.print(json, { ...data, work }, () => textOf(data, work))
  })
).pipe(Command.withDescription("Say what needs a hand, and what was done"))
