/**
 * What a connection needs to know besides its credentials: a tenant, a shop's name, a region. Each setting says where
 * its value comes from; the connect page and the OAuth engine read that.
 */
import * as Bounds from "./Bounds.ts"

interface Base {
  /** What an end user reads. */
  readonly label: string
  readonly help?: string
  /** A connection works without it. */
  readonly optional?: boolean
  /** Regular expression the whole value must match, wherever it comes from: no call is sent while it does not. */
  readonly pattern?: string | undefined
  /**
   * Brings all spellings of a value to one, before it is held to `pattern`, compared, stored and used; blanks around it are
   * gone already. Done again it changes nothing. `address` and `host` are for what users type of a platform's place.
   */
  readonly normalize?: ((value: string) => string) | undefined
  /** Names of the ways to be authorised (`Auth.choice`) whose connections have it; those of all when absent. */
  readonly methods?: ReadonlyArray<string>
  /** Where else its value may come from, as `either` says it. */
  readonly or?: ReadonlyArray<Setting>
}
/** Asked on the connect page before the user is sent to the platform. */
export interface Asked extends Base {
  readonly _tag: "Asked"
  /** An example of what is typed, shown while nothing is; none when absent. */
  readonly placeholder?: string
  /** A closed set of values, shown as a choice. */
  readonly choices?: Readonly<Record<string, string>>
  /** Entered and shown like a password, and sealed with the credentials. */
  readonly secret?: boolean
}
/** A query parameter of the OAuth callback, known before the code is exchanged: `tokenUrl` may be made of it. */
export interface FromCallback extends Base {
  readonly _tag: "FromCallback"
  /** The parameter's name. */
  readonly param: string
}
/** A member of the OAuth token answer. */
export interface FromToken extends Base {
  readonly _tag: "FromToken"
  /** Dotted path of the text in the token's answer. */
  readonly at: string
}
/** Found by the connector's `discover` call after the tokens came; the user chooses when there are several. */
export interface Discovered extends Base {
  readonly _tag: "Discovered"
}
/** A setting of a connection, by where its value comes from. */
export type Setting = Asked | FromCallback | FromToken | Discovered
/** Settings by name. */
export type Settings = Readonly<Record<string, Setting>>
type OptionalNames<S> = { [K in keyof S]: S[K] extends { readonly optional?: true } ? K : never }[keyof S]
/** The values, as a connection stores them and an embedder passes them; those of optional settings may be absent. */
export type Values<S extends Settings = any> = string extends keyof S
  ? { readonly [K in keyof S]: string }
  : { readonly [K in Exclude<keyof S, OptionalNames<S>>]: string } & {
      readonly [K in OptionalNames<S>]?: string | undefined
    }

/** What is said of a setting; one that only some ways have (`methods`) may be absent, as an optional one may. */
type Options<A extends Setting, O extends boolean, M extends string> = Omit<
  A,
  "_tag" | "methods" | "optional" | "or"
> & {
  readonly optional?: O
  readonly methods?: ReadonlyArray<M>
}
type Declared<A extends Setting, O extends boolean, M extends string> = A & {
  readonly optional?: [M] extends [never] ? O : true
}

/** A setting that the user is asked for, on the connect page, before anything else is known. */
export const asked = <const O extends boolean = false, const M extends string = never>(
  options: Options<Asked, O, M>
): Declared<Asked, O, M> => ({ _tag: "Asked", ...options }) as Declared<Asked, O, M>
/** A setting that is a parameter of the OAuth callback. */
export const fromCallback = <const O extends boolean = false, const M extends string = never>(
  options: Options<FromCallback, O, M>
): Declared<FromCallback, O, M> => ({ _tag: "FromCallback", ...options }) as Declared<FromCallback, O, M>
/** A setting that the token answer tells, at a dotted path. */
export const fromToken = <const O extends boolean = false, const M extends string = never>(
  options: Options<FromToken, O, M>
): Declared<FromToken, O, M> => ({ _tag: "FromToken", ...options }) as Declared<FromToken, O, M>
/** A setting that the connector's `discover` finds. */
export const discovered = <const O extends boolean = false, const M extends string = never>(
  options: Options<Discovered, O, M>
): Declared<Discovered, O, M> => ({ _tag: "Discovered", ...options }) as Declared<Discovered, O, M>
/**
 * A setting whose value comes from the first of several places that has it: from the callback, and where that does not say it
 * by discovery; asked of one way's users (`methods`), and told by the other's token answer. One of them must have it.
 * `pattern` and `normalize` are those of the first.
 */
