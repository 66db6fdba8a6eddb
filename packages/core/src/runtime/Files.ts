/**
 * The bytes of documents: streamed from the platform within the limits of who asked, and sent to it as a whole, so that the
 * call can be made again with fresh tokens.
 */
import * as Effect from "effect/Effect"
import { merge } from "../contract/Call.ts"
import type { Any } from "../contract/Connector.ts"
import {
  ConnectorError,
  fromAnswer,
  InvalidCall,
  type Reason,
  Rejected,
  TimedOut,
  Unavailable,
  Undecodable,
  Unsupported
} from "../contract/ConnectorError.ts"
import type { File, Filed, Found } from "../contract/Files.ts"
import type { Read } from "../contract/Read.ts"
import type { Values } from "../contract/Setting.ts"
import { filesOf } from "./Loaded.ts"
import { type Item, mapAll, runLookups, undecodable } from "./Reading.ts"
import { addressOf, type Answer, type Connection, originsOf, type Policy, type Send, Trusted } from "./Request.ts"
import * as Time from "./Time.ts"
import type { Outgoing, Transport } from "./Transport.ts"

/** What a client has for its connection. */
export interface Parts {
  readonly connector: Any
  readonly connection: Connection
  readonly transport: Transport
  readonly policy: Policy
  readonly send: Send
  readonly settings: Values
}

export interface DownloadOptions {
  /** Ends the download, whatever of it is still to come. */
  readonly signal?: AbortSignal | undefined
  /** The most bytes that are taken, and what names that limit. */
  readonly most?: { readonly bytes: number; readonly name?: string } | undefined
  /** The longest time for all of it, in seconds. */
  readonly seconds?: number | undefined
}
/** For who keeps count of downloads: called when no more bytes come, whatever the reason. */
export interface Ending extends DownloadOptions {
  readonly ended?: (() => void) | undefined
}
/** What is told of a document before its bytes come. */
export interface Told {
  readonly file_name: string | null
  /** Media type; null where nobody says. */
  readonly file_type: string | null
  /** How many bytes it has, where that is known before they are here. */
  readonly file_size: number | null
}
/** A document whose bytes come. */
export interface Download extends Told {
  /** It fails with a `ConnectorError` where they end too early, are too many or come too slowly; cancel it to end the call. */
  readonly bytes: ReadableStream<Uint8Array>
}
/** A file that a platform has taken. */
export interface Uploaded {
  /** The platform id of the document. */
  readonly id: string
  /** Under which source, and as what item, it would be read. */
  readonly source: string
  readonly item: Item
}

const downloading = "download DOCUMENTS"
const uploading = "upload DOCUMENTS"

const failing =
  ({ connector }: Pick<Parts, "connector">, operation: string) =>
  (reason: Reason) =>
    new ConnectorError({ connector: connector.id, operation, reason })
/** Runs a leaf of the connector; what it throws is a fault of the answer it looked at. */
const leaf = <A>(fail: (reason: Reason) => ConnectorError, run: () => A): Effect.Effect<A, ConnectorError> =>
  Effect.try({
    try: run,
    catch: (error) => fail(new Undecodable({ issues: [error instanceof Error ? error.message : String(error)] }))
  })

/** Where bytes come from, before anybody has limited them. */
interface Source {
  readonly headers: Answer["headers"]
  readonly readable: ReadableStream<Uint8Array>
  readonly size: number | null
}

const sizeOf = (headers: Answer["headers"]): number | null => {
  // Of a body that was compressed on the way it says nothing.
  const said = headers["content-encoding"] === undefined ? headers["content-length"] : undefined
  return said !== undefined && /^\d{1,15}$/.test(said) ? Number(said) : null
}

