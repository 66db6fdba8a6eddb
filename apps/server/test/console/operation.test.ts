/** What an operator sets up and looks after by the console: integrations, the connect page, the service itself. */
import { afterAll, assert, beforeAll, it } from "vitest"
import * as Console from "../support/Console.ts"
import * as Service from "../support/Service.ts"

const planted = "planted-77c2"
let service: Service.Service
let console: Console.Console
let all: ReadonlyArray<any>
const idOf = (type: string): number => all.find((one) => one.integration_type === type).svc_id
beforeAll(async () => {
  service = await Service.start({
    SVC_XERO_CLIENT_ID: "visible-client",
    SVC_XERO_CLIENT_SECRET: `${planted}-client`,
    SVC_XERO_WEBHOOK_SECRET: `${planted}-webhook`
  })
  await service.call("POST", "/v3/core/invite_links", {
    company_name: "Cargo SA",
    integration_categories: ["ACCOUNTING"]
  })
  all = (await service.call("GET", "/v3/core/integrations?limit=1000")).body.data
  console = await Console.start(service.url)
})
afterAll(async () => {
  await console?.stop()
  await service?.stop()
})

it("shows integrations, the connect page in each language and the service, and no secret", async () => {
  const { close, complaints, go, page } = await console.open()
  const views: ReadonlyArray<readonly [path: string, shown: string]> = [
    [`/integrations/${idOf("XERO")}`, "Redirect address"],
    [`/integrations/${idOf("SVC_SANDBOX")}`, "Nothing is registered at"],
    ["/service", "SVC_XERO_CLIENT_ID"],
    ["/connect", "As people see it"]
  ]
  for (const [path, shown] of views) {
    await go(path)
    await page.getByText(shown).first().waitFor()
    if (path === "/connect") {
      await page.frameLocator("iframe").getByRole("heading").first().waitFor()
      await page.getByLabel("Language").selectOption("de")
      await page.frameLocator("iframe[title='The connect page']").locator("html[lang=de]").waitFor()
      await page.getByLabel("On a").selectOption("phone")
      assert.deepStrictEqual(await Console.faultsEverywhere(page), [])
    }
    assert.notInclude(await page.content(), planted, path)
  }
  assert.deepStrictEqual(complaints, [])
  await close()
})

it("by keyboard alone: credentials of an integration are set, and its steps are done", async () => {
  const { close, go, page } = await console.open()
  await go(`/integrations/${idOf("HUBSPOT")}`)
  await page.getByText("not ready: see the steps").waitFor()
  await page.getByLabel("Signs in as").selectOption("own")
  await page.getByLabel("Client id").focus()
  await page.keyboard.type("my-client")
  await page.keyboard.press("Tab")
  await page.keyboard.type(`${planted}-mine`)
  await page.keyboard.press("Enter")
  await page.getByText("ready", { exact: true }).waitFor()
  assert.notInclude(await page.content(), `${planted}-mine`)
  const { body } = await service.call("GET", `/v3/core/integrations/${idOf("HUBSPOT")}`)
  assert.deepInclude(body.data, { client_id: "my-client", client_secret: "********", is_svc_identity: false })
  await close()
})

it("by keyboard alone: the brand is changed, and the preview shows it", async () => {
  const { close, go, page } = await console.open()
  await go("/connect")
  await page.getByLabel("Who asks for access").focus()
  await page.keyboard.type("Umbrella Books")
  await page.keyboard.press("Enter")
  await page.frameLocator("iframe").getByText("Umbrella Books").first().waitFor()
  await close()
})
