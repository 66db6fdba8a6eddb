/** HTTP by hand: requests that are sent in part, and answers that are not taken. */
import { once } from "node:events"
import { connect, type Socket } from "node:net"

export interface Raw {
  readonly socket: Socket
  /** Everything that came, once the text holds this or the connection is over. */
  readonly until: (text: string) => Promise<string>
  /** Everything that came, when the other side has closed the connection. */
  readonly closed: () => Promise<string>
}

/** Connects and sends; nothing is read until it is asked for. */
export const send = async (url: string, text: string | Uint8Array): Promise<Raw> => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, "connect")
  socket.on("error", () => {})
  socket.write(text)
  let seen = ""
  const reading = (isEnough: () => boolean): Promise<string> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (isEnough() || socket.destroyed) {
          socket.off("data", take).off("close", look)
          resolve(seen)
        }
      }
      const take = (chunk: Buffer): void => {
        // What is large is only counted; the head and the end are looked at.
        seen = (seen + chunk.toString("latin1")).slice(-200_000)
        look()
      }
      socket.on("data", take).on("close", look)
      look()
    })
  return { socket, until: (wanted) => reading(() => seen.includes(wanted)), closed: () => reading(() => false) }
}

/** A request's text; `announced` is the length it claims to have, where that is not what is sent. */
export const request = (
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body = "",
  announced = Buffer.byteLength(body)
): string =>
  `${method} ${path} HTTP/1.1\r\nhost: localhost\r\n` +
  Object.entries({ ...headers, ...(method === "GET" ? {} : { "content-length": String(announced) }) })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("") +
  `\r\n${body}`
