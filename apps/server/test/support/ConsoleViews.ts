/**
 * Every view of the console in a real browser, wide and narrow, light and dark: it has no fault that axe knows, is no wider
 * than the screen, asks nobody but the service and nothing by the clock, and can be used by keyboard alone. A reader is shown
 * no secret, and no button that the service would refuse. The worlds are looked at where they are there anyway.
 */
import type { Browser, CDPSession, Locator, Page } from "playwright-core"
import { expect, it } from "vitest"
import * as Console from "./Console.ts"
import type * as ConsoleWorld from "./ConsoleWorld.ts"

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
export const views: ReadonlyArray<View> = [
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

const { faultsEverywhere: faultsOf, screens } = Console

/** Waits until a view shows what it is to show, and nothing of it is on its way. */
const allThere = async (page: Page, text = ""): Promise<void> => {
  const shown = page.waitForFunction(
    (wanted) => {
      const all = document.querySelector("main")?.textContent?.toLowerCase() ?? ""
      return !all.includes("loading…") && all.includes(wanted)
    },
    text.toLowerCase(),
    { polling: 20 }
  )
  await shown.catch(async (cause: unknown) => {
    throw new Error(`${page.url()} does not show "${text}": ${await page.locator("main").innerText()}`, { cause })
  })
}
/** Goes to a view as a link of the page does, without loading the page anew, and waits until the one before it is gone. */
const goTo = async (page: Page, path: string, text?: string): Promise<void> => {
  await page.evaluate((to) => {
    if (location.pathname.replace(/\/$/, "") === to.replace(/\/$/, "")) return
    for (const element of document.querySelectorAll("main > *")) element.setAttribute("data-before", "")
    history.pushState(null, "", to)
  }, `/console${path}`)
  await page.waitForFunction(
    () => document.querySelector("main > *") !== null && document.querySelector("[data-before]") === null,
    null,
    { polling: 20 }
  )
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
  const faults: Array<string> = []
  const trigger = page.locator("main [aria-haspopup=dialog]:visible", { hasText: name }).first()
  /** What holds the focus in a dialog passes it on: it is waited for where it comes to rest. */
  const rests = (within: string, otherwise: string) =>
    page
      .waitForFunction(
        (selector) =>
          document.activeElement?.matches(`:is(${selector}) *, ${selector}`) &&
          !document.activeElement.matches("[data-base-ui-focus-guard]"),
        within
      )
      .catch(() => faults.push(otherwise))
  await trigger.evaluate((element) => element.setAttribute("data-opened-by", ""))
  await trigger.focus()
  await page.keyboard.press("Enter")
  await page.locator(dialog).waitFor()
  await rests(dialog, "The focus is not in the dialog that was opened.")
  await allThere(page)
  faults.push(...(await faultsOf(page, ".dialog")))
  await page.keyboard.press("Tab")
  await rests(dialog, "Tab leaves the dialog.")
  await page.keyboard.press("Escape")
  await page.locator(dialog).waitFor({ state: "hidden" })
  await rests("[data-opened-by]", "Who leaves the dialog is not where they were.")
  await page.evaluate(() => document.querySelector("[data-opened-by]")?.removeAttribute("data-opened-by"))
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
    await allThere(page)
    await look(tab)
  }
}

/** Notes from now on what gets the focus, and how that is seen. */
const watchFocus = (page: Page) =>
  page.evaluate(() => {
    const reached = new Set<Element>()
    const unseen = new Set<string>()
    document.addEventListener("focusin", ({ target }) => {
      const element = target as HTMLElement
      if (reached.has(element)) return
      reached.add(element)
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      const { bottom, top } = element.getBoundingClientRect()
      if (outlineStyle === "none" || outlineWidth === "0px" || bottom < 0 || top > innerHeight)
        unseen.add(element.outerHTML.slice(0, 120))
    })
    /** What there is to reach, as it is now. */
    const left = (within: string) =>
      [
        ...document.querySelectorAll<HTMLElement>(
          `:is(${within}) :is(a[href], button, input, select, textarea, summary, [tabindex])`
        )
      ].filter(
        (element) =>
          !reached.has(element) &&
          element.tabIndex >= 0 &&
          !element.matches(":disabled, [aria-hidden=true], [data-base-ui-focus-guard]") &&
          element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })
      )
    const outlines = (elements: Iterable<Element>) => Array.from(elements, (one) => one.outerHTML.slice(0, 120))
    /** What only a mouse can press. */
    const pressed = () =>
      [...document.querySelectorAll<HTMLElement>("#root *")].filter((element) => {
        const props = Object.entries(element).find(([name]) => name.startsWith("__reactProps$"))?.[1]
        return (
          typeof props?.onClick === "function" &&
          !element.matches("a, button, input, select, textarea, summary, [role=tab], [role=option], [role=listbox]")
        )
      })
    Object.assign(globalThis, {
      focusOf: (within: string) => ({
        left: outlines(left(within)),
        unseen: [...unseen],
        pressed: outlines(pressed())
      }),
      startOver: () => {
        reached.clear()
        unseen.clear()
      }
    })
  })
