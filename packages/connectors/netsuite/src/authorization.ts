/**
 * How NetSuite is authorised: OAuth 2, or a token whose every request is signed (OAuth 1.0a). Both speak to a host of the
 * account's own, which is made of the account id alone.
 */
import * as Auth from "@svc/core/Auth"
import * as Setting from "@svc/core/Setting"

/** An account id as NetSuite shows it: `1234567`, `TSTDRV1234567`, `1234567_SB1`. */
export const accountPattern = "[A-Z0-9]{4,20}(_[A-Z0-9]{1,8})?"
/** The id of what was typed: hosts and addresses write it in small letters and with a hyphen, `1234567-sb1`. */
export const accountOf = (typed: string): string => typed.toUpperCase().replaceAll("-", "_")
const isAccount = new RegExp(`^(?:${accountPattern})$`)

/** The account's label in host names: `1234567-sb1`. What could lead to another host is no account. */
export const labelOf = (account: string | undefined): string => {
  if (account === undefined || !isAccount.test(account)) throw new Error("The account id is not one of NetSuite.")
  return account.toLowerCase().replace("_", "-")
}
const api = (account: string | undefined) => `https://${labelOf(account)}.suitetalk.api.netsuite.com`
export const restOf = (account: string) => `${api(account)}/services/rest`

const oauth2 = Auth.oauth2({
  authorizeUrl: ({ account }) => `https://${labelOf(account)}.app.netsuite.com/app/login/oauth2/authorize.nl`,
  tokenUrl: ({ account }) => `${api(account)}/services/rest/auth/oauth2/v1/token`,
  revokeUrl: ({ account }) => `${api(account)}/services/rest/auth/oauth2/v1/revoke`,
  scopes: ["rest_webservices"],
  clientAuth: "basic",
  pkce: true,
  expiresIn: 3600
})

/** RFC 3986: what OAuth 1 signs is escaped further than a form. */
const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
const pairsOf = (params: ReadonlyArray<readonly [name: string, value: string]>): string =>
  params
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    .join("&")

/** The base string, its key, and the header. A JSON body is not signed. */
export const sign: Auth.Signed["sign"] = ({ credentials, method, nonce, settings, timestamp, url }) => {
  const own = {
    oauth_consumer_key: credentials["consumer_key"] ?? "",
    oauth_token: credentials["token_id"] ?? "",
    oauth_signature_method: "HMAC-SHA256",
    oauth_timestamp: String(timestamp),
    oauth_nonce: nonce,
    oauth_version: "1.0"
  }
  const params = pairsOf([...url.searchParams, ...Object.entries(own)])
  labelOf(settings["account"])
  return {
    algorithm: "SHA-256",
    key: `${escaped(credentials["consumer_secret"] ?? "")}&${escaped(credentials["token_secret"] ?? "")}`,
    message: `${method.toUpperCase()}&${escaped(url.origin + url.pathname)}&${escaped(params)}`,
    encoding: "base64",
    headers: (signature) => ({
      // Quirk: the realm is the account id in its own spelling, not that of the host.
      authorization: `OAuth realm="${settings["account"]}",${Object.entries({ ...own, oauth_signature: signature })
        .map(([name, value]) => `${name}="${escaped(value)}"`)
        .join(",")}`
    })
  }
}

const token = Auth.signed({
  fields: {
    consumer_key: Setting.asked({ label: "Consumer key", help: "Of the integration record in NetSuite." }),
    consumer_secret: Setting.asked({ label: "Consumer secret", secret: true }),
    token_id: Setting.asked({ label: "Token ID", help: "Of the access token made for that integration." }),
    token_secret: Setting.asked({ label: "Token secret", secret: true })
  },
  guide: [
    "As an administrator, under Setup, Company, Enable Features, SuiteCloud, switch on REST web services and token-based authentication.",
    "Make an integration record with token-based authentication, and note its consumer key and secret: they are shown once.",
    "Make an access token for that integration and a role that may log in using access tokens and see what is to be read, and note its id and secret.",
    "The account id stands under Setup, Company, Company Information."
  ],
  sign
})

export const auth = Auth.choice({
  oauth2: {
    label: "Sign in at NetSuite",
    help: "You sign in and agree there. The access ends when it is not used for a week.",
    auth: oauth2
  },
  tba: {
    label: "Use an access token",
    help: "For administrators: four keys from NetSuite's token-based authentication. The access does not end by itself.",
    auth: token
  }
})
