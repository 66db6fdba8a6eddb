/** Xero, the accounting platform: https://developer.xero.com */
import * as Account from "@svc/core/Account"
import * as Auth from "@svc/core/Auth"
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Models from "@svc/core/Models"
import * as Setting from "@svc/core/Setting"
import * as Wire from "@svc/core/Wire"
import { failure, remaining } from "./failure.ts"
import { inbound } from "./inbound.ts"
import { reads } from "./reads.ts"

export const xero = Connector.make({
  id: "XERO",
  name: "Xero",
  category: "ACCOUNTING",
  models: Models.accounting,
  auth: Auth.oauth2({
    authorizeUrl: "https://login.xero.com/identity/connect/authorize",
    tokenUrl: "https://identity.xero.com/connect/token",
    issuer: "https://identity.xero.com",
    clientAuth: "basic",
    pkce: true,
    // Quirk: apps made before March 2026 may still ask for broad scopes; these are the ones every app has.
    scopes: [
      "offline_access",
      "accounting.settings",
      "accounting.contacts",
      "accounting.invoices",
      "accounting.payments",
      "accounting.banktransactions",
      "accounting.manualjournals",
      "accounting.attachments",
      "accounting.reports.profitandloss.read",
      "accounting.reports.balancesheet.read"
    ]
  }),
  settings: {
    tenantId: Setting.discovered({ label: "Organisation" }),
    connectionId: Setting.discovered({ label: "Connection of the app with the organisation", optional: true })
  },
  discover: Connector.discover({
    call: { base: "platform", path: "/connections" },
    response: Wire.list(
      Wire.struct({
        id: Wire.required(Wire.id),
        tenantId: Wire.required(Wire.id),
        tenantName: Wire.text,
        tenantType: Wire.text
      })
    ),
    choices: (connections) =>
      connections
        .filter(({ tenantType }) => tenantType === "ORGANISATION")
        .map(({ id, tenantId, tenantName }) => ({
          name: tenantName ?? tenantId,
          settings: { tenantId, connectionId: id }
        }))
  }),
  // Quirk: revoking the tokens, at /connect/revocation, would cut off the user's other organisations as well.
  disconnect: ({ connectionId }) =>
    connectionId ? { base: "platform", method: "DELETE", path: `/connections/${Call.segment(connectionId)}` } : null,
  check: { path: "/Organisation" },
  account: Account.settings("tenantId"),
  http: {
    baseUrl: "https://api.xero.com/api.xro/2.0",
    bases: { platform: "https://api.xero.com", finance: "https://api.xero.com/finance.xro/1.0" },
    headers: ({ tenantId }) => ({ "xero-tenant-id": tenantId }),
    limits: {
      concurrent: 5,
      windows: [
        { max: 60, seconds: 60 },
        { max: 5000, seconds: 86_400 }
      ],
      remaining
    },
    failure
  },
  reads,
  writes: Connector.later(() => import("./writes.ts")),
  inbound
})
