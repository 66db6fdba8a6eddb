/**
 * What an organisation says of each platform: its own OAuth client or the service's, and whether the platform may be
 * used at all. Every organisation has a row for each composed connector; rows are made when they are first asked for.
 */
import { Auth, type Connector, WriteModel } from "@svc/core"
import { ApiError, Integrations as Definition } from "@svc/core/api"
import type { OAuth } from "@svc/core/runtime"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { AppConfig } from "../AppConfig.ts"
import type { IntegrationConfig } from "../Config.ts"
import { Connectors } from "../ComposedConnectors.ts"
import * as Audit from "../audit/Audit.ts"
import type { Caller } from "../http/Caller.ts"
import * as ManagedList from "../http/ManagedList.ts"
import * as Members from "../http/Members.ts"
import { Vault } from "../secrets/Vault.ts"
import { SyncLife } from "../sync/SyncLife.ts"
import { ConnectionStore } from "./ConnectionStore.ts"
import { texts } from "../database/Parameters.ts"
import * as Registration from "./Registration.ts"

export interface IntegrationWire {
  readonly svc_id: number
  readonly svc_created_at: string
  readonly svc_updated_at: string
  readonly svc_organisation_id: number
  /** Integrations belong to the organisation; none has a company of its own. */
  readonly svc_company_id: null
  readonly svc_integration_type: string
  readonly integration_type: string
  readonly client_id: string | null
  /** Masked, except in the answer to the change that set it. */
  readonly client_secret: string | null
  readonly is_disabled: boolean
  readonly is_svc_identity: boolean
  readonly metadata: Readonly<Record<string, unknown>>
}
export interface UpdateIntegration {
  readonly client_id: string
  /** The mask of a GET leaves the secret as it is. */
  readonly client_secret: string
  readonly is_disabled: boolean
  readonly is_svc_identity?: boolean | null | undefined
}

interface Row {
  readonly id: number
  readonly organisation_id: number
  readonly integration_type: string
  readonly client_id: string | null
  readonly client_secret: string | null
  readonly is_disabled: boolean
  readonly is_svc_identity: boolean
  readonly metadata: Readonly<Record<string, unknown>>
  readonly created_at: Date
  readonly updated_at: Date
}

/** A platform that can be connected now. */
export interface Offered {
  readonly connector: Connector.Any
  /** Names of the ways a connection can be authorised, the first first; one that needs an OAuth client has one. */
  readonly methods: ReadonlyArray<string | null>
}

/** What a GET shows in place of a secret. */
export const mask = "********"

const columns = `id, organisation_id, integration_type, client_id, client_secret, is_disabled, is_svc_identity, metadata,
  created_at, updated_at`
const stored = ManagedList.define(Definition.list, {
  from: "integration",
  organisation: "organisation_id",
  company: null,
  columns: {
    svc_id: "id",
    svc_created_at: "created_at",
    svc_updated_at: "updated_at",
    svc_organisation_id: "organisation_id",
    svc_company_id: "null::bigint",
    svc_integration_type: "integration_type",
    integration_type: "integration_type",
    client_id: "client_id",
    is_disabled: "is_disabled",
    is_svc_identity: "is_svc_identity"
  }
})
const place = (id: number): string => `integration:client_secret:${id}`

const wire = (row: Row, secret: string | null): IntegrationWire => ({
  svc_id: row.id,
  svc_created_at: row.created_at.toISOString(),
  svc_updated_at: row.updated_at.toISOString(),
  svc_organisation_id: row.organisation_id,
  svc_company_id: null,
  svc_integration_type: row.integration_type,
  integration_type: row.integration_type,
  client_id: row.client_id,
  client_secret: secret,
  is_disabled: row.is_disabled,
  is_svc_identity: row.is_svc_identity,
  metadata: row.metadata
})
const masked = (row: Row): IntegrationWire => wire(row, row.client_secret === null ? null : mask)

/** What is said where something is asked of an integration that is disabled. */
export const disabled = (integrationType: string): string => `The integration ${integrationType} is disabled.`

