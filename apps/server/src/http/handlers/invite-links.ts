import { Api } from "@svc/core/api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { InviteLinks } from "../../connections/InviteLinks.ts"
import { data, list, type Handlers } from "../Handling.ts"

export const layer: Handlers<"inviteLinks", InviteLinks> = HttpApiBuilder.group(
  Api.api,
  "inviteLinks",
  Effect.fnUntraced(function* (handlers) {
    const links = yield* InviteLinks
    return handlers.handleAll({
      list: () => list(links.list),
      get: ({ params }) => data((caller) => links.get(caller, params.invite_link_id)),
      create: ({ payload }) => data((caller) => links.create(caller, payload)),
      update: ({ params, payload }) => data((caller) => links.update(caller, params.invite_link_id, payload as never)),
      revoke: ({ params }) => data((caller) => links.revoke(caller, params.invite_link_id))
    })
  })
)
