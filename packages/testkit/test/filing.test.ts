/** What moves files: the checks pass a right connector, and catch each fault that is planted in it. */
import { expect, it } from "vitest"
import { checks } from "../src/index.ts"
import { filing, plantedFiles } from "./filing.ts"

const own = checks(filing).filter(({ name }) => name.includes("load DOCUMENTS: "))

it.each(own)("passes one that keeps the contract: $name", async ({ run }) => run())

it.each(plantedFiles)("catches: $fault", async ({ check, subject }) => {
  const meant = checks(subject).find(({ name }) => name === check)
  expect(meant, `there is a check "${check}"`).toBeDefined()
  await expect(meant!.run()).rejects.toThrow()
})

it("holds each check to a fault that is meant for it", () => {
  const caught = new Set(plantedFiles.map(({ check }) => check))
  const named = own.map(({ name }) => name)
  expect(named.filter((name) => !caught.has(name))).toEqual([])
})
