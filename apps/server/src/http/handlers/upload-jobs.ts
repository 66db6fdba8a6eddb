import { Api } from "@svc/core/api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Uploads } from "../../uploads/Uploads.ts"
import { list, timed, type Handlers } from "../Handling.ts"

export const layer: Handlers<"uploadJobs", Uploads> = HttpApiBuilder.group(
  Api.api,
  "uploadJobs",
  Effect.fnUntraced(function* (handlers) {
    const uploads = yield* Uploads
    return handlers.handleAll({
      list: () => list(uploads.list),
      get: ({ params }) => timed((caller) => uploads.get(caller, params.upload_job_id))
    })
  })
)
