/** The sandbox platform behind node:http, with its journal in a file. */
import type { IncomingMessage, ServerResponse } from "node:http"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { FileStore } from "./FileStore.ts"
import type { Sandbox, SandboxOptions } from "./Sandbox.ts"
import { makeSandbox } from "./Sandbox.ts"

export { FileStore } from "./FileStore.ts"

export interface ServeOptions extends Omit<SandboxOptions, "store"> {
  /** The journal. Without it the state is lost when the server closes. */
  readonly dataFile?: string
  /** Called before the journal changes; what it throws refuses the change. For a folder that another could take over. */
  readonly beforeWrite?: () => void
  /** 0, the default, takes a free port. */
  readonly port?: number
  readonly host?: string
}

const bodyLimit = 4_194_304

const toRequest = async (incoming: IncomingMessage): Promise<Request | undefined> => {
  const chunks: Array<Buffer> = []
  let size = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length
    // Read to its end even when it is refused, so that the caller gets the answer.
    if (size <= bodyLimit) chunks.push(chunk)
  }
  if (size > bodyLimit) return undefined
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value)
  }
  const method = incoming.method ?? "GET"
  const body = method === "GET" || method === "HEAD" ? null : Buffer.concat(chunks)
  return new Request(new URL(`http://sandbox${incoming.url ?? "/"}`), { method, headers, body })
}

const answer = async (sandbox: Sandbox, incoming: IncomingMessage, outgoing: ServerResponse) => {
  const request = await toRequest(incoming)
  const response =
    request === undefined
      ? Response.json({ error: { type: "too_large", message: "The body is too large.", param: null } }, { status: 413 })
      : await sandbox.fetch(request)
  const body = Buffer.from(await response.arrayBuffer())
  outgoing.writeHead(response.status, { ...Object.fromEntries(response.headers), "content-length": body.length })
  outgoing.end(incoming.method === "HEAD" ? undefined : body)
}

/** Starts the platform; `url` has no slash at its end. Rejects when the port or the file cannot be had. */
export const serveSandbox = async (
  options: ServeOptions = {}
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> => {
  const { beforeWrite, dataFile, port = 0, host = "127.0.0.1", ...rest } = options
  const sandbox = await makeSandbox(
    dataFile === undefined ? rest : { ...rest, store: await FileStore(dataFile, beforeWrite) }
  )
  await sandbox.ready
  const server = createServer((incoming, outgoing) => {
    answer(sandbox, incoming, outgoing).catch(() => outgoing.destroy())
  })
  await new Promise<void>((listening, failed) => {
    server.once("error", failed)
    server.listen(port, host, listening)
  })
  const { port: taken } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${taken}`,
    close: async () => {
      const closed = new Promise<void>((done) => server.close(() => done()))
      server.closeIdleConnections()
      await closed
      await sandbox.close()
    }
  }
}
