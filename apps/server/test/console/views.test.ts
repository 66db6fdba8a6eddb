/**
 * Every view of the console in a real browser, over the demo and over a world of failures, wide and narrow, light and dark: it
 * has no fault that axe knows, is no wider than the screen, asks nobody but the service, and can be used by keyboard alone. A
 * reader is shown no secret, and no button that the service would refuse.
 */
import { readFileSync } from "node:fs"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Chromium from "../support/Chromium.ts"
import * as Console from "../support/Console.ts"
import * as ConsoleWorld from "../support/ConsoleWorld.ts"

type Ids = ConsoleWorld.Demo["ids"]
interface View {
  /** As the router has it. */
  readonly route: string
  readonly path: (ids: Ids) => string
  /** Something of the world that is on it when all of it is there. */
  readonly demo: string
  readonly failures: string
}
const view = (route: string, demo: string, failures: string, path?: (ids: Ids) => string): View => ({
  route,
  path: path ?? (() => route),
  demo,
  failures
})
const views: ReadonlyArray<View> = [
  view("/", "Every connection works", "asks for a sign-in"),
  view("/companies", "Demo Ltd", "acme-77"),
  view("/companies/$id", "SVC_SANDBOX", "SVC_SANDBOX", ({ company }) => `/companies/${company}`),
  view("/connections", "SVC_SANDBOX", "Bolt GmbH"),
  view("/connections/$id", "Sync now", "Sync now", ({ connection }) => `/connections/${connection}`),
  view("/syncs", "Demo Ltd", "Fox AG"),
  view("/syncs/$id", "CONTACTS", "was answered 403", ({ sync }) => `/syncs/${sync}`),
  view("/records", "CONTACTS", "CONTACTS"),
  view("/records/$model", "rows", "rows", ({ model }) => `/records/${model}`),
  view("/records/$model/$id", "As the platform", "As the platform", (ids) => `/records/${ids.model}/${ids.record}`),
  view("/writes", "CONTACTS", "CONTACTS"),
  view("/writes/new", "Write to a platform", "Write to a platform"),
  view("/writes/$id", "The record", "No such kind.", ({ write }) => `/writes/${write}`),
  view("/webhooks", "Books", "Archive"),
  view("/webhooks/verify", "Refuse what fails", "Refuse what fails"),
  view("/webhooks/$id", "DELIVERED", "out of order", ({ webhook }) => `/webhooks/${webhook}`),
  view("/integrations", "Xero", "Xero"),
  view("/integrations/$id", "Redirect address", "What it can", ({ integration }) => `/integrations/${integration}`),
  view("/connect", "As people see it", "As people see it"),
  view("/links", "There is no link yet.", "Gamma SA"),
  view("/keys", "Sessions of the console", "Left behind"),
  view("/audit", "webhook created", "connection paused"),
  view("/service", "Settings in force", "Settings in force"),
  view("/nowhere", "There is no such page.", "There is no such page.")
]

