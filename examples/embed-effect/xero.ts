/** Xero in an app in Effect: the app keeps the tokens, core refreshes them, Xero's webhooks say what to read again. */
import { connect, type CredentialStore, receive } from "@svc/core/connect/effect"
import { xero } from "@svc/xero"
import * as Effect from "effect/Effect"

/** One connection of one user; `tokens` loads and swaps the tokens in a row of yours. */
export const openXero = (tokens: CredentialStore, tenantId: string) =>
  connect(xero, {
    credentials: tokens,
    app: { clientId: process.env["XERO_CLIENT_ID"]!, clientSecret: process.env["XERO_CLIENT_SECRET"]! },
    settings: { tenantId }
  })

/** The handler of the address that Xero posts to; `changed` puts what is to be read again into a queue of yours: a record, or a model. */
export const xeroWebhook = Effect.fn("xeroWebhook")(function* (
  request: Request,
  changed: (model: string, id: string | null) => Effect.Effect<void>
) {
  const { events, response } = yield* receive(xero, request, { secrets: [process.env["XERO_WEBHOOK_KEY"]!] })
  yield* Effect.forEach(events, ({ model, platform_id }) => changed(model, platform_id))
  return response
})
