/**
 * An HTTP server that takes webhooks as a test tells it to, and keeps a ledger of every request.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { type IncomingMessage, type ServerResponse, createServer } from "node:http"
import type { AddressInfo } from "node:net"

export interface Received {
  readonly path: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The parsed body. */
  readonly json: Record<string, any>
  /** Milliseconds since 1970. */
  readonly at: number
}
export type Answer = (request: Received, response: ServerResponse, socket: IncomingMessage) => void

export interface Receiver {
  readonly port: number
  readonly url: (path: string) => string
  /** All requests so far, or those of one path. */
  readonly received: (path?: string) => ReadonlyArray<Received>
  /** How requests of a path are answered from now on; 200 at first. */
  readonly answer: (path: string, answer: Answer) => void
  /** Waits until so many requests came. */
  readonly waitFor: (path: string, count: number) => Effect.Effect<ReadonlyArray<Received>>
  /** Bytes that were written to answers. */
  readonly written: () => number
}

/** Answers with a status, and perhaps headers and a body. */
export const status =
  (code: number, headers: Readonly<Record<string, string>> = {}, body = ""): Answer =>
  (_, response) =>
    void response.writeHead(code, headers).end(body)

/** Closes the connection instead of answering. */
export const cut: Answer = (_, response) => void response.socket!.destroy()

/** Answers on a kept connection, and closes that when the next request comes by it. */
export const cutWhenReused = (): Answer => {
  const used = new WeakSet<object>()
  return (request, response, incoming) => {
    if (used.has(incoming.socket)) return cut(request, response, incoming)
    used.add(incoming.socket)
    response.end()
  }
}

/** Answers a character at a time, with a header that never ends. */
export const drip: Answer = (_, response) => {
  const { socket } = response
  let said = 0
  const timer = setInterval(() => socket?.write("HTTP/1.1 200 OK\r\nx-slow: "[said++] ?? "."), 50)
  socket?.once("close", () => clearInterval(timer))
}

/** Answers with a status and a body of so many bytes, as fast as they are taken. */
export const flood =
  (code: number, bytes: number): Answer =>
  (_, response) => {
    response.writeHead(code, { "content-length": String(bytes) })
    const piece = Buffer.alloc(1_000_000, "x")
    let left = bytes
    const more = () => {
      while (!response.destroyed && left > 0) {
        const next = piece.subarray(0, Math.min(left, piece.length))
        left -= next.length
        if (!response.write(next)) return void response.once("drain", more)
      }
      if (!response.destroyed) response.end()
    }
    more()
  }

/** Answers the first requests as listed, the rest with 200. */
export const sequence = (...answers: ReadonlyArray<Answer>): Answer => {
  let next = 0
  return (request, response, socket) => (answers[next++] ?? status(200))(request, response, socket)
}

export const start: Effect.Effect<Receiver, never, Scope.Scope> = Effect.gen(function* () {
  const ledger: Array<Received> = []
  const byPath = new Map<string, Array<Received>>()
  const answers = new Map<string, Answer>()
  const waiters = new Set<() => void>()
  let written = 0
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    const pieces: Array<Buffer> = []
    request.on("data", (piece: Buffer) => pieces.push(piece))
    request.on("end", () => {
      const body = Buffer.concat(pieces).toString("utf8")
      const path = request.url ?? ""
      const received: Received = {
        path,
        method: request.method ?? "",
        headers: request.headers as Record<string, string>,
        body,
        json: JSON.parse(body) as Record<string, any>,
        at: Date.now()
      }
      ledger.push(received)
      if (!byPath.has(path)) byPath.set(path, [])
      byPath.get(path)!.push(received)
      ;(answers.get(path) ?? status(200))(received, response, request)
      for (const wake of waiters) wake()
    })
    response.on("error", () => {})
    response.on("close", () => (written += response.socket?.bytesWritten ?? 0))
  })
  server.on("clientError", (_, socket) => socket.destroy())
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => {
      server.listen(0, "127.0.0.1", () => resume(Effect.void))
    }),
    () =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      })
  )
  const { port } = server.address() as AddressInfo
  const received = (path?: string) => (path === undefined ? ledger : (byPath.get(path) ?? []))
  return {
    port,
    url: (path) => `http://127.0.0.1:${port}${path}`,
    received,
    answer: (path, answer) => void answers.set(path, answer),
    written: () => written,
    waitFor: (path, count) =>
      Effect.callback<ReadonlyArray<Received>>((resume) => {
        const check = () => {
          const found = received(path)
          if (found.length < count) return
          waiters.delete(check)
          resume(Effect.succeed(found.slice()))
        }
        waiters.add(check)
        check()
        return Effect.sync(() => waiters.delete(check))
      }).pipe(
        Effect.timeoutOrElse({
          duration: "20 seconds",
          orElse: () => Effect.die(new Error(`${path}: ${received(path).length} requests of ${count} came.`))
        })
      )
  }
})
