/** The OpenAPI document and the page that shows it. The page holds everything it needs; its policy allows nothing else. */
import { Api } from "@svc/core/api"
import * as Effect from "effect/Effect"
import * as HttpApiScalar from "effect/http-api/HttpApiScalar"
import * as OpenApi from "effect/http-api/OpenApi"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import { AppConfig } from "../AppConfig.ts"
import * as Answers from "./Answers.ts"

/** The document with the address it is served from. */
export const document = (baseUrl: string): OpenApi.OpenAPISpec => ({
  ...OpenApi.fromApi(Api.api),
  servers: [{ url: baseUrl }]
})

const policy =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src 'self' data: blob:; font-src data:; " +
  "connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

const page = HttpApiScalar.layer(Api.api, {
  path: "/docs",
  scalar: { theme: "default", withDefaultFonts: false }
}).pipe(
  Layer.provide(
    HttpRouter.middleware((http) => Effect.map(http, HttpServerResponse.setHeader("content-security-policy", policy)))
      .layer
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
