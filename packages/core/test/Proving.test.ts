/** What proves that a webhook is the platform's, where that is no HMAC: a secret that is compared, and the platform's own word. */
import { describe, expect, it } from "vitest"
import { connect, receive } from "../src/connect/index.ts"
import { Inbound, Wire } from "../src/contract/index.ts"
import { hmac } from "../src/contract/Hmac.ts"
import { ledger } from "./Rotating.ts"

const Body = Wire.struct({ token: Wire.text, tokens: Wire.list(Wire.text) })
const events = () => [{ model: "CONTACTS", platform_id: "c-1", settings: {} } as const]
const proving = (proof: Inbound.Inbound["proof"]) => ({ ...ledger, inbound: Inbound.make({ proof, events }) })
const request = (body: string, headers: Readonly<Record<string, string>> = {}) =>
  new Request("https://app.example/hooks?given=in-query", { method: "POST", body, headers })

describe("a secret that comes as it is", () => {
  const accepted = async (
    proof: Inbound.Inbound["proof"],
    secrets: ReadonlyArray<string>,
    body = "{}",
    headers: Readonly<Record<string, string>> = {}
  ) => (await receive(proving(proof), request(body, headers), { secrets })).accepted

  it("is believed in a header, the query or the body, when it is the whole of it", async () => {
    expect(await accepted(({ headers }) => ({ equals: headers["x-token"] }), ["t-1"], "{}", { "x-token": "t-1" })).toBe(
      true
    )
    expect(await accepted(({ url }) => ({ equals: url.searchParams.get("given") }), ["old", "in-query"])).toBe(true)
    const inside: Inbound.Inbound["proof"] = ({ body }) => ({ equals: Wire.decode(Body, JSON.parse(body)).token })
    expect(await accepted(inside, ["t-1"], `{"token":"t-1"}`)).toBe(true)
    for (const body of [
      `{"token":"t-"}`,
      `{"token":"t-11"}`,
      `{"token":"T-1"}`,
      `{"token":""}`,
      `{"token":null}`,
      "{}",
      "no json"
    ]) {
      expect([body, await accepted(inside, ["t-1"], body)]).toEqual([body, false])
    }
    for (const secrets of [[], [""]]) expect(await accepted(inside, secrets, `{"token":""}`)).toBe(false)
  })

  it("must be right in every event that carries one, and there must be one", async () => {
    const each: Inbound.Inbound["proof"] = ({ body }) => ({ equals: Wire.decode(Body, JSON.parse(body)).tokens ?? [] })
    const cases: ReadonlyArray<readonly [body: string, isRight: boolean]> = [
      [`{"tokens":["s","s"]}`, true],
      [`{"tokens":["s","guess"]}`, false],
      [`{"tokens":["s",null]}`, false],
      [`{"tokens":[]}`, false]
    ]
    for (const [body, isRight] of cases) expect([body, await accepted(each, ["s"], body)]).toEqual([body, isRight])
  })

  it("may be the password of Basic", async () => {
    const basic: Inbound.Inbound["proof"] = (own) => ({ equals: Inbound.passwordOf(own) })
    const sent = (authorization: string) => accepted(basic, ["pä:ss"], "{}", { authorization })
    const of = (text: string) => Buffer.from(text).toString("base64")
    expect(await sent(`Basic ${of("svc:pä:ss")}`)).toBe(true)
    expect(await sent(`basic ${of(":pä:ss")}`)).toBe(true)
    for (const given of [
      `Basic ${of("svc:pass")}`,
      `Basic ${of("pä")}`,
      `Bearer ${of("svc:pä:ss")}`,
      "Basic",
      "Basic %%",
      of("svc:pä:ss")
    ]) {
      expect([given, await sent(given)]).toEqual([given, false])
    }
  })
})

