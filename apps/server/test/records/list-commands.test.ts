/**
 * Lists as a model: records come, change, are deleted and erased by random commands while several walks page through
 * random lists of them, forwards and back. Every page is what the list holds at that moment beyond the page before; and
 * over a walk, what is there throughout is met exactly once. A failure is shrunk to the fewest commands that show it.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as fc from "fast-check"
import { Jobs } from "../../src/jobs/Jobs.ts"
import { Lists } from "../../src/records/Lists.ts"
import { Records } from "../../src/records/Records.ts"
import { Events } from "../../src/webhooks/Events.ts"
import { deliver } from "../../src/webhooks/Queues.ts"
import { both } from "../support/Databases.ts"
import * as Effort from "../support/Effort.ts"
import type { Asked, Mapped, Who, World, Written } from "../support/ListWorld.ts"
import * as ListWorld from "../support/ListWorld.ts"
import * as Stored from "../support/Stored.ts"

/** A run is repeated by its seed. */
const seed = Number(process.env["LISTS_SEED"] ?? 20_261_123)
const runs = Effort.times(25)
/** Commands to be carried out on each of the two databases. */
const least = runs * 30

// --- Commands ---

type Command = fc.AsyncCommand<object, World>
let made = 0
/** A command; it is left out where it cannot be carried out, such as a step when no walk is under way. */
const command = (
  name: string,
  of: unknown,
  act: (world: World) => Promise<void>,
  needs: (walks: World) => boolean = () => true
): Command => ({
  check: () => true,
  run: async (_, world) => {
    if (!needs(world)) return
    made++
    await act(world)
  },
  toString: () => `${name} ${JSON.stringify(of)}`
})
const isWalking = ({ walks }: World) => walks.length > 0

const among = <A>(...values: ReadonlyArray<A>) => fc.constantFrom(...values)
const long = "long ".repeat(60)
const text = among(null, "a", "A", "b%", "\u{1F600}", "\uFFFD", `${long}1`, `${long}2`)
const amount = among(null, 0, -3, 0.1, 12.5, 9_007_199_254_740_991, 1e21, 5e-324)
const day = among(null, "2025-01-01T00:00:00.000Z", "2025-06-01T10:30:00.001Z")
const number = (end: number) => fc.nat({ max: end - 1 })
const who = among<Who>(0, 0, 0, 1, 1, 2)

/** A platform id of a small set, so that most of what comes is there already. */
const idOf = {
  EXPENSES: number(40).map((n) => `e${n}`),
  CONTACTS: number(3).map((n) => `c${n}`),
  ITEMS: number(3).map((n) => `i${n}`)
}
const lines = fc.uniqueArray(
  fc.record({
    platform_id: number(4).map((n) => `l${n}`),
    item_id: among(null, "i0", "i1", "i2", "gone"),
    description: text,
    quantity: amount
  }),
  { maxLength: 3, selector: ({ platform_id }) => platform_id }
)
const mappedOf: Readonly<Record<Written, fc.Arbitrary<Mapped>>> = {
  EXPENSES: fc.record({
    platform_id: idOf.EXPENSES,
    memo: text,
    total_amount: amount,
    posted_date: day,
    contact_id: among(null, "c0", "c1", "c2", "gone"),
    line_items: lines
  }),
  CONTACTS: fc.record({ platform_id: idOf.CONTACTS, name: text }),
  ITEMS: fc.record({ platform_id: idOf.ITEMS, name: text })
}
const model = among<Written>("EXPENSES", "EXPENSES", "EXPENSES", "EXPENSES", "CONTACTS", "ITEMS")

const ingest = fc
  .tuple(who, model)
  .chain(([target, of]) =>
    fc
      .uniqueArray(mappedOf[of], { minLength: 1, maxLength: 12, selector: ({ platform_id }) => platform_id })
      .map((items) => command("ingest", [target, of, items], (world) => world.ingest(target, of, items)))
  )
const remove = fc
  .tuple(who, model)
  .chain(([target, of]) =>
    fc
      .uniqueArray(idOf[of], { minLength: 1, maxLength: 4 })
      .map((ids) => command("remove", [target, of, ids], (world) => world.remove(target, of, ids)))
  )
