/** The browser of the end-to-end run: cookies, redirects over hosts, forms. */
import { once } from "node:events"
import { createServer, type Server } from "node:http"
import { afterEach, beforeEach, expect, it } from "vitest"
import * as Browser from "../src/Browser.ts"

let server: Server
let origin = ""
let posted: { readonly body: string; readonly cookie: string | undefined; readonly from: string | undefined } | null

const page = `<!doctype html><title>Connect</title>
<form method="post" action="/choose?step=1"><p>Xero &amp; more</p>
  <input type="hidden" name="csrf" value="a&quot;b"><input name="company" value="">
  <select name="tenant"><option value="">Choose</option><option value="t-1">One</option></select>
  <label><input type="radio" name="kind" value="books"> Books</label>
  <button name="platform" value="XERO">Connect Xero</button>
</form><a href="/other">Other</a>`

beforeEach(async () => {
  posted = null
  server = createServer((request, response) => {
    if (request.url === "/start") {
      response.writeHead(302, { location: "/page", "set-cookie": ["flow=1; HttpOnly; Path=/", "old=2"] }).end()
    } else if (request.url === "/page") response.writeHead(200, { "content-type": "text/html" }).end(page)
    else if (request.method === "POST") {
      let body = ""
      request.on("data", (chunk) => (body += chunk))
      request.on("end", () => {
        posted = { body, cookie: request.headers.cookie, from: request.headers.origin }
        response.writeHead(303, { location: "/done", "set-cookie": "old=; Max-Age=0" }).end()
      })
    } else response.writeHead(200).end(`<p>Done ${request.headers.cookie}</p>`)
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  origin = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`
})
afterEach(() => server.close())

it("follows redirects, keeps cookies and submits forms as a browser does", async () => {
  const browser = Browser.make()
  const first = await browser.open(`${origin}/start`)
  expect(first.url.pathname).toBe("/page")
  expect(Browser.readable(first)).toContain("Xero & more")
  const [form] = Browser.formsOf(first)
  expect(form).toMatchObject({ method: "POST", buttons: [["platform", "XERO"]] })
  expect(Object.fromEntries(form!.fields)).toEqual({ csrf: 'a"b', company: "", tenant: "t-1" })
  expect(Object.fromEntries(form!.choices)).toEqual({ kind: ["books"], tenant: ["", "t-1"] })
  expect(Browser.linksOf(first, /other/i).map(({ pathname }) => pathname)).toEqual(["/other"])

  const last = await browser.submit(first, form!, { company: "Acme", platform: "XERO" })
  expect(posted).toEqual({
    body: "csrf=a%22b&company=Acme&tenant=t-1&platform=XERO",
    cookie: "flow=1; old=2",
    from: origin
  })
  expect(Browser.readable(last)).toBe("Done flow=1")
  expect(browser.visited.map((url) => url.replace(origin, ""))).toEqual(["/start", "/page", "/choose?step=1", "/done"])
})
