/** How Mekari knows who calls: every request is signed with the keys of an API client, or an app has been let in by a user. */
import * as Auth from "@svc/core/Auth"
import * as Setting from "@svc/core/Setting"

/**
 * Signed are the date and the request line, its query as it is sent; a body is told by its digest.
 * https://developers.mekari.com/docs/kb/authentication/hmac
 */
export const sign: Auth.Signed["sign"] = ({ credentials, digest, method, timestamp, url }) => {
  const date = new Date(timestamp * 1000).toUTCString()
  return {
    algorithm: "SHA-256",
    encoding: "base64",
    key: credentials["client_secret"] ?? "",
    message: `date: ${date}\n${method} ${url.pathname}${url.search} HTTP/1.1`,
    headers: (signature) => ({
      date,
      authorization:
        `hmac username="${credentials["client_id"] ?? ""}", algorithm="hmac-sha256", ` +
        `headers="date request-line", signature="${signature}"`,
      ...(digest === undefined ? {} : { digest: `SHA-256=${digest}` })
    })
  }
}

const account = "https://account.mekari.com/auth"
export const auth = Auth.choice({
  key: {
    label: "API client",
    help: "Mekari makes one for your company and for Jurnal alone: a client id and a client secret.",
    auth: Auth.signed({
      guide: [
        "Make an API client at https://developers.mekari.com/dashboard/applications, or ask Mekari's support for one.",
        "Choose the company that is to be connected, and Jurnal: a client is for one company.",
        "Enter its client id and client secret below."
      ],
      fields: {
        client_id: Setting.asked({ label: "Client ID", pattern: '[^"\\\\]+' }),
        client_secret: Setting.asked({ label: "Client secret", secret: true })
      },
      sign
    })
  },
  oauth2: {
    label: "Sign in at Mekari",
    help: "You sign in with your Mekari account and agree to what is read and written.",
    auth: Auth.oauth2({
      authorizeUrl: account,
      tokenUrl: `${account}/oauth2/token`,
      // What an app may do, Mekari decides when it makes it: the operator names those scopes with the app.
      scopes: ["sso:profile"],
      tokenBody: "json",
      clientAuth: "body",
      pkce: false,
      expiresIn: 3600
    })
  }
})

const hosts = { production: "https://api.mekari.com", sandbox: "https://sandbox-api.mekari.com" }
export const settings = {
  environment: Setting.asked({
    label: "Environment",
    choices: { production: "Production", sandbox: "Sandbox" },
    optional: true,
    methods: ["key"]
  })
} as const
export const baseUrl = ({ environment }: { readonly environment?: string | undefined }): string =>
  `${environment === "sandbox" ? hosts.sandbox : hosts.production}/public/jurnal/api/v1`
