/** How a platform is spoken to: what `http` of a connector may say, and what is beside it. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as GraphQL from "@svc/core/GraphQL"
import * as Models from "@svc/core/Models"
import * as Xml from "@svc/core/Xml"
import { byCompany, settings, stages, ways } from "./connections.ts"
import { signed } from "./webhooks.ts"

export const acme = Connector.make({
  id: "ACME",
  name: "Acme",
  category: "ACCOUNTING",
  models: Models.accounting,
  auth: ways,
  settings,
  discover: stages,
  account: byCompany,
  app: { clientId: "Application id", clientSecret: "Subscription key" },
  check: ({ company }) => ({ path: `/companies/${Call.segment(company)}` }),
  checked: (body, { company }) =>
    Call.at(body, "id") === company ? null : { reason: "Forbidden", message: "The key is for another company." },
  disconnect: () => ({ method: "DELETE", path: "/grant" }),
  http: {
    baseUrl: ({ address }) => `${address}/api`,
    bases: { files: ({ region }) => `https://files.${region ?? "eu"}.acme.example` },
    headers: ({ database }, app) => ({ "x-database": database, "x-app": app.clientSecret }),
    query: ({ company }) => ({ company }),
    limits: {
      windows: ({ plan }) => [{ max: plan === "paid" ? 600 : 60, seconds: 60 }],
      concurrent: 2,
      apart: { calls: ({ path }) => path.startsWith("/search"), windows: [{ max: 5, seconds: 1 }] },
      // What calls cost is known before: a day's tokens, a month's quota. It is kept over processes and restarts.
      weighed: {
        windows: ({ plan }) => [
          { max: plan === "paid" ? 100_000 : 10_000, seconds: 86_400 },
          { max: 1_000_000, seconds: 30 * 86_400 }
        ],
        weigh: ({ method, path }) => (method === "DELETE" ? 6 : path.startsWith("/search") ? 40 : 20),
        remaining: (headers) => [{ seconds: 86_400, remaining: Number(headers["x-tokens-left"]) }]
      },
      remaining: (headers) => [
        { seconds: 60, remaining: Number(headers["x-left"]), resetAt: Number(headers["x-reset"]) }
      ],
      cost: ({ body }) => {
        const [available, requested] = [Call.at(body, "points.left"), Call.at(body, "points.used")]
        return typeof available === "number" && typeof requested === "number"
          ? { available, requested, maximum: 1000, restoreRate: 50 }
          : null
      }
    },
    timeout: 120,
    failure: ({ body, headers, status }) => ({
      message: String(Call.at(body, "fault.text") ?? ""),
      field: Call.at(body, "fault.member") === "title" ? "name" : undefined,
      // The platform's own trace stays with it.
      body: Call.present({ code: Call.at(body, "fault.code") }),
      retryAfter: status === 503 ? Number(headers["x-wait"] ?? 1) : undefined,
      reason: Call.at(body, "fault.code") === "TOKEN_ENDED" ? "AuthExpired" : undefined,
      applied: Call.at(body, "fault.code") === "ROLLED_BACK" ? false : undefined,
      stale: Call.at(body, "fault.code") === "CHANGED_MEANWHILE"
    }),
    failureInside: ({ body }) => (Call.at(body, "status") === "error" ? { reason: "Rejected" } : null),
    passthrough: ({ path }) => (path.startsWith("/users") ? "Users are the account's own affair." : null)
  },
  reads: {},
  writes: {},
  inbound: signed
})

/** A platform without limits, such as a program on a machine of the user's: the reason is asked for. */
export const unhurried: Connector.Limits = { windows: [], unlimited: "It answers from the same machine" }

/** Credentials in bodies: `http.encode` sees the keys, and what a session found. */
export const inBodies = {
  encode: (body: unknown, own: { readonly database?: string | undefined }, keys: { readonly [name: string]: string }) =>
    Call.form({ database: own.database ?? "", key: keys["key"] ?? "", request: JSON.stringify(body) })
}
/** XML: `parse` reads answers, `encode` writes bodies. */
export const inXml = {
  parse: (text: string) => Xml.read(text, { isList: (name) => name === "LINE", attributes: () => false }),
  encode: (body: unknown) => ({
    ...Call.xml(Xml.write({ REQUEST: body as Xml.Writable })),
    charset: "utf-16le" as const
  })
}
/** GraphQL: bodies by `Call.graphql`, connections walked by `Page.relay`, errors by their codes. */
export const inGraphQL = {
  failureInside: GraphQL.failureInside({ THROTTLED: "RateLimited", ACCESS_DENIED: "Forbidden" }),
  body: Call.graphql("query Orders($after: String) { orders(after: $after) { nodes { id } } }", { after: null })
}
