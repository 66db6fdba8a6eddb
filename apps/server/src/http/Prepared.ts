/**
 * Documents that are the same for everybody: made once, compressed once, and handed out as the same bytes however many ask
 * at the same moment. A caller that has them already is told so.
 */
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { gzip } from "node:zlib"
import * as Answers from "./Answers.ts"

type Response = HttpServerResponse.HttpServerResponse

/** Whether a header of choices, such as `gzip;q=0.5, br`, takes gzip. */
const takesGzip = (accepted: string | undefined): boolean =>
  (accepted ?? "").split(",").some((part) => /^\s*(gzip|x-gzip|\*)\s*(;(?!\s*q=0(\.0*)?\s*$).*)?$/i.test(part))

const names = (header: string | undefined, etag: string): boolean =>
  (header ?? "").split(",").some((one) => one.trim().replace(/^W\//, "") === etag || one.trim() === "*")

/** Answers with a document that `make` gives when it is first asked for. */
export const serve = <E, R>(
  make: Effect.Effect<{ readonly text: string; readonly headers: Readonly<Record<string, string>> }, E, R>
): Effect.Effect<Effect.Effect<Response, E, R | HttpServerRequest.HttpServerRequest>> =>
  Effect.map(
    Effect.cached(
      // Whoever asks first may hang up before it is made; the others still want it.
      Effect.uninterruptible(
        Effect.flatMap(make, ({ headers, text }) =>
          Effect.map(
            Effect.promise(() => promisify(gzip)(text)),
            (compressed) => {
              const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`
              const always = { ...headers, etag, vary: "accept-encoding", "cache-control": "no-cache" }
              const { "content-type": contentType = "text/plain", ...rest } = always as Record<string, string>
              const of = (bytes: Uint8Array, more: Readonly<Record<string, string>>) =>
                Answers.shared(HttpServerResponse.uint8Array(bytes, { contentType, headers: { ...rest, ...more } }))
              return {
                etag,
                plain: of(Buffer.from(text), {}),
                gzipped: of(compressed, { "content-encoding": "gzip" }),
                unchanged: HttpServerResponse.empty({ status: 304, headers: rest })
              }
            }
          )
        )
      )
    ),
    (prepared) =>
      Effect.gen(function* () {
        const { headers } = yield* HttpServerRequest.HttpServerRequest
        const { etag, gzipped, plain, unchanged } = yield* prepared
        if (names(headers["if-none-match"], etag)) return unchanged
        return takesGzip(headers["accept-encoding"]) ? gzipped : plain
      })
  )
