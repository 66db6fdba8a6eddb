/** The views that one works in, with real data and real failures: a sync beside the one before it, a record beside its item. */
import { Progress } from "@svc/core/api"
import { readFile } from "node:fs/promises"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import * as Chromium from "../support/Chromium.ts"
import * as Console from "../support/Console.ts"
import * as Service from "../support/Service.ts"
import * as Synced from "../support/Synced.ts"
import * as Sandbox from "../support/UnrulySandbox.ts"

let world: Synced.Synced
let browser: Browser
let opened: Console.Opened
let good: Synced.Connected & Synced.Ran
let failed: Synced.Ran
beforeAll(async () => {
  Console.build()
  world = await Synced.start("embedded", undefined, { SVC_KEEP_ALL_EVENTS: "1" })
  good = await world.connected("acme", { CONTACTS: {}, EXPENSES: {} }, await world.newCompany("Acme Ltd"))
  // One data model of the second sync fails, for good.
  const lift = world.platform.rule(Sandbox.to("acme", "expenses"), Sandbox.status(403))
  failed = await world.sync(good, { full_sync: true })
  lift()
  await Service.until(
    () => world.ok("GET", `/v3/core/calls?sync_id[eq]=${failed.sync.svc_id}&status[eq]=403`),
    ({ data }) => data.length > 0
  )
  browser = await Chromium.launch()
  opened = await Console.opened(browser, world.service.url)
  await Console.signIn(opened.page, world.service.url)
})
afterAll(async () => {
  await browser?.close()
  await world?.stop()
})
const go = (page: Page, path: string) => page.goto(`${world.service.url}/console${path}`)
/** In the page of whoever is signed in. */
const inPage = async (use: (page: Page) => Promise<void>) => {
  const { complaints, page } = opened
  complaints.length = 0
  await use(page)
  expect(complaints).toEqual([])
  await page.unrouteAll({ behavior: "ignoreErrors" })
}
const contactOf = async () => (await world.list(good, "accounting/contacts"))[0]

it("has a sync that failed in part", () => {
  expect([failed.sync.status, failed.jobs["EXPENSES"].status]).toEqual(["PARTIAL_SUCCESS", "FAILED"])
})

it("shows a sync, the call that brought its failure, its course, and what the one before did", async () => {
  await inPage(async (page) => {
    await go(page, `/syncs/${failed.sync.svc_id}`)
    const why = page.locator(".notice", { hasText: "EXPENSES" })
    await why.getByText("was answered 403").waitFor()
    expect(await why.innerText()).toContain("/v1/expenses")
    await page.getByRole("heading", { name: "Course" }).waitFor()
    await page.getByRole("link", { name: `Sync ${good.sync.svc_id}`, exact: true }).waitFor()
    const [own, before] = [failed, good].map(({ jobs }) => jobs["EXPENSES"].records_read)
    expect(before).toBeGreaterThan(0)
    await page
      .getByRole("row", { name: /^EXPENSES failed/ })
      .getByText(String(own - before), { exact: true })
      .first()
      .waitFor()
  })
})

it("shows a record member by member, with where the platform says the same", async () => {
  const contact = await contactOf()
  await inPage(async (page) => {
    await go(page, `/records/CONTACTS/${contact.svc_id}`)
    const row = page.getByRole("row").filter({ has: page.locator("td:first-child code", { hasText: /^platform_id$/ }) })
    await row.getByText(contact.platform_id).first().waitFor()
    await row.locator("td:nth-child(3)").getByText("id", { exact: true }).waitFor()
    await page.getByRole("heading", { name: "History" }).waitFor()
    await page.getByText("create", { exact: true }).first().waitFor()
  })
})

it("shows of each data model of a connection what could not be read, and what is used of the platform's limits", async () => {
  await world.rows(
    `insert into refusal (company_id, connection_id, data_model, platform_id, is_unnamed, issues, first_refused_at, refused_at)
     select company_id, id, 'EXPENSES', 'exp-1', false, '[{"field": "total_amount", "message": "is no number"}]', now(), now()
     from connection where id = $1`,
    [good.connectionId]
  )
  await inPage(async (page) => {
    await go(page, `/connections/${good.connectionId}`)
    await page.getByRole("tab", { name: "Data models" }).click()
    const row = page.getByRole("row", { name: /^EXPENSES/ })
    await row.waitFor()
    const cells = await row.locator("td").allInnerTexts()
    expect(cells).toEqual(expect.arrayContaining(["EXPENSES", "yes", "1", "0"]))
    expect(cells[1]).toBe(String((await world.list(good, "accounting/expenses")).length))
    expect(cells[2]).toContain(String(failed.sync.svc_id))
    await row.getByRole("link", { name: String(failed.sync.svc_id), exact: true }).waitFor()
    await page.getByRole("tab", { name: "Settings and limits" }).click()
    const budget = page.locator("dl div", { hasText: "Calls in this minute" }).locator("dd")
    await budget.waitFor()
    expect(await budget.innerText()).toMatch(/^\d+ of \d+$/)
  })
})

