/**
 * What a connection needs to know besides its credentials: a tenant, a shop's name, a region. Each setting says where
 * its value comes from; the connect page and the OAuth engine read that.
 */
interface Base {
  /** What an end user reads. */
  readonly label: string
  readonly help?: string
}
/** Asked on the connect page before the user is sent to the platform. */
export interface Asked extends Base {
  readonly _tag: "Asked"
  /** Regular expression the whole value must match. */
  readonly pattern?: string
  readonly placeholder?: string
  /** A closed set of values, shown as a choice. */
  readonly choices?: Readonly<Record<string, string>>
  readonly optional?: boolean
  /** Entered and shown like a password, and sealed with the credentials. */
  readonly secret?: boolean
}
/** A query parameter of the OAuth callback. */
export interface FromCallback extends Base {
  readonly _tag: "FromCallback"
  readonly param: string
}
/** A member of the OAuth token answer. */
export interface FromToken extends Base {
  readonly _tag: "FromToken"
  readonly at: string
}
/** Found by the connector's `discover` call after the tokens came; the user chooses when there are several. */
export interface Discovered extends Base {
  readonly _tag: "Discovered"
}
export type Setting = Asked | FromCallback | FromToken | Discovered
export type Settings = Readonly<Record<string, Setting>>
/** The values, as a connection stores them and an embedder passes them. */
export type Values<S extends Settings = any> = { readonly [K in keyof S]: string }

export const asked = (options: Omit<Asked, "_tag">): Asked => ({ _tag: "Asked", ...options })
export const fromCallback = (options: Omit<FromCallback, "_tag">): FromCallback => ({
  _tag: "FromCallback",
  ...options
})
export const fromToken = (options: Omit<FromToken, "_tag">): FromToken => ({ _tag: "FromToken", ...options })
export const discovered = (options: Omit<Discovered, "_tag">): Discovered => ({ _tag: "Discovered", ...options })
