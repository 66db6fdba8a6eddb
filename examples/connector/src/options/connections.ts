/** What a connector may say of its connections, piece by piece. */
import * as Account from "@svc/core/Account"
import * as Auth from "@svc/core/Auth"
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Further from "@svc/core/Further"
import * as Page from "@svc/core/Page"
import * as Setting from "@svc/core/Setting"
import * as Wire from "@svc/core/Wire"

/** OAuth 2. What is left out is as the standard has it. */
export const signIn = Auth.oauth2({
  authorizeUrl: ({ region }) => `https://login.${region}.acme.example/authorize`,
  tokenUrl: ({ region }) => `https://login.${region}.acme.example/token`,
  revokeUrl: "https://login.acme.example/revoke",
  revokeForm: ({ clientId, settings }) => ({ client: clientId, account: settings["account"] ?? "" }),
  scopes: ["books.read", "books.write"],
  scopeSeparator: ",",
  scopeParam: "scope[]",
  clientAuth: "basic",
  pkce: true,
  authorizeParams: { access_type: "offline" },
  tokenParams: { audience: "api" },
  codeParams: (callback) => ({ context: callback.get("context") ?? "" }),
  tokenBody: "json",
  expiresIn: 3600,
  header: "X-Acme-Token",
  prefix: "Acme-oauthtoken ",
  issuer: "https://login.acme.example",
  isIssuerNamed: true,
  isEnded: (body) => Call.at(body, "error") === "invalid_code",
  callbackSignature: {
    param: "hmac",
    algorithm: "SHA-256",
    encoding: "hex",
    message: (params, { shop }) => (params.get("shop") === shop ? `shop=${shop}` : null)
  }
})

/**
 * Keys that log in: what `found` answers is beside the keys wherever these are seen. `guide`: what the end user does first, in whole
 * sentences, shown on the connect page. `untold`: nothing names their scopes.
 */
export const key = Auth.apiKey({
  fields: { key: Setting.asked({ label: "API key", secret: true }) },
  guide: ["In Acme, open https://app.acme.example/keys and make a key.", "Enter it below: Acme shows it only once."],
  headers: (keys) => ({ cookie: `session=${keys["session"] ?? ""}` }),
  query: (keys) => ({ user: keys["user"] ?? "" }),
  session: {
    login: ({ key: own }, { database }) => ({ method: "POST", path: "/login", body: { database, key: own } }),
    found: (body) => {
      const [session, user] = [Call.at(body, "session"), Call.at(body, "user")]
      return typeof session === "string" ? { session, user: String(user) } : null
    },
    shown: ["user"]
  },
  untold: true
})

export const password = Auth.basic({
  fields: { username: Setting.asked({ label: "User" }), password: Setting.asked({ label: "Password", secret: true }) }
})
export const machine = Auth.clientCredentials({
  fields: {
    client_id: Setting.asked({ label: "Id" }),
    client_secret: Setting.asked({ label: "Secret", secret: true })
  },
  tokenUrl: "https://login.acme.example/token",
  scopes: ["books"],
  clientAuth: "body",
  tokenParams: { resource: "books" }
})
/** Every request carries an HMAC: in headers, or with `query` in the address. */
export const signed = Auth.signed({
  fields: { id: Setting.asked({ label: "Id" }), secret: Setting.asked({ label: "Secret", secret: true }) },
  sign: ({ credentials, digest, method, nonce, timestamp, url }) => ({
    algorithm: "SHA-256",
    encoding: "base64",
    key: credentials["secret"] ?? "",
    message: [method, url.pathname, timestamp, nonce, digest ?? ""].join("\n"),
    headers: (signature) => ({ "x-nonce": nonce, "x-time": String(timestamp), "x-signature": signature }),
    query: (signature) => ({ signature })
  })
})
/** Several ways: the user picks one by its label, and the connection remembers its name. */
export const ways = Auth.choice({
  sign_in: { label: "Sign in at Acme", help: "For most people.", auth: signIn },
  key: { label: "Use an API key", auth: key },
  open: { label: "It needs none", help: "A service on your own network.", auth: Auth.none }
})

/** Settings say where their value comes from; one of some ways alone names them in `methods`. */
export const settings = {
  address: Setting.asked({
    label: "Address",
    help: "Where you open Acme in the browser",
    placeholder: "https://acme.example",
    normalize: Setting.address,
    pattern: "https://[a-z0-9.-]+"
  }),
  server: Setting.asked({ label: "Server", normalize: Setting.host, optional: true }),
  plan: Setting.asked({ label: "Plan", choices: { free: "Free", paid: "Paid" } }),
  pin: Setting.asked({ label: "PIN of the file", secret: true, optional: true }),
  database: Setting.asked({ label: "Database", methods: ["key"] }),
  region: Setting.fromCallback({ label: "Region", param: "location", pattern: "eu|us", methods: ["sign_in"] }),
  host: Setting.fromToken({ label: "Host", at: "api.domain", pattern: "[a-z.]+", methods: ["sign_in"] }),
  /** The callback names it for new apps, and discovery finds it for old ones; who uses a key is asked. */
  company: Setting.either(
    Setting.fromCallback({ label: "Company", param: "company", methods: ["sign_in"] }),
    Setting.discovered({ label: "Company", methods: ["sign_in", "open"] }),
    Setting.asked({ label: "Company", methods: ["key"] })
  )
}

/** Stages: environments, then the companies of each, in pages. A function of the settings sees what was found before. */
export const stages = [
  Connector.discover({
    call: { path: "/environments" },
    response: Wire.struct({ names: Wire.required(Wire.list(Wire.id)) }),
    choices: ({ names }) => names.map((name) => ({ name: name ?? "", settings: { environment: name ?? "" } }))
  }),
  Connector.discover({
    call: ({ environment }) =>
      Further.pages({
        call: { path: "/companies", query: { environment } },
        page: Page.numbered({ size: 50 }),
        items: "companies"
      }),
    response: Wire.list(Wire.struct({ id: Wire.required(Wire.id), name: Wire.text })),
    choices: (companies) => companies.map(({ id, name }) => ({ name: name ?? id, settings: { company: id } }))
  })
]

/** How the accounts behind credentials are told apart: one of these. */
export const byCompany = Account.settings("company")
export const byAnswer = Account.answer(
  (body, { settings: known }) => `${known["address"]} ${String(Call.at(body, "id"))}`
)
export const untold = Account.untold("The service is on the user's own network and has one file")