export const either = (
  first: Setting,
  second: Setting,
  ...further: ReadonlyArray<Setting>
): Setting & { readonly optional?: false } => {
  const { label, normalize, pattern } = first
  const or = [second, ...further].map((place): Setting => ({ ...place, label, normalize, pattern, optional: false }))
  return { ...first, optional: false, or }
}

/** Where the value of a setting may come from, in the order in which they are looked at. */
export const placesOf = (setting: Setting): ReadonlyArray<Setting> => [setting, ...(setting.or ?? [])]
/** Whether its value may come from there. */
export const isFrom = (setting: Setting | undefined, tag: Setting["_tag"]): boolean =>
  setting !== undefined && placesOf(setting).some(({ _tag }) => _tag === tag)
/** Whether it is entered and kept like a password. */
export const isSecret = (setting: Setting | undefined): boolean =>
  setting !== undefined && placesOf(setting).some((place) => place._tag === "Asked" && place.secret === true)
/** Whether there are connections that have no such setting: it is optional, or of some ways only. With several places it is of all. */
export const isPartial = (setting: Setting): boolean =>
  setting.optional === true || (setting.or === undefined && setting.methods !== undefined)

/** The settings of connections that are authorised in one way, each with the places that count for it. */
export const ofMethod = (settings: Settings, method: string | null): Settings =>
  Object.fromEntries(
    Object.entries(settings).flatMap(([name, setting]) => {
      const [first, ...others] = placesOf(setting).filter(
        ({ methods }) => methods === undefined || method === null || methods.includes(method)
      )
      if (first === undefined) return []
      const { or: _, ...own } = first
      return [[name, others.length === 0 ? own : { ...own, or: others }]]
    })
  )

/** Something that begins like a web address, without what could hide another host or a password in it. */
const webAddress = /^https?:\/\/[^\s\p{Cc}\\@?#]+$/iu
const urlOf = (text: string): URL | null => (webAddress.test(text) && URL.canParse(text) ? new URL(text) : null)
const withoutDot = (host: string): string => host.replace(/\.(?=$|:)/, "")

/**
 * The one spelling of a web address: scheme and host in small letters, no port that goes without saying, no slash at the
 * end. What is no web address stays as it is.
 */
export const address = (text: string): string => {
  const url = urlOf(text.trim())
  return url === null
    ? text.trim()
    : `${url.protocol}//${withoutDot(url.host)}${url.pathname}`.replace(/(?<!\/)\/+$/, "")
}
/** The one spelling of a host's name, also where its whole web address was typed: without scheme, path and usual port. */
export const host = (text: string): string => {
  const trimmed = text.trim()
  const url = urlOf(/^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`)
  return url === null ? trimmed.toLowerCase() : withoutDot(url.host)
}

/** The normal form of one value. A secret stays as it is, unless its setting says otherwise. */
export const normalOf = (setting: Setting | undefined, value: string): string => {
  if (setting === undefined || typeof value !== "string") return value
  if (isSecret(setting) && setting.normalize === undefined) return value
  const trimmed = value.trim()
  try {
    return setting.normalize?.(trimmed) ?? trimmed
  } catch {
    return trimmed
  }
}
/** Values in their normal form: what is compared, stored and used, whichever door they came by. */
export const normal = <V extends Readonly<Record<string, string | undefined>>>(settings: Settings, values: V): V =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value === undefined ? value : normalOf(Object.hasOwn(settings, name) ? settings[name] : undefined, value)
    ])
  ) as V

/** Whether a value has the form that its setting must have. None is longer than can be kept, or holds what is no text. */
export const isFormed = ({ pattern }: Pick<Setting, "pattern">, value: string): boolean =>
  value.length <= Bounds.setting &&
  value.isWellFormed() &&
  !value.includes("\u0000") &&
  (pattern === undefined || new RegExp(`^(?:${pattern})$`, "u").test(value))

/**
 * Name of a setting whose value is there and does not have its form; null when there is none. A host may be made of a
 * setting, so one without its form must not reach a platform. What is left out is not judged here.
 */
export const malformed = (settings: Settings, values: Readonly<Record<string, string | undefined>>): string | null =>
  Object.entries(settings).find(([name, setting]) => {
    const value = values[name]
    return value !== undefined && !(value === "" && setting.optional === true) && !isFormed(setting, value)
  })?.[0] ?? null
