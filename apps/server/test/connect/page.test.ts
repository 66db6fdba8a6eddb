/** The connect page in a real browser: what an end user meets, from the invite link to the connection. */
import { sandbox } from "@svc/sandbox"
import { serveSandbox } from "@svc/sandbox/platform/node"
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Authorization from "../support/AuthorizationServer.ts"
import * as Chromium from "../support/Chromium.ts"
import * as ConnectServer from "../support/ConnectServer.ts"
import * as Desk from "../support/Desk.ts"

let server: ConnectServer.ConnectServer
let platform: Authorization.AuthorizationServer
let desk: Desk.DeskPlatform
let sandboxPlatform: Awaited<ReturnType<typeof serveSandbox>>
let browser: Browser

beforeAll(async () => {
  const port = await ConnectServer.freePort()
  platform = await Authorization.start(`http://127.0.0.1:${port}/oauth/callback/test_books`)
  desk = await Desk.start()
  sandboxPlatform = await serveSandbox()
  server = await ConnectServer.start(
    [sandbox, Authorization.books, Desk.desk],
    {
      ...Authorization.environment(platform),
      ...Desk.environment(desk),
      SVC_SANDBOX_BASE_URL: `${sandboxPlatform.url}/v1`
    },
    port
  )
  browser = await Chromium.launch()
})
afterAll(async () => {
  await browser.close()
  await server.close()
  await Promise.all([platform.close(), desk.close(), sandboxPlatform.close()])
})

const link = async (body: object): Promise<any> => {
  const answer = await server.call("POST", "/v3/core/invite_links", { integration_categories: [], ...body })
  expect(answer.status).toBe(200)
  return answer.body.data
}
const connectionsOf = async (invite: { readonly invite_link_id: string }): Promise<ReadonlyArray<any>> =>
  (await server.call("GET", `/v3/core/invite_links/${invite.invite_link_id}`)).body.data.connections

/** Opens a browser of its own and fails the test when a page complains, such as about its content security policy. */
const visit = async <A>(
  options: BrowserContextOptions,
  use: (page: Page, context: BrowserContext) => Promise<A>
): Promise<A> => {
  const context = await browser.newContext(options)
  const complaints: Array<string> = []
  try {
    const page = await context.newPage()
    page.on("console", (message) => {
      // A status of 400 and above is the page's own answer and is said there as well.
      if (message.type() === "error" && !/status of 4|status of 5/.test(message.text())) complaints.push(message.text())
    })
    page.on("pageerror", (error) => complaints.push(String(error)))
    const result = await use(page, context)
    expect(complaints).toEqual([])
    return result
  } finally {
    await context.close()
  }
}
const phone: BrowserContextOptions = { viewport: { width: 360, height: 700 }, isMobile: true, hasTouch: true }
const without = { javaScriptEnabled: false } as const

const heading = (page: Page) => page.getByRole("heading", { level: 1 }).innerText()
const submit = (page: Page) => page.getByRole("button").click()

