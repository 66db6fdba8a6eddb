/** A connector under test: what it is given, how it is opened against a fake platform, and the world it then runs in. */
import { type Auth, Connector, type ConnectorError, type Setting } from "@svc/core"
import { Platform, Request } from "@svc/core/runtime"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import type { Cases } from "./Case.ts"
import * as FakePlatform from "./FakePlatform.ts"
import type { Fault } from "./Fault.ts"
import * as VirtualClock from "./VirtualClock.ts"

/** A connector that is tried, with its cases and a connection of its own. */
export interface Subject {
  /** Which is tried. */
  readonly connector: Connector.Any
  /** Of the connection, as the cases have them. */
  readonly settings: Readonly<Record<string, string>>
  /** Of the connection, as the cases have them. */
  readonly credentials: Auth.Credentials
  /** Headers that every call carries because of the settings, such as a tenant's. */
  readonly headers?: Readonly<Record<string, string>>
  /** Parameters that every call carries because of the settings and `app`; the exchanges of the cases leave them out. */
  readonly query?: Readonly<Record<string, string>>
  /** For keys with a session: the login as it is asked and answered, and what the connector finds in the answer. */
  readonly session?: { readonly login: FakePlatform.Exchange; readonly found: Auth.Credentials }
  /** The operator's registration, for a connector whose calls name it. */
  readonly app?: Auth.App
  /** The addresses of the connector's bases by name, its own under `""`; the connector's own word for them when absent. */
  readonly bases?: Readonly<Record<string, string>>
  /**
   * What the authorisation sends, as the platform documents it: the address with `*` for what is random, the token
   * request's form and its `Authorization`; the requests of a refresh and a revocation, `address?form`. Without these two
   * they are held to the standard.
   */
  readonly oauth?: {
    readonly authorize: string
    readonly token: string
    readonly authorization?: string
    readonly refresh?: string
    readonly revoke?: string
    /** The platform wants token requests as JSON; `token` and the others are their members in the form's spelling all the same. */
    readonly json?: boolean
    /** Parameters of the callback beside its code, state and signature. */
    readonly callback?: Readonly<Record<string, string>>
  }
  /** Headers of an answer that says how many calls are left, in lower case; needed where they are more than one number. */
  readonly left?: Readonly<Record<string, string>>
  /** Which of the connector's ways `credentials` and `oauth` are for; the first when absent. */
  readonly method?: string
  /**
   * Each further way by its name: it is held to the connection's own cases as the first is. `settings` are those that only
   * this way has; those of all ways are the subject's own. A way that speaks to the platform in another language has `cases`
   * of its own, and keys that log in have their `session`; `query` where every call has other parameters than by the first.
   */
  readonly methods?: Readonly<
    Record<
      string,
      Pick<Subject, "credentials" | "oauth" | "session"> & Partial<Pick<Subject, "cases" | "query" | "settings">>
    >
  >
  /** By the names of what they show, such as `CONTACTS` and `CONTACTS.create`. */
  readonly cases: Cases
  /** The package's manifest, for a connector outside the project's own repository, where its laws check the manifests. */
  readonly manifest?: URL
}

/** How the connector under test is authorised. */
export const authOf = ({ connector, method }: Subject): Auth.Single => Request.authOf(connector, method)
/** The settings that its connections have. */
export const declaredOf = ({ connector, method }: Subject): Setting.Settings => Connector.settingsOf(connector, method)
/** The same connector by each of its further ways. */
export const furtherOf = (subject: Subject): ReadonlyArray<Subject> => {
  const { credentials: _credentials, methods = {}, oauth: _oauth, ...rest } = subject
  return Object.entries(methods).map(([method, own]) => {
    const declared = Connector.settingsOf(rest.connector, method)
    const shared = Object.entries(rest.settings).filter(([name]) => Object.hasOwn(declared, name))
    return { ...rest, ...own, settings: { ...Object.fromEntries(shared), ...own.settings }, method }
  })
}

/** One thing the suite holds a connector to. */
export interface Check {
  /** In a sentence: what holds. */
  readonly name: string
  /** Fails with what does not hold. */
  readonly run: () => Promise<void>
}

/** A fake platform and the clock that it and its callers live by. */
export interface Staged extends FakePlatform.FakePlatform {
  /** The one they live by. */
  readonly clock: VirtualClock.VirtualClock
}

/** One try for each call, and all the time there is to wait for its turn: it passes on a virtual clock. */
const once: Request.Policy = { retries: 0, pause: 0, patience: 2 * 86_400_000, timeout: Infinity }
/** As a sync does it: calls that may be repeated are, and an answer that takes minutes is not waited for. */
export const persistent: Request.Policy = { ...once, retries: 2, pause: 1000, timeout: 60_000 }

/** The addresses of a subject's bases by name, the connector's own under `""`. */
export const basesOf = ({
  bases,
  connector,
  settings
}: Pick<Subject, "bases" | "connector" | "settings">): Readonly<Record<string, string>> =>
  bases ??
  Object.fromEntries(
    Object.entries({ "": connector.http.baseUrl, ...connector.http.bases }).map(([name, base]) => [
      name,
      typeof base === "function" ? (base as (own: object) => string)(settings) : (base as string)
    ])
  )

/** A request of a fixture, which leaves out what every call has. */
export const withQuery = (
  request: FakePlatform.Exchange["request"],
  { query }: Pick<Subject, "query">
): FakePlatform.Exchange["request"] =>
  query === undefined ? request : { ...request, query: { ...query, ...request.query } }
