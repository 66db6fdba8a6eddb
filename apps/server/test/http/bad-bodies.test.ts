/**
 * Bodies that are too large, too deep, too many, packed or in another alphabet: each is refused with its status,
 * and the process that refuses them does not grow.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { cases, million, post } from "../support/BadBodies.ts"
import { prepared } from "../support/Databases.ts"
import * as ServerProcess from "../support/ServerProcess.ts"
import * as Seed from "./Seed.ts"
import * as S from "./Shape.ts"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"

/** Milliseconds that a refusal may take; the goal is 100 on a machine that has nothing else to do, so no test asks for it. */
const patience = Number(process.env["SVC_BODIES_MS"] ?? Number.POSITIVE_INFINITY)
const rounds = 5

const scope = Scope.makeUnsafe()
let server: ServerProcess.ServerProcess
let before = 0
let slowest: readonly [ms: number, what: string] = [0, ""]

beforeAll(async () => {
  server = await ServerProcess.start({ SVC_DATA_DIR: await Effect.runPromise(Scope.provide(prepared, scope)) })
  // What the first requests load, and room for large bodies, is taken once and for all.
  for (let round = 0; round < rounds; round++) {
    for (const one of cases) await post(server.url, ServerProcess.apiKey, one)
  }
  before = server.memory()
})
afterAll(async () => {
  await server.stop()
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

describe("a body", () => {
  for (const one of cases) {
    const [what, , status] = one
    it(`of ${what} is refused`, async () => {
      for (let round = 0; round < rounds; round++) {
        const answer = await post(server.url, ServerProcess.apiKey, one)
        expect(answer.status, answer.text.slice(0, 300)).toBe(status)
        expect(S.problemsOf(JSON.parse(answer.text), Seed.error)).toEqual([])
        expect(answer.text.length).toBeLessThan(100_000)
        expect(answer.took).toBeLessThan(patience)
        if (answer.took > slowest[0]) slowest = [answer.took, what]
      }
    })
  }
  it("costs no memory that is not given back", () => {
    const grown = server.memory() - before
    if (process.env["SVC_BODIES_MS"] !== undefined) {
      process.stdout.write(
        `grown by ${(grown / million).toFixed(1)} MB; slowest ${slowest[0].toFixed(0)} ms, ${slowest[1]}\n`
      )
    }
    // Together they are several times as much; how much memory they take meanwhile is measured by `pnpm bench b2`.
    expect(grown).toBeLessThan(200 * million)
  })
})
