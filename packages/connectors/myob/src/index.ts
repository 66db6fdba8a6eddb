/** MYOB Business and AccountRight, accounting for Australia and New Zealand: https://developer.myob.com/api/myob-business-api/ */
import * as Account from "@svc/core/Account"
import * as Auth from "@svc/core/Auth"
import * as Connector from "@svc/core/Connector"
import * as Models from "@svc/core/Models"
import * as Setting from "@svc/core/Setting"
import * as Wire from "@svc/core/Wire"
import { failure, passthrough } from "./failure.ts"
import { reads } from "./reads.ts"

const guid = "[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"

export const myob = Connector.make({
  id: "MYOB_BUSINESS",
  name: "MYOB Business",
  category: "ACCOUNTING",
  models: Models.accounting,
  app: { clientId: "API key" },
  auth: Auth.oauth2({
    authorizeUrl: "https://secure.myob.com/oauth2/account/authorize",
    // Quirk: without it the callback does not say which file was chosen.
    authorizeParams: { prompt: "consent" },
    tokenUrl: "https://secure.myob.com/oauth2/v1/authorize",
    clientAuth: "body",
    pkce: false,
    expiresIn: 1200,
    // Quirk: the token request says the scope again; keys made before 12 March 2025 have one, and it comes back with none.
    codeParams: (callback) => ({ scope: callback.get("scope") ?? "CompanyFile" }),
    scopes: [
      "sme-company-file",
      "sme-company-settings",
      "sme-general-ledger",
      "sme-banking",
      "sme-sales",
      "sme-purchases",
      "sme-inventory",
      "sme-contacts-customer",
      "sme-contacts-supplier"
    ]
  }),
  settings: {
    // New keys are told the file by the callback; older ones find it in the list of the user's files.
    businessId: Setting.either(
      Setting.fromCallback({ label: "Company file", param: "businessId", pattern: guid }),
      Setting.discovered({ label: "Company file" })
    ),
    fileUser: Setting.asked({
      label: "User of the company file",
      help: "Only for a file that has users of its own, beside the sign-in at MYOB. Leave it empty otherwise.",
      placeholder: "Administrator",
      optional: true
    }),
    filePassword: Setting.asked({ label: "Password of that user", secret: true, optional: true })
  },
  discover: Connector.discover({
    call: { base: "files", path: "/" },
    response: Wire.list(Wire.struct({ Id: Wire.required(Wire.id), Name: Wire.text })),
    choices: (files) =>
      files.flatMap((file) =>
        file === null ? [] : [{ name: file.Name ?? file.Id, settings: { businessId: file.Id } }]
      )
  }),
  check: { path: "/Company" },
  account: Account.settings("businessId"),
  http: {
    baseUrl: ({ businessId }) => `https://api.myob.com/accountright/${businessId}`,
    bases: { files: "https://api.myob.com/accountright" },
    headers: ({ filePassword, fileUser }, { clientId }) => ({
      "x-myobapi-key": clientId,
      "x-myobapi-version": "v2",
      ...(fileUser ? { "x-myobapi-cftoken": encoded(`${fileUser}:${filePassword ?? ""}`) } : {})
    }),
    // Quirk: eight calls a second and a million a day are those of a key, whichever its files are.
    limits: {
      concurrent: 3,
      windows: [
        { max: 5, seconds: 1 },
        { max: 1_000_000, seconds: 86_400 }
      ]
    },
    // Quirk: a file that nobody has used for a while is opened by its first call.
    timeout: 120,
    failure,
    passthrough
  },
  reads,
  writes: Connector.later(() => import("./writes.ts"))
})

/** Base64 of a text's UTF-8. */
const encoded = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(""))
