/**
 * Which targets requests may go to: what a URL and a resolved address are refused by, and what an operator allows all the
 * same. Nothing is dialled here, so that settings can be checked before anything else is loaded.
 */
import * as Option from "effect/Option"
import { BlockList, isIP } from "node:net"

export interface Config {
  /** Allows `http:` beside `https:`. Default false. */
  readonly allowHttp?: boolean | undefined
  /** Ports that may be connected to. Default 443, and 80 when `http:` is allowed. */
  readonly ports?: ReadonlyArray<number> | "any" | undefined
  /**
   * What the operator allows although the rules refuse it: addresses (`127.0.0.1`), networks (`10.1.0.0/16`), host names
   * (`hooks.internal`), names with all below them (`*.internal`), and everything (`*`).
   */
  readonly allow?: ReadonlyArray<string> | undefined
}

/** Allows every target. */
export const everywhere: ReadonlyArray<string> = ["*", "0.0.0.0/0", "::/0"]

/** Whether an entry of `allow` can be understood. */
export const isTarget = (entry: string): boolean => {
  const [base = "", bits, ...more] = entry.split("/")
  const version = isIP(base)
  if (bits === undefined) return version !== 0 || /^(\*\.)?[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(entry)
  return version !== 0 && more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)
}

export interface Rules {
  readonly refuseUrl: (url: string) => Option.Option<string>
  readonly isAllowedAddress: (address: string) => boolean
  readonly isAllowedName: (host: string) => boolean
  readonly isAllowedPort: (port: number) => boolean
}

export const make = (config: Config): Rules => {
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

const familyOf = (address: string): "ipv4" | "ipv6" | undefined => {
  const family = isIP(address)
  return family === 0 ? undefined : family === 4 ? "ipv4" : "ipv6"
}

/** A host as it is compared: without the brackets of an address, without the dot at its end, in small letters. */
export const hostOf = (hostname: string): string =>
  hostname
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "")
    .toLowerCase()

/** The port of an address, by its protocol where none is written. */
export const portOf = (protocol: string, port: string): number =>
  port === "" || port === undefined ? (protocol === "https:" ? 443 : 80) : Number(port)

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
