/** `svc records`: a file of all that are like something, how a record was made of its platform's item, and making it once more. */
import { Models } from "@svc/core"
import { Progress } from "@svc/core/api"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Flag from "effect/cli/Flag"
import * as Stream from "effect/Stream"
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

type Append = (lines: ReadonlyArray<string>) => Effect.Effect<void, CommandFailure>

/** The line that ends an export which was cut says where to go on. */
const cutAt = (line: string): string | null => {
  if (!line.startsWith('{"next":')) return null
  const { next, ...members } = JSON.parse(line) as { readonly next: string }
  return Object.keys(members).length === 0 ? next : null
}

/** In the order of `svc_id`: by the interface's export, which is sent while it is made. */
const whole = Effect.fnUntraced(function* (path: string, params: URLSearchParams, append: Append) {
  const door = yield* Door
  let came = true
  for (let next: string | null = ""; next !== null;) {
    if (!came) return yield* new CommandFailure({ message: "The export does not go on: try again." })
    if (next !== "") params.set("next", next)
    next = null
    came = false
    yield* Stream.runForEachArray(door.lines(`${path}/export?${params}`), (lines) => {
      next = cutAt(lines.at(-1)!)
      const own = next === null ? lines : lines.slice(0, -1)
      came ||= own.length > 0
      return append(own)
    })
  }
})

/** In another order, page by page. */
const page = Effect.fnUntraced(function* (path: string, params: URLSearchParams, append: Append) {
  const door = yield* Door
  params.set("limit", "1000")
  for (let next: string | null = ""; next !== null;) {
    if (next !== "") params.set("next", next)
    const found: { readonly data: ReadonlyArray<object>; readonly next: string | null } = yield* door.request(
      "GET",
      `${path}?${params}`
    )
    yield* append(found.data.map((record) => JSON.stringify(record)))
    next = found.next
  }
})

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
    const id = model.toUpperCase()
    if (!Models.isModelId(id)) return yield* new CommandFailure({ message: `There is no data model ${model}.` })
    const writing = <A>(work: () => Promise<A>) =>
      Effect.tryPromise({
        try: work,
        catch: (cause) => new CommandFailure({ message: `The file cannot be written: ${(cause as Error).message}` })
      })
    const write = Effect.fnUntraced(function* (file: FileHandle) {
      const params = new URLSearchParams(query)
      params.delete("limit")
      let [rows, bytes] = [0, 0]
      const tell = Output.progressNowAndThen()
      const append = Effect.fnUntraced(function* (lines: ReadonlyArray<string>) {
        const text = Buffer.from(lines.map((line) => `${line}\n`).join(""))
        yield* writing(() => file.appendFile(text))
        rows += lines.length
        bytes += text.length
        yield* tell(() => Progress.ofFile(basename(out), rows, bytes, false))
      })
      const hasOrder = [...params.keys()].some((name) => name.startsWith("sort["))
      yield* (hasOrder ? page : whole)(Models.get(id).path, params, append)
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
