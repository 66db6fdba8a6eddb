/**
 * All records of a data model, read as the service sends them. Where the connection breaks, or the service ends its answer
 * before it is whole, the rest is asked for from the last record that came.
 */
import { own, type SvcError } from "./SvcError.ts"
import {
  type CallOptions,
  type ClientOptions,
  type Incoming,
  isPassing,
  pauseOf,
  type Send,
  sleep
} from "./Transport.ts"

interface Line {
  readonly svc_id: number
  /** Of the line that ends a cut answer. */
  readonly next?: string
}

/** The lines of an answer, a few at a time. */
async function* linesOf(incoming: Incoming): AsyncGenerator<ReadonlyArray<string>> {
  const decoder = new TextDecoder()
  let rest = ""
  for (let bytes = await incoming.next(); bytes !== null; bytes = await incoming.next()) {
    const lines = decoder.decode(bytes, { stream: true }).split("\n")
    lines[0] = rest + lines[0]!
    rest = lines.pop()!
    yield lines
  }
  if (rest !== "") throw own("unreachable", "The answer ended within a record.")
}

/** Asks for what lies beyond a record, and for no more than is left. */
const beyond = (query: URLSearchParams, last: number | null, next: string | null, left: number): URLSearchParams => {
  const params = new URLSearchParams(query)
  if (next !== null) params.set("next", next)
  else if (last !== null) {
    params.delete("next")
    params.set("svc_id[gt]", String(Math.max(last, Number(query.get("svc_id[gt]") ?? 0))))
  }
  if (Number.isFinite(left)) params.set("limit", String(left))
  return params
}

/** The records of an export; `query` names what is asked of them, as its parameters. */
export async function* exporting<A>(
  send: Send,
  path: string,
  asked: URLSearchParams,
  call: CallOptions,
  options: ClientOptions
): AsyncGenerator<A> {
  const query = new URLSearchParams(asked)
  const fields = query.get("fields")?.split(",")
  // To go on, the id of the last record has to be known.
  const isAdded = fields !== undefined && !fields.includes("svc_id")
  if (isAdded) query.set("fields", [...fields, "svc_id"].join(","))
  let left = Number(query.get("limit") ?? Number.POSITIVE_INFINITY)
  let params = query
  for (let tried = 0; left > 0;) {
    let last: number | null = null
    let next: string | null = null
    let broken: SvcError | null = null
    const incoming: Incoming = await send({
      method: "GET",
      path: `${path}/export`,
      query: params,
      headers: { accept: "application/x-ndjson" },
      isRepeatable: true,
      isStreamed: true,
      ...call
    })
    try {
      for await (const lines of linesOf(incoming)) {
        for (const text of lines) {
          const { next: at, ...record } = parsed(text)
          if (at !== undefined && Object.keys(record).length === 0) {
            next = at
            continue
          }
          last = record.svc_id
          left--
          yield (isAdded ? without(record) : record) as A
        }
      }
    } catch (error) {
      call.signal?.throwIfAborted()
      if (!isPassing(error)) throw error
      broken = error
    } finally {
      incoming.end()
    }
    if (broken === null && next === null) return
    tried = last === null ? tried + 1 : 0
    // What is cut again and again without a record on the way is refused, with its reason, when it is asked for at its place.
    if (tried > (options.retries ?? 3)) throw broken ?? own("unreachable", "The export does not go on.")
    if (broken !== null || tried > 0) await sleep(pauseOf(tried), call.signal)
    if (next !== null) params = beyond(params, null, next, left)
    else if (last !== null) params = beyond(query, last, null, left)
  }
}

const parsed = (text: string): Line => {
  try {
    return JSON.parse(text) as Line
  } catch (cause) {
    throw own("unreadable-answer", "A line of the export is not the service's.", cause)
  }
}
const without = (line: Line): object => {
  const record: Partial<Record<keyof Line, unknown>> = { ...line }
  delete record.svc_id
  return record
}
