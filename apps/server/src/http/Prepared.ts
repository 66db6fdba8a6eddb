/**
 * Documents that are the same for everybody: made once, compressed once in each coding that is asked for, and handed out as
 * the same bytes however many ask at the same moment. A caller that has them already is told so.
 */
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Answers from "./Answers.ts"
import * as Encoding from "./Encoding.ts"
import * as Tags from "./Tags.ts"

type Response = HttpServerResponse.HttpServerResponse

interface Made {
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}
/** A document in one coding, and what is answered to whoever has it. */
interface Form {
  readonly whole: Response
  readonly unchanged: Response
}

/** Other bytes have another tag. */
const tagOf = (tag: string, coding: Encoding.Coding | null): string =>
  coding === null ? tag : `${tag.slice(0, -1)}-${coding}"`

const formOf = ({ headers }: Made, tag: string, bytes: Uint8Array, coding: Encoding.Coding | null): Form => {
  const { "content-type": contentType = "text/plain", ...others } = headers as Record<string, string>
  const always = { "cache-control": "no-cache", ...others, etag: tagOf(tag, coding), vary: "accept-encoding" }
  const more = coding === null ? always : { ...always, "content-encoding": coding }
  return {
    whole: Answers.shared(HttpServerResponse.uint8Array(bytes, { contentType, headers: more })),
    unchanged: Answers.shared(HttpServerResponse.empty({ status: 304, headers: always }))
  }
}

/** Answers with a document that `make` gives when it is first asked for. */
export const serve = <E, R>(
  make: Effect.Effect<Made, E, R>
): Effect.Effect<Effect.Effect<Response, E, R | HttpServerRequest.HttpServerRequest>> =>
  Effect.gen(function* () {
    // Whoever asks first may hang up before it is made; the others still want it.
    const document = yield* Effect.cached(
      Effect.uninterruptible(
        Effect.map(make, (made) => {
          const bytes = Buffer.from(made.text)
          return { made, bytes, tag: Tags.strong(bytes) }
        })
      )
    )
    const formIn = (coding: Encoding.Coding | null) =>
      Effect.cached(
        Effect.uninterruptible(
          Effect.flatMap(document, ({ bytes, made, tag }) =>
            coding === null
              ? Effect.succeed(formOf(made, tag, bytes, null))
              : Effect.map(Encoding.compressed(bytes, coding, "kept"), (small) => formOf(made, tag, small, coding))
          )
        )
      )
    const forms = new Map<Encoding.Coding | null, Effect.Effect<Form, E, R>>()
    for (const coding of [null, ...Encoding.codings]) forms.set(coding, yield* formIn(coding))
    return Effect.gen(function* () {
      const { headers } = yield* HttpServerRequest.HttpServerRequest
      const { tag } = yield* document
      const form = yield* forms.get(Encoding.chosen(headers["accept-encoding"]))!
      const tags = [null, ...Encoding.codings].map((coding) => tagOf(tag, coding))
      return Tags.names(headers["if-none-match"], tags) ? form.unchanged : form.whole
    })
  })
