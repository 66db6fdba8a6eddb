/** What an operator does so that a platform can be connected, step by step, made of what its connector says. */
import { Auth, type Connector } from "@svc/core"
import type { Integrations as Definition } from "@svc/core/api"
import { integrationPrefix } from "../Config.ts"
import { limitsOf } from "../overview/Limits.ts"
import { guides } from "./RegistrationGuides.ts"

export type Registration = (typeof Definition.Registration)["Type"]
type Way = Registration["ways"][number]

/** What an operator's own words are needed for, and where the service is reached. */
interface Known {
  readonly redirectUri: string
  readonly inboundUrl: string
  /** Whether all is there that calls and signing in need. */
  readonly has: { readonly clientId: boolean; readonly clientSecret: boolean; readonly webhookSecret: boolean }
  readonly usable: ReadonlyArray<string | null>
  /** Those that users are asked for in place of the connector's; undefined where the operator named none. */
  readonly scopes: ReadonlyArray<string> | undefined
}

const hostOf = (address: Auth.OAuth2["authorizeUrl"]): string | null =>
  typeof address === "string" && URL.canParse(address) ? new URL(address).host : null

const labelOf = ({ auth }: Connector.Any, name: string | null): string | null =>
  auth._tag === "Choice" ? (auth.methods.find((method: Auth.Method) => method.name === name)?.label ?? null) : null

const wayOf = (
  connector: Connector.Any,
  name: string | null,
  auth: Auth.Single,
  isReady: boolean,
  asked: ReadonlyArray<string>
): Way => ({
  name,
  label: labelOf(connector, name),
  kind: auth._tag,
  is_ready: isReady,
  scopes: auth._tag === "OAuth2" ? asked : auth._tag === "ClientCredentials" ? auth.scopes : [],
  fields: "fields" in auth ? Object.values(auth.fields).map(({ label }) => label) : [],
  guide: "guide" in auth ? (auth.guide ?? []) : []
})

/** Of a platform that nobody has written a guide for. */
const unknown = (name: string) => ({
  how: `Where ${name} sends webhooks for the whole application, have it send them to this address.`,
  secret: "The secret that signs them"
})
/** Such as `“API key” and “API token”`. */
const quoted = (labels: ReadonlyArray<string | null>): string => labels.map((label) => `“${label}”`).join(" and ")

/** The steps, and how far they are done. */
export const registration = (connector: Connector.Any, known: Known): Registration => {
  const { has, inboundUrl, redirectUri, usable } = known
  const { name } = connector
  const prefix = integrationPrefix(connector.id)
  const ways = Auth.methodsOf(connector.auth)
  const [ofApplication, ofCompany] = [
    ways.filter(([, { _tag }]) => _tag === "OAuth2"),
    ways.filter(([, { _tag }]) => _tag !== "OAuth2")
  ]
  const oauth = ofApplication.flatMap(([, auth]) => (auth._tag === "OAuth2" ? [auth] : []))
  const [first] = oauth
  const host = first === undefined ? null : hostOf(first.authorizeUrl)
  const app = (connector.app ?? {}) as Readonly<Partial<Record<keyof Auth.App, string>>>
  const asked = known.scopes ?? [...new Set(oauth.flatMap((auth) => auth.scopes))]
  const guide = guides[connector.id]
  const steps: Array<Registration["steps"][number]> = []
  const step = (text: string, value: string | null = null, isDone: boolean | null = null) =>
    steps.push({ text, value, is_done: isDone })
  const each = (texts: ReadonlyArray<string> = []) => texts.forEach((text) => step(text))
  const isReady = (first === undefined ? ways : ofApplication).some(([way]) => usable.includes(way))

  if (first !== undefined && ofCompany.length > 0) {
    const labels = (some: typeof ways) => quoted(some.map(([way]) => labelOf(connector, way)))
    step(
      `For ${labels(ofCompany)} you have nothing to do: companies enter what is their own. What follows is for ${labels(ofApplication)}.`
    )
  }
  const isNeeded = first !== undefined || Object.keys(app).length > 0
  if (!isNeeded) step(`Nothing is registered at ${name}: each company enters what is its own.`, null, true)
  each(
    guide?.make ??
      (first !== undefined
        ? [`Register an application of yours at ${name}${host === null ? "" : ` (users sign in at ${host})`}.`]
        : Object.values(app).map((own) => `Ask ${name} for what it calls “${own}”.`))
  )
  if (first !== undefined) {
    step("Enter this as its redirect address, letter by letter.", redirectUri)
    if (asked.length > 0) step(guide?.scopes ?? "Let it ask for these scopes.", asked.join(first.scopeSeparator ?? " "))
  }
  each(guide?.also)
  if (isNeeded) {
    // What signs in has an id and a secret; what only goes with calls is what the connector names.
    const parts =
      first !== undefined ? (["clientId", "clientSecret"] as const) : (Object.keys(app) as Array<keyof Auth.App>)
    const called =
      guide?.called ?? (first !== undefined ? "its client id and client secret" : `the ${quoted(Object.values(app))}`)
    const settings = parts.map((part) => `${prefix}${part === "clientId" ? "CLIENT_ID" : "CLIENT_SECRET"}`)
    const where = first === undefined ? parts.map((part) => (part === "clientId" ? "client id" : "client secret")) : []
    step(
      `Enter ${called} below${where.length === 0 ? "" : ` as ${where.join(" and ")}`}, or set ${settings.join(" and ")}.`,
      null,
      isReady
    )
  }
  const { inbound } = connector
  if (inbound?.subscribe !== undefined) {
    step(
      `Webhooks need nothing of you: the service has ${name} send them for each connection, where ${name} can reach it by https.`
    )
  }
  const ofAll =
    guide === undefined && inbound !== undefined && inbound.subscribe === undefined ? unknown(name) : guide?.webhooks
  if (inbound !== undefined && ofAll !== undefined) {
    step(ofAll.how, inboundUrl)
    step(
      `${ofAll.secret} is set as ${prefix}WEBHOOK_SECRET. Without webhooks each sync reads what changed.`,
      null,
      has.webhookSecret
    )
  }
  if (guide?.ownWebhooks !== undefined) step(guide.ownWebhooks)
  return {
    integration_type: connector.id,
    name: connector.name,
    redirect_uri: first === undefined ? null : redirectUri,
    inbound_url: ofAll === undefined ? null : inboundUrl,
    has_client_id: has.clientId,
    has_client_secret: has.clientSecret,
    has_webhook_secret: has.webhookSecret,
    steps,
    ways: ways.map(([way, auth]) => wayOf(connector, way, auth, usable.includes(way), asked)),
    limits: limitsOf(connector)
  }
}
