/** Passthrough: a raw call to the connected platform. */
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { BodyKind, OnRepeat, RequiredScope } from "./Access.ts"
import { AnyObject, DateTime, Integration, optional, SvcId, said } from "./Common.ts"
import { bodyFailures, keyFailures, platformFailures } from "./Failure.ts"

export const passthroughMethods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"] as const

export const PassthroughRequest = Schema.Struct({
  company_id: SvcId,
  integration_type: optional(Integration),
  connection_id: optional(SvcId),
  data: Schema.Struct({
    method: Schema.Literals(passthroughMethods),
    path: said("Relative to the platform's base address.", Schema.String),
    headers: optional(AnyObject),
    params: said("A list sends its name once for each element.", optional(AnyObject)),
    data: said("The body; a GET or HEAD has none.", optional(Schema.Unknown))
  })
}).annotate({
  identifier: "PassthroughRequest",
  examples: [{ company_id: 1042, data: { method: "GET", path: "/accounts", params: { limit: 10 } } }]
})

export const PassthroughResponse = Schema.Struct({
  data: said("The platform's own answer: an object, or a text where it sent no JSON.", Schema.Unknown),
  encoding: said(
    "What `data` is: a JSON value, a text, or bytes as base64.",
    Schema.Literals(["json", "text", "base64"])
  ),
  platform_status: Schema.Int,
  platform_headers: Schema.Record(Schema.String, Schema.String),
  request_timestamp: DateTime,
  response_timestamp: DateTime,
  request_id: Schema.String
}).annotate({ identifier: "PassthroughResponse" })

export const passthrough = HttpApiGroup.make("passthrough")
  .add(
    HttpApiEndpoint.post("call", "/passthrough", {
      payload: PassthroughRequest,
      success: PassthroughResponse,
      error: bodyFailures(...keyFailures, "unsupported", ...platformFailures)
    })
      .annotate(OpenApi.Summary, "Forward a raw request to the connected platform")
      .annotate(
        OpenApi.Description,
        "The call's own status is 200 when the platform answered, whatever it said; `platform_status` is the platform's."
      )
      .annotate(RequiredScope, "passthrough")
      .annotate(BodyKind, "passthrough")
      .annotate(OnRepeat, "unknown")
  )
  .annotate(OpenApi.Description, "Raw calls to the connected platform.")
