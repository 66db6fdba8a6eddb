/**
 * What keeps requests to addresses that others chose (webhook targets, platforms on a host that a user typed) out of our own network. A URL is
 * looked at when it is saved; and at each connection the address that was resolved is checked and then dialled itself,
 * so a name that changes its address in between gains nothing. Redirects are answers like any other, never followed.
 */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import Undici, { type Dispatcher } from "@effect/platform-node/Undici"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import { type LookupAddress, lookup as systemLookup } from "node:dns"
import { isIP, type LookupFunction } from "node:net"
import * as Rules from "./Rules.ts"

/** Resolves a name to all of its addresses. */
export type Resolve = (
  host: string,
  callback: (error: NodeJS.ErrnoException | null, addresses: ReadonlyArray<LookupAddress>) => void
) => void

export interface GuardConfig extends Rules.Config {
  /** Origins (`http://127.0.0.1:4010`) that the operator wrote into the settings: dialled without a check. */
  readonly origins?: ReadonlyArray<string> | undefined
  /** Milliseconds until a connection, with its look-up, must stand. Default 5 000. */
  readonly connectTimeout?: number | undefined
  /** Milliseconds from the request to the end of the answer; null when the caller keeps a limit. Default 15 000. */
  readonly timeout?: number | null | undefined
  /** Largest body of an answer, in bytes. Default 1 MB. */
  readonly maxResponseSize?: number | undefined
  /** Replaces the system's name look-up. */
  readonly resolve?: Resolve | undefined
}

/** Why a target is refused. Not worth a retry: the same target will be refused again until its owner changes it. */
export class TargetRefused extends Error {
  override readonly name = "TargetRefused"
  /** What core's platform client knows a refusal by. */
  readonly code = "ERR_TARGET_REFUSED"
}

/** The refusal behind an error of the HTTP client, if it was one. */
export const refusal = (error: unknown): Option.Option<TargetRefused> => {
  for (let cause = error, depth = 0; depth < 10 && Predicate.isObject(cause); depth++) {
    if (cause instanceof TargetRefused) return Option.some(cause)
    // The client keeps its reason beside the cause, and the reason the cause of the transport.
    cause = "reason" in cause && cause["reason"] !== undefined ? cause["reason"] : cause["cause"]
  }
  return Option.none()
}

/** The guard as a service, and the HTTP client behind it. */
export class Guard extends Context.Service<
  Guard,
  {
    /** Checks what can be seen in a URL; gives a sentence that says why it is refused. */
    readonly refuse: (url: string) => Option.Option<string>
    /** Whether {@link refuse} finds nothing. */
    readonly isAllowedUrl: (url: string) => boolean
    /** Checks a resolved address. */
    readonly isAllowedAddress: (address: string) => boolean
    /** What requests go through. */
    readonly dispatcher: Dispatcher
  }
>()("@svc/server/outbound/Guard") {
  static readonly layer = (config: GuardConfig = {}): Layer.Layer<Guard> =>
    Layer.effect(
      Guard,
      Effect.gen(function* () {
        const rules = Rules.make(config)
        const agent = yield* Effect.acquireRelease(
          Effect.sync(() => makeAgent(config, rules)),
          (made) => Effect.promise(() => made.destroy())
        )
        const timeout = config.timeout === undefined ? 15_000 : config.timeout
        return Guard.of({
          refuse: rules.refuseUrl,
          isAllowedUrl: (url) => Option.isNone(rules.refuseUrl(url)),
          isAllowedAddress: rules.isAllowedAddress,
          dispatcher: timeout === null ? agent : agent.compose(bounded(timeout))
        })
      })
    )

  /** An HTTP client all of whose requests go through the guard. */
  static readonly layerHttpClient: Layer.Layer<HttpClient.HttpClient, never, Guard> = Layer.suspend(() =>
    NodeHttpClient.layerUndiciNoDispatcher.pipe(
      Layer.provide(
        Layer.effect(
          NodeHttpClient.Dispatcher,
          Effect.map(Guard, (guard) => guard.dispatcher)
        )
      )
    )
  )
}

const makeAgent = (config: GuardConfig, rules: Rules.Rules): InstanceType<typeof Undici.Agent> => {
  const timeout = config.connectTimeout ?? 5_000
  const resolve: Resolve =
    config.resolve ??
    ((host, callback) =>
      systemLookup(host, { all: true, order: "verbatim" }, (error, all) => callback(error, all ?? [])))
  const lookup: LookupFunction = (host, options, callback) => {
    resolve(host, (error, found) => {
      if (error !== null) return callback(error, "", 4)
      const [first] = found
      // One inner address among them refuses the name: which of them would be dialled is not ours to hope for.
      if (
        first === undefined ||
        !(rules.isAllowedName(Rules.hostOf(host)) || found.every((at) => rules.isAllowedAddress(at.address)))
      ) {
        return callback(new TargetRefused(`The name ${host} leads to an address that is not allowed.`), "", 4)
      }
      if (options.all === true) callback(null, [...found])
      else callback(null, first.address, first.family)
    })
  }
  const connect = Undici.buildConnector({ lookup, timeout, allowH2: false })
  const trusted = Undici.buildConnector({ timeout, allowH2: false })
  const origins = new Set((config.origins ?? []).map((origin) => new URL(origin).origin))
  return new Undici.Agent({
    maxResponseSize: config.maxResponseSize ?? 1_000_000,
    connect: (options, callback) => {
      const host = Rules.hostOf(options.hostname)
      if (origins.size > 0 && origins.has(originOf(options))) return trusted(options, callback)
      if (!rules.isAllowedPort(Rules.portOf(options.protocol, options.port))) {
        return callback(new TargetRefused(`The port of ${host} is not allowed.`), null)
      }
      // An address in the URL itself is dialled without a look-up.
      if (isIP(host) !== 0 && !rules.isAllowedAddress(host)) {
        return callback(new TargetRefused(`The address ${host} is not allowed.`), null)
      }
      return connect(options, callback)
    }
  })
}

/**
 * Ends a request that takes longer than the limit as a whole. A limit on the pause between two pieces would let a
 * target hold a connection for ever, a byte at a time; and the HTTP client in front turns those limits off.
 */
const bounded =
  (limit: number): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    return dispatch(
      { ...options, headersTimeout: limit, bodyTimeout: limit },
      {
        onRequestStart: (controller, context) => {
          clearTimeout(timer)
          timer = setTimeout(() => controller.abort(new Error(`No full answer within ${limit} ms.`)), limit)
          handler.onRequestStart?.(controller, context)
        },
        onRequestUpgrade: (controller) => {
          clearTimeout(timer)
          controller.abort(new TargetRefused("A change of protocol is not allowed."))
        },
        onResponseStart: (...args) => handler.onResponseStart?.(...args),
        onResponseData: (...args) => handler.onResponseData?.(...args),
        onResponseEnd: (...args) => {
          clearTimeout(timer)
          handler.onResponseEnd?.(...args)
        },
        onResponseError: (...args) => {
          clearTimeout(timer)
          handler.onResponseError?.(...args)
        }
      }
    )
  }

const originOf = ({ hostname, port, protocol }: Undici.buildConnector.Options): string => {
  const host = hostname.includes(":") && !hostname.startsWith("[") ? `[${hostname}]` : hostname
  return URL.parse(`${protocol}//${host}${port ? `:${port}` : ""}`)?.origin ?? ""
}
