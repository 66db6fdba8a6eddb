/**
 * S4: answers of a sign-in that nobody asked for, that come from somebody else, or that come twice. Whatever is wrong,
 * the token endpoint is not asked and nothing is stored. What takes a browser is in connect/attacks.test.ts.
 */
import { Account, Auth, Connector, Models } from "@svc/core"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import * as ConnectServer from "../support/ConnectServer.ts"
import * as Visitor from "../support/Visitor.ts"

/** A platform that is signed in to; of `named` the metadata says that it names itself in every answer. */
const platformOf = (id: string, named: boolean) =>
  Connector.make({
    id,
    name: id,
    category: "ACCOUNTING",
    models: Models.models,
    auth: Auth.oauth2({
      authorizeUrl: "https://platform.example/authorize",
      tokenUrl: "https://platform.example/token",
      scopes: ["books"],
      clientAuth: "body",
      pkce: true,
      ...(named ? { isIssuerNamed: true } : {})
    }),
    settings: {},
    http: { baseUrl: "https://platform.example", limits: { windows: [] } },
    account: Account.untold("a test has one account"),
    check: { path: "/check" },
    reads: {},
    writes: {}
  })
const named = platformOf("NAMED", true)
const silent = platformOf("SILENT", false)
const other = platformOf("OTHER", true)
const connectors = [named, silent, other]

let platform: Server
let issuer = ""
/** Codes that were brought to the token endpoint. */
let codes: Array<string> = []
let server: ConnectServer.ConnectServer

beforeAll(async () => {
  platform = createServer((request, response) => {
    let body = ""
    request.on("data", (chunk) => (body += chunk))
    request.on("end", () => {
      if (request.url === "/token") codes.push(new URLSearchParams(body).get("code") ?? "")
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ access_token: "token", token_type: "bearer", expires_in: 3600 }))
    })
  })
  await new Promise<void>((resolve) => platform.listen(0, "127.0.0.1", resolve))
  issuer = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`
  server = await ConnectServer.start(
    connectors,
    Object.fromEntries(
      connectors.flatMap(({ id }) => [
        [`SVC_${id}_CLIENT_ID`, `client-${id}`],
        [`SVC_${id}_CLIENT_SECRET`, "secret"],
        [`SVC_${id}_AUTHORIZE_URL`, `${issuer}/authorize`],
        [`SVC_${id}_TOKEN_URL`, `${issuer}/token`],
        [`SVC_${id}_BASE_URL`, issuer]
      ])
    )
  )
})
afterAll(async () => {
  await server?.close()
  platform?.closeAllConnections()
  platform?.close()
})
beforeEach(async () => {
  codes = []
  await server.rows("delete from connection")
})

const newLink = async (): Promise<any> =>
  (
    await server.call("POST", "/v3/core/invite_links", {
      integration_categories: [],
      integrations: connectors.map(({ id }) => id),
      company_name: "Ada Ltd"
    })
  ).body.data

const newBrowser = () => {
  const browser = Visitor.start()
  return {
    visit: browser.visit,
    /** Begins a sign-in; gives what the platform would answer if all went well. */
    begin: async (link: { readonly url: string }, id = "NAMED") => {
      const authorize = await browser.signIn(`${link.url}/with/${id.toLowerCase()}`)
      const params = { code: `code-${crypto.randomUUID()}`, state: authorize.searchParams.get("state")!, iss: issuer }
      return { authorize, params }
    }
  }
}
const callback = (params: Readonly<Record<string, string>> | URLSearchParams, id = "named") =>
  `${server.url}/oauth/callback/${id}?${new URLSearchParams(params)}`
/** Nothing came of it. */
const nothing = async () => {
  expect(codes).toEqual([])
  expect(await server.rows("select id from connection")).toEqual([])
  expect(await server.rows("select token_hash from account_choice")).toEqual([])
}

it("an answer that is right is taken, from who names itself and from who never does", async () => {
  const browser = newBrowser()
  const { params } = await browser.begin(await newLink())
  expect(await browser.visit(callback(params))).toMatchObject({
    status: 303,
    location: expect.stringContaining("/done/")
  })
  const quiet = await browser.begin(await newLink(), "SILENT")
  const { iss: _, ...unnamed } = quiet.params
  expect((await browser.visit(callback(unnamed, "silent"))).status).toBe(303)
  expect(codes).toEqual([params.code, unnamed.code])
})

describe("the issuer", () => {
  it("is not left out by a platform whose metadata says that it names it", async () => {
    const browser = newBrowser()
    for (const id of ["NAMED", "OTHER"]) {
      const { params } = await browser.begin(await newLink(), id)
      const { iss: _, ...unnamed } = params
      expect((await browser.visit(callback(unnamed, id.toLowerCase()))).status).toBe(422)
      // The sign-in is over, also for the right answer.
      expect((await browser.visit(callback(params, id.toLowerCase()))).status).toBe(400)
    }
    await nothing()
  })
  it("is no other, not nearly the same, and not said twice", async () => {
    const browser = newBrowser()
    const foreign = [
      "https://attacker.example",
      "",
      `${issuer}/`,
      `${issuer}/authorize`,
      issuer.toUpperCase(),
      issuer.replace("http:", "https:"),
      `${issuer}.attacker.example`,
      `${issuer}#`,
      ` ${issuer}`
    ]
    for (const id of ["NAMED", "SILENT"]) {
      for (const iss of foreign) {
        const { params } = await browser.begin(await newLink(), id)
        const answered = await browser.visit(callback({ ...params, iss }, id.toLowerCase()))
        expect(answered.status, `${id} ${iss}`).toBe(422)
      }
      const { params } = await browser.begin(await newLink(), id)
      const twice = new URLSearchParams(params)
      twice.append("iss", "https://attacker.example")
      expect((await browser.visit(callback(twice, id.toLowerCase()))).status).toBe(422)
    }
    await nothing()
  })
})

