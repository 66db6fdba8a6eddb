/**
 * How the command line reaches the service: in this process, on the data folder or the database, or by HTTP when the
 * service runs and holds the folder. Either way it asks the same interface, so a command is written once.
 */
import { ApiError } from "@svc/core/api"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import * as Stream from "effect/Stream"
import type { AppConfig } from "../AppConfig.ts"
import type { Connectors } from "../ComposedConnectors.ts"
import * as Config from "../Config.ts"
import * as Authentication from "../http/Authentication.ts"
import { sentence } from "../Sentence.ts"
import * as Server from "../Server.ts"
import type * as Services from "../Services.ts"
import * as Workers from "../Workers.ts"

/** A command that could not be carried out; `message` is what the person reads. */
export class CommandFailure extends Data.TaggedError("CommandFailure")<{ readonly message: string }> {}

type Local = Services.All | AppConfig | Connectors | SqlClient.SqlClient

export class Door extends Context.Service<
  Door,
  {
    /** Asks the interface; gives the parsed answer, or fails with what it refuses. */
    readonly request: (method: string, path: string, body?: unknown) => Effect.Effect<any, CommandFailure>
    /** Asks for what is answered line by line; gives it as it comes, or fails with what the interface refuses. */
    readonly lines: (path: string) => Stream.Stream<string, CommandFailure>
    /** The services themselves, for what the interface does not offer; null when the service runs elsewhere. */
    readonly local: Context.Context<Local> | null
    /** Whether jobs are worked on here: without a running service nobody else does. */
    readonly startWorkers: Effect.Effect<void>
  }
>()("@svc/server/cli/Door") {}

const answerOf = (response: Response): Effect.Effect<any, CommandFailure> =>
  Effect.gen(function* () {
    const text = yield* Effect.promise(() => response.text())
    const body = yield* Effect.try({
      try: () => JSON.parse(text),
      catch: () => new CommandFailure({ message: `The service answered ${response.status} without JSON.` })
    })
    if (response.ok) return body
    const details: ReadonlyArray<ApiError.ErrorDetail> = body?.error?.details ?? []
    const messages =
      details.length > 0 ? details.map(({ message }) => message) : [`The service answered ${response.status}.`]
    return yield* new CommandFailure({ message: messages.join("\n") })
  })

/** What is answered as it comes, a line for each record. */
const linesOf = (response: Effect.Effect<Response, CommandFailure>): Stream.Stream<string, CommandFailure> =>
  Stream.unwrap(
    Effect.flatMap(response, (answer) =>
      answer.ok && answer.body !== null
        ? Effect.succeed(
            Stream.fromReadableStream({
              evaluate: () => answer.body!,
              onError: (cause) => new CommandFailure({ message: `The answer broke off: ${(cause as Error).message}` })
            }).pipe(Stream.decodeText, Stream.splitLines)
          )
        : answerOf(answer)
    )
  )

const init = (method: string, body: unknown, headers: Record<string, string>): RequestInit => ({
  method,
  headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
  ...(body === undefined ? {} : { body: JSON.stringify(body) })
})

/** A request that reaches no network says nothing of its body by itself: one without any is empty, not unreadable. */
const localInit = (method: string, body: unknown): RequestInit =>
  init(method, body, { api_key: "operator", ...(body === undefined ? { "content-length": "0" } : {}) })

const inProcess = Layer.effect(
  Door,
  Effect.gen(function* () {
    const context = yield* Effect.context<Local>()
    const scope = yield* Effect.scope
    const routes = Server.interfaces(Authentication.operatorLayer).pipe(
      Layer.provide(Layer.succeedContext(context)),
      Layer.provide(HttpServer.layerServices)
    )
    const { handler } = yield* Effect.acquireRelease(
      Effect.sync(() => HttpRouter.toWebHandler(routes, { disableLogger: true })),
      ({ dispose }) => Effect.promise(dispose)
    )
    const startWorkers = yield* Effect.cached(
      Effect.asVoid(Layer.buildWithScope(Workers.layer.pipe(Layer.provide(Layer.succeedContext(context))), scope))
    )
    const ask = (method: string, path: string, body?: unknown) =>
      Effect.promise(() => handler(new Request(`http://local${path}`, localInit(method, body))))
    return Door.of({
      request: (method, path, body) => Effect.flatMap(ask(method, path, body), answerOf),
      lines: (path) => linesOf(ask("GET", path)),
      local: context,
      startWorkers
    })
  })
)

/** By HTTP, when the folder belongs to a running service. */
const byHttp = (config: Config.Config, held: string) =>
  Layer.effect(
    Door,
    Effect.gen(function* () {
      const url = Config.publicUrl(config)
      if (config.apiKey === null) {
        return yield* new CommandFailure({
          message:
            `${held}\nTo ask the running service instead, set SVC_API_KEY to a key with the scope admin` +
            `${config.baseUrl === null ? ` (and SVC_BASE_URL, unless it is ${url})` : ""}.`
        })
      }
      const key = Redacted.value(config.apiKey)
      const ask = (method: string, path: string, body?: unknown) =>
        Effect.tryPromise({
          try: () => fetch(`${url}${path}`, init(method, body, { api_key: key })),
          catch: () => new CommandFailure({ message: `${held}\nNo service answers at ${url}: set SVC_BASE_URL.` })
        })
      return Door.of({
        request: (method, path, body) => Effect.flatMap(ask(method, path, body), answerOf),
        lines: (path) => linesOf(ask("GET", path)),
        local: null,
        startWorkers: Effect.void
      })
    })
  )

/** The way that is open. */
export const layer = (options: Server.Options): Layer.Layer<Door, CommandFailure> =>
  inProcess.pipe(
    Layer.provide(Server.behind(options)),
    Layer.catchTag("FolderInUse", ({ message }) => byHttp(options.config, message)),
    Layer.catchCause((cause) => {
      const error = Cause.squash(cause)
      const failure = error instanceof CommandFailure ? error : new CommandFailure({ message: sentence(cause) })
      return Layer.effect(Door, Effect.fail(failure))
    })
  )
