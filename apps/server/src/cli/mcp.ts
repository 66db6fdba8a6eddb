/**
 * `svc mcp`: the tools for agents over standard input and output, as programs on this machine start them. Each line is
 * handed to a running service with a key, and its answer is written as a line; nothing else is ever written there.
 */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { Readable, Writable } from "node:stream"
import { createInterface } from "node:readline"
import * as Config from "../Config.ts"
import { CommandFailure } from "./Door.ts"

/** Calls under way at once; more wait, and with them whoever writes them. */
const atOnce = 16
/** Seconds for which calls that are under way at the end of the input are waited for. */
const GRACE = 10

type Message = Readonly<Record<string, any>>

const failure = (id: unknown, code: number, message: string): Message => ({
  jsonrpc: "2.0",
  id: id ?? null,
  error: { code, message }
})

/** What the protocol wants to see of a message in the headers of its request. */
const headersOf = ({ method, params }: Message, version: string | null): Record<string, string> => {
  const own = params?._meta?.["io.modelcontextprotocol/protocolVersion"]
  if (typeof own !== "string") return version === null ? {} : { "mcp-protocol-version": version }
  return {
    "mcp-protocol-version": own,
    "mcp-method": String(method),
    ...(typeof params.name === "string" ? { "mcp-name": params.name } : {})
  }
}

export interface Bridge {
  /** Where the service is, without `/mcp`. */
  readonly url: string
  readonly key: string
  readonly input: Readable
  readonly output: Writable
}

/** Hands lines to the service until the input ends, or nobody reads the output. */
export const bridge = async ({ input, key, output, url }: Bridge): Promise<void> => {
  const left = new AbortController()
  const leave = () => left.abort()
  output.on("error", leave).on("close", leave)
  const write = (message: unknown) => output.write(`${JSON.stringify(message)}\n`)
  const underWay = new Map<string, AbortController>()
  const running = new Set<Promise<void>>()
  let version: string | null = null
  let session: string | null = null

  const ask = async (message: Message, signal: AbortSignal): Promise<void> => {
    const isCall = message["id"] !== undefined && typeof message["method"] === "string"
    const say = (code: number, text: string) => {
      if (isCall && !signal.aborted) write(failure(message["id"], code, text))
    }
    try {
      const response = await fetch(`${url}/mcp`, {
        method: "POST",
        headers: {
          ...headersOf(message, version),
          authorization: `Bearer ${key}`,
          accept: "application/json, text/event-stream",
          "content-type": "application/json",
          ...(session === null ? {} : { "mcp-session-id": session })
        },
        body: JSON.stringify(message),
        signal
      })
      const text = await response.text()
      if (text === "") return say(-32_000, `The service at ${url} answered ${response.status} without a word.`)
      const answer = JSON.parse(text) as Message
      if (answer["jsonrpc"] !== "2.0") {
        return say(-32_000, answer["error"]?.message ?? `There are no tools at ${url}: it answered ${response.status}.`)
      }
      if (message["method"] === "initialize" && answer["result"] !== undefined) {
        version = answer["result"].protocolVersion
        session = response.headers.get("mcp-session-id")
      }
      // What is refused before it is read has no id of its own.
      if (isCall && !signal.aborted) write({ ...answer, id: message["id"] })
    } catch (error) {
      const why = error instanceof SyntaxError ? "what answers there is no such service" : "no service answers there"
      say(-32_000, `The tools are at ${url}, but ${why}. SVC_BASE_URL says where it is.`)
    }
  }

  const begin = (message: Message): void => {
    const place = JSON.stringify(message["id"] ?? null)
    const abort = new AbortController()
    if (message["method"] === "notifications/cancelled") {
      underWay.get(JSON.stringify(message["params"]?.requestId ?? null))?.abort()
    }
    if (message["id"] !== undefined) underWay.set(place, abort)
    const asked = ask(message, AbortSignal.any([abort.signal, left.signal])).finally(() => {
      if (underWay.get(place) === abort) underWay.delete(place)
      running.delete(asked)
    })
    running.add(asked)
  }

  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
  left.signal.addEventListener("abort", () => lines.close())
  for await (const line of lines) {
    if (line.trim() === "") continue
    let message: unknown
    try {
      message = JSON.parse(line)
    } catch {
      write(failure(null, -32_700, "The line is not valid JSON."))
      continue
    }
    if (typeof message !== "object" || message === null || Array.isArray(message)) {
      write(failure(null, -32_600, "Each line must hold one message: an object."))
      continue
    }
    begin(message as Message)
    // The next may stand on what this one settles.
    if ((message as Message)["method"] === "initialize") await Promise.all(running)
    if (running.size >= atOnce) await Promise.race(running)
  }
  const late = setTimeout(() => left.abort(), GRACE * 1000)
  await Promise.all(running)
  clearTimeout(late)
  // Left open, it would keep the process.
  input.destroy()
}

/** The command, with the settings of the environment. */
export const mcp = (config: Config.Config) =>
  Command.make(
    "mcp",
    {
      url: Flag.String("url").pipe(
        Flag.withDescription("Where the service is; without it, SVC_BASE_URL or this machine"),
        Flag.optional
      )
    },
    Effect.fn(function* ({ url }) {
      if (config.apiKey === null) {
        return yield* new CommandFailure({
          message: "Set SVC_API_KEY to an API key of the service: its scopes decide which tools there are."
        })
      }
      const at = Option.getOrElse(url, () => Config.publicUrl(config)).replace(/\/+$/, "")
      if (!/^https?:\/\//.test(at))
        return yield* new CommandFailure({ message: "--url must be an http or https address." })
      const key = Redacted.value(config.apiKey)
      return yield* Effect.promise(() => bridge({ url: at, key, input: process.stdin, output: process.stdout }))
    })
  ).pipe(Command.withDescription("Offer the tools for agents over standard input and output (Model Context Protocol)"))
