import { Api, ApiError } from "@svc/core/api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { AppConfig } from "../../AppConfig.ts"
import { Documents } from "../../documents/Documents.ts"
import * as Answers from "../Answers.ts"
import * as Bodies from "../Bodies.ts"
import { asCaller, type Handlers } from "../Handling.ts"
import { Room } from "../Room.ts"
import * as Streamed from "../Streamed.ts"

export const layer: Handlers<"documents", AppConfig | Documents | Room> = HttpApiBuilder.group(
  Api.api,
  "documents",
  Effect.fnUntraced(function* (handlers) {
    const documents = yield* Documents
    const { limits } = yield* AppConfig
    const room = yield* Room
    return handlers
      .handleRaw("download", ({ params: { svc_id } }) =>
        Streamed.bytes(
          asCaller((caller) => documents.download(caller, svc_id)),
          { limits, room: room.documents }
        )
      )
      .handleRaw("upload", ({ query: { file_name, record_id } }) =>
        Effect.gen(function* () {
          const file = (yield* Bodies.parsed) as Bodies.File | undefined
          if (file === undefined) return yield* ApiError.make("missing-params", "The body must be the file.")
          return Answers.text(
            yield* asCaller((caller) => documents.upload(caller, { recordId: record_id, fileName: file_name, file }))
          )
        })
      )
  })
)