describe("a signature with its time", () => {
  const timed = proving((own) => Inbound.timed(own.headers["x-signature"], own))
  const accepted = async (header: string | undefined) =>
    (await receive(timed, request("{}", header === undefined ? {} : { "x-signature": header }), { secrets: ["s-1"] }))
      .accepted
  const now = String(Math.floor(Date.now() / 1000))
  const of = (time: string, secret = "s-1") => hmac("SHA-256", secret, `${time}.{}`, "hex")

  it("is believed where one of several is right, as long as it is young", async () => {
    const [right, other, old] = [await of(now), await of(now, "s-2"), String(Number(now) - 3600)]
    expect(await accepted(`t=${now},v1=${right}`)).toBe(true)
    expect(await accepted(`v0=${other}, v1=${other}, t=${now}, v1=${right}`)).toBe(true)
    for (const header of [
      undefined,
      "",
      `t=${now}`,
      `t=${now},v1=`,
      `v1=${right}`,
      `t=${now},v0=${right}`,
      `t=${now},v1=${other}`,
      `t=${now}.0,v1=${right}`,
      `t=${old},v1=${await of(old)}`
    ]) {
      expect([header, await accepted(header)]).toEqual([header, false])
    }
  })
})

describe("a platform that has to be asked", () => {
  const asking = proving(({ body, headers }) =>
    headers["x-sign"] === undefined
      ? null
      : {
          ask: () => ({
            method: "POST",
            path: "/verify",
            body: {
              _tag: "EncodedBody",
              contentType: "application/json",
              content: `{"sign":${JSON.stringify(headers["x-sign"])},"event":${body},"hook":"ours"}`
            }
          }),
          holds: (answer) => (answer as { is: string }).is === "right"
        }
  )
  const world = (answer: (asked: any) => Response) => {
    const asked: Array<string> = []
    const books = connect(asking, {
      credentials: { access_token: "a" },
      settings: {},
      fetch: async (_input, init) => {
        const text = Buffer.from(init!.body as Uint8Array).toString("utf8")
        asked.push(text)
        return answer(JSON.parse(text))
      }
    })
    return { asked, books }
  }
  const says = (is: unknown) => () => Response.json({ is })

  it("is asked about the body as it came, and its word counts", async () => {
    const body = `{ "amount": 1.00,\n "id": 12345678901234567890 }`
    const { asked, books } = world(says("right"))
    const { accepted, events: told } = await books.receive(request(body, { "x-sign": "s" }))
    expect([accepted, told.length, asked]).toEqual([true, 1, [`{"sign":"s","event":${body},"hook":"ours"}`]])
    for (const other of [
      says("wrong"),
      says(undefined),
      () => Response.json(null),
      () => new Response("{}", { status: 400 })
    ]) {
      const refused = await world(other).books.receive(request(body, { "x-sign": "s" }))
      expect([refused.accepted, refused.events, refused.response.status]).toEqual([false, [], 401])
    }
  })

  it("is not asked about what lacks a signature, nor about text that says more than an event", async () => {
    const { asked, books } = world(says("right"))
    const forged = `{},"hook":"theirs","event":{}`
    for (const [body, headers] of [
      ["{}", {}],
      [forged, { "x-sign": "s" }],
      [`{}}`, { "x-sign": "s" }],
      ["", { "x-sign": "s" }]
    ] as const) {
      const { accepted, events: told } = await books.receive(request(body, headers))
      expect([body, accepted, told]).toEqual([body, false, []])
    }
    expect(asked).toEqual([])
  })

  it("believes nothing while the platform cannot be asked, or nobody is there to ask", async () => {
    await expect(receive(asking, request("{}", { "x-sign": "s" }), { secrets: ["s"] })).rejects.toMatchObject({
      reason: { _tag: "InvalidCall" }
    })
    const { books } = world(() => new Response("{}", { status: 403 }))
    await expect(books.receive(request("{}", { "x-sign": "s" }))).rejects.toMatchObject({
      reason: { _tag: "Forbidden" }
    })
  })
})
