/** What one does on the console: map a record again, have a job tried again, ask a platform, find and share; in the words of the command line. */
import { Acts, Progress } from "@svc/core/api"
import * as Effect from "effect/Effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import * as ToldByCommands from "../../src/database/ToldByCommands.ts"
import * as Chromium from "../support/Chromium.ts"
import * as Console from "../support/Console.ts"
import * as Service from "../support/Service.ts"
import * as Synced from "../support/Synced.ts"

let world: Synced.Synced
let browser: Browser
let opened: Console.Opened
let own: Synced.Connected & Synced.Ran
/** What the token service of a platform says of whatever it is asked. */
let said: readonly [status: number, error: string] = [401, "invalid_client"]
const tokens = createServer((request, response) => {
  request.resume()
  response.writeHead(said[0], { "content-type": "application/json" }).end(JSON.stringify({ error: said[1] }))
})
beforeAll(async () => {
  Console.build()
  await new Promise<void>((resolve) => tokens.listen(0, "127.0.0.1", resolve))
  const env = {
    SVC_KEEP_ALL_EVENTS: "1",
    SVC_XERO_CLIENT_ID: "own-client",
    SVC_XERO_CLIENT_SECRET: "own-secret",
    SVC_XERO_TOKEN_URL: `http://127.0.0.1:${(tokens.address() as AddressInfo).port}/token`
  }
  world = await Synced.start("embedded", undefined, env, { pageSize: 10 })
  own = await world.connected("acme", { CONTACTS: {} }, await world.newCompany("Acme Ltd"))
  await world.ok("POST", "/v3/core/companies", { name: "Bolt GmbH", partner_id: "p-77" })
  browser = await Chromium.launch()
  opened = await Console.opened(browser, world.service.url, Console.screens[1])
  await Console.signIn(opened.page, world.service.url)
})
afterAll(async () => {
  await browser?.close()
  await world?.stop()
  tokens.close()
})
const go = (page: Page, path: string) => page.goto(`${world.service.url}/console${path}`)
/** In the page of whoever is signed in, from the overview on. */
const inPage = async (use: (page: Page) => Promise<void>) => {
  const { complaints, page } = opened
  complaints.length = 0
  await go(page, "/")
  await use(page)
  expect(await Console.faultsOf(page)).toEqual([])
  expect(complaints).toEqual([])
  await page.unrouteAll({ behavior: "ignoreErrors" })
}

it("maps a record again on the spot, and shows what changed by it", async () => {
  const [contact] = await world.list(own, "accounting/contacts")
  await world.rows(
    `update record_contacts set body = jsonb_set(body::jsonb, '{name}', '"Misread"')::json, hash = 'of-before'
     where svc_id = $1`,
    [contact.svc_id]
  )
  await inPage(async (page) => {
    await go(page, `/records/CONTACTS/${contact.svc_id}`)
    const row = page.getByRole("row").filter({ has: page.locator("td:first-child code", { hasText: /^name$/ }) })
    await row.getByText("Misread").waitFor()
    await row.locator("td:nth-child(3)").getByText("name", { exact: true }).waitFor()
    await page.getByRole("button", { name: Acts.acts.mapAgain.label }).click()
    await page.getByText(`"Misread" → ${JSON.stringify(contact.name)}`).waitFor()
    await row.getByText(contact.name).first().waitFor()
    // Its parts are records too.
    const [link] = contact.external_links
    await page.getByRole("link", { name: `EXTERNAL_LINKS ${link.svc_id}`, exact: true }).click()
    await page.getByText(link.link).first().waitFor()
  })
})

it("shows a sync's pages and calls, and an item that was refused beside its record", async () => {
  const [contact] = await world.list(own, "accounting/contacts")
  await world.rows(
    `insert into refusal (company_id, connection_id, data_model, platform_id, is_unnamed, issues, raw, first_refused_at,
       refused_at)
     select company_id, id, 'CONTACTS', $2, false, '["name: is no text"]', '{"planted": "raw item"}', now(), now()
     from connection where id = $1`,
    [own.connectionId, contact.platform_id]
  )
  await inPage(async (page) => {
    await go(page, `/syncs/${own.sync.svc_id}`)
    await page.getByText(Progress.ofSync(Object.values(own.jobs))).waitFor()
    await page.getByRole("heading", { name: "Course" }).waitFor()
    // The legend says the last moment before anybody points at the plot.
    const legend = page.locator(".u-legend .u-value")
    await legend.nth(1).waitFor()
    const job = own.jobs["CONTACTS"]
    expect(await legend.nth(1).innerText()).toBe(String(job.records_read))
    expect(await legend.first().innerText()).toContain(String(new Date(job.finished_at).getUTCFullYear()))
    await go(page, `/connections/${own.connectionId}?part=refusals`)
    await page.getByRole("button", { name: "Look at it" }).first().click()
    await page.getByText("raw item").waitFor()
    await page.getByLabel("The record of it").getByText(contact.name).first().waitFor()
    await page.getByRole("button", { name: "Close" }).click()
  })
})

