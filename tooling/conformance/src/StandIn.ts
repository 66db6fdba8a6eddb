/**
 * Serves a description as an HTTP server on this machine: the platform's operations with their examples and a memory of
 * what was written, its authorisation endpoints, and its demands (token, tenant). Every request is held against the
 * description while it is served, so a run against the stand-in says whether all its requests were valid.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { Auth } from "@svc/core"
import * as Authorization from "./Authorization.ts"
import type { Description, Outgoing } from "./Description.ts"
import type { Profile } from "./Profile.ts"
import * as Responder from "./Responder.ts"
import * as Verdict from "./Verdict.ts"

export interface Served extends Outgoing {
  readonly status: number
  /** The operation it landed on; null for none, and for authorisation. */
  readonly operation: string | null
  /** What the description does not allow and the profile does not explain. */
  readonly faults: ReadonlyArray<string>
}

export interface StandInOptions {
  /** A free port when absent. */
  readonly port?: number
  readonly clientId?: string
  readonly clientSecret?: string
  /** Seconds until an access token ends; 1800 when absent. */
  readonly tokenLife?: number
  /** Answers in the platform's place; null leaves it to the stand-in. */
  readonly intercept?: (request: Outgoing) => Responder.Answer | null
}

export interface StandIn {
  /** The base address to put in the place of the platform's. */
  readonly url: string
  readonly authorizeUrl: string
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** An access token in force. */
  readonly token: () => string
  /** Ends every access token; refresh tokens stay. */
  readonly expireTokens: () => void
  /** Every request so far, in order. */
  readonly requests: ReadonlyArray<Served>
  readonly items: Responder.Responder["items"]
  readonly close: () => Promise<void>
}

const pathOf = (address: unknown, settings: Readonly<Record<string, string>>): string => {
  const url = typeof address === "function" ? (address as (settings: unknown) => string)(settings) : String(address)
  return new URL(url).pathname.replace(/\/+$/, "")
}

/** Starts a stand-in on 127.0.0.1. */
export const standIn = async (
  description: Description,
  profile: Profile,
  options: StandInOptions = {}
): Promise<StandIn> => {
  const { behaviour = {}, connector, settings } = profile
  // Of several ways the stand-in speaks OAuth, which is the one with requests of its own.
  const ways = Auth.methodsOf(connector.auth).map(([, way]) => way)
  const auth = ways.find(({ _tag }) => _tag === "OAuth2") ?? ways[0]!
  const clientId = options.clientId ?? "stand-in-client"
  const clientSecret = options.clientSecret ?? "stand-in-secret"
  const authorization = Authorization.make({
    clientId,
    clientSecret,
    clientAuth: auth._tag === "OAuth2" || auth._tag === "ClientCredentials" ? auth.clientAuth : "basic",
    pkce: auth._tag === "OAuth2" && auth.pkce,
    tokenLife: options.tokenLife ?? 1800
  })
  const isOAuth = auth._tag === "OAuth2" || auth._tag === "ClientCredentials"
  const authorizePath =
    behaviour.authorizePath ?? (auth._tag === "OAuth2" ? pathOf(auth.authorizeUrl, settings) : "/authorize")
  const tokenPath = behaviour.tokenPath ?? (isOAuth ? pathOf(auth.tokenUrl, settings) : "/token")
  const revokePath = auth._tag === "OAuth2" && auth.revokeUrl !== undefined ? pathOf(auth.revokeUrl, settings) : null
  const responder = Responder.make(description, behaviour)
  const requests: Array<Served> = []

  const platform = (request: Outgoing): Responder.Answer => {
    const intercepted = options.intercept?.(request) ?? null
    if (intercepted !== null) return intercepted
    if (isOAuth && !authorization.isAuthorized(request)) {
      return plain(401, { Title: "Unauthorized", Status: 401, Detail: "TokenExpired or missing" })
    }
    const refused = behaviour.refuse?.(request, responder.items) ?? null
    return refused === null ? responder.answer(request) : plain(refused.status, refused.body)
  }
  const answer = (request: Outgoing): Responder.Answer => {
    const { pathname } = request.url
    if (pathname === authorizePath && request.method === "GET") {
      const sent = authorization.authorize(request.url)
      return "fault" in sent
        ? plain(400, { error: sent.fault })
        : { status: 302, headers: { location: sent.location }, body: null }
    }
    const ofToken =
      pathname === tokenPath
        ? authorization.token(request)
        : pathname === revokePath
          ? authorization.revoke(request)
          : null
    if (ofToken !== null) {
      requests.push({ ...request, status: ofToken.status, operation: null, faults: [] })
      return plain(ofToken.status, ofToken.body)
    }
    const given = platform(request)
    const verdict = Verdict.of(description, profile, request, { anyHost: true })
    requests.push({
      ...request,
      status: given.status,
      operation: verdict.operation?.id ?? null,
      faults: verdict.faults
    })
    return given
  }

  const server = createServer((incoming, outgoing) => {
    void read(incoming)
      .then(
        (request) => reply(outgoing, answer(request), request.method),
        (error: unknown) => reply(outgoing, plain(500, { message: String(error) }), "GET")
      )
      .catch((error: unknown) => reply(outgoing, plain(500, { message: String(error) }), "GET"))
  })
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(options.port ?? 0, "127.0.0.1", resolve)
  })
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : options.port}`
  return {
    url: origin + pathOf(connector.http.baseUrl, settings),
    authorizeUrl: origin + authorizePath,
    tokenUrl: origin + tokenPath,
    clientId,
    clientSecret,
    token: authorization.grant,
    expireTokens: authorization.expire,
    requests,
    items: responder.items,
    close: () =>
      new Promise((resolve, reject) => {
        server.closeAllConnections()
        server.close((error) => (error === undefined ? resolve() : reject(error)))
      })
  }
}

const plain = (status: number, body: unknown): Responder.Answer => ({
  status,
  headers: { "content-type": "application/json" },
  body
})

const read = async (incoming: IncomingMessage): Promise<Outgoing> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks).toString("utf8")
  return {
    method: incoming.method ?? "GET",
    url: new URL(incoming.url ?? "/", `http://${incoming.headers.host ?? "127.0.0.1"}`),
    headers: Object.fromEntries(
      Object.entries(incoming.headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]]
      )
    ),
    body: body === "" ? undefined : body
  }
}

const reply = (outgoing: ServerResponse, answer: Responder.Answer, method: string): void => {
  const empty = answer.body === null || answer.body === undefined || answer.status === 204 || method === "HEAD"
  outgoing.writeHead(answer.status, answer.headers)
  outgoing.end(empty ? undefined : JSON.stringify(answer.body))
}
