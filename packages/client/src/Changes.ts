/**
 * Changes as they happen, from the service's stream of events. Where the connection breaks, and where the service ends it, it
 * is opened again from the last event that came.
 */
import type { Change } from "./Definition.ts"
import { own } from "./SvcError.ts"
import {
  type CallOptions,
  type ClientOptions,
  type Incoming,
  isPassing,
  pauseOf,
  type Send,
  sleep
} from "./Transport.ts"

/** The lines of each event, without the empty one that ends it. What the end of an answer cuts off is not one. */
async function* eventsOf(incoming: Incoming): AsyncGenerator<ReadonlyArray<string>> {
  const decoder = new TextDecoder()
  let rest = ""
  for (let bytes = await incoming.next(); bytes !== null; bytes = await incoming.next()) {
    const events = (rest + decoder.decode(bytes, { stream: true })).split("\n\n")
    rest = events.pop()!
    for (const event of events) yield event.split("\n")
  }
}

const fieldOf = (lines: ReadonlyArray<string>, name: string): string | null =>
  lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? null

/** What changes, from when it is first asked. */
export async function* following(send: Send, call: CallOptions, options: ClientOptions): AsyncGenerator<Change> {
  let last: string | null = null
  for (let tried = 0; ;) {
    const incoming: Incoming = await send({
      method: "GET",
      path: "/v3/core/changes",
      headers: { accept: "text/event-stream", ...(last === null ? {} : { "last-event-id": last }) },
      isRepeatable: true,
      isStreamed: true,
      ...call
    })
    let broken: unknown = null
    try {
      for await (const lines of eventsOf(incoming)) {
        tried = 0
        const data = fieldOf(lines, "data")
        if (data !== null) yield parsed(data)
        // Only what was taken is behind us.
        last = fieldOf(lines, "id") ?? last
      }
    } catch (error) {
      call.signal?.throwIfAborted()
      if (!isPassing(error)) throw error
      broken = error
    } finally {
      incoming.end()
    }
    tried += 1
    if (tried > (options.retries ?? 3) + 1) throw broken ?? own("unreachable", "The stream of changes does not go on.")
    await sleep(pauseOf(tried - 1), call.signal)
  }
}

const parsed = (text: string): Change => {
  try {
    return JSON.parse(text) as Change
  } catch (cause) {
    throw own("unreadable-answer", "An event is not the service's.", cause)
  }
}
