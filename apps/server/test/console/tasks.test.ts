/**
 * A world of failures: every view of it, and what an operator comes for there, done from the overview by clicks, which the page
 * itself counts: five at most. The table of them in docs/console.md is what is counted here; `-u` brings it up to date.
 */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"
import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import * as Chromium from "../support/Chromium.ts"
import * as Console from "../support/Console.ts"
import * as ConsoleViews from "../support/ConsoleViews.ts"
import * as ConsoleWorld from "../support/ConsoleWorld.ts"
import * as Receiver from "../support/Receiver.ts"

const file = fileURLToPath(new URL("../../../../docs/console.md", import.meta.url))
const most = 5

let world: ConsoleWorld.Failures
let browser: Browser
let context: BrowserContext
let page: Page
let complaints: ReadonlyArray<string>
const done: Array<readonly [task: string, way: string, clicks: number]> = []

beforeAll(async () => {
  Console.build()
  world = await ConsoleWorld.failures()
  browser = await Chromium.launch()
  ;({ complaints, context, page } = await Console.opened(browser, world.url))
  // A press of a mouse, a choice from a list and an Enter count; what is typed does not.
  await page.addInitScript(() => {
    const count = (event: Event) => {
      const isPress = event.type === "pointerdown"
      const isEnter = event instanceof KeyboardEvent && event.key === "Enter"
      const isChoice = event.type === "change" && event.target instanceof HTMLSelectElement
      if (event.isTrusted && (isPress || isEnter || isChoice))
        sessionStorage.setItem("clicks", String(Number(sessionStorage.getItem("clicks") ?? 0) + 1))
    }
    for (const type of ["pointerdown", "keydown", "change"]) addEventListener(type, count, true)
  })
  await Console.signIn(page, world.url)
})
afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

// As the world was made, before anything of it is mended.
ConsoleViews.look("failures", () => ({ browser, world }))

/** A task from the overview on; `way` says in the table how it goes. */
const task = (what: string, way: string, go: () => Promise<void>) =>
  it(what, async () => {
    await page.goto(`${world.url}/console`)
    await page.getByRole("region", { name: "What needs a hand" }).waitFor()
    await page.evaluate(() => sessionStorage.setItem("clicks", "0"))
    await go()
    const clicks = Number(await page.evaluate(() => sessionStorage.getItem("clicks")))
    expect(clicks).toBeLessThanOrEqual(most)
    done.push([what, way, clicks])
  })
const press = (name: string | RegExp, within: { getByRole: Page["getByRole"] } = page) =>
  within.getByRole("button", { name }).first().click()
const follow = (name: string | RegExp, within: { getByRole: Page["getByRole"] } = page) =>
  within.getByRole("link", { name }).first().click()
/** What the overview says of something. */
const sentence = (text: string | RegExp) =>
  page.getByRole("region", { name: "What needs a hand" }).getByRole("listitem").filter({ hasText: text }).first()
const view = (name: string) => follow(name, page.getByRole("navigation", { name: "Views" }))
const rowOf = (text: string | RegExp) => page.getByRole("row").filter({ hasText: text }).first()

task(
  "Find out why Acme's invoices are missing, and mend it",
  "the sentence of Acme, *Look at the sync* (the call that was refused is there), *Try again what failed*",
  async () => {
    expect(await world.list(world.acme, "accounting/invoices")).toEqual([])
    await follow("Look at the sync", sentence(/The last sync of .* of Acme Ltd failed/))
    const why = page.locator(".notice", { hasText: "INVOICES" })
    await why.getByText("was answered 403").waitFor()
    expect(await why.innerText()).toContain("/v1/invoices")
    // Acme's user allows it at the platform.
    world.mendInvoices()
    await press("Try again what failed")
    await page.waitForURL((url) => !url.pathname.endsWith(`/${world.ids.sync}`))
    await world.ended(Number(/\d+$/.exec(page.url())![0]))
    await page
      .locator(".badge", { hasText: /^success$/ })
      .first()
      .waitFor()
    expect((await world.list(world.acme, "accounting/invoices")).length).toBeGreaterThan(0)
  }
)

task(
  "Reconnect a company whose sign-in has ended",
  "the sentence of Bolt, *Make a link to reconnect*, *Copy*",
  async () => {
    const own = sentence(/Bolt GmbH asks for a sign-in/)
    await press("Make a link to reconnect", own)
    const link = await own.getByLabel("Send this link to whoever can sign in at the platform").innerText()
    await context.grantPermissions(["clipboard-read", "clipboard-write"])
    await press("Copy", own)
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
    // Who is sent it signs in, and the overview says no more of it.
    const user = await browser.newContext()
    const visit = await user.newPage()
    await visit.goto(link)
    const platform = visit.getByRole("link", { name: "Sandbox" })
    if (await platform.isVisible()) await platform.click()
    await visit.locator("input[type=password]").fill("sandbox-bolt")
    await visit.getByRole("button").click()
    await visit.getByRole("heading", { name: "Sandbox is connected" }).waitFor()
    await user.close()
    expect((await world.connection(world.bolt)).status).toBe("HEALTHY")
    await own.waitFor({ state: "hidden" })
  }
)

task(
  "Find the delivery that failed, see why, and send it again",
  "the sentence of the webhook, *Look at the webhook* (what the endpoint answered is in the list), *Send again*",
  async () => {
    await world.rows(
      "update delivery set status = 'FAILED' where id = (select id from delivery where webhook_id = $1 order by id limit 1)",
      [world.ids.webhook]
    )
    await follow("Look at the webhook", sentence("The webhook Books does not take"))
    await page.getByText("The endpoint answered 500: out of order").first().waitFor()
    const before = world.receiver.received("/dead").length
    world.receiver.answer("/dead", Receiver.status(200))
    await press("Send again", rowOf("failed"))
    await Effect.runPromise(world.receiver.waitFor("/dead", before + 1))
  }
)

