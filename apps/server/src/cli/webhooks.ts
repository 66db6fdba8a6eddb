/** What `svc webhooks` does that takes more than an id. */
import { Progress } from "@svc/core/api"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Acts from "./acts.ts"
import { Door } from "./Door.ts"
import * as Output from "./Output.ts"

const add = Command.make(
  "add",
  {
    name: Argument.String("name").pipe(Argument.withDescription("What it is for")),
    url: Flag.String("url").pipe(Flag.withDescription("Address that is told")),
    type: Flag.Literals("type", ["DATA_MODEL_CHANGES", "CONNECTION_CHANGED", "SYNC_COMPLETED"]).pipe(
      Flag.withDescription("Of what it is told"),
      Flag.withDefault("DATA_MODEL_CHANGES" as const)
    ),
    json: Output.json
  },
  Effect.fn(function* ({ json, name, type, url }) {
    const door = yield* Door
    const { data } = yield* door.request("POST", "/v3/core/webhooks", { name, type, url })
    yield* Output.print(json, data, () => `${data.id}\n${data.secret}\n\n${Acts.doneOf("addWebhook")}`)
  })
).pipe(Command.withDescription(Acts.saidOf("addWebhook")))

const replay = Command.make(
  "replay",
  {
    id: Argument.String("id").pipe(Argument.withDescription("Its id")),
    from: Flag.String("from").pipe(Flag.withDescription("ISO 8601 date-time")),
    to: Flag.String("to").pipe(Flag.withDescription("ISO 8601 date-time")),
    json: Output.json
  },
  Effect.fn(function* ({ from, id, json, to }) {
    const door = yield* Door
    const { data } = yield* door.request("POST", `/v3/core/webhooks/${encodeURIComponent(id)}/replay`, { from, to })
    yield* Output.print(json, data, () => Progress.ofReplay(data.deliveries))
  })
).pipe(Command.withDescription(Acts.saidOf("replay")))

export const webhooks = [add, replay] as const