/** The address a platform sends its users back to. */
export const redirectUri = (baseUrl: string, integrationType: string): string =>
  `${baseUrl}/oauth/callback/${integrationType.toLowerCase()}`

const absent = (what: string, { id }: Connector.Any) => {
  const message = `There is no ${what} for ${id}: set one with PUT /integrations/{integration_id}.`
  return ApiError.make("unsupported", message, "integration_type")
}

/** Scopes that the operator named, one by one. */
const scopesOf = ({ scopes }: IntegrationConfig): ReadonlyArray<string> | undefined => scopes?.trim().split(/\s+/)

/** What of a registration may not be left empty: the id of an OAuth client, and what the connector's calls need. */
const needed = (connector: Connector.Any | undefined): ReadonlyArray<"client_id" | "client_secret"> => {
  const app = connector?.app
  const isOAuth = connector !== undefined && Auth.methodsOf(connector.auth).some(([, auth]) => auth._tag === "OAuth2")
  return [
    ...(app === undefined || app.clientId !== undefined || isOAuth ? (["client_id"] as const) : []),
    ...(app?.clientSecret === undefined ? [] : (["client_secret"] as const))
  ]
}

type Needs = ConnectionStore | SyncLife | Vault

export class Integrations extends Context.Service<
  Integrations,
  {
    readonly list: (
      caller: Caller,
      params: URLSearchParams
    ) => Effect.Effect<ManagedList.Envelope<IntegrationWire>, ApiError.ApiError>
    readonly get: (caller: Caller, id: number) => Effect.Effect<IntegrationWire, ApiError.ApiError>
    /** What is to be done so that it can be connected, and how far that is done. */
    readonly registration: (caller: Caller, id: number) => Effect.Effect<Registration.Registration, ApiError.ApiError>
    readonly update: (
      caller: Caller,
      id: number,
      body: UpdateIntegration
    ) => Effect.Effect<IntegrationWire, ApiError.ApiError>
    /** Those of some connectors that an organisation can offer now: not disabled, and with the registration that is needed. */
    readonly offered: (
      organisationId: number,
      integrationTypes: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<Offered>>
    /**
     * The check of every door that would begin something with a platform: refuses integrations that are disabled. Where
     * `all` of them are asked for as one, it refuses only when none is left.
     */
    readonly refuseDisabled: (
      organisationId: number,
      integrationTypes: ReadonlyArray<string>,
      field: string | null,
      each?: "each" | "all"
    ) => Effect.Effect<void, ApiError.ApiError>
    /** What calls need of the operator's registration (`connector.app`); undefined where they need nothing. Fails as `clientFor`. */
    readonly appFor: (
      organisationId: number,
      connector: Connector.Any
    ) => Effect.Effect<Auth.App | undefined, ApiError.ApiError>
    /** The OAuth client to speak to a platform with. Fails with unsupported when nobody configured one. */
    readonly clientFor: (
      organisationId: number,
      connector: Connector.Any
    ) => Effect.Effect<OAuth.OAuthClient, ApiError.ApiError>
  }
>()("@svc/server/connections/Integrations") {
  static readonly layer: Layer.Layer<Integrations, never, SqlClient.SqlClient | Connectors | AppConfig | Needs> =
    Layer.effect(
      Integrations,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const connectors = yield* Connectors
        const config = yield* AppConfig
        const vault = yield* Vault
        const store = yield* ConnectionStore
        const life = yield* SyncLife
        const audit = Audit.writer(sql)
        const { page } = yield* ManagedList.make

        const ensure = (organisationId: number) => {
          const ids = connectors.known.map(({ id }) => id)
          return sql`
            insert into integration (organisation_id, integration_type)
            select ${organisationId}::bigint, t from unnest(${ids}::text[]) as t
            where not exists (select 1 from integration
              where organisation_id = ${organisationId}::bigint and integration_type = t)
            on conflict (organisation_id, integration_type) do nothing`
        }
        const one = Effect.fnUntraced(function* (caller: Caller, id: number) {
          yield* Effect.orDie(ensure(caller.organisationId))
          const rows = Number.isSafeInteger(id)
            ? yield* sql
                .unsafe<Row>(`select ${columns} from integration where organisation_id = $1 and id = $2`, [
                  caller.organisationId,
                  id
                ])
                .pipe(Effect.orDie)
            : []
          const [row] = rows
          return row ?? (yield* ApiError.notFound(`integration ${id}`, "integration_id"))
        })
        const find = (organisationId: number, type: string) =>
          sql
            .unsafe<Row>(`select ${columns} from integration where organisation_id = $1 and integration_type = $2`, [
              organisationId,
              type
            ])
            .pipe(
              Effect.orDie,
              Effect.map(([row]) => row)
            )
        const partsOf = (connector: Connector.Any, row: Row | undefined) => {
          const { clientId, clientSecret } = config.integration(connector.id)
          return row === undefined || row.is_svc_identity
            ? { clientId: clientId !== null, clientSecret: clientSecret !== null }
            : { clientId: row.client_id !== null, clientSecret: row.client_secret !== null }
        }
        const hasClient = (connector: Connector.Any, row: Row | undefined): boolean => partsOf(connector, row).clientId
        /** Whether all is there that calls need of the registration. */
        const hasApp = (connector: Connector.Any, row: Row | undefined): boolean => {
          const parts = partsOf(connector, row)
          return Object.keys(connector.app ?? {}).every((name) => parts[name as keyof Auth.App])
        }
        const usable = (connector: Connector.Any, row: Row | undefined): ReadonlyArray<string | null> =>
          Auth.methodsOf(connector.auth).flatMap(([name, auth]) =>
            hasApp(connector, row) && (auth._tag !== "OAuth2" || hasClient(connector, row)) ? [name] : []
          )
        /** The registration an organisation speaks to a platform with. */
        const registered = Effect.fnUntraced(function* (connector: Connector.Any, row: Row | undefined) {
          const own = config.integration(connector.id)
          const isOwn = row !== undefined && !row.is_svc_identity
          const clientSecret = isOwn
            ? row.client_secret === null
              ? ""
              : Redacted.value(yield* Effect.orDie(vault.open(place(row.id), row.client_secret)))
            : own.clientSecret === null
              ? ""
              : Redacted.value(own.clientSecret)
          return { clientId: (isOwn ? row.client_id : own.clientId) ?? "", clientSecret }
        })

        /** What it holds back waits, and what it let go goes on. */
        const switched = ({ integration_type, organisation_id }: Row) =>
          Effect.flatMap(
            sql<{ id: number }>`select id from connection
              where organisation_id = ${organisation_id} and integration_type = ${integration_type}`,
            (rows) => life.release(rows.map(({ id }) => id))
          )

        return Integrations.of({
          list: Effect.fn("Integrations.list")(function* (caller, params) {
            yield* Effect.orDie(ensure(caller.organisationId))
            return yield* page(stored, caller, params, { select: columns }, ManagedList.each(masked))
          }),
          get: Effect.fn("Integrations.get")(function* (caller, id) {
            return masked(yield* one(caller, id))
          }),
          registration: Effect.fn("Integrations.registration")(function* (caller, id) {
            const row = yield* one(caller, id)
            const connector = yield* connectors.get(row.integration_type)
            if (connector === undefined) return yield* ApiError.notFound(`connector ${row.integration_type}`, null)
            return Registration.registration(connector, {
              redirectUri: redirectUri(config.baseUrl, connector.id),
              inboundUrl: `${config.baseUrl}/v3/core/inbound/${connector.id.toLowerCase()}`,
              has: {
                ...partsOf(connector, row),
                webhookSecret: config.integration(connector.id).webhookSecret !== null
              },
              usable: usable(connector, row),
              scopes: scopesOf(config.integration(connector.id))
            })
          }),
          update: Effect.fn("Integrations.update")(function* (caller, id, body) {
            if (caller.companyId !== null) {
              return yield* ApiError.make(
                "operation-denied",
                "This API key sees one company only; integrations belong to all."
              )
            }
            const row = yield* one(caller, id)
            const connector = yield* connectors.get(row.integration_type)
            const isSvcIdentity = body.is_svc_identity ?? false
            yield* Members.refuse(
              (["client_id", "client_secret"] as const).flatMap((name): Array<ApiError.ErrorDetail> => {
                const value = body[name]
                if (!WriteModel.isStorable(value) || value.length > 4096) {
                  const message = `"${name}" must be text of at most 4096 characters.`
                  return [{ code: "invalid-params", message, field: name }]
                }
                const isNeeded = needed(connector).includes(name)
                if (isNeeded && value.trim() === "" && !isSvcIdentity && !body.is_disabled) {
                  const message = `"${name}" may only be empty with "is_svc_identity" or "is_disabled".`
                  return [{ code: "invalid-params", message, field: name }]
                }
                return []
              })
            )
            const keeps = body.client_secret === mask && row.client_secret !== null
            const sealed = keeps
              ? row.client_secret
              : body.client_secret === ""
                ? null
                : yield* vault.seal(place(row.id), Redacted.make(body.client_secret))
            const [changed] = yield* sql
              .withTransaction(
                sql
                  .unsafe<Row>(
                    `update integration set client_id = $2, client_secret = $3, is_disabled = $4, is_svc_identity = $5,
                       updated_at = now() where id = $1 returning ${columns}`,
                    [row.id, body.client_id === "" ? null : body.client_id, sealed, body.is_disabled, isSvcIdentity]
                  )
                  .pipe(
                    Effect.tap(row.is_disabled === body.is_disabled ? Effect.void : switched(row)),
                    Effect.tap(
                      audit(Audit.by(caller), {
                        action: "INTEGRATION_UPDATED",
                        target: row.id,
                        details: {
                          integration_type: row.integration_type,
                          client_secret: keeps ? "kept" : sealed === null ? "removed" : "set",
                          is_disabled: body.is_disabled,
                          is_svc_identity: isSvcIdentity
                        }
                      })
                    )
                  )
              )
              .pipe(Effect.orDie)
            yield* store.forget
            return wire(changed!, sealed === null ? null : body.client_secret)
          }),
          offered: Effect.fnUntraced(function* (organisationId, integrationTypes) {
            const rows = yield* sql
              .unsafe<Row>(`select ${columns} from integration where organisation_id = $1`, [organisationId])
              .pipe(Effect.orDie)
            const byType = new Map(rows.map((row) => [row.integration_type, row]))
            const enabled = integrationTypes.filter((type) => byType.get(type)?.is_disabled !== true)
            return (yield* connectors.of(enabled)).flatMap((connector) => {
              const row = byType.get(connector.id)
              const methods = usable(connector, row)
              return methods.length === 0 ? [] : [{ connector, methods }]
            })
          }),
          refuseDisabled: Effect.fnUntraced(function* (organisationId, types, field, each = "each") {
            const rows = yield* sql<{ integration_type: string }>`select integration_type from integration
              where organisation_id = ${organisationId} and integration_type = any(${texts(types)}::text[]) and is_disabled
              order by integration_type`.pipe(Effect.orDie)
            const [first, ...rest] = rows.map(({ integration_type }): ApiError.ErrorDetail => ({
              code: "unsupported",
              message: disabled(integration_type),
              field
            }))
            if (first === undefined || (each === "all" && rows.length < types.length)) return
            return yield* ApiError.many([first, ...rest])
          }),
          appFor: Effect.fnUntraced(function* (organisationId, connector) {
            if (connector.app === undefined) return undefined
            const row = yield* find(organisationId, connector.id)
            return hasApp(connector, row)
              ? yield* registered(connector, row)
              : yield* absent(Object.values(connector.app as Readonly<Record<string, string>>).join(" and "), connector)
          }),
          clientFor: Effect.fnUntraced(function* (organisationId, connector) {
            const row = yield* find(organisationId, connector.id)
            const own = config.integration(connector.id)
            if (!hasClient(connector, row)) {
              return yield* absent("OAuth client", connector)
            }
            return {
              ...(yield* registered(connector, row)),
              redirectUri: redirectUri(config.baseUrl, connector.id),
              authorizeUrl: own.authorizeUrl ?? undefined,
              tokenUrl: own.tokenUrl ?? undefined,
              scopes: scopesOf(own)
            }
          })
        })
      })
    )
}
