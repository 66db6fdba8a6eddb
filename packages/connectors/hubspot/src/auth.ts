/** How HubSpot accounts are connected: https://developers.hubspot.com/docs/api-reference/auth-oauth-v3/guide */
import * as Auth from "@svc/core/Auth"
import * as Call from "@svc/core/Call"

/** Scopes that not every account can grant: leads come with a paid edition, the content of e-mails is asked for apart. */
export const scopes = { leads: "crm.objects.leads.read", emails: "sales-email-read" } as const

/** What writes need; notes, tasks, calls, meetings and e-mails come with contacts, pipelines with deals. */
export const writing = {
  contacts: "crm.objects.contacts.write",
  companies: "crm.objects.companies.write",
  deals: "crm.objects.deals.write",
  leads: "crm.objects.leads.write"
} as const

/** A public app, which the user of an account installs. */
export const oauth = Auth.oauth2({
  authorizeUrl: "https://app.hubspot.com/oauth/authorize",
  tokenUrl: "https://api.hubapi.com/oauth/v3/token",
  revokeUrl: "https://api.hubapi.com/oauth/v3/token/revoke",
  clientAuth: "body",
  pkce: false,
  // Quirk: a refresh token that has ended is refused in HubSpot's own words, `BAD_REFRESH_TOKEN` or a sentence.
  isEnded: (body) =>
    Call.at(body, "status") === "BAD_REFRESH_TOKEN" || /refresh token/i.test(String(Call.at(body, "message"))),
  // Notes, tasks, calls and meetings come with the scope of contacts.
  scopes: [
    "oauth",
    "crm.objects.contacts.read",
    "crm.objects.companies.read",
    "crm.objects.deals.read",
    "crm.objects.owners.read"
  ],
  // Quirk: an account that cannot grant one of `scope` cannot connect at all; of `optional_scope` it grants what it can.
  authorizeParams: { optional_scope: [...Object.values(scopes), ...Object.values(writing)].join(" ") }
})
