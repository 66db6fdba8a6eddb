/** Deliveries signed by the official library of Standard Webhooks, whole, altered, old, and under a changing secret. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Readable } from "node:stream"
import { Webhook } from "standardwebhooks"
import { expect, it } from "vitest"
import { isWebhookError, signWebhook, type VerifyOptions, verifyWebhook } from "../src/index.ts"

const secretOf = (letter: string) => `whsec_${btoa(letter.repeat(32))}`
const [first, second, other] = [secretOf("a"), secretOf("b"), secretOf("c")]
const body = JSON.stringify({
  id: "evt-1",
  type: "DATA_MODEL_CHANGES",
  data_model: "CONTACTS",
  data: { name: "Åda €" }
})

const delivery = (secrets: ReadonlyArray<string>, secondsAgo = 0) => {
  const at = new Date(Math.floor(Date.now() / 1000 - secondsAgo) * 1000)
  return {
    "webhook-id": "evt-1",
    "webhook-timestamp": String(at.getTime() / 1000),
    "webhook-signature": secrets.map((secret) => new Webhook(secret).sign("evt-1", at, body)).join(" ")
  }
}
const reasonOf = (options: VerifyOptions) =>
  verifyWebhook(options).then(
    () => null,
    (error: unknown) => (isWebhookError(error) ? error.reason : error)
  )

it("believes what is signed with a secret in force, however headers and body come", async () => {
  const event = await verifyWebhook({ secrets: [first], headers: delivery([first]), body })
  expect(event).toMatchObject({ id: "evt-1", data_model: "CONTACTS" })
  // The type of the data follows from the type of the event.
  if (event.type === "DATA_MODEL_CHANGES" && event.data_model === "CONTACTS") expect(event.data.name).toBe("Åda €")
  const bytes = new TextEncoder().encode(body)
  const upper = Object.fromEntries(
    Object.entries(delivery([first])).map(([name, value]) => [name.toUpperCase(), value])
  )
  expect(await reasonOf({ secrets: [first], headers: new Headers(delivery([first])), body: bytes })).toBeNull()
  expect(await reasonOf({ secrets: [first], headers: upper, body: bytes.buffer })).toBeNull()
})

it("goes over from one secret to the next without losing a delivery", async () => {
  for (const headers of [delivery([first, second]), delivery([second])]) {
    expect(await reasonOf({ secrets: [first, second], headers, body })).toBeNull()
    expect(await reasonOf({ secrets: [second], headers, body })).toBeNull()
  }
  expect(await reasonOf({ secrets: [other], headers: delivery([first, second]), body })).toBe("signature-wrong")
})

it("believes nothing that was altered", async () => {
  const headers = delivery([first])
  const signature = headers["webhook-signature"]
  for (const altered of [
    { headers, body: `${body} ` },
    { headers: { ...headers, "webhook-id": "evt-2" }, body },
    { headers: { ...headers, "webhook-timestamp": String(Number(headers["webhook-timestamp"]) + 1) }, body },
    { headers: { ...headers, "webhook-signature": `${signature.slice(0, -2)}==` }, body },
    { headers: { ...headers, "webhook-signature": signature.replace("v1,", "v2,") }, body },
    { headers: { ...headers, "webhook-signature": "v1,not base64!" }, body }
  ]) {
    expect(await reasonOf({ secrets: [first], ...altered }), JSON.stringify(altered)).toBe("signature-wrong")
  }
  expect(await reasonOf({ secrets: [], headers, body })).toBe("signature-wrong")
})

it("believes nothing old or from the future, and nothing unsigned", async () => {
  const old = (seconds: number, tolerance?: number) =>
    reasonOf({
      secrets: [first],
      headers: delivery([first], seconds),
      body,
      ...(tolerance === undefined ? {} : { tolerance })
    })
  expect(await old(290)).toBeNull()
  expect(await old(310)).toBe("too-old-or-new")
  expect(await old(-310)).toBe("too-old-or-new")
  expect(await old(310, 600)).toBeNull()
  for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature"]) {
    expect(await reasonOf({ secrets: [first], headers: { ...delivery([first]), [name]: undefined }, body })).toBe(
      "header-missing"
    )
  }
  const headers = { ...delivery([first]), "webhook-timestamp": "now" }
  expect(await reasonOf({ secrets: [first], headers, body })).toBe("too-old-or-new")
})

it("says when a secret is none", async () => {
  for (const secret of ["", "whsec_", "whsec_%%%", "hush"]) {
    expect(await reasonOf({ secrets: [secret], headers: delivery([first]), body })).toBeInstanceOf(TypeError)
  }
})

it("takes a request as the web, Node and frameworks have it", async () => {
  const headers = { ...delivery([first]), cookie: ["a=1", "b=2"] }
  const bytes = new TextEncoder().encode(body)
  const web = new Request("https://app.example/hooks", { method: "POST", body, headers: delivery([first]) })
  const unread = () => Readable.from([bytes.slice(0, 50), bytes.slice(50)])
  for (const request of [
    web,
    { headers, body: Buffer.from(bytes) },
    { headers, body: JSON.parse(body) as object, rawBody: body },
    { headers, raw: unread() },
    Object.assign(unread(), { headers })
  ]) {
    expect(await reasonOf({ secrets: [first], request })).toBeNull()
  }
  // What was parsed cannot be what was signed.
  expect(await reasonOf({ secrets: [first], request: { headers, body: JSON.parse(body) } })).toBeInstanceOf(TypeError)

  const seen: Array<unknown> = []
  const server = createServer((request, response) => {
    void verifyWebhook({ secrets: [first], request }).then((event) => {
      seen.push(event.id)
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const { status } = await fetch(`http://127.0.0.1:${port}/hooks`, { method: "POST", body, headers: delivery([first]) })
  expect([status, seen]).toEqual([204, ["evt-1"]])
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  // Node's headers with a body that was read elsewhere.
  expect(await reasonOf({ secrets: [first], headers, body: bytes })).toBeNull()
})

it("signs deliveries to test a handler with, as the service and the official library do", async () => {
  const event = { id: "evt-7", type: "DATA_MODEL_CHANGES", data: { name: "Åda €" } }
  const at = new Date()
  const signed = await signWebhook({ secrets: [first, second], event, at })
  expect(new Webhook(first).verify(signed.body, signed.headers)).toEqual(event)
  expect(new Webhook(second).verify(signed.body, signed.headers)).toEqual(event)
  const request = new Request("https://app.example/hooks", { method: "POST", ...signed })
  expect(await verifyWebhook({ secrets: [second], request })).toEqual(event)
  expect(await reasonOf({ secrets: [other], ...signed })).toBe("signature-wrong")
  const old = await signWebhook({ secrets: [first], event, at: new Date(Date.now() - 310_000) })
  expect(await reasonOf({ secrets: [first], ...old })).toBe("too-old-or-new")
})
