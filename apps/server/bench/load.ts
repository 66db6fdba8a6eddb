/** Load on an HTTP server: clients that ask one after the other, each on a connection of its own, and read every byte. */
import { connect } from "node:net"

export interface Loaded {
  readonly perSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  /** Mean size of an answer's body. */
  readonly bytes: number
}

export interface Target {
  readonly port: number
  readonly headers: Readonly<Record<string, string>>
  /** The path of the next request. */
  readonly path: () => string
}

/** Rejects when an answer is not a 200 with a content-length. */
export const load = async (target: Target, clients: number, seconds: number): Promise<Loaded> => {
  const times: Array<number> = []
  let bytes = 0
  const from = performance.now()
  const until = from + seconds * 1000
  await Promise.all(
    Array.from({ length: clients }, () =>
      client(target, until, (time, length) => {
        times.push(time)
        bytes += length
      })
    )
  )
  const elapsed = (performance.now() - from) / 1000
  times.sort((a, b) => a - b)
  return {
    perSecond: times.length / elapsed,
    p50: times[Math.floor(times.length * 0.5)]!,
    p99: times[Math.floor(times.length * 0.99)]!,
    bytes: bytes / times.length
  }
}

const client = (
  { headers, path, port }: Target,
  until: number,
  done: (time: number, length: number) => void
): Promise<void> =>
  new Promise((resolve, reject) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    const socket = connect(port, "127.0.0.1")
    let since = 0
    let head: Buffer | null = null
    let length = 0
    let missing = 0
    const ask = () => {
      since = performance.now()
      if (since >= until) {
        socket.end()
        return resolve()
      }
      head = Buffer.alloc(0)
      socket.write(`GET ${path()} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join("")}\r\n`)
    }
    socket.setNoDelay(true)
    socket.on("connect", ask)
    socket.on("error", reject)
    socket.on("close", () => reject(new Error("The server closed a connection.")))
    socket.on("data", (chunk: Buffer) => {
      if (head === null) {
        missing -= chunk.length
      } else {
        head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
        const end = head.indexOf("\r\n\r\n")
        if (end === -1) return
        const text = head.toString("latin1", 0, end)
        const found = /\r\ncontent-length: (\d+)/i.exec(text)
        if (!text.startsWith("HTTP/1.1 200 ") || found === null) {
          socket.destroy()
          return reject(new Error(`Answered ${head.toString("utf8", 0, 500)}`))
        }
        length = Number(found[1])
        missing = length - (head.length - end - 4)
        head = null
      }
      if (missing > 0) return
      done(performance.now() - since, length)
      ask()
    })
  })
