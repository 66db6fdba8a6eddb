/**
 * How the account behind credentials is known: a tenant, a shop, a company's file. Two accounts of one platform are two
 * connections, and an account that is connected again is the same one. What tells them apart is an id that neither new
 * credentials nor a new name changes.
 */
import type { Credentials } from "./Auth.ts"
import { isPartial, isSecret, type Settings, type Values } from "./Setting.ts"

/**
 * The settings of these names are the account's id. None of them is optional or secret; one of some ways to be authorised
 * counts where a connection has it, and one at least is of all.
 */
export interface BySettings<out N extends string = string> {
  readonly _tag: "Settings"
  /** The settings that together are the account. */
  readonly names: ReadonlyArray<N>
}
/** The answer to the connector's `check` says whose it is. */
export interface ByAnswer {
  readonly _tag: "Answer"
  /** Null where the answer does not say it: nothing is connected then. */
  readonly id: (body: any, known: Known) => string | number | null | undefined
}
/**
 * The platform says it nowhere. A company then has one connection of the platform at most: with other credentials it is
 * renewed by who asks for just that, and never by connecting once more.
 */
export interface Untold {
  readonly _tag: "Untold"
  /** In a sentence: what the platform does not tell. */
  readonly why: string
}
/** How it is known which account of the platform a connection is to. */
export type Account<N extends string = string> = BySettings<N> | ByAnswer | Untold

/** What was connected with, for platforms whose keys say something of the account, such as that it is for tests. */
export interface Known {
  /** Those of the connection. */
  readonly settings: Values
  /** Those of the connection. */
  readonly credentials: Credentials
}

/** The account is what these settings name, such as a tenant's id: known before anything is asked. */
export const settings = <const N extends string>(...names: readonly [N, ...ReadonlyArray<N>]): BySettings<N> => ({
  _tag: "Settings",
  names
})
/** The account is read from the answer to `check`: its id, never its name, which people change. */
export const answer = (id: ByAnswer["id"]): ByAnswer => ({ _tag: "Answer", id })
/** Nothing tells accounts apart; `why` is for who reads the connector. */
export const untold = (why: string): Untold => ({ _tag: "Untold", why })

/** Whether a setting is one of some ways to be authorised only. */
export const isOfSome = (declared: Settings, name: string): boolean => {
  const setting = Object.hasOwn(declared, name) ? declared[name] : undefined
  return setting !== undefined && setting.optional !== true && isPartial(setting)
}

/** What is wrong with how a connector says its accounts are told apart; null for nothing. */
export const fault = (owner: {
  readonly account?: Account | undefined
  readonly settings: Settings
}): string | null => {
  const { account } = owner
  if (account === undefined) return "does not say how its accounts are told apart: give it `account`."
  switch (account._tag) {
    case "Settings": {
      if (account.names.length === 0) return "tells its accounts apart by no setting."
      for (const name of account.names) {
        const setting = Object.hasOwn(owner.settings, name) ? owner.settings[name] : undefined
        if (setting === undefined) return `tells its accounts apart by "${name}", which is none of its settings.`
        if (setting.optional === true) return `tells its accounts apart by "${name}", which may be left out.`
        if (isSecret(setting)) return `tells its accounts apart by "${name}", which is secret.`
      }
      if (account.names.every((name) => isOfSome(owner.settings, name)))
        return "tells its accounts apart by settings that only some ways to be authorised have."
      return null
    }
    case "Answer":
      return typeof account.id === "function" ? null : "does not say how its accounts are told apart."
    case "Untold":
      return account.why?.trim() ? null : "says that its accounts cannot be told apart, and not why."
    default:
      return "does not say how its accounts are told apart in a way that this version knows."
  }
}
