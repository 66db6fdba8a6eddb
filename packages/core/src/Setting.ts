/**
 * What a connection needs to know besides its credentials: a tenant, a shop's name, a region. Each setting says where
 * its value comes from; the connect page and the OAuth engine read that.
 */
interface Base {
  /** What an end user reads. */
  readonly label: string
  readonly help?: string
  /** A connection works without it. */
  readonly optional?: boolean
  /** Regular expression the whole value must match, wherever it comes from: no call is sent while it does not. */
  readonly pattern?: string
}
/** Asked on the connect page before the user is sent to the platform. */
export interface Asked extends Base {
  readonly _tag: "Asked"
  readonly placeholder?: string
  /** A closed set of values, shown as a choice. */
  readonly choices?: Readonly<Record<string, string>>
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
type OptionalNames<S> = { [K in keyof S]: S[K] extends { readonly optional?: true } ? K : never }[keyof S]
/** The values, as a connection stores them and an embedder passes them; those of optional settings may be absent. */
export type Values<S extends Settings = any> = string extends keyof S
  ? { readonly [K in keyof S]: string }
  : { readonly [K in Exclude<keyof S, OptionalNames<S>>]: string } & {
      readonly [K in OptionalNames<S>]?: string | undefined
    }

type Options<A extends Setting, O extends boolean> = Omit<A, "_tag" | "optional"> & { readonly optional?: O }
type Declared<A extends Setting, O extends boolean> = A & { readonly optional?: O }

export const asked = <const O extends boolean = false>(options: Options<Asked, O>): Declared<Asked, O> => ({
  _tag: "Asked",
  ...options
})
export const fromCallback = <const O extends boolean = false>(
  options: Options<FromCallback, O>
): Declared<FromCallback, O> => ({ _tag: "FromCallback", ...options })
export const fromToken = <const O extends boolean = false>(options: Options<FromToken, O>): Declared<FromToken, O> => ({
  _tag: "FromToken",
  ...options
})
export const discovered = <const O extends boolean = false>(
  options: Options<Discovered, O>
): Declared<Discovered, O> => ({ _tag: "Discovered", ...options })

/** Whether a value has the form that its setting must have. */
export const isFormed = ({ pattern }: Pick<Setting, "pattern">, value: string): boolean =>
  pattern === undefined || new RegExp(`^(?:${pattern})$`, "u").test(value)

/**
 * Name of a setting whose value is there and does not have its form; null when there is none. A host may be made of a
 * setting, so one without its form must not reach a platform. What is left out is not judged here.
 */
export const malformed = (settings: Settings, values: Readonly<Record<string, string | undefined>>): string | null =>
  Object.entries(settings).find(([name, setting]) => {
    const value = values[name]
    return value !== undefined && !(value === "" && setting.optional === true) && !isFormed(setting, value)
  })?.[0] ?? null
