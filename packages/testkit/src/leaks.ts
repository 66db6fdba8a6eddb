/** What an operator sees of a connector at work, spans and logs, and that no secret is among it. */
import { Connector, type ConnectorError, type Models, Setting, type Writes } from "@svc/core"
import type { Platform } from "@svc/core/runtime"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import * as Tracer from "effect/Tracer"
import assert from "node:assert/strict"
import { assertNoSecret, secretsOf } from "./asserts.ts"
import type { Case } from "./Case.ts"
import * as Fault from "./Fault.ts"
import { fakeOf, type Check, type Subject, withClient } from "./Subject.ts"
import { nowOf, walkAll } from "./Walk.ts"

type Use = (client: Platform.Client) => Effect.Effect<unknown, ConnectorError.ConnectorError>

export const readLeaks = (subject: Subject, model: Models.ModelId, own: Case): Check => ({
  name: `${model}: spans and logs show no secret`,
  run: async () => {
    const fake = fakeOf(subject, own.exchanges, { now: nowOf(own) })
    await quiet(subject, fake, walkAll(subject, fake, model, own))
    const { deletes } = own
    if (deletes === undefined) return
    const named = Connector.sourcesOf(subject.connector, model).filter(
      (read) => read.deletes._tag === "Feed" || read.deletes._tag === "IdListing"
    )
    const now = nowOf(own)
    await quiet(subject, fakeOf(subject, deletes.exchanges), (client) =>
      Effect.forEach(named, (read) => client.ids(read, { now, since: deletes.since ?? now }))
    )
  }
})

export const writeLeaks = (subject: Subject, model: Writes.WriteId, operation: Writes.Operation, own: Case): Check => ({
  name: `${operation} ${model}: spans and logs show no secret`,
  run: () =>
    quiet(subject, fakeOf(subject, own.exchanges), (client) =>
      client.write(model, operation, own.input ?? [], { key: "suite" })
    )
})

export const connectionLeaks = (subject: Subject): Check => ({
  name: "spans, logs and errors of calls that fail show no secret",
  run: async () => {
    const { connector, credentials, settings } = subject
    const named = connector.app === undefined ? [] : [subject.app?.clientSecret ?? ""]
    const sealed = Object.entries(connector.settings as Setting.Settings).flatMap(([name, setting]) =>
      Setting.isSecret(setting) ? (settings[name] ?? []) : []
    )
    const echo = {
      message: `seen ${[...Object.values(credentials), ...sealed, ...named].join(" ")}`,
      sealed,
      ...credentials
    }
    for (const status of [400, 401, 403, 429, 500]) {
      const faults = [Fault.answering("every call", { status, body: echo })]
      await quiet(subject, fakeOf(subject, [], { faults }), ({ check }) => check)
      await quiet(subject, fakeOf(subject, [], { faults }), ({ call }) => call({ path: "/anything" }))
    }
    await quiet(subject, fakeOf(subject, [], { faults: [Fault.brokenConnection("every call")] }), ({ check }) => check)
  }
})

/** Runs a use with everything recorded that it tells, whole headers included, and looks for secrets in it. */
export const quiet = async (
  subject: Subject,
  fake: ReturnType<typeof fakeOf>,
  use: Use,
  secrets: ReturnType<typeof secretsOf> = secretsOf(subject)
): Promise<void> => {
  const told: Array<unknown> = []
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      told.push(span)
      return span
    }
  })
  const logger = Logger.make(({ cause, message }) => void told.push({ message, cause }))
  const observed: Use = (client) =>
    use(client).pipe(
      Effect.tapCause((cause) => Effect.logError("failed", cause)),
      Effect.provideService(HttpClient.TracerHeaderFilter, () => true),
      Effect.provideService(References.MinimumLogLevel, "All"),
      Effect.provide(Logger.layer([logger])),
      Effect.withTracer(tracer)
    )
  const result = await withClient(subject, fake, (client) => Effect.result(observed(client)))
  assert.ok(told.length > 0, "nothing is told of a call")
  assertNoSecret(subject, told.map(shown), secrets)
  assertNoSecret(subject, result, secrets)
}
/** What of a span leaves the process: an exporter sends no values, and of a failure its text. */
const shown = (told: unknown) => {
  if (!(told instanceof Tracer.NativeSpan)) return told
  const { attributes, events, name, status } = told
  const ending = status._tag === "Ended" && status.exit._tag === "Failure" ? Cause.pretty(status.exit.cause) : null
  return { name, attributes: [...attributes], events, ending }
}
