/** The bytes of documents: streamed within limits, ended with whoever wants them, and sent as they are. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { Account, Auth, Call, Connector, Files, Form, Models, Page, Read, Wire } from "../src/contract/index.ts"
import { connect, isConnectorError } from "../src/connect/index.ts"
import * as InEffect from "../src/connect/effect.ts"

const documents = Connector.read("DOCUMENTS", {
  path: "/files",
  page: Page.single,
  items: "list",
  item: Wire.struct({ id: Wire.required(Wire.id), name: Wire.text }),
  deletes: Read.fullListing,
  map: (raw) => ({ platform_id: raw.id, file_name: raw.name })
})
const of = (download: Files.Download) =>
  Connector.make({
    id: "ACME",
    name: "Acme",
    category: "ACCOUNTING",
    models: Models.accounting,
    auth: Auth.oauth2({
      authorizeUrl: "https://acme.example/a",
      tokenUrl: "https://acme.example/t",
      scopes: [],
      clientAuth: "body",
      pkce: false
    }),
    settings: {},
    account: Account.untold("One account"),
    check: { path: "/me" },
    http: { baseUrl: "http://127.0.0.1:1", limits: { windows: [], unlimited: "A test" } },
    reads: { DOCUMENTS: documents },
    writes: {},
    files: Files.make({
      download,
      upload: {
        to: ["INVOICES"],
        most: 1000,
        call: ({ content, file_type }) => ({ method: "POST", path: "/files", body: Call.bytes(content, file_type) }),
        id: (body) => (Call.at(body, "id") as string | undefined) ?? null,
        read: documents,
        item: (body) => body
      }
    })
  })
const direct = of({ call: ({ platform_id }) => ({ path: `/bytes/${platform_id}` }) })
const named = of({ call: () => ({ path: "/address" }), found: Files.addressAt("url") })
const inside = of({ call: () => ({ path: "/inside" }), found: Files.base64At("data") })

const filed = (platform_id: string): Files.Filed => ({
  platform_id,
  file_name: "scan.pdf",
  file_type: "application/pdf",
  document_type: "INVOICES",
  document_type_id: "1"
})

type Handler = (request: IncomingMessage, response: ServerResponse) => void
let handle: Handler
let server: Server
let baseUrl: string
beforeAll(async () => {
  server = createServer((request, response) => handle(request, response))
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((done) => (server.closeAllConnections(), server.close(done))))

const open = (connector: typeof direct) =>
  connect(connector, { credentials: { access_token: "secret-token" }, settings: {}, baseUrl })
const whole = async (bytes: ReadableStream<Uint8Array>) =>
  Buffer.from(await new Response(bytes as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer())
const reasonOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => null,
    (cause: unknown) => cause
  )
  return isConnectorError(error) ? `${error.reason._tag}: ${error.message}` : String(error)
}
/** An answer that goes on until its caller has had enough; resolves when its connection is closed. */
const endless = (piece: number): Promise<void> =>
  new Promise((closed) => {
    handle = (_, response) => {
      response.once("close", closed)
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(piece)));
        if (!response.destroyed) response.once("drain", more)
      }
      more()
    }
  })

