/**
 * How a platform is authorised, as data. The OAuth engine and the platform client in core interpret it; a connector
 * never sends a token request itself.
 */
import type { Call } from "./Call.ts"
import type { Asked } from "./Setting.ts"
import { type Sealed, type Signature, type Signing, signing } from "./Signing.ts"

/** Secrets of a connection. OAuth: `access_token`, `refresh_token`, `expires_at` (ISO 8601), `scope`; else the asked fields. */
export type Credentials = Readonly<Record<string, string>>
/** The settings of a connection as calls use them: texts by name. */
export type AuthSettings = Readonly<Record<string, string>>
/** The operator's own registration at the platform, for calls that name it; empty texts where a connector asks for neither. */
export interface App {
  /** Its public id. */
  readonly clientId: string
  /** Its secret. */
  readonly clientSecret: string
}
/** A fixed address, or one that depends on the connection's settings. */
export type Address = string | ((settings: AuthSettings) => string)

/** An HMAC of the callback's parameters with the client's secret, in a parameter of its own. */
export interface CallbackSignature {
  /** The parameter that holds it. */
  readonly param: string
  /** Hash of the HMAC. */
  readonly algorithm: "SHA-1" | "SHA-256" | "SHA-512"
  /** How the signature is written. */
  readonly encoding: "base64" | "hex"
  /** What is signed; null for a callback that does not belong to these settings. */
  readonly message: (params: URLSearchParams, settings: AuthSettings) => string | null
}

/** What every way to be authorised may say. */
interface Guided {
  /**
   * What the end user does before or while connecting, step by step, shown on the connect page: the role that is needed, where a
   * key is found. Sentences in plain words; an `https:` address in one becomes a link. Ways that ask for keys have one.
   */
  readonly guide?: ReadonlyArray<string>
}

/** Tokens that a user grants at the platform (RFC 6749). */
export interface OAuth2 extends Guided {
  readonly _tag: "OAuth2"
  /** Where the user is sent to grant access. */
  readonly authorizeUrl: Address
  /** Where codes and refresh tokens are exchanged. */
  readonly tokenUrl: Address
  /** Where tokens are taken back; absent where the platform has no such address. */
  readonly revokeUrl?: Address
  /** What `revokeUrl` is sent where it wants to know something else than a token; null when it cannot be asked. */
  readonly revokeForm?: (known: {
    readonly clientId: string
    readonly settings: AuthSettings
  }) => Readonly<Record<string, string>> | null
  /** What is asked for, unless the operator's registration names others. */
  readonly scopes: ReadonlyArray<string>
  /** Space when absent. */
  readonly scopeSeparator?: " " | ","
  /** Name of a parameter of the authorise address that is sent once for each scope, such as `scope[]`, instead of `scope`. */
  readonly scopeParam?: string
  /** How requests to the token service are written; a form when absent. */
  readonly tokenBody?: "form" | "json"
  /** How the client proves itself at the token endpoint; `bearer` is the secret alone, as a bearer token. */
  readonly clientAuth: "basic" | "body" | "bearer"
  /** Whether the authorisation carries a PKCE challenge (S256). */
  readonly pkce: boolean
  /** Further parameters of the authorise address, such as `access_type=offline`. */
  readonly authorizeParams?: Readonly<Record<string, string>>
  /** Further parameters of every token request. */
  readonly tokenParams?: Readonly<Record<string, string>>
  /**
   * Further parameters of the request that exchanges the code, and of no other token request; a function where they are
   * parameters of the callback, such as an account that is to be named again.
   */
  readonly codeParams?:
    | Readonly<Record<string, string>>
    | ((callback: URLSearchParams) => Readonly<Record<string, string>>)
  /**
   * Whether a refusal that is not `invalid_grant` means all the same that the user must authorise again. Asked also of a
   * 200 without a token.
   */
  readonly isEnded?: (body: unknown) => boolean
  /** How the platform signs the callback; one without the right signature is refused. */
  readonly callbackSignature?: CallbackSignature
  /** The issuer that answers of this platform name in `iss`, where it sends one. */
  readonly issuer?: string
  /**
   * The platform's metadata says `authorization_response_iss_parameter_supported`: every answer names the issuer, and one
   * that names none is refused (RFC 9207, section 2.4).
   */
  readonly isIssuerNamed?: boolean
  /** Header and prefix the access token travels in; `Authorization: Bearer` when absent. */
  readonly header?: string
  /** Before the token in its header; `Bearer ` when absent. */
  readonly prefix?: string
  /** Life of an access token in seconds where the token answer does not say. */
  readonly expiresIn?: number
}

/**
 * What a call of its own answers for the keys, such as a user's id or a session: kept beside the keys for as long as it is
 * taken, in memory, and asked for anew when the platform refuses a call as `AuthExpired`.
 */
export interface Session {
  /** The call that answers it. */
  readonly login: (credentials: Credentials, settings: AuthSettings) => Call
  /** What `headers`, `query` and `http.encode` see beside the keys; null where the answer says that the keys are refused. */
  readonly found: (body: unknown) => Credentials | null
  /** Members of `found` that are no secrets, such as a user's id. */
  readonly shown?: ReadonlyArray<string>
}

/** Keys typed by the user, sent in headers or query parameters, or in bodies by `http.encode`. */
export interface ApiKey extends Guided {
  readonly _tag: "ApiKey"
  /** What the user is asked for. */
  readonly fields: Readonly<Record<string, Asked>>
  /** What the keys are sent in. */
  readonly headers?: (credentials: Credentials) => Readonly<Record<string, string>>
  /** Parameters of the address that the keys are sent in. */
  readonly query?: (credentials: Credentials) => Readonly<Record<string, string>>
  /** What a call of its own answers for the keys; absent where they are sent themselves. */
  readonly session?: Session
  /**
   * What a key is granted, nothing tells: reads with a scope of their own are offered to it, and the platform's refusal
   * decides. Without it they are held back from keys, as from all credentials that do not name the scope.
   */
  readonly untold?: boolean
}

