/**
 * The endpoints of P5, in a thread of their own: a bare HTTP server that notes when each event came and how many came
 * in all. `/dead…` takes requests and never answers.
 */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { parentPort, workerData } from "node:worker_threads"

const { counts, times } = workerData as { readonly counts: Int32Array; readonly times: Float64Array }

const server = createServer((request, response) => {
  const pieces: Array<Buffer> = []
  request.on("data", (piece: Buffer) => pieces.push(piece))
  request.on("end", () => {
    if (request.url?.startsWith("/dead") === true) return
    const subject = Number(/"svc_id":(\d+)/.exec(Buffer.concat(pieces).toString("latin1"))?.[1] ?? -1)
    if (times[subject] === 0) times[subject] = performance.timeOrigin + performance.now()
    else Atomics.add(counts, 1, 1)
    Atomics.add(counts, 0, 1)
    response.writeHead(204).end()
  })
})
server.listen(0, "127.0.0.1", () => parentPort!.postMessage((server.address() as AddressInfo).port))