describe("an answer", () => {
  it("has one code and one state, and no tokens of its own", async () => {
    const browser = newBrowser()
    const changes: ReadonlyArray<(params: URLSearchParams) => void> = [
      (params) => params.delete("code"),
      (params) => params.append("code", "another"),
      (params) => params.append("state", params.get("state")!),
      (params) => params.set("state", ""),
      (params) => params.set("state", `${params.get("state")} `),
      (params) => params.set("state", params.get("state")!.toUpperCase()),
      (params) => params.set("response", "e30.e30."),
      (params) => params.set("id_token", "e30.e30."),
      (params) => params.set("error", "access_denied"),
      (params) => {
        params.delete("code")
        params.set("access_token", "attackers-token")
        params.set("token_type", "bearer")
      }
    ]
    for (const [index, change] of changes.entries()) {
      const { params } = await browser.begin(await newLink())
      const changed = new URLSearchParams(params)
      change(changed)
      const answered = await browser.visit(callback(changed))
      expect([400, 422], `${index}: ${changed}`).toContain(answered.status)
      expect(answered.text).not.toContain(params.code)
    }
    await nothing()
  })
  it("is taken once, by the browser, the platform and the link it was begun with", async () => {
    const [own, foreign] = [newBrowser(), newBrowser()]
    const link = await newLink()
    await foreign.visit(link.url)
    const stolen = await own.begin(link)
    expect((await foreign.visit(callback(stolen.params))).status).toBe(403)
    expect((await own.visit(callback(stolen.params))).status).toBe(400)

    for (const id of ["other", "silent", "unknown", "NAMED"]) {
      const mixed = await own.begin(link)
      expect((await own.visit(callback(mixed.params, id))).status, id).toBe(400)
      expect((await own.visit(callback(mixed.params))).status, id).toBe(400)
    }

    const expired = await own.begin(link)
    await server.rows("update invite_link set expires_at = now() where id = $1", [link.svc_id])
    expect((await own.visit(callback(expired.params))).status).toBe(410)
    const late = await newLink()
    const slow = await own.begin(late)
    await server.rows("update oauth_flow set expires_at = now()")
    expect((await own.visit(callback(slow.params))).status).toBe(400)
    await nothing()

    const once = await own.begin(await newLink())
    expect((await own.visit(callback(once.params))).status).toBe(303)
    const before = await server.rows("select credentials, credentials_version from connection")
    for (let again = 0; again < 3; again++) expect((await own.visit(callback(once.params))).status).toBe(400)
    expect(codes).toEqual([once.params.code])
    expect(await server.rows("select credentials, credentials_version from connection")).toEqual(before)
  })
  it("leads nowhere but to our own pages", async () => {
    const browser = newBrowser()
    for (const name of ["redirect_uri", "redirect", "next", "url", "return_to", "continue"]) {
      const { params } = await browser.begin(await newLink())
      const answered = await browser.visit(callback({ ...params, [name]: "https://attacker.example/" }))
      expect(answered.location, name).toMatch(/^\/connect\/[\w-]{43}\/done\/\d+$/)
    }
  })
})

it("an installation that was begun at the platform is not taken, and its user is shown the way back", async () => {
  const browser = newBrowser()
  const link = await newLink()
  const { params } = await browser.begin(link)
  const { state: _, ...stateless } = params
  const answer = await browser.visit(callback(stateless))
  expect(answer.status).toBe(400)
  expect(answer.text).toContain("This was begun at the platform")
  expect(answer.text).toContain(new URL(link.url).pathname)
  await nothing()
  // The sign-in that is under way goes on as if nothing had come.
  expect((await browser.visit(callback(params))).status).toBe(303)
})

it("a sign-in asks for an answer that can be told from others: a state and a proof of its own each time", async () => {
  const browser = newBrowser()
  const link = await newLink()
  const seen = new Set<string>()
  for (let index = 0; index < 20; index++) {
    const { authorize } = await browser.begin(link)
    const { code_challenge, code_challenge_method, redirect_uri, response_type, state } = Object.fromEntries(
      authorize.searchParams
    )
    expect({ code_challenge_method, redirect_uri, response_type }).toEqual({
      code_challenge_method: "S256",
      redirect_uri: `${server.url}/oauth/callback/named`,
      response_type: "code"
    })
    expect(state!.length).toBeGreaterThanOrEqual(43)
    seen.add(state!).add(code_challenge!)
  }
  expect(seen.size).toBe(40)
})