describe("keys", () => {
  it("an invite link becomes a healthy connection, and its first sync starts", async () => {
    const invite = await link({ integration_categories: ["ACCOUNTING", "CRM"] })
    expect(invite).toMatchObject({ company: { name: null }, connections: [], revoked: false })
    expect(invite.url).toBe(`${server.url}/connect/${invite.invite_link_id}`)
    await visit({}, async (page) => {
      await page.goto(invite.url)
      expect(await heading(page)).toBe("What does your company use?")
      await page.getByRole("link", { name: "Sandbox" }).click()
      expect(await heading(page)).toBe("Connect Sandbox")
      await page.getByLabel("Name of your company").fill("Ada & Söhne")
      const key = page.locator("input[type=password]")
      await key.fill("sandbox-demo")
      await submit(page)
      expect(await heading(page)).toBe("Sandbox is connected")
      await page.getByRole("link", { name: "Connect another platform" }).click()
      expect(await heading(page)).toBe("What does Ada & Söhne use?")
      expect(await page.getByRole("link", { name: /Sandbox/ }).innerText()).toContain("Connected")
    })
    const [connection, ...others] = await connectionsOf(invite)
    expect(others).toEqual([])
    expect(connection).toMatchObject({ integration_type: "SVC_SANDBOX", status: "HEALTHY", category: "ACCOUNTING" })
    const syncs = await server.call("GET", "/v3/core/syncs")
    expect(syncs.body.data).toMatchObject([{ connection_id: connection.svc_id, trigger: "CONNECTED" }])
    const { body } = await server.call("GET", `/v3/core/companies/${invite.company.svc_id}`)
    expect(body.data.name).toBe("Ada & Söhne")
  })

  it("asks for what the platform needs, and says what is wrong beside each field", async () => {
    const invite = await link({ integrations: ["TEST_DESK"] })
    await visit(without, async (page) => {
      // The only platform is not chosen, it is there.
      await page.goto(invite.url)
      expect(await heading(page)).toBe("Connect Desk")
      // A browser's own checks are a help, not what we rely on.
      await page.getByLabel("Name of your company").fill(" x ")
      await page.getByLabel("Shop").fill("Not a shop")
      await page.getByLabel("Region").selectOption("eu")
      await page.getByLabel("API key").fill("k")
      await submit(page)
      const alert = page.getByRole("alert")
      expect(await alert.innerText()).toContain("Something is missing or not right")
      expect(await alert.getByRole("link").allInnerTexts()).toEqual(["Shop"])
      const shop = page.getByLabel("Shop")
      expect(await shop.getAttribute("aria-invalid")).toBe("true")
      expect(await shop.inputValue()).toBe("Not a shop")
      const described = (await shop.getAttribute("aria-describedby"))!.split(" ")
      const said = await Promise.all(described.map((id) => page.locator(`#${id}`).innerText()))
      expect(said.join(" ")).toContain('must look like "example"')
      expect(await page.getByLabel("Name of your company").inputValue()).toBe("x")
      // What was entered as a secret is never sent back.
      expect(await page.getByLabel("API key").inputValue()).toBe("")
    })
    expect(await connectionsOf(invite)).toEqual([])
  })

  it("says in plain words when the platform refuses or cannot be reached, and stores nothing", async () => {
    const invite = await link({ integrations: ["TEST_DESK"], company_name: "Grace Inc" })
    await visit(without, async (page) => {
      await page.goto(invite.url)
      const fill = async (key: string) => {
        await page.getByLabel("Shop").fill("grace")
        await page.getByLabel("Region").selectOption("us")
        await page.getByLabel("API key").fill(key)
        await submit(page)
      }
      await fill("wrong-key-0123456789")
      expect(await page.getByRole("alert").innerText()).toMatch(/Desk does not accept this[\s\S]*That key is not known/)
      expect(await page.content()).not.toContain("wrong-key-0123456789")
      desk.status = 403
      await fill(Desk.key)
      expect(await page.getByRole("alert").innerText()).toContain("Desk does not allow this")
      desk.status = 503
      await fill(Desk.key)
      expect(await page.getByRole("alert").innerText()).toContain("Desk cannot be reached")
      expect(await connectionsOf(invite)).toEqual([])
      desk.status = null
      await fill(Desk.key)
      expect(await heading(page)).toBe("Desk is connected")
    })
    const [connection] = await connectionsOf(invite)
    expect(connection).toMatchObject({ status: "HEALTHY", settings: { shop: "grace", region: "us" } })
    const [row] = await server.rows("select credentials from connection where id = $1", [connection.svc_id])
    expect(row.credentials).not.toContain(Desk.key)
  })

  it("connecting the same account again renews the connection", async () => {
    const invite = await link({ integrations: ["TEST_DESK"], company_name: "Edsger BV" })
    const connect = (shop: string) =>
      visit(without, async (page) => {
        await page.goto(invite.url)
        await page.getByLabel("Shop").fill(shop)
        await page.getByLabel("Region").selectOption("eu")
        await page.getByLabel("API key").fill(Desk.key)
        await submit(page)
        expect(await heading(page)).toBe("Desk is connected")
      })
    await connect("one")
    const [first] = await connectionsOf(invite)
    await server.rows("update connection set status = 'EXPIRED' where id = $1", [first.svc_id])
    await visit(without, async (page) => {
      await page.goto(invite.url)
      expect(await page.locator("main").innerText()).toContain("The access to Desk has ended")
    })
    await connect("one")
    await connect("two")
    const after = await connectionsOf(invite)
    expect(after.map(({ settings, status, svc_id }) => [svc_id === first.svc_id, settings.shop, status])).toEqual([
      [true, "one", "HEALTHY"],
      [false, "two", "HEALTHY"]
    ])
  })
})

