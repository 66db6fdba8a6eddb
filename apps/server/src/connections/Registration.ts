/** What an operator does so that a platform can be connected, step by step, made of what its connector says. */
import { Auth, type Connector } from "@svc/core"
import type { Integrations as Definition } from "@svc/core/api"
import { integrationPrefix } from "../Config.ts"
import { limitsOf } from "../overview/Limits.ts"

export type Registration = (typeof Definition.Registration)["Type"]
type Way = Registration["ways"][number]

/** What an operator's own words are needed for, and where the service is reached. */
interface Known {
  readonly redirectUri: string
  readonly inboundUrl: string
  /** Whether all is there that calls and signing in need. */
  readonly has: { readonly clientId: boolean; readonly clientSecret: boolean; readonly webhookSecret: boolean }
  readonly usable: ReadonlyArray<string | null>
}

const hostOf = (address: Auth.OAuth2["authorizeUrl"]): string | null =>
  typeof address === "string" && URL.canParse(address) ? new URL(address).host : null

const wayOf = (connector: Connector.Any, name: string | null, auth: Auth.Single, isReady: boolean): Way => ({
  name,
  label:
    connector.auth._tag === "Choice"
      ? (connector.auth.methods.find((method: Auth.Method) => method.name === name)?.label ?? null)
      : null,
  kind: auth._tag,
  is_ready: isReady,
  scopes: auth._tag === "OAuth2" || auth._tag === "ClientCredentials" ? auth.scopes : [],
  fields: "fields" in auth ? Object.values(auth.fields).map(({ label }) => label) : [],
  guide: "guide" in auth ? (auth.guide ?? []) : []
})

/** The steps, and how far they are done. */
export const registration = (connector: Connector.Any, known: Known): Registration => {
  const { has, inboundUrl, redirectUri, usable } = known
  const prefix = integrationPrefix(connector.id)
  const ways = Auth.methodsOf(connector.auth)
  const oauth = ways.flatMap(([, auth]) => (auth._tag === "OAuth2" ? [auth] : []))
  const [first] = oauth
  const host = first === undefined ? null : hostOf(first.authorizeUrl)
  const names = Object.values((connector.app ?? {}) as Readonly<Record<string, string>>)
  const scopes = [...new Set(oauth.flatMap((auth) => auth.scopes))]
  const isNeeded = first !== undefined || names.length > 0
  const steps: Array<Registration["steps"][number]> = []
  const step = (text: string, value: string | null = null, isDone: boolean | null = null) =>
    steps.push({ text, value, is_done: isDone })
  if (first !== undefined) {
    step(`Register an application of yours at ${connector.name}${host === null ? "" : ` (users sign in at ${host})`}.`)
    step("Enter this as its redirect address, letter by letter.", redirectUri)
    if (scopes.length > 0) step("Let it ask for these scopes.", scopes.join(" "))
  } else if (names.length > 0) {
    step(`Ask ${connector.name} for ${names.join(" and ")} of yours.`)
  } else {
    step(`Nothing is registered at ${connector.name}: each company enters what is its own.`, null, true)
  }
  if (isNeeded) {
    step(
      `Enter ${names.length > 0 && first === undefined ? names.join(" and ") : "its client id and secret"} below, or set ${prefix}CLIENT_ID and ${prefix}CLIENT_SECRET.`,
      null,
      usable.length > 0
    )
  }
  if (connector.inbound !== undefined) {
    step("Where it sends webhooks for the whole application, have it send them to this address.", inboundUrl)
    step(
      `Set the secret that signs them as ${prefix}WEBHOOK_SECRET. Without webhooks each sync reads what changed.`,
      null,
      has.webhookSecret
    )
  }
  return {
    integration_type: connector.id,
    name: connector.name,
    redirect_uri: first === undefined ? null : redirectUri,
    inbound_url: connector.inbound === undefined ? null : inboundUrl,
    has_client_id: has.clientId,
    has_client_secret: has.clientSecret,
    has_webhook_secret: has.webhookSecret,
    steps,
    ways: ways.map(([name, auth]) => wayOf(connector, name, auth, usable.includes(name))),
    limits: limitsOf(connector)
  }
}