it("names a job that was given up, in a sentence and with the act that mends it", async () => {
  await world.rows(`insert into pgboss.job (name, data, group_id) values ('refetch', $1::text::jsonb, $2)`, [
    JSON.stringify({ connection_id: own.connectionId, model: "CONTACTS", ids: "poison" }),
    String(own.connectionId)
  ])
  const [job] = await Service.until(
    async () => (await world.ok("GET", "/v3/core/service/failed_jobs")).data as ReadonlyArray<any>,
    (all) => all.length > 0
  )
  await world.rows("update pgboss.job set data = jsonb_set(data, '{ids}', '[]') where id = $1::uuid", [job.id])
  await inPage(async (page) => {
    await page.getByText(/^1 job was given up that was to fetch records again/).waitFor()
    await page.getByRole("link", { name: "Look at the jobs" }).click()
    const row = page.getByRole("row", { name: /Fetch 0 CONTACTS again/ })
    await row.getByText(/cannot be read/).waitFor()
    await row.getByRole("button", { name: Acts.acts.retryJob.label }).click()
    await page.getByText("No job was given up.").waitFor()
  })
})

it("finds by name, partner id and health, and what is found is a link to share", async () => {
  await inPage(async (page) => {
    await go(page, "/companies?find=partner:p-7")
    await page.getByRole("link", { name: "Bolt GmbH" }).waitFor()
    expect(await page.getByRole("link", { name: "Acme Ltd" }).count()).toBe(0)
    await page.getByRole("searchbox").fill("nobody")
    await page.getByText("Nothing is like that.").waitFor()
    await page.waitForURL(/find=partner(%3A|:)nobody/)
    await go(page, "/connections")
    await page.getByLabel("What to find by").selectOption("Find by company's name")
    await page.getByRole("searchbox").fill("acme")
    await page.getByRole("link", { name: "SVC_SANDBOX" }).waitFor()
    await page.getByLabel("What to find by").selectOption("Find by health")
    await page.getByRole("combobox", { name: "Find by health", exact: true }).selectOption("EXPIRED")
    await page.getByText("Nothing is like that.").waitFor()
    const shared = page.url()
    expect(shared).toMatch(/find=status(%3A|:)EXPIRED/)
    await page.goto(shared)
    await page.getByText("Nothing is like that.").waitFor()
  })
})

it("says an act and its command in the same words", async () => {
  await inPage(async (page) => {
    await go(page, `/connections/${own.connectionId}?part=end`)
    await page.getByRole("button", { name: Acts.acts.disconnect.label }).click()
    await page.getByRole("alertdialog").getByText(Acts.acts.disconnect.says).waitFor()
    await page.getByText(`svc connections disconnect ${own.connectionId}`).waitFor()
    await page.getByRole("button", { name: "Leave it" }).click()
  })
})

it("asks the platform whether it takes the credentials that are set", async () => {
  const { data } = await world.ok("GET", "/v3/core/integrations?integration_type[eq]=XERO")
  await inPage(async (page) => {
    await go(page, `/integrations/${data[0].svc_id}`)
    const check = page.getByRole("button", { name: Acts.acts.checkIntegration.label })
    await check.click()
    await page.getByText(/refuses this client id or secret/).waitFor()
    said = [400, "invalid_grant"]
    await check.click()
    await page.getByText(/takes this client id and secret/).waitFor()
  })
})