describe("sign-in at the platform", () => {
  const allow = async (page: Page) => {
    await page.waitForURL(/\/interaction\//)
    await page.getByRole("button", { name: "allow" }).click()
  }

  for (const [name, options] of [
    ["with script", {}],
    ["without script, on a phone", { ...without, ...phone }]
  ] as const) {
    it(`goes there and back, ${name}`, async () => {
      platform.accounts = [{ id: "acc-1", name: "Ada Ltd" }]
      const invite = await link({ integrations: ["TEST_BOOKS"] })
      await visit(options, async (page) => {
        await page.goto(invite.url)
        await page.getByLabel("Name of your company").fill("Ada Ltd")
        await submit(page)
        await allow(page)
        await page.waitForURL(/\/done\//)
        expect(await heading(page)).toBe("Books & Co is connected")
        // Neither code nor state is left where somebody might look.
        expect(page.url()).not.toMatch(/code=|state=/)
      })
      const [connection] = await connectionsOf(invite)
      expect(connection).toMatchObject({ status: "HEALTHY", settings: { accountId: "acc-1" } })
      const answer = await server.call("POST", "/passthrough", {
        company_id: invite.company.svc_id,
        data: { method: "GET", path: "/me" }
      })
      expect(answer.body.data).toEqual({ id: "ada" })
      expect(await server.rows("select * from oauth_flow")).toEqual([])
    })
  }

  it("asks which of several accounts", async () => {
    platform.accounts = [
      { id: "acc-1", name: "Ada Ltd" },
      { id: "acc-2", name: "<b>Ada</b> Holding" }
    ]
    const invite = await link({ integrations: ["TEST_BOOKS"], company_name: "Ada" })
    await visit(without, async (page) => {
      await page.goto(invite.url)
      await submit(page)
      await allow(page)
      await page.waitForURL(/\/account\//)
      expect(await heading(page)).toBe("Which account?")
      expect(await connectionsOf(invite)).toEqual([])
      await page.getByLabel("<b>Ada</b> Holding").check()
      await submit(page)
      expect(await heading(page)).toBe("Books & Co is connected")
      await page.goBack()
      await page.reload()
      expect(await page.locator("main").innerText()).toContain("This sign-in cannot be used any more")
    })
    expect(await connectionsOf(invite)).toMatchObject([{ settings: { accountId: "acc-2" } }])
  })

  it("a link to reconnect keeps to its account", async () => {
    platform.accounts = [{ id: "acc-7", name: "Seven" }]
    const invite = await link({ integrations: ["TEST_BOOKS"], company_name: "Seven" })
    const through = (url: string) =>
      visit(without, async (page) => {
        await page.goto(url)
        await submit(page)
        await allow(page)
        await page.waitForURL(/\/done\/|\/oauth\/callback\//)
        return heading(page)
      })
    expect(await through(invite.url)).toBe("Books & Co is connected")
    const [connection] = await connectionsOf(invite)
    const again = await server.call("POST", `/v3/core/connections/${connection.svc_id}/reconnect`)
    expect(again.status).toBe(200)
    platform.accounts = [{ id: "acc-8", name: "Eight" }]
    expect(await through(again.body.data.url)).toBe("This is another account")
    platform.accounts = [
      { id: "acc-8", name: "Eight" },
      { id: "acc-7", name: "Seven" }
    ]
    expect(await through(again.body.data.url)).toBe("Books & Co is connected")
    const after = await connectionsOf(invite)
    expect(after.map(({ settings, svc_id }) => [svc_id, settings.accountId])).toEqual([[connection.svc_id, "acc-7"]])
  })

  it("a user who says no reads so, and can start again", async () => {
    platform.accounts = [{ id: "acc-1", name: "Ada Ltd" }]
    const invite = await link({ integrations: ["TEST_BOOKS"], company_name: "No" })
    await visit(without, async (page) => {
      await page.goto(invite.url)
      await submit(page)
      await page.getByRole("button", { name: "deny" }).click()
      await page.waitForURL(/\/oauth\/callback\//)
      expect(await page.locator("main").innerText()).toMatch(/not completed[\s\S]*The user said no/)
      await page.getByRole("link", { name: "Start again" }).click()
      expect(await heading(page)).toBe("Connect Books & Co")
    })
    expect(await connectionsOf(invite)).toEqual([])
  })

  it("an account without anything to connect is said so", async () => {
    platform.accounts = []
    const invite = await link({ integrations: ["TEST_BOOKS"], company_name: "Nobody" })
    await visit(without, async (page) => {
      await page.goto(invite.url)
      await submit(page)
      await allow(page)
      await page.waitForURL(/\/oauth\/callback\//)
      expect(await heading(page)).toBe("No account was found")
    })
    expect(await connectionsOf(invite)).toEqual([])
  })
})

describe("links that are closed", () => {
  it("says why, and offers nothing", async () => {
    const invite = await link({ integrations: ["TEST_DESK"] })
    const look = async (url: string) =>
      visit(without, async (page) => {
        const answer = await page.goto(url)
        return [answer!.status(), await heading(page), await page.getByRole("button").count()]
      })
    expect(await look(`${server.url}/connect/${"x".repeat(43)}`)).toEqual([404, "This link does not work", 0])
    expect(await look(`${server.url}/connect/short`)).toEqual([404, "This link does not work", 0])
    await server.rows("update invite_link set expires_at = now() where id = $1", [invite.svc_id])
    expect(await look(invite.url)).toEqual([410, "This link has expired", 0])
    await server.rows("update invite_link set expires_at = now() + interval '1 day' where id = $1", [invite.svc_id])
    expect((await look(invite.url))[0]).toBe(200)
    const revoked = await server.call("DELETE", `/v3/core/invite_links/${invite.invite_link_id}`)
    expect(revoked.body.data.revoked).toBe(true)
    expect(await look(invite.url)).toEqual([410, "This link is no longer valid", 0])
    expect(await look(`${invite.url}/with/test_desk`)).toEqual([410, "This link is no longer valid", 0])
  })

  it("a platform that is disabled is not offered", async () => {
    const invite = await link({ integrations: ["TEST_DESK", "TEST_BOOKS"], company_name: "D" })
    const { body } = await server.call("GET", "/v3/core/integrations")
    const { svc_id } = body.data.find((one: any) => one.integration_type === "TEST_DESK")
    const disable = (is_disabled: boolean) =>
      server.call("PUT", `/integrations/${svc_id}`, {
        client_id: "",
        client_secret: "",
        is_disabled,
        is_svc_identity: true
      })
    expect((await disable(true)).status).toBe(200)
    await visit(without, async (page) => {
      await page.goto(invite.url)
      expect(await heading(page)).toBe("Connect Books & Co")
      expect((await page.goto(`${invite.url}/with/test_desk`))!.status()).toBe(404)
    })
    expect((await disable(false)).status).toBe(200)
  })
})

describe("for everybody", () => {
  it("can be used by keyboard alone", async () => {
    const invite = await link({ integration_categories: ["ACCOUNTING", "CRM"] })
    await visit({}, async (page) => {
      await page.goto(invite.url)
      /** Tabs until something is in focus, and sees that it shows. */
      const tabTo = async (name: RegExp) => {
        for (let step = 0; step < 20; step++) {
          await page.keyboard.press("Tab")
          const focused = await page.evaluate(() => {
            const element = document.activeElement as HTMLElement & { labels?: NodeListOf<HTMLElement> }
            const style = getComputedStyle(element)
            const label = [...(element.labels ?? [])].map((one) => one.innerText).join(" ")
            return {
              text: `${label} ${element.innerText}`,
              outline: style.outlineStyle,
              width: parseFloat(style.outlineWidth)
            }
          })
          if (!name.test(focused.text)) continue
          expect(focused).toMatchObject({ outline: "solid" })
          expect(focused.width).toBeGreaterThanOrEqual(2)
          return
        }
        throw new Error(`${name} is not reached by keyboard`)
      }
      await tabTo(/Desk/)
      await page.keyboard.press("Enter")
      await page.waitForURL(/with\/test_desk/)
      await tabTo(/Name of your company/)
      await page.keyboard.type("Keys Ltd")
      await tabTo(/Shop/)
      await page.keyboard.type("keys")
      await tabTo(/Region/)
      await page.keyboard.type("Eu")
      await tabTo(/API key/)
      await page.keyboard.type(Desk.key)
      await tabTo(/Connect Desk/)
      await page.keyboard.press("Enter")
      await page.waitForURL(/\/done\//)
      expect(await heading(page)).toBe("Desk is connected")
    })
  })

  for (const colorScheme of ["light", "dark"] as const) {
    it(`can be read: contrast in ${colorScheme}, nothing beside the screen of a phone`, async () => {
      platform.accounts = [
        { id: "acc-1", name: "Ada Ltd" },
        { id: "acc-2", name: `Ada-${"Lovelace".repeat(12)}` }
      ]
      const invite = await link({ integration_categories: ["ACCOUNTING", "CRM"] })
      await visit({ ...phone, colorScheme }, async (page) => {
        const check = async () => {
          expect(await page.evaluate(faint), page.url()).toEqual([])
          const { inner, whole } = await page.evaluate(() => ({
            inner: window.innerWidth,
            whole: document.documentElement.scrollWidth
          }))
          expect(whole, page.url()).toBeLessThanOrEqual(inner)
        }
        await page.goto(invite.url)
        await check()
        await page.getByRole("link", { name: "Desk" }).click()
        await page.getByText("What is shared?").click()
        await check()
        await page.locator("form").evaluate((form) => ((form as HTMLFormElement).noValidate = true))
        await submit(page)
        expect(await page.getByRole("alert").count()).toBe(1)
        await check()
        await page.goto(`${invite.url}/with/test_books`)
        await page.getByLabel("Name of your company").fill("A".repeat(200))
        await submit(page)
        await page.waitForURL(/\/interaction\//)
        await page.getByRole("button", { name: "allow" }).click()
        await page.waitForURL(/\/account\//)
        await check()
        await page.getByLabel("Ada Ltd").check()
        await check()
        await submit(page)
        await page.waitForURL(/\/done\//)
        await check()
        await page.goto(invite.url)
        await check()
        await page.goto(`${server.url}/oauth/callback/test_books?state=x`)
        await check()
      })
    })
  }

  it("what others have written stays text", async () => {
    const invite = await link({
      integration_categories: ["ACCOUNTING", "CRM"],
      company_name: `<script>alert(1)</script>"'><img src=x onerror=alert(1)>`
    })
    await visit({}, async (page) => {
      await page.goto(invite.url)
      expect(await heading(page)).toContain("<script>alert(1)</script>")
      expect(await page.locator("main script, main img").count()).toBe(0)
    })
  })

  it("its pages may load our style and nothing else, and tell nobody where they are", async () => {
    const invite = await link({ integrations: ["TEST_DESK"] })
    const answer = await fetch(invite.url)
    const policy = answer.headers.get("content-security-policy")!
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    expect(answer.headers.get("referrer-policy")).toBe("no-referrer")
    expect(answer.headers.get("cache-control")).toBe("no-store")
    const cookies = answer.headers.getSetCookie()
    expect(cookies).toHaveLength(2)
    for (const cookie of cookies) expect(cookie).toMatch(/HttpOnly.*SameSite=Lax|SameSite=Lax.*HttpOnly/)
    const text = await answer.text()
    expect(text).not.toMatch(/<script|<style|\sstyle=|\son\w+=/i)
    const style = /href="([^"]+\.css)"/.exec(text)![1]!
    const sheet = await fetch(new URL(style, server.url))
    expect(sheet.headers.get("content-type")).toContain("text/css")
    expect(sheet.headers.get("cache-control")).toContain("immutable")
  })
})

/** Runs in the page: texts whose contrast with what is behind them is below WCAG's AA. */
function faint(): Array<string> {
  const numbers = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number)
  const light = ([r = 0, g = 0, b = 0]: Array<number>) => {
    const [x, y, z] = [r, g, b].map((part) => {
      const value = part / 255
      return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * x! + 0.7152 * y! + 0.0722 * z!
  }
  const behind = (element: Element | null): Array<number> => {
    for (let at = element; at !== null; at = at.parentElement) {
      const color = numbers(getComputedStyle(at).backgroundColor)
      if ((color[3] ?? 1) === 1) return color
    }
    return [255, 255, 255]
  }
  const found: Array<string> = []
  for (const element of document.body.querySelectorAll<HTMLElement>("*")) {
    const own = [...element.childNodes]
      .filter((node) => node.nodeType === 3)
      .map((node) => node.textContent ?? "")
      .join("")
      .trim()
    if (own === "" || element.offsetParent === null) continue
    const style = getComputedStyle(element)
    const [a, b] = [light(numbers(style.color)), light(behind(element))].toSorted((x, y) => y - x)
    const size = parseFloat(style.fontSize)
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700)
    const ratio = (a! + 0.05) / (b! + 0.05)
    if (ratio < (isLarge ? 3 : 4.5)) found.push(`${own}: ${ratio.toFixed(2)}`)
  }
  return found
}
