/** `svc records`: how a record was made of its platform's item, and making it once more. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Acts from "./acts.ts"
import { Door } from "./Door.ts"
import * as Output from "./Output.ts"

const origins = Command.make(
  "origins",
  {
    model: Argument.String("data_model").pipe(Argument.withDescription("Such as EXPENSES")),
    id: Argument.Int("svc_id").pipe(Argument.withDescription("svc_id of the record")),
    json: Output.json
  },
  Effect.fn(function* ({ id, json, model }) {
    const door = yield* Door
    const { data } = yield* door.request(
      "GET",
      `/v3/core/records/${encodeURIComponent(model.toUpperCase())}/${id}/origins`
    )
    yield* Output.print(json, data, () => Output.table(data.members, ["member", "from"]))
  })
).pipe(Command.withDescription("Say where the members of a record came from, by the connector's own mapping"))

export const records = Command.make("records").pipe(
  Command.withDescription("Stored records"),
  Command.withSubcommands([origins, ...Acts.below("records")])
)
