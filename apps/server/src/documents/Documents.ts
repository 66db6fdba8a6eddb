/**
 * The bytes of documents: handed on from the platform while they come, and files that are attached to records. Nothing of them
 * is kept here; the document that a file becomes is stored as a write's record is.
 */
import { Connector, ConnectorError, type Files, Models } from "@svc/core"
import { ApiError } from "@svc/core/api"
import type { Platform } from "@svc/core/runtime"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { AppConfig } from "../AppConfig.ts"
import { Connectors } from "../ComposedConnectors.ts"
import { Connections } from "../connections/Connections.ts"
import * as SyncConfig from "../connections/SyncConfig.ts"
import type * as Bodies from "../http/Bodies.ts"
import { type Caller, sees } from "../http/Caller.ts"
import { fromConnectorError } from "../http/PlatformErrors.ts"
import type { Passing } from "../http/Streamed.ts"
import * as Turns from "../http/Turns.ts"
import { tooManyBytes } from "../Limits.ts"
import { Lists } from "../records/Lists.ts"
import { Records, type Target } from "../records/Records.ts"
import { Checkpoints } from "../sync/Checkpoints.ts"
import type { ModelConfig } from "../sync/ModelConfig.ts"
import { Refusals } from "../sync/Refusals.ts"

/** The data models whose records documents belong to. */
const owners = Models.get("DOCUMENTS").fields["document_type"]!.values! as ReadonlyArray<Models.ModelId>

interface Row extends Target {
  readonly model: Models.ModelId
  readonly platform_id: string
  readonly body: string
  readonly deleted: boolean
  readonly sync_config: ReadonlyArray<ModelConfig> & Parameters<typeof SyncConfig.allows>[0]
}

export interface Upload {
  readonly recordId: number
  readonly fileName: string
  readonly file: Bodies.File
}

