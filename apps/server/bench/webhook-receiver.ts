/**
 * The endpoints of L2 and L6, in a thread of their own: as little of an HTTP server as they need, since it shares the
 * machine with what is measured. An answer comes after `delay` milliseconds; `/dead…` is cut off without one. How long
 * each event was on its way, by its own `created_at`, is counted in milliseconds.
 */
import { createServer, type Socket } from "node:net"
import type { AddressInfo } from "node:net"
import { parentPort, workerData } from "node:worker_threads"

const { counts, delay, endpoints, waits } = workerData as {
  readonly endpoints: number
  readonly delay: number
  /** Received, and requests to dead endpoints. */
  readonly counts: Int32Array
  /** How many events were on their way for so many milliseconds; the last place holds those that took longer. */
  readonly waits: Int32Array
}

const answer = Buffer.from("HTTP/1.1 204 No Content\r\n\r\n")
const createdAt = Buffer.from('"created_at":"')
const headEnd = Buffer.from("\r\n\r\n")

/** Answers that are due, in the order of their time: one timer serves them all. */
const due: Array<{ readonly at: number; readonly socket: Socket }> = []
setInterval(() => {
  const now = performance.now()
  let count = 0
  while (count < due.length && due[count]!.at <= now) due[count++]!.socket.write(answer)
  due.splice(0, count)
}, 2)

const received = (socket: Socket, head: string, body: Buffer): void => {
  if (head.startsWith("POST /dead")) {
    Atomics.add(counts, 1, 1)
    socket.destroy()
    return
  }
  const from = body.indexOf(createdAt) + createdAt.length
  const wait = Math.round(Date.now() - Date.parse(body.toString("latin1", from, from + 24)))
  Atomics.add(waits, Math.max(0, Math.min(wait, waits.length - 1)), 1)
  Atomics.add(counts, 0, 1)
  due.push({ at: performance.now() + delay, socket })
}

const serve = (socket: Socket): void => {
  let rest: Buffer = Buffer.alloc(0)
  socket.on("error", () => socket.destroy())
  socket.on("data", (piece: Buffer) => {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece])
    for (;;) {
      const end = rest.indexOf(headEnd)
      if (end === -1) return
      const head = rest.toString("latin1", 0, end)
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
      // Somebody else's, who believes that the port is another's.
      if (length === undefined || !head.startsWith("POST ")) return void socket.destroy()
      const whole = end + headEnd.length + Number(length)
      if (rest.length < whole) return
      received(socket, head, rest.subarray(end, whole))
      rest = rest.subarray(whole)
    }
  })
}

// Endpoints are hosts of their own, which on one machine are ports.
const ports = await Promise.all(
  Array.from(
    { length: endpoints },
    () =>
      new Promise<number>((resolve) => {
        const server = createServer({ noDelay: true }, serve)
        server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port))
      })
  )
)
parentPort!.postMessage(ports)
