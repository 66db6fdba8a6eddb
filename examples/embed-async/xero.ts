/** Xero in an app of your own: the app keeps the tokens, core refreshes them, Xero's webhooks say what to read again. */
import { connect, type CredentialStore, receive } from "@svc/core/connect"
import { xero } from "@svc/xero"

/** One connection of one user; `tokens` loads and swaps the tokens in a row of yours. */
export const openXero = (tokens: CredentialStore, tenantId: string, fetch = globalThis.fetch) =>
  connect(xero, {
    credentials: tokens,
    app: { clientId: process.env["XERO_CLIENT_ID"]!, clientSecret: process.env["XERO_CLIENT_SECRET"]! },
    settings: { tenantId },
    fetch
  })

/** The handler of the address that Xero posts to; `changed` puts what is to be read again into a queue of yours: a record, or a model. */
export const xeroWebhook = async (
  request: Request,
  changed: (model: string, id: string | null) => void
): Promise<Response> => {
  const { events, response } = await receive(xero, request, { secrets: [process.env["XERO_WEBHOOK_KEY"]!] })
  for (const { model, platform_id } of events) changed(model, platform_id)
  return response
}
