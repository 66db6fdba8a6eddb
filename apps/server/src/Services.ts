/** Every service of the server, from the database up. What each of them needs is given to it here and nowhere else. */
import { type Limits, Made, Platform, Request as Requests } from "@svc/core/runtime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as HttpClient from "effect/http/HttpClient"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { AppConfig } from "./AppConfig.ts"
import { AuditLog } from "./audit/AuditLog.ts"
import { Changes } from "./changes/Changes.ts"
import type { Connectors } from "./ComposedConnectors.ts"
import type { Config } from "./Config.ts"
import { believed } from "./Limits.ts"
import { ApiKeys } from "./connections/ApiKeys.ts"
import { Brands } from "./connections/Brands.ts"
import { Companies } from "./connections/Companies.ts"
import { Connecting } from "./connections/Connecting.ts"
import { Connections } from "./connections/Connections.ts"
import { ConnectionStore } from "./connections/ConnectionStore.ts"
import { Credentials } from "./connections/Credentials.ts"
import { Farewell } from "./connections/Farewell.ts"
import { ClientChecks } from "./connections/ClientChecks.ts"
import { Integrations } from "./connections/Integrations.ts"
import { InviteLinks } from "./connections/InviteLinks.ts"
import { Sessions } from "./connections/Sessions.ts"
import type { DatabaseInfo } from "./database/Database.ts"
import { FailedJobs } from "./jobs/FailedJobs.ts"
import { Jobs, type JobsFailure } from "./jobs/Jobs.ts"
import { CallFor, connectionOf } from "./outbound/CallFor.ts"
import { CallLog } from "./outbound/CallLog.ts"
import { Room } from "./http/Room.ts"
import { Guard } from "./outbound/Guard.ts"
import * as PlatformHttp from "./outbound/PlatformHttp.ts"
import { everywhere } from "./outbound/Rules.ts"
import * as SharedBudgets from "./outbound/SharedBudgets.ts"
import { Documents } from "./documents/Documents.ts"
import { Passthrough } from "./passthrough/Passthrough.ts"
import { Patience } from "./records/Horizon.ts"
import { Indexes, Rules } from "./records/Indexes.ts"
import { Lists } from "./records/Lists.ts"
import { Records } from "./records/Records.ts"
import { ApiKeyHash } from "./secrets/ApiKeyHash.ts"
import { KeyRing, type KeyRingFailure } from "./secrets/KeyRing.ts"
import { Vault, type VaultError } from "./secrets/Vault.ts"
import { RefusalLog } from "./sync/RefusalLog.ts"
import * as Refused from "./sync/Refusals.ts"
import { FieldMappings } from "./sync/FieldMappings.ts"
import { fieldMappingQueue, refetchQueue, remapQueue, syncQueue } from "./sync/Queues.ts"
import { Refetch } from "./sync/Refetch.ts"
import { Mapping } from "./sync/Mapping.ts"
import { Remap } from "./sync/Remap.ts"
import { SyncRunner } from "./sync/SyncRunner.ts"
import { SyncLife } from "./sync/SyncLife.ts"
import { Syncs } from "./sync/Syncs.ts"
import { Keep } from "./sync/Upkeep.ts"
import { Finished } from "./uploads/Finished.ts"
import { uploadQueue } from "./uploads/Queues.ts"
import { UploadRunner } from "./uploads/UploadRunner.ts"
import { Uploads } from "./uploads/Uploads.ts"
import { Figures, Figuring } from "./overview/Figures.ts"
import { ConnectionStates } from "./overview/ConnectionStates.ts"
import { ServiceState } from "./overview/ServiceState.ts"
import { Overviews } from "./overview/Overviews.ts"
import { Counting, Usage } from "./usage/Usage.ts"
import { Deliveries } from "./webhooks/Deliveries.ts"
import { DeliveryRules, rules } from "./webhooks/DeliveryRules.ts"
import { EventLog } from "./webhooks/EventLog.ts"
import { Events, KeepsAll } from "./webhooks/Events.ts"
import { History } from "./webhooks/History.ts"
import { Inbound } from "./webhooks/Inbound.ts"
import { queues as webhookQueues } from "./webhooks/Queues.ts"
import { Subscribing } from "./webhooks/Subscribing.ts"
import { Subscriptions } from "./webhooks/Subscriptions.ts"
import { Told } from "./webhooks/Told.ts"
import { Webhooks } from "./webhooks/Webhooks.ts"

/** All queues of the program. */
export const queues = [syncQueue, refetchQueue, remapQueue, fieldMappingQueue, uploadQueue, ...webhookQueues]

const secrets = (config: Config) =>
  ApiKeyHash.layer.pipe(
    Layer.provideMerge(Vault.layer),
    Layer.provideMerge(KeyRing.layer({ keys: Option.fromNullishOr(config.secretKeys), dataDir: config.dataDir }))
  )

const guard = (config: Config) =>
  Guard.layer(
    config.allowPrivateTargets
      ? { allowHttp: true, allow: everywhere, ports: "any" }
      : { allow: config.allowedTargets ?? [] }
  )