/** Asks an address that a platform has named, without credentials: it is another host's. */
const elsewhere = (parts: Parts, address: string): Effect.Effect<Source, ConnectorError> => {
  const { connection, connector, policy, transport } = parts
  const fail = failing(parts, downloading)
  const url = URL.parse(address)
  const own = originsOf(addressOf(connector, connection, { path: "/" }))
  if (url === null || !(url.protocol === "https:" || own.has(url.origin))) {
    const message = "The address that the platform names for the bytes is none that may be asked."
    return Effect.fail(fail(new Rejected({ message })))
  }
  const outgoing: Outgoing = { method: "GET", url, headers: { accept: "*/*" } }
  const asked = transport(outgoing).pipe(
    Effect.provideService(Trusted, originsOf(connection.baseUrl)),
    Effect.mapError(() => fail(new Unavailable({ message: "Where the bytes are could not be reached." }))),
    Time.within(policy.timeout, () =>
      Effect.fail(fail(new TimedOut({ message: "Where the bytes are did not answer in time." })))
    )
  )
  const seen = Time.clockWith((clock) => {
    const about = {
      connector: connector.id,
      key: connection.key,
      operation: downloading,
      asked: clock.currentTimeMillisUnsafe(),
      attempt: 1,
      clean: (text: string) => text
    }
    return transport.observe === undefined ? asked : transport.observe(outgoing, about, asked)
  })
  return Effect.flatMap(seen, ({ headers, readable, status }) =>
    status < 300
      ? readable.pipe(
          Effect.map((stream): Source => ({ headers, readable: stream, size: sizeOf(headers) })),
          Effect.mapError(() => fail(new Unavailable({ message: "Where the bytes are broke off." })))
        )
      : Effect.fail(
          fail(
            status < 400
              ? new Rejected({ status, message: "The address that the platform names for the bytes leads elsewhere." })
              : // Whose credentials are in order is told by the platform alone: of an address that has ended this says nothing.
                fromAnswer(status, null, status === 401 ? { reason: "Forbidden" } : {}, undefined)
          )
        )
  )
}

const inBase64 = (parts: Parts, text: string): Effect.Effect<Source, ConnectorError> =>
  Effect.try({
    try: (): Source => {
      const bytes = Uint8Array.from(atob(text.replaceAll(/\s/g, "")), (character) => character.charCodeAt(0))
      return { headers: {}, readable: new Blob([bytes]).stream(), size: bytes.length }
    },
    catch: () => failing(parts, downloading)(new Undecodable({ issues: ["the bytes are not in base64"] }))
  })

const sourceOf = Effect.fnUntraced(function* (parts: Parts, document: Filed) {
  const { connector, send, settings } = parts
  const fail = failing(parts, downloading)
  const own = (yield* filesOf(connector, downloading))?.download
  const options = { operation: downloading, repeatable: true }
  const asked = own?.before?.(document, { settings }) ?? null
  const before = asked === null ? undefined : (yield* send(asked, options)).body
  const call = own === undefined ? null : yield* leaf(fail, () => own.call(document, { settings, before }))
  if (own === undefined || call === null) {
    const what = own === undefined ? "the bytes of documents" : `the bytes of the document ${document.platform_id}`
    return yield* fail(new Unsupported({ capability: what }))
  }
  if (own.found === undefined) {
    const { headers, readable, status } = yield* send(merge({ path: call.path, headers: { accept: "*/*" } }, call), {
      ...options,
      isStreamed: true
    })
    if (readable !== undefined) return { headers, readable, size: sizeOf(headers) } satisfies Source
    return yield* fail(new Undecodable({ status, issues: ["the answer holds no bytes"] }))
  }
  const { body } = yield* send(call, options)
  const found: Found | null = yield* leaf(fail, () => own.found!(body, document))
  if (found === null) return yield* fail(new Undecodable({ issues: ["the answer does not say where the bytes are"] }))
  return yield* found._tag === "Address" ? elsewhere(parts, found.url) : inBase64(parts, found.text)
})

/** A media type, where a text is one that says something. */
const typeOf = (text: string | null | undefined): string | null =>
  text != null && /^[\w.+-]+\/[\w.+-]+/.test(text) && !/^(application|binary)\/octet-stream/i.test(text) ? text : null

/** Begins a download: whether there are any bytes is known then, and the rest of them come as they are taken. */
export const download = Effect.fnUntraced(function* (
  parts: Parts,
  document: Filed,
  options: Ending = {}
): Effect.fn.Return<Download, ConnectorError> {
  const { headers, readable, size } = yield* sourceOf(parts, document)
  const fail = failing(parts, downloading)
  const { most } = options
  const tooMany = () => {
    const named = most?.name === undefined ? "" : ` (${most.name})`
    return fail(
      new Undecodable({ issues: [`the document has more than ${most!.bytes} bytes${named}`], isBeyond: true })
    )
  }
  if (most !== undefined && size !== null && size > most.bytes) {
    yield* Effect.promise(() => readable.cancel().catch(() => {}))
    return yield* tooMany()
  }
  return {
    file_name: document.file_name,
    file_type: typeOf(headers["content-type"]) ?? typeOf(document.file_type) ?? null,
    file_size: size,
    bytes: limited(readable, {
      ...options,
      pause: parts.policy.timeout,
      tooMany,
      late: () => fail(new TimedOut({ message: "The bytes did not come in time." })),
      broken: () => fail(new Unavailable({ message: "The bytes ended too early." }))
    })
  }
})

interface Bounds extends Ending {
  /** Milliseconds in which the next piece must come. */
  readonly pause: number
  readonly tooMany: () => ConnectorError
  readonly late: () => ConnectorError
  readonly broken: () => ConnectorError
}

