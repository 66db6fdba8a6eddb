/** The OpenAPI document and the page that shows it. The page holds everything it needs; its policy allows nothing else. */
import { Api } from "@svc/core/api"
import * as Effect from "effect/Effect"
import * as HttpApiScalar from "effect/http-api/HttpApiScalar"
import * as OpenApi from "effect/http-api/OpenApi"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import { createHash } from "node:crypto"
import { AppConfig } from "../AppConfig.ts"
import * as Answers from "./Answers.ts"

/** The document with the address it is served from. */
export const document = (baseUrl: string): OpenApi.OpenAPISpec => ({
  ...OpenApi.fromApi(Api.api),
  servers: [{ url: baseUrl }]
})

/** Every script that stands in a page, as a browser takes it: from its tag to the next end of a script. */
const scripts = /<script>(.*?)<\/script>/gs

/**
 * What the page may do: run the scripts that stood in it when we made it, known by their hashes, and read from us. Styles
 * may be inline, since the viewer makes them as it goes.
 */
const policyOf = (html: string): string => {
  const hashes = [...html.matchAll(scripts)].map(
    ([, script]) => `'sha256-${createHash("sha256").update(script!).digest("base64")}'`
  )
  return (
    `default-src 'none'; script-src ${hashes.join(" ")}; style-src 'unsafe-inline'; img-src 'self' data: blob:; ` +
    "font-src data:; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
  )
}

/** The page with its policy, which takes a moment to make: the page is megabytes, and the same for all. */
const guarded = () => {
  const known = new WeakMap<HttpServerResponse.HttpServerResponse, HttpServerResponse.HttpServerResponse>()
  return (page: HttpServerResponse.HttpServerResponse): HttpServerResponse.HttpServerResponse => {
    const found = known.get(page)
    if (found !== undefined) return found
    const html = page.body._tag === "Uint8Array" ? new TextDecoder().decode(page.body.body) : ""
    const made = HttpServerResponse.setHeader(page, "content-security-policy", policyOf(html))
    known.set(page, made)
    return made
  }
}

const page = HttpApiScalar.layer(Api.api, {
  path: "/docs",
  scalar: { theme: "default", withDefaultFonts: false }
}).pipe(
  Layer.provide(
    HttpRouter.middleware(
      Effect.sync(() => {
        const guard = guarded()
        return (http) => Effect.map(http, guard)
      })
    ).layer
  )
)

export const layer: Layer.Layer<never, never, HttpRouter.HttpRouter | AppConfig> = Layer.mergeAll(
  page,
  HttpRouter.use((router) =>
    Effect.gen(function* () {
      const { baseUrl } = yield* AppConfig
      let made: HttpServerResponse.HttpServerResponse | undefined
      yield* router.add(
        "GET",
        "/openapi.json",
        Effect.sync(() => (made ??= Answers.text(JSON.stringify(document(baseUrl)))))
      )
    })
  )
)
