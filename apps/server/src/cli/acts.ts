/** The commands that do what the console's buttons do, in its words: made of one table. */
import { Acts } from "@svc/core/api"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { Door } from "./Door.ts"
import * as Output from "./Output.ts"

const abouts: Readonly<Record<string, string>> = {
  data_model: "Such as EXPENSES",
  svc_id: "Its svc_id",
  id: "Its id",
  integration_id: "svc_id of the integration",
  invite_link_id: "Its invite_link_id"
}
const isNumber = (name: string): boolean => name === "svc_id" || name === "integration_id"

/** What of an answer is to be read, a line for each member. */
const shown = (data: Readonly<Record<string, unknown>>, names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names.flatMap((name) => {
    const value = data[name]
    if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return []
    return [`${name}: ${typeof value === "object" ? JSON.stringify(value) : String(value)}`]
  })

const commandOf = (act: Acts.Act, name: string, [method, path, body]: NonNullable<Acts.Act["request"]>) => {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, own]) => own!)
  const own = Object.fromEntries(
    names.map((one) => {
      const about = abouts[one] ?? one
      const argument: Argument.Argument<string | number> = isNumber(one)
        ? Argument.Int(one).pipe(Argument.withDescription(about))
        : Argument.String(one).pipe(Argument.withDescription(about))
      return [one, argument] as const
    })
  )
  return Command.make(
    name,
    { ...own, json: Output.json },
    Effect.fn(function* (given) {
      const door = yield* Door
      const values = given as unknown as Readonly<Record<string, string | number>>
      const place = path.replace(/:(\w+)/g, (_, one: string) =>
        encodeURIComponent(one === "data_model" ? String(values[one]).toUpperCase() : String(values[one]))
      )
      const { data } = yield* door.request(method, place, body)
      yield* Output.print(given.json, data, () => [act.done, ...shown(data, act.shows ?? [])].join("\n"))
    })
  ).pipe(Command.withDescription(`${act.label}. ${act.says}`))
}

/** Those below a word, such as `connections`. */
export const below = (group: string) =>
  Object.values<Acts.Act>(Acts.acts).flatMap((act) => {
    const [word, name] = act.command.split(" ")
    return act.request === null || word !== group ? [] : [commandOf(act, name!, act.request)]
  })

/** What a command says when it has done it. */
export const doneOf = (id: Acts.ActId): string => Acts.acts[id].done
/** What a command that is written by hand is said to do. */
export const saidOf = (id: Acts.ActId): string => {
  const { label, says } = Acts.acts[id]
  return `${label}. ${says}`
}