/** A name as a header carries it: plain letters for who knows no others, and the whole of it (RFC 6266). */
const disposition = (name: string): string => {
  const plain = name.replaceAll(/[^\w .()-]/g, "_")
  const whole = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`
}
const mediaType = /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}(\s*;\s*[\w-]+=("[^"\\\r\n]*"|[\w!#$&^.+-]+))*$/

export class Documents extends Context.Service<
  Documents,
  {
    /** Begins to fetch the bytes of a document. */
    readonly download: (caller: Caller, svcId: number) => Effect.Effect<Passing, ApiError.ApiError>
    /** Attaches a file to a record; answers the document as the lists show it, as JSON text. */
    readonly upload: (caller: Caller, upload: Upload) => Effect.Effect<string, ApiError.ApiError>
  }
>()("@svc/server/documents/Documents") {
  static readonly layer: Layer.Layer<
    Documents,
    never,
    AppConfig | Connections | Connectors | Lists | Records | SqlClient.SqlClient
  > = Layer.effect(
    Documents,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const connections = yield* Connections
      const connectors = yield* Connectors
      const lists = yield* Lists
      const records = yield* Records
      const checkpoints = Checkpoints(sql)
      const refused = yield* Refusals(sql)
      const { documentBytes, documentSeconds } = (yield* AppConfig).limits

      const find = Effect.fnUntraced(function* (
        caller: Caller,
        svcId: number,
        models: ReadonlyArray<Models.ModelId>,
        field: string
      ): Effect.fn.Return<Row, ApiError.ApiError> {
        const [row] = Number.isSafeInteger(svcId)
          ? yield* Effect.orDie(sql<Row>`
              select r.data_model as model, r.platform_id, r.body::text as body, r.deleted_at is not null as deleted,
                r.organisation_id as "organisationId", r.company_id as "companyId", r.connection_id as "connectionId",
                c.integration_type as "integrationType", c.field_mappings as "fieldMappings", c.sync_config
              from record r join connection c on c.id = r.connection_id
              where r.svc_id = ${svcId} and r.data_model = any(${models}::text[])
                and r.organisation_id = ${caller.organisationId} and r.parent_id = 0 ${
                  caller.companyId === null ? sql.literal("") : sql`and r.company_id = ${caller.companyId}`
                }`)
          : []
        if (row === undefined || !sees(caller, row.companyId)) {
          return yield* ApiError.notFound(`record ${svcId} of ${models.join(", ")}`, field)
        }
        if (row.deleted) return yield* ApiError.make("not-found", `The record ${svcId} is deleted.`, field)
        return row
      })

      /** Opens the connection of a record for what its configuration allows. */
      const opened = Effect.fnUntraced(function* (
        caller: Caller,
        { companyId, connectionId, sync_config }: Row,
        operation: "READ" | "CREATE"
      ) {
        if (!SyncConfig.allows(sync_config, "DOCUMENTS", operation)) {
          const doing = operation === "READ" ? "read" : "create"
          const message = `The configuration of connection ${connectionId} does not allow to ${doing} DOCUMENTS.`
          return yield* ApiError.make("operation-denied", message)
        }
        const { client } = yield* connections.open(caller, { company_id: companyId, connection_id: connectionId })
        return client
      })

      const asked = <A>(connectionId: number, call: Effect.Effect<A, ConnectorError.ConnectorError>) =>
        Turns.away(call).pipe(
          Effect.tapError((error) =>
            error.reason._tag === "AuthExpired" ? connections.markExpired(connectionId, error.message) : Effect.void
          ),
          Effect.mapError((error) =>
            error.reason._tag === "Undecodable" && error.reason.isBeyond === true
              ? tooManyBytes("The document", documentBytes)
              : fromConnectorError(error)
          )
        )

      const store = (row: Row, { item, source }: Effect.Success<ReturnType<Platform.Client["upload"]>>) =>
        sql.withTransaction(
          Effect.gen(function* () {
            const connector = yield* connectors.get(row.integrationType)
            const read = connector && Connector.sourcesOf(connector, "DOCUMENTS").find((one) => one.source === source)
            const place = {
              companyId: row.companyId,
              connectionId: row.connectionId,
              model: "DOCUMENTS" as const,
              source
            }
            if (read !== undefined) yield* checkpoints.mapped(place, read)
            const custom = row.sync_config.find(({ data_model }) => data_model === "DOCUMENTS")?.custom_fields ?? []
            const { refusals, stored } = yield* records.ingest(row, "DOCUMENTS", source, [item], custom)
            yield* refused.note(place, stored, refusals, (index) => `${source}:file:${index}`)
          })
        )

      return Documents.of({
        download: Effect.fn("Documents.download")(function* (caller, svcId) {
          const row = yield* find(caller, svcId, ["DOCUMENTS"], "svc_id")
          const client = yield* opened(caller, row, "READ")
          const document = { ...JSON.parse(row.body), platform_id: row.platform_id } as Files.Filed
          const { bytes, file_name, file_size, file_type } = yield* asked(
            row.connectionId,
            client.download(document, {
              most: { bytes: documentBytes.most, name: documentBytes.setting },
              seconds: documentSeconds.most
            })
          )
          return {
            type: file_type !== null && mediaType.test(file_type) ? file_type : "application/octet-stream",
            size: file_size,
            bytes,
            headers: {
              "content-disposition": disposition(file_name ?? `document-${svcId}`),
              // What a platform's users have put there must not act as a page of ours.
              "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
              "cache-control": "private, no-store"
            }
          }
        }),
        upload: Effect.fn("Documents.upload")(function* (caller, { file, fileName, recordId }) {
          const row = yield* find(caller, recordId, owners, "record_id")
          if (!mediaType.test(file.type)) {
            return yield* ApiError.make("unsupported-media-type", "The Content-Type of the file is no media type.")
          }
          const client = yield* opened(caller, row, "CREATE")
          const uploaded = yield* asked(
            row.connectionId,
            client.upload({
              file_name: fileName,
              file_type: file.type,
              content: file.content(),
              document_type: row.model,
              document_type_id: row.platform_id
            })
          )
          yield* Effect.orDie(store(row, uploaded))
          const [kept] = yield* Effect.orDie(sql<{ svc_id: number }>`
            select svc_id from record where company_id = ${row.companyId} and connection_id = ${row.connectionId}
              and data_model = 'DOCUMENTS' and parent_id = 0 and platform_id = ${uploaded.id}`)
          if (kept === undefined) {
            const message = `The platform has taken the file as ${uploaded.id}, which could not be stored.`
            return yield* ApiError.make("platform-error", message)
          }
          return yield* lists.get(caller, "DOCUMENTS", kept.svc_id, new URLSearchParams())
        })
      })
    })
  )
}