/** Whether a call is what a request of a fixture says. */
export const fits = (subject: Subject, request: FakePlatform.Exchange["request"], call: FakePlatform.Asked): boolean =>
  FakePlatform.fits(withQuery(request, subject), call, basesOf(subject), signedOf(subject))

interface Due {
  /** Exchanges with what their requests leave out. */
  readonly due: ReadonlyArray<FakePlatform.Exchange>
  /** Those of the case itself, by these. */
  readonly shown: ReadonlyMap<FakePlatform.Exchange, FakePlatform.Exchange>
  readonly telling: ReadonlyArray<string>
}
/** Made once for the exchanges and the parameters: a suite asks a platform with the same ones many times. */
const dues = new WeakMap<ReadonlyArray<FakePlatform.Exchange>, Map<Subject["query"], Due>>()
const dueOf = (exchanges: ReadonlyArray<FakePlatform.Exchange>, subject: Subject): Due => {
  const known = dues.get(exchanges) ?? new Map<Subject["query"], Due>()
  dues.set(exchanges, known)
  const before = known.get(subject.query)
  if (before !== undefined && before.due.length === exchanges.length) return before
  const due = exchanges.map((own) => ({ ...own, request: withQuery(own.request, subject) }))
  const shown = new Map(due.map((own, index) => [own, exchanges[index]!]))
  const made = { due, shown, telling: FakePlatform.tellingOf(due) }
  known.set(subject.query, made)
  return made
}

/** Parameters that its calls are signed with. */
const signedOf = (subject: Subject): ReadonlyArray<string> => {
  const { credentials, settings } = subject
  const auth = authOf(subject)
  if (auth._tag !== "Signed") return []
  const given = { method: "GET", url: new URL("https://signed.example/"), body: undefined, credentials, settings }
  return Object.keys(auth.sign({ ...given, nonce: "nonce", timestamp: 0 }).query?.("signature") ?? {})
}

/** A platform for the subject, with a clock of its own that stands at `now`. */
export const fakeOf = (
  subject: Subject,
  exchanges: ReadonlyArray<FakePlatform.Exchange>,
  options: {
    readonly faults?: ReadonlyArray<Fault>
    readonly now?: string | undefined
    readonly patience?: number
  } = {}
): Staged => {
  const { now = "2026-03-15T00:00:00.000Z", ...rest } = options
  const clock = VirtualClock.make(Date.parse(now))
  const { due, shown, telling } = dueOf(exchanges, subject)
  const signed = signedOf(subject)
  const fake = FakePlatform.make(due, basesOf(subject), { ...rest, signed, telling, now: clock.now, wait: clock.wait })
  return {
    ...fake,
    clock,
    // Those of the case itself, as whoever compares them knows them.
    unasked: () => fake.unasked().map((own) => shown.get(own) ?? own),
    fetch: (input, init) => clock.hold(() => fake.fetch(input, init))
  }
}

/** What a client for the fake platform is made with besides. */
export interface Opening {
  /** How calls are repeated; one try when absent. */
  readonly policy?: Request.Policy
  /** Other credentials than the subject's. */
  readonly credentials?: Request.Connection["credentials"]
  /** Called for fresh credentials when the platform refuses those there are. */
  readonly renew?: NonNullable<Request.Connection["renew"]>
}

/** Runs `use` with a client of its own, and so with a fresh rate budget. */
export const withClient = <A>(
  subject: Subject,
  fake: Staged,
  use: (client: Platform.Client) => Effect.Effect<A, ConnectorError.ConnectorError>,
  { policy = once, ...connection }: Opening = {}
): Promise<A> =>
  Effect.gen(function* () {
    const platform = yield* Platform.Platform
    const keys = { ...subject.credentials }
    if (subject.session !== undefined) Request.resume(keys, subject.session.found)
    return yield* use(
      platform.open(subject.connector, {
        key: "suite",
        settings: subject.settings,
        method: subject.method,
        app: subject.app,
        credentials: Effect.succeed(keys),
        ...connection
      })
    )
  })
    .pipe(
      Effect.provide(Platform.Platform.layer.pipe(Layer.provide(httpOf(fake)))),
      Effect.provideService(Request.Policy, policy),
      inTime(fake),
      Effect.runPromise
    )
    .catch((error: unknown) => {
      const strays = fake.strays()
      if (strays.length === 0) throw error
      const said = error instanceof Error ? error.message : String(error)
      throw new Error(`${said}\nNo exchange of the case answers:\n${strays.join("\n")}`, { cause: error })
    })
/** The fake platform as the transport that core sends by. */
export const httpOf = (fake: FakePlatform.FakePlatform) =>
  FetchHttpClient.layer.pipe(Layer.provide(Layer.succeed(FetchHttpClient.Fetch, fake.fetch)))
/** Runs an effect by the clock of a platform. */
export const inTime = ({ clock }: Staged) => Effect.provideService(Clock.Clock, clock.clock)

/** As `withClient`, for what must fail. */
export const failureOf = (
  subject: Subject,
  fake: Staged,
  use: (client: Platform.Client) => Effect.Effect<unknown, ConnectorError.ConnectorError>,
  opening?: Opening
): Promise<ConnectorError.ConnectorError> =>
  withClient(subject, fake, (client) => Effect.flip(use(client)) as never, opening)