task("Lift a pause", "the sentence of Cargo, *Resume*", async () => {
  const own = sentence("Cargo SA is paused")
  await press("Resume", own)
  await own.waitFor({ state: "hidden" })
  expect((await world.connection(world.cargo)).sync_status).not.toBe("PAUSED")
})

task("Revoke an API key", "*Keys and sessions*, *Revoke* in its row, *Revoke* once more", async () => {
  await view("Keys and sessions")
  const own = rowOf("Left behind")
  await press("Revoke", own)
  await press("Revoke", page.getByRole("alertdialog"))
  await own.getByText("revoked").waitFor()
  const { data } = await world.ok("GET", "/v3/core/api_keys?limit=1000")
  expect(data.find(({ name }: any) => name === "Left behind").revoked_at).not.toBeNull()
})

task("See who paused a connection, and when", "*Audit log*", async () => {
  await view("Audit log")
  const own = rowOf("connection paused")
  await own.waitFor()
  const { data } = await world.ok("GET", "/v3/core/audit_events?limit=1000")
  const event = data.find(({ action }: any) => action === "CONNECTION_PAUSED")
  expect(event.target_id).toBe(String(world.cargo.connectionId))
  for (const text of [event.target_id, event.actor_prefix ?? event.actor_id, event.request_id])
    expect(await own.innerText()).toContain(String(text))
})

task("Find a company by its partner id", "*Find…* (or Ctrl+K), its partner id typed, Enter", async () => {
  await press("Find…")
  await page.getByRole("option", { name: /acme-77/ }).waitFor()
  await page.keyboard.type("acme-77")
  await page.getByRole("option", { name: /bolt/i }).first().waitFor({ state: "hidden" })
  await page.keyboard.press("Enter")
  await page.getByRole("heading", { name: "Acme Ltd" }).waitFor()
})

task(
  "See why a record was refused, beside what the platform sent",
  "the sentence of Delta, *Look at the connection*, *Refused and warned*, *Look at it*",
  async () => {
    await follow("Look at the connection", sentence(/Delta BV could not be read/))
    await page.getByRole("tab", { name: "Refused and warned" }).click()
    await press("Look at it", rowOf("c2"))
    const dialog = page.getByRole("dialog")
    await dialog.getByText('"label": "Bad"').waitFor()
    await dialog.getByText("code").first().waitFor()
  }
)

task(
  "Make an invite link for a new company",
  "*Invite links*, *Make a link*, its name typed, *Make it*, *Copy*",
  async () => {
    await view("Invite links")
    await press("Make a link")
    await page.getByLabel("Name of the company").fill("Hilltop Inc")
    await press("Make it")
    await press("Copy", page.getByRole("dialog"))
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect((await fetch(link)).status).toBe(200)
    const { data } = await world.ok("GET", "/v3/core/invite_links?limit=1000")
    expect(data.map(({ company }: any) => company.name)).toContain("Hilltop Inc")
  }
)

task(
  "See which platform is near its limit, and how near a connection is",
  "*Beside their limits* of the overview, the connection, *Settings and limits*",
  async () => {
    const platforms = page.getByRole("region", { name: "Calls beside limits" })
    const row = platforms.getByRole("row").filter({ hasText: "SVC_SANDBOX" })
    expect(await row.innerText()).toMatch(/\d+ calls in a minute/)
    await follow("SVC_SANDBOX", page.getByRole("listitem").filter({ hasText: "of Acme Ltd" }))
    await page.getByRole("tab", { name: "Settings and limits" }).click()
    await page
      .getByText(/^\d+ of \d+$/)
      .first()
      .waitFor()
  }
)

task(
  "Map a record again, as the connector reads it now",
  "*Records*, the data model, its id, *Map again*",
  async () => {
    const [contact] = await world.list(world.acme, "accounting/contacts")
    await world.rows(
      `update record_contacts set body = jsonb_set(body::jsonb, '{name}', '"Misread"')::json, hash = 'of-before'
     where svc_id = $1`,
      [contact.svc_id]
    )
    await view("Records")
    await follow("CONTACTS", page.getByRole("main"))
    await page.getByRole("link", { name: String(contact.svc_id), exact: true }).click()
    await page.getByText("Misread").first().waitFor()
    await press("Map again")
    await page.getByText(`"Misread" → ${JSON.stringify(contact.name)}`).waitFor()
  }
)

task("Try work again that was given up", "the sentence of the job, *Look at the jobs*, *Try it again*", async () => {
  await follow("Look at the jobs", sentence("job was given up"))
  const own = rowOf(/Fetch some CONTACTS again/)
  await own.getByText(/cannot be read/).waitFor()
  await world.rows("update pgboss.job set data = jsonb_set(data, '{ids}', '[]') where data ->> 'ids' = 'poison'")
  await press("Try it again", own)
  await page.getByText("No job was given up.").waitFor()
})

it("is written down with the clicks of each", async () => {
  expect(complaints).toEqual([])
  expect(done.length).toBe(12)
  const rows = [["What", "How", "Clicks"], ["---", "---", "---:"], ...done.map((row) => row.map(String))]
  const table = rows.map((row) => `| ${row.join(" | ")} |`).join("\n")
  const between = /(<!-- tasks -->\n)[\s\S]*?(\n<!-- end of tasks -->)/
  const text = readFileSync(file, "utf8")
  expect(text).toMatch(between)
  await expect(text.replace(between, (_, head: string, end: string) => `${head}${table}${end}`)).toMatchFileSnapshot(
    file
  )
})