/** The longest time a timer takes, in milliseconds. */
const forever = 2 ** 31 - 1

/** Bytes as they come; what goes beyond the bounds ends them, and the call they come of. */
const limited = (readable: ReadableStream<Uint8Array>, bounds: Bounds): ReadableStream<Uint8Array> => {
  const { broken, ended, late, most, pause, seconds, signal, tooMany } = bounds
  const reader = readable.getReader()
  let size = 0
  let whole: ReturnType<typeof setTimeout> | undefined
  let end: (reason: unknown) => void = () => {}
  const aborted = () => end(signal!.reason)
  const settle = () => {
    clearTimeout(whole)
    signal?.removeEventListener("abort", aborted)
    ended?.()
  }
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        end = (reason) => {
          settle()
          controller.error(reason)
          reader.cancel(reason).catch(() => {})
        }
        if (seconds !== undefined) whole = setTimeout(() => end(late()), Math.min(seconds * 1000, forever))
        signal?.addEventListener("abort", aborted, { once: true })
        if (signal?.aborted === true) aborted()
      },
      pull: async (controller) => {
        const timer = pause < forever ? setTimeout(() => end(late()), pause) : undefined
        try {
          const { value } = await reader.read()
          if (value === undefined) {
            settle()
            controller.close()
            return
          }
          size += value.length
          if (most !== undefined && size > most.bytes) end(tooMany())
          else controller.enqueue(value)
        } catch {
          end(broken())
        } finally {
          clearTimeout(timer)
        }
      },
      cancel: (reason) => {
        settle()
        return reader.cancel(reason)
      }
    },
    // What nobody has asked for yet is not read: it waits at the platform.
    { highWaterMark: 0 }
  )
}

/** What raw items become that did not come as a page of their list. */
const readRaws = Effect.fnUntraced(function* (
  { connector, send, settings }: Parts,
  read: Read,
  raws: ReadonlyArray<unknown>
) {
  const { found } = yield* runLookups(connector, send, settings, read.lookups, [], uploading)
  const { items, refusals } = yield* mapAll(connector, send, read, raws, settings, found, uploading)
  if (refusals[0] !== undefined) return yield* undecodable(connector, uploading, refusals[0].issues)
  return items
})

/** Attaches a file to a record, and reads the document that it became. */
export const upload = Effect.fnUntraced(function* (
  parts: Parts,
  file: File
): Effect.fn.Return<Uploaded, ConnectorError> {
  const { connector, send, settings } = parts
  const fail = failing(parts, uploading)
  const own = (yield* filesOf(connector, uploading))?.upload
  if (own === undefined || !own.to.includes(file.document_type)) {
    return yield* fail(new Unsupported({ capability: `files for ${file.document_type}` }))
  }
  if (own.most !== undefined && file.content.length > own.most) {
    const message = `must have at most ${own.most} bytes: ${connector.name} takes no more`
    return yield* fail(new InvalidCall({ field: "content", message }))
  }
  const first = own.before?.(file, { settings }) ?? null
  const before = first === null ? undefined : (yield* send(first, { operation: uploading, repeatable: true })).body
  const call = yield* leaf(fail, () => own.call(file, { settings, before }))
  if (call === null) {
    const message = `${connector.name} takes no files for the record ${file.document_type_id} of ${file.document_type}.`
    return yield* fail(new Rejected({ message }))
  }
  const { body, headers } = yield* send(call, { operation: uploading, repeatable: false })
  const id = yield* leaf(fail, () => own.id(body, file, headers))
  if (id === null) {
    return yield* fail(new Undecodable({ issues: ["the answer does not say which document the file became"] }))
  }
  const read = typeof own.read === "function" ? own.read(file) : own.read
  const shown = Effect.gen(function* () {
    if (own.shown === undefined) return [yield* leaf(fail, () => own.item?.(body, file))]
    const answer = yield* send(own.shown(file, { settings, id }), { operation: uploading, repeatable: true })
    return yield* leaf(fail, () =>
      own.item === undefined ? read.items(answer.body, null) : [own.item(answer.body, file)]
    )
  })
  const items = yield* Effect.flatMap(shown, (raws) => readRaws(parts, read, raws)).pipe(
    Effect.mapError(({ message }) =>
      fail(new Undecodable({ issues: [`the file was taken as ${id}, which cannot be read: ${message}`] }))
    )
  )
  const item = items.find((one) => one.records.some(({ platform_id }) => platform_id === id))
  if (item === undefined) {
    return yield* fail(new Undecodable({ issues: [`the file was taken as ${id}, which the platform does not show`] }))
  }
  return { id, source: read.source, item }
})
