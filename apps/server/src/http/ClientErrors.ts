/** The listener, and its answers to what is no HTTP request at all: those come from Node's parser, before any route. */
import { ApiError, Failure } from "@svc/core/api"
import { randomUUID } from "node:crypto"
import { createServer, type Server } from "node:http"
import type { Socket } from "node:net"

const errorOf = (code: string | undefined): { readonly status: string; readonly error: ApiError.ApiError } => {
  if (code === "HPE_HEADER_OVERFLOW") {
    return {
      status: "413 Payload Too Large",
      error: ApiError.make("payload-too-large", "The address and headers are too large.")
    }
  }
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") {
    return { status: "400 Bad Request", error: ApiError.make("invalid-params", "The request did not arrive in time.") }
  }
  return { status: "400 Bad Request", error: ApiError.make("invalid-params", "This is no valid HTTP request.") }
}

/** A server that answers malformed requests with the error envelope. `urlBytes` leaves room for headers beside it. */
export const listener = (urlBytes: number): Server => {
  const server = createServer({ maxHeaderSize: Math.max(16_384, urlBytes) + 32_768, keepAliveTimeout: 65_000 })
  server.on("clientError", (cause: NodeJS.ErrnoException, socket: Socket) => {
    if (cause.code === "ECONNRESET" || !socket.writable) return socket.destroy()
    const id = randomUUID()
    const { error, status } = errorOf(cause.code)
    const body = JSON.stringify(Failure.bodyOf(error, new Date(), id))
    socket.end(
      `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: application/json\r\nrequest-id: ${id}\r\n` +
        `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
    )
    return undefined
  })
  return server
}
