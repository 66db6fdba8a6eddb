/** Every act that the console has a button for, pressed by keyboard: it is done, and is in the audit log as of whoever pressed it. */
import { Acts, type AuditEvents } from "@svc/core/api"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import * as Chromium from "../support/Chromium.ts"
import * as Console from "../support/Console.ts"
import * as Receiver from "../support/Receiver.ts"
import * as Synced from "../support/Synced.ts"
import * as Sandbox from "../support/UnrulySandbox.ts"

/** What is written of each. */
const actions: Readonly<Record<Acts.ActId, AuditEvents.Action>> = {
  syncNow: "SYNC_STARTED",
  fullSync: "SYNC_STARTED",
  cancelSync: "SYNC_CANCELLED",
  pause: "CONNECTION_PAUSED",
  resume: "CONNECTION_RESUMED",
  reconnect: "INVITE_LINK_CREATED",
  inboundAddress: "INBOUND_ADDRESS_CREATED",
  disconnect: "CONNECTION_DISCONNECTED",
  erase: "COMPANY_ERASED",
  mapAgain: "RECORD_MAPPED",
  checkIntegration: "INTEGRATION_CHECKED",
  setCredentials: "INTEGRATION_UPDATED",
  disableIntegration: "INTEGRATION_UPDATED",
  offerIntegration: "INTEGRATION_UPDATED",
  invite: "INVITE_LINK_CREATED",
  addWebhook: "WEBHOOK_CREATED",
  testWebhook: "WEBHOOK_TESTED",
  enableWebhook: "WEBHOOK_UPDATED",
  disableWebhook: "WEBHOOK_UPDATED",
  rotateWebhook: "WEBHOOK_SECRET_ROTATED",
  deleteWebhook: "WEBHOOK_DELETED",
  sendAgain: "DELIVERY_RETRIED",
  replay: "EVENTS_REPLAYED",
  revokeLink: "INVITE_LINK_REVOKED",
  makeKey: "API_KEY_CREATED",
  rotateKey: "API_KEY_ROTATED",
  revokeKey: "API_KEY_REVOKED",
  endSession: "SESSION_ENDED",
  retryJob: "JOB_RETRIED"
}

const scope = Scope.makeUnsafe()
let world: Synced.Synced
let receiver: Receiver.Receiver
let browser: Browser
let context: BrowserContext
let page: Page
let complaints: ReadonlyArray<string>
let own: Synced.Connected & Synced.Ran
let olga: any
const left = new Set<string>(Object.keys(actions))