describe("a download", () => {
  it("hands on the bytes as they are, with what is told of them", async () => {
    const content = Buffer.from(Uint8Array.from({ length: 100_000 }, (_, at) => at % 251))
    const asked: Array<string | undefined> = []
    handle = ({ headers, url }, response) => {
      asked.push(url, headers.authorization, headers.accept)
      response.writeHead(200, { "content-type": "image/png", "content-length": content.length }).end(content)
    }
    const { bytes, ...told } = await open(direct).download(filed("a/b"))
    expect(told).toEqual({ file_name: "scan.pdf", file_type: "image/png", file_size: 100_000 })
    expect((await whole(bytes)).equals(content)).toBe(true)
    expect(asked).toEqual(["/bytes/a/b", "Bearer secret-token", "*/*"])
  })

  it("fails with the platform's reason, and never as an empty file", async () => {
    handle = (_, response) => response.writeHead(404, { "content-type": "application/json" }).end("{}")
    expect(await reasonOf(open(direct).download(filed("1")))).toMatch(/^NotFound/)
    handle = (_, response) => response.writeHead(302, { location: "https://elsewhere.example/" }).end()
    expect(await reasonOf(open(direct).download(filed("1")))).toMatch(/^Undecodable.*no bytes/)
  })

  it("asks an address that the platform names without credentials, and only where that may be", async () => {
    const seen: Array<string | undefined> = []
    handle = ({ headers, url }, response) => {
      seen.push(`${url} ${headers.authorization}`)
      if (url === "/address") return void response.end(JSON.stringify({ url: `${baseUrl}/signed?key=1` }))
      response.end("Coffee")
    }
    const { bytes } = await open(named).download(filed("1"))
    expect(String(await whole(bytes))).toBe("Coffee")
    expect(seen).toEqual(["/address Bearer secret-token", "/signed?key=1 undefined"])
    for (const url of ["http://10.0.0.1/x", "file:///etc/passwd", "nothing", 7]) {
      handle = (_, response) => void response.end(JSON.stringify({ url }))
      expect(await reasonOf(open(named).download(filed("1")))).toMatch(/^(Rejected|Undecodable)/)
    }
    // That an address has ended says nothing of the connection's credentials.
    handle = ({ url }, response) =>
      url === "/address"
        ? void response.end(JSON.stringify({ url: `${baseUrl}/signed` }))
        : void response.writeHead(401).end()
    expect(await reasonOf(open(named).download(filed("1")))).toMatch(/^Forbidden/)
  })

  it("reads bytes that stand in the answer", async () => {
    handle = (_, response) => void response.end(JSON.stringify({ data: btoa("Coffee") }))
    const { bytes, file_size } = await open(inside).download(filed("1"))
    expect([String(await whole(bytes)), file_size]).toEqual(["Coffee", 6])
    handle = (_, response) => void response.end(JSON.stringify({ data: "no base64 at all!" }))
    expect(await reasonOf(open(inside).download(filed("1")))).toMatch(/^Undecodable/)
  })

  it("takes no more bytes than it is to, whether or not it is told how many there are", async () => {
    const most = { bytes: 1000, name: "SVC_X" }
    handle = (_, response) => void response.end(Buffer.alloc(1001))
    expect(await reasonOf(open(direct).download(filed("1"), { most }))).toMatch(/more than 1000 bytes \(SVC_X\)/)
    const closed = endless(600)
    const { bytes, file_size } = await open(direct).download(filed("1"), { most })
    expect(file_size).toBeNull()
    expect(await reasonOf(whole(bytes))).toMatch(/more than 1000 bytes \(SVC_X\)/)
    await closed
    handle = (_, response) => void response.end(Buffer.alloc(1000))
    expect((await whole((await open(direct).download(filed("1"), { most })).bytes)).length).toBe(1000)
  })

  it("ends with a platform that never ends its answer", async () => {
    const closed = new Promise<void>((done) => {
      handle = (_, response) => {
        response.once("close", done)
        response.write("a")
      }
    })
    const { bytes } = await open(direct).download(filed("1"), { seconds: 0.05 })
    expect(await reasonOf(whole(bytes))).toMatch(/^TimedOut/)
    await closed
  })

  it("says that bytes end too early", async () => {
    handle = (_, response) => {
      response.writeHead(200, { "content-length": 100 })
      response.write("a", () => response.destroy())
    }
    const { bytes } = await open(direct).download(filed("1"))
    expect(await reasonOf(whole(bytes))).toMatch(/^Unavailable.*too early/)
  })

  it.each([
    ["its signal", (_: unknown, abort: () => void) => abort()],
    ["the client", (client: ReturnType<typeof open>) => client.close()]
  ])("ends with %s, and takes the call back", async (_, end) => {
    const closed = endless(600)
    const controller = new AbortController()
    const client = open(direct)
    const { bytes } = await client.download(filed("1"), { signal: controller.signal })
    const reader = bytes.getReader()
    await reader.read()
    await end(client, () => controller.abort(new Error("enough")))
    await expect(reader.read()).rejects.toThrow(/enough|closed/)
    await closed
  })

  it("ends when what came is let go", async () => {
    const closed = endless(600)
    const { bytes } = await open(direct).download(filed("1"))
    await bytes.cancel()
    await closed
  })

  it("is a stream for programs in Effect, which ends with whoever runs it", async () => {
    const closed = endless(600)
    const first = await Effect.gen(function* () {
      const client = yield* InEffect.connect(direct, {
        credentials: { access_token: "secret-token" },
        settings: {},
        baseUrl
      })
      const { bytes } = yield* client.download(filed("1"))
      return yield* Stream.runCollect(Stream.take(bytes, 1))
    }).pipe(Effect.provide(InEffect.layer), Effect.runPromise)
    expect(first.length).toBe(1)
    await closed
  })

  it("is told of as any other call, without what opens the file", async () => {
    const calls: Array<{ readonly path: string; readonly query: ReadonlyArray<string>; readonly operation: string }> =
      []
    handle = ({ url }, response) =>
      void response.end(url === "/address" ? JSON.stringify({ url: `${baseUrl}/signed?key=opens` }) : "Coffee")
    const client = connect(named, {
      credentials: { access_token: "secret-token" },
      settings: {},
      baseUrl,
      onCall: ({ operation, path, query }) => calls.push({ operation, path, query })
    })
    await whole((await client.download(filed("1"))).bytes)
    expect(calls).toEqual([
      { operation: "download DOCUMENTS", path: "/address", query: [] },
      { operation: "download DOCUMENTS", path: "/signed", query: ["key"] }
    ])
  })
})

