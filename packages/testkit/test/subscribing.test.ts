/** What registers webhooks: the checks pass a right connector, and catch each fault that is planted in it. */
import { expect, it } from "vitest"
import { checks } from "../src/index.ts"
import { plantedSubscriptions, subscribing } from "./subscribing.ts"

const own = checks(subscribing).filter(({ name }) => name.startsWith("subscribe: "))

it.each(own)("passes one that keeps the contract: $name", async ({ run }) => run())

it.each(plantedSubscriptions)("catches: $fault", async ({ check, subject }) => {
  const meant = checks(subject).find(({ name }) => name === check)
  expect(meant, `there is a check "${check}"`).toBeDefined()
  await expect(meant!.run()).rejects.toThrow()
})

it("holds each check to a fault that is meant for it", () => {
  const caught = new Set(plantedSubscriptions.map(({ check }) => check))
  // What is shown of a call is core's affair alone.
  const named = own.map(({ name }) => name).filter((name) => !name.includes("errors, spans and logs"))
  expect(named.filter((name) => !caught.has(name))).toEqual([])
})
