/** A platform that answers every call with the same kilobyte, on a thread of its own: what P4 measures beside. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { parentPort } from "node:worker_threads"

const body = JSON.stringify({
  data: Array.from({ length: 10 }, (_, n) => ({ id: String(n), name: "x".repeat(70) }))
})
const server = createServer((request, response) => {
  request.resume()
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) })
  response.end(body)
})
server.keepAliveTimeout = 60_000
server.listen(0, "127.0.0.1", () => parentPort?.postMessage((server.address() as AddressInfo).port))
