/** The services of this folder, wired among themselves. */
import type { Limits, Platform } from "@svc/core/runtime"
import type { HttpClient } from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import type { SqlClient } from "effect/sql/SqlClient"
import type { AppConfig } from "../AppConfig.ts"
import type { Connectors } from "../ComposedConnectors.ts"
import type { ApiKeyHash } from "../secrets/ApiKeyHash.ts"
import type { Vault } from "../secrets/Vault.ts"
import type { Syncs } from "../sync/Syncs.ts"
import type { Events } from "../webhooks/Events.ts"
import { ApiKeys } from "./ApiKeys.ts"
import { Companies } from "./Companies.ts"
import { Connecting } from "./Connecting.ts"
import { Connections } from "./Connections.ts"
import { ConnectionStore } from "./ConnectionStore.ts"
import { Credentials } from "./Credentials.ts"
import { Farewell } from "./Farewell.ts"
import { Integrations } from "./Integrations.ts"
import { InviteLinks } from "./InviteLinks.ts"

export type Provided =
  | ApiKeys
  | Companies
  | Connecting
  | Connections
  | ConnectionStore
  | Credentials
  | Farewell
  | Integrations
  | InviteLinks

/** Needs the schema to be there, and core's Platform with the Limits that it uses. */
export const layer: Layer.Layer<
  Provided,
  never,
  | SqlClient
  | AppConfig
  | Connectors
  | Vault
  | ApiKeyHash
  | Events
  | Syncs
  | Platform.Platform
  | Limits.Limits
  | HttpClient
> = Layer.mergeAll(Connections.layer, Companies.layer, ApiKeys.layer).pipe(
  Layer.provideMerge(Layer.mergeAll(Connecting.layer, Farewell.layer, InviteLinks.layer)),
  Layer.provideMerge(Credentials.layer),
  Layer.provideMerge(Layer.mergeAll(ConnectionStore.layer, Integrations.layer))
)
