/** Finding one of many platforms on the connect page: all that this server composes, in a real browser. */
import { readFileSync } from "node:fs"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { marks } from "../../src/connect/Marks.ts"
import * as MarksFile from "../../src/connect/MarksFile.ts"
import * as Chromium from "../support/Chromium.ts"
import * as ConnectServer from "../support/ConnectServer.ts"
import { connectors } from "../support/Loaded.ts"

const clients = connectors.flatMap(({ id }) => [
  [`SVC_${id}_CLIENT_ID`, "client"],
  [`SVC_${id}_CLIENT_SECRET`, "secret"]
])
let server: ConnectServer.ConnectServer
let browser: Browser
let address: string

beforeAll(async () => {
  server = await ConnectServer.start(connectors, Object.fromEntries(clients))
  browser = await Chromium.launch()
  const { body } = await server.call("POST", "/v3/core/invite_links", {
    integration_categories: ["ACCOUNTING", "PAYMENTS", "CRM", "ECOMMERCE"],
    company_name: "Acme"
  })
  address = body.data.url
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

const visit = async <A>(javaScriptEnabled: boolean, use: (page: Page) => Promise<A>): Promise<A> => {
  const context = await browser.newContext({ javaScriptEnabled })
  const complaints: Array<string> = []
  try {
    const page = await context.newPage()
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()))
    page.on("pageerror", (error) => complaints.push(String(error)))
    await page.goto(address)
    const result = await use(page)
    expect(complaints).toEqual([])
    return result
  } finally {
    await context.close()
  }
}
/** The names of the platforms that are seen, in order. */
const seen = (page: Page): Promise<ReadonlyArray<string>> =>
  page
    .locator(".cards a:visible .name")
    .evaluateAll((names) => names.map((name) => name.firstChild!.textContent!.trim()))
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.querySelector(".name")?.firstChild?.textContent?.trim() ?? "")
const headings = (page: Page): Promise<ReadonlyArray<string>> => page.locator("h2:visible").allInnerTexts()

const offered = connectors.filter(({ category }) => category !== "CUSTOM").map(({ name }) => name)
/** What is typed, and the platforms it finds by their ids. */
const queries: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  ["XERO", ["XERO"]],
  ["quick boo", ["QUICKBOOKS", "QUICKBOOKS_SANDBOX"]],
  ["Zóho  bóoks", ["ZOHO_BOOKS"]],
  ["online shop", connectors.flatMap(({ category, id }) => (category === "ECOMMERCE" ? [id] : []))],
  ["nobody's software", []]
]
const named = (ids: ReadonlyArray<string>): ReadonlyArray<string> =>
  connectors.flatMap(({ id, name }) => (ids.includes(id) ? [name] : [])).toSorted()

