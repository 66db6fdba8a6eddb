/** The bytes of documents over HTTP: as the platform has them, within limits, for who may have them, and kept nowhere. */
import { once } from "node:events"
import * as Http from "node:http"
import type { AddressInfo } from "node:net"
import { buffer, text } from "node:stream/consumers"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { isSvcError, makeClient } from "@svc/client"
import * as InEffect from "@svc/client/effect"
import { serveSandbox } from "@svc/sandbox/platform/node"
import { Room } from "../../src/http/Room.ts"
import * as Service from "../support/Service.ts"

type Handler = (request: Http.IncomingMessage, response: Http.ServerResponse) => void
const most = 100_000

let platform: Awaited<ReturnType<typeof serveSandbox>>
/** Stands before the platform; what it does to the next calls for bytes, and to calls that carry a file. */
let front: Http.Server
let bytes: Handler | null = null
let taking: Handler | null = null
let service: Service.Service
let company: number
let other: number
/** A document of an invoice, and the invoice. */
let document: any
let invoice: any

const listen = async (server: Http.Server): Promise<string> => {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const forward: Handler = (request, response) => {
  const { headers, method, url } = request
  const onward = Http.request(`${platform.url}${url}`, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode!, answer.headers)
    answer.pipe(response)
  })
  request.pipe(onward)
}
beforeAll(async () => {
  platform = await serveSandbox({ rateLimit: { requests: 1_000_000, perSeconds: 60 } })
  front = Http.createServer((request, response) => {
    const isBytes = request.method === "GET" && request.url!.endsWith("/content")
    const isFile = request.method === "POST" && request.url!.includes("/content?")
    const own = isBytes ? bytes : isFile ? taking : null
    ;(own ?? forward)(request, response)
  })
  service = await Service.start({
    SVC_SANDBOX_BASE_URL: `${await listen(front)}/v1`,
    SVC_MAX_DOCUMENT_BYTES: String(most),
    SVC_DOCUMENT_SECONDS: "1",
    SVC_MAX_DOCUMENTS: "2",
    SVC_MAX_ORGANISATION_PERCENT: "100"
  })
  const connect = async (name: string) => {
    const { body } = await service.call("POST", "/v3/core/companies", { name })
    const id: number = body.data.svc_id
    const models = ["DOCUMENTS", "INVOICES"].map((data_model) => ({ data_model, enabled: true }))
    await service.call("POST", "/v3/core/connections", {
      company_id: id,
      integration_type: "SVC_SANDBOX",
      credentials: { api_key: `sandbox-${name.toLowerCase()}` },
      sync_config: models
    })
    await Service.until(
      () => service.call("GET", `/v3/core/syncs?svc_company_id[eq]=${id}`),
      ({ body: found }) => found.data[0]?.finished_at != null
    )
    return id
  }
  company = await connect("Ada")
  other = await connect("Ben")
  const listed = await service.call(
    "GET",
    `/v3/accounting/documents?svc_company_id[eq]=${company}&document_type[eq]=INVOICES&limit=1`
  )
  document = listed.body.data[0]
  const owner = await service.call(
    "GET",
    `/v3/accounting/invoices?svc_company_id[eq]=${company}&platform_id[eq]=${document.document_type_id}`
  )
  invoice = owner.body.data[0]
}, 120_000)
afterAll(async () => {
  await service.stop()
  front.closeAllConnections()
  await new Promise((done) => front.close(done))
  await platform.close()
})

