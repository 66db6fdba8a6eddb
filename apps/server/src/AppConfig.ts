/** What the operator configured, as the services see it. `Config.ts` reads it from the environment. */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import { type Config, type IntegrationConfig, Kept, type Limits, publicUrl, type ShownSetting } from "./Config.ts"

const nothing: IntegrationConfig = {
  clientId: null,
  clientSecret: null,
  baseUrl: null,
  authorizeUrl: null,
  tokenUrl: null,
  scopes: null,
  webhookSecret: null
}

export class AppConfig extends Context.Service<
  AppConfig,
  {
    /** Public address without trailing slash: invite links and OAuth redirects are made from it. */
    readonly baseUrl: string
    /** The same as the operator wrote it; null or absent where nobody did: platforms are not told of a default. */
    readonly publicUrl?: string | null
    /** Whether webhooks are registered at platforms; they are when absent. */
    readonly registersWebhooks?: boolean
    readonly dataDir: string
    /** Who asks for access, as the connect page says it; the host of `baseUrl` without it. */
    readonly name?: string | null
    /** Origins that the connect page may be framed by, tells what happens, and sends people back to; none when absent. */
    readonly connectOrigins?: ReadonlyArray<string>
    /** Webhook targets and overridden platform addresses may be http and on private networks. */
    readonly allowPrivateTargets: boolean
    /** Proxies in front whose word on a client's address counts. */
    readonly trustedProxies: number
    /** Origins of web pages that may read answers; none when absent. */
    readonly origins?: ReadonlyArray<string>
    /** How long the audit log is kept. */
    readonly auditDays: number
    /** For how many days calls to platforms are logged; 0: not at all. */
    readonly callLogDays: number
    /** How long a session of the console lasts at most, and how long one that nobody uses. */
    readonly sessionHours: number
    readonly sessionMinutes: number
    /** Origins beside the service's own whose pages may use sessions; none when absent. */
    readonly consoleOrigins?: ReadonlyArray<string>
    /** Whether there is a console. */
    readonly console: boolean
    readonly limits: Limits
    /** What is in force, for operators to look at; none when absent. */
    readonly settings?: ReadonlyArray<ShownSetting>
    readonly integration: (id: string) => IntegrationConfig
  }
>()("@svc/server/AppConfig") {
  static readonly layer = (config: Config): Layer.Layer<AppConfig> =>
    Layer.succeed(AppConfig, {
      baseUrl: publicUrl(config),
      publicUrl: config.baseUrl,
      registersWebhooks: config.registersWebhooks,
      name: config.name,
      connectOrigins: config.connectOrigins ?? [],
      dataDir: config.dataDir,
      allowPrivateTargets: config.allowPrivateTargets,
      trustedProxies: config.trustedProxies,
      origins: config.corsOrigins ?? [],
      consoleOrigins: config.console ? (config.consoleOrigins ?? []) : [],
      auditDays: config.auditDays,
      callLogDays: config.callLogDays,
      sessionHours: config.sessionHours,
      sessionMinutes: config.sessionMinutes,
      console: config.console,
      limits: config.limits,
      settings: config.shown,
      integration: (id) => config.integrations.get(id) ?? nothing
    }).pipe(Layer.merge(Layer.succeed(Kept, config.limits)))
}
