/**
 * How answers are compressed: the coding a caller likes best of those that are here, at the level that costs least for
 * what it saves. All of it is done beside the event loop, in the threads of zlib.
 */
import * as NodeStream from "@effect/platform-node/NodeStream"
import * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import type { Transform } from "node:stream"
import * as zlib from "node:zlib"

export type Coding = "br" | "zstd" | "gzip"

/** What an answer is: made for one caller, many times a second, or one that is kept and sent to all. */
type Kind = "each" | "kept"

const { BROTLI_DEFAULT_WINDOW, BROTLI_MODE_TEXT, BROTLI_PARAM_LGWIN, BROTLI_PARAM_MODE, BROTLI_PARAM_QUALITY } =
  zlib.constants
/** A larger window would take megabytes for each answer under way. */
const WINDOW = 19
/** Of what is sent in pieces, as a compressor gives them out. */
const PIECE = 65_536

const brotli = (kind: Kind): zlib.BrotliOptions => ({
  params: {
    [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT,
    // At 1 a list comes out smaller than by gzip at 1, in no more time.
    [BROTLI_PARAM_QUALITY]: kind === "each" ? 1 : 5,
    [BROTLI_PARAM_LGWIN]: kind === "each" ? WINDOW : BROTLI_DEFAULT_WINDOW
  }
})
const deflate = (kind: Kind): zlib.ZlibOptions => ({ level: kind === "each" ? 1 : 6 })

type Done = (error: Error | null, bytes: Buffer) => void
interface Compressor {
  readonly whole: (bytes: Uint8Array, kind: Kind, done: Done) => void
  readonly stream: () => Transform
}

/** Node has it from 22.15 on. */
const zstd = zlib as unknown as {
  readonly constants: { readonly ZSTD_c_compressionLevel: number }
  readonly zstdCompress?: (bytes: Uint8Array, options: object, done: Done) => void
  readonly createZstdCompress: (options: object) => Transform
}
const level = (kind: Kind) => ({ params: { [zstd.constants.ZSTD_c_compressionLevel]: kind === "each" ? 1 : 6 } })

const withBrotli: Compressor = {
  whole: (bytes, kind, done) => zlib.brotliCompress(bytes, brotli(kind), done),
  stream: () => zlib.createBrotliCompress({ ...brotli("each"), chunkSize: PIECE })
}
const withZstd: Compressor = {
  whole: (bytes, kind, done) => zstd.zstdCompress!(bytes, level(kind), done),
  stream: () => zstd.createZstdCompress({ ...level("each"), chunkSize: PIECE })
}
const withGzip: Compressor = {
  whole: (bytes, kind, done) => zlib.gzip(bytes, deflate(kind), done),
  stream: () => zlib.createGzip({ ...deflate("each"), chunkSize: PIECE })
}
/** Those of this Node, the best first: of two that a caller likes as much it is the earlier. */
const compressors: ReadonlyMap<Coding, Compressor> = new Map([
  ...(zstd.zstdCompress === undefined ? [] : [["zstd", withZstd] as const]),
  ["br", withBrotli],
  ["gzip", withGzip]
])
export const codings: ReadonlyArray<Coding> = [...compressors.keys()]

/** No caller has more to say; what is longer is there to be expensive. */
const LONGEST = 1000

/** The weight of a choice: 1 where it is not said, 0 where it is not understood. */
const weightOf = (parameters: ReadonlyArray<string>): number => {
  const said = parameters.find((one) => /^q\s*=/i.test(one))
  if (said === undefined) return 1
  const text = said.slice(said.indexOf("=") + 1).trim()
  return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(text) ? Number(text) : 0
}

/** The coding of an answer, by what the caller takes; null for none. */
export const chosen = (accepted: string | undefined, offered: ReadonlyArray<Coding> = codings): Coding | null => {
  if (accepted === undefined || accepted === "" || accepted.length > LONGEST) return null
  const weights = new Map<string, number>()
  for (const choice of accepted.split(",")) {
    const [name = "", ...parameters] = choice.split(";").map((part) => part.trim().toLowerCase())
    const coding = name === "x-gzip" ? "gzip" : name
    if (coding !== "" && !weights.has(coding)) weights.set(coding, weightOf(parameters))
  }
  const others = weights.get("*") ?? 0
  let best: Coding | null = null
  // Who says nothing of the plain text takes it, but likes better what is named.
  let weight = weights.get("identity") ?? 0
  for (const coding of offered) {
    const own = weights.get(coding) ?? others
    if (own > 0 && (best === null ? own >= weight : own > weight)) {
      best = coding
      weight = own
    }
  }
  return best
}

/** Whether an answer of this type becomes smaller. */
export const isCompressible = (contentType: string | undefined): boolean =>
  /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?(?:json|x-ndjson|xml|yaml|javascript)\b|image\/svg\+xml\b)/i.test(
    contentType ?? ""
  )

/** The bytes in a coding. */
export const compressed = (bytes: Uint8Array, coding: Coding, kind: Kind = "each"): Effect.Effect<Buffer> =>
  Effect.callback<Buffer>((resume) =>
    compressors
      .get(coding)!
      .whole(bytes, kind, (error, made) => resume(error === null ? Effect.succeed(made) : Effect.die(error)))
  )

/** A stream in a coding: as much of it is under way as its reader makes room for. */
export const compressedStream = <E>(stream: Stream.Stream<Uint8Array, E>, coding: Coding) =>
  NodeStream.pipeThroughDuplex(stream, { evaluate: compressors.get(coding)!.stream })
