/**
 * Invite links: where an end user connects a platform for a company. The id is the secret: who has it may open the page,
 * until it expires or is revoked. It is sealed, for its owner to be shown again, and looked up by its hash.
 */
import { Connector, Nearest } from "@svc/core"
import { ApiError, InviteLinks as Definition } from "@svc/core/api"
import { Registry } from "@svc/core/runtime"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { AppConfig } from "../AppConfig.ts"
import { Connectors } from "../ComposedConnectors.ts"
import { ids, texts } from "../database/Parameters.ts"
import * as Audit from "../audit/Audit.ts"
import { type Caller, sees } from "../http/Caller.ts"
import * as ManagedList from "../http/ManagedList.ts"
import * as Members from "../http/Members.ts"
import * as Tokens from "../secrets/Tokens.ts"
import { Vault } from "../secrets/Vault.ts"
import { type CompanyRef, companyRef, nameFault, nameOf } from "./Companies.ts"
import { type ConnectionRow, ConnectionStore, type ConnectionWire } from "./ConnectionStore.ts"
import { Integrations } from "./Integrations.ts"
import * as Partners from "./Partners.ts"
import * as ReturnAddress from "./ReturnAddress.ts"
import * as SyncConfig from "./SyncConfig.ts"

export interface InviteLinkWire {
  readonly svc_id: number
  readonly svc_created_at: string
  readonly svc_updated_at: string
  readonly invite_link_id: string
  readonly url: string
  readonly integrations: ReadonlyArray<string>
  readonly integration_categories: ReadonlyArray<Connector.Category>
  readonly company: CompanyRef
  /** All connections of the company, through whichever link they were made. */
  readonly connections: ReadonlyArray<ConnectionWire>
  readonly sync_config: SyncConfig.SyncConfigs | null
  readonly partner_id: string | null
  readonly return_url: string | null
  readonly origin: string | null
  readonly expires_at: string
  readonly revoked: boolean
  readonly revoked_at: string | null
}
export interface CreateInviteLink {
  readonly integration_categories: ReadonlyArray<string>
  readonly company_name?: string | null | undefined
  /** A company that is there already; without it the link makes a new one. */
  readonly company_id?: number | null | undefined
  /** Null or empty: all integrations of the categories. */
  readonly integrations?: ReadonlyArray<string> | null | undefined
  readonly sync_config?: ReadonlyArray<unknown> | null | undefined
  readonly partner_id?: string | null | undefined
  /** Where the page sends people back to; of an origin that the operator allows. */
  readonly return_url?: string | null | undefined
  /** Which of the allowed origins may have the page in a frame and is told what happens; null or absent: all of them. */
  readonly origin?: string | null | undefined
  /** Until when the link works; 30 days from now without it. */
  readonly expires_at?: string | null | undefined
}
/** Only the members that are sent change. `sync_config: null` goes back to the default. */
export interface UpdateInviteLink extends Omit<CreateInviteLink, "company_id" | "integration_categories"> {
  readonly integration_categories?: ReadonlyArray<string> | null | undefined
}

/** A link as the page needs it. */
export interface OpenLink {
  readonly id: number
  readonly token: string
  readonly organisationId: number
  readonly companyId: number
  readonly companyName: string | null
  readonly reconnects: number | null
  readonly syncConfig: SyncConfig.SyncConfigs | null
  /** What the link allows and is composed. */
  readonly integrations: ReadonlyArray<string>
  readonly expiresAt: Date
  readonly way: WayBack
}
/** Where people go back to, and who is told: what the operator still allows. */
export interface WayBack {
  readonly organisationId: number
  readonly returnUrl: URL | null
  readonly origins: ReadonlyArray<string>
}
export type Opening =
  | { readonly _tag: "Open"; readonly link: OpenLink }
  | { readonly _tag: "Expired" | "Revoked"; readonly way: WayBack }
  | { readonly _tag: "Unknown" }

