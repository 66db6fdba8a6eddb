/** What `svc integrations` does that asks for more than an id. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { readFile } from "node:fs/promises"
import { CommandFailure, Door } from "./Door.ts"
import * as Acts from "./acts.ts"
import * as Output from "./Output.ts"

const id = Argument.Int("integration_id").pipe(Argument.withDescription("svc_id of the integration"))

/** Changes some of what is set; a secret that is shown masked stays as it is. */
const change = Effect.fnUntraced(function* (integration: number, members: object) {
  const door = yield* Door
  const { data } = yield* door.request("GET", `/v3/core/integrations/${integration}`)
  const { data: changed } = yield* door.request("PUT", `/integrations/${integration}`, {
    client_id: data.client_id ?? "",
    client_secret: data.client_secret ?? "",
    is_disabled: data.is_disabled,
    is_svc_identity: data.is_svc_identity,
    ...members
  })
  return changed
})

const set = Command.make(
  "set",
  {
    id,
    client: Flag.String("client-id").pipe(Flag.withDescription("Client id of your application at the platform")),
    // Whoever lists processes sees their arguments: a secret is none of them.
    file: Flag.String("client-secret-file").pipe(Flag.withDescription("File that holds its secret, and nothing else")),
    json: Output.json
  },
  Effect.fn(function* ({ client, file, id, json }) {
    const secret = yield* Effect.tryPromise({
      try: async () => (await readFile(file, "utf8")).trim(),
      catch: () => new CommandFailure({ message: `The file ${file} cannot be read.` })
    })
    const data = yield* change(id, { client_id: client, client_secret: secret, is_svc_identity: false })
    yield* Output.print(json, { ...data, client_secret: null }, () => Acts.doneOf("setCredentials"))
  })
).pipe(Command.withDescription(Acts.saidOf("setCredentials")))

const switching = (name: "disable" | "offer", act: "disableIntegration" | "offerIntegration") =>
  Command.make(
    name,
    { id, json: Output.json },
    Effect.fn(function* ({ id, json }) {
      const data = yield* change(id, { is_disabled: name === "disable" })
      yield* Output.print(json, { ...data, client_secret: null }, () => Acts.doneOf(act))
    })
  ).pipe(Command.withDescription(Acts.saidOf(act)))

export const integrations = [
  set,
  switching("disable", "disableIntegration"),
  switching("offer", "offerIntegration")
] as const
