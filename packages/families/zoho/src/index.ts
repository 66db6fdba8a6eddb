/**
 * What all of Zoho's products share: one sign-in for all data centres, of which the callback names the user's own, and how an
 * answer says what happened.
 */
import * as Auth from "@svc/core/Auth"
import * as Call from "@svc/core/Call"
import * as Setting from "@svc/core/Setting"

const centres = "com|eu|in|com\\.au|jp|ca|com\\.cn|sa|uk"
const home = "https://accounts.zoho.com"

// Quirk: Zoho sends people of other data centres on from here, and says in the callback where their account is; an app that is
// kept to one data centre need not be told.
// https://www.zoho.com/accounts/protocol/oauth/multi-dc.html
const server = ({ accountsServer }: Readonly<Record<string, string | undefined>>) => accountsServer ?? home

export const centre = {
  accountsServer: Setting.fromCallback({
    label: "Zoho's accounts server",
    param: "accounts-server",
    optional: true,
    normalize: Setting.address,
    pattern: `https://accounts\\.(zoho\\.(${centres})|zohocloud\\.ca)`
  }),
  apiDomain: Setting.fromToken({
    label: "Zoho's data centre",
    at: "api_domain",
    normalize: Setting.address,
    pattern: `https://www\\.(zohoapis\\.(${centres})|zohocloud\\.ca)`
  })
}

export const signIn = (scopes: ReadonlyArray<string>) =>
  Auth.oauth2({
    authorizeUrl: `${home}/oauth/v2/auth`,
    tokenUrl: (settings) => `${server(settings)}/oauth/v2/token`,
    revokeUrl: (settings) => `${server(settings)}/oauth/v2/token/revoke`,
    scopes,
    scopeSeparator: ",",
    clientAuth: "body",
    pkce: false,
    // Without both, only the first consent of a user is answered with a refresh token.
    authorizeParams: { access_type: "offline", prompt: "consent" },
    expiresIn: 3600,
    prefix: "Zoho-oauthtoken ",
    // Quirk: a refresh token that was revoked, or pushed out by the twentieth after it, is refused so, with 200.
    isEnded: (body) => Call.at(body, "error") === "invalid_code"
  })

/** What an answer says in words; undefined where it says nothing. */
export const saidIn = (body: unknown): string | undefined => {
  const message = Call.at(body, "message")
  return typeof message === "string" && message !== "" ? message : undefined
}
/** The parts of a caller's path as Zoho reads them, however they are written; null where nobody can. */
export const partsOf = (path: string): ReadonlyArray<string> | null => {
  try {
    return decodeURIComponent(path.split("?")[0] ?? "")
      .split("/")
      .filter((part) => part !== "")
  } catch {
    return null
  }
}
