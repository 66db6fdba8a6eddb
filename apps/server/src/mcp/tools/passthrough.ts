/** A raw call to a platform, for what the unified models do not have. */
import * as Effect from "effect/Effect"
import * as Fit from "../Fit.ts"
import type { Row } from "../../http/Members.ts"
import type { Tool } from "../Tool.ts"

interface Given {
  readonly company_id: number
  readonly connection_id?: number
  readonly method: string
  readonly path: string
  readonly params?: Row
  readonly body?: unknown
  readonly idempotency_key?: string
}

export const passthrough: Tool = {
  name: "pass_through",
  title: "Call the platform",
  description: "Sends a raw request to the platform's own API. Prefer the other tools.",
  scope: "passthrough",
  effect: "foreign",
  arguments: {
    company_id: { kind: "integer", required: true },
    connection_id: { kind: "integer" },
    method: { kind: "text", required: true, values: ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"] },
    path: { kind: "text", required: true, description: "Below the platform's base address" },
    params: { kind: "object", description: "Query" },
    body: { kind: "json", description: "Any JSON" },
    idempotency_key: { kind: "text" }
  },
  run: Effect.fnUntraced(function* (given: Given, { ask, most }) {
    const { body, company_id, connection_id, idempotency_key, method, params, path } = given
    const answer = yield* ask("POST", "/passthrough", {
      ...(idempotency_key === undefined ? {} : { headers: { "idempotency-key": idempotency_key } }),
      body: {
        company_id,
        ...(connection_id === undefined ? {} : { connection_id }),
        data: {
          method,
          path,
          ...(params === undefined ? {} : { params }),
          ...(body === undefined ? {} : { data: body })
        }
      }
    })
    const { data, encoding, platform_status } = answer.body
    const room = most - 200
    const text = Fit.text(encoding === "base64" ? `[${String(data).length} characters of base64]` : data, room)
    return {
      text: `{"platform_status":${platform_status},"data":${text}}`,
      isError: platform_status >= 400
    }
  })
}
