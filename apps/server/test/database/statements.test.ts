/**
 * How many nodes each statement asks that the server sends: those that were recorded while its tests ran on a cluster
 * (`pnpm citus record`, the log in `SVC_RECORDED_STATEMENTS`) are planned once more. What is about one company is on one
 * shard; whatever asks more is named in docs/scaling.md with its reason.
 */
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as Distribution from "../../src/database/Distribution.ts"
import * as Databases from "../support/Databases.ts"
import * as RecordedStatements from "../support/RecordedStatements.ts"

const log = process.env["SVC_RECORDED_STATEMENTS"] ?? ""
const distributed = Object.entries(Distribution.places).flatMap(([name, place]) =>
  place === "distributed" ? [name] : []
)

/** Statements that ask several shards, by the name that docs/scaling.md gives them with the reason. */
const several: ReadonlyArray<readonly [name: string, is: RegExp]> = [
  ["lists of records of an organisation", /from record_\* r\b(?!.*\b(?:where|and) r\.company_id = (?!any\b))/],
  [
    "a record by its id alone",
    /from record(?:_\*)? (?:r )?(?:join connection c on \S+ = \S+ )?where (?:r\.)?svc_id = .*organisation_id/
  ],
  ["records that are named for an organisation", /from record_\*.*organisation_id(?!.*company_id = )/],
  [
    "lists of events, calls and refusals of an organisation",
    /from (?:event e|platform_call|refusal r|\( select c\.organisation_id)/
  ],
  ["what was refused, in the overview of an organisation", /from refusal r join company own/],
  ["events to be told again", /from event where organisation_id = /],
  ["what deliveries and pages tell of events", /from event where (?:company_id = any|id = any)/],
  ["items of the upload jobs on a page", /from upload_item where company_id = any/],
  ["sources whose mapping has changed", /^select distinct k\.connection_id as id from checkpoint k/],
  [
    "what is old",
    /^select (?:company_id, id|id, company_id|distinct company_id|company_id, svc_id|run_id from checkpoint where company_id = any)|^delete from \w+ where company_id = any/
  ]
]

/** The most tasks of any part of a plan. */
const tasksOf = (plan: unknown): number =>
  typeof plan !== "object" || plan === null
    ? 0
    : Math.max(
        0,
        ...Object.entries(plan).map(([name, value]) => (name === "Task Count" ? Number(value) : tasksOf(value)))
      )

layer(Databases.postgres(), { timeout: "600 seconds", excludeTestServices: true })("statements of the server", (it) => {
  it.effect("ask one shard, or are named with the reason why they ask more", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const state = yield* Distribution.state
      if (state !== "spread" || log === "") {
        console.info("No statements were recorded on a cluster (SVC_RECORDED_STATEMENTS): none are planned.")
        return
      }
      const { refused, sent } = yield* Effect.promise(() => RecordedStatements.read(log, distributed))
      assert.deepStrictEqual(refused, [], "statements that Citus refused")
      assert.isAbove(sent.length, 200)
      const tasks = new Map<string, number>()
      const unplanned: Array<string> = []
      for (const { shape, text } of sent) {
        const planned = yield* Effect.result(
          sql.unsafe<Record<string, unknown>>(`explain (format json) ${text}`).unprepared
        )
        if (planned._tag === "Failure") unplanned.push(`${text}: ${(planned.failure.cause as Error).message}`)
        else tasks.set(shape, tasksOf(Object.values(planned.success[0]!)[0]))
      }
      assert.deepStrictEqual(unplanned, [], "statements that cannot be planned")
      const page = readFileSync(join(import.meta.dirname, "../../../../docs/scaling.md"), "utf8")
      for (const [name] of several) assert.include(page, `| ${name} |`)
      const asking = [...tasks].filter(([, count]) => count > 1).map(([shape]) => shape)
      assert.deepStrictEqual(
        asking.filter((shape) => !several.some(([, is]) => is.test(shape))),
        [],
        "statements that ask several shards and are not named"
      )
      console.info(`${tasks.size} statements, of which ${asking.length} ask several shards.`)
    })
  )
})
