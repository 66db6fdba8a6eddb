/** The call budgets of connections (`Lines.ts`) as a service that all clients of a process share, before a store of its choice. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { BudgetStore } from "./BudgetStore.ts"
import * as Lines from "./Lines.ts"

export { alone, defaultConcurrent, Priority, type Usage } from "./Lines.ts"

export class Limits extends Context.Service<Limits, Lines.Overseen>()("@svc/core/Limits") {
  static readonly layerStore: Layer.Layer<Limits, never, BudgetStore> = Layer.suspend(() =>
    Layer.effect(
      Limits,
      Effect.gen(function* () {
        const scope = yield* Effect.scope
        const store = yield* BudgetStore
        const { end, inside, lines } = Lines.make(store, {
          begin: (work) => Effect.asVoid(Effect.forkIn(work, scope))
        })
        yield* Effect.addFinalizer(() => end)
        return Lines.overseen(lines, inside, store)
      })
    )
  )
  /** A budget for this process alone. */
  static readonly layer: Layer.Layer<Limits> = Limits.layerStore.pipe(Layer.provide(BudgetStore.layerMemory))
}
