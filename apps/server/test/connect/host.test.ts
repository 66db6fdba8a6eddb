/**
 * The connect page as the application has it that sent somebody there: its name and colours, the way back, who may frame it,
 * and how it learns the end. Most of it by plain requests; what somebody tries who wants to misuse it is refused.
 */
import { Connector } from "@svc/core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Colour from "../../src/connect/Colour.ts"
import { coloured } from "../../src/connect/Style.ts"
import * as Chance from "../support/Chance.ts"
import * as ConnectServer from "../support/ConnectServer.ts"
import * as Desk from "../support/Desk.ts"
import * as Visitor from "../support/Visitor.ts"

const app = "https://app.example.com"
const local = "http://localhost:3000"
const bureau = Connector.make({ ...Desk.desk, id: "TEST_BUREAU", name: "Bureau" })

let server: ConnectServer.ConnectServer
let desk: Desk.DeskPlatform
beforeAll(async () => {
  desk = await Desk.start()
  server = await ConnectServer.start([Desk.desk, bureau], {
    ...Desk.environment(desk),
    SVC_CONNECT_ORIGINS: `${app}, ${local}`,
    SVC_NAME: "Operator"
  })
})
afterAll(async () => {
  await server.close()
  await desk.close()
})

const link = async (body: object = {}): Promise<any> => {
  const answer = await server.call("POST", "/v3/core/invite_links", {
    integration_categories: [],
    integrations: ["TEST_DESK"],
    company_name: "Ada Ltd",
    ...body
  })
  expect(answer.body).toMatchObject({ data: {} })
  return answer.body.data
}
const look = async (url: string, headers: Readonly<Record<string, string>> = {}) => {
  const answer = await fetch(url, { headers, redirect: "manual" })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}
const unescaped = (text: string) => text.replaceAll("&amp;", "&").replaceAll("&#39;", "'").replaceAll("&quot;", '"')
const hrefs = (text: string) => [...text.matchAll(/href="([^"]+)"/g)].map(([, href]) => unescaped(href!))
const backOf = (text: string) => hrefs(text).filter((href) => href.startsWith(app) || href.startsWith(local))
const entered = { "setting.shop": "ada", "setting.region": "eu" }

/** Addresses that are not, or not only, of an origin that is allowed, as parsers may read them. */
const foreign = [
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "https:evil.example",
  "https:/evil.example",
  "https:///app.example.com/",
  "https://app.example.com@evil.example/",
  "https://app.example.com:pass@evil.example/",
  "https://user@app.example.com/",
  "https://app.example.com\\@evil.example/",
  "https://evil.example\\.app.example.com/",
  "https://app.example.com.evil.example/",
  "https://app.example.com:444/",
  "https://app.example.com%2eevil.example/",
  "http://app.example.com/",
  "http://localhost:3001/",
  "http://localhost.evil.example:3000/",
  "javascript:alert(1)//https://app.example.com/",
  "data:text/html,<script>alert(1)</script>",
  "blob:https://app.example.com/x",
  "https://app.example.com/\r\nset-cookie: a=b",
  "https://app.example.com/\tx",
  " https://app.example.com/",
  "https://app.example.com/#fragment",
  "https://app。example。com/",
  "https://ａpp.example.com/",
  "https://app.example.com/ü",
  "HTTPS://APP.EXAMPLE.COM/",
  `https://app.example.com/${"x".repeat(2100)}`,
  "app.example.com",
  ""
]

