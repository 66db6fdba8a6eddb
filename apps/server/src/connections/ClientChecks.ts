/** Whether a platform takes the client id and secret of its integration: asked there, without a user and without a change. */
import { Auth, type Connector } from "@svc/core"
import { ApiError, type Integrations as Definition } from "@svc/core/api"
import { Made, OAuth } from "@svc/core/runtime"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as Audit from "../audit/Audit.ts"
import { Connectors } from "../ComposedConnectors.ts"
import type { Caller } from "../http/Caller.ts"
import { calling } from "../outbound/CallFor.ts"
import { Integrations } from "./Integrations.ts"

type Check = (typeof Definition.IntegrationCheck)["Type"]
type Verdict = Pick<Check, "result" | "sentence" | "platform_answer">

export class ClientChecks extends Context.Service<
  ClientChecks,
  { readonly check: (caller: Caller, id: number) => Effect.Effect<Check, ApiError.ApiError> }
>()("@svc/server/connections/ClientChecks") {
  static readonly layer: Layer.Layer<
    ClientChecks,
    never,
    SqlClient.SqlClient | Connectors | Integrations | HttpClient.HttpClient
  > = Layer.suspend(() => Layer.effect(ClientChecks, make))
}

const unknown = (sentence: string): Verdict => ({ result: "UNKNOWN", sentence, platform_answer: null })
const said = ({ name }: Connector.Any, { result, words }: OAuth.Verdict): Verdict => {
  switch (result) {
    case "Accepted":
      return { result: "ACCEPTED", sentence: `${name} takes this client id and secret.`, platform_answer: words }
    case "Refused":
      return {
        result: "REFUSED",
        sentence: `${name} refuses this client id or secret: copy both once more from your application there.`,
        platform_answer: words
      }
    case "Untold":
      return {
        result: "UNKNOWN",
        sentence: `${name} does not say whether it takes them: its answer was about something else. Connect a company to see.`,
        platform_answer: words
      }
  }
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const connectors = yield* Connectors
  const integrations = yield* Integrations
  const http = yield* HttpClient.HttpClient
  const onCall = yield* Made.OnCall
  const audit = Audit.writer(sql)

  /** The settings of the latest connection of a platform, for those that have a token service for each account. */
  const settingsOf = (organisationId: number, type: string) =>
    Effect.map(
      sql<{ settings: Readonly<Record<string, string>> }>`
        select settings from connection where organisation_id = ${organisationId} and integration_type = ${type}
        order by id desc limit 1`,
      ([row]) => row?.settings ?? null
    )

  const verdict = Effect.fnUntraced(function* (caller: Caller, connector: Connector.Any) {
    const auth = Auth.methodsOf(connector.auth)
      .map(([, one]) => one)
      .find((one) => one._tag === "OAuth2")
    if (auth === undefined) {
      return unknown(
        `Nothing is registered at ${connector.name} that could be checked: each company enters its own keys, which are tried when it connects.`
      )
    }
    const client = yield* integrations.clientFor(caller.organisationId, connector)
    const isFixed = typeof auth.tokenUrl === "string" || client.tokenUrl !== undefined
    const settings = yield* Effect.orDie(settingsOf(caller.organisationId, connector.id))
    if (!isFixed && settings === null) {
      return unknown(`${connector.name} has a token service for each account: connect one, then check again.`)
    }
    const found = yield* OAuth.probe(connector, auth, client, settings ?? {}).pipe(
      calling({ purpose: "check", organisationId: caller.organisationId }),
      Effect.provideService(HttpClient.HttpClient, http),
      Effect.provideService(Made.OnCall, onCall)
    )
    return said(connector, found)
  })

  return ClientChecks.of({
    check: Effect.fn("ClientChecks.check")(function* (caller, id) {
      if (caller.companyId !== null) {
        return yield* ApiError.make(
          "operation-denied",
          "This API key sees one company only; integrations belong to all."
        )
      }
      const { integration_type } = yield* integrations.get(caller, id)
      const connector = yield* connectors.get(integration_type)
      if (connector === undefined) return yield* ApiError.notFound(`connector ${integration_type}`, null)
      const found = yield* verdict(caller, connector)
      yield* audit(Audit.by(caller), {
        action: "INTEGRATION_CHECKED",
        target: id,
        details: { integration_type, result: found.result }
      })
      const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
      return { integration_type, ...found, checked_at: new Date(now).toISOString() }
    })
  })
})
