import { Api } from "@svc/core/api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { AuditLog } from "../../audit/AuditLog.ts"
import { list, type Handlers } from "../Handling.ts"

export const layer: Handlers<"auditEvents", AuditLog> = HttpApiBuilder.group(
  Api.api,
  "auditEvents",
  Effect.fnUntraced(function* (handlers) {
    const log = yield* AuditLog
    return handlers.handleAll({ list: () => list(log.list) })
  })
)
