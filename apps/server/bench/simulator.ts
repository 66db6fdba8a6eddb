/**
 * A platform for the loads, on a thread of its own: it lists as many records of 1.1 kB as it is told, so many a page and so many
 * milliseconds each, and takes new ones, of which it keeps in shared memory how often it was asked for each and when. Its number
 * of effects is of those that its idempotency keys let through.
 */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { parentPort, Worker, workerData } from "node:worker_threads"

export interface Work {
  /** Records that it lists. */
  readonly records: number
  readonly pageSize: number
  /** Milliseconds until it answers. */
  readonly delay: number
  /** Room for new ones: each is a contact with the name `item <number>`. */
  readonly items: number
}
export interface Simulator {
  readonly url: string
  /** Effects by item. */
  readonly effects: Int32Array
  /** When each item arrived first, and when it was answered first, milliseconds since the epoch. */
  readonly arrived: Float64Array
  readonly answered: Float64Array
  readonly close: () => Promise<unknown>
}
interface Memory {
  readonly effects: Int32Array
  readonly arrived: Float64Array
  readonly answered: Float64Array
}

export const start = (work: Work): Promise<Simulator> =>
  new Promise((resolve, reject) => {
    const memory: Memory = {
      effects: new Int32Array(new SharedArrayBuffer(4 * Math.max(1, work.items))),
      arrived: new Float64Array(new SharedArrayBuffer(8 * Math.max(1, work.items))),
      answered: new Float64Array(new SharedArrayBuffer(8 * Math.max(1, work.items)))
    }
    const worker = new Worker(new URL(import.meta.url), { workerData: { work, memory } })
    worker.once("error", reject)
    worker.once("message", (port: number) =>
      resolve({ url: `http://127.0.0.1:${port}`, ...memory, close: () => worker.terminate() })
    )
  })

const notes = "x".repeat(780)
/** A customer as a platform would answer it. */
const customer = (n: number): string =>
  `{"id":"cus_${String(n).padStart(8, "0")}","name":"Customer number ${n} of the measured platform",` +
  `"taxNumber":"DE${100_000_000 + n}","currency":"${n % 3 === 0 ? "USD" : "EUR"}","balance":${n * 1.25},` +
  `"createdAt":"2026-03-01T10:00:00Z","updatedAt":"2026-05-02T11:12:13Z","email":"customer-${n}@example.com",` +
  `"notes":"${notes}","flags":{"isActive":true,"isVip":${n % 10 === 0},"segment":"wholesale","region":"north"}}`

const serve = ({ memory, work }: { readonly memory: Memory; readonly work: Work }) => {
  const { answered, arrived, effects } = memory
  const { delay, pageSize, records } = work
  const replies = new Map<string, string>()
  const page = (n: number): string => {
    const all: Array<string> = []
    for (let at = (n - 1) * pageSize; at < Math.min(records, n * pageSize); at++) all.push(customer(at))
    return `{"data":[${all.join(",")}]}`
  }
  const create = (key: string, body: string): string => {
    const n = Number(/"name":"item (\d+)"/.exec(body)![1])
    arrived[n] ||= performance.timeOrigin + performance.now()
    const known = replies.get(key)
    if (known !== undefined) return known
    effects[n]!++
    const reply = `{"id":"item-${n}","name":"item ${n}"}`
    replies.set(key, reply)
    return reply
  }
  const server = createServer((request, response) => {
    const pieces: Array<Buffer> = []
    request.on("data", (piece: Buffer) => pieces.push(piece))
    request.on("end", () => {
      const url = new URL(request.url!, "http://simulator")
      const isNew = request.method === "POST"
      const text = isNew
        ? create(String(request.headers["idempotency-key"]), Buffer.concat(pieces).toString("utf8"))
        : url.pathname === "/customers"
          ? page(Number(url.searchParams.get("page")))
          : "{}"
      setTimeout(() => {
        if (isNew) answered[Number(/"item-(\d+)"/.exec(text)![1])] ||= performance.timeOrigin + performance.now()
        response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) })
        response.end(text)
      }, delay)
    })
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, "127.0.0.1", () => parentPort?.postMessage((server.address() as AddressInfo).port))
}

if (workerData !== null) serve(workerData)
