/**
 * The authorisation server of the stand-in: it sends the user straight back with a code, and issues, rotates, checks and
 * forgets tokens as RFC 6749 and RFC 7636 say.
 */
import { createHash, randomBytes } from "node:crypto"
import type { Outgoing } from "./Description.ts"

export interface AuthorizationOptions {
  readonly clientId: string
  readonly clientSecret: string
  readonly clientAuth: "basic" | "body" | "bearer"
  readonly pkce: boolean
  /** Seconds until an access token ends. */
  readonly tokenLife: number
}

export interface TokenAnswer {
  readonly status: number
  readonly body: unknown
}

interface Code {
  readonly redirectUri: string
  readonly challenge: string | null
  readonly scope: string
}

const random = (): string => randomBytes(24).toString("base64url")
const refuse = (error: string, description: string, status = 400): TokenAnswer => ({
  status,
  body: { error, error_description: description }
})

export const make = (options: AuthorizationOptions, now: () => number = Date.now) => {
  const codes = new Map<string, Code>()
  const access = new Map<string, number>()
  const refresh = new Map<string, string>()

  const issue = (scope: string): TokenAnswer => {
    const accessToken = random()
    const refreshToken = random()
    access.set(accessToken, now() + options.tokenLife * 1000)
    refresh.set(refreshToken, scope)
    return {
      status: 200,
      body: {
        access_token: accessToken,
        token_type: "Bearer",
        expires_in: options.tokenLife,
        refresh_token: refreshToken,
        scope
      }
    }
  }

  const clientFault = (request: Outgoing, form: URLSearchParams): string | null => {
    const header = request.headers["authorization"]
    if (options.clientAuth === "body") {
      if (header !== undefined) return "this platform wants the client's secret in the body"
      return form.get("client_id") === options.clientId && form.get("client_secret") === options.clientSecret
        ? null
        : "unknown client or wrong secret"
    }
    if (options.clientAuth === "bearer") {
      return header === `Bearer ${options.clientSecret}` ? null : "the client's secret is not the bearer token"
    }
    if (form.has("client_secret")) return "this platform wants the client's secret in the Authorization header"
    const [id, secret] = Buffer.from((header ?? "").replace(/^Basic /i, ""), "base64")
      .toString("utf8")
      .split(":")
      .map((part) => decodeURIComponent(part.replaceAll("+", " ")))
    return id === options.clientId && secret === options.clientSecret ? null : "unknown client or wrong secret"
  }

  return {
    /** Where the user's browser is sent: back with a code, or a text that says what the request lacks. */
    authorize: (url: URL): { readonly location: string } | { readonly fault: string } => {
      const query = url.searchParams
      const redirect = query.get("redirect_uri")
      if (query.get("client_id") !== options.clientId) return { fault: "unknown client_id" }
      if (redirect === null || !URL.canParse(redirect)) return { fault: "redirect_uri is missing" }
      const back = new URL(redirect)
      const send = (params: Readonly<Record<string, string>>) => {
        for (const [name, value] of Object.entries(params)) back.searchParams.set(name, value)
        if (query.has("state")) back.searchParams.set("state", query.get("state")!)
        return { location: back.href }
      }
      if (query.get("response_type") !== "code") return send({ error: "unsupported_response_type" })
      if (!query.has("state")) return { fault: "state is missing" }
      const challenge = query.get("code_challenge")
      if (options.pkce && (challenge === null || query.get("code_challenge_method") !== "S256")) {
        return send({ error: "invalid_request", error_description: "code_challenge with S256 is required" })
      }
      const code = random()
      codes.set(code, { redirectUri: redirect, challenge, scope: query.get("scope") ?? "" })
      return send({ code })
    },

    token: (request: Outgoing): TokenAnswer => {
      const form = new URLSearchParams(request.body ?? "")
      const fault = clientFault(request, form)
      if (fault !== null) return refuse("invalid_client", fault, 401)
      switch (form.get("grant_type")) {
        case "authorization_code": {
          const code = codes.get(form.get("code") ?? "")
          codes.delete(form.get("code") ?? "")
          if (code === undefined) return refuse("invalid_grant", "unknown or used code")
          if (form.get("redirect_uri") !== code.redirectUri) return refuse("invalid_grant", "another redirect_uri")
          const verifier = form.get("code_verifier")
          const proven = verifier === null ? null : createHash("sha256").update(verifier).digest("base64url")
          if (code.challenge !== null && proven !== code.challenge)
            return refuse("invalid_grant", "wrong code_verifier")
          return issue(code.scope)
        }
        case "refresh_token": {
          const scope = refresh.get(form.get("refresh_token") ?? "")
          if (scope === undefined) return refuse("invalid_grant", "unknown or used refresh_token")
          refresh.delete(form.get("refresh_token")!)
          return issue(scope)
        }
        case "client_credentials":
          return issue(form.get("scope") ?? "")
        default:
          return refuse("unsupported_grant_type", "authorization_code, refresh_token or client_credentials")
      }
    },

    revoke: (request: Outgoing): TokenAnswer => {
      const form = new URLSearchParams(request.body ?? "")
      const fault = clientFault(request, form)
      if (fault !== null) return refuse("invalid_client", fault, 401)
      refresh.delete(form.get("token") ?? "")
      access.delete(form.get("token") ?? "")
      return { status: 200, body: null }
    },

    /** Whether a request carries a token that is in force. */
    isAuthorized: (request: Outgoing): boolean => {
      const token = /^Bearer (.+)$/i.exec(request.headers["authorization"] ?? "")?.[1]
      return (access.get(token ?? "") ?? 0) > now()
    },
    /** Ends every access token; refresh tokens stay. */
    expire: () => access.clear(),
    /** A token as if a user had agreed. */
    grant: (): string => (issue("").body as { readonly access_token: string }).access_token
  }
}
