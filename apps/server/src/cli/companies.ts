/** `svc companies`: companies and what they own. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Acts from "./acts.ts"
import { CommandFailure, Door } from "./Door.ts"
import * as Listing from "./Listing.ts"
import * as Output from "./Output.ts"
import * as UnderWay from "./UnderWay.ts"

const columns = ["svc_id", "name", "partner_id", "svc_created_at"]
const id = Argument.Int("id").pipe(Argument.withDescription("svc_id of the company"))

const list = Command.make(
  "list",
  { json: Output.json },
  Effect.fn(function* ({ json }) {
    const companies = yield* Listing.all("/v3/core/companies")
    const connections = yield* Listing.all("/v3/core/connections")
    const rows = companies.map((company) => ({
      ...company,
      connections: connections
        .filter((one) => one["svc_company_id"] === company["svc_id"])
        .map((one) => `${one["integration_type"]} ${one["status"]}`)
    }))
    yield* Output.print(json, rows, () => Output.table(rows, [...columns, "connections"]))
  })
).pipe(Command.withDescription("List companies with their connections"))

const create = Command.make(
  "create",
  {
    name: Argument.String("name"),
    partner: Flag.String("partner").pipe(Flag.withDescription("Your own identifier for it"), Flag.optional),
    json: Output.json
  },
  Effect.fn(function* ({ json, name, partner }) {
    const door = yield* Door
    const { data } = yield* door.request("POST", "/v3/core/companies", {
      name,
      partner_id: Option.getOrNull(partner)
    })
    yield* Output.print(json, data, () => `Company ${data.svc_id}: ${data.name}`)
  })
).pipe(Command.withDescription("Create a company"))

const rename = Command.make(
  "rename",
  { id, name: Argument.String("name"), json: Output.json },
  Effect.fn(function* ({ id, json, name }) {
    const door = yield* Door
    const { data } = yield* door.request("PUT", `/v3/core/companies/${id}`, { name })
    yield* Output.print(json, data, () => `Company ${data.svc_id}: ${data.name}`)
  })
).pipe(Command.withDescription("Rename a company"))

const erase = Command.make(
  "erase",
  {
    id,
    yes: Flag.Boolean("yes").pipe(Flag.withDescription("Really erase it"), Flag.withDefault(false)),
    json: Output.json
  },
  Effect.fn(function* ({ id, json, yes }) {
    const door = yield* Door
    const { data: company } = yield* door.request("GET", `/v3/core/companies/${id}`)
    if (!yes) {
      return yield* new CommandFailure({
        message: `This erases ${company.name ?? "the company"} (${id}) with all its connections and records. Add --yes to do it.`
      })
    }
    yield* Output.progress(`Erasing ${company.name ?? id} …`)
    const { data } = yield* UnderWay.said(
      ({ svc_company_id, work }) => work === "ERASURE" && svc_company_id === id,
      door.request("DELETE", `/v3/core/companies/${id}`)
    )
    yield* Output.progressEnd
    return yield* Output.print(json, data, () => `${data.name ?? `Company ${id}`} is erased.`)
  })
).pipe(Command.withDescription(Acts.saidOf("erase")))

export const companies = Command.make("companies").pipe(
  Command.withDescription("Companies"),
  Command.withSubcommands([list, create, rename, erase])
)
