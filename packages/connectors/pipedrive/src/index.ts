/** Pipedrive, the CRM: https://developers.pipedrive.com. Its second interface, and the first for what that lacks. */
import * as Account from "@svc/core/Account"
import * as Auth from "@svc/core/Auth"
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Models from "@svc/core/Models"
import * as Normalize from "@svc/core/Normalize"
import * as Setting from "@svc/core/Setting"
import { callsLeft, failure, refusal, tokensLeft, weigh } from "./failure.ts"
import { inbound } from "./inbound.ts"
import { reads } from "./reads.ts"

export const pipedrive = Connector.make({
  id: "PIPEDRIVE",
  name: "Pipedrive",
  category: "CRM",
  models: Models.crm,
  auth: Auth.choice({
    oauth2: {
      label: "Sign in at Pipedrive",
      help: "You choose the company and agree to what is read and written.",
      auth: Auth.oauth2({
        authorizeUrl: "https://oauth.pipedrive.com/oauth/authorize",
        tokenUrl: "https://oauth.pipedrive.com/oauth/token",
        revokeUrl: "https://oauth.pipedrive.com/oauth/revoke",
        clientAuth: "basic",
        pkce: false,
        // Scopes are those of the app, and no part of the address.
        scopes: []
      })
    },
    token: {
      label: "API token",
      help: "It sees what its user sees. A user has one for each company.",
      auth: Auth.apiKey({
        guide: [
          "In Pipedrive, open your account's menu, then Company settings, Personal preferences and API.",
          "Copy the token and enter it below, with the address at which you open Pipedrive."
        ],
        fields: { token: Setting.asked({ label: "API token", secret: true }) },
        headers: ({ token }) => ({ "x-api-token": token ?? "" })
      })
    }
  }),
  settings: {
    domain: Setting.either(
      Setting.fromToken({
        label: "Address",
        at: "api_domain",
        methods: ["oauth2"],
        normalize: Setting.address,
        pattern: "https://[a-z0-9][a-z0-9\\-]*\\.pipedrive\\.com"
      }),
      Setting.asked({
        label: "Address",
        help: "Where you open Pipedrive in the browser",
        placeholder: "https://acme.pipedrive.com",
        methods: ["token"],
        normalize: Setting.address,
        pattern: "https://[a-z0-9][a-z0-9\\-]*\\.pipedrive\\.com"
      })
    )
  },
  // A company may be given another address, and keeps its id.
  account: Account.answer((body) => Normalize.id(Call.at(body, "data.company_id"))),
  check: { path: "/v1/users/me" },
  http: {
    baseUrl: ({ domain }) => `${domain}/api`,
    limits: {
      // What the smallest plan's token may; others may more, and say so.
      windows: [{ max: 20, seconds: 2 }],
      concurrent: 4,
      remaining: callsLeft,
      // 30 000 for each seat of the smallest plan.
      weighed: { windows: [{ max: 30_000, seconds: 86_400 }], weigh, remaining: tokensLeft }
    },
    failure,
    passthrough: refusal
  },
  reads,
  writes: Connector.later(() => import("./writes.ts")),
  inbound
})
