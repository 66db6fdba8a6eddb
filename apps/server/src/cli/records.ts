/** `svc records`: a file of all that are like something, how a record was made of its platform's item, and making it once more. */
import { Models } from "@svc/core"
import { Progress } from "@svc/core/api"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Flag from "effect/cli/Flag"
import { type FileHandle, open } from "node:fs/promises"
import { basename } from "node:path"
import * as Acts from "./acts.ts"
import { CommandFailure, Door } from "./Door.ts"
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

/** Milliseconds between two words on how far it is. */
const telling = 1000

const exported = Command.make(
  "export",
  {
    model: Argument.String("data_model").pipe(Argument.withDescription("Such as EXPENSES")),
    out: Flag.String("out").pipe(Flag.withDescription("The file that is written, a record a line (NDJSON)")),
    query: Flag.String("query").pipe(
      Flag.withDescription("Filters and order as in an address, such as total_amount[gt]=0&sort[posted_date]=DESC"),
      Flag.withDefault("")
    )
  },
  Effect.fn(function* ({ model, out, query }) {
    const door = yield* Door
    const id = model.toUpperCase()
    if (!Models.isModelId(id)) return yield* new CommandFailure({ message: `There is no data model ${model}.` })
    const writing = <A>(work: () => Promise<A>) =>
      Effect.tryPromise({
        try: work,
        catch: (cause) => new CommandFailure({ message: `The file cannot be written: ${(cause as Error).message}` })
      })
    const write = Effect.fnUntraced(function* (file: FileHandle) {
      const params = new URLSearchParams(query)
      params.set("limit", "1000")
      let [rows, bytes, toldAt] = [0, 0, 0]
      for (let next: string | null = ""; next !== null;) {
        if (next !== "") params.set("next", next)
        const page: { readonly data: ReadonlyArray<object>; readonly next: string | null } = yield* door.request(
          "GET",
          `${Models.get(id).path}?${params}`
        )
        const lines = Buffer.from(page.data.map((record) => `${JSON.stringify(record)}\n`).join(""))
        yield* writing(() => file.appendFile(lines))
        rows += page.data.length
        bytes += lines.length
        next = page.next
        if (Date.now() - toldAt < telling) continue
        toldAt = Date.now()
        yield* Output.progress(Progress.ofFile(basename(out), rows, bytes, false))
      }
      return Progress.ofFile(basename(out), rows, bytes, true)
    })
    const done = yield* Effect.acquireUseRelease(
      writing(() => open(out, "w")),
      write,
      (file) => Effect.promise(() => file.close())
    )
    yield* Output.progressEnd
    yield* Console.log(done)
  })
).pipe(Command.withDescription("Write a file of all records that are like something, as the list answers them"))

export const records = Command.make("records").pipe(
  Command.withDescription("Stored records"),
  Command.withSubcommands([exported, origins, ...Acts.below("records")])
)