beforeAll(async () => {
  Console.build()
  world = await Synced.start("embedded", undefined, { SVC_KEEP_ALL_EVENTS: "1" }, { pageSize: 10 })
  receiver = await Effect.runPromise(Scope.provide(Receiver.start, scope))
  own = await world.connected("acme", { CONTACTS: {} }, await world.newCompany("Acme Ltd"))
  const scopes = ["read", "write", "passthrough", "admin"]
  olga = (await world.ok("POST", "/v3/core/api_keys", { name: "Olga", scopes })).data
  browser = await Chromium.launch()
  ;({ complaints, context, page } = await Console.opened(browser, world.service.url))
  await Console.signIn(page, world.service.url, olga.secret)
})
afterAll(async () => {
  await browser?.close()
  await world?.stop()
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

const go = (path: string) => page.goto(`${world.service.url}/console${path}`)
type Within = { readonly getByRole: Page["getByRole"] }
const press = (name: string, within: Within = page) => within.getByRole("button", { name, exact: true }).first().click()
const rowOf = (text: string | RegExp) => page.getByRole("row").filter({ hasText: text }).first()
const written = async (action: AuditEvents.Action): Promise<number> => {
  const [found] = await world.rows(
    "select count(*)::int as n from audit_event where actor_type = 'API_KEY' and actor_id = $1 and action = $2",
    [olga.svc_id, action]
  )
  return found!["n"]
}
/** Presses it, and waits until it is in the log once, as of Olga. */
const logged = async (action: AuditEvents.Action, pressing: () => Promise<unknown>): Promise<void> => {
  const before = await written(action)
  await pressing()
  await Synced.until(
    () => written(action),
    (now) => now > before
  )
  expect(await written(action), action).toBe(before + 1)
}
const act = async (id: Acts.ActId, within: Within = page, label: string = Acts.acts[id].label): Promise<void> => {
  await logged(actions[id], () => press(label, within))
  left.delete(id)
}
/** The same where it is asked for once more, with what has to be typed before. */
const sure = async (id: Acts.ActId, typed?: string, within: Within = page, label: string = Acts.acts[id].label) => {
  await press(label, within)
  const dialog = page.getByRole("alertdialog")
  if (typed !== undefined) await dialog.getByLabel(/^Type/).fill(typed)
  await act(id, dialog, label)
  await dialog.waitFor({ state: "hidden" })
}
const syncOfPage = async () => {
  await page.waitForURL(/\/syncs\/\d+$/)
  return Number(/\d+$/.exec(page.url())![0])
}

it("begins with the session of who signs in", async () => {
  expect(await written("SESSION_STARTED")).toBe(1)
})

it("syncs, waits for the platform's limit, cancels, pauses and goes on", async () => {
  const path = `/connections/${own.connectionId}`
  await go(path)
  await sure("fullSync")
  const full = await world.ended(await syncOfPage())
  expect([full.sync.status, full.sync.full_sync]).toEqual(["SUCCESS", true])
  await page.getByRole("heading", { name: `Full sync ${full.sync.svc_id}` }).waitFor()
  const lift = world.platform.rule(Sandbox.to("acme", "contacts"), Sandbox.status(429, { "retry-after": "3600" }))
  await go(path)
  await act("syncNow")
  const id = await syncOfPage()
  await page.getByText(/^It waits for the platform's limit until .*, and goes on by itself\.$/).waitFor()
  await go(path)
  await page.getByText(/^The platform asked to wait until/).waitFor()
  await go(`/syncs/${id}`)
  await act("cancelSync")
  await page.locator(".badge", { hasText: "cancelled" }).first().waitFor()
  expect((await world.ended(id)).sync.status).toBe("CANCELLED")
  lift()
  await go(path)
  await act("pause")
  await page.getByText("It was paused here: nothing is read until it is resumed.").waitFor()
  // What the platform asked for is lifted by it as well.
  await act("resume")
  await page.getByRole("button", { name: "Pause" }).waitFor()
})

it("shows how each data model of the connection stands, its calls and its events, account and scopes", async () => {
  await go(`/connections/${own.connectionId}?part=models`)
  const cells = page.getByRole("row", { name: /^CONTACTS/ }).locator("td")
  await cells.first().waitFor()
  const heads = await page.getByRole("columnheader").allInnerTexts()
  const shown = Object.fromEntries((await cells.allInnerTexts()).map((text, at) => [heads[at], text]))
  const state = (await world.ok("GET", `/v3/core/connections/${own.connectionId}/state`)).data
  const contacts = state.data_models.find((one: any) => one.data_model === "CONTACTS")
  expect(shown).toMatchObject({
    Records: String(contacts.records),
    Refused: "0",
    Warned: "0",
    "How often": "every day"
  })
  const moment = (header: string) => cells.nth(heads.indexOf(header)).locator("time").first().getAttribute("datetime")
  expect(await moment("Next sync")).toBe(contacts.next_sync_at)
  expect(await moment("Read until")).toBe(contacts.checkpoints[0].read_until)
  await page.getByRole("tab", { name: "Calls to the platform" }).click()
  await page
    .getByRole("row", { name: /\/v1\/contacts.*429/ })
    .first()
    .waitFor()
  await page.getByRole("tab", { name: "Events" }).click()
  await page
    .getByRole("link", { name: /^CONTACTS \d+$/ })
    .first()
    .waitFor()
  await page.getByRole("tab", { name: "Settings and limits" }).click()
  const facts = page.locator("dl.facts")
  await facts.getByText(state.account, { exact: true }).waitFor()
  expect(await facts.locator("div, dt", { hasText: "Granted" }).count()).toBeGreaterThan(0)
})

it("narrows and sorts records by choosing, the same as an address and as a command", async () => {
  await go("/records/CONTACTS")
  const contacts = await world.list(own, "accounting/contacts")
  await page.getByLabel("Member").fill("contact_type")
  await page.getByLabel("What of it").selectOption("is")
  await page.getByLabel("Value").fill("VENDOR")
  await press("Add")
  await page.waitForURL((url) => url.searchParams.get("contact_type[eq]") === "VENDOR")
  await page.getByRole("columnheader", { name: "name", exact: true }).getByRole("button").click()
  await page.waitForURL((url) => url.searchParams.get("sort[name]") === "DESC")
  const wanted = contacts
    .filter((one) => one.contact_type === "VENDOR")
    .map((one) => one.name)
    .toSorted((a, b) => Buffer.compare(Buffer.from(b), Buffer.from(a)))
  expect(wanted.length).toBeGreaterThan(1)
  const names = page.locator("tbody tr td:nth-child(2)")
  await Synced.until(
    () => names.allInnerTexts(),
    (found) => JSON.stringify(found) === JSON.stringify(wanted)
  )
  const command = await page.getByLabel("The same as a command").innerText()
  const answer = await fetch(/'([^']+)'/.exec(command)![1]!, { headers: { api_key: olga.secret } })
  const { data } = (await answer.json()) as { readonly data: ReadonlyArray<any> }
  expect(data.map(({ name }) => name)).toEqual(wanted)
  // An order is chosen as a filter is, and each is taken away by a press.
  await page.getByLabel("Member").fill("name")
  await page.getByLabel("What of it").selectOption("sort")
  await page.getByLabel("Value").selectOption("smallest or earliest first")
  await press("Add")
  await page.waitForURL((url) => url.searchParams.get("sort[name]") === "ASC")
  await page.getByRole("button", { name: /^contact_type\[eq\]=VENDOR/ }).click()
  await page.waitForURL((url) => !url.searchParams.has("contact_type[eq]"))
})

it("maps a record again, and writes one, which is an act as well", async () => {
  const [contact] = await world.list(own, "accounting/contacts")
  await go(`/records/CONTACTS/${contact.svc_id}`)
  await act("mapAgain")
  await page.getByText("It is as it was").waitFor()
  await go(`/connections/${own.connectionId}`)
  await page.getByRole("link", { name: "Write to it" }).click()
  expect(await page.getByLabel("Connection").locator("option:checked").innerText()).toBe("SVC_SANDBOX of Acme Ltd")
  await page.getByLabel("What is done").selectOption("update CONTACTS")
  const form = page.getByRole("form", { name: "update CONTACTS" })
  await form.getByLabel("svc_id").fill(String(contact.svc_id))
  const more = form.getByLabel("name", { exact: true })
  await more.evaluate((field) => field.closest("details")?.setAttribute("open", ""))
  await more.fill("Olga's own")
  await logged("WRITE_STARTED", () => press("Write it to the platform"))
  await page.waitForURL(/\/records\/CONTACTS\/\d+$/)
  await page.getByText("Olga's own").first().waitFor()
})

it("looks after webhooks: what was sent and answered, and how to check it", async () => {
  const arrived = async (pressing: () => Promise<unknown>): Promise<void> => {
    const before = receiver.received("/books").length
    await pressing()
    await Effect.runPromise(receiver.waitFor("/books", before + 1))
  }
  receiver.answer("/books", Receiver.status(500, {}, "out of order"))
  await go("/webhooks")
  await press(Acts.acts.addWebhook.label)
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("Name").fill("Books")
  await dialog.getByLabel("Address that is told").fill(receiver.url("/books"))
  await dialog.getByLabel("Of what").selectOption("SYNC_COMPLETED")
  await act("addWebhook", dialog, "Add it")
  const secret = await dialog.getByText(/^whsec_/).innerText()
  await press("Done", dialog)
  await dialog.waitFor({ state: "detached" })
  await page.getByRole("link", { name: "Books" }).click()
  await page.getByRole("heading", { name: "Attempts of the last day" }).waitFor()
  expect(await page.content()).not.toContain(secret)
  await arrived(() => act("testWebhook"))
  await press("Look at it", rowOf("The endpoint answered 500"))
  await dialog.getByText("The endpoint answered 500: out of order").first().waitFor()
  await dialog.getByText('"type": "SYNC_COMPLETED"').waitFor()
  await page.keyboard.press("Escape")
  receiver.answer("/books", Receiver.status(200))
  await arrived(() => press(Acts.acts.testWebhook.label))
  await rowOf("delivered").waitFor()
  await arrived(() => act("sendAgain", rowOf("delivered")))
  await act("disableWebhook")
  await page.getByText("It was disabled on request.").waitFor()
  await act("enableWebhook")
  await page.getByRole("button", { name: "Disable", exact: true }).waitFor()
  await arrived(() => world.sync(own))
  await press(Acts.acts.replay.label)
  await arrived(() => act("replay", dialog, "Deliver them again"))
  await dialog.getByText(/on the way again\.$/).waitFor()
  await page.keyboard.press("Escape")
  await sure("rotateWebhook")
  await page.getByText(/^whsec_/).waitFor()
  await sure("deleteWebhook", "Books")
  await page.getByText("Nobody is told of changes yet.").waitFor()
  await page.getByRole("link", { name: "How to check what is delivered" }).click()
  for (const name of ["JavaScript", "Python", "Ruby", "PHP", "Go", "Java"]) {
    await page.getByRole("tab", { name, exact: true }).click()
    await page.getByRole("tabpanel").getByText("webhook-timestamp").first().waitFor()
  }
})

it("sets up an integration, and offers it or not", async () => {
  await go("/integrations?find=name:HUBSPOT")
  await page.getByRole("link", { name: "HUBSPOT", exact: true }).click()
  await page.getByLabel("Signs in as").selectOption("own")
  await page.getByLabel("Client id").fill("own-client")
  await page.getByLabel(/^Client secret/).fill("own-secret")
  await act("setCredentials")
  await page.getByText(Acts.acts.setCredentials.done).waitFor()
  await act("checkIntegration")
  await sure("disableIntegration")
  await page.getByText("It is disabled: nobody can connect it.").waitFor()
  await act("offerIntegration")
  await page.getByRole("button", { name: Acts.acts.disableIntegration.label }).waitFor()
})

it("makes links and revokes them, and says how each stands", async () => {
  await go("/links")
  await press(Acts.acts.invite.label)
  await page.getByLabel("Name of the company").fill("Hilltop Inc")
  const dialog = page.getByRole("dialog")
  await act("invite", dialog, "Make it")
  await press("Done", dialog)
  await world.ok("POST", "/v3/core/invite_links", { company_name: "Old Oy", integration_categories: ["CRM"] })
  await world.rows(
    "update invite_link set expires_at = now() - interval '1 day' where company_id = (select id from company where name = 'Old Oy')"
  )
  await page.reload()
  await rowOf("Hilltop Inc").getByText("waits", { exact: true }).waitFor()
  await rowOf("Old Oy").getByText("expired", { exact: true }).waitFor()
  await act("revokeLink", rowOf("Hilltop Inc"))
  await rowOf("Hilltop Inc").getByText("revoked", { exact: true }).waitFor()
  await go("/connect")
  await page.getByLabel("Who asks for access").fill("Umbrella Books")
  await logged("BRAND_UPDATED", () => press("Change it"))
})

it("makes, rotates and revokes keys, and ends sessions", async () => {
  await go("/keys")
  await press(Acts.acts.makeKey.label)
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("What it is for").fill("Nightly")
  await act("makeKey", dialog, "Make it")
  const secret = await dialog.getByLabel(Acts.acts.makeKey.done).innerText()
  await press("Done", dialog)
  const other = await world.call("POST", "/v3/core/sessions", undefined, {
    api_key: secret,
    "user-agent": "Another browser"
  })
  expect(other.status).toBe(200)
  await page.reload()
  await act("endSession", rowOf("Another browser"))
  await rowOf("Another browser")
    .getByText(/^ended/)
    .waitFor()
  await sure("rotateKey", undefined, rowOf("Nightly"), "Rotate")
  // It stays in sight when the list says that the old one is replaced.
  await page
    .getByRole("row", { name: /Nightly/ })
    .nth(1)
    .waitFor()
  expect(await page.getByLabel(Acts.acts.rotateKey.done).innerText()).toMatch(/^svc_/)
  await page.reload()
  await sure("revokeKey", undefined, rowOf(/Nightly.*replaced by/), "Revoke")
  await rowOf(/Nightly.*revoked/).waitFor()
})

it("has a job tried again", async () => {
  await world.rows(`insert into pgboss.job (name, data, group_id) values ('refetch', $1::text::jsonb, $2)`, [
    JSON.stringify({ connection_id: own.connectionId, model: "CONTACTS", ids: "poison" }),
    String(own.connectionId)
  ])
  await Synced.until(
    async () => (await world.ok("GET", "/v3/core/service/failed_jobs")).data as ReadonlyArray<any>,
    (all) => all.length > 0
  )
  await world.rows("update pgboss.job set data = jsonb_set(data, '{ids}', '[]') where data ->> 'ids' = 'poison'")
  await go("/service")
  await act("retryJob", rowOf(/Fetch 0 CONTACTS again/))
})

it("ends a connection, and erases its company", async () => {
  await go(`/connections/${own.connectionId}?part=end`)
  await act("reconnect")
  await page.getByLabel("Send this link to whoever can sign in at the platform").waitFor()
  await sure("inboundAddress")
  await page.getByLabel("Enter this at the platform; it is not shown again").getByText('"url"').waitFor()
  await sure("disconnect", "SVC_SANDBOX")
  await page.getByText("It was disconnected. Its user can connect again by a new link.").waitFor()
  await go(`/companies/${own.companyId}`)
  await sure("erase", "Acme Ltd")
  await page.getByRole("heading", { name: "Companies" }).waitFor()
  expect((await world.call("GET", `/v3/core/companies/${own.companyId}`)).status).toBe(404)
  // Who comes to it by an old address is told so, and what to do.
  await go(`/companies/${own.companyId}`)
  await page.getByText(`There is no company ${own.companyId}.`).waitFor()
  await page.getByText("It may have been erased or ended meanwhile: look for it in its list.").waitFor()
})

it("has left out none, and shows in the log who did it", async () => {
  expect([...left]).toEqual([])
  await go("/audit")
  const row = rowOf("company erased")
  await row.waitFor()
  expect(await row.innerText()).toContain(olga.prefix)
  // What is not there any more is an answer as any other, which the browser complains of.
  expect(complaints.filter((one) => !/404/.test(one))).toEqual([])
  await context.close()
})
