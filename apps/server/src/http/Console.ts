/**
 * Serves the console: one page for every address below `/console`, and the files it loads, as `@svc/console` was built. The
 * files are read when somebody first asks for the page.
 */
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import { readdir, readFile } from "node:fs/promises"
import { extname } from "node:path"
import { AppConfig } from "../AppConfig.ts"
import * as Answers from "./Answers.ts"
import * as Prepared from "./Prepared.ts"
import * as RouteTable from "./RouteTable.ts"

const pages = ["/console", "/console/:view", "/console/:view/:id", "/console/:view/:id/:part"] as const
const assetsAt = "/console/assets/:name"

/** Every route here, for tables of routes. */
export const paths: ReadonlyArray<readonly [path: string, methods: ReadonlyArray<"GET">]> = [...pages, assetsAt].map(
  (path) => [path, ["GET"]]
)

/** Nothing but what was built, and answers of this service. Styles of elements are set by scripts, so none stands in a page. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; " +
  "form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml"
}
/** Names hold a hash of the content: another content has another name. */
const forGood = "public, max-age=31536000, immutable"

const folder = new URL("dist/", import.meta.resolve("@svc/console/package.json"))

const missing = HttpServerResponse.text(
  "The console was not built. Run `pnpm --filter @svc/console build` in the folder of the service.\n",
  { status: 503, contentType: "text/plain; charset=utf-8" }
)

type Answer = Effect.Effect<HttpServerResponse.HttpServerResponse, never, HttpServerRequest.HttpServerRequest>

const built = Effect.fnUntraced(function* (root: string) {
  const read = (path: string) => Effect.tryPromise(() => readFile(new URL(path, folder), "utf8"))
  const html = yield* read("index.html")
  const page: Answer = yield* Prepared.serve(
    Effect.succeed({
      text: html.replaceAll("./assets/", `${root}/console/assets/`),
      headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": policy }
    })
  )
  const names = yield* Effect.tryPromise(() => readdir(new URL("assets/", folder)))
  const assets = new Map<string, Answer>()
  for (const name of names) {
    const type = types[extname(name)]
    if (type === undefined) continue
    const file = Effect.map(Effect.orDie(read(`assets/${name}`)), (text) => ({
      text,
      headers: { "content-type": type, "cache-control": forGood }
    }))
    assets.set(name, yield* Prepared.serve(file))
  }
  return { page, assets }
})

export const layer: Layer.Layer<never, never, HttpRouter.HttpRouter | AppConfig> = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const { baseUrl, console } = yield* AppConfig
    if (!console) return
    const root = new URL(baseUrl).pathname.replace(/\/+$/, "")
    const files = yield* Effect.cached(Effect.option(built(root)))
    const page = Effect.flatMap(files, (found): Answer =>
      found._tag === "Some" ? found.value.page : Effect.succeed(missing)
    )
    const asset = Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const found = yield* files
      const name = RouteTable.pathOf(request.url).split("/").at(-1)!
      const answer = found._tag === "Some" ? found.value.assets.get(name) : undefined
      return answer === undefined ? Answers.raw("There is no such file.\n", { status: 404 }) : yield* answer
    })
    for (const path of pages) yield* router.add("GET", path, page)
    yield* router.add("GET", assetsAt, asset)
  })
)