describe("an upload", () => {
  const file = (content: Uint8Array): Files.File => ({
    file_name: "scan.pdf",
    file_type: "application/pdf",
    content,
    document_type: "INVOICES",
    document_type_id: "1"
  })
  it("sends the bytes as they are, and answers the record", async () => {
    const content = Uint8Array.from({ length: 1000 }, (_, at) => at % 256)
    let got = Buffer.alloc(0)
    handle = async (request, response) => {
      const pieces: Array<Buffer> = []
      for await (const piece of request) pieces.push(piece as Buffer)
      got = Buffer.concat(pieces)
      response.end(JSON.stringify({ id: "7", name: "scan.pdf", type: request.headers["content-type"] }))
    }
    const record = await open(direct).upload(file(content))
    expect(record).toMatchObject({ platform_id: "7", file_name: "scan.pdf" })
    expect(got.equals(content)).toBe(true)
  })
  it("sends nothing that the platform takes none of", async () => {
    handle = () => {
      throw new Error("asked")
    }
    expect(await reasonOf(open(direct).upload(file(new Uint8Array(1001))))).toMatch(/^InvalidCall.*1000 bytes/)
    expect(await reasonOf(open(direct).upload({ ...file(new Uint8Array(1)), document_type: "BILLS" }))).toMatch(
      /^Unsupported/
    )
  })
  it("does not know what became of a file whose answer never came, and sends it once", async () => {
    let times = 0
    handle = (request, response) => {
      request.resume().once("end", () => {
        times++
        response.destroy()
      })
    }
    expect(await reasonOf(open(direct).upload(file(new Uint8Array(9))))).toMatch(/^UnknownOutcome/)
    expect(times).toBe(1)
  })
  it("says that a file was taken although what came of it cannot be read", async () => {
    const forgetful = { ...direct, files: { upload: { ...direct.files!.upload!, item: () => ({}) } } }
    handle = (request, response) => request.resume().once("end", () => response.end(JSON.stringify({ id: "7" })))
    expect(await reasonOf(open(forgetful).upload(file(new Uint8Array(9))))).toMatch(/^Undecodable.*taken as 7/)
  })
})

it("parts of a form are kept apart, whatever they hold", () => {
  const { content, contentType } = Form.multipart([
    { name: 'a"b', content: "--svc-part\r\nx" },
    { name: "f", content: Uint8Array.of(0, 255, 13, 10), fileName: 'x"\r\ny.pdf', contentType: "application/pdf" }
  ])
  expect(contentType).toBe("multipart/form-data; boundary=svc-part-1")
  expect(Buffer.from(content).toString("latin1")).toBe(
    '--svc-part-1\r\ncontent-disposition: form-data; name="a%22b"\r\n\r\n--svc-part\r\nx\r\n' +
      '--svc-part-1\r\ncontent-disposition: form-data; name="f"; filename="x%22%0D%0Ay.pdf"\r\ncontent-type: application/pdf\r\n\r\n' +
      "\u0000\u00ff\r\n\r\n--svc-part-1--\r\n"
  )
})
