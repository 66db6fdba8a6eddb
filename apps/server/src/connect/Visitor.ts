/**
 * The browser in front of us: a random cookie that forms and sign-ins under way are bound to. It says nothing about who
 * the user is and opens nothing by itself.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"

export interface Visitor {
  /** The cookie's value: the one that came, or a new one. */
  readonly secret: string
  /** The browser sent it, so it keeps cookies. */
  readonly isKnown: boolean
  /** The invite link this browser opened last. */
  readonly lastLink: string | null
}

const token = /^[\w-]{43}$/

/** Names and attributes of the cookies for a public address. With https they cannot be set by another host. */
const cookies = (baseUrl: string) => {
  const isSecure = baseUrl.startsWith("https:")
  const prefix = isSecure ? "__Host-svc-" : "svc-"
  return {
    visitor: `${prefix}connect`,
    link: `${prefix}connect-link`,
    options: { httpOnly: true, sameSite: "lax", secure: isSecure, path: "/" }
  } as const
}

export const newToken = (): string => randomBytes(32).toString("base64url")
export const isToken = (text: string | undefined): text is string => text !== undefined && token.test(text)

export const read = (request: HttpServerRequest.HttpServerRequest, baseUrl: string): Visitor => {
  const names = cookies(baseUrl)
  const secret = request.cookies[names.visitor]
  const link = request.cookies[names.link]
  const lastLink = isToken(link) ? link : null
  return isToken(secret) ? { secret, isKnown: true, lastLink } : { secret: newToken(), isKnown: false, lastLink }
}

/** Gives the browser its cookie, and notes the link it opened. */
export const remember = (
  response: HttpServerResponse.HttpServerResponse,
  visitor: Visitor,
  baseUrl: string,
  link?: string
): HttpServerResponse.HttpServerResponse => {
  const names = cookies(baseUrl)
  const known = visitor.isKnown
    ? response
    : HttpServerResponse.setCookieUnsafe(response, names.visitor, visitor.secret, names.options)
  return link === undefined || link === visitor.lastLink
    ? known
    : HttpServerResponse.setCookieUnsafe(known, names.link, link, names.options)
}

/** What is stored of a random text that somebody brings back later. */
export const hash = (purpose: "browser" | "state" | "choice" | "attempt", secret: string): string =>
  createHash("sha256").update(`svc-connect:${purpose}:${secret}`).digest("base64url")

/** What every form of a link carries: only our own pages, in this browser, know it. */
export const csrfOf = ({ secret }: Visitor, link: string): string =>
  createHmac("sha256", secret).update(`svc-connect:form:${link}`).digest("base64url")

/** In a time that does not depend on where the texts differ. */
export const isSame = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