interface Held {
  readonly focusOf: (within: string) => Reach
  readonly startOver: () => void
  readonly intervals: Array<number>
}
interface Reach {
  readonly left: ReadonlyArray<string>
  readonly unseen: ReadonlyArray<string>
  readonly pressed: ReadonlyArray<string>
}
/** Notes what is done again and again by the clock, milliseconds: what is asked so is asked by every page that is open. */
const watchIntervals = (page: Page) =>
  page.addInitScript(() => {
    const intervals: Array<number> = []
    const own = globalThis.setInterval
    Object.assign(globalThis, {
      intervals,
      setInterval: (what: () => void, every = 0) => {
        intervals.push(every)
        return own(what, every)
      }
    })
  })

/** What Tab does not reach, what is not seen to have the focus, and what only a mouse can press, as sentences. */
const unreachable = async (page: Page, keys: CDPSession, within: string): Promise<ReadonlyArray<string>> => {
  const look = () => page.evaluate((part) => (globalThis as unknown as Held).focusOf(part), within)
  const tab = { key: "Tab", code: "Tab", windowsVirtualKeyCode: 9 }
  await page.evaluate(() => {
    document.querySelector("main")!.focus()
    ;(globalThis as unknown as Held).startOver()
  })
  let state = await look()
  for (let presses = 0; state.left.length > 0 && presses < 400;) {
    const number = Math.min(20, state.left.length + 1)
    presses += number
    // One after the other, as they are sent: an answer to each takes longer than the press.
    const sent = Array.from({ length: number }, () => [
      keys.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...tab }),
      keys.send("Input.dispatchKeyEvent", { type: "keyUp", ...tab })
    ])
    await Promise.all(sent.flat())
    state = await look()
  }
  return [
    ...state.left.map((control) => `Tab does not reach ${control}`),
    ...state.unseen.map((control) => `It is not seen that this has the focus: ${control}`),
    ...state.pressed.map((element) => `Only a mouse can press ${element}`)
  ]
}

/**
 * What is still found when it is looked for again: data that has just come moves things under whoever looks, which is over by
 * itself. What was found once alone is told, so that it can be followed up.
 */
const lasting = async (where: string, find: () => Promise<ReadonlyArray<string>>): Promise<ReadonlyArray<string>> => {
  const first = await find()
  if (first.length === 0) return []
  const again = await find()
  for (const fault of first.filter((one) => !again.includes(one))) console.warn(`Found once: ${where}: ${fault}`)
  return again.map((fault) => `${where}: ${fault}`)
}

/** Presses the first of these. What is gone before it is pressed, with the data or the dialog that it was of, nobody can press. */
const press = async (buttons: Locator): Promise<void> => {
  for (const end = Date.now() + 60_000; ;) {
    try {
      return await buttons.first().click({ timeout: 2000 })
    } catch (error) {
      if ((await buttons.count()) === 0) return
      if (Date.now() > end) throw error
    }
  }
}

/**
 * Presses one of each name of what is there to press, and what is in the dialogs that it opens. What orders a list by another
 * of its columns, or makes another file of it, asks no more than what is pressed.
 */
const pressAll = async (page: Page): Promise<void> => {
  const buttons = page.locator("main button:not([role=tab], th ~ th button):visible").filter({ hasNotText: "CSV" })
  const names = await buttons.evaluateAll((all) => [
    ...new Set(all.map((one) => (one as HTMLElement).innerText.replace(/ [↑↓]$/, "")))
  ])
  for (const name of names) {
    await press(buttons.filter({ hasText: name }))
    await allThere(page)
    const inside = page.locator(`:is(${dialog}) button:visible`).filter({ hasNotText: "Copy" })
    while ((await inside.count()) > 0) await press(inside)
    // What is told of a file would lie over the next button for ten seconds.
    await page.evaluate(() =>
      document.querySelectorAll<HTMLButtonElement>(".files button").forEach((one) => one.click())
    )
  }
}

