/** The OpenAPI document and the page that shows it. The page holds everything it needs; its policy allows nothing else. */
import { Api, Document } from "@svc/core/api"
import * as Effect from "effect/Effect"
import * as HttpApiScalar from "effect/http-api/HttpApiScalar"
import * as OpenApi from "effect/http-api/OpenApi"
import * as HttpRouter from "effect/http/HttpRouter"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import { createHash } from "node:crypto"
import { AppConfig } from "../AppConfig.ts"
import type { Limits } from "../Limits.ts"
import * as Prepared from "./Prepared.ts"

/** The document with the address it is served from, and the limits that are kept there. */
export const document = (baseUrl: string, { batchItems, listItems, textLength }: Limits): OpenApi.OpenAPISpec => ({
  ...Document.bounded(OpenApi.fromApi(Api.api), {
    batch: batchItems.most,
    items: listItems.most,
    text: textLength.most
  }),
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

const page = HttpApiScalar.layer(Api.api, {
  path: "/docs",
  scalar: { theme: "default", layout: "classic", withDefaultFonts: false }
}).pipe(
  Layer.provide(
    HttpRouter.middleware(
      Effect.sync(() => {
        let served: Effect.Effect<HttpServerResponse.HttpServerResponse, unknown, any> | undefined
        return (http) =>
          Effect.suspend(() => {
            if (served !== undefined) return served as typeof http
            const made = Effect.map(http, ({ body }) => {
              const text = body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : ""
              return { text, headers: { "content-type": "text/html", "content-security-policy": policyOf(text) } }
            })
            return Effect.flatMap(Prepared.serve(made), (prepared) => (served = prepared)) as typeof http
          })
      })
    ).layer
  )
)

export const layer: Layer.Layer<never, never, HttpRouter.HttpRouter | AppConfig> = Layer.mergeAll(
  page,
  HttpRouter.use((router) =>
    Effect.gen(function* () {
      const { baseUrl, limits } = yield* AppConfig
      const made = Effect.sync(() => ({
        text: JSON.stringify(document(baseUrl, limits)),
        headers: { "content-type": "application/json" }
      }))
      yield* router.add("GET", "/openapi.json", yield* Prepared.serve(made))
    })
  )
)
