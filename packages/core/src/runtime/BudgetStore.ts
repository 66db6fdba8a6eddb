/**
 * Where call budgets are kept, as a service. In the memory of one process, as embedders have it, or in a store that several processes
 * share: it moves a budget's state by one exchange at a time (`Budget.ts`), by a clock of its own.
 */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import type * as Budget from "./Budget.ts"
import * as BudgetMemory from "./BudgetMemory.ts"

export class BudgetStore extends Context.Service<BudgetStore, BudgetMemory.BudgetStore>()("@svc/core/BudgetStore") {
  static readonly layerMemory: Layer.Layer<BudgetStore> = Layer.suspend(() => BudgetStore.layerOf(new Map()))
  /** The same with states that were there before, for who keeps what they are moved to. */
  static readonly layerOf = (states: Map<string, Budget.State>): Layer.Layer<BudgetStore> =>
    Layer.sync(BudgetStore, () => BudgetMemory.over(states))
}
