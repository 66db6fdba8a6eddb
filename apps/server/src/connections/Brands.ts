/**
 * How an organisation shows itself on the connect page: its name, mark and colour, and where it speaks of privacy and gives
 * help. What it does not say is the operator's, or plain.
 */
import { ApiError } from "@svc/core/api"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { AppConfig } from "../AppConfig.ts"
import * as Audit from "../audit/Audit.ts"
import type { Caller } from "../http/Caller.ts"
import * as Members from "../http/Members.ts"
import * as BrandMark from "./BrandMark.ts"
import { nameFault } from "./Companies.ts"

export interface BrandWire {
  readonly svc_updated_at: string | null
  readonly name: string | null
  readonly colour: string | null
  readonly mark_url: string | null
  readonly privacy_url: string | null
  readonly support_url: string | null
}
/** Only the members that are sent change; null goes back to what is there without one. */
export interface UpdateBrand {
  readonly name?: string | null | undefined
  readonly colour?: string | null | undefined
  /** A data URL. */
  readonly mark?: string | null | undefined
  readonly privacy_url?: string | null | undefined
  readonly support_url?: string | null | undefined
}
/** As the page shows it. */
export interface Brand {
  readonly name: string
  readonly colour: string | null
  /** Name of its file below `/connect/assets/`. */
  readonly mark: string | null
  readonly privacyUrl: string | null
  readonly supportUrl: string | null
}

interface Row {
  readonly name: string | null
  readonly colour: string | null
  readonly mark_name: string | null
  readonly privacy_url: string | null
  readonly support_url: string | null
  readonly updated_at: Date
}
const columns = "name, colour, mark_name, privacy_url, support_url, updated_at"
const nothing = { name: null, colour: null, mark_name: null, privacy_url: null, support_url: null }

/** A link out of the page. */
const isLink = (text: string, protocols: ReadonlyArray<string>): boolean => {
  const url = text.length <= 2048 && /^[!-~]+$/.test(text) ? URL.parse(text) : null
  return url !== null && protocols.includes(url.protocol) && url.username === "" && url.password === ""
}

const faultsOf = (body: UpdateBrand, mark: BrandMark.Mark | string | null): ReadonlyArray<ApiError.ErrorDetail> => {
  const fault = (field: string, message: string): ApiError.ErrorDetail => ({
    code: "invalid-params",
    message: `"${field}" ${message}.`,
    field
  })
  const isLinkOr = (value: string | null | undefined, protocols: ReadonlyArray<string>) =>
    value === null || value === undefined || isLink(value, protocols)
  return [
    ...nameFault(body.name, "name"),
    ...(body.name?.trim() === "" ? [fault("name", "must have a character that shows")] : []),
    ...(body.colour === null || body.colour === undefined || /^#[0-9a-f]{6}$/i.test(body.colour)
      ? []
      : [fault("colour", 'must be a colour such as "#0b6b4a"')]),
    ...(typeof mark === "string" ? [fault("mark", mark)] : []),
    ...(isLinkOr(body.privacy_url, ["https:"]) ? [] : [fault("privacy_url", "must be an https:// address")]),
    ...(isLinkOr(body.support_url, ["https:", "mailto:"])
      ? []
      : [fault("support_url", "must be an https:// or mailto: address")])
  ]
}

export class Brands extends Context.Service<
  Brands,
  {
    readonly get: (caller: Caller) => Effect.Effect<BrandWire>
    readonly update: (caller: Caller, body: UpdateBrand) => Effect.Effect<BrandWire, ApiError.ApiError>
    /** Of an organisation; without one, or where it says nothing, the operator's. */
    readonly of: (organisationId: number | null) => Effect.Effect<Brand>
    /** The bytes of a mark that an organisation has, or null. */
    readonly mark: (name: string) => Effect.Effect<Buffer | null>
  }
>()("@svc/server/connections/Brands") {
  static readonly layer: Layer.Layer<Brands, never, SqlClient.SqlClient | AppConfig> = Layer.effect(
    Brands,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const config = yield* AppConfig
      const audit = Audit.writer(sql)

      const find = (organisationId: number) =>
        sql.unsafe<Row>(`select ${columns} from brand where organisation_id = $1`, [organisationId]).pipe(
          Effect.orDie,
          Effect.map(([row]) => row)
        )
      const wire = (row: Row | undefined): BrandWire => {
        const { mark_name, updated_at: _, ...rest } = row ?? { ...nothing, updated_at: null }
        return {
          svc_updated_at: row?.updated_at.toISOString() ?? null,
          ...rest,
          mark_url: mark_name === null ? null : `${config.baseUrl}/connect/assets/${mark_name}`
        }
      }

      return Brands.of({
        get: Effect.fn("Brands.get")((caller) => Effect.map(find(caller.organisationId), wire)),
        update: Effect.fn("Brands.update")(function* (caller, body) {
          if (caller.companyId !== null) {
            const message = "This API key sees one company only; the brand is the whole organisation's."
            return yield* ApiError.make("operation-denied", message)
          }
          const mark = body.mark === null || body.mark === undefined ? null : BrandMark.read(body.mark)
          yield* Members.refuse(faultsOf(body, mark))
          const picture = typeof mark === "string" ? null : mark
          const { organisationId } = caller
          yield* sql
            .withTransaction(
              Effect.gen(function* () {
                yield* sql`insert into brand (organisation_id) values (${organisationId}) on conflict do nothing`
                const set = (name: keyof UpdateBrand & ("name" | "colour" | "privacy_url" | "support_url")) =>
                  body[name] === undefined
                    ? Effect.void
                    : sql`update brand set ${sql(name)} = ${body[name] ?? null} where organisation_id = ${organisationId}`
                yield* set("name")
                yield* set("colour")
                yield* set("privacy_url")
                yield* set("support_url")
                if (body.mark !== undefined) {
                  yield* sql`update brand set mark_name = ${picture?.name ?? null}, mark = ${picture?.bytes.toString("base64") ?? null}
                    where organisation_id = ${organisationId}`
                }
                yield* sql`update brand set updated_at = now() where organisation_id = ${organisationId}`
                const members = Object.entries(body).flatMap(([name, value]) => (value === undefined ? [] : [name]))
                yield* audit(Audit.by(caller), {
                  action: "BRAND_UPDATED",
                  target: organisationId,
                  details: { members: members.toSorted() }
                })
              })
            )
            .pipe(Effect.orDie)
          return wire(yield* find(organisationId))
        }),
        of: Effect.fn("Brands.of")(function* (organisationId) {
          const row = organisationId === null ? undefined : yield* find(organisationId)
          return {
            name: row?.name ?? config.name ?? new URL(config.baseUrl).host,
            colour: row?.colour ?? null,
            mark: row?.mark_name ?? null,
            privacyUrl: row?.privacy_url ?? null,
            supportUrl: row?.support_url ?? null
          }
        }),
        mark: Effect.fn("Brands.mark")(function* (name) {
          const [row] = yield* sql<{ mark: string }>`select mark from brand where mark_name = ${name} limit 1`.pipe(
            Effect.orDie
          )
          return row === undefined ? null : Buffer.from(row.mark, "base64")
        })
      })
    })
  )
}
