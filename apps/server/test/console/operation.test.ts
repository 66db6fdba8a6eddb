/** What an operator sets up and looks after by the console: integrations, the connect page, the service itself. */
import { Acts } from "@svc/core/api"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
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
    ["/", "Nothing is connected yet."],
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

it("by keyboard alone: a key is made that may what was chosen, and rotated, each secret shown once", async () => {
  const { close, complaints, go, page } = await console.open()
  const press = (name: string, within: { getByRole: typeof page.getByRole } = page) =>
    within.getByRole("button", { name, exact: true }).press("Enter")
  const asked = (secret: string, method: string, path: string, body?: unknown) =>
    service.call(method, path, body, { api_key: secret }).then(({ status }) => status)
  await go("/keys")
  await press(Acts.acts.makeKey.label)
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("What it is for").focus()
  await page.keyboard.type("Nightly")
  await dialog.getByLabel("passthrough").press("Space")
  await press("Make it", dialog)
  const made = await dialog.getByLabel(Acts.acts.makeKey.done).innerText()
  await press("Done", dialog)
  await dialog.waitFor({ state: "detached" })
  const row = page.getByRole("row").filter({ hasText: "Nightly" })
  await row.getByText("read, passthrough").waitFor()
  assert.notInclude(await page.content(), made)
  assert.deepStrictEqual(
    [await asked(made, "GET", "/v3/core/companies"), await asked(made, "POST", "/v3/core/companies", { name: "No" })],
    [200, 403]
  )
  await press("Rotate", row)
  await press("Rotate", page.getByRole("alertdialog"))
  const code = page.getByLabel(Acts.acts.rotateKey.done)
  const rotated = await code.innerText()
  assert.notStrictEqual(rotated, made)
  // The old one is taken for a day more.
  assert.deepStrictEqual(
    [await asked(rotated, "GET", "/v3/core/companies"), await asked(made, "GET", "/v3/core/companies")],
    [200, 200]
  )
  const { body } = await service.call("GET", "/v3/core/api_keys?name[eq]=Nightly")
  assert.deepStrictEqual(
    body.data.map(({ expires_at, scopes }: any) => [scopes, expires_at === null]).toSorted(),
    [
      [["read", "passthrough"], false],
      [["read", "passthrough"], true]
    ].toSorted()
  )
  await page.reload()
  await page.getByRole("row").filter({ hasText: "Nightly" }).first().waitFor()
  const content = await page.content()
  for (const secret of [made, rotated]) assert.notInclude(content, secret)
  const log = (await service.call("GET", "/v3/core/audit_events?limit=1000")).body.data
  const acts = log.filter(({ target_id }: any) => body.data.some(({ svc_id }: any) => String(svc_id) === target_id))
  assert.includeMembers(
    acts.map(({ action }: any) => action),
    ["API_KEY_CREATED", "API_KEY_ROTATED"]
  )
  assert.deepStrictEqual(complaints, [])
  await close()
})

it("shows moments as so long ago or exactly, whichever is chosen, in whatever language the browser names", async () => {
  const { close, complaints, go, page } = await console.open()
  // So a browser names the language of a machine whose locale is of POSIX.
  await page.addInitScript(() => {
    for (const [name, value] of [
      ["language", "en-US@posix"],
      ["languages", ["en-US@posix"]]
    ] as const)
      Object.defineProperty(navigator, name, { configurable: true, get: () => value })
  })
  await go("/keys")
  const time = page.locator("main tbody time").first()
  await time.getByText(/ago|now/).waitFor()
  const at = Date.parse((await time.getAttribute("datetime"))!)
  const exact = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "medium" }).format(at)
  assert.include(await time.getAttribute("title"), exact)
  await page.getByLabel("Times").selectOption("exact")
  assert.strictEqual(await time.innerText(), exact)
  await go("/")
  await page.locator("main .uplot").first().waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  assert.deepStrictEqual(await Console.faultsOf(page), [])
  assert.deepStrictEqual(complaints, [])
  await close()
})

it("shows how the database grows, how much is in its tables, and which keys are to be rotated", async () => {
  await service.run(
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.all([
        sql`insert into database_size (at, bytes) select now() - make_interval(days => n), 20000000 - 1000000 * n
          from generate_series(1, 9) n`,
        // As a key left it that was replaced.
        sql`update integration set client_secret = regexp_replace(client_secret, '"kid":"[^"]*"', '"kid":"of-last-year"')
          where integration_type = 'HUBSPOT'`
      ])
    )
  )
  const { close, complaints, go, page } = await console.open()
  await go("/service")
  await page.getByText("1 secret is not under the current key but under of-last-year. Run svc rotate-secrets").waitFor()
  const growth = page.locator("figure", { hasText: "Size of the database by day" })
  await growth.locator("canvas").waitFor()
  assert.match(await growth.locator("figcaption").innerText(), /MB \d+(\.\d)? last$/)
  const ofTable = page.getByRole("region", { name: "Largest tables" }).getByRole("row", { name: /^integration / })
  assert.isAtLeast(Number(await ofTable.locator("td").last().innerText()), 27)
  assert.deepStrictEqual(complaints, [])
  await close()
})

it("says how the read replica is, and how far it is behind", async () => {
  const { close, complaints, go, page } = await console.open()
  const facts = page.locator("dl", { hasText: "Read replica" })
  await go("/service")
  await facts.getByText("none").waitFor()
  await page.route("**/v3/core/service", async (route) => {
    const body = await (await route.fetch()).json()
    body.data.database.replica = { condition: "behind", behind_bytes: 2_500_000, behind_seconds: 42 }
    await route.fulfill({ json: body })
  })
  await page.reload()
  await facts.getByText("2.5 MB behind, 42.0 s").waitFor()
  assert.deepStrictEqual(complaints, [])
  await close()
})