it("writes by a form made of the schema, with choices of what there is", async () => {
  const contact = await contactOf()
  await inPage(async (page) => {
    await go(page, "/writes")
    await page.getByRole("link", { name: "Write to a platform" }).click()
    await page.getByLabel("Connection").selectOption(String(good.connectionId))
    await page.getByLabel("What is done").selectOption("create EXPENSES")
    const form = page.getByRole("form", { name: "create EXPENSES" })
    const reference = form.getByLabel("contact_id")
    await reference.evaluate((field) => field.closest("details")?.setAttribute("open", ""))
    await reference.fill(contact.name.slice(0, 6))
    await form.locator(`datalist option[value="${contact.platform_id}"]`).waitFor({ state: "attached" })
    expect(await Console.faultsEverywhere(page)).toEqual([])
    await page.getByLabel("What is done").selectOption("create CONTACTS")
    const name = "Made on the console"
    await page.getByRole("form", { name: "create CONTACTS" }).getByLabel("name", { exact: true }).fill(name)
    expect(await page.getByLabel("The same as a command").innerText()).toContain(name)
    await page.getByLabel("contact_type").selectOption("VENDOR")
    await page.getByLabel("contact_type").press("Tab")
    await page.getByRole("button", { name: "Write it to the platform" }).press("Enter")
    await page.getByRole("heading", { name: "Item 1" }).waitFor()
    await page.getByText("success", { exact: true }).first().waitFor()
    expect(await world.list(good, "accounting/contacts", `&name[eq]=${encodeURIComponent(name)}`)).toMatchObject([
      { name, contact_type: "VENDOR" }
    ])
  })
})

it("tries again what failed, by keyboard alone, and nothing else", async () => {
  await inPage(async (page) => {
    await go(page, `/syncs/${failed.sync.svc_id}`)
    await page.getByRole("button", { name: "Try again what failed" }).focus()
    await page.keyboard.press("Enter")
    await page.waitForURL((url) => !url.pathname.endsWith(`/${failed.sync.svc_id}`))
    const id = Number(/\d+$/.exec(page.url())![0])
    const { jobs, sync } = await world.ended(id)
    expect([sync.status, Object.keys(jobs)]).toEqual(["SUCCESS", ["EXPENSES"]])
    await page.getByText("success").first().waitFor()
  })
})

it("goes from a record to what it names, and from there back to what names it", async () => {
  const expense = (await world.list(good, "accounting/expenses")).find((one) => one.contact_id !== null)
  await inPage(async (page) => {
    await go(page, `/records/EXPENSES/${expense.svc_id}`)
    await page.getByRole("link", { name: `CONTACTS ${expense.contact_id}` }).click()
    await page.getByText("1 row", { exact: true }).waitFor()
    const contact = (await world.list(good, "accounting/contacts", `&platform_id[eq]=${expense.contact_id}`))[0]
    await page.getByRole("link", { name: String(contact.svc_id), exact: true }).click()
    await page.getByRole("link", { name: "EXPENSES", exact: true }).click()
    await page.waitForURL((url) => url.searchParams.get("contact_id[eq]") === expense.contact_id)
    await page.getByRole("link", { name: String(expense.svc_id), exact: true }).waitFor()
  })
})

it("hands out what tables show as files, those of a few rows too", async () => {
  await inPage(async (page) => {
    await go(page, `/syncs/${failed.sync.svc_id}`)
    const table = page.locator(".stack", { has: page.getByRole("region", { name: "Data models of the sync" }) }).last()
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      table.getByRole("button", { name: "NDJSON" }).click()
    ])
    const lines = (await readFile((await file.path())!, "utf8")).trimEnd().split("\n")
    expect(lines.map((line) => JSON.parse(line).data_model)).toEqual(["CONTACTS", "EXPENSES"])
    const [sheet] = await Promise.all([
      page.waitForEvent("download"),
      table.getByRole("button", { name: "CSV" }).click()
    ])
    const [head] = (await readFile((await sheet.path())!, "utf8")).split("\r\n")
    expect(head).toContain("data_model,status,records_read")
  })
})

it("holds 100 000 rows, of which only those in sight are on the page", async () => {
  const [company] = (await world.ok("GET", "/v3/core/companies?limit=1")).data
  await inPage(async (page) => {
    const table = await Console.openLongTable(page, world.service.url, company)
    const rows = table.locator("tbody tr")
    expect(await rows.count()).toBeLessThan(60)
    await table.evaluate((element) => element.scrollTo(0, element.scrollHeight / 2))
    await table.getByRole("link", { name: "Company 50000", exact: true }).waitFor()
    expect(await rows.count()).toBeLessThan(60)
  })
})

/** The rows of the file that the page hands out when something is done. */
const handedOut = async (page: Page, act: () => unknown) => {
  const [file] = await Promise.all([page.waitForEvent("download"), act()])
  expect(file.suggestedFilename()).toMatch(/^[a-z0-9_-]+\.(csv|ndjson)$/)
  const text = await readFile((await file.path())!, "utf8")
  return text.split(/\r?\n/).slice(0, -1)
}

const linesOf = (page: Page, button: "CSV" | "NDJSON") =>
  handedOut(page, () => page.getByRole("button", { name: button }).click())

