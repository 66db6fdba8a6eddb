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

/** Milliseconds until it is asked first, and between two times at most: as often as the console asks of what is waited for. */
const soonest = 250
const slowest = 2000

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
  // What cannot be said is no reason to give up what is done. What lasts is asked for ever more seldom.
  const looking = (pause: number): Effect.Effect<never, never, Door> =>
    Effect.sleep(pause).pipe(
      Effect.andThen(Effect.ignore(look)),
      Effect.andThen(Effect.suspend(() => looking(Math.min(2 * pause, slowest))))
    )
  return Effect.raceFirst(doing, looking(soonest))
}
