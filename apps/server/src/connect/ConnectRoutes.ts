/**
 * The pages at `/connect/{invite_link_id}` and the address platforms send their users back to. A sign-in is bound to one
 * browser, one platform and one link, and is used up by the first callback that brings its state.
 */
import { Auth, type Connector, type ConnectorError, type Setting } from "@svc/core"
import { ApiError } from "@svc/core/api"
import { Accounts, OAuth, Request } from "@svc/core/runtime"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import type { SqlClient } from "effect/sql/SqlClient"
import { AppConfig } from "../AppConfig.ts"
import { Connectors } from "../ComposedConnectors.ts"
import * as Audit from "../audit/Audit.ts"
import * as Asked from "../connections/Asked.ts"
import * as BrandMark from "../connections/BrandMark.ts"
import { Brands } from "../connections/Brands.ts"
import { maxName, nameFault } from "../connections/Companies.ts"
import { type Candidate, Connecting, ConnectRefused } from "../connections/Connecting.ts"
import { type ConnectionRow, ConnectionStore } from "../connections/ConnectionStore.ts"
import { Integrations, type Offered } from "../connections/Integrations.ts"
import { InviteLinks, type Opening, type OpenLink, type WayBack } from "../connections/InviteLinks.ts"
import * as ReturnAddress from "../connections/ReturnAddress.ts"
import * as SyncConfig from "../connections/SyncConfig.ts"
import * as Bodies from "../http/Bodies.ts"
import { Room } from "../http/Room.ts"
import { calling } from "../outbound/CallFor.ts"
import { Vault } from "../secrets/Vault.ts"
import { Attempts, onLink, onLinks } from "../http/Attempts.ts"
import * as RequestInfo from "../http/RequestInfo.ts"
import * as Choosing from "./Choosing.ts"
import * as Frame from "./Frame.ts"
import { type Ended, Flows } from "./Flows.ts"
import { type Html, render } from "./Html.ts"
import * as Journey from "./Journey.ts"
import * as Languages from "./Languages.ts"
import * as Pages from "./Pages.ts"
import { script } from "./Search.ts"
import { coloured, colourOf, favicon, style } from "./Style.ts"
import * as Telling from "./Telling.ts"
import * as Troubles from "./Troubles.ts"
import * as Visitor from "./Visitor.ts"

/** Every route of this folder, for tables of routes. */
export const paths: ReadonlyArray<readonly [path: `/${string}`, methods: ReadonlyArray<"GET" | "POST">]> = [
  ["/connect/assets/:name", ["GET"]],
  ["/connect/:invite_link_id", ["GET"]],
  ["/connect/:invite_link_id/frame", ["GET"]],
  ["/connect/:invite_link_id/attempts/:attempt", ["GET"]],
  ["/connect/:invite_link_id/with/:integration", ["GET", "POST"]],
  ["/connect/:invite_link_id/with/:integration/:method", ["GET", "POST"]],
  ["/connect/:invite_link_id/account/:choice", ["GET", "POST"]],
  ["/connect/:invite_link_id/done/:connection_id", ["GET"]],
  ["/oauth/callback/:integration", ["GET"]]
]

const policy = "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'"
const headers = {
  "content-security-policy": `${policy}; frame-ancestors 'none'`,
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  // The address of a page holds the invitation, which is nobody else's to see.
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow",
  "cache-control": "no-store",
  vary: "Accept-Language, Cookie"
}
const { vary: _, ...everyones } = headers
/** Of a file: its name is made of what is in it, and it is the same for all, whoever shows it. */
const fileHeaders = {
  ...everyones,
  "cache-control": "public, max-age=31536000, immutable",
  // A console of another origin shows the page with them. Browsers take no two addresses for one site by their numbers alone.
  "cross-origin-resource-policy": "cross-origin"
}
/** A picture that somebody sent: on its own it is a document of ours, which may do nothing. */
const pictureHeaders = {
  ...fileHeaders,
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
}

type Response = HttpServerResponse.HttpServerResponse
type Values = Readonly<Record<string, string>>
/** What a request has to do with: the visitor, and the link they opened. */
interface Visit {
  readonly visitor: Visitor.Visitor
  readonly link: OpenLink
  readonly place: Pages.Place
  /** What the link allows and the organisation can offer now. */
  readonly offered: ReadonlyArray<Offered>
}
/** A platform by one of its ways. */
interface Way {
  readonly connector: Connector.Any
  /** Its name, where the connector has several; `isOnly` when no other can be used here. */
  readonly method: string | null
  readonly auth: Auth.Single
  readonly isOnly: boolean
}

