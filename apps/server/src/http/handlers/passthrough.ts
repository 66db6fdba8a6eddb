import { Api } from "@svc/core/api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Passthrough } from "../../passthrough/Passthrough.ts"
import * as Answers from "../Answers.ts"
import * as Bodies from "../Bodies.ts"
import { asCaller, type Handlers } from "../Handling.ts"

export const layer: Handlers<"passthrough", Passthrough> = HttpApiBuilder.group(
  Api.api,
  "passthrough",
  Effect.fnUntraced(function* (handlers) {
    const passthrough = yield* Passthrough
    return handlers.handleRaw("call", () =>
      Effect.gen(function* () {
        const body = yield* Bodies.parsed
        const { data, ...rest } = yield* asCaller((caller) => passthrough.call(caller, body))
        return yield* Answers.timedText(data, rest)
      })
    )
  })
)
