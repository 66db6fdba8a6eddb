import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { Guard, type GuardConfig, refusal, type Resolve } from "../../src/outbound/Guard.ts"

/** A server on this machine that nothing may reach unless it is allowed; gives its port and what it was asked. */
const server = (listener: RequestListener) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly port: number; readonly asked: Array<string>; readonly stop: () => void }>((resume) => {
      const asked: Array<string> = []
      const made = createServer((request, response) => {
        asked.push(request.url ?? "")
        listener(request, response)
      })
      made.listen(0, "127.0.0.1", () => {
        const stop = () => {
          made.closeAllConnections()
          made.close()
        }
        resume(Effect.succeed({ port: (made.address() as AddressInfo).port, asked, stop }))
      })
    }),
    ({ stop }) => Effect.sync(stop)
  )

const addresses = (names: Record<string, ReadonlyArray<string>>): Resolve => {
  const turns = new Map<string, number>()
  return (host, callback) => {
    const turn = turns.get(host) ?? 0
    turns.set(host, turn + 1)
    // An entry with `|` answers differently the second time.
    const all = (names[host] ?? []).map((entry) => entry.split("|")[Math.min(turn, entry.split("|").length - 1)]!)
    queueMicrotask(() =>
      callback(
        null,
        all.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }))
      )
    )
  }
}

const guarded = (config: GuardConfig) => Guard.layerHttpClient.pipe(Layer.provideMerge(Guard.layer(config)))
const get = (url: string) => HttpClient.get(url).pipe(Effect.flatMap((response) => response.text))
const refusalOf = (url: string) =>
  Effect.map(Effect.exit(get(url)), (exit) =>
    Exit.isFailure(exit)
      ? Option.map(
          Option.firstSomeOf(
            exit.cause.reasons.map((part) => (part._tag === "Fail" ? refusal(part.error) : Option.none()))
          ),
          (error) => error.message
        )
      : Option.none()
  )

/** Ways to write an address that is not on the public internet. `PORT` stands for that of the server. */
const hostile = [
  "http://127.0.0.1:PORT/",
  "http://127.1:PORT/",
  "http://2130706433:PORT/",
  "http://0x7f.1:PORT/",
  "http://0177.0.0.1:PORT/",
  "http://127.0.0.1.:PORT/",
  "http://0.0.0.0:PORT/",
  "http://0:PORT/",
  "http://①②⑦.0.0.1:PORT/",
  "http://[::1]:PORT/",
  "http://[::]:PORT/",
  "http://[::127.0.0.1]:PORT/",
  "http://[::ffff:127.0.0.1]:PORT/",
  "http://[::ffff:7f00:1]:PORT/",
  "http://[::ffff:8.8.8.8]:PORT/",
  "http://[64:ff9b::7f00:1]:PORT/",
  "http://[64:ff9b:1::7f00:1]:PORT/",
  "http://[2002:7f00:1::]:PORT/",
  "http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]:PORT/",
  "http://[2001:db8::1]:PORT/",
  "http://[2::1]:PORT/",
  "http://[fd00:ec2::254]:PORT/",
  "http://[fe80::1]:PORT/",
  "http://[fec0::1]:PORT/",
  "http://[ff02::1]:PORT/",
  "http://10.0.0.5:PORT/",
  "http://172.16.0.1:PORT/",
  "http://172.31.255.255:PORT/",
  "http://192.168.1.1:PORT/",
  "http://169.254.169.254:PORT/latest/meta-data",
  "http://168.63.129.16:PORT/",
  "http://100.64.1.1:PORT/",
  "http://100.100.100.200:PORT/",
  "http://192.0.0.192:PORT/",
  "http://198.18.0.1:PORT/",
  "http://192.0.2.1:PORT/",
  "http://224.0.0.1:PORT/",
  "http://240.0.0.1:PORT/",
  "http://255.255.255.255:PORT/",
  "http://localhost:PORT/",
  "http://LOCALHOST.:PORT/",
  "http://ⓛocalhost:PORT/",
  "http://a.localhost:PORT/"
]

