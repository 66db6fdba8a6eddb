/** What went wrong while connecting: a reason for programs, and words for the person in front of the page. */
import type { Auth, Connector, ConnectorError } from "@svc/core"
import type { ConnectRefused } from "../connections/Connecting.ts"
import { type Html, html } from "./Html.ts"
import { type Locale, plural } from "./Languages.ts"
import type { Said } from "./Words.ts"

/** Why nothing was connected, as return addresses and events name it. */
export const reasons = [
  "access-denied",
  "account-unknown",
  "cookies-off",
  "forbidden",
  "incomplete",
  "internal-error",
  "link-expired",
  "link-revoked",
  "link-unknown",
  "no-account",
  "not-connected",
  "other-account",
  "platform-busy",
  "platform-unavailable",
  "refused",
  "sign-in-used",
  "too-many-tries",
  "unavailable-here",
  "untold-account"
] as const
export type Reason = (typeof reasons)[number]

/** What went wrong, in plain words, and the platform's own words where it has some. */
export interface Trouble extends Said {
  readonly reason: Reason
  readonly detail: Html | null
}

const trouble = (reason: Reason, said: Said, detail: Html | null = null): Trouble => ({ ...said, reason, detail })

export const unknownLink = ({ words }: Locale): Trouble => trouble("link-unknown", words.unknownLink)
export const expiredLink = ({ words }: Locale): Trouble => trouble("link-expired", words.expiredLink)
export const revokedLink = ({ words }: Locale): Trouble => trouble("link-revoked", words.revokedLink)
export const nothingOffered = ({ words }: Locale): Trouble => trouble("unavailable-here", words.nothingOffered)
export const notOffered = ({ words }: Locale): Trouble => trouble("unavailable-here", words.notOffered)
export const notConnected = ({ words }: Locale): Trouble => trouble("not-connected", words.notConnected)
export const noCookies = ({ words }: Locale): Trouble => trouble("cookies-off", words.noCookies)
export const usedSignIn = ({ words }: Locale): Trouble => trouble("sign-in-used", words.usedSignIn)
/** An app that was installed at the platform: its answer names no sign-in of ours, so nobody knows whose company it is for. */
export const begunThere = ({ words }: Locale): Trouble => trouble("sign-in-used", words.begunThere)
export const foreignSignIn = ({ words }: Locale): Trouble => trouble("sign-in-used", words.foreignSignIn)
export const tooManyTries = (locale: Locale, seconds: number): Trouble => {
  const { text, title } = locale.words.tooManyTries
  return trouble("too-many-tries", { title, text: plural(locale, text, Math.ceil(seconds / 60)) })
}
export const failed = ({ words }: Locale): Trouble => trouble("internal-error", words.failed)

/** A platform's own words, as far as a page has room for them; in whatever language they are. */
const said = ({ words }: Locale, name: string, message: string | undefined): Html | null => {
  const text = message?.trim() ?? ""
  if (text === "") return null
  return words.platformSays(name, html`<bdi lang="">${text.length > 300 ? `${text.slice(0, 300)}…` : text}</bdi>`)
}

/** Why a platform's answer made no connection. */
export const platformFailure = (
  locale: Locale,
  { name }: Connector.Any,
  auth: Auth.Single,
  { reason }: ConnectorError.ConnectorError
): Trouble => {
  const { words } = locale
  const detail = said(locale, name, reason.message)
  switch (reason._tag) {
    case "AuthExpired":
      return auth._tag === "OAuth2"
        ? trouble("access-denied", words.signInIncomplete(name), detail)
        : trouble("refused", words.notAccepted(name), detail)
    case "Forbidden":
      return trouble("forbidden", words.notAllowed(name), detail)
    case "RateLimited":
      return trouble("platform-busy", words.busy(name))
    case "Unavailable":
    case "TimedOut":
      return trouble("platform-unavailable", words.unreachable(name))
    case "NotFound":
      return trouble("account-unknown", words.unknownAccount(name), detail)
    default:
      return auth._tag === "OAuth2"
        ? trouble("access-denied", words.noAccess(name), detail)
        : trouble("refused", words.notAccepted(name), detail)
  }
}

export const refusal = (locale: Locale, { name }: Connector.Any, { reason }: ConnectRefused): Trouble => {
  const { words } = locale
  switch (reason) {
    case "no-account":
      return trouble("no-account", words.noAccount(name))
    case "other-account":
      return trouble("other-account", words.otherAccount(name))
    case "untold-account":
      return trouble("untold-account", words.untoldAccount(name))
    case "incomplete":
      return trouble("incomplete", words.leftOut(name))
    case "gone":
      return revokedLink(locale)
  }
}