/** Tests every view over a world, as what is shown of it, one after the other in one page. */
export const look = (
  name: "demo" | "failures",
  at: () => { readonly browser: Browser; readonly world: ConsoleWorld.Demo | ConsoleWorld.Failures }
): void => {
  it("shows every view on every screen without a fault, its tabs and dialogs too, to whoever has a keyboard alone", async () => {
    const { browser, world } = at()
    const { complaints, context, page } = await Console.opened(browser, world.url, screens[0])
    const keys = await context.newCDPSession(page)
    const faults: Array<string> = []
    const note = async (where: string, find: () => Promise<ReadonlyArray<string>>) =>
      void faults.push(...(await lasting(where, find)))
    await watchIntervals(page)
    await page.goto(`${world.url}/console`)
    await page.getByLabel("API key").waitFor()
    await note("sign-in", () => faultsOf(page))
    await Console.signIn(page, world.url)
    await watchFocus(page)
    await note("around every view", () => unreachable(page, keys, "#root"))
    const finder = page.getByRole("combobox", { name: "Find a page, a company or a connection" })
    for (const each of views) {
      await goTo(page, each.path(world.ids), each[name])
      await note(each.route, () => faultsOf(page))
      await note(each.route, () => unreachable(page, keys, "main"))
      const looked = new Set<string>()
      const lookIntoAll = async (where: string) => {
        for (const one of await opening(page)) {
          if (looked.has(one)) continue
          looked.add(one)
          await note(where, () => lookInto(page, one))
        }
      }
      await lookIntoAll(each.route)
      await lookAtTabs(page, async (tab) => {
        const where = `${each.route}, ${tab}`
        await note(where, () => faultsOf(page, "[role=tabpanel]"))
        await lookIntoAll(where)
      })
      await page.keyboard.press("Control+k")
      await finder.waitFor()
      await page.keyboard.press("Escape")
      await finder.waitFor({ state: "hidden" })
      const often = await page.evaluate(() => (globalThis as unknown as Held).intervals.splice(0))
      faults.push(...often.filter((ms) => ms < 10_000).map((ms) => `${each.route}: Something is done every ${ms} ms.`))
      const content = await page.content()
      if (world.secrets.some((secret) => content.includes(secret))) faults.push(`${each.route}: It shows a secret.`)
    }
    await page.keyboard.press("Control+k")
    // What is typed before it has the focus is lost, as fast as only a program types.
    await finder.and(page.locator(":focus")).waitFor()
    await page.keyboard.type("audit")
    await page.getByRole("option").nth(1).waitFor({ state: "detached" })
    await page.getByRole("option", { name: "Audit log" }).waitFor()
    await note("Find", () => faultsOf(page, ".dialog"))
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Audit log" }).waitFor()
    expect(faults).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })

  it("is as dark by its own switch as by the machine's", async () => {
    const { browser, world } = at()
    const { context, page } = await Console.opened(browser, world.url, screens[0])
    await Console.signIn(page, world.url)
    await allThere(page, views[0]![name])
    const colours = () =>
      page.evaluate(() =>
        [...document.querySelectorAll("html, main, .panel, .button, .soft, a, .badge")].map((element) => {
          const { backgroundColor, color } = getComputedStyle(element)
          return `${color} on ${backgroundColor}`
        })
      )
    const light = await colours()
    await page.emulateMedia({ colorScheme: "dark" })
    const dark = await colours()
    expect(dark).not.toEqual(light)
    await page.getByLabel("Theme").selectOption("light")
    expect(await colours()).toEqual(light)
    await page.emulateMedia({ colorScheme: "light" })
    await page.getByLabel("Theme").selectOption("dark")
    expect(await colours()).toEqual(dark)
    await context.close()
  })

  it("shows a reader no secret, and no button that is refused or changes anything", async () => {
    const { browser, world } = at()
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
      await goTo(page, each.path(world.ids))
      let tabs = 0
      await lookAtTabs(page, async () => {
        tabs++
        await pressAll(page)
      })
      if (tabs === 0) await pressAll(page)
      const content = await page.content()
      const shown = [...world.secrets, ...world.links].filter((secret) => content.includes(secret))
      faults.push(...shown.map((secret) => `${route}: shows ${secret}`))
    }
    expect(faults).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })
}
