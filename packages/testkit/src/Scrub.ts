/**
 * Takes out of recorded exchanges what belongs to real people and accounts, and puts something of the same shape in its
 * place. One value becomes one other value wherever it stands, so that what was linked stays linked.
 */
import type { Exchange } from "./FakePlatform.ts"

/** What a member's value is taken for. */
export type Kind = "secret" | "name" | "phone" | "number" | "text"
/** What of a recording is private, and what stands in its place. */
export interface Rules {
  /** Real values and what stands for each: credentials, a tenant's id, a company's name. */
  readonly replace?: Readonly<Record<string, string>>
  /** Which members hold what, by their name; these come before the usual ones. `null` leaves a member as it is. */
  readonly fields?: ReadonlyArray<readonly [RegExp, Kind | null]>
  /** Headers of requests and answers that are written down; no others are. Lower case. */
  readonly headers?: ReadonlyArray<string>
}

/** Headers that a connector may have to read, and that tell nothing of anybody. */
export const usualHeaders: ReadonlyArray<string> = ["content-type", "link", "retry-after"]
/** Members by which people and accounts are known, on most platforms. */
export const usualFields: ReadonlyArray<readonly [RegExp, Kind]> = [
  [
    /(^|_|-)(access_?token|refresh_?token|id_?token|token|secret|password|api_?key|authorization|cookie|signature)$/i,
    "secret"
  ],
  [
    /^(first|last|middle|given|family|full|display|contact|legal|company|account|customer|vendor|print_?on_?check)_?name$/i,
    "name"
  ],
  [/(phone|mobile|fax)(_?number)?$/i, "phone"],
  [/^(iban|bic|account_?number|bank_?account_?number|routing_?number|tax_?(id|number)|vat_?number|ssn)$/i, "number"],
  [/^(address_?)?line_?[1-5]$|^street(_?address)?$/i, "text"]
]

const email = /[\w.+-]+@[\w-]+(\.[\w-]+)+/g
const bearer = /\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/g
const jwt = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g
const international = /\+\d[\d ().-]{7,}\d/g

/** Puts made-up values in the place of private ones, the same for the same. */
export interface Scrubber {
  /** Learns what the exchanges hold, and answers them without it. */
  readonly exchanges: (recorded: ReadonlyArray<Exchange>) => ReadonlyArray<Exchange>
  /** The same for any other JSON value, such as the items of a write. */
  readonly value: <A>(value: A) => A
}

/** A scrubber remembers what it has replaced: use one for all fixtures of a connector. */
export const make = ({ fields = [], headers = [], replace = {} }: Rules = {}): Scrubber => {
  const known = new Map(Object.entries(replace))
  const counts = new Map<string, number>()
  const allowed = new Set([...usualHeaders, ...headers.map((name) => name.toLowerCase())])
  const next = (kind: string): number => {
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return count
  }
  const learn = (kind: Kind | "email", original: string): void => {
    if (original.trim() === "" || known.has(original)) return
    known.set(original, standIn(kind, next(kind), original))
  }
  const kindOf = (member: string): Kind | null =>
    [...fields, ...usualFields].find(([pattern]) => pattern.test(member))?.[1] ?? null
  const study = (value: unknown, kind: Kind | null): void => {
    if (typeof value === "string") {
      if (kind !== null) learn(kind, value)
      for (const [found] of value.matchAll(email)) learn("email", found)
      for (const pattern of [bearer, jwt]) for (const [found] of value.matchAll(pattern)) learn("secret", found)
      for (const [found] of value.matchAll(international)) learn("phone", found)
      for (const [member, text] of elementsOf(value)) study(text, kindOf(member))
    } else if (typeof value === "number") {
      if (kind !== null) learn(kind, String(value))
    } else if (Array.isArray(value)) {
      for (const inner of value) study(inner, kind)
    } else if (typeof value === "object" && value !== null) {
      for (const [member, inner] of Object.entries(value)) study(inner, kindOf(member))
    }
  }
  const clean = <A>(value: A): A => {
    const ordered = [...known].filter(([original]) => original !== "").toSorted(([a], [b]) => b.length - a.length)
    // A short value is only replaced where it stands alone: inside of others it may mean anything.
    const inside = ordered.filter(([original]) => original.length >= 5)
    const text = (whole: string): string =>
      known.get(whole) ??
      inside.reduce(
        (rest, [original, other]) =>
          rest.replaceAll(original, other).replaceAll(encodeURIComponent(original), encodeURIComponent(other)),
        whole
      )
    const walk = (inner: unknown, kind: Kind | null): unknown => {
      if (typeof inner === "string") return text(inner)
      if (typeof inner === "number") return kind === null ? inner : Number(known.get(String(inner)) ?? inner)
      if (Array.isArray(inner)) return inner.map((element) => walk(element, kind))
      if (typeof inner !== "object" || inner === null) return inner
      return Object.fromEntries(Object.entries(inner).map(([member, own]) => [text(member), walk(own, kindOf(member))]))
    }
    return walk(value, null) as A
  }
  const shown = (all: Readonly<Record<string, string>> | undefined) =>
    Object.fromEntries(
      Object.entries(all ?? {}).filter(
        ([name, value]) => allowed.has(name.toLowerCase()) && !/^application\/json\b/i.test(value)
      )
    )
  const withHeaders = <A extends { readonly headers?: Readonly<Record<string, string>> }>(side: A): A => {
    const { headers: all, ...rest } = side
    const left = shown(all)
    return (Object.keys(left).length === 0 ? rest : { ...rest, headers: left }) as A
  }
  return {
    exchanges: (recorded) => {
      const kept = recorded.map(({ request, response }) => ({
        request: withHeaders(request),
        response: withHeaders(response)
      }))
      for (const { request, response } of kept) {
        study(request.query, null)
        study(request.body, null)
        study(response.body, null)
        for (const { text } of [request, response]) if (text !== undefined) study(text.join(""), null)
      }
      return clean(kept)
    },
    value: (value) => {
      study(value, null)
      return clean(value)
    }
  }
}

/** Elements of an XML text that hold nothing but text, as members. */
const elementsOf = (text: string): ReadonlyArray<readonly [string, string]> =>
  [...text.matchAll(/<([\w:.-]+)[^<>]*>([^<>]+)<\/\1>/g)].map(([, member = "", value = ""]) => [member, value] as const)

const standIn = (kind: Kind | "email", count: number, original: string): string => {
  switch (kind) {
    case "email":
      return `person-${count}@example.com`
    case "name":
      return `Name ${count}`
    case "text":
      return `Text ${count}`
    case "secret":
      return `secret-${count}`
    case "phone":
    case "number": {
      // The same shape, so that what a connector makes of it stays the same: only digits and letters change.
      let seed = count
      const digit = () => {
        seed = (seed * 1103515245 + 12345) % 2147483648
        return seed
      }
      return original.replace(/[0-9A-Za-z]/g, (sign) => {
        const at = digit()
        if (/[0-9]/.test(sign)) return String((at % 9) + 1)
        const letter = String.fromCharCode(65 + (at % 26))
        return /[a-z]/.test(sign) ? letter.toLowerCase() : letter
      })
    }
  }
}