const erase = fc
  .tuple(who, model)
  .chain(([target, of]) =>
    fc
      .uniqueArray(idOf[of], { minLength: 1, maxLength: 4 })
      .map((ids) => command("erase", [target, of, ids], (world) => world.erase(target, of, ids)))
  )

const direction = among("ASC" as const, "DESC" as const)
const common = ["svc_id", "svc_created_at", "svc_updated_at", "svc_deleted_at", "svc_company_id", "platform_id"]
const fieldsOf = {
  EXPENSES: [...common, "svc_updated_at", "memo", "total_amount", "posted_date", "contact_id"],
  LINE_ITEMS: [...common, "svc_updated_at", "description", "quantity", "item_id"]
}
const filtersOf: Readonly<Record<keyof typeof fieldsOf, fc.Arbitrary<Asked["filters"][number]>>> = {
  EXPENSES: among(
    ["memo", "neq", "a"],
    ["memo", "is_null", "false"],
    ["memo", "starts_with", "long"],
    ["total_amount", "gte", "0"],
    ["total_amount", "nin", "12.5,-3"],
    ["posted_date", "is_null", "true"],
    ["svc_updated_at", "gte", "2020-01-01"],
    ["svc_deleted_at", "is_null", "false"],
    ["platform_id", "contains", "1"]
  ),
  LINE_ITEMS: among(
    ["description", "gt", "A"],
    ["quantity", "lt", "100"],
    ["item_id", "in", "i0,i1"],
    ["svc_deleted_at", "is_null", "true"]
  )
}
const open = among("EXPENSES" as const, "EXPENSES" as const, "LINE_ITEMS" as const)
  .chain((of) =>
    fc.record({
      model: fc.constant(of),
      restricted: fc.boolean(),
      includeDeleted: fc.boolean(),
      limit: fc.integer({ min: 1, max: 7 }),
      expand: fc.subarray(of === "EXPENSES" ? ["contact", "line_items"] : ["item"]),
      filters: fc.array(filtersOf[of], { maxLength: 2 }),
      sort: fc.uniqueArray(fc.tuple(among(...fieldsOf[of]), direction), { maxLength: 3, selector: ([field]) => field })
    })
  )
  .map((asked: Asked) => command("open", asked, (world) => world.open(asked)))
const step = number(100).map((at) => command("step", at, (world) => world.step(at), isWalking))
const glance = number(100).map((at) => command("glance", at, (world) => world.glance(at), isWalking))

const commands = fc.commands(
  [
    fc.oneof(
      { weight: 5, arbitrary: ingest },
      { weight: 2, arbitrary: remove },
      { weight: 1, arbitrary: erase },
      { weight: 4, arbitrary: open },
      { weight: 12, arbitrary: step },
      { weight: 2, arbitrary: glance }
    )
  ],
  { maxCommands: 120, size: "max" }
)

describe.each(both)("lists as a model, on %s", (_, database) => {
  const layer = Layer.mergeAll(Records.layer, Lists.layer).pipe(
    Layer.provideMerge(Events.layer),
    Layer.provideMerge(Jobs.layer({ queues: [deliver] })),
    Layer.provideMerge(Stored.schema),
    Layer.provideMerge(database())
  )
  it.layer(layer, { timeout: "120 seconds", excludeTestServices: true })((test) => {
    test.effect(
      `${runs} runs of commands (LISTS_SEED=${seed})`,
      () =>
        Effect.gen(function* () {
          const context = yield* Effect.context<Effect.Services<ReturnType<typeof ListWorld.make>>>()
          const world = () => Effect.runPromiseWith(context)(ListWorld.make())
          made = 0
          yield* Effect.promise(() =>
            fc.assert(
              fc.asyncProperty(commands, async (run) => {
                const real = await world()
                await fc.asyncModelRun(() => ({ model: {}, real }), run)
              }),
              { seed, numRuns: runs }
            )
          )
          assert.isAtLeast(made, least)
          if (Effort.isLong) process.stdout.write(`${made} commands in ${runs} runs\n`)
        }),
      Effort.times(900_000)
    )
  })
})
