import { Api } from "@svc/core/api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { FieldMappings } from "../../sync/FieldMappings.ts"
import { data, list, type Handlers } from "../Handling.ts"

export const layer: Handlers<"fieldMappings", FieldMappings> = HttpApiBuilder.group(
  Api.api,
  "fieldMappings",
  Effect.fnUntraced(function* (handlers) {
    const mappings = yield* FieldMappings
    return handlers.handleAll({
      list: () => list(mappings.list),
      get: ({ params }) => data((caller) => mappings.get(caller, params.svc_id)),
      create: ({ payload }) => data((caller) => mappings.create(caller, payload)),
      change: ({ params, payload }) => data((caller) => mappings.change(caller, params.svc_id, payload)),
      remove: ({ params }) => data((caller) => Effect.as(mappings.remove(caller, params.svc_id), { is_deleted: true }))
    })
  })
)
