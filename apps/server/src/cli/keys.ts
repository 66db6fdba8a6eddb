/** `svc keys`: API keys. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { scopes } from "../http/Caller.ts"
import * as Acts from "./acts.ts"
import { CommandFailure, Door } from "./Door.ts"
import * as Listing from "./Listing.ts"
import * as Output from "./Output.ts"

const columns = [
  "svc_id",
  "name",
  "prefix",
  "scopes",
  "company_id",
  "expires_at",
  "last_used_at",
  "revoked_at",
  "replaced_by"
]
const id = Argument.Int("id").pipe(Argument.withDescription("svc_id of the key"))

const list = Command.make(
  "list",
  { json: Output.json },
  Effect.fn(function* ({ json }) {
    const rows = yield* Listing.all("/v3/core/api_keys")
    yield* Output.print(json, rows, () => Output.table(rows, columns))
  })
).pipe(Command.withDescription("List API keys"))

/** Scopes as a comma separated text. */
const readScopes = (text: string): Effect.Effect<ReadonlyArray<string>, CommandFailure> => {
  const wanted = text.split(",").map((scope) => scope.trim())
  const foreign = wanted.find((scope) => !scopes.some((known) => known === scope))
  return foreign === undefined
    ? Effect.succeed(wanted)
    : Effect.fail(new CommandFailure({ message: `"${foreign}" is no scope; the scopes are ${scopes.join(", ")}.` }))
}

const shownOnce = (secret: string): string => `${secret}\n\n${Acts.doneOf("makeKey")}`

const create = Command.make(
  "create",
  {
    name: Flag.String("name").pipe(Flag.withDescription("What the key is for"), Flag.withDefault("command line")),
    scopes: Flag.String("scopes").pipe(
      Flag.withDescription(`Comma separated: ${scopes.join(", ")}`),
      Flag.withDefault(scopes.join(","))
    ),
    company: Flag.Int("company").pipe(Flag.withDescription("Restricts the key to one company"), Flag.optional),
    expires: Flag.String("expires").pipe(Flag.withDescription("ISO 8601 date-time"), Flag.optional),
    requests: Flag.Int("requests").pipe(Flag.withDescription("Requests it may make in ten seconds"), Flag.optional),
    json: Output.json
  },
  Effect.fn(function* ({ company, expires, json, name, requests, scopes: given }) {
    const door = yield* Door
    const { data } = yield* door.request("POST", "/v3/core/api_keys", {
      name,
      scopes: yield* readScopes(given),
      company_id: Option.getOrNull(company),
      expires_at: Option.getOrNull(expires),
      request_limit: Option.getOrNull(requests)
    })
    yield* Output.print(json, data, () => shownOnce(data.secret))
  })
).pipe(
  Command.withDescription(Acts.saidOf("makeKey")),
  Command.withExamples([
    { command: "svc keys create", description: "A key with all permissions" },
    { command: "svc keys create --name reporting --scopes read", description: "A key that only reads" }
  ])
)

const rotate = Command.make(
  "rotate",
  {
    id,
    overlap: Flag.Int("overlap").pipe(
      Flag.withDescription("Seconds for which the old key works beside the new one"),
      Flag.withDefault(86_400)
    ),
    json: Output.json
  },
  Effect.fn(function* ({ id, json, overlap }) {
    const door = yield* Door
    const { data } = yield* door.request("POST", `/v3/core/api_keys/${id}/rotate`, { overlap_seconds: overlap })
    yield* Output.print(json, data, () => shownOnce(data.secret))
  })
).pipe(Command.withDescription(Acts.saidOf("rotateKey")))

const revoke = Command.make(
  "revoke",
  { id, json: Output.json },
  Effect.fn(function* ({ id, json }) {
    const door = yield* Door
    const { data } = yield* door.request("DELETE", `/v3/core/api_keys/${id}`)
    yield* Output.print(json, data, () => `The key ${data.name} (${data.prefix}…) is revoked.`)
  })
).pipe(Command.withDescription(Acts.saidOf("revokeKey")))

export const keys = Command.make("keys").pipe(
  Command.withDescription("API keys"),
  Command.withSubcommands([list, create, rotate, revoke])
)