describe("many platforms", () => {
  it("are all there, in groups by what they are for and in the order of their names", async () => {
    await visit(false, async (page) => {
      expect((await seen(page)).toSorted()).toEqual(offered.toSorted())
      const groups = await page.locator("section").all()
      expect(await headings(page)).toEqual(
        ["Accounting", "Payments", "Customers and sales", "Online shops"].map((title) => title.toUpperCase())
      )
      for (const group of groups) {
        const names = (await group.locator(".name").allInnerTexts()).map((text) => text.split("\n")[0]!)
        expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)))
      }
    })
  })

  for (const [query, ids] of queries) {
    it(`"${query}" is found while it is typed, and as well without a script`, async () => {
      const typed = await visit(true, async (page) => {
        await page.getByRole("searchbox").pressSequentially(query)
        expect(await page.getByRole("status").innerText()).toBe(
          ids.length === 0
            ? "No platform is called that."
            : `${ids.length} ${ids.length === 1 ? "platform" : "platforms"}`
        )
        return [await seen(page), await headings(page)]
      })
      const sent = await visit(false, async (page) => {
        await page.getByRole("searchbox").fill(query)
        await page.getByRole("button", { name: "Search" }).click()
        await page.waitForURL(/\?q=/)
        expect(await page.getByRole("searchbox").inputValue()).toBe(query)
        return [await seen(page), await headings(page)]
      })
      expect([...typed[0]!].toSorted()).toEqual(named(ids))
      expect(sent).toEqual(typed)
    })
  }

  it("are reached by keys: a slash, arrows and Enter", async () => {
    await visit(true, async (page) => {
      const all = await seen(page)
      await page.keyboard.press("/")
      expect(await page.evaluate(() => document.activeElement?.id)).toBe("q")
      await page.keyboard.press("ArrowDown")
      expect(await focused(page)).toBe(all[0])
      await page.keyboard.press("ArrowDown")
      expect(await focused(page)).toBe(all[1])
      await page.keyboard.press("End")
      expect(await focused(page)).toBe(all.at(-1))
      await page.keyboard.press("Home")
      await page.keyboard.press("ArrowUp")
      await page.keyboard.type("xer")
      expect(await seen(page)).toEqual(["Xero"])
      await page.keyboard.press("Escape")
      expect(await seen(page)).toEqual(all)
      await page.keyboard.type("qoyod")
      await page.keyboard.press("Enter")
      await page.waitForURL(/\/with\/qoyod$/)
    })
  })

  it("may load our script on this page alone, and nothing from elsewhere", async () => {
    const policyOf = async (url: string) => (await fetch(url)).headers.get("content-security-policy")!
    expect(await policyOf(address)).toMatch(/default-src 'none'.*script-src 'self'$/)
    expect(await policyOf(`${address}/with/qoyod`)).not.toContain("script-src")
  })
})

describe("what a platform will ask", () => {
  it("is said beside its name before it is chosen", async () => {
    await visit(false, async (page) => {
      const said = async (name: string) =>
        (
          await page
            .getByRole("link", { name: new RegExp(`^${name}`) })
            .locator("small")
            .innerText()
        ).trim()
      expect(await said("Xero")).toBe("You sign in at Xero")
      expect(await said("Shopify")).toBe("Asks for: Shop; then you sign in there")
      const odoo = connectors.find(({ id }) => id === "ODOO_ACCOUNTING")!
      expect(await said("Qoyod")).toBe("Asks for: API key")
      expect(await said("Odoo")).toBe(
        odoo.auth._tag === "Choice" ? odoo.auth.methods.map(({ label }) => label).join(" · ") : ""
      )
    })
  })

  it("names what is chosen once one is signed in, where there may be several", async () => {
    await visit(false, async (page) => {
      const lead = async (platform: string) => {
        await page.goto(`${address}/with/${platform}`)
        return page.locator(".lead").innerText()
      }
      expect(await lead("xero")).toContain("Where there are several, you choose the organisation afterwards.")
      expect(await lead("stripe")).not.toContain("afterwards")
    })
  })

  it("is explained step by step on its page, addresses as links", async () => {
    const { auth } = connectors.find(({ id }) => id === "QOYOD")!
    const guide = auth._tag === "ApiKey" ? auth.guide! : []
    await visit(false, async (page) => {
      await page.goto(`${address}/with/qoyod`)
      const steps = page.locator("ol li")
      expect((await steps.allInnerTexts()).map((text) => text.trim())).toEqual(guide)
      for (const link of await steps.getByRole("link").all()) {
        expect(await link.getAttribute("rel")).toContain("noopener")
        expect(await link.getAttribute("href")).toBe((await link.innerText()).trim())
      }
    })
  })
})

describe("marks", () => {
  it("are as the package has them: pnpm run docs", () => {
    expect(readFileSync(new URL("../../src/connect/Marks.ts", import.meta.url), "utf8")).toBe(MarksFile.source())
  })

  it("are drawn as paths alone", () => {
    for (const { colour, ink, path } of Object.values(marks)) {
      expect(path).toMatch(/^[\d\sA-Za-z,.+-]+$/)
      expect([colour, ink].join()).toMatch(/^#[\da-f]{6},#[\da-f]{6}$/)
    }
  })
})