it("looks at every route that the router has", () => {
  const router = readFileSync(new URL("../../../console/src/app/Router.tsx", import.meta.url), "utf8")
  const routes = [...router.matchAll(/\bat\("([^"]+)"/g)].map(([, route]) => route)
  expect(routes.length).toBeGreaterThan(20)
  expect(views.map(({ route }) => route).filter((route) => route !== "/nowhere")).toEqual(routes)
})

const { faultsEverywhere: faultsOf, screens } = Console

const allThere = async (page: Page, text: string): Promise<void> => {
  await page.getByText(text).first().waitFor()
  await page.waitForFunction(() => !document.body.innerText.includes("Loading…"))
}
const goTo = async (page: Page, url: string, path: string, text: string): Promise<void> => {
  await page.goto(`${url}/console${path}`)
  await allThere(page, text)
}

/** Names of what opens a dialog in the view, each once. */
const opening = (page: Page) =>
  page
    .locator("main [aria-haspopup=dialog]:visible")
    .evaluateAll((all) => [...new Set(all.map((one) => (one as HTMLElement).innerText))])
const dialog = "[role=dialog], [role=alertdialog]"

/** Opens a dialog by keyboard, looks at it, and leaves it by keyboard; whoever opened it is where they were. */
const lookInto = async (page: Page, name: string): Promise<ReadonlyArray<string>> => {
  const trigger = page.locator("main [aria-haspopup=dialog]:visible", { hasText: name }).first()
  await trigger.focus()
  await page.keyboard.press("Enter")
  await page.locator(dialog).waitFor()
  await page.waitForFunction(
    (selector) =>
      document.querySelector(selector)!.contains(document.activeElement) &&
      !document.body.innerText.includes("Loading…"),
    dialog
  )
  const faults = [...(await faultsOf(page, ".dialog"))]
  await page.keyboard.press("Tab")
  // What keeps the focus in brings it back from the dialog's edge a moment later.
  const isWithin = (selector: string) => document.querySelector(selector)!.contains(document.activeElement)
  await page.waitForFunction(isWithin, dialog, { timeout: 2000 }).catch(() => faults.push("Tab leaves the dialog."))
  await page.keyboard.press("Escape")
  await page.locator(dialog).waitFor({ state: "hidden" })
  if (!(await trigger.evaluate((element) => element === document.activeElement)))
    faults.push("Who leaves the dialog is not where they were.")
  return faults.map((fault) => `${name}: ${fault}`)
}

/** Goes from one tab of the view to the next by the arrows, and looks at each. */
const lookAtTabs = async (page: Page, look: (tab: string) => Promise<void>): Promise<void> => {
  const tabs = page.locator("main [role=tab]")
  const number = await tabs.count()
  if (number === 0) return
  for (let n = 0; n < number; n++) {
    await page.locator("main [role=tab][aria-selected=true]").focus()
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("Enter")
    const tab = await page.evaluate(() => (document.activeElement as HTMLElement).innerText)
    await page.locator("main [role=tab][aria-selected=true]", { hasText: tab }).waitFor()
    await page.waitForFunction(() => !document.body.innerText.includes("Loading…"))
    await look(tab)
  }
}

/** Begins to note what gets the focus, and how that is seen. */
const watchFocus = (page: Page) =>
  page.evaluate(() => {
    const reached = new Set<Element>()
    const unseen = new Set<string>()
    document.addEventListener("focusin", ({ target }) => {
      const element = target as HTMLElement
      reached.add(element)
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      const { bottom, top } = element.getBoundingClientRect()
      if (outlineStyle === "none" || outlineWidth === "0px" || bottom < 0 || top > innerHeight)
        unseen.add(element.outerHTML.slice(0, 120))
    })
    const controls = () =>
      [
        ...document.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, summary, [tabindex]")
      ].filter(
        (element) =>
          element.tabIndex >= 0 &&
          !element.matches(":disabled, [aria-hidden=true], [data-base-ui-focus-guard]") &&
          element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })
      )
    Object.assign(globalThis, {
      left: () =>
        controls()
          .filter((element) => !reached.has(element))
          .map((element) => element.outerHTML.slice(0, 120)),
      unseen: () => [...unseen]
    })
  })
/** What Tab does not reach, what is not seen to have the focus, and what only a mouse can press, as sentences. */
const unreachable = async (page: Page): Promise<ReadonlyArray<string>> => {
  const ask = (name: "left" | "unseen") =>
    page.evaluate((of) => (globalThis as unknown as Record<string, () => ReadonlyArray<string>>)[of]!(), name)
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  let left = await ask("left")
  for (let presses = 0; left.length > 0 && presses < 400; presses++) {
    await page.keyboard.press("Tab")
    if (presses % 20 === 19) left = await ask("left")
  }
  const clicked = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("#root *")]
      .filter((element) => {
        const props = Object.entries(element).find(([name]) => name.startsWith("__reactProps$"))?.[1]
        return (
          typeof props?.onClick === "function" &&
          !element.matches("a, button, input, select, textarea, summary, [role=tab], [role=option], [role=listbox]")
        )
      })
      .map((element) => element.outerHTML.slice(0, 120))
  )
  return [
    ...left.map((control) => `Tab does not reach ${control}`),
    ...(await ask("unseen")).map((control) => `It is not seen that this has the focus: ${control}`),
    ...clicked.map((element) => `Only a mouse can press ${element}`)
  ]
}