/** HTTP Basic; the two fields name what the platform calls them. */
export interface Basic extends Guided {
  readonly _tag: "Basic"
  /** What the user is asked for. */
  readonly fields: Readonly<Record<"username" | "password", Asked>>
}

/** OAuth 2 client credentials: no user, no redirect; the tokens are fetched and refreshed by the engine. */
export interface ClientCredentials extends Guided {
  readonly _tag: "ClientCredentials"
  /** What the user is asked for. */
  readonly fields: Readonly<Record<"client_id" | "client_secret", Asked>>
  /** Where tokens are fetched. */
  readonly tokenUrl: Address
  /** What is asked for; empty for what the client has anyway. */
  readonly scopes: ReadonlyArray<string>
  /** How the client proves itself at the token endpoint. */
  readonly clientAuth: "basic" | "body"
  /** Further parameters of every token request. */
  readonly tokenParams?: Readonly<Record<string, string>>
}

/** A request as it is signed: what the signature is made over. */
export interface SignedRequest extends Sealed {
  /** Such as `GET`. */
  readonly method: string
  /** The whole address, with its parameters. */
  readonly url: URL
  /** Of the connection. */
  readonly credentials: Credentials
  /** Of the connection. */
  readonly settings: AuthSettings
}
export type { Signature } from "./Signing.ts"
/** Every request carries an HMAC; `sign` is a pure function of the request, a nonce and a time. */
export interface Signed extends Guided {
  readonly _tag: "Signed"
  /** What the user is asked for. */
  readonly fields: Readonly<Record<string, Asked>>
  /** What is to be signed of a request. Pure. */
  readonly sign: (request: SignedRequest) => Signature
  /** Signs a request so. */
  readonly signing: Signing<Omit<SignedRequest, keyof Sealed>>
}

/** No credentials, such as a service on the user's own network. */
export interface None {
  readonly _tag: "None"
}

/** One way to be authorised. */
export type Single = OAuth2 | ApiKey | Basic | ClientCredentials | Signed | None

/** One of several ways, in the words of the person who picks it. */
export interface Method<out M extends string = string> {
  /** Kept with the connection, such as `token`. */
  readonly name: M
  /** Such as "Sign in at Acme". */
  readonly label: string
  /** For whom it is, and what it takes. */
  readonly help?: string
  /** How calls are authorised by it. */
  readonly auth: Single
}
/** Several ways, of which a connection has one and remembers its name; the first is that of a connection without a name. */
export interface Choice<out M extends string = string> {
  readonly _tag: "Choice"
  /** In the order in which they are offered. */
  readonly methods: ReadonlyArray<Method<M>>
}

/** How calls are authorised, or the ways of which a user picks one. */
export type Auth<M extends string = string> = Single | Choice<M>

/** Access by tokens that a user grants at the platform. */
export const oauth2 = (options: Omit<OAuth2, "_tag">): OAuth2 => ({ _tag: "OAuth2", ...options })
/** Access by a key that a user copies from the platform. */
export const apiKey = (options: Omit<ApiKey, "_tag">): ApiKey => ({ _tag: "ApiKey", ...options })
/** Access by a name and a password. */
export const basic = (options: Omit<Basic, "_tag">): Basic => ({ _tag: "Basic", ...options })
/** Access by tokens that the app is given for itself. */
export const clientCredentials = (options: Omit<ClientCredentials, "_tag">): ClientCredentials => ({
  _tag: "ClientCredentials",
  ...options
})
/** Access by a signature over each request. */
export const signed = (options: Omit<Signed, "_tag" | "signing">): Signed => ({
  _tag: "Signed",
  ...options,
  signing: signing<Omit<SignedRequest, keyof Sealed>>(options.sign)
})
/** Access without credentials. */
export const none: None = { _tag: "None" }
/** Several ways by name, in the order in which they are offered. */
export const choice = <const M extends string>(methods: Readonly<Record<M, Omit<Method, "name">>>): Choice<M> => ({
  _tag: "Choice",
  methods: Object.entries<Omit<Method, "name">>(methods).map(([name, method]) => ({ name: name as M, ...method }))
})

/** The ways by name, the first first; a connector with one way has it under no name. */
export const methodsOf = (auth: Auth): ReadonlyArray<readonly [name: string | null, auth: Single]> =>
  auth._tag === "Choice" ? auth.methods.map((method) => [method.name, method.auth]) : [[null, auth]]

/**
 * The way of that name; the only or the first one without a name. Undefined for a name that is not among them. Pass what
 * a connection remembers: one made when there was a single way has no name.
 */
export const methodOf = (auth: Auth, name?: string | null): Single | undefined =>
  methodsOf(auth).find(([own]) => name === undefined || name === null || own === name)?.[1]

/** The name of the way that a connection has; null where there is one. */
export const nameOf = (auth: Auth, name?: string | null): string | null =>
  auth._tag === "Choice" ? (name ?? auth.methods[0]?.name ?? null) : null

/** The scopes credentials are granted: none where they name none. Undefined where nothing tells, and all is offered. */
export const scopeOf = (auth: Single, credentials: Credentials): string | undefined =>
  auth._tag === "ApiKey" && auth.untold === true ? undefined : (credentials["scope"] ?? "")
