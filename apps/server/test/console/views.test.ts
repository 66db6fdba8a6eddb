/** Every view of the console over the demo; over a world of failures `tasks.test.ts` looks at them. */
import { readFileSync } from "node:fs"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import * as Chromium from "../support/Chromium.ts"
import * as Console from "../support/Console.ts"
import * as ConsoleViews from "../support/ConsoleViews.ts"
import * as ConsoleWorld from "../support/ConsoleWorld.ts"

let browser: Browser
let world: ConsoleWorld.Demo
beforeAll(async () => {
  Console.build()
  world = await ConsoleWorld.demo()
  browser = await Chromium.launch()
})
afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

it("looks at every route that the router has", () => {
  const router = readFileSync(new URL("../../../console/src/app/Router.tsx", import.meta.url), "utf8")
  const routes = [...router.matchAll(/\bat\("([^"]+)"/g)].map(([, route]) => route)
  expect(routes.length).toBeGreaterThan(20)
  expect(ConsoleViews.views.map(({ route }) => route).filter((route) => route !== "/nowhere")).toEqual(routes)
})

ConsoleViews.look("demo", () => ({ browser, world }))