/** Presses one of each name of what is there to press, and what is in the dialogs that it opens. */
const pressAll = async (page: Page): Promise<void> => {
  const buttons = page.locator("main button:not([role=tab]):visible")
  const names = await buttons.evaluateAll((all) => [
    ...new Set(all.map((one) => (one as HTMLElement).innerText.replace(/ [↑↓]$/, "")))
  ])
  for (const name of names) {
    await buttons.filter({ hasText: name }).first().click()
    await page.waitForFunction(() => !document.body.innerText.includes("Loading…"))
    const inside = page.locator(`:is(${dialog}) button:visible`).filter({ hasNotText: "Copy" })
    while ((await inside.count()) > 0) await inside.first().click()
  }
}

const worlds = { demo: ConsoleWorld.demo, failures: ConsoleWorld.failures }

let browser: Browser
beforeAll(async () => {
  Console.build()
  browser = await Chromium.launch()
})
afterAll(() => browser?.close())

describe.each(["demo", "failures"] as const)("%s", (name) => {
  let world: ConsoleWorld.Demo | ConsoleWorld.Failures
  beforeAll(async () => {
    world = await worlds[name]()
  })
  afterAll(() => world?.stop())

  it("shows every view on every screen without a fault, its tabs and its dialogs too", async () => {
    const { complaints, context, page } = await Console.opened(browser, world.url, screens[0])
    const faults: Array<string> = []
    const note = (where: string) => (found: ReadonlyArray<string>) =>
      void faults.push(...found.map((one) => `${where}: ${one}`))
    await page.goto(`${world.url}/console`)
    await page.getByLabel("API key").waitFor()
    note("sign-in")(await faultsOf(page))
    await Console.signIn(page, world.url)
    for (const each of views) {
      await goTo(page, world.url, each.path(world.ids), each[name])
      note(each.route)(await faultsOf(page))
      await lookAtTabs(page, async (tab) => {
        note(`${each.route}, ${tab}`)(await faultsOf(page, "[role=tabpanel]"))
        if (tab === "") return
        for (const one of await opening(page)) note(`${each.route}, ${tab}`)(await lookInto(page, one))
      })
      if ((await page.locator("main [role=tab]").count()) === 0)
        for (const one of await opening(page)) note(each.route)(await lookInto(page, one))
      const content = await page.content()
      note(each.route)(world.secrets.filter((secret) => content.includes(secret)).map(() => "It shows a secret."))
    }
    expect(faults).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })

  it("can be used by keyboard alone in every view, and finds everything from each", async () => {
    const { complaints, context, page } = await Console.opened(browser, world.url, screens[0])
    await Console.signIn(page, world.url)
    const finder = page.getByRole("combobox", { name: "Find a page, a company or a connection" })
    const faults: Array<string> = []
    for (const each of views) {
      await goTo(page, world.url, each.path(world.ids), each[name])
      await watchFocus(page)
      faults.push(...(await unreachable(page)).map((one) => `${each.route}: ${one}`))
      await page.keyboard.press("Control+k")
      await finder.waitFor()
      await page.keyboard.type("audit")
      await page.getByRole("option", { name: "Audit log" }).waitFor()
      await page.keyboard.press("Escape")
      await finder.waitFor({ state: "hidden" })
    }
    await page.keyboard.press("Control+k")
    await page.keyboard.type("audit")
    await page.getByRole("option", { name: "Audit log" }).waitFor()
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Audit log" }).waitFor()
    expect(faults).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })

  it("shows a reader no secret, and no button that is refused or changes anything", async () => {
    const { complaints, context, page } = await Console.opened(browser, world.url, screens[0])
    await Console.signIn(page, world.url, world.reader)
    const faults: Array<string> = []
    let route = ""
    page.on("response", (answer) => {
      if (answer.status() === 403) faults.push(`${route}: ${answer.url()} was refused`)
    })
    page.on("request", (request) => {
      if (request.method() !== "GET") faults.push(`${route}: ${request.method()} ${request.url()}`)
    })
    for (const each of views) {
      route = each.route
      await page.goto(`${world.url}/console${each.path(world.ids)}`)
      await page.locator("main h1, main .notice, main .empty").first().waitFor()
      await page.waitForFunction(() => !document.body.innerText.includes("Loading…"))
      await lookAtTabs(page, () => pressAll(page))
      if ((await page.locator("main [role=tab]").count()) === 0) await pressAll(page)
      const content = await page.content()
      const shown = [...world.secrets, ...world.links].filter((secret) => content.includes(secret))
      faults.push(...shown.map((secret) => `${route}: shows ${secret}`))
    }
    expect(faults).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })
})
