/**
 * The contract every connector keeps, as checks. A capability without a case fails, and so does a case without a
 * capability: there is no switch that turns a check off.
 */
import assert from "node:assert/strict"
import { Auth, Connector, Models, Writes } from "@svc/core"
import { Registry } from "@svc/core/runtime"
import { afterAll, describe, it } from "vitest"
import { alikeChecks } from "./alike.ts"
import { balanceChecks } from "./balance.ts"
import { manifestChecks } from "./manifestChecks.ts"
import { fileChecks } from "./files.ts"
import { circleChecks } from "./circles.ts"
import { connectionChecks } from "./connection.ts"
import { datedChecks } from "./dated.ts"
import { deleteChecks } from "./deletes.ts"
import { faultChecks } from "./faults.ts"
import { inventedChecks } from "./invented.ts"
import { readLeaks } from "./leaks.ts"
import { settingChecks } from "./settings.ts"
import { readChecks } from "./reads.ts"
import { pageChecks } from "./pages.ts"
import { resumeChecks } from "./resume.ts"
import { sinceChecks } from "./since.ts"
import { type Check, declaredOf, furtherOf, type Subject } from "./Subject.ts"
import { subscribeChecks } from "./subscribe.ts"
import { absenceChecks, told, unseen } from "./unseen.ts"
import { writeChecks } from "./writes.ts"

/** Everything a connector can do, by the name its case goes by. */
export const capabilitiesOf = (connector: Connector.Any): ReadonlyArray<string> => [
  "check",
  ...(connector.discover === undefined ? [] : ["discover"]),
  ...(connector.disconnect === undefined ? [] : ["disconnect"]),
  ...Object.keys(connector.files ?? {}).map((direction) => `DOCUMENTS.${direction}`),
  ...(connector.inbound === undefined ? [] : ["inbound"]),
  ...(connector.inbound?.subscribe === undefined ? [] : ["subscribe"]),
  ...Object.keys(connector.reads),
  ...Object.entries((connector.writes ?? {}) as Connector.Writes).flatMap(([model, byOperation]) =>
    Object.keys(byOperation ?? {}).map((operation) => `${model}.${operation}`)
  )
]

/** All checks of a connector; each rejects when the connector does not keep it. */
export const checks = (subject: Subject): ReadonlyArray<Check> => {
  const { cases, connector } = subject
  if (!Connector.isWhole(connector))
    throw new Error(`Not all of ${connector.id} is loaded: give the suite \`await Connector.whole(…)\`.`)
  const reads = Models.modelIds.filter((model) => model in connector.reads && model in cases)
  const writes = Writes.all().filter(
    ({ model, operation }) => `${model}.${operation}` in cases && connector.writes?.[model]?.[operation]
  )
  return [
    { name: "is a connector this version can run", run: async () => assert.equal(Registry.fault(connector), null) },
    {
      name: "is shown with credentials for each way it can be authorised",
      run: async () => {
        const [, ...further] = Auth.methodsOf(connector.auth).map(([name]) => name)
        assert.deepEqual(Object.keys(subject.methods ?? {}), further)
      }
    },
    {
      name: "declares the settings it is given and those it discovers",
      run: async () => {
        const found = (cases["discover"]?.choices ?? []) as ReadonlyArray<{ readonly settings: object }>
        for (const own of [subject, ...furtherOf(subject)]) {
          const declared = declaredOf(own)
          const due = Object.keys(declared).filter((name) => declared[name]?.optional !== true)
          assert.deepEqual(
            due.filter((name) => !(name in own.settings)),
            [],
            "settings that are not given"
          )
          const given = [own.settings, ...found.map(({ settings }) => settings)].flatMap((one) => Object.keys(one))
          assert.deepEqual(
            given.filter((name) => !(name in declared)),
            [],
            "settings that are not declared"
          )
        }
      }
    },
    {
      name: "has a case for each capability and a capability for each case",
      run: async () => assert.deepEqual(Object.keys(cases).toSorted(), capabilitiesOf(connector).toSorted())
    },
    {
      name: "says of each fixture where it is from",
      run: async () => {
        for (const [name, { source, source_note }] of Object.entries(cases)) {
          assert.ok(["documented", "recorded"].includes(source) && source_note, name)
        }
      }
    },
    ...reads.flatMap((model) => [
      ...readChecks(subject, model, cases[model]!),
      ...pageChecks(subject, model, cases[model]!),
      ...sinceChecks(subject, model, cases[model]!),
      ...datedChecks(subject, model, cases[model]!),
      ...alikeChecks(subject, model, cases[model]!),
      ...balanceChecks(subject, model, cases[model]!),
      ...inventedChecks(subject, model, cases[model]!),
      ...resumeChecks(subject, model, cases[model]!),
      ...deleteChecks(subject, model, cases[model]!),
      ...faultChecks(subject, model, cases[model]!),
      ...circleChecks(subject, model, cases[model]!),
      readLeaks(subject, model, cases[model]!),
      ...absenceChecks(subject, model)
    ]),
    ...writes.flatMap(({ model, operation }) =>
      writeChecks(subject, model as Writes.WriteId, operation, cases[`${model}.${operation}`]!)
    ),
    ...fileChecks(subject),
    ...settingChecks(subject),
    ...connectionChecks(subject),
    ...subscribeChecks(subject),
    ...furtherOf(subject).flatMap((own) =>
      connectionChecks(own).map(({ name, run }) => ({ name: `by ${own.method}: ${name}`, run }))
    ),
    ...manifestChecks(subject)
  ]
}

/** A check waits for nothing but its own work: only what hangs is ended, in milliseconds, and a busy machine is not blamed. */
const patience = 300_000

/**
 * Registers the checks with vitest. The whole of a connector's test file, beside tests of its own quirks. At the end it says
 * which members the mappings fill and no case shows.
 */
export const suite = (connector: Connector.Any, options: Omit<Subject, "connector">): void => {
  const subject: Subject = { connector, ...options }
  describe(connector.id, () => {
    for (const { name, run } of checks(subject)) it(name, run, patience)
    afterAll(async () => {
      const found = await unseen(subject).then(told, () => "")
      if (found !== "") console.log(`${connector.id}: mapped, and in no case:\n${found}`)
    })
  })
}
