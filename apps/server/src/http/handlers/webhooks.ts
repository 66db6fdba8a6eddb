import { Api } from "@svc/core/api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Overviews } from "../../overview/Overviews.ts"
import { Webhooks } from "../../webhooks/Webhooks.ts"
import * as Bodies from "../Bodies.ts"
import { data, list, type Handlers } from "../Handling.ts"

/** The service checks bodies itself: what may be said of a URL or a header is more than a schema knows. */
const withBody = <A, E, R>(use: (body: unknown) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Bodies.parsed, use)

export const layer: Handlers<"webhooks", Webhooks | Overviews> = HttpApiBuilder.group(
  Api.api,
  "webhooks",
  Effect.fnUntraced(function* (handlers) {
    const webhooks = yield* Webhooks
    const overviews = yield* Overviews
    return handlers
      .handleAll({
        list: () => list(webhooks.list),
        get: ({ params }) => data((caller) => webhooks.get(caller, params.id)),
        remove: ({ params }) => data((caller) => Effect.as(webhooks.remove(caller, params.id), { is_deleted: true })),
        rotateSecret: ({ params }) => data((caller) => webhooks.rotateSecret(caller, params.id)),
        test: ({ params }) => data((caller) => webhooks.test(caller, params.id)),
        deliveries: ({ params }) => list((caller, asked) => webhooks.deliveries(caller, params.id, asked)),
        figures: ({ params, query }) =>
          data((caller) =>
            Effect.andThen(webhooks.get(caller, params.id), overviews.webhook(caller, params.id, query.span ?? "day"))
          ),
        delivery: ({ params }) => data((caller) => webhooks.delivery(caller, params.id)),
        retry: ({ params }) => data((caller) => webhooks.retry(caller, params.id))
      })
      .handleRaw("create", () => withBody((body) => data((caller) => webhooks.create(caller, body))))
      .handleRaw("update", ({ params }) =>
        withBody((body) => data((caller) => webhooks.update(caller, params.id, body)))
      )
      .handleRaw("replay", ({ params }) =>
        withBody((body) => data((caller) => webhooks.replay(caller, params.id, body)))
      )
  })
)