interface Row {
  readonly id: number
  readonly sealed_token: string
  readonly organisation_id: number
  readonly company_id: number
  readonly integrations: ReadonlyArray<string>
  readonly integration_categories: ReadonlyArray<Connector.Category>
  readonly sync_config: SyncConfig.SyncConfigs | null
  readonly partner_id: string | null
  readonly reconnects: number | null
  readonly return_url: string | null
  readonly origin: string | null
  readonly expires_at: Date
  readonly revoked_at: Date | null
  readonly created_at: Date
  readonly updated_at: Date
  readonly company_name: string | null
  readonly company_created_at: Date
  readonly company_updated_at: Date
  readonly is_expired: boolean
}

/** How long a link works where nobody says otherwise, and at most. */
const life = "30 days"
const longestDays = 366
const columns = `l.id, l.sealed_token, l.organisation_id, l.company_id, l.integrations, l.integration_categories,
  l.sync_config, l.partner_id, l.reconnects, l.return_url, l.origin, l.expires_at, l.revoked_at, l.created_at, l.updated_at,
  o.name as company_name, o.created_at as company_created_at, o.updated_at as company_updated_at,
  l.expires_at <= now() as is_expired`
const source = `invite_link l join company o on o.id = l.company_id and o.erasing_at is null`
const stored = ManagedList.define(Definition.list, {
  from: source,
  organisation: "l.organisation_id",
  company: "l.company_id",
  columns: {
    svc_id: "l.id",
    svc_created_at: "l.created_at",
    svc_updated_at: "l.updated_at",
    partner_id: "l.partner_id",
    return_url: "l.return_url",
    origin: "l.origin",
    expires_at: "l.expires_at",
    revoked: "l.revoked_at is not null",
    revoked_at: "l.revoked_at"
  }
})

/** What a link offers, as it is stored: checked, and without repetition. */
interface Offer {
  readonly integrations: ReadonlyArray<string>
  readonly categories: ReadonlyArray<Connector.Category>
}

export class InviteLinks extends Context.Service<
  InviteLinks,
  {
    readonly list: (
      caller: Caller,
      params: URLSearchParams
    ) => Effect.Effect<ManagedList.Envelope<InviteLinkWire>, ApiError.ApiError>
    readonly get: (caller: Caller, token: string) => Effect.Effect<InviteLinkWire, ApiError.ApiError>
    readonly create: (caller: Caller, body: CreateInviteLink) => Effect.Effect<InviteLinkWire, ApiError.ApiError>
    readonly update: (
      caller: Caller,
      token: string,
      body: UpdateInviteLink
    ) => Effect.Effect<InviteLinkWire, ApiError.ApiError>
    /** Closes the page; what was connected on it stays. Revoking twice is no fault. */
    readonly revoke: (caller: Caller, token: string) => Effect.Effect<InviteLinkWire, ApiError.ApiError>
    /** A new link on which the user authorises this connection again; it leads back where the one did that made it. */
    readonly forConnection: (caller: Caller, row: ConnectionRow) => Effect.Effect<InviteLinkWire, ApiError.ApiError>
    /** What the page at `/connect/{token}` may show. */
    readonly open: (token: string) => Effect.Effect<Opening>
    /** The same for a link that a sign-in under way was begun on. */
    readonly openById: (id: number) => Effect.Effect<Opening>
  }
>()("@svc/server/connections/InviteLinks") {
  static readonly layer: Layer.Layer<
    InviteLinks,
    never,
    SqlClient.SqlClient | AppConfig | Connectors | ConnectionStore | Integrations | Vault
  > = Layer.suspend(() => Layer.effect(InviteLinks, make))
}