it("hands out every row that a filter matches, also those that nobody scrolled to", async () => {
  await world.rows(`insert into company (organisation_id, name)
    select 1, 'Many ' || case when n % 2 = 0 then 'even ' else 'odd ' end || n from generate_series(1, 2500) n`)
  await inPage(async (page) => {
    await go(page, "/companies?find=name:even")
    await page.getByText("200 rows so far").waitFor()
    const names = (await linesOf(page, "NDJSON")).map((line) => JSON.parse(line).name)
    expect(names.toSorted()).toEqual(Array.from({ length: 1250 }, (_, n) => `Many even ${2 * n + 2}`).toSorted())
    await page.getByText("companies.ndjson: 1250 rows, ").waitFor()
    const [head, ...rows] = await linesOf(page, "CSV")
    expect(head).toMatch(/^name,partner_id,/)
    expect([rows.length, new Set(rows).size]).toEqual([1250, 1250])
    // In the order of the table.
    await page.getByRole("columnheader", { name: "Company" }).getByRole("button").click()
    await page.waitForURL((url) => url.searchParams.get("sort") === "name:DESC")
    await page.getByRole("cell", { name: "Many even 998", exact: true }).waitFor()
    const sorted = (await linesOf(page, "NDJSON")).map((line) => JSON.parse(line).name)
    expect([sorted.length, sorted[0]]).toEqual([1250, "Many even 998"])
  })
  await world.rows("delete from company where name like 'Many %'")
})

it("hands out records by the interface's own export, and in another order page by page", async () => {
  const all = (await world.list(good, "accounting/expenses")).filter(({ total_amount }) => total_amount > 0)
  const { asked, page } = opened
  asked.length = 0
  await go(page, "/records/EXPENSES?total_amount[gt]=0")
  const plain = (await linesOf(page, "NDJSON")).map((line) => JSON.parse(line).svc_id)
  expect(plain).toEqual(all.map(({ svc_id }) => svc_id).toSorted((a, b) => a - b))
  expect(asked.filter((url) => url.includes("/expenses/export?"))).toHaveLength(1)
  await go(page, "/records/EXPENSES?total_amount[gt]=0&sort[svc_id]=DESC")
  const sorted = (await linesOf(page, "NDJSON")).map((line) => JSON.parse(line).svc_id)
  expect(sorted).toEqual(plain.toReversed())
})

it("says how far a file is, wherever one goes, ends it when it is left, and keeps little of it in the page", async () => {
  const [company] = (await world.ok("GET", "/v3/core/companies?limit=1")).data
  const whole = 20_000
  const note = "n".repeat(500)
  const { asked, complaints, context, page } = await Console.opened(browser, world.service.url)
  await Console.signIn(page, world.service.url)
  let stop = 5000
  let goOn = () => {}
  await page.route(/\/v3\/core\/companies\?/, async (route) => {
    const params = new URL(route.request().url()).searchParams
    const [from, limit] = [Number(params.get("next") ?? 0), Number(params.get("limit"))]
    if (from === stop) await new Promise<void>((resolve) => (goOn = resolve))
    const data = Array.from({ length: limit }, (_, n) => ({ ...company, svc_id: from + n, name: note }))
    const next = from + limit < whole ? String(from + limit) : null
    // Who left it waits for it no more.
    await route.fulfill({ json: { data, next, previous: null } }).catch(() => undefined)
  })
  await page.goto(`${world.service.url}/console/companies`)
  const files = page.getByRole("region", { name: "Files" })
  await page.getByRole("button", { name: "NDJSON" }).click()
  await files.getByText(Progress.ofFile("companies.ndjson", 5000, 0, false).replace(/, 0 B\.$/, "")).waitFor()
  await page.getByRole("link", { name: "Syncs", exact: true }).click()
  await page.getByRole("heading", { name: "Syncs" }).waitFor()
  expect(await Console.faultsEverywhere(page)).toEqual([])
  const left = page.waitForEvent("requestfailed", (request) => request.url().includes(`next=${stop}`))
  await files.getByRole("button", { name: "Cancel" }).click()
  await left
  await files.waitFor({ state: "detached" })
  goOn()
  expect(asked.filter((url) => url.includes(`next=${stop + 1000}`))).toEqual([])

  const session = await context.newCDPSession(page)
  const held = async () => {
    await session.send("HeapProfiler.collectGarbage")
    return (await session.send("Runtime.getHeapUsage")).usedSize
  }
  await page.goto(`${world.service.url}/console/companies`)
  await page.getByText("200 rows so far").waitFor()
  stop = whole - 1000
  const before = await held()
  await page.getByRole("button", { name: "NDJSON" }).click()
  await files.getByText("19000 rows so far, ").waitFor({ timeout: 60_000 })
  // 12 MB have come by then.
  const grown = (await held()) - before
  expect(grown).toBeLessThan(5_000_000)
  expect((await handedOut(page, () => goOn())).length).toBe(whole)
  expect(complaints.filter((one) => !one.includes("ERR_FAILED"))).toEqual([])
  await context.close()
})
