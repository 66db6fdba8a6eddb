/** The listener, and its answers to what is no HTTP request at all: those come from Node's parser, before any route. */
import { ApiError, Failure } from "@svc/core/api"
import { randomUUID } from "node:crypto"
import { type Limits, tooManyBytes } from "../Limits.ts"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { Socket } from "node:net"
import * as Sockets from "./Sockets.ts"

const errorOf = (
  code: string | undefined,
  { receiveSeconds, urlBytes }: Limits,
  headerBytes: number
): { readonly status: string; readonly error: ApiError.ApiError } => {
  if (code === "HPE_HEADER_OVERFLOW") {
    return {
      status: "413 Payload Too Large",
      error: tooManyBytes("The head of the request, its address and headers,", { ...urlBytes, most: headerBytes })
    }
  }
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") {
    const { most, setting } = receiveSeconds
    const message = `The request did not arrive in time: within ${most} seconds (${setting}), its headers within a third of that.`
    return { status: "408 Request Timeout", error: ApiError.make("invalid-params", message) }
  }
  return { status: "400 Bad Request", error: ApiError.make("invalid-params", "This is no valid HTTP request.") }
}

/** Until the routes are there, requests would wait for ever: they are told to come again. */
const answerEarly = (server: Server): void => {
  const early = (_: IncomingMessage, response: ServerResponse): void => {
    if (server.listenerCount("request") > own) {
      server.off("request", early)
      return
    }
    const id = randomUUID()
    const error = ApiError.make("platform-unavailable", "The service is starting.")
    response.writeHead(503, { "content-type": "application/json", "request-id": id, "retry-after": "1" })
    response.end(JSON.stringify(Failure.bodyOf(error, new Date(), id)))
  }
  server.on("request", early)
  const own = server.listenerCount("request")
}

/** A connection whose last answer goes out while the service stops is closed: kept alive, it would keep the service. */
const closeWhenStopping = (server: Server, isLeaving: () => boolean): void => {
  server.on("request", (request, response) => {
    if (isLeaving()) response.setHeader("connection", "close")
    response.on("finish", () => {
      if (!server.listening) request.socket.end()
    })
  })
}

/**
 * What Node's parser takes. An address that is too long for us but not for it is refused by the gate, with the whole
 * request read; what is even longer is cut off here, and its sender may see the connection reset before the answer.
 */
const HEADER_BYTES = 262_144

/** A server that keeps the limits of connections, and answers malformed requests with the error envelope. */
export const listener = (limits: Limits, behindProxies: boolean, isLeaving: () => boolean): Server => {
  const maxHeaderSize = Math.max(HEADER_BYTES, limits.urlBytes.most + 65_536)
  const server = createServer({ ...Sockets.receiving(limits), maxHeaderSize, keepAliveTimeout: 65_000 })
  Sockets.keep(server, limits, behindProxies)
  closeWhenStopping(server, isLeaving)
  server.on("clientError", (cause: NodeJS.ErrnoException, socket: Socket) => {
    if (cause.code === "ECONNRESET" || !socket.writable) return socket.destroy()
    const { error, status } = errorOf(cause.code, limits, maxHeaderSize)
    socket.end(Sockets.written(status, error))
    return undefined
  })
  answerEarly(server)
  return server
}