/** What the token of a link is sealed for. */
const placeOf = (id: number): string => `invite_link:${id}:token`
/** Links of before that are sealed in one statement. */
const BATCH = 500

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const config = yield* AppConfig
  const connectors = yield* Connectors
  const store = yield* ConnectionStore
  const integrationsOf = yield* Integrations
  const vault = yield* Vault
  const audit = Audit.writer(sql)
  const { page } = yield* ManagedList.make
  const partners = Partners.make(sql)
  const seal = (id: number, token: string) => vault.seal(placeOf(id), Redacted.make(token))
  const tokenOf = ({ id, sealed_token }: Pick<Row, "id" | "sealed_token">) =>
    Effect.orDie(Effect.map(vault.open(placeOf(id), sealed_token), Redacted.value))

  // Those of releases that stored the token as it is, also while one of them still runs.
  const sealOlder = Effect.gen(function* () {
    for (;;) {
      const open = yield* sql<{ id: number; token: string }>`
        select id, invite_link_id as token from invite_link where invite_link_id is not null limit ${BATCH}`
      if (open.length === 0) return
      const sealed = yield* Effect.forEach(open, ({ id, token }) => seal(id, token), { concurrency: 16 })
      yield* sql`update invite_link l set invite_link_id = null, token_hash = n.hash, sealed_token = n.sealed
        from unnest(${ids(open.map(({ id }) => id))}::bigint[], ${texts(open.map(({ token }) => Tokens.hashOf(token)))}::text[],
          ${texts(sealed)}::text[]) as n (id, hash, sealed)
        where l.id = n.id and l.invite_link_id is not null`
    }
  })
  yield* Effect.orDie(sealOlder)

  const known = Object.values(Registry.knownIntegrations).flat() as ReadonlyArray<string>
  const valid = [...new Set([...connectors.known.map(({ id }) => id), ...known])]

  const load = (condition: string, params: ReadonlyArray<unknown>, tail = "") =>
    Effect.orDie(sql.unsafe<Row>(`select ${columns} from ${source} where ${condition} ${tail}`, params))
  const own = Effect.fnUntraced(function* (caller: Caller, token: string) {
    const [row] = yield* load("l.organisation_id = $1 and l.token_hash = $2", [
      caller.organisationId,
      Tokens.hashOf(token)
    ])
    if (row === undefined || !sees(caller, row.company_id)) {
      return yield* ApiError.notFound("such invite link", "invite_link_id")
    }
    return row
  })
  const wires = Effect.fnUntraced(function* (rows: ReadonlyArray<Row>) {
    const companies = [...new Set(rows.map(({ company_id }) => company_id))]
    const found =
      companies.length === 0 ? [] : yield* store.select("c.company_id = any($1::bigint[])", [ids(companies)])
    const byCompany = Map.groupBy(yield* store.wires(found), ({ svc_company_id }) => svc_company_id)
    const tokens = yield* Effect.forEach(rows, tokenOf, { concurrency: 16 })
    return rows.map((row, index): InviteLinkWire => ({
      svc_id: row.id,
      svc_created_at: row.created_at.toISOString(),
      svc_updated_at: row.updated_at.toISOString(),
      invite_link_id: tokens[index]!,
      url: `${config.baseUrl}/connect/${tokens[index]!}`,
      integrations: row.integrations,
      integration_categories: row.integration_categories,
      company: companyRef({
        id: row.company_id,
        name: row.company_name,
        created_at: row.company_created_at,
        updated_at: row.company_updated_at
      }),
      connections: byCompany.get(row.company_id) ?? [],
      sync_config: row.sync_config,
      partner_id: row.partner_id,
      return_url: row.return_url,
      origin: row.origin,
      expires_at: row.expires_at.toISOString(),
      revoked: row.revoked_at !== null,
      revoked_at: row.revoked_at?.toISOString() ?? null
    }))
  })
  const one = Effect.fnUntraced(function* (caller: Caller, token: string) {
    const [wire] = yield* wires([yield* own(caller, token)])
    return wire!
  })

  const allowed = ({ categories, integrations }: Offer): ReadonlyArray<string> =>
    connectors.known.flatMap(({ category, id }) =>
      (integrations.length > 0 ? integrations.includes(id) : categories.includes(category)) ? [id] : []
    )

  const offerOf = Effect.fnUntraced(function* (
    caller: Caller,
    integrations: ReadonlyArray<string>,
    categories: ReadonlyArray<string>
  ): Effect.fn.Return<Offer, ApiError.ApiError> {
    const faults: Array<ApiError.ErrorDetail> = []
    const named = (field: string, what: string, value: string, all: ReadonlyArray<string>) => {
      // What is not told needs no hint.
      if (faults.length >= ApiError.maxDetails) return
      const message = `"${value}" is not ${what}${Nearest.hint(value, all)}.`
      faults.push({ code: "invalid-params", message, field })
    }
    for (const [index, value] of integrations.entries()) {
      if (!valid.includes(value)) named(`integrations[${index}]`, "an integration", value, valid)
    }
    for (const [index, value] of categories.entries()) {
      const isCategory = (Connector.categories as ReadonlyArray<string>).includes(value)
      if (!isCategory) named(`integration_categories[${index}]`, "a category", value, Connector.categories)
    }
    if (integrations.length === 0 && categories.length === 0) {
      const message = `"integration_categories" must name at least one category where "integrations" names none.`
      faults.push({ code: "invalid-params", message, field: "integration_categories" })
    }
    yield* Members.refuse(faults)
    const offer: Offer = {
      integrations: [...new Set(integrations)],
      categories: [...new Set(categories)] as ReadonlyArray<Connector.Category>
    }
    if (allowed(offer).length === 0) {
      const asked = integrations.length > 0 ? offer.integrations : offer.categories
      const composed = connectors.known.map(({ id }) => id).join(", ")
      const field = integrations.length > 0 ? "integrations" : "integration_categories"
      const message = `There is no connector here for ${asked.join(", ")}; there is one for: ${composed || "none"}.`
      return yield* ApiError.make("unsupported", message, field)
    }
    // What a link names must work; a category stands for whatever of it can be used.
    yield* integrationsOf.refuseDisabled(
      caller.organisationId,
      allowed(offer),
      integrations.length > 0 ? "integrations" : "integration_categories",
      integrations.length > 0 ? "each" : "all"
    )
    return offer
  })

  const companyOf = Effect.fnUntraced(function* (caller: Caller, body: CreateInviteLink) {
    const name = nameOf(body.company_name)
    const partnerId = body.partner_id ?? null
    if (body.company_id === undefined || body.company_id === null) {
      const known = partnerId === null ? undefined : yield* partners.find(caller, partnerId)
      if (known !== undefined && sees(caller, known.id)) {
        if (name !== null && known.name !== null && name !== known.name) {
          const message = `The partner_id belongs to company ${known.id}, which is called ${JSON.stringify(known.name)}. Leave "company_name" out, or send another partner_id.`
          return yield* ApiError.make("conflict", message, "company_name")
        }
        if (name !== null && known.name === null) {
          yield* sql`update company set name = ${name}, updated_at = now() where id = ${known.id}`.pipe(Effect.orDie)
        }
        return known.id
      }
      if (caller.companyId !== null) {
        const message = "This API key sees one company only and cannot make another; send its company_id."
        return yield* ApiError.make("operation-denied", message, "company_id")
      }
      const [made] = yield* sql<{ id: number }>`
        insert into company (organisation_id, name, partner_id)
        values (${caller.organisationId}, ${name}, ${partnerId}) returning id`.pipe(partners.orTaken(partnerId))
      return made!.id
    }
    if (name !== null) {
      const message = `Send "company_id" for a company that is there, or "company_name" for a new one, not both.`
      return yield* ApiError.make("invalid-params", message, "company_name")
    }
    const [found] = yield* sql<{ id: number }>`
      select id from company where organisation_id = ${caller.organisationId} and id = ${body.company_id}
        and erasing_at is null`.pipe(Effect.orDie)
    if (found === undefined || !sees(caller, found.id)) {
      return yield* ApiError.notFound(`company ${body.company_id}`, "company_id")
    }
    if (partnerId !== null) yield* partners.free(caller, partnerId, found.id)
    return found.id
  })

  /** What is wrong with where a link leads back to, and with how long it works. */
  const wayFaults = (body: Pick<CreateInviteLink, "return_url" | "origin" | "expires_at">) => {
    const faults: Array<ApiError.ErrorDetail> = []
    const wrong = (field: string, message: string) => faults.push({ code: "invalid-params", message, field })
    const origins = config.connectOrigins ?? []
    const those =
      origins.length === 0
        ? "none is allowed here: the operator names them in SVC_CONNECT_ORIGINS"
        : `allowed are: ${origins.join(", ")}`
    const address = body.return_url ?? null
    if (address !== null && ReturnAddress.addressOf(address) === null) {
      wrong(
        "return_url",
        `"return_url" must be an https:// address (http:// on localhost) in ASCII of at most ${ReturnAddress.longest} characters, without a user and a fragment.`
      )
    } else if (address !== null && ReturnAddress.allowed(address, origins) === null) {
      wrong("return_url", `"return_url" must be of an origin that the operator allows; ${those}.`)
    }
    const origin = body.origin ?? null
    if (origin !== null && !origins.includes(origin)) {
      wrong("origin", `"origin" must be an origin that the operator allows; ${those}.`)
    }
    const until = body.expires_at ?? null
    if (until !== null) {
      const days = (Date.parse(until) - Date.now()) / 86_400_000
      if (!/^\d{4}-\d\d-\d\dT/.test(until) || !(days > 0 && days <= longestDays)) {
        wrong(
          "expires_at",
          `"expires_at" must be a time in the next ${longestDays} days, such as 2026-01-31T08:00:00Z.`
        )
      }
    }
    return faults
  }

  const insert = Effect.fnUntraced(function* (
    caller: Caller,
    companyId: number,
    offer: Offer,
    rest: {
      readonly syncConfig: SyncConfig.SyncConfigs | null
      readonly partnerId: string | null
      readonly reconnects: number | null
      readonly returnUrl: string | null
      readonly origin: string | null
      readonly expiresAt: string | null
    }
  ) {
    const token = Tokens.newToken()
    const [made] = yield* Effect.orDie(sql<{ id: number }>`select nextval('svc_id') as id`)
    yield* sql`
      insert into invite_link (id, token_hash, sealed_token, organisation_id, company_id, integrations, integration_categories,
        sync_config, partner_id, reconnects, return_url, origin, expires_at)
      values (${made!.id}, ${Tokens.hashOf(token)}, ${yield* seal(made!.id, token)}, ${caller.organisationId}, ${companyId}, ${offer.integrations as Array<string>}::text[],
        ${offer.categories as Array<string>}::text[],
        ${rest.syncConfig === null ? null : JSON.stringify(rest.syncConfig)}::text::json, ${rest.partnerId},
        ${rest.reconnects}, ${rest.returnUrl}, ${rest.origin},
        coalesce(${rest.expiresAt}::timestamptz, now() + ${life}::interval))`.pipe(Effect.orDie)
    yield* audit(Audit.by(caller), {
      action: "INVITE_LINK_CREATED",
      target: made!.id,
      companyId,
      details: { reconnects: rest.reconnects }
    })
    return token
  })

  const opened = Effect.fnUntraced(function* (condition: string, param: string | number): Effect.fn.Return<Opening> {
    const [row] = yield* load(condition, [param])
    if (row === undefined) return { _tag: "Unknown" }
    // The operator may have taken an origin back since the link was made.
    const origins = config.connectOrigins ?? []
    const way: WayBack = {
      organisationId: row.organisation_id,
      returnUrl: row.return_url === null ? null : ReturnAddress.allowed(row.return_url, origins),
      origins: row.origin === null ? origins : origins.filter((origin) => origin === row.origin)
    }
    if (row.revoked_at !== null) return { _tag: "Revoked", way }
    if (row.is_expired) return { _tag: "Expired", way }
    return {
      _tag: "Open",
      link: {
        id: row.id,
        token: yield* tokenOf(row),
        organisationId: row.organisation_id,
        companyId: row.company_id,
        companyName: row.company_name === null || row.company_name.trim() === "" ? null : row.company_name,
        reconnects: row.reconnects,
        syncConfig: row.sync_config,
        integrations: allowed({ integrations: row.integrations, categories: row.integration_categories }),
        expiresAt: row.expires_at,
        way
      }
    }
  })

  return InviteLinks.of({
    list: Effect.fn("InviteLinks.list")((caller, params) => page(stored, caller, params, { select: columns }, wires)),
    get: Effect.fn("InviteLinks.get")(one),
    create: Effect.fn("InviteLinks.create")(function* (caller, body) {
      yield* Members.refuse([
        ...nameFault(body.company_name, "company_name"),
        ...nameFault(body.partner_id, "partner_id"),
        ...wayFaults(body)
      ])
      const offer = yield* offerOf(caller, body.integrations ?? [], body.integration_categories)
      const syncConfig =
        body.sync_config === undefined || body.sync_config === null
          ? null
          : yield* SyncConfig.check(body.sync_config, { now: new Date() })
      const token = yield* sql
        .withTransaction(
          Effect.flatMap(companyOf(caller, body), (companyId) =>
            insert(caller, companyId, offer, {
              syncConfig,
              partnerId: body.partner_id ?? null,
              reconnects: null,
              returnUrl: body.return_url ?? null,
              origin: body.origin ?? null,
              expiresAt: body.expires_at ?? null
            })
          )
        )
        .pipe(Effect.catchTag("SqlError", Effect.die))
      return yield* one(caller, token)
    }),
    update: Effect.fn("InviteLinks.update")(function* (caller, token, body) {
      const row = yield* own(caller, token)
      yield* Members.refuse([
        ...nameFault(body.company_name, "company_name"),
        ...nameFault(body.partner_id, "partner_id"),
        ...wayFaults(body)
      ])
      const offer = yield* offerOf(
        caller,
        body.integrations === undefined ? row.integrations : (body.integrations ?? []),
        body.integration_categories ?? row.integration_categories
      )
      const syncConfig =
        body.sync_config === undefined
          ? row.sync_config
          : body.sync_config === null
            ? null
            : yield* SyncConfig.check(body.sync_config, { now: new Date() })
      const partnerId = body.partner_id === undefined ? row.partner_id : body.partner_id
      if (partnerId !== null && partnerId !== row.partner_id) yield* partners.free(caller, partnerId, row.company_id)
      const name = nameOf(body.company_name)
      yield* sql
        .withTransaction(
          Effect.gen(function* () {
            yield* sql`
              update invite_link set integrations = ${offer.integrations as Array<string>}::text[],
                integration_categories = ${offer.categories as Array<string>}::text[],
                sync_config = ${syncConfig === null ? null : JSON.stringify(syncConfig)}::text::json,
                partner_id = ${partnerId}, return_url = ${body.return_url === undefined ? row.return_url : body.return_url},
                origin = ${body.origin === undefined ? row.origin : body.origin},
                expires_at = coalesce(${body.expires_at ?? null}::timestamptz, expires_at), updated_at = now()
              where id = ${row.id}`
            if (name !== null) {
              yield* sql`update company set name = ${name}, updated_at = now() where id = ${row.company_id}`
            }
            yield* audit(Audit.by(caller), {
              action: "INVITE_LINK_UPDATED",
              target: row.id,
              companyId: row.company_id
            })
          })
        )
        .pipe(Effect.orDie)
      return yield* one(caller, token)
    }),
    revoke: Effect.fn("InviteLinks.revoke")(function* (caller, token) {
      const row = yield* own(caller, token)
      yield* sql
        .withTransaction(
          Effect.gen(function* () {
            const changed = yield* sql`update invite_link set revoked_at = now(), updated_at = now()
              where id = ${row.id} and revoked_at is null returning id`
            if (changed.length === 0) return
            yield* audit(Audit.by(caller), {
              action: "INVITE_LINK_REVOKED",
              target: row.id,
              companyId: row.company_id
            })
          })
        )
        .pipe(Effect.orDie)
      return yield* one(caller, token)
    }),
    forConnection: Effect.fn("InviteLinks.forConnection")(function* (caller, row) {
      if (!connectors.has(row.integration_type)) {
        return yield* ApiError.make("unsupported", connectors.lack(row.integration_type))
      }
      const offer: Offer = { integrations: [row.integration_type], categories: [row.category] }
      const [way] = yield* sql<{ return_url: string | null; origin: string | null }>`
        select l.return_url, l.origin from connection c join invite_link l on l.id = c.invite_link_id
        where c.id = ${row.id}`.pipe(Effect.orDie)
      const token = yield* sql
        .withTransaction(
          insert(caller, row.company_id, offer, {
            syncConfig: null,
            partnerId: null,
            reconnects: row.id,
            returnUrl: way?.return_url ?? null,
            origin: way?.origin ?? null,
            expiresAt: null
          })
        )
        .pipe(Effect.orDie)
      return yield* one(caller, token)
    }),
    open: Effect.fn("InviteLinks.open")(function* (token) {
      return yield* opened("l.token_hash = $1", Tokens.hashOf(token))
    }),
    openById: Effect.fn("InviteLinks.openById")((id) => opened("l.id = $1", id))
  })
})