const pathOf = ({ svc_id }: { readonly svc_id: number }) => `/v3/accounting/documents/${svc_id}/content`
const open = async (path: string, options: Http.RequestOptions = {}) => {
  const headers = { api_key: Service.apiKey, ...(options.headers as object) }
  const request = Http.request(`${service.url}${path}`, { ...options, headers })
  request.on("error", () => {})
  request.end()
  const [answer] = (await once(request, "response")) as [Http.IncomingMessage]
  return { answer, request }
}
const upload = async (query: string, content: Uint8Array | string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${service.url}/v3/accounting/documents/content?${query}`, {
    method: "POST",
    headers: { api_key: Service.apiKey, "content-type": "text/plain", ...headers },
    body: content as Uint8Array<ArrayBuffer>
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as any }
}
const held = () =>
  service.run(Effect.map(Effect.serviceOption(Room), (room) => (room as any).value.documents.held() as number))
const keyWith = async (scopes: ReadonlyArray<string>, company_id: number | null = null): Promise<string> => {
  const { body } = await service.call("POST", "/v3/core/api_keys", { name: "some", scopes, company_id })
  return body.data.secret
}
const during = async <A>(own: { readonly bytes?: Handler; readonly taking?: Handler }, go: () => Promise<A>) => {
  bytes = own.bytes ?? null
  taking = own.taking ?? null
  try {
    return await go()
  } finally {
    bytes = taking = null
  }
}
/** Answers without end, as fast as it is taken; resolves when its connection is closed. */
const endless = () => {
  const closed = Promise.withResolvers<void>()
  const handler: Handler = (_, response) => {
    response.once("close", closed.resolve)
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(1000)));
      if (!response.destroyed) response.once("drain", more)
    }
    more()
  }
  return { handler, closed: closed.promise }
}

describe("a download", () => {
  it("hands on the bytes as the platform has them, as a file and never as a page", async () => {
    const content = Buffer.from(Uint8Array.from({ length: 70_000 }, (_, at) => (at * 7) % 256))
    const seen: Array<string | undefined> = []
    const send: Handler = ({ headers, url }, response) => {
      seen.push(url, headers.authorization)
      response.writeHead(200, { "content-type": "text/html", "content-length": content.length, "set-cookie": "a=b" })
      response.end(content)
    }
    await during({ bytes: send }, async () => {
      const { answer } = await open(pathOf(document), { headers: { "accept-encoding": "gzip" } })
      expect(answer.statusCode).toBe(200)
      expect((await buffer(answer)).equals(content)).toBe(true)
      expect(answer.headers).toMatchObject({
        "content-type": "text/html",
        "content-length": String(content.length),
        "content-disposition": expect.stringMatching(/^attachment; filename="[^"]+"; filename\*=UTF-8''\S+$/),
        "x-content-type-options": "nosniff",
        "content-security-policy": expect.stringContaining("sandbox"),
        "cache-control": "private, no-store"
      })
      expect(answer.headers["content-encoding"]).toBeUndefined()
      expect(answer.headers["set-cookie"]).toBeUndefined()
      expect(seen).toEqual([`/v1/attachments/${document.platform_id}/content`, "Bearer sandbox-ada"])
    })
    await Service.until(held, (now) => now === 0)
  })

  it("answers HEAD with what is told of the file, and lets it go", async () => {
    const { closed, handler } = endless()
    await during({ bytes: handler }, async () => {
      const { answer } = await open(pathOf(document), { method: "HEAD" })
      expect([answer.statusCode, await text(answer)]).toEqual([200, ""])
      await closed
    })
    await Service.until(held, (now) => now === 0)
  })

  it("is refused where the platform refuses, with its reason", async () => {
    const refusing =
      (status: number): Handler =>
      (_, response) =>
        void response.writeHead(status, { "content-type": "application/json" }).end('{"error":{"message":"No."}}')
    for (const [status, told, code] of [
      [404, 404, "not-found"],
      [403, 422, "platform-denied"]
    ] as const) {
      const answer = await during({ bytes: refusing(status) }, () => service.call("GET", pathOf(document)))
      expect([answer.status, answer.body.error.code]).toEqual([told, code])
    }
    await Service.until(held, (now) => now === 0)
  })

  it("takes no more than it is to: told at once where it is known, and cut where it is not", async () => {
    const known: Handler = (_, response) =>
      void response.writeHead(200, { "content-length": most + 1 }).end(Buffer.alloc(most + 1))
    const answer = await during({ bytes: known }, () => service.call("GET", pathOf(document)))
    expect([answer.status, answer.body.error.code]).toEqual([413, "payload-too-large"])
    expect(answer.body.error.message).toContain("SVC_MAX_DOCUMENT_BYTES")
    const { closed, handler } = endless()
    await during({ bytes: handler }, async () => {
      const { answer: cut } = await open(pathOf(document))
      let size = 0
      await expect(
        (async () => {
          for await (const piece of cut) size += (piece as Buffer).length
        })()
      ).rejects.toThrow()
      expect(size).toBeLessThanOrEqual(most)
      await closed
    })
    await Service.until(held, (now) => now === 0)
  })

  it("ends with a platform that never ends its answer", async () => {
    const closed = Promise.withResolvers<void>()
    const slow: Handler = (_, response) => {
      response.once("close", closed.resolve)
      response.write("a")
    }
    await during({ bytes: slow }, async () => {
      const { answer } = await open(pathOf(document))
      await expect(buffer(answer)).rejects.toThrow()
      await closed.promise
    })
    await Service.until(held, (now) => now === 0)
  })

  it("ends with a caller who hangs up", async () => {
    const { closed, handler } = endless()
    await during({ bytes: handler }, async () => {
      const { answer, request } = await open(pathOf(document))
      await once(answer, "data")
      request.destroy()
      await closed
    })
    await Service.until(held, (now) => now === 0)
  })

  it("is one of so many at once, and of the next is said so", async () => {
    const closed: Array<PromiseWithResolvers<void>> = []
    const waiting: Handler = (_, response) => {
      const end = Promise.withResolvers<void>()
      closed.push(end)
      response.once("close", end.resolve)
      response.write("a")
    }
    await during({ bytes: waiting }, async () => {
      const under = await Promise.all([open(pathOf(document)), open(pathOf(document))])
      const third = await service.call("GET", pathOf(document))
      expect([third.status, third.body.error.code]).toEqual([503, "platform-unavailable"])
      expect(third.body.error.message).toContain("SVC_MAX_DOCUMENTS")
      for (const { request } of under) request.destroy()
      await Promise.all(closed.map(({ promise }) => promise))
    })
    await Service.until(held, (now) => now === 0)
  })

  it("is for who may see the record", async () => {
    const mine = await keyWith(["read"], other)
    const foreign = await service.call("GET", pathOf(document), undefined, { api_key: mine })
    expect([foreign.status, foreign.body.error.code]).toEqual([404, "not-found"])
    const writer = await keyWith(["write"])
    const scopeless = await service.call("GET", pathOf(document), undefined, { api_key: writer })
    expect([scopeless.status, scopeless.body.error.code]).toEqual([403, "operation-denied"])
    // An invoice is no document.
    expect((await service.call("GET", pathOf(invoice))).status).toBe(404)
    expect((await service.call("GET", pathOf({ svc_id: 999_999_999 }))).status).toBe(404)
  })
})

describe("an upload", () => {
  const of = (record: { readonly svc_id: number }, name = "receipt.txt") =>
    `record_id=${record.svc_id}&file_name=${encodeURIComponent(name)}`

  it("attaches the file as it is, and shows the document at once", async () => {
    const content = Uint8Array.from({ length: 90_000 }, (_, at) => (at * 11) % 256)
    const sent = await upload(of(invoice, "Quittung ü.png"), content, { "content-type": "image/png" })
    expect(sent.status, JSON.stringify(sent.body)).toBe(200)
    const made = sent.body.data
    expect(made).toMatchObject({
      svc_company_id: company,
      file_name: "Quittung ü.png",
      file_type: "image/png",
      file_size: "90000",
      document_type: "INVOICES",
      document_type_id: invoice.platform_id
    })
    const shown = await service.call("GET", `/v3/accounting/documents/${made.svc_id}`)
    expect(shown.body.data).toEqual(made)
    const { answer } = await open(pathOf(made))
    expect((await buffer(answer)).equals(Buffer.from(content))).toBe(true)
    expect(answer.headers["content-disposition"]).toContain("filename*=UTF-8''Quittung%20%C3%BC.png")
    const { body } = await Service.until(
      () => service.call("GET", "/v3/core/calls?operation[eq]=upload%20DOCUMENTS"),
      (calls) => calls.body.data.length > 0
    )
    expect(body.data[0]).toMatchObject({ purpose: "write", method: "POST" })
  })

  it("is done once for one key, whatever its caller repeats", async () => {
    const headers = { "idempotency-key": "file-1" }
    const first = await upload(of(invoice), "Coffee", headers)
    const again = await upload(of(invoice), "Coffee", headers)
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body.data.svc_id).toBe(first.body.data.svc_id)
    expect(again.headers.get("idempotent-replayed")).toBe("true")
    for (const [query, content] of [
      [of(invoice), "Tea"],
      [of(invoice, "other.txt"), "Coffee"]
    ] as const) {
      const another = await upload(query, content, headers)
      expect([another.status, another.body.error.code]).toEqual([422, "idempotency-mismatch"])
    }
  })

  it("is not sent again where nobody knows what became of it", async () => {
    let times = 0
    const broken: Handler = (request, response) =>
      void request.resume().once("end", () => {
        times++
        response.destroy()
      })
    const headers = { "idempotency-key": "file-2" }
    await during({ taking: broken }, async () => {
      for (let tried = 0; tried < 2; tried++) {
        const answer = await upload(of(invoice), "Coffee", headers)
        expect([answer.status, answer.body.error.code]).toEqual([502, "unknown-outcome"])
      }
    })
    expect(times).toBe(1)
  })

  it("is refused where it is too large, however its size is told", async () => {
    const asked: Array<unknown> = []
    const never: Handler = (request, response) => {
      asked.push(request.url)
      forward(request, response)
    }
    await during({ taking: never }, async () => {
      const large = await upload(of(invoice), new Uint8Array(most + 1))
      expect([large.status, large.body.error.code]).toEqual([413, "payload-too-large"])
      expect(large.body.error.message).toContain("SVC_MAX_DOCUMENT_BYTES")
      const request = Http.request(`${service.url}/v3/accounting/documents/content?${of(invoice)}`, {
        method: "POST",
        headers: { api_key: Service.apiKey, "content-type": "text/plain", "transfer-encoding": "chunked" }
      })
      request.on("error", () => {})
      const answered = once(request, "response") as Promise<[Http.IncomingMessage]>
      for (let sent = 0; sent <= most; sent += 10_000) request.write(Buffer.alloc(10_000))
      request.end()
      const [answer] = await answered
      expect(answer.statusCode).toBe(413)
      answer.resume()
    })
    expect(asked).toEqual([])
  })

  it("is for who may write, to a record that takes files", async () => {
    const reader = await upload(of(invoice), "Coffee", { api_key: await keyWith(["read"]) })
    expect([reader.status, reader.body.error.code]).toEqual([403, "operation-denied"])
    const foreign = await upload(of(invoice), "Coffee", { api_key: await keyWith(["read", "write"], other) })
    expect([foreign.status, foreign.body.error.field]).toEqual([404, "record_id"])
    expect((await upload(of(document), "Coffee")).status).toBe(404)
    expect((await upload(of(invoice), "")).body.error.code).toBe("missing-params")
    expect((await upload("file_name=a.txt", "Coffee")).status).toBe(400)
    expect((await upload(`${of(invoice)}&colour=red`, "Coffee")).status).toBe(400)
    expect((await upload(of(invoice), "Coffee", { "content-type": "nothing" })).status).toBe(415)
    expect((await upload(of(invoice), "Coffee", { "content-encoding": "gzip" })).status).toBe(415)
  })

  it("keeps to what the connection is configured to allow", async () => {
    const { body } = await service.call("GET", `/v3/core/connections?svc_company_id[eq]=${company}`)
    const id = body.data[0].svc_id
    const scope = (scope_access: object) =>
      service.call("PUT", `/v3/core/connections/${id}/sync_config`, {
        sync_config: [
          {
            data_model: "DOCUMENTS",
            scope_access: { READ: true, CREATE: true, UPDATE: true, DELETE: true, ...scope_access }
          }
        ]
      })
    expect((await scope({ CREATE: false })).status).toBe(200)
    const refused = await upload(of(invoice), "Coffee")
    expect([refused.status, refused.body.error.code]).toEqual([403, "operation-denied"])
    expect((await scope({})).status).toBe(200)
    expect((await upload(of(invoice), "Coffee")).status).toBe(200)
  })
})

describe("the client", () => {
  it("sends a file and fetches its bytes, in both of its forms", async () => {
    const client = makeClient({ url: service.url, apiKey: Service.apiKey })
    const content = Uint8Array.from({ length: 5000 }, (_, at) => (at * 3) % 256)
    const file = { record_id: invoice.svc_id, file_name: "ü.bin", file_type: "image/png", content }
    const made = await client.upload(file)
    const { bytes, ...told } = await client.download(made.svc_id)
    expect(told).toEqual({ file_name: "ü.bin", file_type: "image/png", file_size: 5000 })
    expect(Buffer.from(await new Response(bytes as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer())).toEqual(
      Buffer.from(content)
    )
    const inEffect = InEffect.makeClient({ url: service.url, apiKey: Service.apiKey })
    const pieces = await inEffect.download(made.svc_id).pipe(
      Effect.flatMap((one) => Stream.runCollect(one.bytes)),
      Effect.runPromise
    )
    expect(Buffer.concat([...pieces])).toEqual(Buffer.from(content))
  })
  it("says why there are no bytes, and when they end too early", async () => {
    const client = makeClient({ url: service.url, apiKey: Service.apiKey })
    const missing = await client.download(999_999_999).catch((error: unknown) => error)
    expect(isSvcError(missing) && missing.code).toBe("not-found")
    await during({ bytes: endless().handler }, async () => {
      const { bytes } = await client.download(document.svc_id)
      const broken = await new Response(bytes as ReadableStream<Uint8Array<ArrayBuffer>>)
        .arrayBuffer()
        .catch((error: unknown) => error)
      expect(isSvcError(broken) && broken.code).toBe("unreachable")
    })
  })
})
