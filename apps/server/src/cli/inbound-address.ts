/** `svc inbound-address`: where a platform sends the webhooks of one connection. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Acts from "./acts.ts"
import { Door } from "./Door.ts"
import * as Output from "./Output.ts"

export const inboundAddress = Command.make(
  "inbound-address",
  {
    connection: Argument.Int("connection").pipe(Argument.withDescription("svc_id of the connection")),
    json: Output.json
  },
  Effect.fn(function* ({ connection, json }) {
    const door = yield* Door
    const { data } = yield* door.request("POST", `/v3/core/connections/${connection}/inbound_address`)
    yield* Output.print(
      json,
      data,
      () =>
        `${data.url}\n\nShown only this once; the address of before has ended. Where the platform signs with a secret, give it ${data.token}.`
    )
  })
).pipe(
  Command.withDescription(Acts.saidOf("inboundAddress")),
  Command.withExamples([{ command: "svc inbound-address 1043", description: "A new one; that of before ends" }])
)
