/** The OpenAPI document and the page that shows it. The page holds everything it needs; its policy allows nothing else. */
import { Api, Document } from "@svc/core/api"
import * as Effect from "effect/Effect"
import * as OpenApi from "effect/http-api/OpenApi"
import * as HttpRouter from "effect/http/HttpRouter"
import type * as Layer from "effect/Layer"
import { createHash } from "node:crypto"
import { AppConfig } from "../AppConfig.ts"
import { Connectors } from "../ComposedConnectors.ts"
import type { Limits } from "../Limits.ts"
import { html } from "./DocsPage.ts"
import * as Prepared from "./Prepared.ts"

/** The document with the address it is served from, the limits that are kept there, and the integrations that it has. */
export const document = (
  baseUrl: string,
  { batchItems, listItems, textLength }: Limits,
  composed: ReadonlyArray<string>
): OpenApi.OpenAPISpec => ({
  ...Document.withIntegrations(
    Document.bounded(OpenApi.fromApi(Api.api), {
      batch: batchItems.most,
      items: listItems.most,
      text: textLength.most
    }),
    composed
  ),
  servers: [{ url: baseUrl, description: "This service." }]
})

/** What stands between two tags of a page, as a browser takes it: from the one to the next end. */
const inside = (html: string, tag: string): ReadonlyArray<string> =>
  [...html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, "gs"))].map(
    ([, text]) => `'sha256-${createHash("sha256").update(text!).digest("base64")}'`
  )

/** What the page may do: have the script and style that stood in it when we made it, known by their hashes, and ask us. */
const policyOf = (html: string): string =>
  `default-src 'none'; script-src ${inside(html, "script").join(" ")}; style-src ${inside(html, "style").join(" ")}; ` +
  "connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

export const layer: Layer.Layer<never, never, HttpRouter.HttpRouter | AppConfig | Connectors> = HttpRouter.use(
  (router) =>
    Effect.gen(function* () {
      const { baseUrl, limits } = yield* AppConfig
      const { known } = yield* Connectors
      const ids = known.map(({ id }) => id)
      const made = yield* Effect.cached(Effect.sync(() => document(baseUrl, limits, ids)))
      const json = Effect.map(made, (whole) => ({
        text: JSON.stringify(whole),
        headers: { "content-type": "application/json" }
      }))
      const page = Effect.map(made, (whole) => {
        const text = html(whole)
        return { text, headers: { "content-type": "text/html", "content-security-policy": policyOf(text) } }
      })
      yield* router.add("GET", "/openapi.json", yield* Prepared.serve(json))
      yield* router.add("GET", "/docs", yield* Prepared.serve(page))
    })
)
