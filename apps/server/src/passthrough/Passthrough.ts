/**
 * Forwards a raw call to a connected platform and answers what the platform answered, whatever its status. The call stays
 * under the connection's base address and in its rate budget; both are core's doing.
 */
import { Call } from "@svc/core"
import type { ApiError } from "@svc/core/api"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { AppConfig } from "../AppConfig.ts"
import { Connections } from "../connections/Connections.ts"
import type { Caller } from "../http/Caller.ts"
import * as Members from "../http/Members.ts"
import { fromConnectorError } from "../http/PlatformErrors.ts"
import { Counting } from "../usage/Usage.ts"
import { within } from "./Verbatim.ts"

export interface PassthroughAnswer {
  /** The platform's body as JSON text: what it sent, or a text or base64 as `encoding` says. */
  readonly data: string
  readonly platform_status: number
  readonly platform_headers: Readonly<Record<string, string>>
  readonly encoding: "json" | "text" | "base64"
}

const scalar: Members.Kind = {
  expected: "a text, a number or true or false",
  is: (value) => ["string", "number", "boolean"].includes(typeof value)
}

/** Headers of the platform's answer that a caller may need; cookies and the like stay here. */
const shown =
  /^(content-type|content-language|date|etag|last-modified|link|location|retry-after|deprecation|sunset|.*request-id.*|.*correlation-id.*|.*ratelimit.*|.*rate-limit.*|.*limit-remaining.*)$/

const envelope = {
  company_id: { kind: Members.integer, required: true },
  connection_id: { kind: Members.integer },
  integration_type: { kind: Members.text },
  data: { kind: Members.object, required: true }
} as const
const forwarded = {
  method: { kind: Members.text, required: true },
  path: { kind: Members.text, required: true },
  headers: { kind: Members.object },
  params: { kind: Members.object },
  data: { kind: Members.anything }
} as const

interface Body {
  readonly company_id: number
  readonly connection_id?: number | null
  readonly integration_type?: string | null
  readonly data: {
    readonly method: string
    readonly path: string
    readonly headers?: Readonly<Record<string, string>> | null
    readonly params?: Call.Query | null
    readonly data?: unknown
  }
}

const check = (body: unknown) => {
  const found = [...Members.faults(body, envelope)]
  const data = Members.isRow(body) ? body["data"] : undefined
  if (Members.isRow(data)) {
    found.push(...Members.faults(data, forwarded, "data"))
    const method = typeof data["method"] === "string" ? data["method"].toUpperCase() : ""
    if ((method === "GET" || method === "HEAD") && data["data"] !== undefined && data["data"] !== null) {
      const message = `A ${method} has no body: send "data.params" for its query, or leave "data.data" out.`
      found.push({ code: "invalid-params", message, field: "data.data" })
    }
    for (const name of ["headers", "params"] as const) {
      const values = data[name]
      if (!Members.isRow(values)) continue
      for (const [key, value] of Object.entries(values)) {
        if (value === null || scalar.is(value)) continue
        // A parameter may be there several times; a header is one line.
        const isList = name === "params" && Array.isArray(value)
        if (isList && value.every(scalar.is)) continue
        const expected = name === "params" ? `${scalar.expected}, or a list of such` : scalar.expected
        found.push({
          code: "invalid-params",
          message: `"data.${name}.${key}" must be ${expected}.`,
          field: `data.${name}.${key}`
        })
      }
    }
  }
  return Effect.as(Members.refuse(found), body as Body)
}

/** Texts of the members that are there. */
const textsOf = (members: Members.Row): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) =>
      value === null || value === undefined
        ? []
        : [[name, typeof value === "object" ? JSON.stringify(value) : String(value)]]
    )
  )

const callOf = ({ data, headers, method, params, path }: Body["data"]): Call.Call => {
  const given = textsOf(headers ?? {})
  const type = Object.entries(given).find(([name]) => name.toLowerCase() === "content-type")?.[1]
  const upper = method.toUpperCase() as Call.Method
  const body =
    data === undefined || data === null
      ? undefined
      : typeof data === "string" && type !== undefined && !/json/i.test(type)
        ? { _tag: "EncodedBody", contentType: type, content: data }
        : Members.isRow(data) && type !== undefined && /x-www-form-urlencoded/i.test(type)
          ? Call.form(textsOf(data))
          : data
  return {
    method: upper,
    path,
    headers: given,
    ...(params ? { query: params } : {}),
    ...(body === undefined ? {} : { body })
  }
}

export class Passthrough extends Context.Service<
  Passthrough,
  { readonly call: (caller: Caller, body: unknown) => Effect.Effect<PassthroughAnswer, ApiError.ApiError> }
>()("@svc/server/passthrough/Passthrough") {
  static readonly layer: Layer.Layer<Passthrough, never, AppConfig | Connections> = Layer.effect(
    Passthrough,
    Effect.gen(function* () {
      const connections = yield* Connections
      const count = yield* Counting
      const isVerbatim = within((yield* AppConfig).limits.platformDepth.most)
      return Passthrough.of({
        call: Effect.fn("Passthrough.call")(function* (caller, body) {
          const { company_id, connection_id, data, integration_type } = yield* check(body)
          const { client, connection } = yield* connections.open(caller, {
            company_id,
            connection_id,
            integration_type
          })
          count({ organisationId: caller.organisationId, companyId: connection.company_id }, { passthrough_calls: 1 })
          const answer = yield* client.forward(callOf(data), isVerbatim).pipe(
            Effect.tapError((error) =>
              error.reason._tag === "AuthExpired" ? connections.markExpired(connection.id, error.message) : Effect.void
            ),
            Effect.mapError((error) => fromConnectorError(error, "data."))
          )
          return {
            data: answer.json ?? JSON.stringify(answer.body),
            platform_status: answer.status,
            platform_headers: Object.fromEntries(
              Object.entries(answer.headers).flatMap(([name, value]) =>
                value !== undefined && shown.test(name.toLowerCase()) ? [[name.toLowerCase(), value]] : []
              )
            ),
            encoding: answer.encoding ?? "json"
          }
        })
      })
    })
  )
}