describe("the way back", () => {
  it("leads to an origin that the operator allows, and nowhere else", async () => {
    const make = (return_url: string) =>
      server.call("POST", "/v3/core/invite_links", {
        integration_categories: [],
        integrations: ["TEST_DESK"],
        return_url
      })
    for (const address of foreign) {
      const { body, status } = await make(address)
      expect([status, body.error?.field], address).toEqual([400, "return_url"])
    }
    for (const address of [app, `${app}/`, `${app}/done?team=1&team=2`, `${app}?x=//evil.example`, `${local}/x`]) {
      const { body, status } = await make(address)
      expect([status, body.data?.return_url], address).toEqual([200, address])
    }
    const { invite_link_id } = await link()
    const changed = await server.call("PUT", `/v3/core/invite_links/${invite_link_id}`, { return_url: foreign[0] })
    expect(changed.body.error).toMatchObject({ field: "return_url", message: expect.stringContaining(app) })
  })

  it("is not taken any more where the operator took it back, whatever is stored", async () => {
    const invite = await link({ return_url: `${app}/x` })
    expect(backOf((await look(invite.url)).text)).toHaveLength(1)
    for (const address of foreign) {
      await server.rows("update invite_link set return_url = $2, origin = 'https://evil.example' where id = $1", [
        invite.svc_id,
        address
      ])
      for (const path of ["", "/frame"]) {
        const { headers, text } = await look(`${invite.url}${path}`)
        expect(text, address).not.toContain("evil")
        expect(headers.get("content-security-policy"), address).toContain("frame-ancestors 'none'")
      }
    }
  })

  it("is offered on every page, and says how it ended", async () => {
    const invite = await link({ return_url: `${app}/done?team=7&status=old` })
    const visitor = Visitor.start()
    const url = `${invite.url}/with/test_desk?state=a%26b%3D%22c`
    const cancelled = backOf((await visitor.visit(url)).text)
    expect(cancelled).toEqual([`${app}/done?team=7&status=cancelled&state=a%26b%3D%22c`])
    const refused = await visitor.submit(url, { ...entered, "key.key": "wrong" })
    expect(refused.status).toBe(422)
    expect(backOf(refused.text)).toEqual(cancelled)
    const { location } = await visitor.submit(url, { ...entered, "key.key": Desk.key })
    expect(location).toMatch(/\/done\/\d+\?state=a%26b%3D%22c$/)
    const done = await look(new URL(location!, server.url).href)
    const id = /done\/(\d+)/.exec(location!)![1]
    const home = `${app}/done?team=7&status=connected&connection_id=${id}&state=a%26b%3D%22c`
    expect(backOf(done.text)).toEqual([home])
    expect(unescaped(done.text)).toContain(`http-equiv="refresh" content="0;url=${home}"`)
    expect(done.headers.get("referrer-policy")).toBe("no-referrer")
    expect(done.headers.get("location")).toBeNull()

    await server.rows("update invite_link set expires_at = now() where id = $1", [invite.svc_id])
    expect(backOf((await look(invite.url)).text)).toEqual([`${app}/done?team=7&status=failed&reason=link-expired`])
    await server.call("DELETE", `/v3/core/invite_links/${invite.invite_link_id}`)
    expect(backOf((await look(invite.url)).text)).toEqual([`${app}/done?team=7&status=failed&reason=link-revoked`])
  })

  it("goes with a link to reconnect, which may be used several times", async () => {
    const invite = await link({ return_url: `${app}/back`, origin: app })
    const visitor = Visitor.start()
    const connect = (url: string) => visitor.submit(`${url}/with/test_desk`, { ...entered, "key.key": Desk.key })
    const ids = [await connect(invite.url), await connect(invite.url)].map(
      ({ location }) => /done\/(\d+)/.exec(location!)![1]
    )
    expect(ids[1]).toBe(ids[0])
    const again = await server.call("POST", `/v3/core/connections/${ids[0]}/reconnect`)
    expect(again.body.data).toMatchObject({ return_url: `${app}/back`, origin: app })
    expect((await connect(again.body.data.url)).location).toContain(`/done/${ids[0]}`)
  })

  it("what cannot be a state is not carried, and what can stays text", async () => {
    const invite = await link({ return_url: app })
    const state = async (value: string) =>
      new URL(backOf((await look(`${invite.url}?state=${encodeURIComponent(value)}`)).text)[0]!).searchParams.get(
        "state"
      )
    expect(await state(`"><script>alert(1)</script>`)).toBe(`"><script>alert(1)</script>`)
    expect((await look(`${invite.url}?state=${encodeURIComponent(`"><script>`)}`)).text).not.toContain(`"><script>`)
    for (const value of ["a\r\nset-cookie: b", "\u0000", "x".repeat(513), ""]) expect(await state(value)).toBeNull()
  })

  it("a link works as long as whoever made it says", async () => {
    const day = 86_400_000
    const until = new Date(Date.now() + 2 * day).toISOString()
    expect((await link({ expires_at: until })).expires_at).toBe(until)
    const { body } = await server.call("POST", "/v3/core/invite_links", {
      integration_categories: ["CRM"],
      expires_at: new Date(Date.now() + 400 * day).toISOString()
    })
    expect(body.error).toMatchObject({ code: "invalid-params", field: "expires_at" })
  })
})

describe("frames", () => {
  const guarded = (headers: Headers) => [
    /frame-ancestors ([^;]+)/.exec(headers.get("content-security-policy")!)![1],
    headers.get("x-frame-options")
  ]
  it("only the page made for it may be framed, and only by whom the operator allows", async () => {
    const open = await link({ integrations: ["TEST_DESK", "TEST_BUREAU"] })
    const narrow = await link({ origin: local })
    expect(guarded((await look(`${open.url}/frame`)).headers)).toEqual([`${app} ${local}`, null])
    expect(guarded((await look(`${narrow.url}/frame`)).headers)).toEqual([local, null])
    for (const path of ["", "/with/test_desk", "/account/x", "/done/1", "/attempts/x", "/with/nothing"]) {
      for (const { url } of [open, narrow]) {
        expect(guarded((await look(`${url}${path}`)).headers), path).toEqual(["'none'", "DENY"])
      }
    }
    const unknown = await look(`${server.url}/connect/${"x".repeat(43)}/frame`)
    expect([unknown.status, ...guarded(unknown.headers)]).toEqual([404, "'none'", "DENY"])
    const wrong = await server.call("POST", "/v3/core/invite_links", { integration_categories: ["CRM"], origin: "*" })
    expect(wrong.body.error).toMatchObject({ field: "origin" })
  })

  it("nothing can be entered there, and no cookie comes of it", async () => {
    const { url } = await link()
    const { headers, text } = await look(`${url}/frame`)
    expect(text).not.toMatch(/<form[^>]*method="post"|type="password"|name="csrf"/)
    expect(headers.getSetCookie()).toEqual([])
    expect(text).toMatch(/target="_blank" rel="opener" data-window/)
    expect(text).not.toMatch(/<script>|\sstyle=|\son\w+=/)
    expect(headers.get("content-security-policy")).not.toMatch(/unsafe|\*/)
  })
})

describe("how a window ended", () => {
  const attempt = "an-attempt-of-32-characters-or-so"
  const ask = async (url: string, origin?: string, of = attempt) => {
    const answer = await fetch(`${url}/attempts/${of}`, { headers: origin === undefined ? {} : { origin } })
    return { body: await answer.json(), allowed: answer.headers.get("access-control-allow-origin"), answer }
  }
  it("is told to whoever holds the link and made the attempt, where the operator allows it", async () => {
    const [invite, other] = [await link({ origin: app }), await link()]
    const visitor = Visitor.start()
    const url = `${invite.url}/with/test_desk?attempt=${attempt}`
    expect((await ask(invite.url, app)).body).toEqual({ status: "pending" })
    await visitor.submit(url, { ...entered, "key.key": "wrong" })
    expect((await ask(invite.url, app)).body).toEqual({ status: "failed", reason: "refused" })
    const { location } = await visitor.submit(url, { ...entered, "key.key": Desk.key })
    expect(location).toContain(`attempt=${attempt}`)
    const { allowed, answer, body } = await ask(invite.url, app)
    expect(body).toEqual({ status: "connected", connection_id: expect.any(Number), integration_type: "TEST_DESK" })
    expect([allowed, answer.headers.get("vary"), answer.headers.get("cache-control")]).toEqual([
      app,
      "Origin",
      "no-store"
    ])
    // A window that was opened for it is closed by its opener: it goes nowhere by itself.
    expect((await look(new URL(location!, server.url).href)).text).not.toContain("http-equiv")
    for (const origin of [local, "https://evil.example", "null", undefined]) {
      expect((await ask(invite.url, origin)).allowed, origin).toBeNull()
    }
    expect((await ask(other.url)).body).toEqual({ status: "pending" })
    expect((await ask(invite.url, app, "another-attempt-of-the-same-link")).body).toEqual({ status: "pending" })
    expect((await ask(`${server.url}/connect/${"x".repeat(43)}`)).body).toEqual({
      status: "failed",
      reason: "link-unknown"
    })
    const stored = await server.rows("select attempt_hash from connect_attempt")
    expect(JSON.stringify(stored)).not.toContain(attempt)
  })
})

describe("the brand", () => {
  const change = (body: object) => server.call("PATCH", "/v3/core/brand", body)
  const svg = (text: string) => `data:image/svg+xml;base64,${Buffer.from(text).toString("base64")}`
  const drawing = (inside: string, attributes = "") =>
    svg(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"${attributes}>${inside}</svg>`)
  const good = drawing(`<path d="M0 0h9v9z" fill="#123456"/>`)
  const png = (width: number, height: number) => {
    const bytes = Buffer.alloc(64)
    Buffer.from("89504e470d0a1a0a0000000d49484452", "hex").copy(bytes)
    bytes.writeUInt32BE(width, 16)
    bytes.writeUInt32BE(height, 20)
    return `data:image/png;base64,${bytes.toString("base64")}`
  }

  it("is shown to whoever connects: who asks for what of which company, and where to ask back", async () => {
    const invite = await link()
    const before = await look(invite.url)
    expect(before.text.replaceAll(/<[^>]+>/g, "")).toContain("Operator asks for access to the Desk account of Ada Ltd.")
    expect((await server.call("GET", "/v3/core/brand")).body.data).toMatchObject({ name: null, svc_updated_at: null })
    const { body, status } = await change({
      name: "Acme & Co",
      colour: "#FFD400",
      mark: good,
      privacy_url: "https://acme.example/privacy?a=1&b=2",
      support_url: "mailto:help@acme.example"
    })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ name: "Acme & Co", colour: "#FFD400" })
    const { headers, text } = await look(invite.url)
    expect(text.replaceAll(/<[^>]+>/g, "")).toContain("Acme &amp; Co asks for access to the Desk account of Ada Ltd.")
    expect(hrefs(text)).toEqual(
      expect.arrayContaining(["https://acme.example/privacy?a=1&b=2", "mailto:help@acme.example"])
    )
    expect(text).toContain(`<img src="${new URL(body.data.mark_url).pathname}" alt="Acme &amp; Co"`)
    expect(headers.get("content-security-policy")).toContain("img-src 'self'")
    const sheet = hrefs(text).find((href) => href.includes("colour-"))!
    const css = await look(server.url + sheet)
    expect([css.headers.get("content-type"), css.text.includes("--button: #ffd400")]).toEqual([
      "text/css; charset=utf-8",
      true
    ])
    const mark = await fetch(body.data.mark_url)
    expect(mark.headers.get("content-type")).toBe("image/svg+xml")
    expect(mark.headers.get("x-content-type-options")).toBe("nosniff")
    expect(mark.headers.get("content-security-policy")).toMatch(/default-src 'none'.*sandbox/)
    const reset = await change({ name: null, colour: null, mark: null, privacy_url: null, support_url: null })
    expect(reset.body.data).toMatchObject({ name: null, colour: null, mark_url: null })
    expect((await fetch(body.data.mark_url)).status).toBe(404)
    const acts = await server.call("GET", "/v3/core/audit_events?limit=1000")
    expect(acts.body.data.filter(({ action }: any) => action === "BRAND_UPDATED")).toMatchObject([
      { details: { members: ["colour", "mark", "name", "privacy_url", "support_url"] } },
      {}
    ])
  })

  /** Pictures with something beside a picture, or none. */
  const others = [
    ["a script", drawing("<script>alert(1)</script>")],
    ["a handler", drawing(`<path d="M0 0" onload="alert(1)"/>`)],
    ["a handler of another kind", drawing(`<path d="M0 0" onFocusIn="alert(1)"/>`)],
    ["a handler of its own", drawing("", ` onload="alert(1)"`)],
    ["HTML", drawing("<foreignObject><body/></foreignObject>")],
    ["an address that runs", drawing(`<a href="javascript:alert(1)"><path d="M0 0"/></a>`)],
    ["another file", drawing(`<use href="https://evil.example/x.svg#a"/>`)],
    [
      "another file by its old name",
      drawing(`<use xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="//evil.example"/>`)
    ],
    ["a picture from elsewhere", drawing(`<image href="https://evil.example/x.png"/>`)],
    ["a style that loads", drawing(`<style>@import "https://evil.example/x.css";</style>`)],
    ["a style that loads a picture", drawing(`<path d="M0 0" style="fill:url( 'https://evil.example/x')"/>`)],
    ["a style that hides it", drawing(`<path d="M0 0" style="fill:\\75rl(https://evil.example/x)"/>`)],
    ["an animation of an address", drawing(`<set attributeName="href" to="javascript:alert(1)"/>`)],
    ["an entity", svg(`<!DOCTYPE svg [<!ENTITY x "y">]><svg xmlns="http://www.w3.org/2000/svg">&x;</svg>`)],
    ["a style sheet", svg(`<?xml-stylesheet href="https://evil.example"?><svg xmlns="http://www.w3.org/2000/svg"/>`)],
    ["something hidden", drawing("<![CDATA[<script>alert(1)</script>]]>")],
    ["no SVG", svg("<html xmlns='http://www.w3.org/1999/xhtml'><body/></html>")],
    ["an SVG that is none", svg("<svg><path/></svg>")],
    ["no XML", svg("<svg xmlns='http://www.w3.org/2000/svg'><path></svg>")],
    [
      "a PNG that is none",
      `data:image/png;base64,${Buffer.from("<script>alert(1)</script>".repeat(3)).toString("base64")}`
    ],
    ["a PNG of too many pixels", png(40_000, 40_000)],
    ["a PNG of none", png(0, 10)],
    ["too much", drawing(`<path d="${"M0 0".repeat(9000)}"/>`)],
    ["another kind", `data:image/gif;base64,${Buffer.from("GIF89a").toString("base64")}`],
    ["a page", `data:text/html;base64,${Buffer.from("<script>").toString("base64")}`],
    ["an address", "https://evil.example/mark.svg"]
  ] as const
  it.each(others)("a mark with %s is refused", async (_, mark) => {
    const { body, status } = await change({ mark })
    expect([status, body.error?.field]).toEqual([400, "mark"])
  })

  it("takes what is a picture", async () => {
    for (const mark of [
      good,
      png(64, 64),
      drawing(`<g fill="url(#a)"><use href="#b"/></g><style>.a{fill:red}</style>`)
    ]) {
      expect((await change({ mark })).status).toBe(200)
    }
    await change({ mark: null })
  })

  it("says what is wrong with each member", async () => {
    const wrong = {
      name: " ",
      colour: "red;}body{display:none",
      privacy_url: "javascript:alert(1)",
      support_url: "https://user@evil.example"
    }
    const { body, status } = await change(wrong)
    expect(status).toBe(400)
    expect(body.error.details.map(({ field }: any) => field)).toEqual(["name", "colour", "privacy_url", "support_url"])
    expect((await server.call("GET", "/v3/core/brand")).body.data.name).toBeNull()
    expect((await look(`${server.url}/connect/assets/colour-zzzzzz-1.css`)).status).toBe(404)
  })

  it("every colour can be read, in both schemes", () => {
    const chance = Chance.make(7)
    const random = () => `#${chance.int(0x1000000).toString(16).padStart(6, "0")}`
    const all = [
      "#000000",
      "#ffffff",
      "#808080",
      "#ffff00",
      "#0000ff",
      "#3b3fd8",
      ...Array.from({ length: 300 }, random)
    ]
    for (const colour of all) {
      const schemes = coloured(colour).split("@media")
      for (const [at, card] of [
        ["#f3f4f8", "#ffffff"],
        ["#0e1018", "#171a26"]
      ].entries()) {
        const of = (name: string) => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(schemes[at]!)![1]!
        for (const ground of [...card, of("wash")]) {
          for (const text of ["accent", "accent-strong"]) {
            expect(Colour.contrast(of(text), ground), `${colour} ${text} on ${ground}`).toBeGreaterThanOrEqual(4.5)
          }
        }
        expect(Colour.contrast(of("button"), of("on-button")), colour).toBeGreaterThanOrEqual(4.5)
        expect(Colour.contrast(of("button-strong"), of("on-button-strong")), colour).toBeGreaterThanOrEqual(4.5)
      }
    }
  })
})
