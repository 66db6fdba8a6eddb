/** What the operator configured, as the services see it. `Config.ts` reads it from the environment. */
import * as Context from "effect/Context"
import type * as Redacted from "effect/Redacted"
import type { Limits } from "./Limits.ts"

/** An operator's settings for one integration; all optional. */
export interface IntegrationConfig {
  readonly clientId: string | null
  readonly clientSecret: Redacted.Redacted | null
  readonly baseUrl: string | null
  readonly authorizeUrl: string | null
  readonly tokenUrl: string | null
  /** Secret the platform signs its own webhooks with. */
  readonly webhookSecret: Redacted.Redacted | null
}

export class AppConfig extends Context.Service<
  AppConfig,
  {
    /** Public address without trailing slash: invite links and OAuth redirects are made from it. */
    readonly baseUrl: string
    readonly dataDir: string
    /** Who asks for access, as the connect page says it; the host of `baseUrl` without it. */
    readonly name?: string | null
    /** Webhook targets and overridden platform addresses may be http and on private networks. */
    readonly allowPrivateTargets: boolean
    /** Proxies in front whose word on a client's address counts. */
    readonly trustedProxies: number
    /** How long the audit log is kept. */
    readonly auditDays: number
    readonly limits: Limits
    readonly integration: (id: string) => IntegrationConfig
  }
>()("@svc/server/AppConfig") {}
