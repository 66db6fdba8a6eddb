/**
 * What a caller's connection may take: how many there are, in all and from one address, how long a request may take to
 * arrive, and how long an answer may lie there that nobody takes. All of it is kept before, or beside, any route.
 */
import { ApiError, Failure } from "@svc/core/api"
import { randomUUID } from "node:crypto"
import type { Server, ServerOptions, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { type Limits, noRoom } from "../Limits.ts"

/** An answer written by hand, for a connection that gets no further. */
export const written = (status: string, error: ApiError.ApiError): string => {
  const id = randomUUID()
  const body = JSON.stringify(Failure.bodyOf(error, new Date(), id))
  const retry = error.retryAfter === undefined ? "" : `retry-after: ${error.retryAfter}\r\n`
  return (
    `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: application/json\r\nrequest-id: ${id}\r\n${retry}` +
    `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  )
}

/** The times in which a request must arrive. */
export const receiving = ({ receiveSeconds }: Limits): ServerOptions => ({
  requestTimeout: receiveSeconds.most * 1000,
  headersTimeout: Math.max(1, Math.ceil(receiveSeconds.most / 3)) * 1000,
  connectionsCheckingInterval: Math.min(5, receiveSeconds.most) * 1000
})

/** Turns away connections beyond the limits; behind proxies the addresses say nothing. */
const limited = (server: Server, { connections, connectionsEach }: Limits, behindProxies: boolean): void => {
  let all = 0
  const byAddress = new Map<string, number>()
  server.on("connection", (socket: Socket) => {
    const address = socket.remoteAddress ?? "unknown"
    const own = (byAddress.get(address) ?? 0) + 1
    all++
    byAddress.set(address, own)
    socket.once("close", () => {
      all--
      const left = byAddress.get(address)! - 1
      if (left === 0) byAddress.delete(address)
      else byAddress.set(address, left)
    })
    const broken =
      all > connections.most ? connections : !behindProxies && own > connectionsEach.most ? connectionsEach : null
    if (broken === null) return
    // Whatever it sends is not read: the answer goes out, and soon after the connection is gone.
    socket.pause()
    socket.end(written("503 Service Unavailable", noRoom("There are too many connections", broken, 5)))
    setTimeout(() => socket.destroy(), 500).unref()
  })
}

/** Closes a connection whose caller takes nothing of an answer for so long: what lies there is memory. */
const closeUnread = (server: Server, { sendSeconds }: Limits): void => {
  server.on("request", ({ socket }, response) => {
    // Everything is written by then; what the system did not take still waits here. The socket's own clock starts anew
    // with every piece that is taken, and stops when the next request comes.
    response.once("prefinish", () => {
      if (socket.writableLength > 0) socket.setTimeout(sendSeconds.most * 1000)
    })
  })
}

/**
 * Gives up an answer that is sent while it is made when its caller takes nothing for so long. While it is made, and nothing
 * lies there, the caller is not who is waited for.
 */
export const whileTaken = (response: ServerResponse, { sendSeconds }: Pick<Limits, "sendSeconds">): void => {
  const { socket } = response
  if (socket === null) return
  const patience = sendSeconds.most * 1000
  // Node's own clock: it starts anew with every piece that is taken, and leaves the decision to who listens.
  response.setTimeout(patience, () => {
    if (socket.writableLength > 0) socket.destroy()
    else socket.setTimeout(patience)
  })
}

/** Keeps the limits of a server's connections. */
export const keep = (server: Server, limits: Limits, behindProxies: boolean): void => {
  limited(server, limits, behindProxies)
  closeUnread(server, limits)
}
