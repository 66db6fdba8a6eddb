/** Inbound: the platforms' own webhooks. They carry no api_key; each is checked as its platform signs it. */
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { TextId } from "./Common.ts"
import { failures } from "./Failure.ts"

/** Whatever the platform expects as a receipt; mostly nothing. */
const Receipt = Schema.String.pipe(HttpApiSchema.asText())

export const inbound = HttpApiGroup.make("inbound")
  .add(
    HttpApiEndpoint.post("receive", "/v3/core/inbound/:integration", {
      params: { integration: TextId },
      success: Receipt,
      error: failures()
    }).annotate(OpenApi.Summary, "Receive a platform's webhook"),
    HttpApiEndpoint.post("receiveFor", "/v3/core/inbound/:integration/:token", {
      params: { integration: TextId, token: TextId },
      success: Receipt,
      error: failures()
    }).annotate(OpenApi.Summary, "Receive a platform's webhook for one connection")
  )
  .annotate(
    OpenApi.Description,
    "Receives the platforms' own webhooks. No api_key: the platform's signature is checked."
  )
