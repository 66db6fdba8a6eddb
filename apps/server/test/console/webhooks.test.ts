/** The webhooks of the console with endpoints that take, refuse and are mended: what was sent, attempts, replay, secrets. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { afterAll, assert, beforeAll, it } from "vitest"
import * as Console from "../support/Console.ts"
import * as Receiver from "../support/Receiver.ts"
import * as Synced from "../support/Synced.ts"

const scope = Scope.makeUnsafe()
let world: Synced.Synced
let receiver: Receiver.Receiver
let console: Console.Console
let told: string
beforeAll(async () => {
  world = await Synced.start()
  receiver = await Effect.runPromise(Scope.provide(Receiver.start, scope))
  receiver.answer("/told", Receiver.status(500, {}, "out of order"))
  told = (
    await world.ok("POST", "/v3/core/webhooks", {
      name: "Books",
      type: "SYNC_COMPLETED",
      url: receiver.url("/told")
    })
  ).data.id
  await world.connected("acme", { CONTACTS: {} }, await world.newCompany("Acme Ltd"))
  await Effect.runPromise(receiver.waitFor("/told", 1))
  console = await Console.start(world.service.url)
})
afterAll(async () => {
  await console?.stop()
  await world?.stop()
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

it("shows what was sent and what was answered, and how to check it", async () => {
  const { close, complaints, go, page } = await console.open()
  await go(`/webhooks/${told}`)
  await page.getByRole("heading", { name: "Attempts of the last day" }).waitFor()
  await page.getByRole("button", { name: "Look at it" }).first().click()
  const dialog = page.getByRole("dialog")
  await dialog.getByText("The endpoint answered 500: out of order").first().waitFor()
  await dialog.getByText('"type": "SYNC_COMPLETED"').waitFor()
  await page.keyboard.press("Escape")
  await go("/webhooks/verify")
  for (const name of ["JavaScript", "Python", "Ruby", "PHP", "Go", "Java"]) {
    await page.getByRole("tab", { name, exact: true }).click()
    await page.getByRole("tabpanel").getByText("webhook-timestamp").first().waitFor()
  }
  assert.deepStrictEqual(complaints, [])
  await close()
})

it("by keyboard alone: an endpoint is tested, its missed events replayed, and its secret changed", async () => {
  const { close, go, page } = await console.open()
  receiver.answer("/told", Receiver.status(200))
  await go(`/webhooks/${told}`)
  const press = async (name: string) => {
    await page.getByRole("button", { name, exact: true }).focus()
    await page.keyboard.press("Enter")
  }
  await page.getByRole("button", { name: "Send a test", exact: true }).waitFor()
  const before = receiver.received("/told").length
  await press("Send a test")
  await Effect.runPromise(receiver.waitFor("/told", before + 1))
  await press("Replay a span")
  await press("Deliver them again")
  await page
    .getByRole("dialog")
    .getByText(/on the way again\.$/)
    .waitFor()
  await Effect.runPromise(receiver.waitFor("/told", before + 2))
  await page.keyboard.press("Escape")
  await press("Rotate the secret")
  await page.getByRole("alertdialog").getByRole("button", { name: "Rotate the secret" }).press("Enter")
  await page.getByText(/^whsec_/).waitFor()
  await close()
})

it("adds a webhook, whose secret is shown once", async () => {
  const { close, go, page } = await console.open()
  await go("/webhooks")
  await page.getByRole("button", { name: "Add a webhook" }).click()
  await page.getByLabel("Name").fill("Invoices")
  await page.getByLabel("Address that is told").fill(receiver.url("/new"))
  await page.getByRole("button", { name: "Add it" }).click()
  const secret = await page.getByText(/^whsec_/).innerText()
  await page.getByRole("button", { name: "Done" }).click()
  await page.getByRole("link", { name: "Invoices" }).click()
  await page.getByRole("heading", { name: "Invoices" }).waitFor()
  assert.notInclude(await page.content(), secret)
  const { data } = await world.ok("GET", "/v3/core/webhooks")
  assert.include(
    data.map(({ name }: any) => name),
    "Invoices"
  )
  await close()
})