/** A page; it may run scripts of ours where it has some. */
const page = (html: Html, status = 200): Response => {
  const text = render(html)
  const scripts = text.includes("<script") ? "; script-src 'self'" : ""
  return HttpServerResponse.text(text, {
    status,
    headers: { ...headers, "content-security-policy": `${headers["content-security-policy"]}${scripts}` },
    contentType: "text/html; charset=utf-8"
  })
}
/** A page that these may have in a frame; nobody, where there are none. */
const framed = (html: Html, origins: ReadonlyArray<string>, status = 200): Response => {
  if (origins.length === 0) return page(html, status)
  const { "x-frame-options": _, ...rest } = headers
  return HttpServerResponse.text(render(html), {
    status,
    headers: {
      ...rest,
      "content-security-policy": `${policy}; frame-ancestors ${origins.join(" ")}; script-src 'self'; connect-src 'self'`
    },
    contentType: "text/html; charset=utf-8"
  })
}
/** Only ever to addresses of our own, made here. */
const goOn = (path: string): Response =>
  HttpServerResponse.empty({ status: 303, headers: { ...headers, location: path } })

/** More than a form of ours has. */
const mostFields = 100

/** Name of the form's field for the company's name, a key, and a setting. */
const companyField = "company_name"
const keyField = (name: string): string => `key.${name}`
const settingField = (name: string): string => `setting.${name}`

/** Whether keys are entered like passwords: those that do not say are. */
const shownKey = (field: Setting.Asked): Setting.Asked => ({
  ...field,
  secret: field.secret ?? field.choices === undefined
})

/** The routes, for effect's HttpRouter. */
export const layer: Layer.Layer<
  never,
  never,
  | HttpRouter.HttpRouter
  | AppConfig
  | Attempts
  | Brands
  | Connectors
  | InviteLinks
  | Integrations
  | Connecting
  | ConnectionStore
  | Room
  | SqlClient
  | Vault
> = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const { baseUrl, limits, trustedProxies, integration: writtenFor } = yield* AppConfig
    const { openBodies } = yield* Room
    const brands = yield* Brands
    const links = yield* InviteLinks
    const connectors = yield* Connectors
    const integrations = yield* Integrations
    const connecting = yield* Connecting
    const store = yield* ConnectionStore
    const flows = yield* Flows
    const attempts = yield* Attempts
    const root = new URL(baseUrl).pathname.replace(/\/+$/, "")
    type Request = HttpServerRequest.HttpServerRequest
    const queryOf = (request: Request) => new URL(request.url, "http://page.invalid").searchParams

    /** Where somebody goes back to, told how it ended. */
    const backBy = ({ returnUrl }: WayBack, { state }: Journey.Journey): Pages.Place["back"] =>
      returnUrl === null
        ? null
        : (outcome) =>
            ReturnAddress.withParams(returnUrl, {
              status: outcome.status,
              connection_id: outcome.status === "connected" ? String(outcome.connectionId) : null,
              reason: outcome.status === "failed" ? outcome.reason : null,
              ...(state === null ? {} : { state })
            })
    const placeOf = Effect.fnUntraced(function* (
      request: Request,
      journey: Journey.Journey,
      way: WayBack | null,
      link: OpenLink | null
    ): Effect.fn.Return<Pages.Place> {
      return {
        root,
        journey,
        locale: Languages.choose(journey.lang, request.headers["accept-language"]),
        brand: yield* brands.of(way?.organisationId ?? null),
        link: link === null ? null : { company: link.companyName, expiresAt: link.expiresAt },
        back: way === null ? null : backBy(way, journey),
        origins: way?.origins ?? []
      }
    })
    /** A trouble in the language of the place. */
    type Say = (locale: Languages.Locale) => Troubles.Trouble
    const stop = (place: Pages.Place, say: Say, status: number, way: Pages.Way | null = null) =>
      page(Pages.stop(place, say(place.locale), way), status)
    const backTo = (place: Pages.Place, token: string | null): Pages.Way | null =>
      token === null ? null : { href: Pages.startPath(place, token), label: place.locale.words.startAgain }

    /** What an open link cannot do, with a way to begin again. */
    const refuse = ({ link, place }: Pick<Visit, "link" | "place">, say: Say, status: number) =>
      stop(place, say, status, backTo(place, link.token))
    const sayClosed = ({ _tag }: Exclude<Opening, { readonly _tag: "Open" }>): readonly [Say, number] => {
      if (_tag === "Unknown") return [Troubles.unknownLink, 404]
      return [_tag === "Expired" ? Troubles.expiredLink : Troubles.revokedLink, 410]
    }
    const wayOfClosed = (opening: Exclude<Opening, { readonly _tag: "Open" }>): WayBack | null =>
      opening._tag === "Unknown" ? null : opening.way

    const params = HttpRouter.params
    const opened = (token: string | undefined): Effect.Effect<Opening> =>
      Visitor.isToken(token) ? links.open(token) : Effect.succeed({ _tag: "Unknown" })
    /** Opens the link of the address, answers for one that is closed, and gives the browser its cookies. */
    const visiting = (
      handle: (
        visit: Visit,
        request: Request,
        params: Readonly<Record<string, string | undefined>>
      ) => Effect.Effect<Response, never, never>
    ) =>
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const named = yield* params
        const visitor = Visitor.read(request, baseUrl)
        const journey = Journey.read(queryOf(request))
        const opening = yield* opened(named["invite_link_id"])
        if (opening._tag !== "Open") {
          const place = yield* placeOf(request, journey, wayOfClosed(opening), null)
          return stop(place, ...sayClosed(opening))
        }
        const { link } = opening
        const place = yield* placeOf(request, journey, link.way, link)
        const response = yield* handle({ visitor, link, place, offered: yield* offeredBy(link) }, request, named)
        return Visitor.remember(response, visitor, baseUrl, link.token)
      }).pipe(whole)
    const offeredBy = (link: OpenLink) => integrations.offered(link.organisationId, link.integrations)
    /** Whatever breaks is our affair; the page says so without saying what. */
    const whole = <E, R>(effect: Effect.Effect<Response, E, R>) =>
      effect.pipe(
        Effect.catchCause((cause) =>
          // What is beyond a limit was not entered on a page: it gets the answer that any such request gets.
          Cause.hasInterruptsOnly(cause) || Cause.squash(cause) instanceof ApiError.ApiError
            ? Effect.failCause(cause as Cause.Cause<never>)
            : Effect.gen(function* () {
                yield* Effect.logError("A connect page failed.", cause)
                const { headers: sent } = yield* HttpServerRequest.HttpServerRequest
                const place: Pages.Place = {
                  root,
                  journey: Journey.none,
                  locale: Languages.choose(null, sent["accept-language"]),
                  brand: { name: new URL(baseUrl).host, colour: null, mark: null, privacyUrl: null, supportUrl: null },
                  link: null,
                  back: null,
                  origins: []
                }
                return stop(place, Troubles.failed, 500)
              })
        )
      )
    /** Notes for whoever opened this window why nothing was connected, or what was. */
    const noted = ({ attempt }: Journey.Journey, linkId: number, ended: Ended) =>
      attempt === null ? Effect.void : flows.end(linkId, attempt, ended)

    /**
     * Names and values of a form, the first of each; null when it is no form, or not of this browser. A browser that was
     * never here cannot have the page's token, so nothing of what it sends is read.
     */
    const readForm = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest, visit: Visit) {
      if (!visit.visitor.isKnown) return null
      const sent = yield* Effect.orDie(Bodies.bytes(request, limits.formBytes, openBodies))
      const values = new Map<string, string>()
      for (const [name, value] of new URLSearchParams(new TextDecoder().decode(sent).replace(/^\?/, "%3F"))) {
        if (!values.has(name)) values.set(name, value.trim())
        if (values.size > mostFields) return null
      }
      return Visitor.isSame(values.get("csrf") ?? "", Visitor.csrfOf(visit.visitor, visit.link.token)) ? values : null
    })
    const named = (visit: Visit, integration: string | undefined) =>
      visit.offered.find(({ connector }) => connector.id.toLowerCase() === integration)

    const standingOf = (rows: ReadonlyArray<ConnectionRow>): Pages.Standing | undefined => {
      if (rows.some(({ status }) => status === "HEALTHY")) return "connected"
      return rows.some(({ status }) => status === "EXPIRED" || status === "ERROR") ? "attention" : undefined
    }
    const connectionsOf = (link: OpenLink) => store.select("c.company_id = $1", [link.companyId])

    /** The way of the address; without a name in it, the only one that can be used. Null when there is none, or several. */
    const wayOf = ({ connector, methods }: Offered, method?: string | null): Way | null => {
      const isOnly = methods.length === 1
      const own = method ?? (isOnly ? methods[0]! : null)
      return methods.includes(own) ? { connector, method: own, auth: Request.authOf(connector, own), isOnly } : null
    }
    /** What a platform asks, or first by which way it is to be connected. */
    const enter = Effect.fnUntraced(function* (visit: Visit, offered: Offered, method?: string) {
      const way = wayOf(offered, method)
      if (way !== null) return yield* showPlatform(visit, way, blank)
      const { connector } = offered
      const { auth } = connector
      if (auth._tag !== "Choice" || method !== undefined) return refuse(visit, Troubles.notOffered, 404)
      const methods = auth.methods.filter(({ name }) => offered.methods.includes(name))
      return page(Pages.chooseMethod(visit.place, visit.link.token, connector, methods, visit.offered.length > 1))
    })

    /** A place that is asked for where the operator has fixed the address of all connections: said, so that nobody trusts in it. */
    const placed = (fixedAddress: string, { http, id }: Connector.Any, field: Setting.Asked): Setting.Asked =>
      writtenFor(id).baseUrl === null || typeof http.baseUrl !== "function" || field.normalize === undefined
        ? field
        : { ...field, help: [field.help, fixedAddress].filter((own) => own !== undefined).join(". ") }

    const companyAsked = ({ locale: { words } }: Pages.Place): Setting.Asked => ({
      _tag: "Asked",
      label: words.companyName,
      placeholder: words.companyExample
    })
    const showPlatform = Effect.fnUntraced(function* (
      visit: Visit,
      { auth, connector, isOnly, method }: Way,
      given: {
        readonly values: ReadonlyMap<string, string>
        readonly faults: ReadonlyArray<Asked.EnteredFault>
        readonly trouble: Troubles.Trouble | null
        readonly status: number
      }
    ) {
      const rows = (yield* connectionsOf(visit.link)).filter((row) => row.integration_type === connector.id)
      const renewed = rows.find(({ id }) => id === visit.link.reconnects)
      const { words } = visit.place.locale
      const shown = (name: string, field: Setting.Asked, known: string, isOurs = false): Pages.Shown => ({
        name,
        field,
        isOurs,
        value: given.values.get(name) ?? known,
        fault: given.faults.find((fault) => fault.name === name)
      })
      const asksName = visit.link.companyName === null
      const fields = [
        ...(asksName ? [shown(companyField, companyAsked(visit.place), "", true)] : []),
        ...Object.entries(Asked.settingsOf(connector, method)).map(([name, field]) =>
          shown(settingField(name), placed(words.fixedAddress, connector, field), renewed?.settings[name] ?? "")
        ),
        ...Object.entries(Asked.keysOf(auth)).map(([name, field]) => shown(keyField(name), shownKey(field), ""))
      ]
      const html = Pages.platform(visit.place, {
        token: visit.link.token,
        connector,
        auth,
        method,
        csrf: Visitor.csrfOf(visit.visitor, visit.link.token),
        fields,
        standing: standingOf(renewed === undefined ? rows : [renewed]),
        configs: SyncConfig.forConnector(visit.link.syncConfig, connector, Auth.scopeOf(auth, {}), new Date()),
        trouble: given.trouble,
        hasOtherWays: !isOnly,
        hasOthers: visit.offered.length > 1
      })
      return page(html, given.status)
    })
    const blank = { values: new Map<string, string>(), faults: [], trouble: null, status: 200 }

    /** Finds out the account and stores the connection, or asks which account. */
    const conclude = Effect.fnUntraced(function* (
      visit: Pick<Visit, "link" | "place" | "visitor">,
      candidate: Candidate,
      companyName: string | null
    ) {
      const { link, place, visitor } = visit
      const found = yield* connecting.inspect(candidate)
      if (found._tag === "Choose") {
        const token = yield* flows.offer(link.id, visitor, {
          integrationType: candidate.connector.id,
          method: candidate.method,
          settings: found.candidate.settings,
          companyName,
          credentials: found.candidate.credentials,
          choices: found.choices
        })
        return goOn(Pages.accountPath(place, link.token, token))
      }
      return yield* save(visit, found.candidate, companyName)
    })
    const save = Effect.fnUntraced(function* (
      { link, place }: Pick<Visit, "link" | "place">,
      candidate: Candidate,
      companyName: string | null
    ) {
      const id = yield* connecting.finish(candidate, {
        by: Audit.byLink(link.organisationId, link.id),
        inviteLinkId: link.id,
        companyName,
        linkConfig: link.syncConfig,
        ownConfig: null
      })
      const { id: type } = candidate.connector
      yield* noted(place.journey, link.id, { status: "connected", connection_id: id, integration_type: type })
      return goOn(Pages.donePath(place, link.token, id))
    })
    const candidateOf = (
      link: OpenLink,
      { connector, method }: Pick<Way, "connector" | "method">,
      credentials: Values,
      settings: Values
    ): Candidate => ({
      organisationId: link.organisationId,
      companyId: link.companyId,
      connector,
      method,
      credentials,
      settings,
      reconnects: link.reconnects
    })

    /** What to show for a failure; the operator reads the cause in the log, which holds no secret. */
    const troubleOf = Effect.fnUntraced(function* (
      { link, place }: Pick<Visit, "link" | "place">,
      { auth, connector }: Pick<Way, "auth" | "connector">,
      error: ConnectorError.ConnectorError | ConnectRefused
    ) {
      yield* Effect.logWarning(`A connection to ${connector.id} was not made.`, error.message)
      const trouble =
        error._tag === "ConnectRefused"
          ? Troubles.refusal(place.locale, connector, error)
          : Troubles.platformFailure(place.locale, connector, auth, error)
      yield* noted(place.journey, link.id, { status: "failed", reason: trouble.reason })
      return trouble
    })
    const statusOf = (error: ConnectorError.ConnectorError | ConnectRefused): number => {
      if (error._tag === "ConnectRefused") return error.reason === "gone" ? 410 : 422
      return error.reason._tag === "Unavailable" || error.reason._tag === "TimedOut" ? 503 : 422
    }

    const choosing = Effect.fnUntraced(function* (visit: Visit, request: Request, isFramed: boolean) {
      const rows = Map.groupBy(yield* connectionsOf(visit.link), ({ integration_type }) => integration_type)
      const standings = new Map(
        visit.offered.flatMap(({ connector: { id } }) => {
          const standing = standingOf(rows.get(id) ?? [])
          return standing === undefined ? [] : [[id, standing] as const]
        })
      )
      const { companyName, token } = visit.link
      const query = queryOf(request).get("q") ?? ""
      return Choosing.choose(visit.place, { token, companyName, offered: visit.offered, standings, query, isFramed })
    })
    const start = visiting(
      Effect.fnUntraced(function* (visit, request) {
        const [only] = visit.offered
        if (only === undefined) return stop(visit.place, Troubles.nothingOffered, 503)
        if (visit.offered.length === 1) return yield* enter(visit, only)
        return page(yield* choosing(visit, request, false))
      })
    )
    /** The one page that others may have in a frame. It has no form but the search, and no cookie comes of it. */
    const frame = Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const named = yield* params
      const journey = Journey.read(queryOf(request))
      const opening = yield* opened(named["invite_link_id"])
      if (opening._tag !== "Open") {
        const way = wayOfClosed(opening)
        const place = yield* placeOf(request, journey, way, null)
        const [say, status] = sayClosed(opening)
        return framed(Pages.stop({ ...place, back: null }, say(place.locale), null), way?.origins ?? [], status)
      }
      const { link } = opening
      const place = { ...(yield* placeOf(request, journey, link.way, link)), back: null }
      const offered = yield* offeredBy(link)
      const visit: Visit = { visitor: Visitor.read(request, baseUrl), link, place, offered }
      return offered.length === 0
        ? framed(Pages.stop(place, Troubles.nothingOffered(place.locale), null), place.origins, 503)
        : framed(yield* choosing(visit, request, true), place.origins)
    }).pipe(whole)
    /** How an attempt ended, for whoever holds the link: it is asked for without a cookie, also from the origins allowed. */
    const attemptEnd = Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const { attempt, invite_link_id: token } = yield* params
      const opening = yield* opened(token)
      const way = opening._tag === "Open" ? opening.link.way : wayOfClosed(opening)
      const { origin } = request.headers
      const cors =
        origin !== undefined && way?.origins.includes(origin) === true ? { "access-control-allow-origin": origin } : {}
      const answer = (body: object, status = 200) =>
        HttpServerResponse.jsonUnsafe(body, { status, headers: { ...headers, ...cors, vary: "Origin" } })
      if (opening._tag !== "Open") {
        const [say, status] = sayClosed(opening)
        return answer({ status: "failed", reason: say(Languages.choose(null, undefined)).reason }, status)
      }
      const ended = Journey.isAttempt(attempt) ? yield* flows.ended(opening.link.id, attempt) : null
      return answer(ended ?? { status: "pending" })
    }).pipe(whole)

    const form = visiting(
      Effect.fnUntraced(function* (visit, _request, { integration, method }) {
        const offered = named(visit, integration)
        if (offered === undefined) return refuse(visit, Troubles.notOffered, 404)
        return yield* enter(visit, offered, method)
      })
    )

    const signIn = Effect.fnUntraced(function* (
      visit: Visit,
      { connector, method }: Way,
      auth: Auth.OAuth2,
      settings: Values,
      companyName: string | null
    ) {
      const client = yield* integrations.clientFor(visit.link.organisationId, connector)
      const { flow, url } = yield* OAuth.begin(auth, client, settings)
      // Only an operator's own address may be anything else; a setting that was entered never leads off the platform.
      if (url.protocol !== "https:" && client.authorizeUrl === undefined)
        return stop(visit.place, Troubles.notOffered, 422)
      yield* flows.begin(visit.link.id, flow.state, visit.visitor, {
        integrationType: connector.id,
        method,
        settings,
        companyName,
        verifier: flow.verifier,
        journey: visit.place.journey
      })
      return page(Pages.leave(visit.place, connector, url))
    })

    const submit = visiting(
      Effect.fnUntraced(function* (visit, request, { integration, method }) {
        const offered = named(visit, integration)
        const way = offered === undefined ? null : wayOf(offered, method)
        if (way === null) return refuse(visit, Troubles.notOffered, 404)
        const { connector } = way
        const values = yield* readForm(request, visit)
        if (values === null) return refuse(visit, Troubles.noCookies, 403)
        const asksName = visit.link.companyName === null
        const company = values.get(companyField) ?? ""
        const companyFault: Asked.Fault | null = !asksName
          ? null
          : company === ""
            ? { _tag: "Missing" }
            : nameFault(company, companyField).length === 0
              ? null
              : company.length > maxName
                ? { _tag: "TooLong", most: maxName }
                : { _tag: "Characters" }
        const settings = Asked.read(Asked.settingsOf(connector, way.method), (name) => values.get(settingField(name)))
        const keys = Asked.readKeys(way.auth, (name) => values.get(keyField(name)))
        const faults = [
          ...(companyFault === null
            ? []
            : [{ name: companyField, message: "", isMissing: companyFault._tag === "Missing", fault: companyFault }]),
          ...settings.faults.map((fault) => ({ ...fault, name: settingField(fault.name) })),
          ...keys.faults.map((fault) => ({ ...fault, name: keyField(fault.name) }))
        ]
        const again = (trouble: Troubles.Trouble | null, status: number) =>
          showPlatform(visit, way, { values, faults, trouble, status })
        if (faults.length > 0) return yield* again(null, 422)
        const companyName = asksName ? company : null
        if (way.auth._tag === "OAuth2") {
          return yield* signIn(visit, way, way.auth, settings.values, companyName).pipe(
            Effect.catch(() => Effect.succeed(refuse(visit, Troubles.notOffered, 422)))
          )
        }
        // Each is tried at the platform: guesses are held up here.
        const address = RequestInfo.addressOf(request, trustedProxies)
        const sources = [
          [`link:${visit.link.id}`, onLink(limits)],
          [`connect:${address}`, onLinks(limits)]
        ] as const
        const wait = Math.max(...sources.map(([from, rule]) => attempts.wait(from, rule)))
        if (wait > 0) return yield* again(Troubles.tooManyTries(visit.place.locale, wait), 429)
        const candidate = candidateOf(visit.link, way, keys.values, settings.values)
        return yield* conclude(visit, candidate, companyName).pipe(
          Effect.catch((error) => {
            if (statusOf(error) === 422) for (const [from, rule] of sources) attempts.failed(from, rule)
            return Effect.flatMap(troubleOf(visit, way, error), (trouble) => again(trouble, statusOf(error)))
          })
        )
      })
    )

    const showAccounts = Effect.fnUntraced(function* (
      visit: Visit,
      token: string,
      { connector, method }: Way,
      choices: ReadonlyArray<{ readonly name: string; readonly settings: Values }>,
      given: { readonly isMissing: boolean; readonly trouble: Troubles.Trouble | null; readonly status: number }
    ) {
      const rows = (yield* connectionsOf(visit.link)).filter((row) => row.integration_type === connector.id)
      const accounts = choices.map(({ name, settings }) => {
        const account = Accounts.ofSettings(connector, settings)
        const own = rows.filter((row) => account !== null && account === Accounts.ofSettings(connector, row.settings))
        return { name, standing: standingOf(own) }
      })
      const html = Pages.account(visit.place, {
        token: visit.link.token,
        choice: token,
        connector,
        method,
        csrf: Visitor.csrfOf(visit.visitor, visit.link.token),
        accounts,
        selected: null,
        isMissing: given.isMissing,
        trouble: given.trouble
      })
      return page(html, given.status)
    })
    /** The choice of the address, with its connector; or the page that says there is none. */
    const openChoice = Effect.fnUntraced(function* (visit: Visit, token: string | undefined) {
      const choice = Visitor.isToken(token) ? yield* flows.choice(visit.link.id, token, visit.visitor) : null
      const offered = choice && visit.offered.find(({ connector }) => connector.id === choice.integrationType)
      if (choice === null || offered === null || offered === undefined || token === undefined) return null
      const way = wayOf(offered, choice.method)
      return way === null ? null : { choice, way, token }
    })
    const accounts = visiting(
      Effect.fnUntraced(function* (visit, _request, params) {
        const open = yield* openChoice(visit, params["choice"])
        if (open === null) return refuse(visit, Troubles.usedSignIn, 410)
        const { choice, token, way } = open
        return yield* showAccounts(visit, token, way, choice.choices, {
          isMissing: false,
          trouble: null,
          status: 200
        })
      })
    )
    const pick = visiting(
      Effect.fnUntraced(function* (visit, request, params) {
        const open = yield* openChoice(visit, params["choice"])
        if (open === null) return refuse(visit, Troubles.usedSignIn, 410)
        const values = yield* readForm(request, visit)
        if (values === null) return refuse(visit, Troubles.noCookies, 403)
        const { choice, token, way } = open
        const wanted = values.get("account") ?? ""
        const account = /^\d{1,6}$/.test(wanted) ? choice.choices[Number(wanted)] : undefined
        if (account === undefined) {
          const given = { isMissing: true, trouble: null, status: 422 }
          return yield* showAccounts(visit, token, way, choice.choices, given)
        }
        const settings = { ...choice.settings, ...account.settings }
        const candidate = candidateOf(visit.link, way, choice.credentials, settings)
        return yield* save(visit, candidate, choice.companyName).pipe(
          Effect.tap(flows.close(token)),
          Effect.catch((error) =>
            Effect.flatMap(troubleOf(visit, way, error), (trouble) =>
              showAccounts(visit, token, way, choice.choices, {
                isMissing: false,
                trouble,
                status: statusOf(error)
              })
            )
          )
        )
      })
    )

    const done = visiting(
      Effect.fnUntraced(function* (visit, _request, params) {
        const wanted = params["connection_id"] ?? ""
        const rows = /^\d{1,15}$/.test(wanted) ? yield* connectionsOf(visit.link) : []
        const row = rows.find(({ id, status }) => id === Number(wanted) && status === "HEALTHY")
        const isAllowed = row !== undefined && visit.link.integrations.includes(row.integration_type)
        const connector = isAllowed ? yield* connectors.get(row.integration_type) : undefined
        if (connector === undefined) return refuse(visit, Troubles.notConnected, 404)
        return page(Pages.done(visit.place, visit.link.token, connector, row!.id, visit.offered.length > 1))
      })
    )

    const callback = Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const { integration } = yield* params
      const visitor = Visitor.read(request, baseUrl)
      const query = queryOf(request)
      const states = query.getAll("state")
      const claimed = states.length === 1 ? yield* flows.claim(states[0]!, visitor) : null
      // Whoever comes with nothing of ours is nobody's guest; a sign-in that was begun elsewhere is not theirs to speak of.
      const plain = yield* placeOf(request, Journey.none, null, null)
      const lost = (say: Say, status: number) => stop(plain, say, status, backTo(plain, visitor.lastLink))
      // Quirk: BigCommerce sends those who install an app in its marketplace here, with a code and without a state. Taken, it could
      // be anybody's store.
      if (states.length === 0 && query.has("code")) return lost(Troubles.begunThere, 400)
      if (claimed === null) return lost(Troubles.usedSignIn, 400)
      const { flow, isSameBrowser, linkId } = claimed
      if (!isSameBrowser) return lost(Troubles.foreignSignIn, 403)
      // A code of one platform is never taken to another, whoever sends the user here.
      if (flow.integrationType.toLowerCase() !== integration) return lost(Troubles.usedSignIn, 400)
      const journey = flow.journey ?? Journey.none
      const opening = yield* links.openById(linkId)
      if (opening._tag !== "Open") {
        const [say, status] = sayClosed(opening)
        const place = yield* placeOf(request, journey, wayOfClosed(opening), null)
        yield* opening._tag === "Unknown"
          ? Effect.void
          : noted(journey, linkId, { status: "failed", reason: say(place.locale).reason })
        return stop(place, say, status)
      }
      const { link } = opening
      const visit = { link, visitor, place: yield* placeOf(request, journey, link.way, link) }
      const offered = (yield* offeredBy(link)).find(({ connector }) => connector.id === flow.integrationType)
      const way = offered === undefined ? null : wayOf(offered, flow.method)
      if (way === null || way.auth._tag !== "OAuth2") return refuse(visit, Troubles.notOffered, 404)
      const { connector } = way
      const client = yield* integrations.clientFor(link.organisationId, connector)
      const sent = { state: states[0]!, verifier: flow.verifier }
      return yield* connecting.exchange(connector, way.auth, client, flow.settings, sent, query).pipe(
        calling({ purpose: "connect", organisationId: link.organisationId, companyId: link.companyId }),
        Effect.flatMap(({ credentials, settings }) =>
          conclude(visit, candidateOf(link, way, credentials, settings as Values), flow.companyName)
        ),
        Effect.catch((error) =>
          Effect.map(troubleOf(visit, way, error), (trouble) => refuse(visit, () => trouble, statusOf(error)))
        )
      )
    }).pipe(whole)

    const assets = Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const name = (yield* params)["name"] ?? ""
      const sheet = colourOf(name)
      const found =
        [style, favicon, script, Telling.script, Frame.script].find((asset) => asset.name === name) ??
        (sheet === null ? undefined : { type: style.type, content: coloured(sheet) })
      if (found !== undefined) {
        return HttpServerResponse.text(found.content, { contentType: found.type, headers: fileHeaders })
      }
      const type = BrandMark.typeOf(name)
      const mark = type === null ? null : yield* brands.mark(name)
      if (mark === null || type === null) {
        return stop(yield* placeOf(request, Journey.none, null, null), Troubles.unknownLink, 404)
      }
      return HttpServerResponse.uint8Array(mark, { contentType: type, headers: pictureHeaders })
    }).pipe(whole)

    yield* router.add("GET", "/connect/assets/:name", assets)
    yield* router.add("GET", "/connect/:invite_link_id", start)
    yield* router.add("GET", "/connect/:invite_link_id/frame", frame)
    yield* router.add("GET", "/connect/:invite_link_id/attempts/:attempt", attemptEnd)
    yield* router.add("GET", "/connect/:invite_link_id/with/:integration", form)
    yield* router.add("POST", "/connect/:invite_link_id/with/:integration", submit)
    yield* router.add("GET", "/connect/:invite_link_id/with/:integration/:method", form)
    yield* router.add("POST", "/connect/:invite_link_id/with/:integration/:method", submit)
    yield* router.add("GET", "/connect/:invite_link_id/account/:choice", accounts)
    yield* router.add("POST", "/connect/:invite_link_id/account/:choice", pick)
    yield* router.add("GET", "/connect/:invite_link_id/done/:connection_id", done)
    yield* router.add("GET", "/oauth/callback/:integration", callback)
  })
).pipe(Layer.provide(Flows.layer))
