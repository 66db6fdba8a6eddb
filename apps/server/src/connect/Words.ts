/** What went wrong while connecting, in words for the person in front of the page. */
import type { Auth, Connector, ConnectorError } from "@svc/core"
import type { ConnectRefused } from "../connections/Connecting.ts"
import type { Trouble } from "./Pages.ts"

const trouble = (title: string, text: string, detail: string | null = null): Trouble => ({ title, text, detail })

/** A platform's own words, as far as a page has room for them. */
const said = (name: string, message: string | undefined): string | null => {
  const text = message?.trim() ?? ""
  if (text === "") return null
  return `${name} says: ${text.length > 300 ? `${text.slice(0, 300)}…` : text}`
}

export const unknownLink = trouble(
  "This link does not work",
  "It may have been cut off when it was copied. Ask whoever sent it to you for a new one."
)
export const expiredLink = trouble("This link has expired", "Ask whoever sent it to you for a new one.")
export const revokedLink = trouble(
  "This link is no longer valid",
  "It was withdrawn. Ask whoever sent it to you for a new one."
)
export const nothingOffered = trouble(
  "Nothing can be connected right now",
  "The platforms of this link are not available at the moment. Tell whoever sent it to you, or try again later."
)
export const notOffered = trouble(
  "This platform is not available here",
  "It cannot be connected with this link at the moment."
)
export const fixedAddress =
  "Whoever runs this service has fixed the address of all connections to this platform: what you enter names the account and is not called"
export const notConnected = trouble(
  "Nothing is connected here",
  "This page shows a connection that was just made. There is none."
)
export const noCookies = trouble(
  "This page was open for too long, or cookies are off",
  "Nothing was connected. Allow cookies for this site if they are off, then start again."
)
export const usedSignIn = trouble(
  "This sign-in cannot be used any more",
  "It was used already or took too long, so nothing was connected. Please start again."
)
/** An app that was installed at the platform: its answer names no sign-in of ours, so nobody knows whose company it is for. */
export const begunThere = trouble(
  "This was begun at the platform",
  "Nothing was connected yet, because it was not begun here. Open the link that you were invited with, and connect from there."
)
export const foreignSignIn = trouble(
  "This sign-in was begun elsewhere",
  "A sign-in must come back to the browser it was begun in. Nothing was connected. Please start again here."
)
export const tooManyTries = (seconds: number): Trouble =>
  trouble(
    "Too many tries",
    `What was entered was refused too often, so nothing is tried for now. Try again in ${Math.ceil(seconds / 60)} minutes.`
  )
export const failed = trouble("Something went wrong here", "Nothing was connected. Please try again in a few minutes.")

/** Why a platform's answer made no connection. */
export const platformFailure = (
  { name }: Connector.Any,
  auth: Auth.Single,
  { reason }: ConnectorError.ConnectorError
): Trouble => {
  const detail = said(name, reason.message)
  switch (reason._tag) {
    case "AuthExpired":
      return auth._tag === "OAuth2"
        ? trouble("The sign-in was not completed", `${name} gave no access, so nothing was connected.`, detail)
        : trouble(`${name} does not accept this`, "Check what you entered and try again.", detail)
    case "Forbidden":
      return trouble(
        `${name} does not allow this`,
        "The account may lack a permission, or its plan does not include connecting other software.",
        detail
      )
    case "RateLimited":
      return trouble(`${name} is busy`, "It does not take more requests at the moment. Try again in a few minutes.")
    case "Unavailable":
    case "TimedOut":
      return trouble(`${name} cannot be reached`, "Nothing was connected. Please try again in a few minutes.")
    case "NotFound":
      return trouble(
        `${name} does not know this account`,
        "Check what you entered: the platform finds nothing under it.",
        detail
      )
    default:
      return auth._tag === "OAuth2"
        ? trouble(`${name} did not give access`, "Nothing was connected. Please try again.", detail)
        : trouble(`${name} does not accept this`, "Check what you entered and try again.", detail)
  }
}

export const refusal = ({ name }: Connector.Any, { message, reason }: ConnectRefused): Trouble => {
  switch (reason) {
    case "no-account":
      return trouble(
        "No account was found",
        `Your sign-in works, but ${name} shows no account that it may use. Sign in as somebody who has one.`
      )
    case "other-account":
      return trouble(
        "This is another account",
        `Sign in at ${name} with the account that was connected before. The data of two accounts is not mixed.`
      )
    case "untold-account":
      return trouble(`${name} is connected already`, message)
    case "incomplete":
      return trouble(`${name} left something out`, "Nothing was connected. Please try again.", message)
    case "gone":
      return revokedLink
  }
}