it("shows of each of the twenty-seven what has to be registered, step by step", async () => {
  const { data: all } = await world.ok("GET", "/v3/core/integrations?limit=1000")
  expect(all).toHaveLength(27)
  await inPage(async (page) => {
    await go(page, "/integrations")
    for (const { integration_type, svc_id } of all) {
      const { data: of } = await world.ok("GET", `/v3/core/integrations/${svc_id}/registration`)
      await page.getByRole("link", { name: integration_type, exact: true }).click()
      await page.getByRole("heading", { name: of.name, level: 1, exact: true }).waitFor()
      const steps = page.locator("ol.steps > li")
      await steps.first().waitFor()
      const shown = await steps.allInnerTexts()
      expect(shown.length, integration_type).toBe(of.steps.length)
      for (const [place, { text, value }] of of.steps.entries()) {
        expect(shown[place]).toContain(text)
        if (value !== null) expect(shown[place]).toContain(value)
        // What is an address there is one to click.
        for (const [href] of text.matchAll(/https:\/\/[^\s,;)]*[^\s,;).:]/g)) {
          expect(await steps.nth(place).getByRole("link", { name: href, exact: true }).getAttribute("href")).toBe(href)
        }
      }
      await page.goBack()
    }
  })
})

it("shows each data model where its records are, whichever platforms have it", async () => {
  await inPage(async (page) => {
    await go(page, "/records")
    const of = (category: string) =>
      page.locator("section").filter({ has: page.getByRole("heading", { name: category, exact: true }) })
    await of("crm").getByRole("link", { name: "CRM_DEALS" }).waitFor()
    expect(await of("accounting").getByRole("link", { name: "CRM_DEALS" }).count()).toBe(0)
  })
})

it("shows figures over hour, day and week, each as a link to share", async () => {
  await inPage(async (page) => {
    for (const span of ["hour", "week", "day"]) {
      await page.getByRole("navigation", { name: "How far back" }).getByRole("link", { name: span }).click()
      await page.waitForURL((url) => url.searchParams.get("span") === span)
      const tile = page.locator("a.tile", { hasText: `syncs in the ${span}` })
      await tile.waitFor()
      await page.locator("figcaption", { hasText: `Syncs in the last ${span}` }).waitFor({ state: "attached" })
      const { data } = await world.ok("GET", `/v3/core/overview?span=${span}`)
      const syncs = data.steps.reduce((sum: number, step: any) => sum + step.syncs, 0)
      expect(await tile.locator("b").innerText()).toBe(String(syncs))
    }
  })
})

it("shows long work on the page of what it is about, in the words of the command line", async () => {
  await world.rows(
    `insert into remap (connection_id, data_model, source, mapping_version, items_read, started_at, finished_at)
     values ($1, 'CONTACTS', 'planted', 'of another release', 30, now(), now()),
       ($1, 'CURRENCIES', 'planted', 'of another release', 12, now(), null)`,
    [own.connectionId]
  )
  const sentence = `Sandbox of Acme Ltd is mapped again: ${Progress.ofMapping(1, 2, 42)}.`
  await inPage(async (page) => {
    await page.getByRole("region", { name: "Under way" }).getByText(sentence).waitFor()
    await page.getByRole("link", { name: "Look at the connection" }).first().click()
    await page.getByRole("region", { name: "Under way" }).getByText(sentence).waitFor()
    await world.rows("delete from remap where source = 'planted'")
    await go(page, "/companies")
    await page.getByRole("link", { name: "Acme Ltd" }).waitFor()
    expect(await page.getByRole("region", { name: "Under way" }).count()).toBe(0)
  })
})

it("shows how far the spreading of the database and the change of its keys are, as their commands say it", async () => {
  const spreading = { table: "record", step: "rows", done: 3, tables: 9 } as const
  const said = (done: number) =>
    world.service.run(
      Effect.all([
        ToldByCommands.say("spreading", { ...spreading, done }, new Date()),
        ToldByCommands.say("rotating", { left: 12 }, new Date())
      ])
    )
  // In a page of its own, whose clock is ours.
  const { complaints, context, page } = await Console.opened(browser, world.service.url)
  await page.clock.install()
  await Console.signIn(page, world.service.url)
  const underWay = page.getByRole("region", { name: "Under way" })
  await page.getByRole("heading", { name: "Overview" }).waitFor()
  // A command is begun while the page is open.
  await said(3)
  await page.clock.runFor(61_000)
  await underWay.getByText(Progress.ofSpreading(spreading)).waitFor()
  await underWay.getByText(Progress.ofRotation(12)).waitFor()
  await page.getByRole("link", { name: "Look at the service" }).first().click()
  await page.getByRole("heading", { name: "Service" }).waitFor()
  await said(4)
  // It is asked again as long as there is any.
  await page.clock.runFor(11_000)
  await underWay.getByText(Progress.ofSpreading({ ...spreading, done: 4 })).waitFor()
  await world.rows("delete from svc_meta where name in ('spreading', 'rotating')")
  await page.clock.runFor(11_000)
  await underWay.waitFor({ state: "detached" })
  expect(complaints).toEqual([])
  await context.close()
})