/** What speaks to platforms. */
const platform = (config: Config) =>
  Platform.Platform.layerLimits.pipe(
    Layer.provide(Layer.succeed(Requests.Believed, believed(config.limits))),
    // Each call is told of in the fiber that makes it, so tokens are asked for in fibers that know whom to tell.
    Layer.provideMerge(
      Layer.effect(
        Made.OnCall,
        Effect.gen(function* () {
          const { told } = yield* CallLog
          const count = yield* Counting
          const figure = yield* Figuring
          return (made: Made.CallMade) =>
            Effect.flatMap(CallFor, (about) => {
              const connectionId = connectionOf(made, about)
              count(connectionId === null ? about : { connectionId }, { platform_calls: 1 })
              figure(
                { kind: "calls", name: made.connector, connectionId, organisationId: about.organisationId },
                {
                  done: 1,
                  failed: made.failure === null && (made.status ?? 0) < 400 ? 0 : 1,
                  limited: made.status === 429 ? 1 : 0,
                  milliseconds: made.milliseconds,
                  longest: made.milliseconds,
                  waited: made.waited
                }
              )
              if (about.tally !== undefined) {
                about.tally.calls += 1
                about.tally.waited += made.waited
              }
              return told === undefined ? Effect.void : told(made)
            })
        })
      )
    ),
    Layer.provideMerge(CallLog.layer),
    Layer.provideMerge(SharedBudgets.layer),
    Layer.provideMerge(PlatformHttp.layer(config.allowPrivateTargets ? everywhere : (config.allowedTargets ?? [])))
  )

/** How long what was is kept, and what stands still is waited for. */
const kept = (config: Config) =>
  Layer.mergeAll(
    Layer.succeed(Patience, config.stalledWriterMs),
    Layer.succeed(KeepsAll, config.keepsAllEvents),
    Layer.succeed(DeliveryRules, { ...rules, retention: config.keepEventsDays * 86_400 }),
    Layer.succeed(Refused.Most, config.keepRefusals),
    Layer.succeed(Rules, { after: config.indexAfter, each: config.indexesEach }),
    Layer.succeed(Keep, {
      history: config.keepHistoryDays,
      raw: config.keepRawDays,
      deleted: config.keepDeletedDays,
      usage: config.keepUsageDays
    })
  )

/** Every service, for who composes. */
export type All =
  | ApiKeyHash
  | ApiKeys
  | CallLog
  | AuditLog
  | Brands
  | Changes
  | Companies
  | Connecting
  | Connections
  | ConnectionStore
  | Credentials
  | Deliveries
  | Documents
  | EventLog
  | Events
  | Farewell
  | FieldMappings
  | Figures
  | Finished
  | Guard
  | History
  | HttpClient.HttpClient
  | Inbound
  | Indexes
  | Integrations
  | InviteLinks
  | Jobs
  | KeyRing
  | Limits.Limits
  | Lists
  | Overviews
  | Passthrough
  | Platform.Platform
  | Records
  | Refetch
  | RefusalLog
  | Remap
  | Room
  | ServiceState
  | ClientChecks
  | ConnectionStates
  | FailedJobs
  | Mapping
  | Sessions
  | SyncLife
  | SyncRunner
  | Subscribing
  | Subscriptions
  | Syncs
  | Told
  | UploadRunner
  | Uploads
  | Usage
  | Vault
  | Webhooks
export type Failures = JobsFailure | KeyRingFailure | SqlError | VaultError
export type Needs = AppConfig | Connectors | DatabaseInfo | SqlClient.SqlClient

/** All services. Needs the database with its schema, the settings and the composed connectors. */
export const layer = (config: Config): Layer.Layer<All, Failures, Needs> =>
  Layer.mergeAll(
    Passthrough.layer,
    Documents.layer,
    Uploads.layer,
    UploadRunner.layer,
    SyncRunner.layer,
    Inbound.layer,
    Subscribing.layer
  ).pipe(
    Layer.provideMerge(Layer.mergeAll(Refetch.layer, Told.layer)),
    Layer.provideMerge(FieldMappings.layer),
    Layer.provideMerge(Layer.mergeAll(Remap.layer, Mapping.layer)),
    Layer.provideMerge(Layer.mergeAll(Connections.layer, Companies.layer, ConnectionStates.layer)),
    Layer.provideMerge(Layer.mergeAll(Connecting.layer, Farewell.layer)),
    Layer.provideMerge(Subscriptions.layer),
    Layer.provideMerge(Layer.mergeAll(Brands.layer, Credentials.layer, InviteLinks.layer)),
    Layer.provideMerge(ClientChecks.layer),
    Layer.provideMerge(Integrations.layer),
    Layer.provideMerge(ConnectionStore.layer),
    Layer.provideMerge(Layer.mergeAll(Syncs.layer, RefusalLog.layer, Records.layer, Lists.layer, Finished.layer)),
    Layer.provideMerge(SyncLife.layer),
    Layer.provideMerge(
      Layer.mergeAll(
        Events.layer,
        EventLog.layer,
        History.layer,
        Webhooks.layer,
        Overviews.layer,
        ServiceState.layer,
        FailedJobs.layer,
        Deliveries.layer,
        ApiKeys.layer,
        Sessions.layer,
        AuditLog.layer,
        Changes.layer
      )
    ),
    Layer.provideMerge(Layer.mergeAll(Jobs.layer({ queues }), secrets(config), guard(config), platform(config))),
    Layer.provideMerge(Layer.mergeAll(Room.layer, Usage.layer, Figures.layer, Indexes.layer)),
    Layer.provideMerge(kept(config))
  )
