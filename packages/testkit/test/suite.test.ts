/** The suite itself: it passes a right connector, and catches each fault that is planted in it by the check meant for it. */
import { describe, expect, it } from "vitest"
import { checks } from "../src/index.ts"
import { planted } from "./planted.ts"
import { subject } from "./subject.ts"

describe("the suite", () => {
  it.each(checks(subject).map(({ name, run }) => ({ name, run })))(
    "passes a connector that keeps the contract: $name",
    async ({ run }) => run()
  )
  it.each(planted)("catches: $fault", async ({ check, subject: faulty }) => {
    const meant = checks(faulty).find(({ name }) => name === check)
    expect(meant, `there is a check "${check}"`).toBeDefined()
    await expect(meant!.run()).rejects.toThrow()
  })
})