it("says how far an erasure is while it is waited for", async () => {
  const { data: company } = await world.ok("POST", "/v3/core/companies", { name: "Gone SA" })
  const erasing = (at: string) => world.rows(`update company set erasing_at = ${at} where id = $1`, [company.svc_id])
  const sentence = Progress.ofErasure(company.svc_id, 0)
  await inPage(async (page) => {
    await go(page, `/companies/${company.svc_id}`)
    // The answer is held back, as if there were much to erase.
    let answer = () => {}
    let isGone = false
    const isHeld = new Promise<void>((resolve) => (answer = resolve))
    await page.route(`**/v3/core/companies/${company.svc_id}`, async (route) => {
      // Who asks for what is gone is told so, which the browser complains of.
      if (route.request().method() !== "DELETE") return isGone ? route.fulfill({ status: 404 }) : route.continue()
      await erasing("now()")
      await isHeld
      isGone = true
      return route.fulfill({ json: { data: company } })
    })
    await page.getByRole("button", { name: Acts.acts.erase.label }).click()
    await page.getByLabel(/^Type/).fill("Gone SA")
    const dialog = page.getByRole("alertdialog")
    await dialog.getByRole("button", { name: Acts.acts.erase.label }).click()
    await dialog.getByText(sentence).waitFor()
    answer()
    // It is on the list of companies for whoever comes meanwhile.
    await page.getByRole("heading", { name: "Companies" }).waitFor()
    await page.getByRole("region", { name: "Under way" }).getByText(sentence).waitFor()
  })
  await erasing("null")
})

it("says of a key that was replaced by which, and rotates it no more", async () => {
  const { data: old } = await world.ok("POST", "/v3/core/api_keys", { name: "Old one", scopes: ["read"] })
  const { data: young } = await world.ok("POST", `/v3/core/api_keys/${old.svc_id}/rotate`, {})
  const { data: ended } = await world.ok("POST", "/v3/core/api_keys", {
    name: "Ended one",
    scopes: ["read"],
    expires_at: new Date(Date.now() + 86_400_000).toISOString()
  })
  await world.rows("update api_key set expires_at = now() - interval '1 minute' where id = $1", [ended.svc_id])
  await inPage(async (page) => {
    await go(page, "/keys")
    const rowOf = (id: number) =>
      page.getByRole("row").filter({ has: page.getByRole("cell", { name: String(id), exact: true }) })
    await rowOf(old.svc_id).getByText(`replaced by ${young.svc_id}`).waitFor()
    await rowOf(ended.svc_id).getByText("ended", { exact: true }).waitFor()
    const names = async (id: number) => rowOf(id).getByRole("button").allInnerTexts()
    expect(await names(old.svc_id)).toEqual(["Revoke"])
    expect(await names(young.svc_id)).toEqual(["Rotate", "Revoke"])
    expect(await names(ended.svc_id)).toEqual([])
  })
})

it("says since when something is so, as one says it", async () => {
  await world.rows(`update connection set status = 'EXPIRED', updated_at = now() - interval '3 days' where id = $1`, [
    own.connectionId
  ])
  const day = new Intl.DateTimeFormat("en-GB", { weekday: "long" }).format(Date.now() - 3 * 86_400_000)
  await inPage(async (page) => {
    const trouble = page.getByRole("listitem").filter({ hasText: "asks for a sign-in" })
    await trouble.getByText(`Since ${day}.`).waitFor()
    expect(await trouble.locator("time").getAttribute("title")).toMatch(/\d{4}.*\d\d:\d\d/)
    await page.getByLabel("Times").selectOption("exact")
    await trouble.getByText(/Since .*\d{4}.*\d\d:\d\d:\d\d\./).waitFor()
  })
  await world.rows(`update connection set status = 'HEALTHY' where id = $1`, [own.connectionId])
})
