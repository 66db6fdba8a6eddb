/** Which account of the platform credentials lead to, and which there are to choose from. */
import * as Effect from "effect/Effect"
import { type Account, idOfChecked } from "../contract/Account.ts"
import { type Any, type Discover, discoveriesOf } from "../contract/Connector.ts"
import { ConnectorError, Undecodable } from "../contract/ConnectorError.ts"
import { normal, type Values } from "../contract/Setting.ts"
import { decode, lookUp } from "./Reading.ts"
import type { Connection, Send } from "./Request.ts"

/** A connection, and how calls are made for it or for one with other settings. */
export interface Parts {
  readonly connector: Any
  readonly connection: Connection
  readonly sending: (connection: Connection) => Send
}

/** The account that the answer to `check` is of; null where the platform has none (`Account.untold`). */
export const account = Effect.fnUntraced(function* ({ connection, connector }: Parts, answer: unknown) {
  const credentials = yield* connection.credentials
  const id = idOfChecked(connector, answer, { settings: connection.settings, credentials })
  if (id !== null || (connector.account as Account)._tag === "Untold") return id
  const issues = ["the answer does not say which account it is of"]
  const operation = "check the connection"
  return yield* new ConnectorError({ connector: connector.id, operation, reason: new Undecodable({ issues }) })
})

/** What one may choose from: what people call it, and its settings. */
export interface Choice {
  readonly name: string
  readonly settings: Values
}

/** What a stage of the discovery finds with the settings found before it. */
const choicesOf = Effect.fnUntraced(function* (
  { connection, connector, sending }: Parts,
  stage: Discover,
  before: Choice
) {
  const operation = "find out the account"
  const settings = { ...connection.settings, ...before.settings }
  const call = typeof stage.call === "function" ? stage.call(settings) : stage.call
  const answer = yield* lookUp(connector, sending({ ...connection, settings }), call, operation, [])
  const found = stage.choices(yield* decode(connector, operation, stage.response, answer?.body))
  return found.map(({ name, settings: own }): Choice => ({
    name: before.name === "" ? name : `${before.name}, ${name}`,
    settings: { ...before.settings, ...normal<Values>(connector.settings, own) }
  }))
})

/** What the connector's `discover` finds, stage by stage. */
export const discover = Effect.fnUntraced(function* (parts: Parts) {
  const [first, ...further] = discoveriesOf(parts.connector)
  if (first === undefined) return []
  let found: ReadonlyArray<Choice> = yield* choicesOf(parts, first, { name: "", settings: {} })
  for (const stage of further) {
    const within = yield* Effect.forEach(found, (before) =>
      // What one of several may not be looked into is none to choose from.
      Effect.catchReasons(choicesOf(parts, stage, before), "ConnectorError", {
        Forbidden: () => Effect.succeed([]),
        NotFound: () => Effect.succeed([])
      })
    )
    found = within.flat()
  }
  return found
})
