/** Says how far long work is while it is waited for, in the sentences of the interface, which the console shows too. */
import type { Overview } from "@svc/core/api"
import * as Effect from "effect/Effect"
import { type CommandFailure, Door } from "./Door.ts"
import * as Output from "./Output.ts"

export type UnderWay = (typeof Overview.UnderWay)["Encoded"]

export const all = Effect.gen(function* () {
  const door = yield* Door
  const { data } = (yield* door.request("GET", "/v3/core/overview/work")) as { readonly data: ReadonlyArray<UnderWay> }
  return data
})

/** Does something, and says meanwhile what of it is under way. */
export const said = <A, R>(
  isOurs: (one: UnderWay) => boolean,
  doing: Effect.Effect<A, CommandFailure, R>
): Effect.Effect<A, CommandFailure, R | Door> => {
  let before = ""
  const look = Effect.gen(function* () {
    const sentence = (yield* all)
      .filter(isOurs)
      .map((one) => one.sentence)
      .join(" ")
    if (sentence === before || sentence === "") return
    before = sentence
    yield* Output.progress(sentence)
  })
  // What cannot be said is no reason to give up what is done.
  const looking = Effect.forever(Effect.andThen(Effect.sleep("250 millis"), Effect.ignore(look)))
  return Effect.raceFirst(doing, looking)
}
