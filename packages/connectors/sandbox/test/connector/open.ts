/** The connector against a sandbox platform of its own, in this process. */
import { connect } from "@svc/core/connect"
import { Platform } from "@svc/core/runtime"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import { sandbox as connector } from "../../src/index.ts"
import { clientOf } from "../platform/client.ts"
import { makeSandbox, type SandboxOptions } from "../../src/platform/index.ts"

export const baseUrl = "https://sandbox.example/v1"
export const credentials = { api_key: "sandbox-demo" }

/** `answer` may answer a request in the platform's place. */
export const open = (
  options: SandboxOptions & {
    readonly answer?: (request: Request) => Response | undefined | Promise<Response>
    readonly key?: string
  } = {}
) => {
  let now = Date.parse("2026-11-20T10:00:00Z")
  const { answer, key = "sandbox-demo", ...rest } = options
  const platform = makeSandbox({ now: () => now, ...rest })
  const requests: Array<Request> = []
  const fetch = (async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    requests.push(request.clone())
    return (await answer?.(request)) ?? platform.fetch(request)
  }) as typeof globalThis.fetch
  const client = connect(connector, { credentials: { api_key: key }, settings: {}, fetch, baseUrl })
  const http = Layer.provide(FetchHttpClient.layer, Layer.succeed(FetchHttpClient.Fetch, fetch))
  return {
    client,
    requests,
    /** The platform itself, past the connector. */
    direct: clientOf(platform.fetch, new URL(baseUrl).origin),
    /** Lets time pass on the platform, and answers the moment it is then. */
    later: (seconds = 60) => new Date((now += seconds * 1000)).toISOString(),
    /** Core's own client, which shows pages, refusals and deletes. */
    run: <A, E>(use: (client: Platform.Client) => Effect.Effect<A, E>): Promise<A> =>
      Effect.gen(function* () {
        const { open } = yield* Platform.Platform
        const connection = { key: "test", settings: {}, credentials: Effect.succeed({ api_key: key }), baseUrl }
        return yield* use(open(connector, connection))
      }).pipe(Effect.provide(Layer.provide(Platform.Platform.layer, http)), Effect.runPromise)
  }
}

export const collect = async <A>(records: AsyncIterable<A>): Promise<Array<A>> => {
  const all: Array<A> = []
  for await (const record of records) all.push(record)
  return all
}
