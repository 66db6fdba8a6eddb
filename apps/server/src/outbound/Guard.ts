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
import { BlockList, isIP, type LookupFunction } from "node:net"

/** Resolves a name to all of its addresses. */
export type Resolve = (
  host: string,
  callback: (error: NodeJS.ErrnoException | null, addresses: ReadonlyArray<LookupAddress>) => void
) => void

export interface GuardConfig {
  /** Allows `http:` beside `https:`. Default false. */
  readonly allowHttp?: boolean | undefined
  /** Ports that may be connected to. Default 443, and 80 when `http:` is allowed. */
  readonly ports?: ReadonlyArray<number> | "any" | undefined
  /**
   * What the operator allows although the rules refuse it: addresses (`127.0.0.1`), networks (`10.1.0.0/16`), host names
   * (`hooks.internal`), names with all below them (`*.internal`), and everything (`*`).
   */
  readonly allow?: ReadonlyArray<string> | undefined
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

/** Allows every target. */
export const everywhere: ReadonlyArray<string> = ["*", "0.0.0.0/0", "::/0"]

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
        const rules = makeRules(config)
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

/** Whether an entry of `allow` can be understood. */
export const isTarget = (entry: string): boolean => {
  const [base = "", bits, ...more] = entry.split("/")
  const version = isIP(base)
  if (bits === undefined) return version !== 0 || /^(\*\.)?[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(entry)
  return version !== 0 && more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)
}

interface Rules {
  readonly refuseUrl: (url: string) => Option.Option<string>
  readonly isAllowedAddress: (address: string) => boolean
  readonly isAllowedName: (host: string) => boolean
  readonly isAllowedPort: (port: number) => boolean
}

const makeRules = (config: GuardConfig): Rules => {
  const allowHttp = config.allowHttp ?? false
  const anyPort = config.ports === "any"
  const ports = new Set(config.ports === "any" ? [] : (config.ports ?? (allowHttp ? [443, 80] : [443])))
  const addresses = new BlockList()
  const names = new Set<string>()
  const suffixes: Array<string> = []
  for (const entry of config.allow ?? []) {
    const [base = "", bits] = entry.split("/")
    const family = familyOf(base)
    if (family === undefined) {
      if (entry.startsWith("*.")) suffixes.push(entry.slice(1).toLowerCase())
      else names.add(entry.toLowerCase())
    } else if (bits === undefined) addresses.addAddress(base, family)
    else addresses.addSubnet(base, Number(bits), family)
  }

  const isAllowedAddress = (address: string): boolean => {
    const family = familyOf(address)
    if (family === undefined) return false
    if (addresses.check(address, family)) return true
    if (reserved.check(address, family)) return false
    return family === "ipv4" || global6.check(address, "ipv6")
  }
  const isAllowedName = (host: string): boolean =>
    names.has("*") || names.has(host) || suffixes.some((suffix) => host.endsWith(suffix))
  const isAllowedPort = (port: number): boolean => anyPort || ports.has(port)

  const refuseUrl = (text: string): Option.Option<string> => {
    if (text.length > 2048) return Option.some("The URL is longer than 2048 characters.")
    const url = URL.parse(text)
    if (url === null) return Option.some("This is not a URL.")
    if (url.protocol !== "https:" && !(allowHttp && url.protocol === "http:")) {
      return Option.some(`The URL must start with https://${allowHttp ? " or http://" : ""}.`)
    }
    if (url.username !== "" || url.password !== "") return Option.some("The URL must not hold a user or password.")
    if (!isAllowedPort(portOf(url.protocol, url.port))) {
      return Option.some(`The port of the URL must be one of ${[...ports].join(", ")}.`)
    }
    const host = hostOf(url.hostname)
    if (isAllowedName(host)) return Option.none()
    if (isIP(host) !== 0) return isAllowedAddress(host) ? Option.none() : Option.some(INNER)
    const isInner = !host.includes(".") || INNER_NAMES.some((name) => host === name || host.endsWith(`.${name}`))
    return isInner ? Option.some(INNER) : Option.none()
  }
  return { refuseUrl, isAllowedAddress, isAllowedName, isAllowedPort }
}

const INNER = "The URL leads to an address that is not on the public internet."

/** Names that are never public: of special use (RFC 6761 and later ones) or used by clouds for their inner services. */
const INNER_NAMES = [
  "localhost",
  "localdomain",
  "local",
  "internal",
  "intranet",
  "lan",
  "home.arpa",
  "corp",
  "svc",
  "onion",
  "test",
  "invalid"
]

const makeAgent = (config: GuardConfig, rules: Rules): InstanceType<typeof Undici.Agent> => {
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
        !(rules.isAllowedName(hostOf(host)) || found.every((at) => rules.isAllowedAddress(at.address)))
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
      const host = hostOf(options.hostname)
      if (origins.size > 0 && origins.has(originOf(options))) return trusted(options, callback)
      if (!rules.isAllowedPort(portOf(options.protocol, options.port))) {
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

const familyOf = (address: string): "ipv4" | "ipv6" | undefined => {
  const family = isIP(address)
  return family === 0 ? undefined : family === 4 ? "ipv4" : "ipv6"
}

/** A host as it is compared: without the brackets of an address, without the dot at its end, in small letters. */
const hostOf = (hostname: string): string =>
  hostname
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "")
    .toLowerCase()

const portOf = (protocol: string, port: string): number =>
  port === "" || port === undefined ? (protocol === "https:" ? 443 : 80) : Number(port)

const originOf = ({ hostname, port, protocol }: Undici.buildConnector.Options): string => {
  const host = hostname.includes(":") && !hostname.startsWith("[") ? `[${hostname}]` : hostname
  return URL.parse(`${protocol}//${host}${port ? `:${port}` : ""}`)?.origin ?? ""
}

/** Networks written as `address/bits`, all of one family. */
const blockList = (family: "ipv4" | "ipv6", networks: ReadonlyArray<string>, list = new BlockList()): BlockList => {
  for (const network of networks) {
    const [base = "", bits] = network.split("/")
    list.addSubnet(base, Number(bits), family)
  }
  return list
}

/**
 * Only this part of IPv6 is given out to the public internet. Everything else is refused by that, the forms that carry
 * an IPv4 address (`::ffff:…`, `64:ff9b::…`) and the local ones (`::1`, `fc00::`, `fe80::`) among them.
 */
const global6 = blockList("ipv6", ["2000::/3"])

/**
 * What is not on the public internet although it looks so: the special-purpose registries of IANA, and one inner
 * address of a cloud that lies in public space. Of IPv6 only what lies in {@link global6}: Teredo and other protocol
 * assignments, documentation, 6to4.
 */
const reserved = blockList("ipv6", ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"])
blockList(
  "ipv4",
  [
    "0.0.0.0/8",
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "168.63.129.16/32",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.0.0.0/24",
    "192.0.2.0/24",
    "192.88.99.0/24",
    "192.168.0.0/16",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/4",
    "240.0.0.0/4"
  ],
  reserved
)
