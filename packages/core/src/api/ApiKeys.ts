/** API keys: who may call, and what. */
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { RequiredScope, scopes } from "./Access.ts"
import { DateTime, dataOf, listOf, Name, optional, SvcId, Text, said } from "./Common.ts"
import * as ManagedList from "./ManagedList.ts"
import { bodyFailures, failures, keyFailures } from "./Failure.ts"

const RequestLimit = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000_000 }))

const fields = {
  svc_id: SvcId,
  svc_created_at: DateTime,
  name: Schema.String,
  prefix: said("The first characters, to tell keys apart.", Schema.String),
  scopes: Schema.Array(Schema.Literals(scopes)),
  company_id: said("Set for a key that sees one company only.", Schema.NullOr(SvcId)),
  request_limit: said(
    "Requests it may make in ten seconds, where it has a limit of its own; the installation's holds for every key.",
    Schema.NullOr(RequestLimit)
  ),
  expires_at: Schema.NullOr(DateTime),
  last_used_at: Schema.NullOr(DateTime),
  revoked_at: Schema.NullOr(DateTime),
  replaced_by: said(
    "The key that took its place when it was rotated; it works beside that one until it ends.",
    Schema.NullOr(SvcId)
  )
}
export const ApiKey = Schema.Struct(fields).annotate({ identifier: "ApiKey" })
/** With the secret, which is shown only here. */
export const ApiKeyWithSecret = Schema.Struct({ ...fields, secret: Schema.String }).annotate({
  identifier: "ApiKeyWithSecret"
})

/** How API keys are listed. */
export const list = ManagedList.make(ApiKey)

export const CreateApiKey = Schema.Struct({
  name: Name,
  scopes: Schema.Array(Schema.Literals(scopes)).check(Schema.isMinLength(1)),
  company_id: optional(SvcId),
  expires_at: optional(Text),
  request_limit: said(
    "Requests it may make in ten seconds, less than any key may; see RateLimit.",
    optional(RequestLimit)
  )
}).annotate({ identifier: "CreateApiKey", examples: [{ name: "reporting", scopes: ["read"] }] })

export const ChangeApiKey = Schema.Struct({
  request_limit: said("Requests it may make in ten seconds; null for no limit of its own.", Schema.NullOr(RequestLimit))
}).annotate({ identifier: "ChangeApiKey", examples: [{ request_limit: 100 }] })

export const RotateApiKey = Schema.Struct({
  overlap_seconds: said(
    "Seconds for which the old secret works beside the new one.",
    optional(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2_592_000 })))
  )
}).annotate({ identifier: "RotateApiKey", examples: [{ overlap_seconds: 86_400 }] })

const params = { svc_id: SvcId }

export const apiKeys = HttpApiGroup.make("apiKeys")
  .add(
    HttpApiEndpoint.get("list", "/v3/core/api_keys", {
      query: list.query,
      success: listOf(ApiKey),
      error: failures()
    })
      .annotate(OpenApi.Summary, "List API keys")
      .annotateMerge(list.parameters),
    HttpApiEndpoint.post("create", "/v3/core/api_keys", {
      payload: CreateApiKey,
      success: dataOf(ApiKeyWithSecret),
      error: bodyFailures(...keyFailures)
    })
      .annotate(OpenApi.Summary, "Create an API key")
      .annotate(OpenApi.Description, "The answer carries the key itself, which is not shown again."),
    HttpApiEndpoint.patch("change", "/v3/core/api_keys/:svc_id", {
      params,
      payload: ChangeApiKey,
      success: dataOf(ApiKey),
      error: bodyFailures("conflict")
    })
      .annotate(OpenApi.Summary, "Change an API key")
      .annotate(OpenApi.Description, "Sets how often it may ask; it holds within a second."),
    HttpApiEndpoint.post("rotate", "/v3/core/api_keys/:svc_id/rotate", {
      params,
      payload: RotateApiKey,
      success: dataOf(ApiKeyWithSecret),
      error: bodyFailures(...keyFailures)
    })
      .annotate(OpenApi.Summary, "Replace an API key")
      .annotate(
        OpenApi.Description,
        "Makes a new key with the same permissions; the old one works on for the overlap."
      ),
    HttpApiEndpoint.delete("revoke", "/v3/core/api_keys/:svc_id", {
      params,
      success: dataOf(ApiKey),
      error: failures("conflict")
    }).annotate(OpenApi.Summary, "Revoke an API key")
  )
  .annotate(OpenApi.Title, "api_keys")
  .annotate(OpenApi.Description, "API keys: who may call, and what.")
  .annotate(RequiredScope, "admin")
