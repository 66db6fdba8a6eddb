/** Which account of the platform credentials lead to, and which there are to choose from. */
import * as Effect from "effect/Effect"
import { type Account, isOfSome, type Known } from "../contract/Account.ts"
import { type Any, type Discover, discoveriesOf } from "../contract/Connector.ts"
import { ConnectorError, Undecodable } from "../contract/ConnectorError.ts"
import { normal, type Settings, type Values } from "../contract/Setting.ts"
import { decode, lookUp } from "./Reading.ts"
import type { Connection, Send } from "./Request.ts"

/** What has accounts: a connector. */
interface Owner {
  readonly account: Account
  readonly settings: Settings
}

/** Longest id of an account, in characters. */
const longest = 500

/** An id that can be stored and compared; null for what is none. */
const idOf = (value: unknown): string | null => {
  const text = typeof value === "number" ? String(value) : value
  // oxlint-disable-next-line no-control-regex
  return typeof text === "string" && text.trim() !== "" && text.length <= longest && !/[\u0000-\u001f]/.test(text)
    ? text
    : null
}

/** The account's id where settings alone tell it; null where they do not, or where one of them is missing. */
export const ofSettings = (owner: Owner, values: Readonly<Record<string, string | undefined>>): string | null => {
  const { account } = owner
  if (account._tag !== "Settings") return null
  const own = normal(owner.settings, values)
  const parts = account.names.map((name) => own[name] ?? "")
  if (account.names.some((name, at) => parts[at] === "" && !isOfSome(owner.settings, name))) return null
  return idOf(parts.length === 1 ? parts[0] : JSON.stringify(parts))
}

/** The account's id by all that is known of it, `body` being the answer to `check`; null where nothing tells it. */
export const idOfChecked = (owner: Owner, body: unknown, known: Known): string | null => {
  const { account } = owner
  if (account._tag === "Settings") return ofSettings(owner, known.settings)
  if (account._tag === "Untold") return null
  try {
    return idOf(account.id(body, { ...known, settings: normal(owner.settings, known.settings) }))
  } catch {
    return null
  }
}

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
      Effect.catchIf(
        choicesOf(parts, stage, before),
        ({ reason }) => reason._tag === "Forbidden" || reason._tag === "NotFound",
        () => Effect.succeed([])
      )
    )
    found = within.flat()
  }
  return found
})
