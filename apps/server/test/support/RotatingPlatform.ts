/** A platform with OAuth whose refresh tokens are taken once, over HTTP, for processes that share a connection to it. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

export interface RotatingPlatform {
  readonly url: string
  /** How often tokens were asked for. */
  readonly asked: () => number
  /** How many calls came with the access token that counts now. */
  readonly served: () => number
  /** The tokens of today, as a user's authorisation would bring them. */
  readonly tokens: () => { readonly access_token: string; readonly refresh_token: string }
  /** The refresh token before this one is taken as well. */
  forgives: boolean
  /** Answers token calls instead; false when it leaves this one to the platform. Tokens have been rotated by then. */
  instead: (answer: ServerResponse) => boolean | Promise<boolean>
  readonly close: () => Promise<void>
}

/** Whatever is asked for: the accounts of a sign-in, as Xero lists them. */
const accounts = [{ id: "one", tenantId: "tenant", tenantName: "Ada", tenantType: "ORGANISATION" }]

export const start = async (): Promise<RotatingPlatform> => {
  let turn = 0
  let asked = 0
  let served = 0
  const access = (at: number) => `access-${at}`
  const refresh = (at: number) => `refresh-${at}`
  const json = (response: ServerResponse, status: number, body: unknown) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
  const text = async (request: IncomingMessage) => {
    const chunks: Array<Buffer> = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks).toString()
  }
  const token = async (request: IncomingMessage, response: ServerResponse) => {
    asked++
    const given = new URLSearchParams(await text(request)).get("refresh_token")
    const isKnown = given === refresh(turn) || (platform.forgives && given === refresh(turn - 1))
    if (isKnown) turn++
    if (await platform.instead(response)) return
    if (!isKnown) return json(response, 400, { error: "invalid_grant", error_description: "The token was used." })
    return json(response, 200, {
      access_token: access(turn),
      refresh_token: refresh(turn),
      token_type: "Bearer",
      expires_in: 3600
    })
  }
  const server = createServer((request, response) => {
    if (request.url === "/token") return void token(request, response)
    const isFine = request.headers.authorization === `Bearer ${access(turn)}`
    if (isFine) served++
    json(response, isFine ? 200 : 401, isFine ? accounts : { error: "no" })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const platform: RotatingPlatform = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked,
    served: () => served,
    tokens: () => ({ access_token: access(turn), refresh_token: refresh(turn) }),
    forgives: false,
    instead: () => false,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
  return platform
}