describe("the guard", () => {
  it.live("lets no request out to an address that is not public, however it is written", () =>
    Effect.gen(function* () {
      const { asked, port } = yield* server((_, response) => response.end("inner"))
      const resolve = addresses({ localhost: ["127.0.0.1"], "a.localhost": ["::1"], "localhost.": ["127.0.0.1"] })
      yield* Effect.gen(function* () {
        const guard = yield* Guard
        for (const target of hostile) {
          const url = target.replace("PORT", String(port))
          assert.isFalse(guard.isAllowedUrl(url), url)
          assert.isTrue(Option.isSome(yield* refusalOf(url)), url)
        }
      }).pipe(Effect.provide(guarded({ allowHttp: true, ports: [port], resolve })))
      assert.deepStrictEqual(asked, [])
    }).pipe(Effect.scoped)
  )

  it.live("dials the address it checked: a name that changes, or has an inner address among others, is refused", () =>
    Effect.gen(function* () {
      const { asked, port } = yield* server((_, response) => response.end("inner"))
      const resolve = addresses({
        "rebind.example.com": ["127.0.0.2|127.0.0.1"],
        "mixed.example.com": ["127.0.0.2", "127.0.0.1"],
        "six.example.com": ["::ffff:127.0.0.1"],
        "none.example.com": []
      })
      yield* Effect.gen(function* () {
        // The first answer is allowed, so it is dialled; nobody answers there.
        yield* Effect.exit(get(`http://rebind.example.com:${port}/`))
        for (const name of ["rebind", "mixed", "six", "none"]) {
          assert.isTrue(Option.isSome(yield* refusalOf(`http://${name}.example.com:${port}/`)), name)
        }
      }).pipe(Effect.provide(guarded({ allowHttp: true, ports: [port], resolve, allow: ["127.0.0.2"] })))
      assert.deepStrictEqual(asked, [])
    }).pipe(Effect.scoped)
  )

  it.live("does not follow redirects, and allows what the operator allows, on allowed ports", () =>
    Effect.gen(function* () {
      const { asked, port } = yield* server((request, response) => {
        if (request.url === "/") response.writeHead(302, { location: `http://127.0.0.1:${port}/secret` })
        response.end("moved")
      })
      const inner = addresses({ "hooks.internal": ["127.0.0.1"], "a.b.corp": ["127.0.0.1"], corp: ["127.0.0.1"] })
      for (const allow of ["127.0.0.1", "127.0.0.0/8"]) {
        const response = yield* HttpClient.get(`http://127.0.0.1:${port}/`).pipe(
          Effect.provide(guarded({ allowHttp: true, ports: [port], allow: [allow] }))
        )
        assert.strictEqual(response.status, 302)
      }
      yield* Effect.gen(function* () {
        const guard = yield* Guard
        for (const host of ["hooks.internal", "HOOKS.internal.", "a.b.corp"]) {
          assert.isTrue(guard.isAllowedUrl(`http://${host}:${port}/x`), host)
        }
        assert.isFalse(guard.isAllowedUrl(`http://other.internal:${port}/x`))
        assert.strictEqual(yield* get(`http://hooks.internal:${port}/x`), "moved")
        assert.strictEqual(yield* get(`http://a.b.corp:${port}/x`), "moved")
        assert.isTrue(Option.isSome(yield* refusalOf(`http://corp:${port}/x`)))
      }).pipe(
        Effect.provide(guarded({ allowHttp: true, ports: [port], allow: ["hooks.internal", "*.corp"], resolve: inner }))
      )
      const other = yield* refusalOf(`http://127.0.0.1:${port}/x`).pipe(
        Effect.provide(guarded({ allowHttp: true, ports: [1], allow: ["127.0.0.1"] }))
      )
      assert.include(
        Option.getOrElse(other, () => ""),
        "port"
      )
      assert.deepStrictEqual(asked, ["/", "/", "/x", "/x"])
    }).pipe(Effect.scoped)
  )

  it.live("ends answers that are too long or too slow", () =>
    Effect.gen(function* () {
      const { port } = yield* server((request, response) => {
        if (request.url === "/large") response.end("x".repeat(20_000))
        else if (request.url === "/silent") return
        else {
          // A byte now and then: no single pause is long.
          const drip = setInterval(() => response.write("x"), 20)
          response.on("close", () => clearInterval(drip))
        }
      })
      yield* Effect.gen(function* () {
        for (const path of ["large", "silent", "drip"]) {
          const exit = yield* Effect.exit(get(`http://127.0.0.1:${port}/${path}`))
          assert.isTrue(Exit.isFailure(exit), path)
          assert.isTrue(Option.isNone(yield* refusalOf(`http://127.0.0.1:${port}/${path}`)), path)
        }
      }).pipe(
        Effect.timeout("4 seconds"),
        Effect.provide(
          guarded({ allowHttp: true, ports: [port], allow: ["127.0.0.1"], timeout: 300, maxResponseSize: 10_000 })
        )
      )
    }).pipe(Effect.scoped)
  )

  it.effect("checks a URL when it is saved", () =>
    Effect.gen(function* () {
      const strict = yield* Effect.provide(Guard, Guard.layer())
      const refused: ReadonlyArray<readonly [url: string, says: string]> = [
        ["http://example.com/", "must start with https://"],
        ["ftp://example.com/", "must start with https://"],
        ["javascript:alert(1)", "must start with https://"],
        ["example.com", "not a URL"],
        ["https://user:pass@example.com/", "user or password"],
        ["https://example.com:8443/", "must be one of 443"],
        ["https://intranet/", "not on the public internet"],
        ["https://printer.local/", "not on the public internet"],
        ["https://metadata.google.internal/", "not on the public internet"],
        ["https://192.168.0.1/", "not on the public internet"],
        [`https://example.com/${"x".repeat(2100)}`, "longer than"]
      ]
      for (const [url, says] of refused)
        assert.include(
          Option.getOrElse(strict.refuse(url), () => "allowed"),
          says,
          url
        )
      for (const url of [
        "https://example.com/hook?x=1",
        "https://8.8.8.8/",
        "https://[2606:4700::1111]/",
        "https://éxample.com"
      ]) {
        assert.isTrue(strict.isAllowedUrl(url), url)
      }
    })
  )
})
